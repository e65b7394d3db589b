"""The tables of the papers by name."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from lackmus.core.base.choices import By, TableName, Thresholds

if TYPE_CHECKING:  # kept light: the command line needs the names before heavy imports
    from lackmus.core.verdicts.evaluation import SuiteEvaluation
    from lackmus.core.verdicts.human_scores import HumanComparison
    from lackmus.core.verdicts.system_groups import GroupedSystems
    from lackmus.tables.table import Table


def usual_tables(
    by: By, thresholds: Thresholds | None = None, groups: bool = False, scores: bool = False
) -> list[TableName]:
    """The default tables, with groups, thresholds and human scores between them if chosen."""
    return [
        TableName.CATEGORIES if by is By.CATEGORY else TableName.PHENOMENA,
        *([TableName.GROUPS] if groups else []),
        *([TableName.THRESHOLDS] if thresholds is not None and thresholds.given else []),
        *([TableName.SCORES, TableName.CORRELATIONS] if scores else []),
        TableName.SYSTEMS,
    ]


def tables_of(
    evaluation: "SuiteEvaluation",
    asked: Sequence[TableName],
    labels: Mapping[str, str],
    per_phenomenon: int = 1,
    worst: bool = False,
    grouped: "GroupedSystems | None" = None,
    by: By = By.CATEGORY,
    human: "Sequence[HumanComparison]" = (),
) -> "Iterator[Table]":
    """The tables in the requested order; groups and human scores only if there are any."""
    from lackmus.tables.suites.inventory import suite_table
    from lackmus.tables.verdicts.error_profile import error_profile_table
    from lackmus.tables.verdicts.evaluation import accuracies_table, systems_table, warnings_table
    from lackmus.tables.verdicts.examples import examples_table, verdicts_table
    from lackmus.tables.verdicts.groups import groups_table
    from lackmus.tables.verdicts.human_scores import correlations_table, scores_table
    from lackmus.tables.verdicts.thresholds import thresholds_table
    from lackmus.tables.verdicts.untestable import untestable_table

    for name in asked:
        match name:
            case TableName.CATEGORIES:
                yield accuracies_table(evaluation, By.CATEGORY, labels, worst)
            case TableName.PHENOMENA:
                yield accuracies_table(evaluation, By.PHENOMENON, labels, worst)
            case TableName.SYSTEMS:
                yield systems_table(evaluation, labels)
                if evaluation.any_untestable and TableName.UNTESTABLE not in asked:
                    yield untestable_table(evaluation, labels)
                if evaluation.error_profile and TableName.ERRORS not in asked:
                    yield error_profile_table(evaluation, labels)
            case TableName.UNTESTABLE:
                yield untestable_table(evaluation, labels)
            case TableName.ERRORS:
                yield error_profile_table(evaluation, labels)
            case TableName.GROUPS if grouped is not None:
                yield groups_table(grouped, by, labels)
            case TableName.SCORES:
                yield from (scores_table(one, evaluation, labels) for one in human)
            case TableName.CORRELATIONS:
                yield from (correlations_table(one, by, labels) for one in human)
            case TableName.THRESHOLDS:
                yield thresholds_table(evaluation, labels)
            case TableName.WARNINGS:
                yield warnings_table(evaluation, labels)
            case TableName.EXAMPLES:
                yield examples_table(evaluation, per_phenomenon, labels)
            case TableName.VERDICTS:
                yield verdicts_table(evaluation)
            case TableName.SUITE:
                yield suite_table([evaluation.suite])
