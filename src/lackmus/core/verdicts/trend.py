"""Trends: one suite across campaigns or checkpoints, on the items fair in all of them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import fmean

import polars as pl

from lackmus.core.base.choices import Choices, Testing
from lackmus.core.base.compact_frames import compact_together
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.verdicts.accuracies import COUNTED, Average, fair_items
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.joined_names import Joined, Joining, join
from lackmus.core.verdicts.judging import SETTLED
from lackmus.core.verdicts.trend_changes import Place, RowKey, TrendChange, changes_of, test_parts


@dataclass(frozen=True)
class TrendRow:
    """A category, a phenomenon or an average over the campaigns."""

    category: str | None
    n: int
    accuracy: Mapping[tuple[str, str], float]  # (campaign, system): percent
    average: Mapping[str, float]  # campaign: mean over its averaged systems
    phenomenon: str | None = None

    def difference(self, system: str, before: str, after: str) -> float | None:
        """The change of a system between two campaigns, in points."""
        old, new = self.accuracy.get((before, system)), self.accuracy.get((after, system))
        return None if old is None or new is None else new - old

    def average_difference(self, before: str, after: str) -> float | None:
        """The change of the average over all systems, in points."""
        old, new = self.average.get(before), self.average.get(after)
        return None if old is None or new is None else new - old


@dataclass(frozen=True)
class CampaignTrend:
    """Campaigns side by side on the items they share."""

    campaigns: tuple[str, ...]
    systems: tuple[str, ...]  # in at least two campaigns, by their latest names
    evaluations: Mapping[str, SuiteEvaluation]
    common: int
    rows: tuple[TrendRow, ...]
    averages: Mapping[Average, TrendRow]
    signature: str
    unaveraged: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # campaign: left out
    checkpoints: bool = False  # each campaign is one checkpoint of a model
    phenomena: tuple[TrendRow, ...] = ()
    joined: Joined = field(default_factory=Joined)  # systems under several names
    counted: Mapping[str, pl.DataFrame] = field(default_factory=dict, repr=False)  # verdicts behind the rows
    testing: Testing = field(default_factory=Testing)

    def averaged(self, campaign: str) -> list[str]:
        """The systems of a campaign that enter its average."""
        outside = self.unaveraged.get(campaign, ())
        return [system for system in self.evaluations[campaign].systems if system not in outside]

    @property
    def everybody(self) -> list[str]:
        """All systems of all campaigns, also those left out; joined ones by the latest name."""
        every = self.evaluations.values()
        names = (name for one in every for name in (*one.systems, *one.left_out))
        return list(dict.fromkeys(map(self.joined.called, names)))

    @cached_property
    def changes(self) -> Mapping[Place, TrendChange]:
        """Tests of the changes from each campaign to the next, row by row."""
        averaged = {name: [*map(self.joined.called, self.averaged(name))] for name in self.campaigns}
        return changes_of(self.counted, self.systems, averaged, self.testing)

    def change(
        self, row: RowKey | Average, system: str | None, before: str, after: str
    ) -> TrendChange | None:
        """Return the test of one change of a system, or of the average over all systems."""
        return self.changes.get((row, system, before, after))

    @property
    def averages_tested(self) -> bool:
        """Whether the averages over all systems are tested: not if systems count on different items."""
        return any(system is None for _, system, _, _ in self.changes)


def countable(evaluation: SuiteEvaluation) -> SuiteEvaluation:
    """Return the evaluation with only those columns of its verdicts that a trend needs.

    A trend holds several campaigns in memory, and most of their size is texts and evidence.
    """
    return replace(evaluation, verdicts=evaluation.verdicts.select(COUNTED))


def trend(
    evaluations: Mapping[str, SuiteEvaluation],
    choices: Choices,
    compared: Sequence[str] = (),
    unaveraged: Mapping[str, Collection[str]] | None = None,
    joining: Joining | None = None,
) -> CampaignTrend:
    """Compare systems across campaigns; only warnings of `compared` systems keep an item from counting.

    `joining` says which names of different campaigns are one system. It is followed under its latest name.

    `unaveraged` are the systems of each campaign that stay outside its average (the papers leave the
    unsupervised ones out). They must not affect the average indirectly: so they do not decide which items
    count, unless they are `compared` by name, and their own columns use the common items that are settled for
    them in all campaigns where they are outside.
    """
    if not evaluations:
        raise ValueError("a trend needs campaigns")
    joined = join({name: one.systems for name, one in evaluations.items()}, joining)
    compared = list(dict.fromkeys(map(joined.called, compared)))
    own = _outside(evaluations, unaveraged or {}, joined)
    outside = {name: tuple(map(joined.called, systems)) for name, systems in own.items()}
    verdicts = compact_together(
        {name: _renamed(one.verdicts.select(COUNTED), joined) for name, one in evaluations.items()}
    )
    common = _common(verdicts, compared, outside)
    counted = {
        name: frame.join(common, on="item", how="semi").filter(pl.col("verdict").is_in(SETTLED))
        for name, frame in verdicts.items()
    }
    if outside:
        counted = _on_own_items(counted, verdicts, outside)
    times = Counter(system for frame in verdicts.values() for system in frame["system"].unique())
    shared = sorted((system for system in times if times[system] > 1), key=str.casefold)
    systems = tuple(system for system in shared if not compared or system in compared)
    some = next(iter(evaluations.values()))
    categories, phenomena = (_rows(counted, level, outside) for level in (_CATEGORY, _PHENOMENON))
    return CampaignTrend(
        campaigns=tuple(evaluations),
        systems=systems,
        evaluations=dict(evaluations),
        common=common.height,
        rows=tuple(categories),
        phenomena=tuple(phenomena),
        averages=_averages(counted, categories, phenomena, outside),
        unaveraged=own,
        joined=joined,
        counted=counted,
        testing=choices.testing,
        signature=signature(
            {
                "trend": "+".join(evaluations),
                "suite": some.suite.label,
                "pair": "+".join(map(str, some.suite.pairs)),
                "only": str(some.suite.part),
                "systems": "+".join(str(len(evaluation.systems)) for evaluation in evaluations.values()),
                "outputs": "+".join(evaluation.digest for evaluation in evaluations.values()),
                "compared": "+".join(compared) or "all",
                "unaveraged": "+".join(
                    f"{name}/{system}" for name, names in own.items() for system in sorted(names)
                ),
                "joined": "+".join(
                    "=".join(f"{name}/{system}" for name, system in one.names.items()) for one in joined.joins
                ),
                "items": common.height,
                "counted": "fair-in-all",
                "untestable": _any_untestable(list(evaluations.values())),
                **choices.parts,
                **test_parts(systems),
                "samples": choices.testing.samples,
                "seed": choices.testing.seed,
            }
        ),
    )


def _outside(
    evaluations: Mapping[str, SuiteEvaluation], unaveraged: "_Outside", joined: Joined
) -> dict[str, tuple[str, ...]]:
    """The systems of each campaign that stay outside its average, by their names there."""
    found = {}
    for name, one in evaluations.items():
        named = set(map(joined.called, unaveraged.get(name, ())))
        systems = tuple(system for system in one.systems if joined.called(system) in named)
        if systems and len(systems) == len(one.systems):
            raise ValueError(f"no system of {name} is left for the average")
        if systems:
            found[name] = systems
    return found


def _renamed(verdicts: pl.DataFrame, joined: Joined) -> pl.DataFrame:
    """The verdicts of a campaign, with joined systems under their common names."""
    names = joined.names
    return verdicts.with_columns(pl.col("system").replace(names)) if names else verdicts


def _common(
    verdicts: Mapping[str, pl.DataFrame], compared: Sequence[str], outside: Mapping[str, Sequence[str]]
) -> pl.DataFrame:
    """The items that are fair in every campaign, for the systems that decide it."""
    common: pl.DataFrame | None = None
    for name, frame in verdicts.items():
        asked = (
            pl.col("system").is_in(compared) if compared else ~pl.col("system").is_in(outside.get(name, ()))
        )
        fair = fair_items(frame.filter(asked))
        common = fair if common is None else common.join(fair, on="item", how="semi")
    if common is None:
        raise ValueError("no campaign, no common item")
    return common


def _on_own_items(
    counted: Mapping[str, pl.DataFrame],
    verdicts: Mapping[str, pl.DataFrame],
    outside: Mapping[str, Sequence[str]],
) -> dict[str, pl.DataFrame]:
    """Count a system that is outside in several campaigns on the same items in all of them.

    Otherwise a difference could come from a warning that was open in one year only.
    """
    theirs = {name: pl.col("system").is_in(systems) for name, systems in outside.items()}
    unsettled = pl.concat(
        verdicts[name].filter(own, ~pl.col("verdict").is_in(SETTLED)).select("item", "system")
        for name, own in theirs.items()
    )
    return dict(counted) | {
        name: pl.concat(
            [
                counted[name].filter(~own),
                counted[name].filter(own).join(unsettled, on=["item", "system"], how="anti"),
            ]
        )
        for name, own in theirs.items()
    }


def checkpoints(evaluation: SuiteEvaluation, systems: Sequence[str], choices: Choices) -> CampaignTrend:
    """Systems of one evaluation as points in time, in this order: each as its own campaign."""
    if not systems or len(set(systems)) < len(systems):
        raise ValueError(f"checkpoints are different systems, not {', '.join(systems) or 'none'}")
    # A trend only reads verdicts and names of its campaigns: nothing is evaluated again.
    verdicts = evaluation.verdicts.filter(pl.col("system").is_in(list(systems)))
    parts = {str(name): part for (name,), part in verdicts.partition_by("system", as_dict=True).items()}
    each = {
        system: replace(evaluation, systems=(system,), left_out={}, verdicts=parts[system])
        for system in systems
    }
    one = trend(each, choices, joining=Joining(exact=True))
    return replace(
        one,
        checkpoints=True,
        signature=signature(
            {
                "checkpoints": "+".join(systems),
                "suite": evaluation.suite.label,
                "pair": "+".join(map(str, evaluation.suite.pairs)),
                "only": str(evaluation.suite.part),
                "outputs": evaluation.digest,
                "items": one.common,
                "counted": "fair-in-all",
                "untestable": _any_untestable([evaluation]),
                **choices.parts,
                **test_parts((), checkpoints=True),
                "samples": choices.testing.samples,
                "seed": choices.testing.seed,
            }
        ),
    )


_Accuracy = dict[tuple[str, str], float]
_Outside = Mapping[str, Collection[str]]
_CATEGORY, _PHENOMENON = ("category",), ("category", "phenomenon")


def _rows(counted: Mapping[str, pl.DataFrame], by: Sequence[str], outside: _Outside) -> list[TrendRow]:
    found: dict[tuple[str, ...], _Accuracy] = {}
    sizes: dict[tuple[str, ...], int] = {}
    for campaign, frame in counted.items():
        sums = frame.group_by(*by, "system").agg(100 * (pl.col("verdict") == Verdict.PASS).mean())
        for *group, system, accuracy in sums.sort(*by, "system").iter_rows():
            found.setdefault(tuple(group), {})[campaign, system] = accuracy
        sizes |= {
            tuple(group): n for *group, n in frame.group_by(*by).agg(pl.col("item").n_unique()).iter_rows()
        }
    return [_row(group, sizes[group], found[group], outside) for group in sorted(found)]


def _row(group: Sequence[str], n: int, accuracy: _Accuracy, outside: _Outside) -> TrendRow:
    averaged: dict[str, list[float]] = {}
    for (campaign, system), value in accuracy.items():
        if system not in outside.get(campaign, ()):
            averaged.setdefault(campaign, []).append(value)
    means = {campaign: fmean(values) for campaign, values in averaged.items()}
    category, phenomenon = (*group, None, None)[:2]
    return TrendRow(category, n, accuracy, means, phenomenon)


def _averages(
    counted: Mapping[str, pl.DataFrame],
    categories: Sequence[TrendRow],
    phenomena: Sequence[TrendRow],
    outside: _Outside,
) -> dict[Average, TrendRow]:
    everything = {name: frame.with_columns(pl.lit("").alias("all")) for name, frame in counted.items()}
    micro = _rows(everything, ["all"], outside)
    n = micro[0].n if micro else 0
    return {
        Average.MICRO: _row((), n, dict(micro[0].accuracy) if micro else {}, outside),
        Average.CATEGORY_MACRO: _macro(categories, n, outside),
        Average.PHENOMENON_MACRO: _macro(phenomena, n, outside),
    }


def _macro(rows: Sequence[TrendRow], n: int, outside: _Outside) -> TrendRow:
    keys = dict.fromkeys(key for row in rows for key in row.accuracy)
    accuracy = {key: fmean(row.accuracy[key] for row in rows if key in row.accuracy) for key in keys}
    return _row((), n, accuracy, outside)


def _any_untestable(evaluations: Sequence[SuiteEvaluation]) -> str | None:
    """How many outputs of each campaign are not testable, for the signature; None if there are none."""
    counts = [one.any_untestable for one in evaluations]
    return "+".join(map(str, counts)) if any(counts) else None
