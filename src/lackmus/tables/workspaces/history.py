"""The log of a workspace and the history of an item, as tables and as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.workspaces.history import Clock, ItemEvent, LogEntry
from lackmus.tables.table import Cell, Column, Row, Table, Unit, Value

_LONGEST = 120  # characters of a cell: enough to recognise a rule or a text


def log_table(entries: Sequence[LogEntry], clock: Clock) -> Table:
    """The log, one change per row."""
    columns = ("Change", "When", "Who", "What", "About", "Comment", "Undone by")
    rows = [
        (one.number, clock(one.at), one.person, one.verb, one.about, one.comment, _change(one.undone_by))
        for one in entries
    ]
    return Table(
        title=f"Log: {counted(len(entries), 'change')}",
        columns=(Column(columns[0], Unit.COUNT), *map(Column, columns[1:])),
        rows=_rows(rows),
        signature=signature({"log": len(entries)}),
    )


def log_values(entries: Sequence[LogEntry]) -> dict[str, Any]:
    """The log as plain values."""
    return {"changes": [asdict(one) for one in entries]}


def history_table(item: str, events: Sequence[ItemEvent], log: Mapping[int, LogEntry], clock: Clock) -> Table:
    """The history of an item in order of time, one row for each effect of a change."""
    columns = ("Change", "When", "Who", "What", "Before", "After", "Comment")
    rows: list[tuple[Value, ...]] = []
    last = None
    for one in events:
        entry = log[one.change]
        told: tuple[Value, ...] = ("", "", "") if one.change == last else _told(entry, clock)
        comment = "" if one.change == last else entry.comment
        rows.append((*told, one.what, one.before, one.after, comment))
        last = one.change
    return Table(
        title=f"History of item {item}",
        columns=tuple(map(Column, columns)),
        rows=_rows(rows),
        signature=signature({"history": item, "changes": len({one.change for one in events})}),
    )


def _told(entry: LogEntry, clock: Clock) -> tuple[Value, ...]:
    verb = entry.verb if entry.undoes is None else f"{entry.verb} #{entry.undoes}"
    undone = f", undone by #{entry.undone_by}" if entry.undone_by else ""
    return f"#{entry.number}", clock(entry.at), f"{entry.person} ({verb}{undone})"


def history_values(item: str, events: Sequence[ItemEvent], log: Mapping[int, LogEntry]) -> dict[str, Any]:
    """The history of an item as plain values."""
    return {
        "item": item,
        "events": [
            {
                **{name: value for name, value in asdict(one).items() if name != "details"},
                **{name: getattr(log[one.change], name) for name in ("at", "person", "verb", "comment")},
                **{name: getattr(log[one.change], name) for name in ("undoes", "undone_by")},
                **one.details,
            }
            for one in events
        ],
    }


def _change(number: int | None) -> str:
    return "" if number is None else f"#{number}"


def _rows(rows: Sequence[tuple[Value, ...]]) -> tuple[Row, ...]:
    return tuple(Row(tuple(Cell(_short(value)) for value in row)) for row in rows)


def _short(value: Value) -> Value:
    if isinstance(value, str) and len(value) > _LONGEST:
        return f"{value[: _LONGEST - 1]}…"
    return value
