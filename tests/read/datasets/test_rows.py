"""Lines of text files and columns of data sets that stand for them, as contrasts take them."""

from pathlib import Path

import polars as pl
import pytest

from lackmus.errors import LackmusError
from lackmus.read.datasets.columns import ColumnRole
from lackmus.read.datasets.rows import lines_of
from tests.refusals import refuses

ROWS = pl.DataFrame({"source": ["a", "b"], "target": ["A", None], "original_target": ["1", "2"]})


@pytest.mark.parametrize(
    "role, name, found",
    [
        (ColumnRole.SOURCE, "source", ["a", "b"]),
        (ColumnRole.TEXT, "post-edited", ["A", ""]),
        (ColumnRole.TEXT, "original_target", ["1", "2"]),
    ],
)
def test_columns(role: ColumnRole, name: str, found: list[str], tmp_path: Path) -> None:
    """Sources, the texts, or the column of a name; a null is a blank line."""
    ROWS.write_parquet(tmp_path / "x.parquet")
    ROWS.write_ndjson(tmp_path / "x.jsonl")
    (tmp_path / "x.txt").write_text("".join(f"{line}\n" for line in found))
    for file in ("x.parquet", "x.jsonl", "x.txt"):
        assert lines_of(tmp_path / file, role, name) == found


def test_references_where_there_is_nothing_else(tmp_path: Path) -> None:
    ROWS.select("source", reference="target").write_parquet(tmp_path / "x.parquet")
    assert lines_of(tmp_path / "x.parquet", ColumnRole.TEXT) == ["A", ""]
    ROWS.select("source").write_parquet(tmp_path / "x.parquet")
    with refuses(
        LackmusError, match=r"x\.parquet: no column is known as the text \(its columns are source\)"
    ):
        lines_of(tmp_path / "x.parquet", ColumnRole.TEXT)
