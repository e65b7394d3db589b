"""Error types of a suite, as a table and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.suites.error_types import ErrorType
from lackmus.tables.table import ColumnOf, Table, Unit

_COLUMNS: tuple[ColumnOf[ErrorType], ...] = (
    ColumnOf("Number", lambda one: one.number, Unit.COUNT),
    ColumnOf("Error type", lambda one: one.label),
    ColumnOf("Category", lambda one: one.category or None),
    ColumnOf("Phenomenon", lambda one: one.phenomenon or None),
)


def error_types_table(of: str, found: Sequence[ErrorType], keys: bool = False) -> Table:
    """A row for each error type; `keys`: they are those of one phenomenon, in the order of their keys."""
    key = ColumnOf[ErrorType]("Key", lambda one: found.index(one) + 1, Unit.COUNT)
    notes = (
        "Without a category it is of the whole suite, without a phenomenon of the whole category.",
        *(["Key: the number that names it after f or x in review."] if keys and found else []),
    )
    return Table.of(
        f"{of}: error types" if of else "Error types",
        found,
        (key, *_COLUMNS) if keys else _COLUMNS,
        signature({"list": "error-types", "of": of, "error-types": len(found)}),
        notes,
    )


def error_types_values(found: Sequence[ErrorType]) -> list[dict[str, Any]]:
    """The error types as plain values."""
    return [asdict(one) for one in found]
