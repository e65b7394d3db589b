"""Colours of numbers: from faint to strong on white as on black, and the ink that can be read on each."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

_DARK, _WHITE = "#000000", "#ffffff"  # a softer black would not reach 4.5 : 1 in the middle
_Triple = tuple[float, float, float]

# White as CIE L*a*b* has it for D50, and what a screen's red, green and blue are there.
_LIGHT: _Triple = (0.96422, 1.0, 0.82521)
_TO = (
    (0.4360747, 0.3850649, 0.1430804),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322, 0.0971045, 0.7141733),
)
_FROM = (
    (3.1338561, -1.6168667, -0.4906146),
    (-0.9787684, 1.9161415, 0.0334540),
    (0.0719453, -0.2289914, 1.4052427),
)
_BEND = 6 / 29


@dataclass(frozen=True)
class Scale:
    """Colours at some values, mixed between them; on the ground the weak ones lie near it."""

    colours: Mapping[float, str]  # from the lowest value to the highest
    white_from: float = 0.0  # from this value on, cells are dark enough for white numbers

    def from_(self, least: float) -> "Scale":
        """The same from another lowest value on, for a scale that runs from 0 to 1."""
        room = 100 - least
        stretched = {least + room * share: colour for share, colour in self.colours.items()}
        return Scale(stretched, least + room * self.white_from)

    def colour(self, value: float) -> str:
        """Mixed as the eye sees it, not as a screen makes it: equal steps look equal."""
        values = list(self.colours)
        at = min(max(bisect_right(values, value), 1), len(values) - 1)
        low, high = values[at - 1], values[at]
        share = min(max((value - low) / (high - low), 0.0), 1.0)
        one, other = _seen(self.colours[low]), _seen(self.colours[high])
        mixed = (a + (b - a) * share for a, b in zip(one, other, strict=True))
        return "rgb({}, {}, {})".format(*_on_screen(*mixed))

    def ink(self, value: float) -> str:
        """What a number is written in."""
        return _WHITE if value >= self.white_from else _DARK


# From orange to blue and at the same time from light to dark, so that a grey print keeps the order.
ACCURACY = Scale(
    {0: "#ffc26a", 50: "#f3ba7d", 72: "#c4bfb5", 85: "#6da1c7", 95: "#0b73ac", 100: "#005490"}, 93.2
)
LIKENESS = Scale({0.0: "#e6eef8", 0.5: "#b5cfec", 0.8: "#74a8d8", 1.0: "#00568f"}, 0.911)
# On black from dark to light, so that the strongest stands out there as well; white is readable on all of it.
ACCURACY_ON_BLACK = Scale(
    {0: "#4a2704", 50: "#5c3a17", 72: "#525150", 85: "#41637f", 95: "#2c6fa3", 100: "#1f79ba"}
)
LIKENESS_ON_BLACK = Scale({0.0: "#1e2732", 0.5: "#22415c", 0.8: "#235d8c", 1.0: "#1f79ba"})


def _times(rows: tuple[_Triple, _Triple, _Triple], triple: _Triple) -> _Triple:
    x, y, z = (sum(a * b for a, b in zip(row, triple, strict=True)) for row in rows)
    return x, y, z


def _seen(colour: str) -> _Triple:
    """L*a*b* of #rrggbb."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (_opened(red), _opened(green), _opened(blue))
    x, y, z = (
        part ** (1 / 3) if part > _BEND**3 else part / (3 * _BEND**2) + 4 / 29
        for part in (part / white for part, white in zip(_times(_TO, linear), _LIGHT, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _on_screen(lightness: float, a: float, b: float) -> tuple[int, ...]:
    y = (lightness + 16) / 116
    parts = (y + a / 500, y, y - b / 200)
    x, y, z = (
        white * (part**3 if part > _BEND else 3 * _BEND**2 * (part - 4 / 29))
        for part, white in zip(parts, _LIGHT, strict=True)
    )
    return tuple(min(max(round(255 * _closed(part)), 0), 255) for part in _times(_FROM, (x, y, z)))


def _opened(part: float) -> float:
    """Light of a share of red, green or blue; screens bend it."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _closed(part: float) -> float:
    """The share that gives so much light."""
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
