"""The effort and effect of reviewing: decisions, hours, warnings before and after, as in papers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import BREAK
from lackmus.core.verdicts.judging import VERDICT

# Decisions as they were made, including those changed later; times are UTC.
MADE = Columns(text_id=pl.Int64, person=pl.String, at=pl.Datetime("us"))
# Outputs of a campaign: the verdict at import, the verdict now, and whether a person gave it.
WARNING_HISTORY = Columns(text_id=pl.Int64, came=VERDICT, now=VERDICT, decided=pl.Boolean)


@dataclass(frozen=True)
class Worked:
    """The decisions of a person (empty name: of all people) and the time they took."""

    person: str | None
    decisions: int
    texts: int  # different ones
    seconds: float  # from one decision to the next, without pauses
    days: int  # with a decision
    first: str = ""  # date
    last: str = ""

    @property
    def hours(self) -> float:
        """The time in hours."""
        return self.seconds / 3600

    @property
    def per_hour(self) -> float | None:
        """Decisions per hour of work; None where it is unknown."""
        return self.decisions / self.hours if self.seconds else None


@dataclass(frozen=True)
class Day:
    """Decisions on one day (UTC), by person."""

    day: str
    decisions: Mapping[str, int]
    seconds: float

    @property
    def total(self) -> int:
        """Decisions of all people."""
        return sum(self.decisions.values())


@dataclass(frozen=True)
class Warned:
    """How many outputs or texts were warnings at import, and what became of them."""

    total: int
    before: int
    now: int
    by_people: int  # warnings that a decision settled
    by_rules: int  # warnings that later rules settled
    reopened: int  # settled at import, open now

    def __add__(self, other: "Warned") -> "Warned":
        """The sums for two campaigns."""
        return Warned(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    @property
    def share_before(self) -> float | None:
        """Percent of all that were warnings at import."""
        return 100 * self.before / self.total if self.total else None

    @property
    def share_now(self) -> float | None:
        """Percent of all that are warnings now."""
        return 100 * self.now / self.total if self.total else None


NOTHING = Warned(0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class CampaignWarned:
    """The figures of one campaign. An output is a text written by one system; systems share many texts."""

    campaign: str
    outputs: Warned
    texts: Warned


@dataclass(frozen=True)
class Effort:
    """The effort and effect of reviewing, in a campaign or a whole workspace."""

    people: tuple[Worked, ...]  # by number of decisions, most first
    total: Worked
    days: tuple[Day, ...]
    campaigns: tuple[CampaignWarned, ...]
    signature: str

    @property
    def outputs(self) -> Warned:
        """The outputs of all campaigns together."""
        return sum((one.outputs for one in self.campaigns), NOTHING)

    @property
    def sentence(self) -> str:
        """A sentence for the setup section of a paper."""
        return _sentence(self)


def effort(
    made: pl.DataFrame,
    campaigns: Mapping[str, pl.DataFrame],
    only: Collection[int] | None = None,
    about: Mapping[str, object] | None = None,
) -> Effort:
    """Count decisions (MADE) and what became of warnings (COURSE, by campaign).

    `only` restricts it to some texts. The time before a decision counts for that decision, also when the one
    before it was in another campaign.
    """
    strokes = _strokes(MADE.of(made), only)
    here = made if only is None else made.filter(pl.col("text_id").is_in(list(only)))
    people = [
        _worked(person, strokes.filter(pl.col("person") == person), here.filter(pl.col("person") == person))
        for person in here["person"].unique().sort()
    ]
    warned = tuple(CampaignWarned(name, *_warned(course)) for name, course in campaigns.items())
    total = _worked(None, strokes, here)
    parts = {
        "effort": "decisions+hours+warnings",
        **(about or {}),
        "people": len(people),
        "decisions": total.decisions,
        "break": f"{BREAK.total_seconds():g}s",
    }
    return Effort(
        tuple(sorted(people, key=lambda one: (-one.decisions, one.person or ""))),
        total,
        tuple(_days(strokes)),
        warned,
        signature(parts),
    )


def _strokes(made: pl.DataFrame, only: Collection[int] | None) -> pl.DataFrame:
    """Decisions that a person made at one instant, with the seconds since their decisions before.

    Texts that were confirmed together share the time since the previous instant, once. After a pause the time
    of a decision is unknown and counts as 0.
    """
    here = pl.len() if only is None else pl.col("text_id").is_in(list(only)).sum()
    strokes = made.group_by("person", "at").agg(here.cast(pl.Int64).alias("decisions")).sort("person", "at")
    gap = pl.col("at").diff().over("person").dt.total_microseconds() / 1e6
    seconds = pl.when(gap <= BREAK.total_seconds()).then(gap).otherwise(0.0).fill_null(0.0)
    return strokes.with_columns(seconds.alias("seconds")).filter(pl.col("decisions") > 0)


def _worked(person: str | None, strokes: pl.DataFrame, made: pl.DataFrame) -> Worked:
    days = strokes["at"].dt.date().cast(pl.String).unique().sort().to_list()
    seconds = float(strokes["seconds"].sum())
    first, last = (days[0], days[-1]) if days else ("", "")
    return Worked(person, made.height, made["text_id"].n_unique(), seconds, len(days), first, last)


def _days(strokes: pl.DataFrame) -> list[Day]:
    by_day = strokes.with_columns(pl.col("at").dt.date().cast(pl.String).alias("day"))
    counts = by_day.group_by("day", "person").agg(pl.col("decisions", "seconds").sum()).sort("day", "person")
    found: dict[str, tuple[dict[str, int], float]] = {}
    for day, person, decisions, seconds in counts.iter_rows():
        said, so_far = found.get(day, ({}, 0.0))
        found[day] = ({**said, person: decisions}, so_far + seconds)
    return [Day(day, said, seconds) for day, (said, seconds) in found.items()]


def _warned(course: pl.DataFrame) -> tuple[Warned, Warned]:
    """The fate of warnings, by outputs and by texts."""
    outputs = WARNING_HISTORY.of(course)
    return _counts(outputs), _counts(outputs.unique("text_id"))


def _counts(course: pl.DataFrame) -> Warned:
    before, now = (pl.col(name) == Verdict.WARNING for name in ("came", "now"))
    settled = before & ~now
    sums = course.select(
        before=before.sum(),
        now=now.sum(),
        by_people=(settled & pl.col("decided")).sum(),
        by_rules=(settled & ~pl.col("decided")).sum(),
        reopened=(~before & now).sum(),
    )
    return Warned(course.height, *(int(count) for count in sums.row(0)))


def _sentence(one: Effort) -> str:
    outputs, total = one.outputs, one.total
    if not outputs.total:
        return "There are no outputs yet."
    said = [
        f"Of {counted(outputs.total, 'output')}, {outputs.before:,} ({_percent(outputs.share_before)} %) "
        f"{'was a warning' if outputs.before == 1 else 'were warnings'} when they came in."
    ]
    if total.decisions:
        who = counted(len(one.people), "person", "people")
        pace = f" ({total.per_hour:,.0f} an hour)" if total.per_hour else ""
        spent = f" in {_spent(total.seconds)}{pace}" if total.seconds else ""
        settled = f", which settled {outputs.by_people:,} of them" if outputs.by_people else ""
        said.append(f"{who} made {counted(total.decisions, 'decision')}{spent}{settled}.")
    if outputs.by_rules:
        said.append(f"New rules settled {outputs.by_rules:,}.")
    if outputs.reopened:
        said.append(f"{counted(outputs.reopened, 'output')} that had been settled became open again.")
    said.append(
        f"{outputs.now:,} ({_percent(outputs.share_now)} %) {'is' if outputs.now == 1 else 'are'} still open."
        if outputs.now
        else "None is open any more."
    )
    return " ".join(said)


def _percent(share: float | None) -> str:
    return "0" if share is None else f"{share:.1f}"


def _spent(seconds: float) -> str:
    """Hours as papers give them; less than one in minutes."""
    if seconds < 3600:
        return counted(max(1, round(seconds / 60)), "minute")
    hours = seconds / 3600
    return f"{hours:,.0f} hours" if hours >= 10 else f"{hours:.1f} hours"


def effort_values(one: Effort) -> dict[str, Any]:
    """The effort as plain values."""
    return {
        "signature": one.signature,
        "sentence": one.sentence,
        "total": _worked_values(one.total),
        "people": [_worked_values(each) for each in one.people],
        "days": [
            {"day": day.day, "decisions": dict(day.decisions), "seconds": day.seconds} for day in one.days
        ],
        "campaigns": [
            {"campaign": each.campaign, "outputs": _shares(each.outputs), "texts": _shares(each.texts)}
            for each in one.campaigns
        ],
    }


def _worked_values(one: Worked) -> dict[str, Any]:
    return {**asdict(one), "hours": one.hours, "per_hour": one.per_hour}


def _shares(one: Warned) -> dict[str, Any]:
    return {**asdict(one), "share_before": one.share_before, "share_now": one.share_now}


def persons_by_day(days: Sequence[Day]) -> list[str]:
    """Names of all people who decided anything on these days, sorted."""
    return sorted({person for day in days for person in day.decisions})
