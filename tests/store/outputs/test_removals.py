"""Deleting campaigns and systems: they count no more, and the history keeps them."""

import pytest

from lackmus.errors import LackmusError
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import campaigns_of, systems_of
from lackmus.store.outputs.coverage import covered_parts, items_of_hand_ins, items_of_parts, system_over_time
from lackmus.store.outputs.hand_ins import current_hand_ins
from lackmus.store.outputs.holdings import shown_campaigns
from lackmus.store.outputs.removals import remove_campaign, remove_systems
from lackmus.store.workspaces.undoing import undo
from tests.store.filled import fill


@pytest.fixture
def two(workspace: OpenWorkspace) -> OpenWorkspace:
    """The sample: three systems in 2025, four in 2026."""
    fill(workspace)
    return workspace


def _shown(workspace: OpenWorkspace, revision: int | None = None) -> dict[str, list[str]]:
    with workspace.reading() as connection:
        found = shown_campaigns(connection, revision=revision)
    return {one.name: [system.name for system in one.systems if system.current] for one in found}


def test_a_deleted_system_is_gone_and_comes_back_by_undo(two: OpenWorkspace) -> None:
    before = _shown(two)
    with two.writing("Ada", "system delete") as change:
        seen = change.number - 1
        campaign = campaigns_of(change.connection)[0]
        first = systems_of(change.connection, campaign.id)[0]
        assert remove_systems(change, campaign.id, [first]) == 1
    assert _shown(two) == {**before, "2025": before["2025"][1:]}
    assert _shown(two, seen) == before
    with two.writing("Ada", "undo") as change:
        undo(change)
    assert _shown(two) == before


def test_a_deleted_campaign_takes_its_systems_along(two: OpenWorkspace) -> None:
    before = _shown(two)
    with two.writing("Ada", "campaign delete") as change:
        assert remove_campaign(change, campaigns_of(change.connection)[1]) == (4, 4)
    assert _shown(two) == {"2025": before["2025"]}
    with two.reading() as connection:
        assert current_hand_ins(connection, 2) == []
    with two.writing("Ada", "undo") as change:
        undo(change)
    assert _shown(two) == before


def test_what_a_deleted_system_came_with_is_undone_in_reverse(two: OpenWorkspace) -> None:
    """The import cannot be undone while the deletion stands; nothing is ever half."""
    with two.writing("Ada", "campaign delete") as change:
        remove_campaign(change, campaigns_of(change.connection)[1])
        number = change.number
    with pytest.raises(LackmusError, match=f"Undo #{number} first"), two.writing("Ada", "undo") as change:
        undo(change, number - 1)


def test_how_much_is_covered(two: OpenWorkspace) -> None:
    with two.reading() as connection:
        assert items_of_parts(connection) == {(1, "de-en"): 160}
        assert [tuple(one) for one in covered_parts(connection)] == [
            (1, 1, "de-en", 160),
            (2, 1, "de-en", 160),
        ]
        assert items_of_hand_ins(connection, [1, 2, 99]) == {1: 160, 2: 160}
        (state,) = system_over_time(connection, 1)
        assert (state.person, state.name, state.ended) == ("Ada", "Ahorn", None)
