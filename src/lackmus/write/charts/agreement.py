"""How often two systems get the same verdict: half a table, with the names of columns on its diagonal."""

from collections.abc import Mapping, Sequence
from math import floor

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.many_systems import DRAWN
from lackmus.core.verdicts.similarity import SimilarityGroups, grouped, likeness, side_by_side
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.write.charts.cells import LIKENESS, LIKENESS_ON_BLACK, NAMES, GridCell, filled_cells
from lackmus.write.charts.drawing import LETTER, Chart, Ink, Part, data, framed, rows_axis
from lackmus.write.charts.text_widths import longest, shortened

_GROUPS = 30  # of systems, in a cluster map
_STEP = 32.0  # from one column to the next


def agreement(evaluation: SuiteEvaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """Every pair of systems; similar ones stand side by side. Very many systems stand in groups."""
    if len(evaluation.systems) < 2:
        raise LackmusError("Agreement needs at least two systems.")
    alike = likeness(evaluation.verdicts, evaluation.systems)
    if not alike:
        raise NoAnswerError("No item is settled for all systems, so there is no agreement to draw.")
    if len(evaluation.systems) > DRAWN:
        return _cluster_map(evaluation, grouped(alike, _GROUPS), names, ink)
    order = side_by_side(evaluation.systems, alike)
    # Half of the table says it all: each system as a row against those before it.
    shares = {
        (row, column): alike[order[row], order[column]] for row in range(len(order)) for column in range(row)
    }
    facts = (
        f"Percent of {counted(evaluation.fairness.fair, 'item')} settled for all systems on which two "
        "of them get the same verdict: the one named at the left and the one named above the column. "
        "Similar systems stand side by side."
    )
    part, room = _stairs(shortened([names[system] for system in order], NAMES), shares, ink)
    return framed(part, "Agreement between systems", facts, evaluation.signature, room, ink)


def _cluster_map(
    evaluation: SuiteEvaluation, found: SimilarityGroups, names: Mapping[str, str], ink: Ink
) -> Chart:
    """Groups of similar systems, each under the name of its middle and with its size."""
    sizes = [
        f" and {len(group.systems) - 1:,} more" if len(group.systems) > 1 else "" for group in found.groups
    ]
    middles = shortened([names[group.middle] for group in found.groups], NAMES - longest(sizes))
    shown = ["".join(parts) for parts in zip(middles, sizes, strict=True)]
    shares = {
        (row, column): found.shares.get((row, column))
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
    part, room = _stairs(shown, shares, ink)
    return framed(part, "Agreement between groups of systems", facts, evaluation.signature, room, ink)


def _stairs(
    names: Sequence[str], shares: Mapping[tuple[int, int], float | None], ink: Ink
) -> tuple[Part, float]:
    """Cells below a diagonal; the name of a column stands right above its uppermost cell."""
    least = min(99.0, floor(min(value for value in shares.values() if value is not None) / 5) * 5.0)
    scales = LIKENESS.from_(least), LIKENESS_ON_BLACK.from_(least)
    first = {column: min(row for row, other in shares if other == column) for _, column in shares}
    lines = names if first[0] else ["", *names]  # the first name needs a row of its own
    heads = [{"row": lines[lines.index(names[row]) - 1], "column": names[at]} for at, row in first.items()]
    x = alt.X(
        "column:N", sort=None, title=None, axis=None, scale=alt.Scale(domain=[names[at] for at in first])
    )
    axis = rows_axis(values=list(lines[1:]))
    y = alt.Y("row:N", sort=None, title=None, axis=axis, scale=alt.Scale(domain=list(lines)))
    cells = {(names[row], names[column]): GridCell(value) for (row, column), value in shares.items()}
    titles = alt.Chart(data(heads)).mark_text(align="left", xOffset=3 - _STEP / 2).encode(text="column:N")
    body = filled_cells(cells, x, y, _STEP, scales, ink, more=[titles])
    return body, longest(names) * LETTER + _STEP * len(first)
