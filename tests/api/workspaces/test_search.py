"""`Workspace.search`: the lines as a frame, in every format."""

from pathlib import Path

import pytest

import lackmus


def test_what_is_found_is_a_frame(sample_workspace: Path) -> None:
    found = lackmus.Workspace(sample_workspace, person="Ada").search(
        "BENCH", fold="case", places="output", sort="right", systems="named"
    )
    assert len(found) == found.lines.height > 0
    assert set(found.lines["Match"]) == {"bench"} and found.wordings["Wording"].to_list() == ["bench"]
    assert '"written_by"' in str(found.to("json"))


def test_mistakes_name_the_argument(sample_workspace: Path) -> None:
    with pytest.raises(lackmus.LackmusError, match=r"sort: there is no 'size'. There are place, left"):
        lackmus.Workspace(sample_workspace).search("x", sort="size")
