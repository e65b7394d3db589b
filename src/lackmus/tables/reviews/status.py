"""Review progress, as tables and as plain values."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.reviews.assignments import OwnWork
from lackmus.core.reviews.queue import CategoryStatus, ReviewStatus
from lackmus.tables.reviews.assignments import own_values
from lackmus.tables.table import Column, ColumnOf, Level, Row, Table, Unit


def status_tables(status: ReviewStatus) -> list[Table]:
    """Open texts by category, by system and by reason."""
    total = status.total
    apart = total.untestable > 0
    rows = [_category_row(one, Level.BODY, apart) for one in status.categories]
    categories = Table(
        title="Open texts by category",
        columns=(
            Column("Category"),
            Column("Items", Unit.COUNT),
            Column("Fair", Unit.COUNT),
            Column("One decision away", Unit.COUNT),
            Column("Open texts", Unit.COUNT),
            Column("Blocked", Unit.COUNT),
            *([Column("Not testable", Unit.COUNT)] * apart),
        ),
        rows=(*rows, _category_row(total, Level.AVERAGE, apart)),
        signature=status.signature,
        notes=(
            f"{counted(total.open, 'text is', 'texts are')} open. {_in_time(status)}",
            *(
                ["Blocked: a system has no output there, so that no decision makes them fair."]
                * bool(total.blocked)
            ),
            *(["Not testable: people say so of a text there, so that the item is not fair either."] * apart),
        ),
    )
    systems = Table.of(
        "Open outputs by system",
        status.systems,
        (
            ColumnOf("System", lambda one: one.system),
            ColumnOf("Open outputs", lambda one: one.open, Unit.COUNT),
            ColumnOf("Missing", lambda one: one.missing, Unit.COUNT),
            *([ColumnOf("Not testable", lambda one: one.untestable, Unit.COUNT)] * apart),
            ColumnOf("Fair without it", lambda one: one.alone, Unit.COUNT),
        ),
        status.signature,
        ("Fair without it: items that this system alone keeps from being fair.",),
    )
    reasons = Table(
        title="Why texts are open",
        columns=(Column("Reason"), Column("Texts", Unit.COUNT), Column("%", Unit.PERCENT)),
        rows=tuple(Row.of(reason, n, 100 * n / total.open) for reason, n in status.reasons.items()),
        signature=status.signature,
    )
    return [categories, systems, reasons]


def status_values(
    status: ReviewStatus, left_out: Mapping[str, str] | None = None, yours: OwnWork | None = None
) -> dict[str, Any]:
    """The progress as plain values; times in seconds."""
    pace, left = status.pace, status.time_left
    return {
        "signature": status.signature,
        "total": {name: n for name, n in asdict(status.total).items() if name != "category"},
        "categories": [asdict(one) for one in status.categories],
        "systems": [asdict(one) for one in status.systems],
        "reasons": dict(status.reasons),
        "pace": {"seconds": pace.gap.total_seconds(), "gaps": pace.gaps} if pace else None,
        "seconds_left": left.total_seconds() if left is not None else None,
        "left_out": dict(left_out or {}),
        "yours": None if yours is None else own_values(yours),
    }


def _category_row(one: CategoryStatus, level: Level, apart: bool) -> Row:
    counts = (one.items, one.fair, one.one_away, one.open, one.blocked, *[one.untestable] * apart)
    return Row.of(one.category, *counts, level=level)


def _in_time(status: ReviewStatus) -> str:
    left = status.time_left
    if status.pace is None or left is None:
        return "Too few decisions so far to tell how long they will take."
    return f"At the pace so far ({spoken(status.pace.gap)} a text) one person needs about {spoken(left)}."


def spoken(time: timedelta) -> str:
    """A duration in words, rounded."""
    seconds = time.total_seconds()
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours:,} h {minutes} min" if hours else f"{minutes} min"
