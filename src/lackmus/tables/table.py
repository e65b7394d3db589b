"""Table: the one shape of all reports; Report: the input of writers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from lackmus.core.base.texts import printable
from lackmus.core.outputs.fit import Suspicion, alarms

if TYPE_CHECKING:
    import polars as pl

Value = str | int | float | None
T = TypeVar("T")


class Unit(StrEnum):
    """The kind of a column's values, which decides format and alignment."""

    TEXT = "text"
    BEFORE = "before"  # text that stands right, before a keyword
    COUNT = "count"
    PERCENT = "percent"
    POINTS = "points"  # a difference of percentages, with its sign
    RATIO = "ratio"  # a number around 0 to 1, such as a correlation
    P = "p"  # a p-value
    NUMBER = "number"  # a metric's score, of any size


class Level(StrEnum):
    """The role of a row among its neighbours."""

    BODY = "body"
    GROUP = "group"  # such as a category above its phenomena
    MEMBER = "member"  # such as a phenomenon below its category
    AVERAGE = "average"


@dataclass(frozen=True)
class Column:
    """A column; heat colours make sense if all columns share one scale."""

    name: str
    unit: Unit = Unit.TEXT
    heat: bool = False
    group: str = ""  # columns of a group stand side by side under its name


@dataclass(frozen=True)
class Cell:
    """An unrounded value; `best` puts it into the cluster of its row."""

    value: Value
    best: bool = False
    interval: tuple[float, float] | None = None
    best_of_group: bool = False  # in the cluster of the best among the columns of its group
    mark: str = ""  # a sign after the number; the table explains it
    p: float | None = None  # p-value of the test behind the mark, for formats with a column for it


@dataclass(frozen=True)
class Row:
    """The cells of one line, one per column."""

    cells: tuple[Cell, ...]
    level: Level = Level.BODY
    group: str = ""  # the group row that a member belongs to

    @classmethod
    def of(cls, *values: Value | Cell, level: Level = Level.BODY, group: str = "") -> Self:
        """The row of these values; a value that is no cell yet becomes a plain one."""
        return cls(tuple(one if isinstance(one, Cell) else Cell(one) for one in values), level, group)

    def indents(self, cell: Cell) -> bool:
        """Whether a cell is indented: the first text of a member."""
        return self.level is Level.MEMBER and cell is next((one for one in self.cells if one.value), None)


@dataclass(frozen=True)
class ColumnOf(Generic[T]):
    """A column of a list, with what it shows of each thing."""

    name: str
    value: Callable[[T], Value | Cell]
    unit: Unit = Unit.TEXT
    group: str = ""


@dataclass(frozen=True)
class LazyRows:
    """Very many rows of texts: a frame, and expressions for the columns, batch by batch."""

    frame: "pl.DataFrame"
    columns: "tuple[pl.Expr, ...]"  # each value from its own row only

    def __len__(self) -> int:
        return self.frame.height

    def first(self, many: int) -> "pl.DataFrame":
        """Return the first rows."""
        return self.frame.head(many).select(self.columns)

    def batches(self, size: int = 100_000) -> "Iterator[pl.DataFrame]":
        """Yield all rows in batches; at least one, so that the columns are known."""
        for start in range(0, max(1, len(self)), size):
            yield self.frame.slice(start, size).select(self.columns)


