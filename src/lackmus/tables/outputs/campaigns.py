"""Campaigns and their systems as tables and as plain values."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.outputs.campaigns import CampaignShown, SystemShown, day
from lackmus.core.outputs.fit import alarms
from lackmus.tables.table import Cell, Column, ColumnOf, Row, Table, Unit


def campaigns_table(campaigns: Sequence[CampaignShown]) -> Table:
    """One line per campaign."""
    return Table.of(
        counted(len(campaigns), "campaign"),
        campaigns,
        (
            ColumnOf("Campaign", lambda one: one.name),
            ColumnOf("Year", lambda one: None if one.year is None else str(one.year)),
            ColumnOf("Systems", lambda one: len(one.systems), Unit.COUNT),
            ColumnOf("Suites", lambda one: _listed(one.suites)),
            ColumnOf("Pairs", lambda one: _listed(one.pairs)),
            ColumnOf("Outputs", lambda one: one.outputs, Unit.COUNT),
            ColumnOf("Distinct texts", lambda one: one.texts, Unit.COUNT),
            ColumnOf("Open warnings", lambda one: one.open_warnings, Unit.COUNT),
            ColumnOf("Tags", lambda one: _listed(one.tags)),
        ),
        signature({"campaigns": len(campaigns)}),
        ("Open warnings: distinct texts that neither rules nor people have settled.",),
    )


def systems_table(title: str, systems: Sequence[SystemShown]) -> Table:
    """One row per system, with the problems of its files."""
    return Table.of(
        title,
        systems,
        (
            ColumnOf("System", lambda one: one.name),
            ColumnOf("Label", lambda one: one.label),
            ColumnOf("Campaign", lambda one: one.campaign),
            ColumnOf("Tags", lambda one: _listed(one.tags)),
            ColumnOf("Pairs", lambda one: _listed(sorted({each.pair for each in one.current}))),
            ColumnOf("Outputs", lambda one: one.outputs, Unit.COUNT),
            ColumnOf("Distinct texts", lambda one: one.texts, Unit.COUNT),
            ColumnOf("Open warnings", lambda one: one.open_warnings, Unit.COUNT),
            ColumnOf("Replaced", lambda one: len(one.hand_ins) - len(one.current), Unit.COUNT),
        ),
        signature({"systems": len(systems)}),
        (
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
            Row.of(
                one.name,
                each.suite,
                each.pair,
                each.file or None,
                day(each.at),
                each.person or None,
                each.outputs,
                _listed(sorted({suspicion.kind.value for suspicion in each.suspicions})),
                None if each.replaced is None else day(each.replaced),
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
            rows=tuple(Row.of(name, value) for name, value in each.origin.facts),
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
