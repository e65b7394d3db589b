"""Challenges in a workspace: keep them with their scores, find them again, remove them."""

from collections.abc import Mapping, Sequence

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.challenge import Challenge
from lackmus.core.challenges.lists import ChallengeShown
from lackmus.core.challenges.metrics import Scored
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.requests import listed
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.challenges import challenges as stored
from lackmus.store.challenges import scores as stored_scores
from lackmus.store.challenges.challenges import NoSuchChallengeError
from lackmus.store.db.workspaces import exists, where_is

BUILD, IMPORT = "challenge build", "challenge import"
_NAMED = 5  # metrics that a line of the log names before the rest is only counted


def challenges(desk: Desk) -> list[ChallengeShown]:
    """All challenges of the workspace, in the order in which they came."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.challenges_of(connection)


def challenges_there(workspace: str | None) -> list[str]:
    """The challenges of a workspace by name; none where there is no workspace."""
    if not exists(where_is(workspace)):
        return []
    return [one.name for one in challenges(Desk(workspace))]


def challenge(desk: Desk, name: str) -> ChallengeShown:
    """The challenge of this name."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.the_challenge(connection, name)


def touched(desk: Desk, name: str) -> str:
    """A token that changes with the challenge and its scores, for whoever keeps them in memory."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.touched(connection, stored.the_challenge(connection, name))


def load(desk: Desk, name: str) -> Challenge:
    """A challenge as it was kept."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.load_challenge(connection, stored.the_challenge(connection, name))


def scored(desk: Desk, name: str) -> list[Scored]:
    """The scores of a challenge, each metric with the group in which it is ranked."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored_scores.scores_of(connection, stored.the_challenge(connection, name))


def keep(desk: Desk, challenge: Challenge, verb: str = BUILD, replacing: bool = False) -> ChallengeShown:
    """Keep a challenge under its name; what is there already under this name goes only if it may."""
    # What cannot be kept must not leave an empty workspace behind.
    challenge = stored.storable_challenge(challenge)
    with desk.open(create=verb == IMPORT) as workspace:
        with workspace.writing(desk.who, verb, challenge.name, desk.comment) as change:
            stored.add_challenge(change, challenge, replacing)
            shown = stored.the_challenge(change.connection, challenge.name)
            change.about = f"{shown.name}: {shown.in_short}"
        return shown


def keep_scores(
    desk: Desk, name: str, scored: Sequence[Scored], replacing: bool = True, of: Challenge | None = None
) -> None:
    """Keep the scores that metrics gave to a challenge; all of them or none.

    Scoring takes its time: whoever says `of` which tuples the scores are is refused if the name means others
    by now, even if they are as many.
    """
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "challenge score", name, desk.comment) as change,
    ):
        shown = stored.the_challenge(change.connection, name)
        if of is not None and not stored.load_challenge(change.connection, shown).tuples.equals(of.tuples):
            now = f"{shown.in_short}; by {shown.person}"
            raise LackmusError(f"{shown.name} is another challenge by now ({now}). Score it anew.")
        changed = stored_scores.add_scores(change, shown, scored, replacing)
        change.about = f"{shown.name}: {_some(changed)}"


def regroup(desk: Desk, name: str, groups: Mapping[str, str]) -> None:
    """Rank metrics of a challenge in other groups; an empty one stands for that with which they came."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "challenge group", name, desk.comment) as change,
    ):
        shown = stored.the_challenge(change.connection, name)
        changed = stored_scores.regroup(change, shown, groups)
        said = (f"{metric} in {groups[metric].strip() or 'its own group'}" for metric in changed)
        change.about = f"{shown.name}: {_some(list(said))}"


def remove(desk: Desk, name: str) -> None:
    """Let a challenge and its scores be there no longer; undo brings them back."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "challenge remove", name, desk.comment) as change,
    ):
        shown = stored.the_challenge(change.connection, name)
        stored.remove_challenge(change, shown)
        change.about = f"{shown.name}: {shown.in_short}, scored by {counted(len(shown.metrics), 'metric')}"


def remove_scores(desk: Desk, name: str, metrics: Sequence[str]) -> None:
    """Let the scores of some metrics be there no longer; undo brings them back."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "challenge unscore", name, desk.comment) as change,
    ):
        shown = stored.the_challenge(change.connection, name)
        stored_scores.remove_scores(change, shown, metrics)
        change.about = f"{shown.name}: {_some(list(dict.fromkeys(metrics)))}"


def _some(names: Sequence[str]) -> str:
    rest = len(names) - _NAMED
    return listed(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")


__all__ = [
    "BUILD",
    "IMPORT",
    "ChallengeShown",
    "NoSuchChallengeError",
    "challenge",
    "challenges",
    "challenges_there",
    "keep",
    "keep_scores",
    "load",
    "regroup",
    "remove",
    "remove_scores",
    "scored",
    "touched",
]
