"""The rows of a data set by what their columns are, all of its files one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import polars as pl

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.base.plurals import counted
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.datasets.columns import (
    ColumnRole,
    ColumnsByRole,
    DataSetColumns,
    columns_of,
    is_known,
    no_column,
)
from lackmus.read.datasets.folders import DataSetFiles, data_set_at, is_data_set
from lackmus.read.datasets.tables import DataTable, TableForm, first_object, form_of, table_of
from lackmus.read.file_pairs import FilePairs
from lackmus.read.files import File
from lackmus.read.remote import located


@dataclass(frozen=True)
class DataRows:
    """The rows of a data set, file by file, what its columns are, and where rows of JSON Lines stand."""

    path: Path
    parts: list[pl.DataFrame]
    height: int
    there: tuple[str, ...]
    columns: DataSetColumns
    lines: tuple[int, ...] = ()

    @property
    def unit(self) -> str:
        """What the number of a row counts."""
        return "line" if self.lines else "row"

    def numbers(self) -> range | tuple[int, ...]:
        """The number of each row, as messages name it."""
        return self.lines or range(1, self.height + 1)

    def holds(self, column: str) -> bool:
        """Whether a column has texts, numbers or names, not lists or bytes."""
        return any(column in part.columns for part in self.parts)

    def values(self, role: ColumnRole) -> list[str | None]:
        """The values of the column of a role; None where there is none."""
        name = self.columns.of(role)
        return [None] * self.height if name is None else self.of(name)

    def of(self, column: str) -> list[str | None]:
        """The values of a column."""
        return [value for part in self.parts for value in _column(part, column)]

    def taken(self, column: str, last: bool) -> Iterator[str | None]:
        """The values of a column, which is the `last` to be asked for: rows are let go once they are read."""
        for place, part in enumerate(self.parts):
            if last:
                self.parts[place] = pl.DataFrame(schema=part.schema)
            yield from _column(part, column)
            del part


def _column(part: pl.DataFrame, name: str) -> list[str | None]:
    found = part.get_column(name, default=None)
    return [None] * part.height if found is None else found.to_list()


def data_rows(
    file: File, named: ColumnsByRole, suite: Suite | None = None, only_there: bool = False
) -> DataRows:
    """The rows of the data set at a file or folder, its columns named.

    With `only_there`, columns that a user named and that this data set lacks are ignored.
    """
    found = data_set_at(file.path, partial(_is_of, suite=suite))
    tables = list(_tables(file, found, named))
    there = tuple(dict.fromkeys(name for table in tables for name in table.columns))
    if only_there:
        named = {role: columns for role, columns in named.items() if set(columns) <= set(there)}
    pair = suite.pairs[0] if suite is not None and suite.pairs else None
    columns = columns_of(there, named, pair, str(file.path))
    lines = tables[0].lines if len(tables) == 1 else ()
    parts = [_with_names(table.frame, found) for table in tables]
    return DataRows(file.path, parts, sum(part.height for part in parts), there, columns, lines)


@dataclass(frozen=True)
class ChosenRows:
    """Which rows are of a suite's pair and have no bad source, and what is to be said of that."""

    kept: list[bool]
    notes: tuple[str, ...] = ()


def chosen_rows(found: DataRows, suite: Suite | None) -> ChosenRows:
    """The rows that count: of the suite's pair, if there is a column of pairs, and without a bad source."""
    kept = [True] * found.height
    notes: list[str] = []
    if suite is not None and found.columns.of(ColumnRole.PAIR) is not None:
        languages, spelled = FilePairs(suite), found.values(ColumnRole.PAIR)
        own: dict[str | None, bool] = {}
        for one in dict.fromkeys(spelled):
            if one is None:
                column = found.columns.of(ColumnRole.PAIR)
                raise LackmusError(f"{found.path}: “{column}” is null in some rows. Fill it in.")
            own[one] = languages.spelled(one, str(found.path)) is not None
        if spelled and not any(own.values()):
            raise languages.foreign(languages.known, found.path, "rows")
        kept = [own[one] for one in spelled]
        notes += languages.notes
    if found.columns.bad is not None:
        bad = [one == "true" for one in found.of(found.columns.bad)]
        many = sum(one and here for one, here in zip(bad, kept, strict=True))
        kept = [here and not one for one, here in zip(bad, kept, strict=True)]
        if many:
            notes.append(f"{counted(many, 'row')} with a bad source {'is' if many == 1 else 'are'} left out.")
    return ChosenRows(kept, tuple(notes))


def is_rows(path: Path) -> bool:
    """Whether a file or folder of sources is a data set: a folder, Parquet, Arrow, or rows with a source."""
    try:
        if path.is_dir():
            return is_data_set(path)
        if not path.is_file():
            return False
    except OSError:  # a name that no file can have is told where it is read
        return False
    file = File(path)
    form = form_of(file)
    if form is not TableForm.JSON_LINES:
        return form is not None
    first = first_object(file) or {}
    return not {"doc_id", "src_text"} <= first.keys()  # those are documents


def _tables(file: File, found: DataSetFiles, named: ColumnsByRole) -> Iterator[DataTable]:
    of_use = partial(is_known, named=named)
    for path in found.files:
        # The same object where the file is named: a pipe is read only once.
        table = table_of(file if path == file.path else File(path), of_use)
        yield replace(table, lines=table.lines if len(found.files) == 1 else ())


def _with_names(frame: pl.DataFrame, found: DataSetFiles) -> pl.DataFrame:
    """Names instead of the numbers of classes."""
    classes = {name: names for name, names in found.classes.items() if name in frame.columns}
    return frame.with_columns(
        pl.col(name).replace({str(number): one for number, one in enumerate(names)})
        for name, names in classes.items()
    )


def _is_of(name: str, suite: Suite | None) -> bool:
    """Whether the name of a configuration is a pair of the suite."""
    try:
        return suite is not None and suite.read_as(Pair.parse(name)) is not None
    except PairError:
        return False


def lines_of(path: Path, role: ColumnRole, name: str = "") -> list[str]:
    """The lines of a file; of a data set its sources, or its texts, or the column of this name.

    A data set without texts of systems has those of its references.
    """
    path = located(path)
    if not is_rows(path):
        return File(path).lines
    found = data_rows(File(path), {})
    if role is ColumnRole.SOURCE:
        known = [column] if (column := found.columns.of(role)) is not None else []
    else:
        known = [*found.columns.texts, *found.columns.references]
        known = [column for column in found.there if column == name] or known
    if not known:
        raise no_column(str(path), f"no column is known as the {role}", found.there, role)
    if not found.holds(known[0]):
        raise LackmusError(f"{path}: “{known[0]}” holds no texts.")
    return [line or "" for line in found.of(known[0])]
