"""Examples of outputs, and all verdicts, as tables."""

from collections.abc import Mapping

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.examples import TEXTS_EACH, examples
from lackmus.core.verdicts.judging import SETTLED
from lackmus.core.verdicts.many_systems import ROWS
from lackmus.tables.many_systems import rows_of
from lackmus.tables.table import Cell, Column, LazyRows, Level, Row, Table


def examples_table(
    evaluation: SuiteEvaluation, per_phenomenon: int = 1, labels: Mapping[str, str] | None = None
) -> Table:
    """Source and a few different outputs with their verdicts, by phenomenon."""
    labels = labels or {}
    # Examples are for publication, so reserved items are left out.
    reserved = [key for key, item in evaluation.suite.by_key.items() if item.reserved]
    public = evaluation.verdicts.filter(~pl.col("item").is_in(reserved)) if reserved else evaluation.verdicts
    chosen = examples(public, per_phenomenon)
    rows: list[Row] = []
    last = None
    for _, phenomenon, item, verdict, text, systems in chosen.iter_rows():
        if item != last:
            source = " ".join(evaluation.suite.by_key[item].source.split())
            rows.append(Row.of(phenomenon, source, "", "", level=Level.GROUP))
            last = item
        written_by = ", ".join(labels.get(system, system) for system in systems)
        cells = (Cell(""), Cell(text), Cell(str(verdict)), Cell(written_by))
        rows.append(Row(cells, Level.MEMBER, phenomenon))
    shown = chosen.select("category", "phenomenon").n_unique()
    silent = len(evaluation.phenomena) - shown
    return Table(
        title=f"{evaluation.suite.name}: examples of passing and failing outputs",
        columns=(Column("Phenomenon"), Column("Source and outputs"), Column("Verdict"), Column("Systems")),
        rows=tuple(rows),
        signature=evaluation.signature,
        notes=(
            *(
                [f"In {counted(silent, 'phenomenon', 'phenomena')} no systems disagree on a settled item."]
                if silent
                else []
            ),
            *(["Reserved items are not shown."] if reserved else []),
            f"At most {TEXTS_EACH} outputs of each verdict are shown, those of most systems.",
        ),
    )


def verdicts_title(evaluation: SuiteEvaluation) -> str:
    """The title of the verdicts table, by which reports with texts of their own recognise it."""
    return f"{evaluation.suite.name}: every output and its verdict"


def verdicts_table(evaluation: SuiteEvaluation) -> Table:
    """Every output with its verdict, for spreadsheets and scripts."""
    names = (
        "item",
        "category",
        "phenomenon",
        "source",
        "system",
        "text",
        "verdict",
        "reason",
        "step",
        "fair",
    )
    made = {
        "fair": pl.when(pl.col("item").is_in(_unsettled(evaluation.verdicts)))
        .then(pl.lit("no"))
        .otherwise(pl.lit("yes")),
        "source": pl.col("item").replace_strict(
            {key: item.source for key, item in evaluation.suite.by_key.items()}, return_dtype=pl.String
        ),
    }
    every = LazyRows(
        evaluation.verdicts,
        tuple(made.get(name, pl.col(name)).cast(pl.String).alias(name.capitalize()) for name in names),
    )
    return Table(
        title=verdicts_title(evaluation),
        columns=tuple(Column(name.capitalize()) for name in names),
        rows=rows_of(every.first(ROWS)),
        signature=evaluation.signature,
        every=every,
    )


def _unsettled(verdicts: pl.DataFrame) -> list[str]:
    """Items on which a system's output is not settled."""
    return verdicts.filter(~pl.col("verdict").is_in(SETTLED))["item"].unique().to_list()
