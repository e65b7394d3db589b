"""Colours of numbers: from faint to strong on white as on black, and the ink that can be read on each."""

# A page chooses between white and black itself, by pairs of colours that no scale of Vega could mix.

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

_DARK, _WHITE = "#000000", "#ffffff"  # a softer black would not reach 4.5 : 1 in the middle


@dataclass(frozen=True)
class ColourScale:
    """Colours at some values, mixed between them; on the ground the weak ones lie near it."""

    colours: Mapping[float, str]  # from the lowest value to the highest; equal steps look equal
    white_from: float = 0.0  # from this value on, cells are dark enough for white numbers

    def from_(self, least: float) -> "ColourScale":
        """The same from another lowest value on, for a scale that runs from 0 to 1."""
        room = 100 - least
        stretched = {least + room * share: colour for share, colour in self.colours.items()}
        return ColourScale(stretched, least + room * self.white_from)

    def colour(self, value: float) -> str:
        """Mixed from the colours below and above the value."""
        values = list(self.colours)
        at = min(max(bisect_right(values, value), 1), len(values) - 1)
        low, high = values[at - 1], values[at]
        share = min(max((value - low) / (high - low), 0.0), 1.0)
        ends = zip(_parts(self.colours[low]), _parts(self.colours[high]), strict=True)
        return "rgb({}, {}, {})".format(*(round(one + (other - one) * share) for one, other in ends))

    def ink(self, value: float) -> str:
        """What a number is written in."""
        return _WHITE if value >= self.white_from else _DARK


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


# From orange to blue and at the same time from light to dark, so that a grey print keeps the order.
ACCURACY = ColourScale(
    {
        **{0: "#ffc26a", 50: "#f3ba7d", 61: "#ddbd99", 72: "#c4bfb5", 78: "#9fb1be", 85: "#6da1c7"},
        **{90: "#488aba", 92.5: "#317eb3", 95: "#0b73ac", 97.5: "#06639e", 100: "#005490"},
    },
    93.2,
)
LIKENESS = ColourScale(
    {
        **{0.0: "#e6eef8", 0.25: "#cedef2", 0.5: "#b5cfec", 0.65: "#95bbe2", 0.8: "#74a8d8"},
        **{0.9: "#467eb3", 0.95: "#2b6aa1", 1.0: "#00568f"},
    },
    0.911,
)
# On black from dark to light, so that the strongest stands out there as well; white is readable on all of it.
ACCURACY_ON_BLACK = ColourScale(
    {
        **{0: "#4a2704", 50: "#5c3a17", 61: "#594634", 72: "#525150", 78: "#4d5965", 85: "#41637f"},
        **{95: "#2c6fa3", 100: "#1f79ba"},
    }
)
LIKENESS_ON_BLACK = ColourScale({0.0: "#1e2732", 0.5: "#22415c", 0.8: "#235d8c", 1.0: "#1f79ba"})
