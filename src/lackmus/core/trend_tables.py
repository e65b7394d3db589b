"""A trend as a table: campaigns or checkpoints in columns, and what has changed from one to the next."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from lackmus.core.scores import AVERAGES
from lackmus.core.tables import Cell, Column, Level, Row, Table, Unit, counted
from lackmus.core.trends import Trend, TrendRow


def trend_table(one: Trend, labels: Mapping[str, str] | None = None) -> Table:
    """Campaigns in columns, for the average over all systems and for every system that came back."""
    labels = labels or {}
    steps = list(pairwise(one.campaigns))
    rows = [_trend_row(row, one, steps, row.category or "", Level.BODY) for row in one.rows]
    rows += [
        _trend_row(one.averages[kind], one, steps, name, Level.AVERAGE) for kind, name in AVERAGES.items()
    ]
    shown = {name: labels.get(name, name) if one.checkpoints else name for name in one.campaigns}
    # The average over one checkpoint is that checkpoint.
    heads = [("" if one.checkpoints else "Average "), *(f"{labels.get(name, name)} " for name in one.systems)]
    fair_in = "settled for all checkpoints" if one.checkpoints else "fair in all campaigns"
    return Table(
        title=f"{' → '.join(shown.values())}: accuracies in percent on the items {fair_in}",
        columns=(
            Column("Category"),
            Column("n", Unit.COUNT),
            *(
                column
                for head in heads
                for column in (
                    *(Column(f"{head}{name}", Unit.PERCENT, heat=True) for name in shown.values()),
                    *(Column(f"{head}{_step(step, steps, shown)}", Unit.POINTS) for step in steps),
                )
            ),
        ),
        rows=tuple(rows),
        signature=one.signature,
        notes=tuple(_notes(one, labels)),
    )


def _notes(one: Trend, labels: Mapping[str, str]) -> list[str]:
    if one.checkpoints:
        return [
            f"{counted(one.common, 'item is', 'items are')} settled for all {len(one.campaigns)} checkpoints."
        ]
    shared = ", ".join(labels.get(system, system) for system in one.systems) or "none"
    sizes = ", ".join(f"{name} {len(one.averaged(name))}" for name in one.campaigns)
    said = [
        f"{one.common:,} items are fair in all {len(one.campaigns)} campaigns. "
        f"Average: over all systems of each campaign ({sizes}). In more than one campaign: {shared}."
    ]
    if one.unaveraged:
        outside = "; ".join(
            f"{name} {', '.join(labels.get(system, system) for system in systems)}"
            for name, systems in one.unaveraged.items()
        )
        said.append(
            f"Not in the average: {outside}. Unless asked for by name, they have no say in which items "
            "count, and their own accuracies are on those of the items that are settled for them in each."
        )
    said += [
        f"{name}: {system} was left out: it did not take part ({reason})."
        for name, evaluation in one.evaluations.items()
        for system, reason in evaluation.left_out.items()
    ]
    return said


def _step(step: tuple[str, str], steps: Sequence[tuple[str, str]], shown: Mapping[str, str]) -> str:
    return "Δ" if len(steps) == 1 else f"Δ {shown[step[0]]}→{shown[step[1]]}"


def _trend_row(row: TrendRow, one: Trend, steps: Sequence[tuple[str, str]], name: str, level: Level) -> Row:
    cells = [Cell(name), Cell(row.n)]
    cells += [Cell(row.average.get(campaign)) for campaign in one.campaigns]
    cells += [Cell(row.average_difference(*step)) for step in steps]
    for system in one.systems:
        cells += [Cell(row.accuracy.get((campaign, system))) for campaign in one.campaigns]
        cells += [Cell(row.difference(system, *step)) for step in steps]
    return Row(tuple(cells), level)
