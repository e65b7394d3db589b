"""Decisions of annotators: what holds for a text, where people differ, and how fast they work."""

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
from lackmus.core.proposals.proposals import InView
from lackmus.core.rules.judge import Reason
from lackmus.core.verdicts.judging import DECIDED, REASON, VERDICT

# In the order in which they were made; an editor's decision may adjudicate between people who differ.
DECISIONS = Columns(item=pl.String, text=pl.String, person=pl.String, verdict=VERDICT, adjudicates=pl.Boolean)


@dataclass(frozen=True)
class Seen:
    """What a person saw when they decided a text; None where it is unknown."""

    proposal: InView | None = None
    own_since: int | None = None  # the change of their earlier decision; 0: there was none


Outcome = tuple[Verdict, Reason | None]  # the verdict that holds for a text

BREAK = timedelta(minutes=5)  # a longer pause does not count as work
_ENOUGH = 5  # gaps; fewer give no reliable speed


def decided(decisions: pl.DataFrame) -> pl.DataFrame:
    """What holds for each text that people have judged (DECIDED).

    The adjudicated verdict holds, otherwise the latest decisions; where these differ the text is disputed,
    and a warning until an editor adjudicates. Do not pass withdrawn decisions.
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


def errors_held(decisions: pl.DataFrame) -> pl.DataFrame:
    """What is wrong with each text (item, text, error_type), as people say whose verdict holds.

    Given are DECISIONS with an `error_type` each, or null. The latest that names one counts; an adjudicated
    verdict has that of its editor, and a disputed text has none.
    """
    text = ["item", "text"]
    made = decisions.with_columns(keys_of(decisions["text"]))
    latest = made.unique([*text, "person"], keep="last", maintain_order=True)
    final = latest.filter("adjudicates").unique(text, keep="last", maintain_order=True)
    said = pl.concat([final, latest.join(final, on=text, how="anti", maintain_order="left")])
    found = said.group_by(text, maintain_order=True).agg(
        pl.col("verdict").n_unique().alias("opinions"), pl.col("error_type").drop_nulls().last()
    )
    return found.filter(pl.col("opinions") == 1).drop_nulls("error_type").select(*text, "error_type")


def decided_with_errors(decisions: pl.DataFrame) -> pl.DataFrame:
    """What holds for each text, and what is wrong with it (DECIDED, error_type)."""
    found = errors_held(decisions)
    return decided(decisions).join(found, on=["item", "text"], how="left", maintain_order="left")


def held(decisions: Sequence[tuple[Verdict, bool]]) -> Outcome | None:
    """The verdict of people on one text, which holds against that of the rules; None without a decision.

    Given are the latest decision of each person, in order, and whether it adjudicates. The same rule on
    frames is `decided`, and `with_decisions` of core/verdicts puts its verdicts in the place of the rules'.
    """
    if not decisions:
        return None
    adjudicated = [verdict for verdict, adjudicates in decisions if adjudicates]
    verdicts = adjudicated[-1:] or [verdict for verdict, _ in decisions]
    if len(set(verdicts)) > 1:
        return Verdict.WARNING, Reason.DISPUTED
    return verdicts[-1], None


@dataclass(frozen=True)
class TimePerText:
    """How long people take for a text, without breaks."""

    gap: timedelta  # the median from one decision of a person to the next
    gaps: int  # how many it rests on

    def time_left(self, texts: int) -> timedelta:
        """How long one person would take for so many texts."""
        return texts * self.gap


def pace(made: Iterable[tuple[str, datetime]]) -> TimePerText | None:
    """The working speed from decisions (who, when) in any order; None while there are too few.

    Decisions of one instant came together, as from a file, and do not count.
    """
    ordered = sorted(made, key=itemgetter(0, 1))
    successive = ((after - before) for (one, before), (other, after) in pairwise(ordered) if one == other)
    gaps = [gap.total_seconds() for gap in successive if timedelta(0) < gap <= BREAK]
    return TimePerText(timedelta(seconds=median(gaps)), len(gaps)) if len(gaps) >= _ENOUGH else None


@dataclass
class DecisionTimer:
    """The working speed of people, updated with every decision."""

    _last: dict[int, datetime] = field(default_factory=dict)
    _gaps: list[float] = field(default_factory=list)  # in order

    def click(self, person: int, at: datetime) -> None:
        """Record a decision; each must be later than the person's last one."""
        last = self._last.get(person)
        self._last[person] = at
        if last is not None and timedelta(0) < at - last <= BREAK:
            insort(self._gaps, (at - last).total_seconds())

    @property
    def pace(self) -> TimePerText | None:
        """The working speed; None while there are too few decisions."""
        if len(self._gaps) < _ENOUGH:
            return None
        middle = len(self._gaps) // 2
        both = self._gaps[middle], self._gaps[middle - 1 + len(self._gaps) % 2]
        return TimePerText(timedelta(seconds=sum(both) / 2), len(self._gaps))
