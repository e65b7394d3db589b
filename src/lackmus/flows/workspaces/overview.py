"""The overview of a workspace: campaigns, recent activity, and what waits for a person."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from itertools import islice

import polars as pl
from sqlalchemy import Connection

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.assignments import Inbox
from lackmus.core.reviews.decisions import pace
from lackmus.core.rules.judge import Reason
from lackmus.core.verdicts.accuracies import Average, fair_won
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.judging import REASON
from lackmus.flows.verdicts.comparing import Evaluated
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.outputs.campaigns import campaigns_of, systems_of
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.reviews.claims import decision_times
from lackmus.store.reviews.inbox import inbox, touched_items
from lackmus.store.reviews.warning_history import decided_since, judged_after, verdicts_at_midnight
from lackmus.store.suites.suites import suite_names
from lackmus.store.workspaces.history import entries, revision_at
from lackmus.tables.workspaces.log_sentences import Activity, activities

_MOST_ACTIVITIES = 15  # activities that are shown
_LOOKED_AT = 400  # changes examined for them


@dataclass(frozen=True)
class CampaignPart:
    """A suite and a pair with outputs of a campaign, and their systems."""

    suite: str
    pair: str
    systems: tuple[str, ...]


@dataclass(frozen=True)
class ListedCampaign:
    """A campaign in a list, without slow counts."""

    name: str
    year: int | None
    tags: tuple[str, ...]
    comment: str
    grounds: tuple[CampaignPart, ...]
    systems: tuple[str, ...]
    system_tags: tuple[str, ...]  # of any of its systems
    labels: Mapping[str, str] = field(default_factory=dict)  # of systems that have one

    def ground(self, suite: str | None, pair: str | None) -> CampaignPart | None:
        """The requested suite and pair, otherwise the first that match."""
        fitting = [
            one for one in self.grounds if suite in (None, "", one.suite) and pair in (None, "", one.pair)
        ]
        return next(iter([*fitting, *self.grounds]), None)


def listed_campaigns(desk: Desk) -> list[ListedCampaign]:
    """All campaigns in order of time."""
    with desk.open() as workspace, workspace.reading() as connection:
        suites = {number: name for name, number in suite_names(connection).items()}
        found = []
        for one in campaigns_of(connection):
            systems = systems_of(connection, one.id)
            names = {system.id: system.name for system in systems}
            grounds: dict[tuple[str, str], list[str]] = {}
            for _, system, suite, pair, *_ in current_hand_ins(connection, one.id):
                if suite in suites and system in names:
                    of = grounds.setdefault((suites[suite], pair), [])
                    of += [names[system]] * (names[system] not in of)
            found.append(
                ListedCampaign(
                    one.name,
                    one.year,
                    one.tags,
                    one.comment,
                    tuple(CampaignPart(*key, tuple(of)) for key, of in grounds.items()),
                    tuple(names.values()),
                    tuple(sorted({tag for system in systems for tag in system.tags})),
                    {system.name: system.label for system in systems if system.label != system.name},
                )
            )
        return found


@dataclass(frozen=True)
class RecentActivity:
    """Recent activity, and what waits for a person."""

    decided: Mapping[str, int]  # today, by person
    activities: tuple[Activity, ...]
    items: Mapping[int, int]  # change -> its item, if it was about one
    errands: Inbox
    suites: tuple[str, ...]


def recent_activity(desk: Desk, now: datetime | None = None) -> RecentActivity:
    """Today's decisions, recent activity, and what waits for this person."""
    with desk.open() as workspace, workspace.reading() as connection:
        done = activities(islice(entries(connection), _LOOKED_AT), _MOST_ACTIVITIES)
        return RecentActivity(
            decided_since(connection, _before_today(connection, now)),
            tuple(done),
            touched_items(connection, [one.number for one in done if one.about_one]),
            inbox(connection, desk.who),
            tuple(suite_names(connection)),
        )


@dataclass(frozen=True)
class CampaignPartStatus:
    """The state of a campaign on one suite and pair."""

    items: int
    fair: int
    open: int  # texts
    won: int  # items that have become fair today
    seconds_left: float | None
    accuracy: Mapping[str, float]  # on all fair items, best first; empty if no item is fair
    best: tuple[str, ...]  # the cluster
    labels: Mapping[str, str]
    left_out: Mapping[str, str]
    alarms: int
    at: str  # time of the last change that is included


def campaign_part_status(
    desk: Desk, found: Evaluated, ground: CampaignPart, now: datetime | None = None
) -> CampaignPartStatus:
    """Open texts, fair items and accuracies from a report; and how many items became fair today."""
    one = found.evaluation
    open_texts = _open_texts(one)
    with desk.open() as workspace, workspace.reading() as connection:
        so_far = pace(decision_times(connection))
        before = _verdicts_at_midnight(connection, ground, now)
    micro = one.averages[Average.MICRO]
    return CampaignPartStatus(
        items=one.fairness.total,
        fair=one.fairness.fair,
        open=open_texts,
        won=0 if before is None else fair_won(one.verdicts, before),
        seconds_left=so_far.time_left(open_texts).total_seconds() if so_far else None,
        accuracy=dict(sorted(micro.accuracy.items(), key=lambda pair: -pair[1])) if one.fairness.fair else {},
        best=tuple(micro.best) if one.fairness.fair else (),
        labels=found.labels,
        left_out=one.left_out,
        alarms=len(found.suspicions),
        at=found.at,
    )


def judged_today(desk: Desk, now: datetime | None = None) -> bool:
    """Whether a decision, a rule or an item was changed today, so that items may have become fair."""
    with desk.open() as workspace, workspace.reading() as connection:
        return judged_after(connection, _before_today(connection, now))


def _verdicts_at_midnight(
    connection: Connection, ground: CampaignPart, now: datetime | None
) -> pl.DataFrame | None:
    """The state at the start of the day of texts whose verdict changed since; None if none did."""
    suite = suite_names(connection).get(ground.suite)
    if suite is None or not judged_after(connection, _before_today(connection, now)):
        return None
    return verdicts_at_midnight(connection, suite, now or datetime.now(UTC))


def _before_today(connection: Connection, now: datetime | None) -> int:
    """The last revision before this day (UTC) began; 0 if there was none."""
    today = datetime.combine((now or datetime.now(UTC)).astimezone(UTC).date(), time.min, UTC)
    return revision_at(connection, today - timedelta(microseconds=1)) or 0


def _open_texts(one: SuiteEvaluation) -> int:
    """Open texts that can be settled; systems share many."""
    missing = pl.col("reason").eq_missing(pl.lit(Reason.MISSING, dtype=REASON))
    warned = one.verdicts.filter((pl.col("verdict") == Verdict.WARNING) & ~missing)
    return warned.select("item", "text").n_unique()
