"""Texts and phenomena that are assigned to people, as tables."""

from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.reviews.assignments import (
    Assigned,
    AssignedPhenomenon,
    AssignedTexts,
    AssignmentOverview,
)
from lackmus.tables.table import Cell, Column, ColumnOf, Row, Table, Unit


def assigned_table(one: Assigned) -> Table:
    """The assignment, in one row."""
    return Table(
        title="Texts for a second opinion",
        columns=(
            Column("Person"),
            Column("New", Unit.COUNT),
            Column("Given before", Unit.COUNT),
            Column("Of", Unit.COUNT),
        ),
        rows=(Row.of(one.person, one.new, one.before, one.of),),
        signature=signature(
            {
                "review": "assign",
                "campaign": one.campaign,
                "double": one.share,
                "seed": one.seed,
                "change": one.change,
            }
        ),
        notes=("Of: texts of the campaign that people judged or will judge.",),
    )


def assignments_tables(one: AssignmentOverview) -> list[Table]:
    """What is assigned to whom, by phenomenon and by person."""
    about = {"review": "assignments", "campaign": one.campaign, "suite": one.suite, "pair": one.pair}
    phenomena = Table(
        title="Phenomena and whose they are",
        columns=(
            Column("Category"),
            Column("Phenomenon"),
            Column("Assigned to"),
            Column("Texts", Unit.COUNT),
            Column("Open", Unit.COUNT),
        ),
        rows=tuple(
            Row(
                (
                    Cell(each.category),
                    Cell(each.phenomenon),
                    Cell(f"{each.person} (category)" if each.by_category else each.person),
                    Cell(each.texts),
                    Cell(each.open),
                )
            )
            for each in one.phenomena
        ),
        signature=signature(about),
    )
    people = Table(
        title="People and what is assigned to them",
        columns=(
            Column("Person"),
            Column("Texts", Unit.COUNT),
            Column("Settled", Unit.COUNT),
            Column("Open", Unit.COUNT),
        ),
        rows=tuple(
            Row((Cell(each.person), Cell(each.texts), Cell(each.settled), Cell(each.open)))
            for each in one.people
        ),
        signature=signature(about),
        notes=("Phenomena, categories and single items together.",),
    )
    return [phenomena, *([people] if one.people else [])]


def assigned_phenomenon_table(one: AssignedPhenomenon) -> Table:
    """An assignment of a phenomenon, in one row."""
    return Table(
        title="Assigned phenomena",
        columns=(Column("Category"), Column("Phenomenon"), Column("Person"), Column("Before")),
        rows=(
            Row(
                (
                    Cell(one.category),
                    Cell(one.phenomenon or "all"),
                    Cell(one.person or "nobody"),
                    Cell(", ".join(one.before)),
                )
            ),
        ),
        signature=signature({"review": "assign", "campaign": one.campaign, "change": one.change}),
        notes=(
            *(["Texts of later imports are included."] * (one.person is not None)),
            *(["It was so already."] * (one.change is None)),
        ),
    )


def assignments_values(one: AssignmentOverview) -> dict[str, Any]:
    """What is assigned to whom, as plain values."""
    people = [{**asdict(each), "settled": each.settled} for each in one.people]
    return {**asdict(one), "phenomena": [asdict(each) for each in one.phenomena], "people": people}


def assigned_texts_table(done: AssignedTexts) -> Table:
    """Texts that were assigned, in one row."""
    return Table.of(
        done.said,
        [done],
        (
            ColumnOf("Person", lambda one: one.person or "nobody"),
            ColumnOf("Changed", lambda one: len(one.texts), Unit.COUNT),
            ColumnOf("So already", lambda one: one.unchanged, Unit.COUNT),
            ColumnOf("Change", lambda one: f"#{one.change}" if one.change else ""),
        ),
        signature({"person": done.person or "nobody", "texts": len(done.texts)}),
    )
