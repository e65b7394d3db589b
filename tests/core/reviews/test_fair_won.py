"""How many items are fair now and were not before."""

import polars as pl
import pytest

from lackmus.core.base.columns import Columns
from lackmus.core.verdicts.accuracies import fair_won
from lackmus.core.verdicts.judging import VERDICT
from tests.core.campaigns import SIGNS, verdicts_of


@pytest.mark.parametrize(
    "now, before, won",
    [
        # Signs of A and B on three items now; texts that had another sign before, as “item system sign”.
        (("+++", "+++"), [], 0),
        (("+++", "+++"), ["0 A ?"], 1),
        (("+++", "+++"), ["0 A ?", "0 B ?", "2 B ?"], 2),
        # What was settled otherwise was fair before.
        (("+++", "+++"), ["0 A -"], 0),
        # Still open because of somebody else, or open again.
        (("+++", "?++"), ["0 A ?"], 0),
        (("?++", "+++"), ["0 A +"], 0),
        # Of a text that nobody here wrote.
        (("+++", "+++"), ["0 C ?"], 0),
    ],
)
def test_items_won(now: tuple[str, str], before: list[str], won: int) -> None:
    verdicts = verdicts_of([("a", "p")] * 3, dict(zip("AB", now, strict=True)))
    verdicts = verdicts.with_columns(text=pl.concat_str("system", pl.lit("’s")))
    past = [(f"00{item}", f"{system}’s", SIGNS[sign]) for item, system, sign in map(str.split, before)]
    columns = Columns(item=pl.String, text=pl.String, verdict=VERDICT)
    assert fair_won(verdicts, pl.DataFrame(past, schema=columns.schema, orient="row")) == won
