"""The tables of the papers by their names."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from lackmus.core.choices import By, TableName

if TYPE_CHECKING:  # light on purpose: the command line knows the names before anything heavy is imported
    from lackmus.core.evaluations import Evaluation
    from lackmus.core.tables import Table


def usual_tables(by: By) -> list[TableName]:
    """The two that everybody wants first."""
    return [TableName.CATEGORIES if by is By.CATEGORY else TableName.PHENOMENA, TableName.SYSTEMS]


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
