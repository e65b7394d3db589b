"""Pass, warning and fail of every system as one bar, with the shares in numbers beside it."""

from collections.abc import Mapping

import altair as alt

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.many_systems import ends_of, left_out
from lackmus.write.charts.drawing import LETTER, Chart, Ink, data, framed, named_rows, numbers_beside
from lackmus.write.charts.text_widths import longest, shortened

_NAMES = 46  # letters of a name
_WIDE = 400.0  # of the bars
_COLUMN = 62.0  # of numbers beside them
_APART = "not testable"  # only where there are any


def verdicts(evaluation: SuiteEvaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """Passes from the left and fails from the right; between them lies what is still open."""
    systems = ends_of(evaluation.systems)
    shown = shortened([names[system] for system in systems], _NAMES)
    apart = evaluation.any_untestable > 0
    said = ["pass", "warning", *[_APART] * apart, "fail"]
    records = []
    for name, system in zip(shown, systems, strict=True):
        left, low, high = evaluation.untestable[system].share, *evaluation.bounds.of(system)
        tested = 1 - left / 100  # bounds are of what can be tested
        ends = [low * tested, high * tested, *[high * tested + left] * apart, 100.0]
        for verdict, start, end in zip(said, (0.0, *ends), ends, strict=False):
            share = {"from": start, "to": end, "text": f"{end - start:.1f}"}
            records.append({"name": name, "column": verdict, **share})
    rows, step = named_rows("name", shown), alt.Step(24)
    # Dark, hollow and light: apart even without colours.
    fills = alt.Scale(domain=said, range=[ink.passed, ink.hollow, *[ink.quiet] * apart, ink.failed])
    strokes = alt.Scale(domain=said, range=[ink.passed, ink.quiet, *[ink.quiet] * apart, ink.failed])
    axis = alt.Axis(values=list(range(0, 101, 20)))
    percent = alt.X("from:Q", title="percent of all texts", scale=alt.Scale(domain=[0, 100]), axis=axis)
    bars = (
        alt.Chart(data(records), width=_WIDE, height=step)
        .transform_filter("datum.to > datum.from")
        .mark_bar(height=15, strokeWidth=1)
        .encode(
            x=percent,
            x2="to:Q",
            y=rows,
            fill=alt.Fill("column:N", title=None, scale=fills),
            stroke=alt.Stroke("column:N", title=None, scale=strokes),
        )
    )
    table = numbers_beside(records, rows, said, _COLUMN, ink.text).properties(height=step)
    total, fair = counted(evaluation.fairness.total, "item"), evaluation.fairness.fair
    facts = (
        f"Percent of {total}, each with one text per system. Warning: open until a person decides. "
        f"{counted(fair, 'item is', 'items are')} settled for {'all' if len(shown) > 1 else 'it'}."
    )
    if others := left_out(len(evaluation.systems), len(systems)):
        facts += f" {others}"
    room = longest(shown) * LETTER + _WIDE + len(said) * _COLUMN
    body = alt.hconcat(bars, table, spacing=0).resolve_legend(fill="independent", stroke="independent")
    return framed(body, "Verdicts by system", facts, evaluation.signature, room, ink)
