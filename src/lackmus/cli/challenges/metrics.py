"""`lackmus metric list|show`: metrics and their options."""

from typing import Annotated

import typer

from lackmus.cli.answers import show
from lackmus.cli.commands import group
from lackmus.cli.options import FormatOption, OutOption, format_of
from lackmus.cli.remedies import option
from lackmus.flows.challenges.reports import metric, metrics
from lackmus.tables.challenges.lists import metric_table, metric_values, metrics_table, metrics_values
from lackmus.tables.table import Report

metric_app = group("metric")


@metric_app.command("list")
def list_metrics(format: FormatOption = None, output: OutOption = None) -> None:
    """List all metrics, and what each of them needs."""
    chosen = format_of(format, output)
    found = metrics()
    show(
        Report(
            "Lackmus: metrics",
            (metrics_table(found, "lackmus metric show NAME tells the options of a metric."),),
            metrics_values(found),
        ),
        chosen,
        output,
    )


@metric_app.command("show")
def show_metric(
    name: Annotated[str, typer.Argument(help="The metric.", show_default=False)],
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Show a metric: its options, what it needs, and the group in which it is ranked."""
    chosen = format_of(format, output)
    found = metric(name)
    show(Report("Lackmus: metric", (metric_table(found, option),), metric_values(found)), chosen, output)
