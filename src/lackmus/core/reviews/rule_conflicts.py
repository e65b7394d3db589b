"""What other rules change: texts whose verdict flips, and texts where the rules contradict people."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.verdicts.judging import DECIDED, REASON, SETTLED, VERDICT
from lackmus.tables.table import Cell, Column, Row, Table, Unit

# Texts as they are judged at some moment.
JUDGED = Columns(text_id=pl.Int64, item=pl.String, text=pl.String, verdict=VERDICT, reason=REASON)
FLIPS = Columns(
    text_id=pl.Int64,
    item=pl.String,
    text=pl.String,
    before=VERDICT,
    after=VERDICT,
    before_reason=REASON,
    after_reason=REASON,
)
CONFLICTS = Columns(text_id=pl.Int64, item=pl.String, text=pl.String, decided=VERDICT, ruled=VERDICT)


def flips(before: pl.DataFrame, after: pl.DataFrame) -> pl.DataFrame:
    """Texts (JUDGED) whose verdict or reason is another than before (FLIPS), in the order of `after`.

    A text that is there only once was not judged anew: it has come or gone.
    """
    past = JUDGED.of(before).select(
        "text_id", pl.col("verdict").alias("before"), pl.col("reason").alias("before_reason")
    )
    both = JUDGED.of(after).join(past, on="text_id", maintain_order="left")
    both = both.rename({"verdict": "after", "reason": "after_reason"})
    other = pl.col("before").ne_missing(pl.col("after")) | pl.col("before_reason").ne_missing(
        pl.col("after_reason")
    )
    return FLIPS.of(both.filter(other))


def flip_counts(flipped: pl.DataFrame) -> dict[tuple[str, str], int]:
    """How many texts went from which verdict to which, the most frequent first.

    From warning to warning means that only the reason is another.
    """
    counts = FLIPS.of(flipped).group_by("before", "after").len()
    counts = counts.sort("len", "before", "after", descending=[True, False, False])
    return {(before, after): count for before, after, count in counts.iter_rows()}


def flips_tables(
    flipped: pl.DataFrame, about: Mapping[str, object] | None = None, most: int | None = None
) -> list[Table]:
    """How many texts went where, and which they are (no more than `most` of them)."""
    line = signature({"review": "flips", **(about or {}), "texts": flipped.height})
    counts = Table(
        title="What flipped",
        columns=(Column("Before"), Column("After"), Column("Texts", Unit.COUNT)),
        rows=tuple(
            Row((Cell(before), Cell(after), Cell(count)))
            for (before, after), count in flip_counts(flipped).items()
        ),
        signature=line,
        notes=(f"{counted(flipped.height, 'text')} flipped.",),
    )
    texts = Table(
        title="Texts that flipped",
        columns=(Column("Item"), Column("Text"), Column("Before"), Column("After")),
        rows=tuple(
            Row((Cell(item), Cell(text), Cell(_told(before, why)), Cell(_told(after, why_now))))
            for _, item, text, before, after, why, why_now in flipped.head(_some(flipped, most)).iter_rows()
        ),
        signature=line,
        notes=_untold(flipped, most),
    )
    return [counts, texts]


def conflicts(decided: pl.DataFrame, ruled: pl.DataFrame) -> pl.DataFrame:
    """Texts on which people (DECIDED) and the rules alone (JUDGED) say the opposite (CONFLICTS).

    Where either leaves the text open there is no conflict: settling what rules leave open is what
    people decide for, and people who differ must first agree among themselves.
    """
    settled = pl.col("verdict").is_in(SETTLED)
    people = DECIDED.of(decided).filter(settled).select("item", "text", pl.col("verdict").alias("decided"))
    rules = JUDGED.of(ruled).filter(settled).rename({"verdict": "ruled"})
    both = rules.join(people, on=["item", "text"], maintain_order="left")
    return CONFLICTS.of(both.filter(pl.col("decided") != pl.col("ruled")))


def conflicts_table(
    differing: pl.DataFrame, about: Mapping[str, object] | None = None, most: int | None = None
) -> Table:
    """The texts on which people and rules say the opposite (no more than `most` of them)."""
    return Table(
        title="Where the rules contradict people",
        columns=tuple(map(Column, ("Number", "Item", "Text", "People", "Rules"))),
        rows=tuple(
            Row(tuple(map(Cell, row)))
            for row in CONFLICTS.of(differing).head(_some(differing, most)).iter_rows()
        ),
        signature=signature({"review": "conflicts", **(about or {}), "texts": differing.height}),
        notes=(
            f"On {counted(differing.height, 'text')} people and rules differ; what people decided counts.",
            *_untold(differing, most),
        ),
    )


def conflicts_values(differing: pl.DataFrame, about: Mapping[str, object] | None = None) -> dict[str, Any]:
    """The same as plain values, all of them."""
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
