"""Passing and failing outputs side by side, as the papers print them: chosen where systems disagree."""

from collections.abc import Mapping

import polars as pl

from lackmus.core.evaluations import Evaluation
from lackmus.core.tables import Cell, Column, Level, Row, Table, counted
from lackmus.core.texts import folded
from lackmus.core.verdicts import SETTLED

_TEXTS = 2  # so many texts of each verdict are shown: an example, not a listing


def examples(verdicts: pl.DataFrame, per_phenomenon: int = 1) -> pl.DataFrame:
    """The texts to show: category, phenomenon, item, verdict, text and the systems that wrote it.

    For each phenomenon the items on which systems disagree most evenly; of each item the texts that most
    systems wrote, different ones. Always the same choice for the same verdicts.
    """
    settled = verdicts.filter(pl.col("verdict").is_in(SETTLED)).with_row_index("row")
    passes, fails = ((pl.col("verdict") == verdict).sum() for verdict in SETTLED)
    items = (
        settled.group_by("category", "phenomenon", "item")
        .agg(
            pl.min_horizontal(passes, fails).alias("evenness"),
            pl.col("text").n_unique().alias("variety"),
            pl.col("row").min(),
        )
        .filter(pl.col("evenness") > 0)
        .sort(
            "category",
            "phenomenon",
            "evenness",
            "variety",
            "row",
            descending=[False, False, True, True, False],
        )
        .group_by("category", "phenomenon", maintain_order=True)
        .head(per_phenomenon)
        .select("item")
        .with_row_index("place")
    )
    texts = (
        settled.join(items, on="item")
        .group_by("place", "category", "phenomenon", "item", "verdict", "text")
        .agg(pl.col("system").sort(), pl.col("row").min())
        .sort("place", "verdict", pl.col("system").list.len(), "row", descending=[False, False, True, False])
    )
    # Two texts that differ only in an apostrophe or a capital would show the same thing twice.
    alike = pl.Series("alike", [folded(text).casefold() for text in texts["text"]], pl.String)
    different = texts.with_columns(alike).unique(
        ("place", "verdict", "alike"), keep="first", maintain_order=True
    )
    shown = different.group_by("place", "verdict", maintain_order=True).head(_TEXTS)
    return shown.select("category", "phenomenon", "item", "verdict", "text", "system")


def examples_table(
    evaluation: Evaluation, per_phenomenon: int = 1, labels: Mapping[str, str] | None = None
) -> Table:
    """Phenomenon and source, and below them a few different outputs with pass or fail."""
    labels = labels or {}
    # Examples are there to be published, and a reserved item is not.
    reserved = [key for key, item in evaluation.suite.by_key.items() if item.reserved]
    public = evaluation.verdicts.filter(~pl.col("item").is_in(reserved))
    chosen = examples(public, per_phenomenon)
    rows: list[Row] = []
    last = None
    for _, phenomenon, item, verdict, text, systems in chosen.iter_rows():
        if item != last:
            source = " ".join(evaluation.suite.by_key[item].source.split())
            rows.append(Row((Cell(phenomenon), Cell(source), Cell(""), Cell("")), Level.GROUP))
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
            f"At most {_TEXTS} outputs of each verdict are shown, those of most systems.",
        ),
    )


def verdicts_title(evaluation: Evaluation) -> str:
    """By which a report that shows every output itself knows the table."""
    return f"{evaluation.suite.name}: every output and its verdict"


def verdicts_table(evaluation: Evaluation) -> Table:
    """Every output with its verdict: for spreadsheets and scripts."""
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
    sources = evaluation.suite.by_key
    fair = pl.col("verdict").is_in(SETTLED).all().over("item").alias("fair")
    verdicts = evaluation.verdicts.with_columns(fair)
    rows = verdicts.select(
        "item", "category", "phenomenon", "system", "text", "verdict", "reason", "step", "fair"
    ).iter_rows()
    return Table(
        title=verdicts_title(evaluation),
        columns=tuple(Column(name.capitalize()) for name in names),
        rows=tuple(
            Row(
                tuple(
                    Cell(None if value is None else str(value))
                    for value in (*row[:3], sources[row[0]].source, *row[3:8], "yes" if row[8] else "no")
                )
            )
            for row in rows
        ),
        signature=evaluation.signature,
    )
