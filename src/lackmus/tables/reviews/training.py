"""Training sets as tables and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.reviews.training import (
    WHY,
    TrainingAnswer,
    TrainingDifference,
    TrainingPage,
    TrainingReport,
    TrainingSet,
)
from lackmus.tables.reviews.known_verdicts import agreed_table
from lackmus.tables.table import Column, ColumnOf, Row, Table, Unit


def sets_table(found: Sequence[TrainingSet]) -> Table:
    """Training sets with their people."""
    return Table(
        title="Training sets",
        columns=(
            Column("Name"),
            Column("Suite"),
            Column("Texts", Unit.COUNT),
            Column("Required"),
            Column("Person"),
            Column("Judged", Unit.COUNT),
        ),
        rows=tuple(
            Row.of(one.name, one.suite, one.texts, "yes" if one.required else "no", person, done)
            for one in found
            for person, done in _people(one)
        ),
        signature=signature({"training": len(found)}),
        notes=tuple(f"{one.name}: {one.about}." for one in found),
    )


def _people(one: TrainingSet) -> list[tuple[str, int | None]]:
    return [(each.person, each.done) for each in one.people] or [("nobody", None)]


def _why(one: TrainingDifference) -> str:
    return " ".join((WHY[one.origin], *(each.comment for each in one.comments)))


def text_table(found: TrainingPage) -> Table:
    """The next text, with what helps to judge it."""
    one = found.text
    rows = (
        []
        if one is None
        else [
            ("Source", one.source),
            *([("Prompt", one.prompt)] if one.prompt else []),
            ("Text", one.text),
            *([("Guideline", one.guideline)] if one.guideline else []),
            *(
                (f"Example: {shown.verdict}", f"{shown.source} → {shown.translation}")
                for shown in one.examples
            ),
            *(("Plain rule", rule) for rule in one.plain_rules),
        ]
    )
    title = f"Text {one.text_id} ({one.item}, {one.category} > {one.phenomenon})" if one else found.name
    said = f"{found.done:,} of {found.texts:,} judged."
    return Table(
        title=title,
        columns=(Column("What"), Column("Text")),
        rows=tuple(Row.of(*row) for row in rows),
        signature=signature({"training": found.name, "done": found.done, "texts": found.texts}),
        notes=(said if one else f"{said} The report tells how you agree.",),
    )


def answer_table(one: TrainingAnswer) -> Table:
    """An answer beside the known verdict."""
    return Table(
        title=f"Text {one.text_id}",
        columns=(Column("What"), Column("Verdict"), Column("Why")),
        rows=(
            Row.of("Your answer", one.answer, ""),
            Row.of("Known verdict", one.known, WHY[one.origin]),
            *(Row.of(f"Comment of {each.person}", "", each.comment) for each in one.comments),
        ),
        signature=signature({"training": "answer", "same": one.same}),
        notes=(f"{one.done:,} of {one.texts:,} judged.",),
    )


def report_tables(found: TrainingReport) -> list[Table]:
    """Agreement with a training set, and the texts on which people differ from it."""
    agreed = agreed_table(found.agreed, f"Agreement with {found.name}")
    differ = Table.of(
        "Texts with another verdict",
        found.differences,
        (
            ColumnOf("Person", lambda one: one.person),
            ColumnOf("Number", lambda one: one.text_id),
            ColumnOf("Item", lambda one: one.item),
            ColumnOf("Phenomenon", lambda one: one.phenomenon),
            ColumnOf("Source", lambda one: one.source),
            ColumnOf("Text", lambda one: one.text),
            ColumnOf("Answer", lambda one: one.answer),
            ColumnOf("Known", lambda one: one.known),
            ColumnOf("Why", _why),
        ),
        agreed.signature,
    )
    return [agreed, differ] if found.differences else [agreed]


def report_values(found: TrainingReport) -> dict[str, Any]:
    """Agreement with a training set as plain values."""
    return asdict(found)
