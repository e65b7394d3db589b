"""The texts of systems as a list."""

from dataclasses import asdict
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.search.text_lists import TextList
from lackmus.tables.table import ColumnOf, Table, Unit


def texts_table(found: TextList) -> Table:
    """A row for each text."""
    shown = f", {len(found.lines):,} shown" if len(found.lines) < found.total else ""
    return Table.of(
        f"{counted(found.total, 'text')}{shown}",
        found.lines,
        (
            ColumnOf("Number", lambda one: one.text_id, Unit.COUNT),
            ColumnOf("Item", lambda one: one.item),
            ColumnOf("Phenomenon", lambda one: one.phenomenon),
            ColumnOf("Text", lambda one: one.text),
            ColumnOf("Verdict", lambda one: str(one.verdict or "")),
            ColumnOf("Reason", lambda one: str(one.reason or "")),
            ColumnOf("Decided", lambda one: "yes" if one.decided else ""),
            ColumnOf("Systems", lambda one: one.systems, Unit.COUNT),
        ),
        found.signature,
        [f"{counted(found.reserved, 'reserved item is', 'reserved items are')} left out."]
        if found.reserved
        else [],
    )


def texts_values(found: TextList) -> dict[str, Any]:
    """The list as plain values."""
    return {
        "signature": found.signature,
        "total": found.total,
        "first": found.first,
        "reserved": found.reserved,
        "review": found.query.written,
        "texts": [asdict(line) for line in found.lines],
        "parts": [asdict(part) for part in found.parts],
    }
