"""Stored suites as tables: which there are, and which part of each phenomenon is kept secret."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.suites.suite import Draft
from lackmus.tables.table import Cell, Column, Row, Table, Unit


@dataclass(frozen=True)
class SuiteCount:
    """What a stored suite holds."""

    name: str
    pairs: tuple[str, ...]
    items: int
    reserved: int
    phenomena: int
    rules: int
    changed: str  # when it last was, in UTC
    by: str


def suites_table(suites: Sequence[SuiteCount], revision: int) -> Table:
    """One line for each suite of a workspace."""
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
    """The same as plain values."""
    return {"revision": revision, "suites": [{**asdict(one), "pairs": list(one.pairs)} for one in suites]}


@dataclass(frozen=True)
class Share:
    """How much of a phenomenon is kept secret."""

    pair: str
    category: str
    phenomenon: str
    items: int
    reserved: int
    new: int  # of the reserved ones, those that were not before


def shares(suite: Draft, reserved: Collection[str]) -> list[Share]:
    """Phenomenon by phenomenon, in the order of the suite."""
    counts: dict[tuple[str, str, str], list[int]] = {}
    for item in suite.items:
        count = counts.setdefault((str(item.pair), item.category, item.phenomenon), [0, 0, 0])
        secret = item.key in reserved
        count[0] += 1
        count[1] += secret
        count[2] += secret and not item.reserved
    return [Share(*key, *count) for key, count in counts.items()]


def split_table(
    suite: str, found: Sequence[Share], about: Mapping[str, object], notes: Sequence[str]
) -> Table:
    """How many items of every phenomenon are kept secret."""
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
