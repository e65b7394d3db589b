"""One suite across campaigns, or checkpoints: accuracies on the items fair in all, and what has changed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean

import polars as pl

from lackmus.core.choices import Choices, Testing
from lackmus.core.evaluations import Evaluation, compare_verdicts
from lackmus.core.judges import Verdict
from lackmus.core.scores import Average, fair_items
from lackmus.core.signatures import signature
from lackmus.core.verdicts import SETTLED


@dataclass(frozen=True)
class TrendRow:
    """A category (or an average) over the campaigns."""

    category: str | None
    n: int
    accuracy: Mapping[tuple[str, str], float]  # (campaign, system): percent
    average: Mapping[str, float]  # campaign: mean over all its systems that are averaged

    def difference(self, system: str, before: str, after: str) -> float | None:
        """By how many points a system has changed between two campaigns."""
        old, new = self.accuracy.get((before, system)), self.accuracy.get((after, system))
        return None if old is None or new is None else new - old

    def average_difference(self, before: str, after: str) -> float | None:
        """By how many points the average over all systems has changed."""
        old, new = self.average.get(before), self.average.get(after)
        return None if old is None or new is None else new - old


@dataclass(frozen=True)
class Trend:
    """Campaigns side by side on the items they share."""

    campaigns: tuple[str, ...]
    systems: tuple[str, ...]  # those of the same name in at least two campaigns
    evaluations: Mapping[str, Evaluation]
    common: int
    rows: tuple[TrendRow, ...]
    averages: Mapping[Average, TrendRow]
    signature: str
    unaveraged: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # campaign: outside its average
    checkpoints: bool = False  # each campaign is one checkpoint of a model

    def averaged(self, campaign: str) -> list[str]:
        """The systems of a campaign that enter its average."""
        outside = self.unaveraged.get(campaign, ())
        return [system for system in self.evaluations[campaign].systems if system not in outside]

    @property
    def everybody(self) -> list[str]:
        """All systems of all campaigns, also those that were left out."""
        every = self.evaluations.values()
        return list(dict.fromkeys(name for one in every for name in (*one.systems, *one.left_out)))


def trend(
    evaluations: Mapping[str, Evaluation],
    choices: Choices,
    compared: Sequence[str] = (),
    unaveraged: Mapping[str, Collection[str]] | None = None,
) -> Trend:
    """Follow systems through campaigns; `compared` narrows whose warnings keep an item from counting.

    `unaveraged` are the systems of each campaign that stay outside its average (the papers leave the
    unsupervised ones out). What does not enter the average must not change it by the back door either: so
    they do not decide which items count, unless they are `compared` by name, and their own columns rest on
    those of the common items that are settled for them wherever they are outside.
    """
    if not evaluations:
        raise ValueError("a trend needs campaigns")
    outside = {
        name: tuple(system for system in one.systems if system in (unaveraged or {}).get(name, ()))
        for name, one in evaluations.items()
    }
    outside = {name: systems for name, systems in outside.items() if systems}
    for name, systems in outside.items():
        if len(systems) == len(evaluations[name].systems):
            raise ValueError(f"no system of {name} is left for the average")
    verdicts = {name: evaluation.verdicts for name, evaluation in evaluations.items()}
    common = _common(verdicts, compared, outside)
    counted = {
        name: frame.join(common, on="item", how="semi").filter(pl.col("verdict").is_in(SETTLED))
        for name, frame in verdicts.items()
    }
    if outside:
        counted = _on_own_items(counted, verdicts, outside)
    times = [system for frame in verdicts.values() for system in frame["system"].unique()]
    shared = sorted({system for system in times if times.count(system) > 1}, key=str.casefold)
    some = next(iter(evaluations.values()))
    return Trend(
        campaigns=tuple(evaluations),
        systems=tuple(system for system in shared if not compared or system in compared),
        evaluations=dict(evaluations),
        common=common.height,
        rows=tuple(_rows(counted, ["category"], outside)),
        averages=_averages(counted, outside),
        unaveraged=outside,
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
                    f"{name}/{system}" for name, systems in outside.items() for system in sorted(systems)
                ),
                "items": common.height,
                "counted": "fair-in-all",
                **choices.parts,
            }
        ),
    )


def _common(
    verdicts: Mapping[str, pl.DataFrame], compared: Sequence[str], outside: Mapping[str, Sequence[str]]
) -> pl.DataFrame:
    """The items that are fair in every campaign, to those who have a say in it."""
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
    """Whoever is outside in several campaigns is counted on the same items in all of them.

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


def checkpoints(evaluation: Evaluation, systems: Sequence[str], choices: Choices) -> Trend:
    """Systems of one evaluation as points in time, in this order: each is a campaign of its own."""
    if not systems or len(set(systems)) < len(systems):
        raise ValueError(f"checkpoints are different systems, not {', '.join(systems) or 'none'}")
    plain = replace(choices, testing=Testing())  # nobody is compared within a checkpoint
    each = {
        system: compare_verdicts(
            evaluation.suite,
            evaluation.verdicts.filter(pl.col("system") == system),
            plain,
            digest=evaluation.digest,
        )
        for system in systems
    }
    one = trend(each, choices)
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
                **choices.parts,
            }
        ),
    )


_Accuracy = dict[tuple[str, str], float]
_Outside = Mapping[str, Collection[str]]


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
    return [_row(group[0], sizes[group], found[group], outside) for group in sorted(found)]


def _row(category: str | None, n: int, accuracy: _Accuracy, outside: _Outside) -> TrendRow:
    averaged: dict[str, list[float]] = {}
    for (campaign, system), value in accuracy.items():
        if system not in outside.get(campaign, ()):
            averaged.setdefault(campaign, []).append(value)
    return TrendRow(category, n, accuracy, {campaign: fmean(values) for campaign, values in averaged.items()})


def _averages(counted: Mapping[str, pl.DataFrame], outside: _Outside) -> dict[Average, TrendRow]:
    everything = {name: frame.with_columns(pl.lit("").alias("all")) for name, frame in counted.items()}
    micro = _rows(everything, ["all"], outside)
    n = micro[0].n if micro else 0
    return {
        Average.MICRO: _row(None, n, dict(micro[0].accuracy) if micro else {}, outside),
        Average.CATEGORY_MACRO: _macro(_rows(counted, ["category"], outside), n, outside),
        Average.PHENOMENON_MACRO: _macro(_rows(counted, ["category", "phenomenon"], outside), n, outside),
    }


def _macro(rows: Sequence[TrendRow], n: int, outside: _Outside) -> TrendRow:
    keys = dict.fromkeys(key for row in rows for key in row.accuracy)
    accuracy = {key: fmean(row.accuracy[key] for row in rows if key in row.accuracy) for key in keys}
    return _row(None, n, accuracy, outside)
