"""Examples for a paper: passing and failing outputs side by side, where systems disagree."""

import polars as pl

from lackmus.core.base.texts import folded
from lackmus.core.verdicts.judging import SETTLED

TEXTS_EACH = 2  # texts of each verdict that are shown


def examples(verdicts: pl.DataFrame, per_phenomenon: int = 1) -> pl.DataFrame:
    """The texts to show: category, phenomenon, item, verdict, text and the systems that wrote it.

    For each phenomenon the items on which systems disagree most evenly; of each item the most frequent
    distinct texts. The same verdicts always give the same choice.
    """
    place = ["category", "phenomenon"]
    # Columns are selected as late as possible: of millions of outputs, few texts are needed.
    settled = verdicts.lazy().with_row_index("row").filter(pl.col("verdict").is_in(SETTLED))
    passes, fails = ((pl.col("verdict") == verdict).sum() for verdict in SETTLED)
    even = (
        settled.group_by(*place, "item")
        .agg(pl.min_horizontal(passes, fails).alias("evenness"), pl.col("row").min())
        .filter(pl.col("evenness") > 0)
        .filter(pl.col("evenness") >= pl.col("evenness").top_k(per_phenomenon).min().over(place))
        .collect()
    )
    chosen = settled.filter(pl.col("item").is_in(even["item"].implode())).collect()
    items = (
        even.join(chosen.group_by("item").agg(pl.col("text").n_unique().alias("variety")), on="item")
        .sort(*place, "evenness", "variety", "row", descending=[False, False, True, True, False])
        .group_by(place, maintain_order=True)
        .head(per_phenomenon)
        .select("item")
        .with_row_index("place")
    )
    texts = (
        chosen.join(items, on="item")
        .group_by("place", "category", "phenomenon", "item", "verdict", "text")
        .agg(pl.col("system").sort(), pl.col("row").min())
        .sort("place", "verdict", pl.col("system").list.len(), "row", descending=[False, False, True, False])
    )
    # Texts that differ only in an apostrophe or a capital count as one.
    alike = pl.Series("alike", [folded(text).casefold() for text in texts["text"]], pl.String)
    different = texts.with_columns(alike).unique(
        ("place", "verdict", "alike"), keep="first", maintain_order=True
    )
    shown = different.group_by("place", "verdict", maintain_order=True).head(TEXTS_EACH)
    return shown.select("category", "phenomenon", "item", "verdict", "text", "system")
