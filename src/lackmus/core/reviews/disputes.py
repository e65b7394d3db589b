"""Texts on which people differ, for the editor who adjudicates."""

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import DECISIONS
from lackmus.core.rules.judge import Reason

DISPUTES = Columns(
    text_id=pl.Int64,
    item=pl.String,
    text=pl.String,
    passed=pl.List(pl.String),  # names of people
    failed=pl.List(pl.String),
    untestable=pl.List(pl.String),
)


def disputes(made: pl.DataFrame, decided: pl.DataFrame) -> pl.DataFrame:
    """The disputed texts with the opinions of people (DISPUTES).

    `made` are the decisions that hold (DECISIONS), `decided` what follows from them (DECIDED); both have
    text_id.
    """
    disputed = decided.filter(pl.col("reason") == Reason.DISPUTED).select("text_id")
    said = made.select(*DECISIONS, "text_id").join(disputed, on="text_id", how="semi")
    names = {"passed": Verdict.PASS, "failed": Verdict.FAIL, "untestable": Verdict.UNTESTABLE}
    return DISPUTES.of(
        said.group_by("text_id", "item", "text")
        .agg(
            pl.col("person").filter(pl.col("verdict") == verdict).sort().alias(name)
            for name, verdict in names.items()
        )
        .sort("item", "text_id")
    )
