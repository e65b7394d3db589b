"""`--table`: the tables of the papers by their names."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from lackmus.core.base.choices import By, TableName, Thresholds
from lackmus.errors import LackmusError
from lackmus.tables.verdicts.named import tables_of, usual_tables

if TYPE_CHECKING:
    from lackmus.core.verdicts.trend import Trend
    from lackmus.tables.table import Table

__all__ = ["named_tables", "tables_of", "trend_tables_of"]


def named_tables(
    asked: Sequence[TableName] | None, by: By, thresholds: Thresholds | None = None, groups: bool = False
) -> list[TableName]:
    """The tables that were asked for, else the two that everybody wants first."""
    if not asked:
        return usual_tables(by, thresholds, groups)
    if TableName.GROUPS in asked and not groups:
        raise LackmusError("--table groups needs groups of systems. Name them: --group-by or --group.")
    if TableName.TREND in asked:
        raise LackmusError(
            "--table trend compares campaigns, and here is only one. Use lackmus trend SUITE NAME=FOLDER…"
        )
    return list(dict.fromkeys(asked))


def trend_tables_of(
    trend: "Trend", asked: Sequence[TableName] | None, labels: Mapping[str, str], by: By = By.CATEGORY
) -> "Iterator[Table]":
    """The tables of campaigns over time: the trend itself, and the suite that they share."""
    from lackmus.tables.suites.inventory import suite_table
    from lackmus.tables.verdicts.trend import trend_table

    for name in dict.fromkeys(asked or [TableName.TREND]):
        match name:
            case TableName.TREND:
                yield trend_table(trend, labels, by)
            case TableName.SUITE:
                yield suite_table([next(iter(trend.evaluations.values())).suite])
            case _:
                raise LackmusError(
                    f"--table {name} is about one campaign. Use lackmus evaluate, or --table trend or suite."
                )
