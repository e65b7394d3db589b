"""Contrasts as a table and as plain values."""

from collections.abc import Sequence
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.contrasts.contrast import Contrast
from lackmus.tables.table import Cell, Column, Row, Table


def contrasts_table(contrasts: Sequence[Contrast], hint: str) -> Table:
    """One row per contrast."""
    return Table(
        title="Bundled contrasts",
        columns=(*map(Column, ("Pair", "Name", "Contrast", "Runs", "What it is about")),),
        rows=tuple(
            Row(
                (
                    Cell(str(one.pair)),
                    Cell(one.name),
                    Cell(one.phenomenon),
                    Cell("when named" if one.only_named else "always"),
                    Cell(_first_sentence(one.about)),
                )
            )
            for one in contrasts
        ),
        signature=signature({"contrasts": len(contrasts)}),
        notes=(hint,),
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
