"""Texts and phenomena that are assigned to people, as tables."""

from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.reviews.assignments import (
    Assigned,
    AssignedPhenomena,
    AssignedTexts,
    AssignmentOverview,
    OwnWork,
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
            Column("Phenomena", Unit.COUNT),
            Column("Texts", Unit.COUNT),
            Column("Settled", Unit.COUNT),
            Column("Open", Unit.COUNT),
        ),
        rows=tuple(
            Row.of(each.person, each.phenomena, each.texts, each.settled, each.open) for each in one.people
        ),
        signature=signature(about),
        notes=("Phenomena, categories and single items together.",),
    )
    noted = phenomena.with_notes(own_notes(one.yours))
    return [noted, *([people] if one.people else [])]


def own_notes(one: OwnWork) -> list[str]:
    """What is assigned to the person who asks, in a sentence; none if nothing is."""
    return [f"Yours: {one.told}."] if one.texts or one.all_open else []


def own_values(one: OwnWork) -> dict[str, Any]:
    """What is assigned to the person who asks, as plain values."""
    return {name: value for name, value in asdict(one).items() if name not in ("campaign", "suite", "pair")}


def assigned_phenomena_table(one: AssignedPhenomena) -> Table:
    """Phenomena that were assigned, one a row."""
    return Table(
        title="Assigned phenomena" if one.person else "Phenomena that are nobody's",
        columns=(Column("Category"), Column("Phenomenon"), Column("Person")),
        rows=tuple(
            Row.of(each.category, each.phenomenon or "all", one.person or "nobody") for each in one.phenomena
        ),
        signature=signature({"review": "assign", "campaign": one.campaign, "change": one.change}),
        notes=(
            *([f"Before: {', '.join(one.before)}."] * bool(one.before)),
            *(["Texts of later imports are included."] * (one.person is not None)),
            *(["It was so already."] * (one.change is None)),
        ),
    )


def assignments_values(one: AssignmentOverview) -> dict[str, Any]:
    """What is assigned to whom, as plain values."""
    people = [{**asdict(each), "settled": each.settled} for each in one.people]
    phenomena = [asdict(each) for each in one.phenomena]
    return {**asdict(one), "phenomena": phenomena, "people": people, "yours": own_values(one.yours)}


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
