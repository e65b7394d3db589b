"""Texts on which people differ, for whoever adjudicates."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import DECISIONS
from lackmus.core.rules.judge import Reason
from lackmus.tables.table import Cell, Column, Row, Table

DISPUTES = Columns(
    text_id=pl.Int64,
    item=pl.String,
    text=pl.String,
    passed=pl.List(pl.String),  # who says so
    failed=pl.List(pl.String),
)


def disputes(made: pl.DataFrame, decided: pl.DataFrame) -> pl.DataFrame:
    """Who says what (DISPUTES) on the texts that are disputed.

    From the decisions that hold (DECISIONS) and what follows from them (DECIDED), both with text_id.
    """
    disputed = decided.filter(pl.col("reason") == Reason.DISPUTED).select("text_id")
    said = made.select(*DECISIONS, "text_id").join(disputed, on="text_id", how="semi")
    names = {"passed": Verdict.PASS, "failed": Verdict.FAIL}
    return DISPUTES.of(
        said.group_by("text_id", "item", "text")
        .agg(
            pl.col("person").filter(pl.col("verdict") == verdict).sort().alias(name)
            for name, verdict in names.items()
        )
        .sort("item", "text_id")
    )


def disputes_table(found: pl.DataFrame, about: Mapping[str, object] | None = None) -> Table:
    """A line for every text."""
    return Table(
        title="Texts on which people differ",
        columns=tuple(map(Column, ("Number", "Item", "Text", "Pass, say", "Fail, say"))),
        rows=tuple(
            Row(tuple(map(Cell, (number, item, text, ", ".join(passed), ", ".join(failed)))))
            for number, item, text, passed, failed in DISPUTES.of(found).iter_rows()
        ),
        signature=signature({"review": "disputes", **(about or {}), "texts": found.height}),
        notes=(
            f"{counted(found.height, 'text is', 'texts are')} disputed"
            + (
                "; an editor settles one: lackmus review decide NUMBER pass|fail --adjudicate."
                if found.height
                else "."
            ),
        ),
    )


def disputes_values(found: pl.DataFrame, about: Mapping[str, object] | None = None) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "signature": signature({"review": "disputes", **(about or {}), "texts": found.height}),
        "texts": [
            {"text_id": number, "item": item, "text": text, "pass": passed, "fail": failed}
            for number, item, text, passed, failed in DISPUTES.of(found).iter_rows()
        ],
    }
