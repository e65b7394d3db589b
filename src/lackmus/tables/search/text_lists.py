"""The texts of systems as a list."""

from dataclasses import asdict
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.search.query import SystemsShown
from lackmus.core.search.text_lists import TextLine, TextList
from lackmus.tables.table import ColumnOf, Report, Table, Unit


def texts_table(found: TextList) -> Table:
    """A row for each text."""
    shown = f", {len(found.lines):,} shown" if len(found.lines) < found.total else ""
    if found.query.systems is SystemsShown.COUNT:
        systems = ColumnOf[TextLine]("Systems", lambda one: one.systems, Unit.COUNT)
    else:
        systems = ColumnOf("Systems", lambda one: ", ".join(map(str, one.written_by)))
    return Table.of(
        f"{counted(found.total, 'text')}{shown}",
        found.lines,
        (
            ColumnOf("Number", lambda one: one.text_id, Unit.COUNT),
            ColumnOf("Item", lambda one: one.item),
            ColumnOf("Suite", lambda one: one.suite),
            ColumnOf("Category", lambda one: one.category),
            ColumnOf("Phenomenon", lambda one: one.phenomenon),
            ColumnOf("Text", lambda one: one.text),
            ColumnOf("Verdict", lambda one: str(one.verdict or "")),
            ColumnOf("Reason", lambda one: str(one.reason or "")),
            ColumnOf("Decided", lambda one: "yes" if one.decided else ""),
            ColumnOf("Decided by", lambda one: ", ".join(one.decided_by)),
            ColumnOf("Assigned", lambda one: ", ".join(one.assigned)),
            systems,
        ),
        found.signature,
        [f"{counted(found.reserved, 'reserved item is', 'reserved items are')} left out."]
        if found.reserved
        else [],
    )


def texts_report(found: TextList) -> Report:
    """The list as a report, in every format."""
    return Report("Lackmus: texts", (texts_table(found),), texts_values(found))


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
