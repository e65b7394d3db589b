"""What is shown in coloured cells: accuracies of systems × categories, and how often systems agree."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import floor

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import AVERAGES, Score
from lackmus.core.verdicts.evaluation import Evaluation
from lackmus.core.verdicts.many_systems import DRAWN, ends_of, left_out
from lackmus.core.verdicts.similarity import Grouped, grouped, likeness, side_by_side
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.write.charts.cells import (
    HEADS,
    HIGH,
    NAMES,
    Cell,
    Grid,
    drawn,
    filled_cells,
    places,
    records_of,
    row_names,
)
from lackmus.write.charts.drawing import SIZE, Chart, Ink, across, down, framed, layered, mark, words
from lackmus.write.charts.lettering import fitted, width
from lackmus.write.charts.scales import LIKENESS, LIKENESS_ON_BLACK

_GROUPS = 30  # of systems, in a cluster map


def heatmap(evaluation: Evaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """Accuracies of systems and categories; what there is more of runs down the page."""
    if not evaluation.fairness.fair:
        raise NoAnswerError("No item is settled for all systems, so there is no accuracy to draw.")
    several = len(evaluation.systems) > 1
    shown = ends_of(evaluation.systems)
    turned = len(shown) > len(evaluation.categories)
    means = [(name, evaluation.averages[kind]) for kind, name in AVERAGES.items()]
    systems = [(system, names[system]) for system in shown]
    grid = accuracies(evaluation.categories, means, systems, "Average", turned)
    if len(shown) < len(evaluation.systems):
        grid = replace(grid, column_groups=[("", len(shown) // 2)])  # a gap where systems are left out
    grid, along = (grid.turned(), "column") if turned else (grid, "row")
    best = f" Bold with a dot: among the significantly best of the {along}." if several else ""
    facts = (
        f"Percent of {counted(evaluation.fairness.fair, 'item')} settled for "
        f"{'all systems' if several else 'the system'}; how many in parentheses.{best}"
    )
    if said := left_out(len(evaluation.systems), len(shown), ", but count in the average"):
        facts += f" {said}"
    part, room = drawn(grid, ink)
    return framed(part, "Accuracy by category", facts, evaluation.signature, room, ink)


def accuracies(
    categories: Sequence[Score],
    averages: Sequence[tuple[str, Score]],
    systems: Sequence[tuple[str, str]],
    mean: str,
    turned: bool,
) -> Grid:
    """As in the table: categories in rows, averages below them, the mean over systems at the right.

    Names of categories that are wider than the room are shortened, but not how many items they have.
    """
    several = len(systems) > 1
    grouped = any(score.best_of_group for score in (*categories, *(score for _, score in averages)))
    cells = {
        (row, column): cell
        for row, score in enumerate([*categories, *(score for _, score in averages)])
        for column, cell in enumerate(_score_cells(score, [system for system, _ in systems], grouped))
    }
    sizes = [f" ({row.n:,})" for row in categories]
    left = (HEADS if turned else NAMES) - max(width(size, SIZE) for size in sizes)
    shown = fitted([row.category or "" for row in categories], left, SIZE)
    return Grid(
        [*map("".join, zip(shown, sizes, strict=True)), *(name for name, _ in averages)],
        [*(name for _, name in systems), *([mean] if several else [])],
        cells,
        len(averages),
        1 if several else 0,
    )


def _score_cells(score: Score, systems: Sequence[str], grouped: bool) -> Iterator[Cell]:
    """Bold the best, or where there are groups the best of each, and a frame around the best of all."""
    several = len(systems) > 1
    best = set(score.best) if several else set()
    bold, framed = (set(score.best_of_group), best) if grouped else (best, set())
    for system in systems:
        yield Cell(score.accuracy.get(system), system in bold, system in framed)
    if several:
        yield Cell(score.average)


def agreement(evaluation: Evaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """How often two systems get the same verdict; similar ones stand side by side."""
    if len(evaluation.systems) < 2:
        raise LackmusError("Agreement needs at least two systems.")
    alike = likeness(evaluation.verdicts, evaluation.systems)
    if not alike:
        raise NoAnswerError("No item is settled for all systems, so there is no agreement to draw.")
    if len(evaluation.systems) > DRAWN:
        return _cluster_map(evaluation, grouped(alike, _GROUPS), names, ink)
    order = side_by_side(evaluation.systems, alike)
    # Half of the table says it all: each system as a row against those before it.
    cells = {
        (row, column): Cell(alike[one, other])
        for row, one in enumerate(order[1:])
        for column, other in enumerate(order[: row + 1])
    }
    facts = (
        f"Percent of {counted(evaluation.fairness.fair, 'item')} settled for all systems on which two "
        "of them get the same verdict: the one named at the left and the one named above the column. "
        "Similar systems stand side by side."
    )
    shown = fitted([names[system] for system in order], NAMES, SIZE)
    part, room = _stairs(shown, cells, 0, ink)
    return framed(part, "Agreement between systems", facts, evaluation.signature, room, ink)


def _cluster_map(evaluation: Evaluation, found: Grouped, names: Mapping[str, str], ink: Ink) -> Chart:
    """Groups of similar systems, each under the name of its middle and with its size."""
    sizes = [
        f" and {len(group.systems) - 1:,} more" if len(group.systems) > 1 else "" for group in found.groups
    ]
    left = NAMES - max(width(size, SIZE) for size in sizes)
    middles = fitted([names[group.middle] for group in found.groups], left, SIZE)
    shown = ["".join(parts) for parts in zip(middles, sizes, strict=True)]
    cells = {
        (row, column): Cell(found.shares.get((row, column)))
        for row in range(len(shown))
        for column in range(row + 1)
    }
    facts = (
        f"{len(evaluation.systems):,} systems in {len(found.groups)} groups of similar ones, each under the "
        "name of the member most like the others. Percent of "
        f"{counted(evaluation.fairness.fair, 'item')} settled for all systems on which two systems get the "
        "same verdict: the mean over all pairs of the group at the left and the group above the column; at "
        "the end of a row, within the group."
    )
    part, room = _stairs(shown, cells, 1, ink)
    return framed(part, "Agreement between groups of systems", facts, evaluation.signature, room, ink)


def _stairs(
    names: Sequence[str], cells: Mapping[tuple[int, int], Cell], own: int, ink: Ink
) -> tuple[alt.LayerChart, float]:
    """Cells below a diagonal that bears the names of columns; with `own` 1 a row has a cell for itself."""
    values = [cell.value for cell in cells.values() if cell.value is not None]
    least = min(99.0, floor(min(values) / 5) * 5.0)
    scales = LIKENESS.from_(least), LIKENESS_ON_BLACK.from_(least)
    wide = width("100", SIZE, bold=True) + 12
    lines = len(names) - 1 + own
    lefts, tops = places(lines, (), wide), places(lines, (), HIGH)
    records = records_of(cells, lefts, tops, wide, 0)
    heads = [
        {"name": name, "x": left + 3, "y": top - HIGH / 2}
        for name, left, top in zip(names, lefts, tops, strict=False)
    ]
    style = {"align": "left", "baseline": "middle", "color": ink.text}
    layers = [
        *filled_cells(records, scales, ink),
        row_names(names[1 - own :], tops, ink),
        mark(heads, "text", style, x=across("x"), y=down("y"), text=words("name")),
    ]
    total, high = lefts[-1] + wide, tops[-1] + HIGH
    return layered(layers, total, high), max(width(name, SIZE) for name in names) + total
