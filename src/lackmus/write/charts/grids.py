"""What is shown in coloured cells: accuracies of systems × categories, and how often systems agree."""

from collections.abc import Iterator, Mapping, Sequence
from math import floor

from lackmus.core.evaluations import Evaluation
from lackmus.core.likeness import likeness, side_by_side
from lackmus.core.scores import AVERAGES, Score
from lackmus.core.tables import counted
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


def heatmap(evaluation: Evaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """Accuracies of systems and categories; what there is more of runs down the page."""
    if not evaluation.fairness.fair:
        raise NoAnswerError("No item is settled for all systems, so there is no accuracy to draw.")
    several = len(evaluation.systems) > 1
    turned = len(evaluation.systems) > len(evaluation.categories)
    means = [(name, evaluation.averages[kind]) for kind, name in AVERAGES.items()]
    systems = [(system, names[system]) for system in evaluation.systems]
    grid = accuracies(evaluation.categories, means, systems, "Average", turned)
    grid, along = (grid.turned(), "column") if turned else (grid, "row")
    best = f" Bold with a dot: among the significantly best of the {along}." if several else ""
    facts = (
        f"Percent of {counted(evaluation.fairness.fair, 'item')} settled for "
        f"{'all systems' if several else 'the system'}; how many in parentheses.{best}"
    )
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
    cells = {
        (row, column): cell
        for row, score in enumerate([*categories, *(score for _, score in averages)])
        for column, cell in enumerate(_score_cells(score, [system for system, _ in systems]))
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


def _score_cells(score: Score, systems: Sequence[str]) -> Iterator[Cell]:
    several = len(systems) > 1
    for system in systems:
        yield Cell(
            score.accuracy.get(system), several and system in score.best, system in score.best_of_group
        )
    if several:
        yield Cell(score.average)


def agreement(evaluation: Evaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """How often two systems get the same verdict; similar ones stand side by side."""
    if len(evaluation.systems) < 2:
        raise LackmusError("Agreement needs at least two systems.")
    alike = likeness(evaluation.verdicts, evaluation.systems)
    if not alike:
        raise NoAnswerError("No item is settled for all systems, so there is no agreement to draw.")
    order = side_by_side(evaluation.systems, alike)
    shown = fitted([names[system] for system in order], NAMES, SIZE)
    # Half of the table says it all: each system as a row against those before it.
    cells = {
        (row, column): Cell(alike[one, other])
        for row, one in enumerate(order[1:])
        for column, other in enumerate(order[: row + 1])
    }
    least = min(99.0, floor(min(alike.values()) / 5) * 5.0)
    scales = LIKENESS.from_(least), LIKENESS_ON_BLACK.from_(least)
    facts = (
        f"Percent of {counted(evaluation.fairness.fair, 'item')} settled for all systems on which two "
        "of them get the same verdict: the one named at the left and the one named above the column. "
        "Similar systems stand side by side."
    )
    wide = width("100", SIZE, bold=True) + 12
    lefts, tops = places(len(shown) - 1, (), wide), places(len(shown) - 1, (), HIGH)
    records = records_of(cells, lefts, tops, wide, 0)
    heads = [
        {"name": name, "x": left + 3, "y": top - HIGH / 2}
        for name, left, top in zip(shown, lefts, tops, strict=False)
    ]
    style = {"align": "left", "baseline": "middle", "color": ink.text}
    layers = [
        *filled_cells(records, scales, ink),
        row_names(shown[1:], tops, ink),
        mark(heads, "text", style, x=across("x"), y=down("y"), text=words("name")),
    ]
    total, high = lefts[-1] + wide, tops[-1] + HIGH
    room = max(width(name, SIZE) for name in shown) + total
    part = layered(layers, total, high)
    return framed(part, "Agreement between systems", facts, evaluation.signature, room, ink)