@dataclass(frozen=True)
class Table:
    """A table for readers: title, rows, notes and signature."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    signature: str
    notes: tuple[str, ...] = ()
    best_of: str = "row"  # the direction of comparison; a column if each row is a system or a metric
    systems_in: str = ""  # "columns" or "rows", where very many can be left out for readers
    marks: tuple[tuple[str, str], ...] = ()  # signs after numbers, and what they mean
    # All rows, if there may be millions: `rows` are then the first of them.
    every: "LazyRows | None" = field(default=None, compare=False)

    @classmethod
    def of(
        cls,
        title: str,
        things: Iterable[T],
        columns: Sequence[ColumnOf[T]],
        signature: str,
        notes: Sequence[str] = (),
        best_of: str = "row",
    ) -> Self:
        """The table of a list: a row for each thing."""
        rows = tuple(Row.of(*(column.value(one) for column in columns)) for one in things)
        heads = tuple(Column(column.name, column.unit, group=column.group) for column in columns)
        return cls(title, heads, rows, signature, tuple(notes), best_of)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Column names for formats with one line of headings; ambiguous ones include their group."""
        given = Counter(column.name for column in self.columns)
        return tuple(
            f"{column.name} ({column.group})" if column.group and given[column.name] > 1 else column.name
            for column in self.columns
        )

    @cached_property
    def marked(self) -> bool:
        """Whether any number has a sign."""
        return any(cell.mark for row in self.rows for cell in row.cells)

    @cached_property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The signs that occur, and what they mean."""
        there = {cell.mark for row in self.rows for cell in row.cells}
        return tuple((sign, meaning) for sign, meaning in self.marks if sign in there)

    @cached_property
    def heads(self) -> tuple[tuple[str, int], ...]:
        """Groups of adjacent columns with their sizes; empty if no column has a group."""
        if not any(column.group for column in self.columns):
            return ()
        runs = groupby(self.columns, key=lambda column: column.group)
        return tuple((name, sum(1 for _ in run)) for name, run in runs)

    @cached_property
    def ranked(self) -> bool:
        """Whether any cell is marked as among the best of its row."""
        return any(cell.best for row in self.rows for cell in row.cells)

    @cached_property
    def ranked_in_groups(self) -> bool:
        """Whether any cell is marked as among the best of its group."""
        return any(cell.best_of_group for row in self.rows for cell in row.cells)

    # Two marks for the best, as in the papers on metrics: in a table with groups bold (or a star) is for the
    # best of a group, grey (or a frame, a line below, a dagger) for the best of all groups together. A table
    # without groups has one mark, and it is bold.

    def bold(self, cell: Cell) -> bool:
        """Return whether a cell is bold: among the best of its group, or of its row without groups."""
        return cell.best_of_group if self.ranked_in_groups else cell.best

    def grey(self, cell: Cell) -> bool:
        """Return whether a cell of a table with groups is among the best of all groups together."""
        return cell.best and self.ranked_in_groups

    @property
    def bold_means(self) -> str:
        """What bold means; empty if nothing is bold."""
        if self.ranked_in_groups:
            return "among the significantly best of its group"
        return f"among the significantly best of the {self.best_of}" if self.ranked else ""

    @property
    def grey_means(self) -> str:
        """What grey means; empty if nothing is grey."""
        if not (self.ranked and self.ranked_in_groups):
            return ""
        return f"among the significantly best of the {self.best_of}, all groups together"

    def with_notes(self, first: Sequence[str]) -> Self:
        """The table with additional notes in front."""
        return replace(self, notes=(*first, *self.notes))

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                raise ValueError(f"{len(row.cells)} cells under {len(self.columns)} columns: {row}")


@dataclass(frozen=True)
class Report:
    """A result to be written: as tables or, for richer formats, as itself."""

    title: str
    tables: tuple[Table, ...]
    answer: object = None  # an Evaluation, a Trend, a Comparison …
    lead: str = ""  # the summary for readers
    suspicions: Mapping[str, Sequence[Suspicion]] = field(default_factory=dict)  # about files, by system
    labels: Mapping[str, str] = field(default_factory=dict)  # short names of systems
    chosen: bool = False  # the user asked for exactly these tables
    beside: Mapping[str, object] = field(default_factory=dict)  # further plain values for JSON

    @property
    def alarms(self) -> tuple[str, ...]:
        """Warnings about the files, one line each."""
        return tuple(told for system, found in self.suspicions.items() for told in alarms(system, found))

    @property
    def warned_tables(self) -> tuple[Table, ...]:
        """The tables, with the file warnings as first notes."""
        first, *others = self.tables
        return (first.with_notes(self.alarms), *others)


def points(difference: float) -> str:
    """A difference in points, with its sign unless it is 0."""
    return f"{difference:+.1f}".replace("-", "−").replace("+0.0", "0.0").replace("−0.0", "0.0")


def shown(cell: Cell, unit: Unit) -> str:
    """A cell as formatted text."""
    if cell.value is None:
        return "–"
    match unit:
        case Unit.COUNT:
            return f"{cell.value:,}"
        case Unit.PERCENT if cell.interval:
            return f"{cell.value:.1f} [{cell.interval[0]:.0f}–{cell.interval[1]:.0f}]"
        case Unit.PERCENT:
            return f"{cell.value:.1f}"
        case Unit.RATIO:
            return f"{cell.value:.2f}".replace("-0.00", "0.00")
        case Unit.NUMBER if isinstance(cell.value, int | float):
            return f"{cell.value:.4g}"
        case Unit.P if isinstance(cell.value, int | float):
            return "< 0.001" if cell.value < 0.001 else f"{cell.value:.3f}"
        case Unit.POINTS if isinstance(cell.value, int | float):
            return points(cell.value)
        case _:
            return printable(str(cell.value))


def heat(cell: Cell, column: Column) -> int | None:
    """A step of the scale from 0 (orange) over 5 (75 percent, no colour) to 10 (blue, everything passes).

    Above the middle a step is five points instead of ten, since most accuracies lie there.
    """
    if not column.heat or not isinstance(cell.value, int | float):
        return None
    return max(0, min(10, round(5 + (cell.value - 75) / (5 if cell.value > 75 else 10))))
