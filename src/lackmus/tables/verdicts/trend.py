"""A trend as a table: campaigns or checkpoints in columns, and the changes between them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from lackmus.core.base.choices import ALPHA, By
from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import AVERAGES, Average
from lackmus.core.verdicts.joined_names import Join, Joined, JoinReason
from lackmus.core.verdicts.many_systems import listed
from lackmus.core.verdicts.trend import CampaignTrend, TrendRow
from lackmus.core.verdicts.trend_changes import RowKey
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit

CHANGED = "*"  # after a significant difference
_WHY = {
    JoinReason.SAME: "as asked for",
    JoinReason.LABEL: "by their label",
    JoinReason.SPELLING: "by their spelling",
}


def trend_table(one: CampaignTrend, labels: Mapping[str, str] | None = None, by: By = By.CATEGORY) -> Table:
    """Campaigns in columns, for the average over all systems and for every returning system."""
    labels = labels or {}
    steps = list(pairwise(one.campaigns))
    rows = list(_body(one, steps, by))
    rows += [
        _row(one.averages[kind], kind, one, steps, name, Level.AVERAGE) for kind, name in AVERAGES.items()
    ]
    shown = {name: labels.get(name, name) if one.checkpoints else name for name in one.campaigns}
    # The average over one checkpoint is the checkpoint itself.
    heads = [("" if one.checkpoints else "Average "), *(f"{labels.get(name, name)} " for name in one.systems)]
    fair_in = "settled for all checkpoints" if one.checkpoints else "fair in all campaigns"
    return Table(
        title=f"{' → '.join(shown.values())}: accuracies in percent on the items {fair_in}",
        columns=(
            Column(by.capitalize()),
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
        notes=(*_notes(one, labels), *_joined_notes(one.joined), *_test_notes(one, by)),
        marks=((CHANGED, f"a significant change (p ≤ {ALPHA:g}, paired; rows with Holm’s correction)"),),
    )


def _body(one: CampaignTrend, steps: Sequence[tuple[str, str]], by: By) -> Iterator[Row]:
    """Rows of categories, or of categories with their phenomena."""
    if by is By.CATEGORY:
        for row in one.rows:
            yield _row(row, (row.category, None), one, steps, row.category or "", Level.BODY)
        return
    above = {row.category: row for row in one.rows}
    for category, members in groupby(one.phenomena, key=lambda row: row.category):
        yield _row(above[category], (category, None), one, steps, category or "", Level.GROUP)
        for row in members:
            yield _row(row, (category, row.phenomenon), one, steps, row.phenomenon or "", Level.MEMBER)


def _notes(one: CampaignTrend, labels: Mapping[str, str]) -> list[str]:
    if one.checkpoints:
        return [
            f"{counted(one.common, 'item is', 'items are')} settled for all {len(one.campaigns)} checkpoints."
        ]
    shared = listed([labels.get(system, system) for system in one.systems]) or "none"
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


def _joined_notes(joined: Joined) -> Iterator[str]:
    """Which names were joined to one system, and which were not."""
    if joined.joins:
        each = "; ".join(_told(one) for one in joined.joins)
        yield f"One system under several names, shown under the latest: {each}."
    for one in joined.apart:
        names = ", ".join(one.names)
        why = "have the same label" if one.because is JoinReason.LABEL else "differ in spelling only"
        yield f"Not joined, although they {why}: {names}. {one.campaign} has more than one of them."


def _told(one: Join) -> str:
    names = " = ".join(f"{name} ({campaign})" for campaign, name in one.names.items())
    return f"{names}, {' and '.join(_WHY[because] for because in one.because)}"


def _test_notes(one: CampaignTrend, by: By) -> Iterator[str]:
    """How changes are tested, and which have no test."""
    if not one.common or len(one.campaigns) < 2:
        return
    tests = ["exact McNemar, two-tailed"] if one.systems or one.checkpoints else []
    if not one.checkpoints and one.averages_tested:
        tests.append("the average: signs of the items’ differences by lot, two-tailed")
    tests.append(f"macro-averages: a paired bootstrap ({one.testing.samples:,} resamples)")
    levels = "the categories of a column" + (", and over its phenomena" if by is By.PHENOMENON else "")
    keys: set[RowKey | Average] = {*((row.category, None) for row in one.rows), *AVERAGES}
    keys |= {(row.category, row.phenomenon) for row in one.phenomena} if by is By.PHENOMENON else set()
    none = not any(change.significant for (key, *_), change in one.changes.items() if key in keys)
    yield (
        f"Changes are tested on the same items: {'; '.join(tests)}. Holm’s correction over {levels}."
        + (" No change is significant." if none else "")
    )
    if not one.checkpoints and not one.averages_tested:
        yield "The average has no test here: its systems count on different items."


def _row(
    row: TrendRow,
    key: RowKey | Average,
    one: CampaignTrend,
    steps: Sequence[tuple[str, str]],
    name: str,
    level: Level,
) -> Row:
    cells = [Cell(name), Cell(row.n)]
    cells += [Cell(row.average.get(campaign)) for campaign in one.campaigns]
    cells += [_changed(row.average_difference(*step), one, key, None, step) for step in steps]
    for system in one.systems:
        cells += [Cell(row.accuracy.get((campaign, system))) for campaign in one.campaigns]
        cells += [_changed(row.difference(system, *step), one, key, system, step) for step in steps]
    return Row(tuple(cells), level, (row.category or "") if level is Level.MEMBER else "")


def _changed(
    points: float | None, one: CampaignTrend, key: RowKey | Average, system: str | None, step: tuple[str, str]
) -> Cell:
    change = one.change(key, system, *step) if points is not None else None
    if change is None:
        return Cell(points)
    return Cell(points, mark=CHANGED if change.significant else "", p=change.corrected)
