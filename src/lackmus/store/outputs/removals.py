"""Campaigns and systems that do not count any more: their states end, and undoing lets them hold again."""

from collections.abc import Sequence

from lackmus.store.db import schema
from lackmus.store.db.changes import Change
from lackmus.store.outputs.campaigns import Campaign, System, systems_of
from lackmus.store.outputs.hand_ins import current_hand_ins


def remove_systems(change: Change, campaign: int, systems: Sequence[System]) -> int:
    """End systems of a campaign and what they handed in; how many hand-ins that were.

    Nothing is erased: texts, verdicts and decisions stay for other systems that wrote the same, and reports
    of that time still see all of it.
    """
    numbers = {one.id for one in systems}
    held = [
        hand_in for hand_in, system, *_ in current_hand_ins(change.connection, campaign) if system in numbers
    ]
    for hand_in in held:
        change.retire(schema.hand_in_states, schema.hand_in_states.c.hand_in == hand_in)
    for number in sorted(numbers):
        change.retire(schema.system_states, schema.system_states.c.system == number)
    return len(held)


def remove_campaign(change: Change, campaign: Campaign) -> tuple[int, int]:
    """End a campaign with all its systems; how many systems and hand-ins that were."""
    systems = systems_of(change.connection, campaign.id)
    held = remove_systems(change, campaign.id, systems)
    change.retire(schema.campaign_states, schema.campaign_states.c.campaign == campaign.id)
    return len(systems), held
