"""How much of a campaign is open: an item does not count until its last warning is settled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import TimePerText
from lackmus.core.rules.judge import Reason
from lackmus.core.verdicts.judging import REASON, VERDICTS

# The current verdicts of a campaign, one row per output. Without an output the text is null.
_TOLD = ("item", "category", "phenomenon", "system", "text", "verdict", "reason")
STANDING = Columns(text_id=pl.Int64, **{name: VERDICTS[name] for name in _TOLD})
_WARNED = pl.col("verdict") == Verdict.WARNING
_UNTESTABLE = pl.col("verdict") == Verdict.UNTESTABLE
_MISSING = pl.col("reason").eq_missing(pl.lit(Reason.MISSING, dtype=REASON))


def open_texts(standing: pl.DataFrame) -> pl.DataFrame:
    """The texts (STANDING) that people can settle, a row each, in no order; `Lineup` puts them in order."""
    return STANDING.of(standing).filter(_WARNED & ~_MISSING).unique("text_id")


@dataclass(frozen=True)
class CategoryStatus:
    """Review progress in a category."""

    category: str
    items: int
    fair: int
    one_away: int  # items that one more decision makes fair
    open: int  # texts
    blocked: int  # items without an output, which no decision makes fair
    untestable: int  # items with a text that is not testable, and every output


@dataclass(frozen=True)
class SystemStatus:
    """What the outputs of a system still cost in review."""

    system: str
    open: int  # outputs that a person can settle
    missing: int  # outputs that no decision can settle
    untestable: int  # outputs that people call not testable
    alone: int  # items that would be fair without the system


@dataclass(frozen=True)
class ReviewStatus:
    """How much of a campaign is open, and how long it would take."""

    categories: tuple[CategoryStatus, ...]
    systems: tuple[SystemStatus, ...]  # most costly first
    reasons: Mapping[str, int]  # why texts are open, the most frequent first
    pace: TimePerText | None
    signature: str

    @property
    def total(self) -> CategoryStatus:
        """All categories together."""
        return _together(self.categories)

    @property
    def time_left(self) -> timedelta | None:
        """How long one person would take for all open texts; None while the speed is unknown."""
        return self.pace.time_left(self.total.open) if self.pace else None


def review_status(
    standing: pl.DataFrame, pace: TimePerText | None = None, about: Mapping[str, object] | None = None
) -> ReviewStatus:
    """Count what is open (STANDING); `about` says in the signature whose verdicts these are."""
    standing = STANDING.of(standing)
    texts = open_texts(standing)
    unsettled = standing.filter(_WARNED | _UNTESTABLE)
    categories, systems = _categories(standing, unsettled, texts), _systems(standing, unsettled)
    reasons = texts.group_by("reason").len().sort("len", "reason", descending=[True, False])
    total = _together(categories)
    parts = {
        "review": "status",
        **(about or {}),
        "systems": len(systems),
        "items": f"{total.fair}/{total.items}",
        "open": total.open,
        **({"untestable": total.untestable} if total.untestable else {}),
        "pace": f"{pace.gap.total_seconds():g}s/{pace.gaps}" if pace else None,
    }
    return ReviewStatus(categories, systems, dict(reasons.iter_rows()), pace, signature(parts))


def _together(every: Sequence[CategoryStatus]) -> CategoryStatus:
    return CategoryStatus(
        "All categories",
        items=sum(one.items for one in every),
        fair=sum(one.fair for one in every),
        one_away=sum(one.one_away for one in every),
        open=sum(one.open for one in every),
        blocked=sum(one.blocked for one in every),
        untestable=sum(one.untestable for one in every),
    )


def _categories(
    standing: pl.DataFrame, unsettled: pl.DataFrame, texts: pl.DataFrame
) -> tuple[CategoryStatus, ...]:
    blocked, untestable = (
        unsettled.filter(which).select("item", pl.lit(True).alias(name)).unique()
        for which, name in ((_MISSING, "blocked"), (_UNTESTABLE, "untestable"))
    )
    items = (
        standing.select("category", "item")
        .unique()
        .join(texts.group_by("item").agg(pl.len().alias("open")), on="item", how="left")
        .join(blocked, on="item", how="left")
        .join(untestable, on="item", how="left")
        .with_columns(pl.col("open").fill_null(0), pl.col("blocked", "untestable").fill_null(False))
    )
    free = ~pl.col("blocked") & ~pl.col("untestable")
    counts = items.group_by("category").agg(
        pl.len(),
        (free & (pl.col("open") == 0)).sum().alias("fair"),
        (free & (pl.col("open") == 1)).sum().alias("one_away"),
        pl.col("open").sum(),
        pl.col("blocked").sum(),
        (pl.col("untestable") & ~pl.col("blocked")).sum(),
    )
    return tuple(CategoryStatus(*row) for row in counts.sort("category").iter_rows())


def _systems(standing: pl.DataFrame, unsettled: pl.DataFrame) -> tuple[SystemStatus, ...]:
    alone = (
        unsettled.group_by("item")
        .agg(pl.col("system").unique())
        .filter(pl.col("system").list.len() == 1)
        .group_by(pl.col("system").list.first())
        .agg(pl.len().alias("alone"))
    )
    counts = (
        standing.select(pl.col("system").unique())
        .join(
            unsettled.group_by("system").agg(
                (_WARNED & ~_MISSING).sum().alias("open"),
                _MISSING.sum().alias("missing"),
                _UNTESTABLE.sum().alias("untestable"),
            ),
            on="system",
            how="left",
        )
        .join(alone, on="system", how="left")
        .fill_null(0)
        .sort("alone", "open", "system", descending=[True, True, False])
    )
    return tuple(
        SystemStatus(*row)
        for row in counts.select("system", "open", "missing", "untestable", "alone").iter_rows()
    )
