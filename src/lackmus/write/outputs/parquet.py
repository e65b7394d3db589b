"""Outputs as Parquet, all systems in one file."""

from collections.abc import Mapping, Sequence
from io import BytesIO

import polars as pl

from lackmus.core.outputs.outputs import OUTPUTS, HandIn
from lackmus.write.outputs.rows import OutputRow, rows_of

NAMES_SYSTEMS = True


def write(hand_ins: Sequence[HandIn]) -> Mapping[str, bytes]:
    """One row per output; document and segment are columns if known, marks are left out."""
    frame = pl.DataFrame(
        list(rows_of(hand_ins)), schema=dict.fromkeys(OutputRow._fields, pl.String), orient="row"
    )
    frame = frame.drop("mark")
    known = [name for name in frame.columns if name in OUTPUTS or (frame[name] != "").any()]
    content = BytesIO()
    frame.select(known).write_parquet(content)
    return {"outputs.parquet": content.getvalue()}
