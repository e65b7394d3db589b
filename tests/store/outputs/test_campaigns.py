"""Campaigns and systems in a workspace: named once, changed by history."""

from dataclasses import replace
from typing import Any

import pytest

from lackmus.errors import LackmusError
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import (
    Campaign,
    System,
    add_campaign,
    add_systems,
    aliases_of,
    campaigns_of,
    revise_campaign,
    revise_system,
    systems_of,
)


@pytest.fixture
def two(workspace: OpenWorkspace) -> OpenWorkspace:
    """Two campaigns, of which one has two systems."""
    with workspace.writing("ada", "outputs import") as change:
        add_campaign(change, "WMT22", 2022)
        later = add_campaign(change, "WMT21", 2021)
        add_systems(change, later, ["A", "B"], {"A": "a"}, {"B": ["neural", "größer"]})
    return workspace


def test_campaigns_and_systems_as_they_were_made(two: OpenWorkspace) -> None:
    """By year; labels and tags with them, and the name where there is no label."""
    with two.reading() as connection:
        assert [one.name for one in campaigns_of(connection)] == ["WMT21", "WMT22"]
        assert systems_of(connection, 2) == [
            System(1, 2, "A", "a", (), ""),
            System(2, 2, "B", "B", ("neural", "größer"), ""),
        ]
        assert len(set(aliases_of(connection).values())) == 2


def test_a_changed_name_leaves_the_old_one_in_the_history(two: OpenWorkspace) -> None:
    """Any revision can be read."""
    with two.reading() as connection:
        before = two.revision(connection).number
    with two.writing("ada", "rename") as change:
        revise_campaign(change, Campaign(2, " WMT2021 ", 2021, ("old",), "said"))
        revise_system(change, System(1, 2, "AA", "a", (), ""))
    with two.reading() as connection:
        assert Campaign(2, "WMT2021", 2021, ("old",), "said") in campaigns_of(connection)
        assert [one.name for one in systems_of(connection, 2)] == ["AA", "B"]
        assert [one.name for one in campaigns_of(connection, before)] == ["WMT21", "WMT22"]
        assert [one.name for one in systems_of(connection, 2, before)] == ["A", "B"]


def test_the_same_again_is_no_change(two: OpenWorkspace) -> None:
    """The log has no line about nothing."""
    with two.writing("ada", "rename") as change:
        revise_campaign(change, Campaign(2, "WMT21", 2021, (), ""))
        revise_system(change, System(1, 2, "A", "a", (), ""))
    with two.reading() as connection:
        assert two.revision(connection).number == 1


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"name": "B"}, "already a system of WMT21 named B"),
    ({"label": "B"}, "Both B and A of WMT21 would be labelled B"),
    ({"name": " "}, "the system's name is empty"),
    ({"name": "x" * 501}, "longer than 500"),
    ({"tags": ("a\x00b",)}, "NUL"),
    ({"comment": "\ud800"}, "surrogate"),
]


def test_what_a_system_may_not_be(two: OpenWorkspace) -> None:
    """Nobody could tell two of one name apart; nothing is written."""
    for changed, told in REFUSED:
        with pytest.raises(LackmusError, match=told), two.writing("ada", "rename") as change:
            revise_system(change, replace(System(1, 2, "A", "a", (), ""), **changed))
    with two.reading() as connection:
        assert two.revision(connection).number == 1


def test_a_taken_name_of_a_campaign_is_refused(two: OpenWorkspace) -> None:
    """New or renamed."""
    with pytest.raises(LackmusError, match="already a campaign named WMT22"), two.writing("a", "b") as change:
        add_campaign(change, "WMT22")
    with pytest.raises(LackmusError, match="already a campaign named WMT22"), two.writing("a", "b") as change:
        revise_campaign(change, Campaign(2, "WMT22", 2021, (), ""))
