"""Lists of items and texts as frames, and what is done to many of them at once."""

from pathlib import Path

import pytest

import lackmus


def test_items_are_listed_and_changed_together(sample_copy: str) -> None:
    workspace = lackmus.Workspace(sample_copy, person="Ada")
    items = workspace.items("de-en", sort="-source", search="bank")
    assert items["source"].to_list() == sorted(items["source"], key=str.casefold, reverse=True)
    some = workspace.items("de-en")["number"][:3]
    assert workspace.tag_items(some, add="hard", comment="to see") == 3
    assert workspace.items("de-en", tag="hard")["number"].to_list() == some.to_list()
    assert workspace.tag_items(int(some[0]), add="hard") == 0
    assert workspace.assign_items(some, "Ada") == 3
    assert set(workspace.items("de-en", assigned="Ada")["number"]) == set(some)
    assert workspace.assign_items(some, None) == 3
    first = workspace.items("de-en")["phenomenon"][-1]
    assert workspace.move_items(some[:1], first) == 1
    for there, back in (("retire_items", "restore_items"), ("reserve_items", "release_items")):
        assert (getattr(workspace, there)(some), getattr(workspace, back)(some)) == (3, 3)
    workspace.undo()
    assert set(workspace.items("de-en", state="reserved")["number"]) >= set(some)


def test_texts_are_listed_and_assigned(sample_copy: str) -> None:
    workspace = lackmus.Workspace(sample_copy, person="Ada")
    texts = workspace.texts(sort="-systems", n=4)
    assert texts.height == 4 and texts["systems"].is_sorted(descending=True)
    assert texts["written_by"].list.len().to_list() == [0] * 4
    numbers = texts["number"][:2]
    assert workspace.assign_texts(numbers, "Ada") == 2
    own = workspace.texts(assigned="Ada", systems="named")
    assert set(own["number"]) == set(numbers)
    assert own["written_by"].list.len().to_list() == own["systems"].to_list()
    workspace.decide({int(numbers[0]): "fail"})
    (decided,) = workspace.texts(decided_by="Ada", assigned="Ada").to_dicts()
    assert (decided["number"], decided["decided_by"], decided["verdict"]) == (numbers[0], ["Ada"], "fail")
    assert workspace.assign_texts(numbers, None) == 2


def test_mistakes_in_lists_name_the_argument(sample_workspace: Path) -> None:
    workspace = lackmus.Workspace(sample_workspace)
    with pytest.raises(lackmus.LackmusError, match="sort: there is no size"):
        workspace.items("de-en", sort="size")
    with pytest.raises(lackmus.LackmusError, match="sort: there is no size"):
        workspace.texts(sort="size")
    with pytest.raises(lackmus.LackmusError, match="assigned"):
        workspace.texts(assigned="Zoe")
