"""`--table`: the tables of the papers by their names."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from lackmus.core.choices import By, TableName
from lackmus.errors import LackmusError

if TYPE_CHECKING:
    from lackmus.core.evaluations import Evaluation
    from lackmus.core.tables import Table
    from lackmus.core.trends import Trend


def named_tables(asked: Sequence[TableName] | None, by: By) -> list[TableName]:
    """The tables that were asked for, else the two that everybody wants first."""
    if not asked:
        return [TableName.CATEGORIES if by is By.CATEGORY else TableName.PHENOMENA, TableName.SYSTEMS]
    if TableName.TREND in asked:
        raise LackmusError(
            "--table trend compares campaigns, and here is only one. Use lackmus trend SUITE NAME=FOLDER…"
        )
    return list(dict.fromkeys(asked))


def tables_of(
    evaluation: "Evaluation", asked: Sequence[TableName], labels: Mapping[str, str], per_phenomenon: int = 1
) -> "Iterator[Table]":
    """The tables themselves, in the order in which they were asked for."""
    from lackmus.core.examples import examples_table, verdicts_table
    from lackmus.core.inventories import suite_table
    from lackmus.core.reports import accuracies_table, systems_table, warnings_table

    for name in asked:
        match name:
            case TableName.CATEGORIES:
                yield accuracies_table(evaluation, By.CATEGORY, labels)
            case TableName.PHENOMENA:
                yield accuracies_table(evaluation, By.PHENOMENON, labels)
            case TableName.SYSTEMS:
                yield systems_table(evaluation, labels)
            case TableName.WARNINGS:
                yield warnings_table(evaluation, labels)
            case TableName.EXAMPLES:
                yield examples_table(evaluation, per_phenomenon, labels)
            case TableName.VERDICTS:
                yield verdicts_table(evaluation)
            case TableName.SUITE:
                yield suite_table([evaluation.suite])


def trend_tables_of(
    trend: "Trend", asked: Sequence[TableName] | None, labels: Mapping[str, str]
) -> "Iterator[Table]":
    """The tables of campaigns over time: the trend itself, and the suite that they share."""
    from lackmus.core.inventories import suite_table
    from lackmus.core.trends import trend_table

    for name in dict.fromkeys(asked or [TableName.TREND]):
        match name:
            case TableName.TREND:
                yield trend_table(trend, labels)
            case TableName.SUITE:
                yield suite_table([next(iter(trend.evaluations.values())).suite])
            case _:
                raise LackmusError(
                    f"--table {name} is about one campaign. Use lackmus evaluate, or --table trend or suite."
                )
