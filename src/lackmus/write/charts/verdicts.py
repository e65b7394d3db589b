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
_VERDICTS = ["pass", "warning", "fail"]


def verdicts(evaluation: SuiteEvaluation, names: Mapping[str, str], ink: Ink) -> Chart:
    """Passes from the left and fails from the right; between them lies what is still open."""
    systems = ends_of(evaluation.systems)
    shown = shortened([names[system] for system in systems], _NAMES)
    records = []
    for name, system in zip(shown, systems, strict=True):
        low, high = evaluation.bounds.low[system], evaluation.bounds.high[system]
        for verdict, start, end in zip(_VERDICTS, (0.0, low, high), (low, high, 100.0), strict=True):
            share = {"from": start, "to": end, "text": f"{end - start:.1f}"}
            records.append({"name": name, "column": verdict, **share})
    rows, step = named_rows("name", shown), alt.Step(24)
    # Dark, hollow and light: apart even without colours.
    fills = alt.Scale(domain=_VERDICTS, range=[ink.passed, ink.hollow, ink.failed])
    strokes = alt.Scale(domain=_VERDICTS, range=[ink.passed, ink.quiet, ink.failed])
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
    table = numbers_beside(records, rows, _VERDICTS, _COLUMN, ink.text).properties(height=step)
    total, fair = counted(evaluation.fairness.total, "item"), evaluation.fairness.fair
    facts = (
        f"Percent of {total}, each with one text per system. Warning: open until a person decides. "
        f"{counted(fair, 'item is', 'items are')} settled for {'all' if len(shown) > 1 else 'it'}."
    )
    if said := left_out(len(evaluation.systems), len(systems)):
        facts += f" {said}"
    room = longest(shown) * LETTER + _WIDE + len(_VERDICTS) * _COLUMN
    body = alt.hconcat(bars, table, spacing=0).resolve_legend(fill="independent", stroke="independent")
    return framed(body, "Verdicts by system", facts, evaluation.signature, room, ink)
