"""Metrics as tables and values: descriptions, needs, options."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from lackmus.core.base.signatures import signature
from lackmus.core.challenges.metric_lists import MetricShown
from lackmus.tables.table import Cell, Column, Row, Table


def metrics_table(metrics: Sequence[MetricShown], hint: str) -> Table:
    """One row for each metric."""
    return Table(
        title="Metrics",
        columns=(Column("Metric"), Column("What it is"), Column("Needs"), Column("Better"), Column("Group")),
        rows=tuple(
            Row((Cell(one.name), Cell(one.problem), Cell(None), Cell(None), Cell(None)))
            if one.problem
            else Row(
                (
                    Cell(one.name),
                    Cell(one.described or one.about.name),
                    Cell(one.needs),
                    Cell(one.better),
                    Cell(one.about.usual_group),
                )
            )
            for one in metrics
        ),
        signature=signature({}),
        notes=(hint,),
    )


def metrics_values(metrics: Sequence[MetricShown]) -> dict[str, object]:
    """The metrics as plain values."""
    return {"signature": signature({}), "metrics": [_values(one) for one in metrics]}


def metric_table(one: MetricShown, named: Callable[[str], str]) -> Table:
    """The description and options of a metric."""
    called = one.about.name
    return Table(
        title=f"{called}: {one.described}" if one.described else called,
        columns=(Column("Option"), Column("What it is"), Column("Value")),
        rows=tuple(
            Row((Cell(option.name), Cell(option.said), Cell(option.default or None)))
            for option in one.options
        ),
        signature=signature({"metric": one.name}),
        notes=(
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
    return {"signature": signature({"metric": one.name}), **_values(one)}


def _values(one: MetricShown) -> dict[str, object]:
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
