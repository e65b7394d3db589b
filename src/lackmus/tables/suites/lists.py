"""Stored suites as tables, and the reserved share of each phenomenon."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.outputs.campaigns import day
from lackmus.core.suites.counts import Share, SuiteCount
from lackmus.tables.table import ColumnOf, Table, Unit


def suites_table(suites: Sequence[SuiteCount], revision: int) -> Table:
    """One row for each suite of a workspace."""
    return Table.of(
        "Suites of the workspace",
        suites,
        (
            ColumnOf("Suite", lambda one: one.name),
            ColumnOf("Pairs", lambda one: ", ".join(one.pairs)),
            ColumnOf("Items", lambda one: one.items, Unit.COUNT),
            ColumnOf("Reserved", lambda one: one.reserved, Unit.COUNT),
            ColumnOf("Phenomena", lambda one: one.phenomena, Unit.COUNT),
            ColumnOf("Rules", lambda one: one.rules, Unit.COUNT),
            ColumnOf("Last change (UTC)", lambda one: day(one.changed)),
            ColumnOf("By", lambda one: one.by),
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
    return Table.of(
        f"{suite}: what is kept secret",
        found,
        (
            ColumnOf("Pair", lambda one: one.pair),
            ColumnOf("Category", lambda one: one.category),
            ColumnOf("Phenomenon", lambda one: one.phenomenon),
            ColumnOf("Items", lambda one: one.items, Unit.COUNT),
            ColumnOf("Reserved", lambda one: one.reserved, Unit.COUNT),
            ColumnOf("New", lambda one: one.new, Unit.COUNT),
        ),
        signature({"suite": suite, **about, "items": items}),
        (f"{reserved:,} of {counted(items, 'item is', 'items are')} kept secret.", *notes),
    )
