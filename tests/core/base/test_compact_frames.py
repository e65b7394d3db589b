"""Short names for counting say and sort the same as the names themselves."""

import polars as pl

from lackmus.core.base.compact_frames import compact, compact_together

ROWS = pl.DataFrame({"item": ["b", "a", "c"], "system": ["Zeder", "birke", "Ahorn"], "verdict": [1, 2, 3]})
OTHERS = pl.DataFrame({"item": ["d", "a"], "system": ["Ahorn", "Lärche"], "verdict": [4, 5]})


def test_rows_read_and_sort_the_same() -> None:
    """Whoever reads a compact frame finds the names, in the order that they have as strings."""
    short = compact(ROWS)
    assert short.schema["system"] == pl.Enum and short.schema["verdict"] == pl.Int64
    for name in ("item", "system"):
        assert short.sort(name).rows() == ROWS.sort(name).rows()


def test_frames_that_are_joined_share_their_names() -> None:
    """Each frame keeps its own rows, and a name is the same in both, also where only one has it."""
    together = compact_together({"x": ROWS, "y": OTHERS, "none": OTHERS.clear()})
    assert [frame.rows() for frame in together.values()] == [ROWS.rows(), OTHERS.rows(), []]
    assert len({frame.schema["item"] for frame in together.values()}) == 1
    assert together["x"].join(together["y"], on="item").rows() == ROWS.join(OTHERS, on="item").rows()
