"""The order of review once more, in Polars and without regard to speed: what `Lineup` is tested against."""

import polars as pl

from lackmus.core.base.number_ranges import ranges_of
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.offers import AssignedTo, Filters, Occasion, PersonContext
from lackmus.core.reviews.queue import STANDING
from lackmus.core.rules.judge import Reason
from lackmus.core.verdicts.judging import REASON

_WARNED = pl.col("verdict") == Verdict.WARNING
_MISSING = pl.col("reason").eq_missing(pl.lit(Reason.MISSING, dtype=REASON))


def queue(standing: pl.DataFrame) -> pl.DataFrame:
    """The open texts (text_id, reason) in working order: items with the fewest open texts first."""
    warned = STANDING.of(standing).filter(_WARNED)
    apart = standing.filter(pl.col("verdict") == Verdict.UNTESTABLE)
    blocked = pl.concat([warned.filter(_MISSING)["item"], apart["item"]]).unique()
    texts = (
        warned.filter(~_MISSING)
        .group_by("text_id")
        .agg(pl.col("item", "category", "phenomenon", "reason").first())
    )
    items = (
        texts.group_by("item")
        .agg(pl.col("category", "phenomenon").first(), pl.len().alias("open"))
        .with_columns(pl.col("item").is_in(blocked.implode()).alias("blocked"))
        .sort("blocked", "open", "category", "phenomenon", "item")
        .with_row_index("place")
        .select("item", "place")
    )
    return texts.join(items, on="item").sort("place", "text_id").select("text_id", "reason")


def offered(standing: pl.DataFrame, wanted: PersonContext, filters: Filters | None = None) -> pl.DataFrame:
    """The texts for a person (text_id, occasion) in their order, as `Lineup.offered` must have them."""
    filters = filters or Filters()
    open_texts = queue(standing).with_row_index("place")
    texts = (
        standing.drop_nulls("text_id")
        .filter(_chosen(filters))
        .select("text_id", "item", "item_id", "category", "phenomenon")
        .unique("text_id")
        .join(open_texts.select("text_id", "reason", "place"), on="text_id", how="left")
    )
    if filters.reason:
        texts = texts.filter(pl.col("reason").cast(pl.String) == filters.reason)
    mine, assigned, seconds = (
        pl.col("text_id").is_in(list(numbers)) for numbers in (wanted.mine, wanted.assigned, wanted.seconds)
    )
    disputed = pl.col("reason").eq_missing(pl.lit(str(Reason.DISPUTED)).cast(open_texts.schema["reason"]))
    new = ~mine & (pl.lit(wanted.editor) | ~disputed)
    occasion = (
        pl.when(~mine & assigned)
        .then(pl.lit(Occasion.ASSIGNED))
        .when(new & seconds)
        .then(pl.lit(Occasion.SECOND))
        .when(pl.col("place").is_not_null() & (new | (disputed & wanted.editor)))
        .then(pl.lit(Occasion.OPEN))
        .otherwise(pl.lit(Occasion.AGAIN) if filters.again else None)
        .cast(pl.Enum(Occasion))
        .alias("occasion")
    )
    found = texts.with_columns(occasion, _turn(texts, wanted)).drop_nulls("occasion")
    second = pl.col("text_id").is_in(list(wanted.assigned))
    if filters.assigned is AssignedTo.ME:
        found = found.filter((pl.col("turn") == 0) | second)
    elif (
        not wanted.editor
        and not filters.again
        and not (filters.assigned or filters.phenomenon or filters.item or filters.items)
    ):
        found = found.filter((pl.col("turn") != 2) | (pl.col("occasion") != Occasion.OPEN))
    for numbers in wanted.again(filters):
        found = found.filter(pl.col("text_id").is_in(list(numbers)))
    order = ["occasion", "turn", "place", "category", "phenomenon", "item", "text_id"]
    if filters.mine or filters.flagged:
        latest = list(wanted.mine if filters.mine else wanted.flagged)
        lately = pl.DataFrame({"text_id": latest, "lately": range(len(latest))}, schema=_LATELY)
        found, order = found.join(lately, on="text_id"), ["lately"]
    return found.sort(order, nulls_last=True).select("text_id", "occasion")


def _turn(texts: pl.DataFrame, wanted: PersonContext) -> pl.Series:
    """0: assigned to this person, 1: to nobody, 2: to another; the narrowest assignment counts."""
    turns = []
    for row in texts.iter_rows(named=True):
        owner = 0
        for name in ("", row["phenomenon"]):
            for one in wanted.phenomena:
                if (one.pair, one.category, one.phenomenon) == (row["item"][:2], row["category"], name):
                    owner = one.person
        owner = wanted.items.get(row["item_id"], owner)
        turns.append(0 if owner == wanted.person else 2 if owner else 1)
    return pl.Series("turn", turns, dtype=pl.Int64)


_LATELY = {"text_id": pl.Int64, "lately": pl.Int64}


def _chosen(filters: Filters) -> pl.Expr:
    chosen = pl.lit(True)
    for name in ("item", "category", "phenomenon", "system"):
        value = getattr(filters, name)
        if value is not None:
            chosen &= pl.col(name) == value
    if filters.items is not None:
        inside = [pl.col("item_id").is_between(*bounds) for bounds in ranges_of(filters.items)]
        chosen &= pl.any_horizontal(inside)
    return chosen
