"""Draw the grammar of tree queries as railroad diagrams: pictures/query-grammar.svg (`make screenshots`)."""

# A part of a diagram is entered at its left on a line and left at its right on the same line; it says how far
# it reaches above that line and below it. What is written in rounded boxes is typed as it stands; what is
# written in square ones has a diagram or an explanation of its own.

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import Protocol

from lackmus.core.trees.conditions import RELATIONS
from lackmus.core.trees.treebank import ATTRIBUTES

FILE = Path(__file__).parent / "pictures" / "query-grammar.svg"

LETTER = 7.9  # a letter of the monospaced font is so wide
BOX = 13  # half the height of a box
BEND = 9  # the radius of bends
GAP = 12  # between parts
ROW = 10  # between lines
MARGIN = 18
TITLE = 26

STYLE = """
text { font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; text-anchor: middle; }
.track { fill: none; stroke: #57606a; stroke-width: 1.6; }
.typed { fill: #ddf4ff; stroke: #0969da; stroke-width: 1.3; }
.named { fill: #f6f8fa; stroke: #57606a; stroke-width: 1.3; }
.paper { fill: #ffffff; }
text { fill: #1f2328; }
.rule { font-weight: 600; text-anchor: start; }
.end { fill: #57606a; }
@media (prefers-color-scheme: dark) {
  .track { stroke: #9198a1; }
  .typed { fill: #12324f; stroke: #4493f8; }
  .named { fill: #21262d; stroke: #9198a1; }
  .paper { fill: #0d1117; }
  text { fill: #f0f6fc; }
  .end { fill: #9198a1; }
}
"""


class Part(Protocol):
    """A piece of track."""

    @property
    def width(self) -> float: ...

    @property
    def up(self) -> float: ...

    @property
    def down(self) -> float: ...

    def draw(self, x: float, y: float) -> str: ...


@dataclass(frozen=True)
class Box:
    """What is typed as it stands, or what has a name."""

    text: str
    typed: bool = True

    @property
    def width(self) -> float:
        return max(2 * BOX, LETTER * len(self.text) + 2 * BOX - 4)

    up = down = BOX

    def draw(self, x: float, y: float) -> str:
        kind, radius = ("typed", BOX) if self.typed else ("named", 2)
        place = f'x="{x:.1f}" y="{y - BOX:.1f}" width="{self.width:.1f}" height="{2 * BOX}" rx="{radius}"'
        label = f'<text x="{x + self.width / 2:.1f}" y="{y + 4.5:.1f}">{escape(self.text)}</text>'
        return f'<rect class="{kind}" {place}/>{label}'


@dataclass(frozen=True)
class Nothing:
    """Straight on."""

    width = up = down = 0.0

    def draw(self, x: float, y: float) -> str:
        return ""


@dataclass(frozen=True)
class Row:
    """One part behind the other."""

    parts: Sequence[Part]

    @property
    def width(self) -> float:
        return sum(part.width for part in self.parts) + GAP * (len(self.parts) - 1)

    @property
    def up(self) -> float:
        return max(part.up for part in self.parts)

    @property
    def down(self) -> float:
        return max(part.down for part in self.parts)

    def draw(self, x: float, y: float) -> str:
        drawn = []
        for number, part in enumerate(self.parts):
            if number:
                drawn.append(_line(x, y, GAP))
                x += GAP
            drawn.append(part.draw(x, y))
            x += part.width
        return "".join(drawn)


@dataclass(frozen=True)
class Fork:
    """One of several parts; the first lies on the line, the others below it."""

    parts: Sequence[Part]

    @property
    def width(self) -> float:
        return max(part.width for part in self.parts) + 4 * BEND

    @property
    def up(self) -> float:
        return self.parts[0].up

    @property
    def lines(self) -> list[float]:
        """How far below the line each part lies."""
        steps = [
            max(upper.down + ROW + lower.up, 2 * BEND)
            for upper, lower in zip(self.parts, self.parts[1:], strict=False)
        ]
        return list(accumulate(steps, initial=0.0))

    @property
    def down(self) -> float:
        return self.lines[-1] + self.parts[-1].down

    def draw(self, x: float, y: float) -> str:
        drawn = []
        end = x + self.width
        for part, below in zip(self.parts, self.lines, strict=True):
            left = x + 2 * BEND
            right = left + part.width
            if below:
                drawn += [_down(x, y, below), _line(right, y + below, end - 2 * BEND - right)]
                drawn.append(_up(end - 2 * BEND, y + below, below))
            else:
                drawn += [_line(x, y, 2 * BEND), _line(right, y, end - right)]
            drawn.append(part.draw(left, y + below))
        return "".join(drawn)


