"""Rank metrics by a challenge: scores -> preferences -> verdicts -> accuracies, clusters, ties, tau."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import fmean

import polars as pl

from lackmus.core.base.choices import Counted, Intervals, Order, TauTies, Test, Testing
from lackmus.core.base.signatures import signature
from lackmus.core.base.significance import wilson
from lackmus.core.challenges.aces import aces_score, is_aces, top_category
from lackmus.core.challenges.baselines import baselines
from lackmus.core.challenges.challenge import KIND, ChallengeSet
from lackmus.core.challenges.metrics import GROUPS, Need, Scored
from lackmus.core.challenges.preferences import (
    MetricCoverage,
    MetricTally,
    Tallies,
    added_tallies,
    counted_preferences,
    coverage,
    preferences,
    preferences_digest,
    refuse_unfit,
    row_tallies_of,
    set_apart,
    tuples_of_rows,
)
from lackmus.core.challenges.span_ranking import HOW, SpanRanking, span_ranking
from lackmus.core.verdicts.accuracies import Average, Score, averages, ordered, scores, wins
from lackmus.core.verdicts.clusters import with_best
from lackmus.core.verdicts.item_bootstrap import item_intervals
from lackmus.core.verdicts.paired_tests import PairedTest, paired_test


@dataclass(frozen=True)
class RankingChoices:
    """The choices of a ranking."""

    groups: Mapping[str, str] = field(default_factory=dict)  # metric -> group, where it is not the usual one
    min_items: int = 1  # phenomena with fewer tuples get no row and do not count in the macro-average
    order: Order = Order.CATEGORY_MACRO
    testing: Testing = field(default_factory=Testing)
    test_chosen: bool = False  # if not, dependent tuples are tested by items
    counted: Counted = Counted.OWN  # tuples of each metric, where metrics scored different ones

    def for_challenge(self, challenge: ChallengeSet) -> "RankingChoices":
        """The choices with the test that fits the challenge, unless one was chosen."""
        if self.test_chosen or not (challenge.free or challenge.graded):
            return self
        return replace(self, testing=replace(self.testing, test=Test.ITEMS))


@dataclass(frozen=True)
class MetricRanking:
    """Metrics compared on one challenge."""

    challenge: ChallengeSet
    scored: tuple[Scored, ...]  # in column order: group by group, best first in each
    groups: Mapping[str, str]  # metric -> group
    rows: tuple[Score, ...]  # each category, followed by its phenomena (`systems` of a Score are metrics)
    averages: Mapping[Average, Score]
    tallies: Tallies  # over all tuples
    hidden: int  # phenomena with too few tuples
    signature: str
    row_tallies: Mapping[tuple[str, str | None], Tallies] = field(default_factory=dict)  # of each row
    choices: RankingChoices = field(default_factory=RankingChoices)
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # of `tallies`, in percent
    paired: PairedTest | None = None  # what an exact paired test would change, unless one was chosen
    coverage: Mapping[str, MetricCoverage] = field(default_factory=dict)  # what each metric scored
    absent: tuple[str, ...] = ()  # metrics that scored none of these tuples

    @property
    def partial(self) -> list[str]:
        """Metrics that did not score every tuple, in column order."""
        return [metric for metric, one in self.coverage.items() if not one.whole]

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics, in column order."""
        return [one.about.name for one in self.scored]

    @property
    def categories(self) -> list[Score]:
        """The rows of the category level."""
        return [row for row in self.rows if row.phenomenon is None]

    @property
    def phenomena(self) -> list[Score]:
        """The rows of the phenomenon level."""
        return [row for row in self.rows if row.phenomenon is not None]

    @property
    def members(self) -> dict[str, list[str]]:
        """The metrics of each group, in column order."""
        found: dict[str, list[str]] = {}
        for metric in self.metrics:
            found.setdefault(self.groups[metric], []).append(metric)
        return found

    @property
    def regrouped(self) -> list[Scored]:
        """The scores, each with the group in which it is ranked here."""
        return [
            replace(one, about=replace(one.about, group=self.groups[one.about.name])) for one in self.scored
        ]

    @property
    def without_reference(self) -> int:
        """How many tuples have no reference."""
        return int((self.challenge.tuples["reference"] == "").sum())

    @property
    def misplaced(self) -> list[str]:
        """Metrics that need a reference, where tuples have none."""
        needing = [one.about.name for one in self.scored if Need.REFERENCE in one.about.needs]
        return needing if self.without_reference else []

    @property
    def wins(self) -> dict[str, int]:
        """In how many categories each metric is among the best."""
        return wins(self.categories, self.metrics)

    @cached_property
    def alone(self) -> "MetricRanking | None":
        """What length and position alone reach on the same tuples; None where items are too few."""
        found = baselines(self.challenge)
        testing = replace(self.choices.testing, intervals=Intervals.WILSON)
        choices = replace(self.choices, groups={}, order=Order.GIVEN, testing=testing, test_chosen=True)
        return rank(self.challenge, found, choices) if found else None

    @cached_property
    def spans(self) -> SpanRanking | None:
        """Metrics ranked by the errors they mark; None where no tuple or no metric has spans."""
        return span_ranking(self.challenge, self.scored, self.choices.testing)

    def tallies_of(self, row: Score) -> Tallies:
        """Right, wrong and ties of each metric in a row."""
        return self.row_tallies[row.category or "", row.phenomenon]

    def tau(self, tally: MetricTally, ties: TauTies | None = None) -> float | None:
        """Tau of a tally; ties count as the challenge has them, unless `ties` says otherwise."""
        return tally.aces_tau if (ties or self.tau_ties) is TauTies.DISCORDANT else tally.tau

    @property
    def tau_ties(self) -> TauTies:
        """How tau treats ties: as discordant in the form of ACES, else they are left out."""
        return TauTies.DISCORDANT if is_aces(self.challenge) else TauTies.OUT

    def taus(self, kind: Average | Score, ties: TauTies | None = None) -> dict[str, float | None]:
        """Tau of each metric in a row, over all tuples, or on average over the rows that have one."""
        if isinstance(kind, Score) or kind is Average.MICRO:
            tallies = self.tallies_of(kind) if isinstance(kind, Score) else self.tallies
            return {metric: self.tau(tallies[metric], ties) for metric in self.metrics}
        rows = self.categories if kind is Average.CATEGORY_MACRO else self.phenomena
        found = {
            metric: [self.tau(self.tallies_of(row)[metric], ties) for row in rows] for metric in self.metrics
        }
        return {metric: mean(values) for metric, values in found.items()}

    @property
    def top_taus(self) -> dict[str, dict[str, list[float]]]:
        """By metric and top category of ACES: the taus of its phenomena; empty for other challenges."""
        found: dict[str, dict[str, list[float]]] = {metric: {} for metric in self.metrics}
        for row in self.phenomena if is_aces(self.challenge) else ():
            category = top_category(row.phenomenon or "")
            if category is not None:
                for metric, tally in self.tallies_of(row).items():
                    if tally.aces_tau is not None:
                        found[metric].setdefault(category, []).append(tally.aces_tau)
        return found

    @property
    def aces_scores(self) -> dict[str, float]:
        """The ACES score of each metric; empty unless all ten top categories are there as a whole."""
        if self.hidden:
            return {}
        taus_of = {metric: taus for metric, taus in self.top_taus.items() if metric not in self.partial}
        found = {metric: aces_score(taus) for metric, taus in taus_of.items()}
        return {metric: value for metric, value in found.items() if value is not None}


