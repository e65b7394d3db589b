"""Remove campaigns and systems from a workspace; undo restores them."""

from dataclasses import dataclass

from lackmus.core.base.plurals import counted
from lackmus.flows.workspaces.workspaces import Desk, the_campaign, the_system
from lackmus.store.outputs.campaigns import campaigns_of
from lackmus.store.outputs.removals import remove_campaign, remove_systems

CAMPAIGN_DELETE, SYSTEM_DELETE = "campaign delete", "system delete"


@dataclass(frozen=True)
class RemovedOutputs:
    """What was removed."""

    change: int  # number of the change, for undo
    name: str
    systems: int
    hand_ins: int

    def __str__(self) -> str:
        """“WMT22 deleted: 9 systems, 9 hand-ins”."""
        return f"{self.name} deleted: {counted(self.systems, 'system')}, {counted(self.hand_ins, 'hand-in')}"


def delete_campaign(desk: Desk, name: str) -> RemovedOutputs:
    """Remove a campaign with all its systems."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, CAMPAIGN_DELETE, comment=desk.comment) as change,
    ):
        found = the_campaign(change.connection, name)
        removed = RemovedOutputs(change.number, found.name, *remove_campaign(change, found))
        change.about = str(removed)
        return removed


def delete_system(desk: Desk, written: str, campaign: str | None = None) -> RemovedOutputs:
    """Remove a system with its hand-ins."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, SYSTEM_DELETE, comment=desk.comment) as change,
    ):
        found = the_system(change.connection, written, campaign)
        of = next(one.name for one in campaigns_of(change.connection) if one.id == found.campaign)
        held = remove_systems(change, found.campaign, [found])
        removed = RemovedOutputs(change.number, f"{of}/{found.name}", 1, held)
        change.about = str(removed)
        return removed
