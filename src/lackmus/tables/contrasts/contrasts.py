"""Contrasts, and the studies of a workspace, as tables and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.contrasts.contrast import Contrast
from lackmus.core.contrasts.study import StudyShown
from lackmus.core.outputs.campaigns import day
from lackmus.tables.table import ColumnOf, Table, Unit


def contrasts_table(contrasts: Sequence[Contrast], hint: str) -> Table:
    """One row per contrast."""
    return Table.of(
        "Bundled contrasts",
        contrasts,
        (
            ColumnOf("Pair", lambda one: str(one.pair)),
            ColumnOf("Name", lambda one: one.name),
            ColumnOf("Contrast", lambda one: one.phenomenon),
            ColumnOf("Runs", lambda one: "when named" if one.only_named else "always"),
            ColumnOf("What it is about", lambda one: _first_sentence(one.about)),
        ),
        signature({"contrasts": len(contrasts)}),
        (hint,),
    )


def _first_sentence(text: str) -> str:
    """The first sentence, for a list."""
    return text.partition(". Good")[0].partition(". ")[0].removesuffix(".") + "."


def contrasts_values(contrasts: Sequence[Contrast]) -> dict[str, Any]:
    """The contrasts as plain values."""
    return {
        "contrasts": [
            {
                "name": one.name,
                "pair": str(one.pair),
                "category": one.category,
                "phenomenon": one.phenomenon,
                "about": one.about,
                "source": one.source.text,
                "reference": one.reference.text,
                "good": one.good.text,
                "bad": one.bad.text if one.bad else None,
                "only_named": one.only_named,
            }
            for one in contrasts
        ]
    }


def studies_table(studies: Sequence[StudyShown], hint: str = "") -> Table:
    """One row for each study."""
    return Table.of(
        "Studies of the workspace",
        studies,
        (
            ColumnOf("Study", lambda one: one.name),
            ColumnOf("Pair", lambda one: one.pair),
            ColumnOf("Contrasts", lambda one: len(one.contrasts), Unit.COUNT),
            ColumnOf("Items", lambda one: one.items, Unit.COUNT),
            ColumnOf("Selected", lambda one: one.selected, Unit.COUNT),
            ColumnOf("Kept", lambda one: one.kept, Unit.COUNT),
            ColumnOf("Dropped", lambda one: one.dropped, Unit.COUNT),
            ColumnOf("Systems", lambda one: ", ".join(one.systems)),
            ColumnOf("References", lambda one: ", ".join(one.references) or None),
            ColumnOf("Made (UTC)", lambda one: day(one.at)),
            ColumnOf("By", lambda one: one.person),
        ),
        signature({"studies": len(studies)}),
        () if studies else (f"There is none yet. {hint}".strip(),),
    )


def studies_values(studies: Sequence[StudyShown]) -> dict[str, Any]:
    """The studies as plain values."""
    return {"studies": [asdict(one) for one in studies]}
