"""Decisions of annotators: what people said about a text, and where they differ."""

import polars as pl

from lackmus.core.columns import Columns
from lackmus.core.judges import Reason, Verdict
from lackmus.core.outputs import keys_of
from lackmus.core.verdicts import DECIDED, REASON, VERDICT

# In the order in which they were made; an editor's decision may adjudicate between people who differ.
DECISIONS = Columns(item=pl.String, text=pl.String, person=pl.String, verdict=VERDICT, adjudicates=pl.Boolean)


def decided(decisions: pl.DataFrame) -> pl.DataFrame:
    """What holds for each text on which people have spoken (DECIDED).

    The adjudicated verdict holds, else what everybody's latest decision says; where those differ the text
    is disputed, and a warning until an editor adjudicates.
    """
    made = DECISIONS.of(decisions).with_columns(keys_of(decisions["text"])).with_row_index("order")
    text = ["item", "text"]
    latest = made.sort("order").unique([*text, "person"], keep="last", maintain_order=True)
    agreed = latest.group_by(text, maintain_order=True).agg(
        pl.col("verdict").n_unique().alias("opinions"), pl.col("verdict").last()
    )
    adjudicated = (
        made.filter("adjudicates")
        .unique(text, keep="last", maintain_order=True)
        .select(*text, pl.col("verdict").alias("adjudicated"))
    )
    disputed = pl.col("adjudicated").is_null() & (pl.col("opinions") > 1)
    return DECIDED.of(
        agreed.join(adjudicated, on=text, how="left", maintain_order="left").select(
            *text,
            pl.when(disputed)
            .then(pl.lit(Verdict.WARNING, dtype=VERDICT))
            .otherwise(pl.coalesce("adjudicated", "verdict"))
            .alias("verdict"),
            pl.when(disputed).then(pl.lit(Reason.DISPUTED, dtype=REASON)).alias("reason"),
        )
    )
