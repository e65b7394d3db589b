"""Contrasts as a table and as plain values."""

from collections.abc import Sequence
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.contrasts.contrast import Contrast
from lackmus.tables.table import ColumnOf, Table


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
