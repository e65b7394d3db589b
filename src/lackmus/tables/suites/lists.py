"""Stored suites as tables, and the reserved share of each phenomenon."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.suites.counts import Share, SuiteCount
from lackmus.tables.table import Cell, Column, Row, Table, Unit


def suites_table(suites: Sequence[SuiteCount], revision: int) -> Table:
    """One row for each suite of a workspace."""
    return Table(
        "Suites of the workspace",
        (
            Column("Suite"),
            Column("Pairs"),
            Column("Items", Unit.COUNT),
            Column("Reserved", Unit.COUNT),
            Column("Phenomena", Unit.COUNT),
            Column("Rules", Unit.COUNT),
            Column("Last change (UTC)"),
            Column("By"),
        ),
        tuple(
            Row(
                (
                    Cell(one.name),
                    Cell(", ".join(one.pairs)),
                    Cell(one.items),
                    Cell(one.reserved),
                    Cell(one.phenomena),
                    Cell(one.rules),
                    Cell(one.changed[:16].replace("T", " ")),
                    Cell(one.by),
                )
            )
            for one in suites
        ),
        signature({"suites": len(suites), "revision": revision}),
    )


def suites_values(suites: Sequence[SuiteCount], revision: int) -> dict[str, Any]:
    """The suites as plain values."""
    return {"revision": revision, "suites": [{**asdict(one), "pairs": list(one.pairs)} for one in suites]}


def split_table(
    suite: str, found: Sequence[Share], about: Mapping[str, object], notes: Sequence[str]
) -> Table:
    """How many items of each phenomenon are reserved."""
    items, reserved = sum(one.items for one in found), sum(one.reserved for one in found)
    return Table(
        f"{suite}: what is kept secret",
        (
            Column("Pair"),
            Column("Category"),
            Column("Phenomenon"),
            Column("Items", Unit.COUNT),
            Column("Reserved", Unit.COUNT),
            Column("New", Unit.COUNT),
        ),
        tuple(
            Row(
                (
                    Cell(one.pair),
                    Cell(one.category),
                    Cell(one.phenomenon),
                    Cell(one.items),
                    Cell(one.reserved),
                    Cell(one.new),
                )
            )
            for one in found
        ),
        signature({"suite": suite, **about, "items": items}),
        (f"{reserved:,} of {counted(items, 'item is', 'items are')} kept secret.", *notes),
    )
