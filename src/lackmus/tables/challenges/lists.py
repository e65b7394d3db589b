"""Challenges, metrics and tuples as tables and as plain values."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.challenges.error_spans import marked, spans_of
from lackmus.core.challenges.lists import ChallengeShown, MetricShown, ShownTuples
from lackmus.core.outputs.campaigns import day
from lackmus.tables.table import Cell, Column, ColumnOf, Level, Row, Table, Unit


def challenges_table(challenges: Sequence[ChallengeShown], hint: str = "") -> Table:
    """One row for each challenge."""
    return Table.of(
        "Challenges of the workspace",
        challenges,
        (
            ColumnOf("Challenge", lambda one: one.name),
            ColumnOf("Pairs", lambda one: ", ".join(one.pairs)),
            ColumnOf("Tuples", lambda one: one.tuples, Unit.COUNT),
            ColumnOf("Items", lambda one: one.items, Unit.COUNT),
            ColumnOf("Phenomena", lambda one: one.phenomena, Unit.COUNT),
            ColumnOf("Metrics", lambda one: ", ".join(one.metrics) or None),
            ColumnOf("Made (UTC)", lambda one: day(one.at)),
            ColumnOf("By", lambda one: one.person),
        ),
        signature({"challenges": len(challenges)}),
        () if challenges else (f"There is none yet. {hint}".strip(),),
    )


def challenges_values(challenges: Sequence[ChallengeShown]) -> dict[str, Any]:
    """The challenges as plain values."""
    return {"challenges": [asdict(one) for one in challenges]}


def metrics_table(metrics: Sequence[MetricShown], hint: str) -> Table:
    """One row for each metric."""
    return Table(
        title="Metrics",
        columns=(Column("Metric"), Column("What it is"), Column("Needs"), Column("Better"), Column("Group")),
        rows=tuple(
            Row.of(one.name, one.problem, None, None, None)
            if one.problem
            else Row.of(
                one.name, one.described or one.about.name, one.needs, one.better, one.about.usual_group
            )
            for one in metrics
        ),
        signature=signature({}),
        notes=(hint,),
    )


def metrics_values(metrics: Sequence[MetricShown]) -> dict[str, object]:
    """The metrics as plain values."""
    return {"signature": signature({}), "metrics": [_metric_values(one) for one in metrics]}


def metric_table(one: MetricShown, named: Callable[[str], str]) -> Table:
    """The description and options of a metric."""
    called = one.about.name
    return Table.of(
        f"{called}: {one.described}" if one.described else called,
        one.options,
        (
            ColumnOf("Option", lambda option: option.name),
            ColumnOf("What it is", lambda option: option.said),
            ColumnOf("Value", lambda option: option.default or None),
        ),
        signature({"metric": one.name}),
        (
            f"It needs {one.needs}; {one.better} is better; usual group: {one.about.usual_group}.",
            *(
                [f"Options are written {named('metric')} '{one.name}:NAME=VALUE,NAME=VALUE'."]
                if one.options
                else ()
            ),
        ),
    )


def metric_values(one: MetricShown) -> dict[str, object]:
    """A metric as plain values."""
    return {"signature": signature({"metric": one.name}), **_metric_values(one)}


def _metric_values(one: MetricShown) -> dict[str, object]:
    return {
        "name": one.name,
        "label": one.about.name,
        "about": one.described,
        "needs": [str(need) for need in one.about.needs],
        "higher": one.about.higher,
        "group": one.about.usual_group,
        "options": [asdict(option) for option in one.options],
        "problem": one.problem,
    }


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
