"""Disputes as a table and as plain values."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.reviews.disputes import DISPUTES
from lackmus.tables.table import Column, Row, Table


def disputes_table(
    found: pl.DataFrame, about: Mapping[str, object] | None = None, *, settle: str = ""
) -> Table:
    """One row for each disputed text; `settle` is how the face settles one."""
    return Table(
        title="Texts on which people differ",
        columns=tuple(map(Column, ("Number", "Item", "Text", "Pass, say", "Fail, say"))),
        rows=tuple(
            Row.of(number, item, text, ", ".join(passed), ", ".join(failed))
            for number, item, text, passed, failed in DISPUTES.of(found).iter_rows()
        ),
        signature=signature({"review": "disputes", **(about or {}), "texts": found.height}),
        notes=(
            f"{counted(found.height, 'text is', 'texts are')} disputed"
            + (f"; an editor settles one: {settle}." if found.height and settle else "."),
        ),
    )


def disputes_values(found: pl.DataFrame, about: Mapping[str, object] | None = None) -> dict[str, Any]:
    """The disputes as plain values."""
    return {
        "signature": signature({"review": "disputes", **(about or {}), "texts": found.height}),
        "texts": [
            {"text_id": number, "item": item, "text": text, "pass": passed, "fail": failed}
            for number, item, text, passed, failed in DISPUTES.of(found).iter_rows()
        ],
    }
