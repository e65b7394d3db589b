"""One suite across campaigns: accuracies on the items fair in all of them, and what has changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

import polars as pl

from lackmus.core.choices import Choices
from lackmus.core.evaluations import Evaluation
from lackmus.core.judges import Verdict
from lackmus.core.scores import AVERAGES, Average, fair_items
from lackmus.core.signatures import signature
from lackmus.core.tables import Cell, Column, Level, Row, Table, Unit
from lackmus.core.verdicts import SETTLED


@dataclass(frozen=True)
class TrendRow:
    """A category (or an average) over the campaigns."""

    category: str | None
    n: int
    accuracy: Mapping[tuple[str, str], float]  # (campaign, system): percent
    average: Mapping[str, float]  # campaign: mean over all its systems

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

    @property
    def everybody(self) -> list[str]:
        """All systems of all campaigns, also those that were left out."""
        every = self.evaluations.values()
        return list(dict.fromkeys(name for one in every for name in (*one.systems, *one.left_out)))


def trend(evaluations: Mapping[str, Evaluation], choices: Choices, compared: Sequence[str] = ()) -> Trend:
    """Follow systems through campaigns; `compared` narrows whose warnings keep an item from counting."""
    verdicts = {name: evaluation.verdicts for name, evaluation in evaluations.items()}
    common: pl.DataFrame | None = None
    for frame in verdicts.values():
        chosen = frame.filter(pl.col("system").is_in(compared)) if compared else frame
        fair = fair_items(chosen)
        common = fair if common is None else common.join(fair, on="item", how="semi")
    if common is None:
        raise ValueError("a trend needs campaigns")
    counted = {
        name: frame.join(common, on="item", how="semi").filter(pl.col("verdict").is_in(SETTLED))
        for name, frame in verdicts.items()
    }
    times = [system for frame in verdicts.values() for system in frame["system"].unique()]
    shared = sorted({system for system in times if times.count(system) > 1}, key=str.casefold)
    some = next(iter(evaluations.values()))
    return Trend(
        campaigns=tuple(evaluations),
        systems=tuple(system for system in shared if not compared or system in compared),
        evaluations=dict(evaluations),
        common=common.height,
        rows=tuple(_rows(counted, ["category"])),
        averages=_averages(counted),
        signature=signature(
            {
                "trend": "+".join(evaluations),
                "suite": some.suite.label,
                "pair": "+".join(map(str, some.suite.pairs)),
                "systems": "+".join(str(len(evaluation.systems)) for evaluation in evaluations.values()),
                "outputs": "+".join(evaluation.digest for evaluation in evaluations.values()),
                "compared": "+".join(compared) or "all",
                "items": common.height,
                "counted": "fair-in-all",
                **choices.parts,
            }
        ),
    )


_Accuracy = dict[tuple[str, str], float]


def _rows(counted: Mapping[str, pl.DataFrame], by: Sequence[str]) -> list[TrendRow]:
    found: dict[tuple[str, ...], _Accuracy] = {}
    sizes: dict[tuple[str, ...], int] = {}
    for campaign, frame in counted.items():
        sums = frame.group_by(*by, "system").agg(100 * (pl.col("verdict") == Verdict.PASS).mean())
        for *group, system, accuracy in sums.sort(*by, "system").iter_rows():
            found.setdefault(tuple(group), {})[campaign, system] = accuracy
        sizes |= {
            tuple(group): n for *group, n in frame.group_by(*by).agg(pl.col("item").n_unique()).iter_rows()
        }
    return [_row(group[0] if group else None, sizes[group], found[group]) for group in sorted(found)]


def _row(category: str | None, n: int, accuracy: _Accuracy) -> TrendRow:
    campaigns = dict.fromkeys(campaign for campaign, _ in accuracy)
    average = {
        campaign: fmean(value for (of, _), value in accuracy.items() if of == campaign)
        for campaign in campaigns
    }
    return TrendRow(category, n, accuracy, average)


def _averages(counted: Mapping[str, pl.DataFrame]) -> dict[Average, TrendRow]:
    everything = {name: frame.with_columns(pl.lit("").alias("all")) for name, frame in counted.items()}
    micro = _rows(everything, ["all"])
    n = micro[0].n if micro else 0
    return {
        Average.MICRO: _row(None, n, dict(micro[0].accuracy) if micro else {}),
        Average.CATEGORY_MACRO: _macro(_rows(counted, ["category"]), n),
        Average.PHENOMENON_MACRO: _macro(_rows(counted, ["category", "phenomenon"]), n),
    }


def _macro(rows: Sequence[TrendRow], n: int) -> TrendRow:
    keys = dict.fromkeys(key for row in rows for key in row.accuracy)
    return _row(
        None, n, {key: fmean(row.accuracy[key] for row in rows if key in row.accuracy) for key in keys}
    )


def trend_table(one: Trend, labels: Mapping[str, str] | None = None) -> Table:
    """Campaigns in columns, for the average over all systems and for every system that came back."""
    steps = list(pairwise(one.campaigns))
    names = [(labels or {}).get(system, system) for system in one.systems]
    rows = [_trend_row(row, one, steps, row.category or "", Level.BODY) for row in one.rows]
    rows += [
        _trend_row(one.averages[kind], one, steps, name, Level.AVERAGE) for kind, name in AVERAGES.items()
    ]
    sizes = ", ".join(f"{name} {len(one.evaluations[name].systems)}" for name in one.campaigns)
    shared = ", ".join(names) or "none"
    return Table(
        title=f"{' → '.join(one.campaigns)}: accuracies in percent on the items fair in all campaigns",
        columns=(
            Column("Category"),
            Column("n", Unit.COUNT),
            *(
                column
                for name in ("Average", *names)
                for column in (
                    *(Column(f"{name} {campaign}", Unit.PERCENT, heat=True) for campaign in one.campaigns),
                    *(Column(f"{name} {_step(step, steps)}", Unit.POINTS) for step in steps),
                )
            ),
        ),
        rows=tuple(rows),
        signature=one.signature,
        notes=(
            f"{one.common:,} items are fair in all {len(one.campaigns)} campaigns. "
            f"Average: over all systems of each campaign ({sizes}). In more than one campaign: {shared}.",
            *(
                f"{name}: {system} was left out: it did not take part ({reason})."
                for name, evaluation in one.evaluations.items()
                for system, reason in evaluation.left_out.items()
            ),
        ),
    )


def _step(step: tuple[str, str], steps: Sequence[tuple[str, str]]) -> str:
    return "Δ" if len(steps) == 1 else f"Δ {step[0]}→{step[1]}"


def _trend_row(row: TrendRow, one: Trend, steps: Sequence[tuple[str, str]], name: str, level: Level) -> Row:
    cells = [Cell(name), Cell(row.n)]
    cells += [Cell(row.average.get(campaign)) for campaign in one.campaigns]
    cells += [Cell(row.average_difference(*step)) for step in steps]
    for system in one.systems:
        cells += [Cell(row.accuracy.get((campaign, system))) for campaign in one.campaigns]
        cells += [Cell(row.difference(system, *step)) for step in steps]
    return Row(tuple(cells), level)
