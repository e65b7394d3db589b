"""What a change of rules does: texts whose verdict changes, and texts where rules contradict people."""

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.base.verdict import Verdict
from lackmus.core.verdicts.judging import DECIDED, REASON, VERDICT

# Judged texts at some moment.
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
    """Texts (JUDGED) whose verdict or reason has changed (FLIPS), in the order of `after`.

    Texts that are only in one of the two frames are ignored.
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
    """How many texts changed from one verdict to another, most frequent first.

    From warning to warning means that only the reason is another.
    """
    counts = FLIPS.of(flipped).group_by("before", "after").len()
    counts = counts.sort("len", "before", "after", descending=[True, False, False])
    return {(before, after): count for before, after, count in counts.iter_rows()}


def conflicts(decided: pl.DataFrame, ruled: pl.DataFrame) -> pl.DataFrame:
    """Texts on which people (DECIDED) say something else than the rules alone (JUDGED): CONFLICTS.

    An open text is no conflict: people are there to settle what rules leave open, and people who differ must
    first agree.
    """
    said = pl.col("verdict") != Verdict.WARNING
    people = DECIDED.of(decided).filter(said).select("item", "text", pl.col("verdict").alias("decided"))
    rules = JUDGED.of(ruled).filter(said).rename({"verdict": "ruled"})
    both = rules.join(people, on=["item", "text"], maintain_order="left")
    return CONFLICTS.of(both.filter(pl.col("decided") != pl.col("ruled")))
