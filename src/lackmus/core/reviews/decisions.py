"""Decisions of annotators: what people said about a text, where they differ, and how fast they work."""

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from operator import itemgetter
from statistics import median

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import keys_of
from lackmus.core.reviews.proposals import InView
from lackmus.core.rules.judge import Reason
from lackmus.core.verdicts.judging import DECIDED, REASON, VERDICT

# In the order in which they were made; an editor's decision may adjudicate between people who differ.
DECISIONS = Columns(item=pl.String, text=pl.String, person=pl.String, verdict=VERDICT, adjudicates=pl.Boolean)


@dataclass(frozen=True)
class Seen:
    """What a person had before them when they decided a text; what is not known is None."""

    proposal: InView | None = None
    own_since: int | None = None  # the change by which they had decided it before; 0: they had not


BREAK = timedelta(minutes=5)  # who pauses for longer was not thinking about the text
_ENOUGH = 5  # gaps; fewer tell nothing about anybody's pace


def decided(decisions: pl.DataFrame) -> pl.DataFrame:
    """What holds for each text on which people have spoken (DECIDED).

    The adjudicated verdict holds, else what everybody's latest decision says; where those differ the text
    is disputed, and a warning until an editor adjudicates. What was withdrawn must not be among them.
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


def held(decisions: Sequence[tuple[Verdict, bool]]) -> tuple[Verdict, Reason | None]:
    """What holds for one text, given everybody's latest decision (and whether it adjudicates) in their order.

    The same as `decided` says, for whoever looks at one text.
    """
    adjudicated = [verdict for verdict, adjudicates in decisions if adjudicates]
    verdicts = adjudicated[-1:] or [verdict for verdict, _ in decisions]
    if len(set(verdicts)) > 1:
        return Verdict.WARNING, Reason.DISPUTED
    return verdicts[-1], None


@dataclass(frozen=True)
class Pace:
    """How long people take for a text, breaks left aside."""

    gap: timedelta  # the median from one decision of a person to the next
    gaps: int  # how many it rests on

    def time_left(self, texts: int) -> timedelta:
        """How long one person would take for so many texts."""
        return texts * self.gap


def pace(made: Iterable[tuple[str, datetime]]) -> Pace | None:
    """The pace of decisions (who, when), in whatever order they come; None while too few are known.

    Decisions of one instant came in one stroke, such as from a file: nobody thought so fast.
    """
    ordered = sorted(made, key=itemgetter(0, 1))
    successive = ((after - before) for (one, before), (other, after) in pairwise(ordered) if one == other)
    gaps = [gap.total_seconds() for gap in successive if timedelta(0) < gap <= BREAK]
    return Pace(timedelta(seconds=median(gaps)), len(gaps)) if len(gaps) >= _ENOUGH else None


@dataclass
class Stopwatch:
    """The pace of people who are at work: told of every decision as it is made, it knows the pace at once."""

    _last: dict[int, datetime] = field(default_factory=dict)
    _gaps: list[float] = field(default_factory=list)  # in order

    def click(self, person: int, at: datetime) -> None:
        """Somebody has decided something; nobody decides before they decided last."""
        last = self._last.get(person)
        self._last[person] = at
        if last is not None and timedelta(0) < at - last <= BREAK:
            insort(self._gaps, (at - last).total_seconds())

    @property
    def pace(self) -> Pace | None:
        """None while too few decisions are known."""
        if len(self._gaps) < _ENOUGH:
            return None
        middle = len(self._gaps) // 2
        both = self._gaps[middle], self._gaps[middle - 1 + len(self._gaps) % 2]
        return Pace(timedelta(seconds=sum(both) / 2), len(self._gaps))