@dataclass(frozen=True)
class Loop:
    """A part once or more often, with something between."""

    part: Part
    between: Part

    @property
    def width(self) -> float:
        return max(self.part.width, self.between.width) + 4 * BEND

    @property
    def up(self) -> float:
        return self.part.up

    @property
    def back(self) -> float:
        """How far below the line the way back lies."""
        return max(self.part.down + ROW + self.between.up, 2 * BEND)

    @property
    def down(self) -> float:
        return self.back + self.between.down

    def draw(self, x: float, y: float) -> str:
        left, right, end = x + 2 * BEND, x + self.width - 2 * BEND, x + self.width
        first = left + (right - left - self.between.width) / 2
        last, back = first + self.between.width, y + self.back
        legs = self.back - 2 * BEND
        away = f"q{BEND} 0 {BEND} {BEND} v{legs:.1f} q0 {BEND} -{BEND} {BEND} h{last - right:.1f}"
        home = f"h{left - first:.1f} q-{BEND} 0 -{BEND} -{BEND} v{-legs:.1f} q0 -{BEND} {BEND} -{BEND}"
        return "".join(
            [
                _line(x, y, 2 * BEND),
                self.part.draw(left, y),
                _line(left + self.part.width, y, end - left - self.part.width),
                _path(f"M{right:.1f} {y:.1f} {away}"),
                self.between.draw(first, back),
                _path(f"M{first:.1f} {back:.1f} {home}"),
            ]
        )


def _line(x: float, y: float, length: float) -> str:
    return _path(f"M{x:.1f} {y:.1f} h{length:.1f}")


def _down(x: float, y: float, below: float) -> str:
    return _path(f"M{x:.1f} {y:.1f} q{BEND} 0 {BEND} {BEND} v{below - 2 * BEND:.1f} q0 {BEND} {BEND} {BEND}")


def _up(x: float, y: float, above: float) -> str:
    return _path(
        f"M{x:.1f} {y:.1f} q{BEND} 0 {BEND} -{BEND} v{2 * BEND - above:.1f} q0 -{BEND} {BEND} -{BEND}"
    )


def _path(steps: str) -> str:
    return f'<path class="track" d="{steps}"/>'


def row(*parts: Part | str) -> Row:
    """Texts are typed as they stand; those in angle brackets are names of rules."""
    return Row([_part(part) for part in parts])


def fork(*parts: Part | str) -> Fork:
    """One of them."""
    return Fork([_part(part) for part in parts])


def maybe(*parts: Part | str) -> Fork:
    """Or nothing."""
    return Fork([Nothing(), row(*parts)])


def loop(part: Part | str, between: Part | str) -> Loop:
    """Once or more often."""
    return Loop(_part(part), _part(between))


def _part(part: Part | str) -> Part:
    if not isinstance(part, str):
        return part
    named = part.startswith("<") and part.endswith(">")
    return Box(part[1:-1], typed=False) if named else Box(part)


RULES: dict[str, Part] = {
    "query": row(maybe("<name>", ":"), "<expression>"),
    "expression": loop("<term>", "or"),
    "term": loop("<factor>", "and"),
    "factor": fork("<condition>", row("not", "<factor>"), row("(", "<expression>", ")")),
    "condition": fork(
        row(maybe("<name>", "."), fork("<test>", "<relation>", "finite")), "<name>", "<order>", "<distance>"
    ),
    "test": fork(
        row(
            fork(*ATTRIBUTES, "<feature>"),
            fork("=", "!=", "~", "!~"),
            loop("<value>", "|"),
        ),
        "<feature>",
    ),
    "relation": row(
        fork(*RELATIONS),
        "(",
        fork("<query>", row("<name>", ":"), Nothing()),
        ")",
    ),
    "order": row("<name>", fork("<", ">"), "<name>"),
    "distance": row(
        "distance", "(", "<name>", ",", "<name>", ")", fork("=", "!=", "<", "<=", ">", ">="), "<number>"
    ),
}


COLUMNS = (("query", "expression", "term", "factor", "condition", "order"), ("test", "relation", "distance"))


def picture() -> str:
    """All rules, in two columns, as SVG."""
    x, lowest, drawn = float(MARGIN), 0.0, []
    for names in COLUMNS:
        y = float(MARGIN)
        for name in names:
            diagram, height = _rule(name, RULES[name], x, y)
            drawn.append(diagram)
            y += height
        x += max(RULES[name].width for name in names) + 2 * GAP + 2 * MARGIN
        lowest = max(lowest, y)
    width, height = round(x), round(lowest)
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'xmlns="http://www.w3.org/2000/svg" role="img">\n'
        "<title>The grammar of tree queries as railroad diagrams</title>\n"
        f'<style>{STYLE}</style>\n<rect class="paper" width="100%" height="100%" rx="8"/>\n'
        + "\n".join(drawn)
        + "\n</svg>\n"
    )


def _rule(name: str, part: Part, x: float, y: float) -> tuple[str, float]:
    """A rule under its name, and how much room it takes."""
    line, first = y + TITLE + part.up, x + 4
    last = first + part.width + 2 * GAP
    pieces = (
        f'<text class="rule" x="{x:.1f}" y="{y + 12:.1f}">{name}</text>',
        *(_stop(first, line), _line(first, line, GAP), part.draw(first + GAP, line)),
        *(_line(last - GAP, line, GAP), _stop(last, line)),
    )
    return "".join(pieces), TITLE + part.up + part.down + TITLE


def _stop(x: float, y: float) -> str:
    return f'<circle class="end" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
