"""Disputes as a table and as plain values."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import BY_PEOPLE
from lackmus.core.reviews.disputes import DISPUTES
from lackmus.tables.table import Column, Row, Table


def disputes_table(
    found: pl.DataFrame, about: Mapping[str, object] | None = None, *, settle: str = ""
) -> Table:
    """One row for each disputed text; `settle` is how the face settles one."""
    rows = list(DISPUTES.of(found).iter_rows())
    apart = ("Not testable, say",) if any(row[-1] for row in rows) else ()
    return Table(
        title="Texts on which people differ",
        columns=tuple(map(Column, ("Number", "Item", "Text", "Pass, say", "Fail, say", *apart))),
        rows=tuple(
            Row.of(number, item, text, *map(", ".join, people[: 2 + len(apart)]))
            for number, item, text, *people in rows
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
            {"text_id": number, "item": item, "text": text, **dict(zip(BY_PEOPLE, people, strict=True))}
            for number, item, text, *people in DISPUTES.of(found).iter_rows()
        ],
    }
