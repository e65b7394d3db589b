"""Campaigns and their systems as tables and as plain values."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.outputs.campaigns import CampaignShown, SystemShown, day
from lackmus.core.outputs.fit import alarms
from lackmus.tables.table import Cell, Column, Row, Table, Unit


def campaigns_table(campaigns: Sequence[CampaignShown]) -> Table:
    """One line per campaign."""
    return Table(
        title=counted(len(campaigns), "campaign"),
        columns=(
            Column("Campaign"),
            Column("Year"),
            Column("Systems", Unit.COUNT),
            Column("Suites"),
            Column("Pairs"),
            Column("Outputs", Unit.COUNT),
            Column("Distinct texts", Unit.COUNT),
            Column("Open warnings", Unit.COUNT),
            Column("Tags"),
        ),
        rows=tuple(
            Row(
                (
                    Cell(one.name),
                    Cell(None if one.year is None else str(one.year)),
                    Cell(len(one.systems)),
                    _listed(one.suites),
                    _listed(one.pairs),
                    Cell(one.outputs),
                    Cell(one.texts),
                    Cell(one.open_warnings),
                    _listed(one.tags),
                )
            )
            for one in campaigns
        ),
        signature=signature({"campaigns": len(campaigns)}),
        notes=("Open warnings: distinct texts that neither rules nor people have settled.",),
    )


def systems_table(title: str, systems: Sequence[SystemShown]) -> Table:
    """One row per system, with the problems of its files."""
    return Table(
        title=title,
        columns=(
            Column("System"),
            Column("Label"),
            Column("Campaign"),
            Column("Tags"),
            Column("Pairs"),
            Column("Outputs", Unit.COUNT),
            Column("Distinct texts", Unit.COUNT),
            Column("Open warnings", Unit.COUNT),
            Column("Replaced", Unit.COUNT),
        ),
        rows=tuple(
            Row(
                (
                    Cell(one.name),
                    Cell(one.label),
                    Cell(one.campaign),
                    _listed(one.tags),
                    _listed(sorted({each.pair for each in one.current})),
                    Cell(one.outputs),
                    Cell(one.texts),
                    Cell(one.open_warnings),
                    Cell(len(one.hand_ins) - len(one.current)),
                )
            )
            for one in systems
        ),
        signature=signature({"systems": len(systems)}),
        notes=(
            *(told for one in systems for each in one.current for told in alarms(one.name, each.suspicions)),
            *(f"{one.name}: {one.comment}" for one in systems if one.comment),
        ),
    )


def hand_ins_table(systems: Sequence[SystemShown]) -> Table:
    """Every hand-in of the systems, replaced ones included."""
    rows = [(one, each) for one in systems for each in one.hand_ins]
    return Table(
        title="Hand-ins",
        columns=(
            Column("System"),
            Column("Suite"),
            Column("Pair"),
            Column("File"),
            Column("Came (UTC)"),
            Column("By"),
            Column("Outputs", Unit.COUNT),
            Column("Misaligned"),
            Column("Replaced"),
        ),
        rows=tuple(
            Row(
                (
                    Cell(one.name),
                    Cell(each.suite),
                    Cell(each.pair),
                    Cell(each.file or None),
                    Cell(day(each.at)),
                    Cell(each.person or None),
                    Cell(each.outputs),
                    _listed(sorted({suspicion.kind.value for suspicion in each.suspicions})),
                    Cell(None if each.replaced is None else day(each.replaced)),
                )
            )
            for one, each in rows
        ),
        signature=signature({"hand-ins": len(rows)}),
    )


def origin_tables(systems: Sequence[SystemShown]) -> tuple[Table, ...]:
    """How current outputs were fetched from engines: one table each, with the signature of that fetch."""
    return tuple(
        Table(
            title=f"{one.name}, {each.suite}, {each.pair}: how it was fetched",
            columns=(Column("What"), Column("Value")),
            rows=tuple(Row((Cell(name), Cell(value))) for name, value in each.origin.facts),
            signature=each.origin.signature,
        )
        for one in systems
        for each in one.current
        if each.origin is not None
    )


def campaign_values(one: CampaignShown) -> dict[str, object]:
    """A campaign as plain values."""
    return {
        "name": one.name,
        "year": one.year,
        "tags": list(one.tags),
        "comment": one.comment,
        "suites": one.suites,
        "pairs": one.pairs,
        "outputs": one.outputs,
        "texts": one.texts,
        "open_warnings": one.open_warnings,
        "systems": [system_values(system) for system in one.systems],
    }


def system_values(one: SystemShown) -> dict[str, object]:
    """A system as plain values."""
    return {**asdict(one), "outputs": one.outputs}


def _listed(names: Iterable[str]) -> Cell:
    return Cell(", ".join(names) or None)
