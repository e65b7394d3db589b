"""The room of a LaTeX table, and what to do if it is too wide: rotate, shrink or split it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from lackmus.tables.table import Column, Level, Row, Table, Unit, shown

LINE, TURNED_LINE = 483.0, 731.0  # points of a line on A4 with 2 cm margins, portrait and landscape
GAP = 6.0  # points between columns of a long table
# Points per letter in \footnotesize: of a bold number, and of running text.
_NUMBER, _TEXT, _BOLD_TEXT = 4.5, 3.6, 4.4
_TURNED_HEAD = 11.0  # of a vertical heading
_INDENT = 10.0
_WORD = 5.0  # points per letter where words must fit: bold, or Cyrillic
_LONGEST_WORD = 20  # letters; longer ones are broken
_CROWDED = 0.8  # share of a line filled by the longest words alone: too narrow for sentences
_LONG_NAME = 45  # letters; a longer row name wraps
_NAME = 180.0  # to so many points
_SMALLER = 0.94  # letter width of \scriptsize relative to \footnotesize


@dataclass(frozen=True)
class LongTableLayout:
    """How a long table is typeset."""

    font: str
    turned: bool
    size: float  # of letters; 1 is \footnotesize

    def holds(self, table: Table) -> bool:
        """Whether a line is wide enough for the table."""
        gaps = GAP * len(table.columns)
        return self.size * _letters_width(table) + gaps <= (TURNED_LINE if self.turned else LINE)


# A landscape page has room for few rows, so smaller letters are tried first.
_FORMS = (
    LongTableLayout(r"\footnotesize", False, 1),
    LongTableLayout(r"\scriptsize", False, _SMALLER),
    LongTableLayout(r"\footnotesize", True, 1),
    LongTableLayout(r"\scriptsize", True, _SMALLER),
)


def form_of(table: Table) -> LongTableLayout:
    """The first form that fits the table; the narrowest if none does."""
    return next((form for form in _FORMS if form.holds(table)), _FORMS[-1])


def parts_of(table: Table) -> list[Table]:
    """The table, or several with the same first columns if no page is wide enough."""
    head = [place for place, column in enumerate(table.columns[:2]) if place == 0 or _counts(column)]
    rest = [place for place in range(len(table.columns)) if place not in head]
    if _FORMS[-1].holds(table) or not rest:
        return [table]
    for parts in range(2, len(rest) + 1):
        length = ceil(len(rest) / parts)
        chosen = [[*head, *rest[start : start + length]] for start in range(0, len(rest), length)]
        tables = [_only(table, places) for places in chosen]
        if length == 1 or all(map(_FORMS[-1].holds, tables)):
            break
    return [
        replace(part, title=f"{table.title} (part {number} of {len(tables)})")
        for number, part in enumerate(tables, start=1)
    ]


def name_width(table: Table) -> float | None:
    """Width in points of wrapped row names; None if they are short."""
    return _NAME if _longest(table, 0) > _LONG_NAME else None


@dataclass(frozen=True)
class Shares:
    """The share of the line for each text column, and whether the page is landscape."""

    parts: Mapping[int, float]
    turned: bool


def shares(table: Table, texts: Sequence[int]) -> Shares:
    """Small columns get what they need; the others share the rest.

    No column is narrower than its longest word, which would overlap its neighbour.
    """
    numbers = [place for place in range(len(table.columns)) if place not in texts]
    taken = GAP * len(table.columns) + sum(_column_width(table, place, False) for place in numbers)
    wanted = {place: _WORD * max(_longest(table, place), len(table.columns[place].name)) for place in texts}
    words = {place: _WORD * min(_LONGEST_WORD, _longest_word(table, place)) for place in texts}
    turned = sum(words.values()) > _CROWDED * (LINE - taken)
    line = TURNED_LINE if turned else LINE
    found: dict[int, float] = {}
    while waiting := [place for place in texts if place not in found]:
        room = max(line - taken - sum(found.values()), _WORD * len(waiting))
        weights = {place: min(60 * _WORD, wanted[place]) for place in waiting}
        fair = {place: room * weights[place] / sum(weights.values()) for place in waiting}
        modest = {place: wanted[place] for place in waiting if wanted[place] <= fair[place]}
        tight = {place: words[place] for place in waiting if words[place] > fair[place]}
        found.update(modest or tight or fair)
    shrunk = min(1.0, (line - taken) / sum(found.values()))
    return Shares({place: round(shrunk * width / line, 3) for place, width in found.items()}, turned)


def _only(table: Table, places: Sequence[int]) -> Table:
    rows = tuple(Row(tuple(row.cells[place] for place in places), row.level, row.group) for row in table.rows)
    return replace(table, columns=tuple(table.columns[place] for place in places), rows=rows)


def _letters_width(table: Table) -> float:
    """The width of all columns in points, with vertical headings where that helps."""
    rows = [(len(shown(row.cells[0], table.columns[0].unit)), row.level) for row in table.rows]
    names = (length * (_BOLD_TEXT if level is Level.GROUP else _TEXT) for length, level in rows)
    name = name_width(table) or max(names, default=0.0) + _INDENT
    widths = [_column_width(table, place, True) for place in range(1, len(table.columns))]
    return name + sum(widths) + _room_for_groups(table, [name, *widths])


def _room_for_groups(table: Table, widths: Sequence[float]) -> float:
    """The additional width for group names that are wider than their columns."""
    more, at = 0.0, 0
    for group, count in table.heads:
        more += max(0.0, _TEXT * len(group) - sum(widths[at : at + count]) - GAP * (count - 1))
        at += count
    return more


def _column_width(table: Table, place: int, upright: bool) -> float:
    head = len(table.columns[place].name)
    letters = _longest(table, place)
    return max(_NUMBER * letters, _TURNED_HEAD if upright and head > 3 else _TEXT * head)


def _counts(column: Column) -> bool:
    return column.unit is Unit.COUNT


def _longest(table: Table, place: int) -> int:
    column = table.columns[place]
    return max((len(shown(row.cells[place], column.unit)) for row in table.rows), default=1)


def _longest_word(table: Table, place: int) -> int:
    column = table.columns[place]
    texts = [column.name, *(shown(row.cells[place], column.unit) for row in table.rows)]
    return max(len(word) for text in texts for word in (text.split() or [""]))
