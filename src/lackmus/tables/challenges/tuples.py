"""Tuples one by one, with the scores of a metric, as tables and as plain values."""

from typing import Any

from lackmus.core.challenges.error_spans import marked, spans_of
from lackmus.core.challenges.tuple_lists import ShownTuples
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit

_TEXTS = ("source", "reference", "better", "worse")


def tuples_table(shown: ShownTuples, most: int = 0, more: str = "") -> Table:
    """One row per tuple; at most `most`."""
    frame = shown.tuples.head(most) if most else shown.tuples
    metric = shown.metric
    rows = []
    for one in frame.iter_rows(named=True):
        cells = [Cell(one["tuple"]), Cell(one["phenomenon"]), *(Cell(one[name]) for name in _TEXTS)]
        cells += [Cell(text) for _, text in _errors(one)] or [Cell(None)] * shown.challenge.has_spans
        if metric is not None:
            cells += [Cell(one["better_score"]), Cell(one["worse_score"]), Cell(one["outcome"])]
        rows.append(Row(tuple(cells)))
    columns = [Column("Tuple"), Column("Phenomenon"), *(Column(name.capitalize()) for name in _TEXTS)]
    columns += [Column("Errors")] * shown.challenge.has_spans
    if metric is not None:
        scores = (Column(f"Score of {side}", Unit.NUMBER) for side in ("better", "worse"))
        columns += [*scores, Column("Metric is")]
    return Table(
        _title(shown), tuple(columns), tuple(rows), shown.challenge.signature, _notes(shown, most, more)
    )


def stacked_tuples_table(shown: ShownTuples, most: int = 0, more: str = "") -> Table:
    """One row per text, for terminals and paper, where four texts side by side are too wide."""
    frame = shown.tuples.head(most) if most else shown.tuples
    scored = shown.metric is not None
    rows = []
    for one in frame.iter_rows(named=True):
        said = f"{one['phenomenon']}: {one['outcome']}" if scored else one["phenomenon"]
        blank = [Cell("")] if scored else []
        rows.append(Row.of(one["tuple"], said, *blank, level=Level.GROUP))
        for name in _TEXTS:
            if shown.challenge.single and not one[name]:
                continue
            score = [Cell(one.get(f"{name}_score", ""))] if scored else []
            rows.append(Row.of(name, one[name], *score))
        rows += [Row.of(name, text, *blank) for name, text in _errors(one)]
    columns = [Column("Tuple"), Column("Text"), *([Column("Score", Unit.NUMBER)] if scored else [])]
    return Table(
        _title(shown), tuple(columns), tuple(rows), shown.challenge.signature, _notes(shown, most, more)
    )


def _errors(row: dict[str, Any]) -> list[tuple[str, str]]:
    """The worse text with its errors marked, where they are known."""
    spans = spans_of(row.get("worse_spans"))
    return [] if spans is None else [("errors", marked(row["worse"], spans))]


def _title(shown: ShownTuples) -> str:
    judged = f" as judged by {shown.metric.name}" if shown.metric else ""
    return f"{shown.challenge.name}: tuples{judged}"


def _notes(shown: ShownTuples, most: int, more: str) -> tuple[str, ...]:
    notes = []
    if shown.metric is not None:
        told = ", ".join(f"{outcome} {many:,}" for outcome, many in shown.counts.items())
        better = "higher" if shown.metric.higher else "lower"
        notes.append(f"{shown.metric.name}, {better} is better: {told}. The worst misjudged come first.")
    if 0 < most < shown.tuples.height:
        how = f" See more with {more}." if more else ""
        notes.append(f"{most:,} of {shown.tuples.height:,} tuples are shown.{how}")
    return tuple(notes)


def tuples_values(shown: ShownTuples, most: int = 0) -> dict[str, Any]:
    """The tuples as plain values."""
    frame = shown.tuples.head(most) if most else shown.tuples
    return {
        "challenge": shown.challenge.name,
        "signature": shown.challenge.signature,
        "metric": shown.metric.name if shown.metric else None,
        "counts": {outcome.value: many for outcome, many in shown.counts.items()},
        "total": shown.tuples.height,
        "tuples": frame.to_dicts(),
    }
