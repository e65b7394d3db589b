"""The effect of rule changes, as tables and as plain values."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.reviews.rule_conflicts import CONFLICTS, flip_counts
from lackmus.tables.table import Column, Row, Table, Unit


def flips_tables(
    flipped: pl.DataFrame, about: Mapping[str, object] | None = None, most: int | None = None
) -> list[Table]:
    """How many texts changed verdict, and which (at most `most`)."""
    line = signature({"review": "flips", **(about or {}), "texts": flipped.height})
    counts = Table(
        title="What flipped",
        columns=(Column("Before"), Column("After"), Column("Texts", Unit.COUNT)),
        rows=tuple(Row.of(before, after, count) for (before, after), count in flip_counts(flipped).items()),
        signature=line,
        notes=(f"{counted(flipped.height, 'text')} flipped.",),
    )
    texts = Table(
        title="Texts that flipped",
        columns=(Column("Item"), Column("Text"), Column("Before"), Column("After")),
        rows=tuple(
            Row.of(item, text, _told(before, why), _told(after, why_now))
            for _, item, text, before, after, why, why_now in flipped.head(_some(flipped, most)).iter_rows()
        ),
        signature=line,
        notes=_untold(flipped, most),
    )
    return [counts, texts]


def conflicts_table(
    differing: pl.DataFrame, about: Mapping[str, object] | None = None, most: int | None = None
) -> Table:
    """Texts on which people and rules disagree (at most `most`)."""
    return Table(
        title="Where the rules contradict people",
        columns=tuple(map(Column, ("Number", "Item", "Text", "People", "Rules"))),
        rows=tuple(Row.of(*row) for row in CONFLICTS.of(differing).head(_some(differing, most)).iter_rows()),
        signature=signature({"review": "conflicts", **(about or {}), "texts": differing.height}),
        notes=(
            f"On {counted(differing.height, 'text')} people and rules differ; what people decided counts.",
            *_untold(differing, most),
        ),
    )


def conflicts_values(differing: pl.DataFrame, about: Mapping[str, object] | None = None) -> dict[str, Any]:
    """All conflicts as plain values."""
    return {
        "signature": signature({"review": "conflicts", **(about or {}), "texts": differing.height}),
        "texts": CONFLICTS.of(differing).to_dicts(),
    }


def _told(verdict: str, reason: str | None) -> str:
    return f"{verdict} ({reason})" if reason else verdict


def _some(frame: pl.DataFrame, most: int | None) -> int:
    return frame.height if most is None else min(most, frame.height)


def _untold(frame: pl.DataFrame, most: int | None) -> tuple[str, ...]:
    more = frame.height - _some(frame, most)
    return (f"{counted(more, 'text is', 'texts are')} not shown.",) if more else ()
