"""Many rows at once, in and out, as fast as each database can."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl
from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Select,
    Table,
    Text,
    cast,
    func,
    literal_column,
    select,
)

from lackmus.core.base.columns import ColumnType

Cell = str | int | None
FEW = 500  # numbers in one query: databases limit bound values
_AT_ONCE = 20_000  # rows: enough to be fast, few enough to fit anywhere
_PACKED = 200_000  # numbers of rows that become one string: databases limit its length to 1 GB
_BETWEEN = "\x1f"  # the unit separator of ASCII


def insert(
    connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[Sequence[Cell]]
) -> None:
    """Write rows, given as tuples of these columns."""
    quoted = connection.dialect.identifier_preparer.quote
    into = f"{quoted(table.name)} ({', '.join(map(quoted, columns))})"
    if connection.dialect.name == "postgresql":
        cursor: Any = connection.connection.cursor()
        with cursor, cursor.copy(f"COPY {into} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        marks = ", ".join("?" * len(columns))
        # Not SQLAlchemy's insert, which would make a dictionary for each of a million rows.
        cursor = connection.connection.cursor()
        cursor.executemany(f"INSERT INTO {into} VALUES ({marks})", rows)  # noqa: S608  (names are ours)
        cursor.close()


def fetch(connection: Connection, query: Executable) -> list[tuple[Any, ...]]:
    """Rows as plain tuples: faster than SQLAlchemy's rows for millions."""
    cursor = connection.execute(query).cursor
    return [] if cursor is None else list(cursor.fetchall())


def parts(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """The numbers in chunks that fit into one query."""
    for start in range(0, len(numbers), FEW):
        yield numbers[start : start + FEW]


def rows_of(connection: Connection, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    """All rows of a table in batches, in the order of its key as this database sorts it."""
    query = select(table).order_by(*table.primary_key.columns)
    # A server sends rows on demand, not all at once.
    result = connection.execute(query, execution_options={"stream_results": True, "yield_per": _AT_ONCE})
    for rows in result.partitions():
        yield [tuple(row) for row in rows]


def frame(connection: Connection, query: Executable, schema: Mapping[str, ColumnType]) -> pl.DataFrame:
    """The result of a query as a frame; only a few rows at a time are held as tuples."""
    columns = pl.Schema(schema)
    cursor: Any = connection.execute(query).cursor
    frames = [
        pl.DataFrame(rows, schema=columns, orient="row")
        for rows in iter(lambda: cursor.fetchmany(_AT_ONCE), [])
    ]
    return pl.concat(frames, rechunk=True) if frames else pl.DataFrame(schema=columns)


def joined(column: ColumnElement[Any], between: str) -> ColumnElement[str]:
    """All values of a column as one string; `between` is our own constant, and quicker than a bound value."""
    separator: Any = literal_column(f"'{between}'")
    return func.aggregate_strings(cast(column, Text), separator)


def packed_frame(
    connection: Connection, query: Select[Any], schema: Mapping[str, ColumnType], by: ColumnElement[int]
) -> pl.DataFrame:
    """The result of a query as a frame without order, read faster: each column comes as one string.

    It is asked in parts, by the number `by` of its rows. A string that is null comes back as "".
    """
    columns = pl.Schema(schema)
    last = connection.execute(select(func.max(by))).scalar() or 0
    frames = [pl.DataFrame(schema=columns)]
    for first in range(0, last + 1, _PACKED):
        part = query.where(by >= first, by < first + _PACKED)
        texts = (func.coalesce(cast(one, Text), literal_column("''")) for one in part.subquery().columns)
        packed = select(func.count(), *(joined(one, _BETWEEN) for one in texts))
        many, *strings = connection.execute(packed).one()
        split = pl.DataFrame({name: [text] for name, text in zip(columns, strings, strict=True)})
        split = split.select(pl.all().cast(pl.String).str.split(_BETWEEN))
        if many and all(split.select(pl.all().list.len() == many).row(0)):
            values = split.explode(*columns)
            frames.append(
                values.select(pl.col(name).cast(kind, strict=False) for name, kind in columns.items())
            )
        elif many:  # a text has the separator in it
            frames.append(frame(connection, part, columns).with_columns(pl.col(pl.String).fill_null("")))
    return pl.concat(frames, rechunk=True)