def mean(values: Sequence[float | None]) -> float | None:
    """The mean of the values that are not None; None if there are none."""
    there = [value for value in values if value is not None]
    return fmean(there) if there else None


def rank(
    challenge: ChallengeSet, scored: Sequence[Scored], choices: RankingChoices | None = None
) -> MetricRanking:
    """Rank metrics by their preferences; from the verdict table on it is the way of systems.

    Metrics that scored none of the tuples are left out.
    """
    choices = (choices or RankingChoices()).for_challenge(challenge)
    refuse_unfit(challenge, scored)
    absent = tuple(one.about.name for one in scored if not one.answered.any())
    scored = [one for one in scored if one.about.name not in absent]
    by_name = {one.about.name: one for one in scored}
    groups = {name: choices.groups.get(name) or one.about.usual_group for name, one in by_name.items()}
    # Sorted by name, so that the order of files does not matter.
    given = list(by_name) if choices.order is Order.GIVEN else sorted(by_name)
    covered = coverage(challenge, scored)
    verdicts = counted_preferences(preferences(challenge, list(by_name.values())), given, choices.counted)
    counted = challenge.tuples
    if choices.counted is Counted.FAIR:
        counted = counted.filter(pl.col("tuple").is_in(verdicts["item"].unique().implode()))
    every = scores(verdicts, given, Counted.OWN)  # all are settled
    rows = [row for row in every if row.phenomenon is None or row.n >= choices.min_items]
    rows, means = set_apart(rows, _averages(rows, given), tuples_of_rows(counted))
    members: dict[str, list[str]] = {group: [] for group in sorted(set(groups.values()), key=_group_place)}
    apart = means[Average.MICRO].apart
    for name in sorted(ordered(given, means, choices.order), key=apart.__contains__):
        members[groups[name]].append(name)
    metrics = [name for names in members.values() for name in names]
    # One metric alone in a group has no rival there; in a single group the best are the best of all.
    rivals = [names for names in members.values() if 1 < len(names) < len(metrics)]
    rows, means = with_best(rows, means, verdicts, metrics, choices.testing, rivals)
    tallies = row_tallies_of(every, verdicts, metrics)
    total = added_tallies([one for (_, phenomenon), one in tallies.items() if phenomenon is None], metrics)
    return MetricRanking(
        challenge=challenge,
        scored=tuple(by_name[name] for name in metrics),
        groups={name: groups[name] for name in metrics},
        rows=tuple(rows),
        averages=means,
        tallies=total,
        hidden=len(every) - len(rows),
        signature=_signature(
            challenge, [by_name[name] for name in metrics], members, choices, counted.height
        ),
        row_tallies={
            (row.category or "", row.phenomenon): tallies[row.category or "", row.phenomenon] for row in rows
        },
        choices=choices,
        intervals=_intervals(total, verdicts, choices.testing, apart),
        paired=paired_test(rows, means[Average.MICRO], verdicts, metrics, choices.testing, rivals),
        coverage={name: covered[name] for name in metrics},
        absent=absent,
    )


