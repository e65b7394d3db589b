"""Remove campaigns and systems: their states end, and undo restores them."""

from collections.abc import Sequence

from lackmus.store.db import schema
from lackmus.store.db.changes import Change
from lackmus.store.outputs.campaigns import Campaign, System, systems_of
from lackmus.store.outputs.hand_ins import current_hand_ins


def remove_systems(change: Change, campaign: int, systems: Sequence[System]) -> int:
    """Remove systems of a campaign with their hand-ins; returns the number of hand-ins.

    Nothing is erased: texts, verdicts and decisions stay for other systems with the same texts, and reports
    of earlier revisions still include them.
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
    """Remove a campaign with all its systems; returns the numbers of systems and hand-ins."""
    systems = systems_of(change.connection, campaign.id)
    held = remove_systems(change, campaign.id, systems)
    change.retire(schema.campaign_states, schema.campaign_states.c.campaign == campaign.id)
    return len(systems), held
