"""Evaluations, comparisons and trends as tables."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import polars as pl

from lackmus.core.checks import Checked
from lackmus.core.choices import ALPHA, By
from lackmus.core.comparisons import Comparison
from lackmus.core.evaluations import Evaluation
from lackmus.core.scores import Average, Score
from lackmus.core.signatures import signature
from lackmus.core.tables import Cell, Column, Level, Row, Table, Unit, points
from lackmus.core.trends import Trend, TrendRow

AVERAGES = {
    Average.MICRO: "Micro-average (items)",
    Average.CATEGORY_MACRO: "Macro-average (categories)",
    Average.PHENOMENON_MACRO: "Macro-average (phenomena)",
}
_NAMED = 6  # so many small rows are named before the rest is only counted
_COARSE = 20.0  # a row that shows only differences from so many points on deserves a word


def accuracies_table(
    evaluation: Evaluation, by: By = By.CATEGORY, labels: Mapping[str, str] | None = None
) -> Table:
    """Systems in columns, categories (or phenomena) in rows: the table of the test-suite papers."""
    labels = labels or {}
    systems = evaluation.systems
    several = len(systems) > 1
    rows = [
        _score_row(row, systems, _name(row, by), _level(row, by), by)
        for row in evaluation.rows
        if by is By.PHENOMENON or row.phenomenon is None
    ]
    rows += [
        _score_row(evaluation.averages[kind], systems, name, Level.AVERAGE, by)
        for kind, name in AVERAGES.items()
    ]
    return Table(
        title=f"{evaluation.suite.name}, {_pairs(evaluation)}: accuracies in percent by {by}",
        columns=(
            Column(by.capitalize()),
            Column("n", Unit.COUNT),
            *(Column(labels.get(system, system), Unit.PERCENT, heat=True) for system in systems),
            *([Column("Average", Unit.PERCENT)] if several else []),
            *([Column("Shows from", Unit.PERCENT)] if several and by is By.PHENOMENON else []),
        ),
        rows=tuple(rows),
        signature=evaluation.signature,
        notes=(evaluation.in_short, *_notes(evaluation, by)),
    )


def _score_row(row: Score, systems: Sequence[str], name: str, level: Level, by: By) -> Row:
    several = len(systems) > 1
    return Row(
        (
            Cell(name),
            Cell(row.n),
            *(
                Cell(
                    row.accuracy.get(system),
                    # One system alone is no cluster.
                    best=several and system in row.best,
                    interval=row.intervals.get(system),
                )
                for system in systems
            ),
            *([Cell(row.average)] if several else []),
            *([Cell(row.detectable)] if several and by is By.PHENOMENON else []),
        ),
        level,
    )


def _name(row: Score, by: By) -> str:
    return row.phenomenon or row.category or ""


def _level(row: Score, by: By) -> Level:
    if by is By.CATEGORY:
        return Level.BODY
    return Level.GROUP if row.phenomenon is None else Level.MEMBER


def _pairs(evaluation: Evaluation) -> str:
    return ", ".join(map(str, evaluation.suite.pairs))


def _notes(evaluation: Evaluation, by: By) -> list[str]:
    """What the numbers alone would not say."""
    count, said = evaluation.fairness, []
    if count.excluded:
        most = ", ".join(f"{name} {n:,}" for name, n in list(count.excluded_by_category.items())[:3])
        said.append(f"{count.excluded:,} items do not count because of an open warning (most in: {most}).")
    if evaluation.uncovered:
        said.append(f"{evaluation.uncovered:,} items of the suite were in nobody's outputs.")
    for system, reason in evaluation.left_out.items():
        said.append(f"{system} was left out: it did not take part ({reason}). Keep it with --keep {system}.")
    if evaluation.differing_repeats:
        each = ", ".join(f"{system} {n:,}" for system, n in evaluation.differing_repeats.items())
        said.append(f"Items whose repeated sentence a system translated differently: {each}.")
    said += [f"{' and '.join(names)} wrote the very same texts." for names in evaluation.identical]
    rows = evaluation.categories if by is By.CATEGORY else evaluation.phenomena
    if len(evaluation.systems) > 1:
        said += _detectable(rows, by)
    return said


def _detectable(rows: Sequence[Score], by: By) -> list[str]:
    """How large a difference to the best small rows could show at all."""
    said = []
    if by is By.PHENOMENON:
        said.append("Shows from: the smallest difference to the best, in points, that the row could show.")
    blind = [f"{_name(row, by)} (n = {row.n})" for row in rows if row.n and row.detectable is None]
    if blind:
        said.append(f"Too few items to show any difference: {_some(blind)}.")
    small = [row for row in rows if row.detectable is not None and row.detectable >= _COARSE]
    small.sort(key=lambda row: -(row.detectable or 0))
    named = [f"{_name(row, by)} (n = {row.n}) from {row.detectable:.0f} points on" for row in small]
    if named:
        said.append(f"Small rows can only show large differences: {_some(named)}.")
    return said


def _some(names: Sequence[str]) -> str:
    more = f"; and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return "; ".join(names[:_NAMED]) + more


def systems_table(evaluation: Evaluation, labels: Mapping[str, str] | None = None) -> Table:
    """What each system costs the comparison, and what its open warnings could still change."""
    labels = labels or {}
    rows = []
    for system in evaluation.systems:
        warned = evaluation.warnings[system]
        reasons = ", ".join(f"{reason} {n:,}" for reason, n in warned.reasons.items()) or "none"
        rows.append(
            Row(
                (
                    Cell(labels.get(system, system)),
                    Cell(warned.count),
                    Cell(warned.share),
                    Cell(reasons),
                    Cell(evaluation.fairness.prices[system]),
                    Cell(evaluation.bounds.low[system]),
                    Cell(evaluation.bounds.high[system]),
                    Cell(evaluation.wins[system]),
                    Cell(evaluation.phenomenon_wins[system]),
                )
            )
        )
    return Table(
        title="Warnings, prices and bounds",
        columns=(
            Column("System"),
            Column("Warnings", Unit.COUNT),
            Column("%", Unit.PERCENT),
            Column("Why"),
            Column("Price", Unit.COUNT),
            Column("Low bound", Unit.PERCENT),
            Column("High bound", Unit.PERCENT),
            Column("Best cat.", Unit.COUNT),
            Column("Best phen.", Unit.COUNT),
        ),
        rows=tuple(rows),
        signature=evaluation.signature,
        notes=(
            "Price: how many more items would count without the system. Bounds: its accuracy on all "
            f"{evaluation.fairness.total:,} items if every open warning failed, and if every one passed. "
            "Best: in how many categories and phenomena it is among the best.",
        ),
    )


def comparison_table(comparison: Comparison) -> Table:
    """What both systems pass, both fail, and what only one of them wins, by category."""
    first, second, total = comparison.first, comparison.second, comparison.total
    return Table(
        title=f"{first} and {second}, item by item",
        columns=(
            Column("Category"),
            Column("n", Unit.COUNT),
            Column("Both pass", Unit.COUNT),
            Column("Both fail", Unit.COUNT),
            Column(f"Only {first}", Unit.COUNT),
            Column(f"Only {second}", Unit.COUNT),
            Column("Difference", Unit.POINTS),
        ),
        rows=tuple(
            Row(
                (
                    Cell(row.category or "All items"),
                    Cell(row.n),
                    Cell(row.both_pass),
                    Cell(row.both_fail),
                    Cell(row.only_first),
                    Cell(row.only_second),
                    Cell(row.difference),
                ),
                Level.AVERAGE if row.category is None else Level.BODY,
            )
            for row in (*comparison.rows, total)
        ),
        signature=comparison.signature,
        notes=tuple(_comparison_notes(comparison)),
    )


def _comparison_notes(comparison: Comparison) -> list[str]:
    total = comparison.total
    open_ = comparison.items.height - total.n
    if comparison.interval is None or total.difference is None or comparison.p_value is None:
        return [f"No item is settled for both; {open_:,} are open."]
    low, high = comparison.interval
    verb = "differ" if comparison.p_value <= ALPHA else "cannot be told apart"
    lead = (
        f"{comparison.second} is {abs(total.difference):.1f} points "
        f"{'better' if total.difference > 0 else 'worse'} than {comparison.first}"
        if total.difference
        else "Neither is better"
    )
    said = [
        f"{lead} (95 % interval {points(low)} to {points(high)}). On these {total.n:,} items the two {verb}: "
        f"exact McNemar, two-tailed, p = {_p(comparison.p_value)}."
    ]
    if open_:
        said.append(f"{open_:,} items do not count because one of the two has an open warning.")
    return said


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def differences_table(comparison: Comparison, most: int) -> Table:
    """The sentences on which the two systems differ, side by side."""
    differing = comparison.items.filter(pl.col("outcome").is_in(["only first", "only second"]))
    return Table(
        title=f"Where they differ ({min(most, differing.height):,} of {differing.height:,} items)",
        columns=(
            Column("Item"),
            Column("Phenomenon"),
            Column("Source"),
            Column("Passes"),
            Column(comparison.first),
            Column(comparison.second),
        ),
        rows=tuple(
            Row(
                (
                    Cell(row["item"].partition(":")[2]),
                    Cell(row["phenomenon"]),
                    Cell(row["source"].strip()),
                    Cell(comparison.first if row["outcome"] == "only first" else comparison.second),
                    Cell(row["first_text"]),
                    Cell(row["second_text"]),
                )
            )
            for row in differing.head(most).iter_rows(named=True)
        ),
        signature=comparison.signature,
    )


def trend_table(trend: Trend) -> Table:
    """Campaigns in columns, for the average over all systems and for every system that came back."""
    steps = list(pairwise(trend.campaigns))
    rows = [_trend_row(row, trend, steps, row.category or "", Level.BODY) for row in trend.rows]
    rows += [
        _trend_row(trend.averages[kind], trend, steps, name, Level.AVERAGE) for kind, name in AVERAGES.items()
    ]
    sizes = ", ".join(f"{name} {len(trend.evaluations[name].systems)}" for name in trend.campaigns)
    shared = ", ".join(trend.systems) or "none"
    return Table(
        title=f"{' → '.join(trend.campaigns)}: accuracies in percent on the items fair in all campaigns",
        columns=(
            Column("Category"),
            Column("n", Unit.COUNT),
            *(
                column
                for name in ("Average", *trend.systems)
                for column in (
                    *(Column(f"{name} {campaign}", Unit.PERCENT, heat=True) for campaign in trend.campaigns),
                    *(Column(f"{name} {_step(step, steps)}", Unit.POINTS) for step in steps),
                )
            ),
        ),
        rows=tuple(rows),
        signature=trend.signature,
        notes=(
            f"{trend.common:,} items are fair in all {len(trend.campaigns)} campaigns. "
            f"Average: over all systems of each campaign ({sizes}). In more than one campaign: {shared}.",
            *(
                f"{name}: {system} was left out: it did not take part ({reason})."
                for name, evaluation in trend.evaluations.items()
                for system, reason in evaluation.left_out.items()
            ),
        ),
    )


def _step(step: tuple[str, str], steps: Sequence[tuple[str, str]]) -> str:
    return "Δ" if len(steps) == 1 else f"Δ {step[0]}→{step[1]}"


def _trend_row(row: TrendRow, trend: Trend, steps: Sequence[tuple[str, str]], name: str, level: Level) -> Row:
    cells = [Cell(name), Cell(row.n)]
    cells += [Cell(row.average.get(campaign)) for campaign in trend.campaigns]
    cells += [Cell(row.average_difference(*step)) for step in steps]
    for system in trend.systems:
        cells += [Cell(row.accuracy.get((campaign, system))) for campaign in trend.campaigns]
        cells += [Cell(row.difference(system, *step)) for step in steps]
    return Row(tuple(cells), level)


def checks_table(checks: Sequence[Checked]) -> Table:
    """One line per file, and what is wrong with it."""
    bad = sum(bool(checked.problems) for checked in checks)
    return Table(
        title=f"{len(checks):,} files checked, {bad or 'none'} with problems",
        columns=(
            Column("File"),
            Column("Lines", Unit.COUNT),
            Column("Blank", Unit.COUNT),
            Column("Copies of the source", Unit.COUNT),
            Column("Length correlation"),
            Column("Names and numbers kept"),
            Column("Fit to hand in"),
        ),
        rows=tuple(
            Row(
                (
                    Cell(checked.file),
                    Cell(checked.lines),
                    Cell(checked.blank),
                    Cell(checked.copied),
                    Cell(_figure(checked.fit.length_correlation, ".2f")),
                    Cell(_figure(checked.fit.copied, ".0%")),
                    Cell("no" if checked.problems else "yes"),
                )
            )
            for checked in checks
        ),
        signature=signature({"check": "lines+lengths+names", "files": len(checks)}),
        notes=tuple(f"{checked.file}: {problem}." for checked in checks for problem in checked.problems),
    )


def _figure(value: float | None, how: str) -> str | None:
    return None if value is None else format(value, how)
