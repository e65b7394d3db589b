"""Metrics as tables and values: descriptions, needs, options."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from lackmus.core.base.signatures import signature
from lackmus.core.challenges.metric_lists import MetricShown
from lackmus.tables.table import Column, ColumnOf, Row, Table


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
    return {"signature": signature({}), "metrics": [_values(one) for one in metrics]}


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