def narrowed(
    challenge: ChallengeSet,
    scored: Sequence[Scored],
    pair: str | None = None,
    categories: Sequence[str] = (),
    phenomena: Sequence[str] = (),
) -> tuple[ChallengeSet, tuple[Scored, ...]]:
    """A part of the challenge (see `ChallengeSet.only`), and the scores of its tuples."""
    kept = challenge.chosen(pair, categories, phenomena)
    part = challenge.only(pair, categories, phenomena)
    return part, tuple(one.only(kept) for one in scored)


def _averages(rows: Sequence[Score], metrics: Sequence[str]) -> dict[Average, Score]:
    """The three averages; that of phenomena rests only on the tuples of those that have a row."""
    means = averages(rows, metrics)
    shown = [row for row in rows if row.phenomenon is not None]
    means[Average.PHENOMENON_MACRO] = replace(
        means[Average.PHENOMENON_MACRO],
        counts={metric: sum(row.counts[metric] for row in shown) for metric in metrics},
        passes={metric: sum(row.passes[metric] for row in shown) for metric in metrics},
    )
    return means


def _intervals(
    tallies: Tallies, verdicts: pl.DataFrame, testing: Testing, apart: Collection[str]
) -> dict[str, tuple[float, float]]:
    """Intervals of the accuracies over all tuples: by items if these are tested, else Wilson's."""
    if testing.test is Test.ITEMS:
        found = item_intervals(verdicts, [metric for metric in tallies if metric not in apart], testing)
        for metric in apart:  # each on its own tuples
            found |= item_intervals(verdicts.filter(system=metric), [metric], testing)
        return {metric: found[metric] for metric in tallies}
    ends = {metric: wilson(one.right, one.n, 1 - testing.alpha) for metric, one in tallies.items()}
    return {metric: (100 * low, 100 * high) for metric, (low, high) in ends.items()}


def _group_place(group: str) -> tuple[int, str, str]:
    """The sort key of a group: known groups first, users' own after them by name."""
    return GROUPS.index(group) if group in GROUPS else len(GROUPS), group.casefold(), group


def _signature(
    challenge: ChallengeSet,
    scored: Sequence[Scored],
    members: Mapping[str, Sequence[str]],
    choices: RankingChoices,
    counted: int,
) -> str:
    """The signature of a ranking: how the challenge was made, which part was ranked, and how."""
    own: dict[str, object] = {"challenge": challenge.name}
    for part in challenge.signature.split("|"):
        name, colon, value = part.partition(":")
        if colon:
            own["built-by" if name == "version" else name] = value
    testing = {
        f"test-{name}" if name in own else name: value for name, value in choices.testing.parts.items()
    }
    return signature(
        {
            **own,
            "pair": "+".join(challenge.pairs),
            "only": challenge.about.get("only"),
            "kind": challenge.about.get(KIND),
            "tuples": challenge.tuples.height,
            "tuples-counted": f"fair({counted})"
            if choices.counted is Counted.FAIR
            else ("own" if not all(one.whole for one in scored) else None),
            "metrics": len(scored),
            "preferences": preferences_digest(challenge, scored),
            "groups": "+".join(f"{group}({len(names)})" for group, names in members.items()),
            "min-items": choices.min_items if choices.min_items > 1 else None,
            "tau": "ties-discordant" if is_aces(challenge) else None,
            "spans": HOW if challenge.has_spans and any(one.spans is not None for one in scored) else None,
            **testing,
        }
    )
