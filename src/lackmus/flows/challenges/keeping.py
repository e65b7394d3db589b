"""Challenges in a workspace: store them with their scores, load, remove."""

from collections.abc import Mapping, Sequence

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.challenge import ChallengeSet
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
_NAMED = 5  # metrics named in a log entry before the rest is only counted


def challenges(desk: Desk) -> list[ChallengeShown]:
    """All challenges of the workspace, in the order of creation."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.challenges_of(connection)


def challenges_there(workspace: str | None) -> list[str]:
    """Names of the challenges in a workspace; empty if there is no workspace."""
    if not exists(where_is(workspace)):
        return []
    return [one.name for one in challenges(Desk(workspace))]


def challenge(desk: Desk, name: str) -> ChallengeShown:
    """The challenge of this name."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.the_challenge(connection, name)


def touched(desk: Desk, name: str) -> str:
    """A token that changes with the challenge and its scores, as a cache key."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.touched(connection, stored.the_challenge(connection, name))


def load(desk: Desk, name: str) -> ChallengeSet:
    """A stored challenge."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.load_challenge(connection, stored.the_challenge(connection, name))


def scored(desk: Desk, name: str) -> list[Scored]:
    """The scores of a challenge, with the groups of their metrics."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored_scores.scores_of(connection, stored.the_challenge(connection, name))


def keep(desk: Desk, challenge: ChallengeSet, verb: str = BUILD, replacing: bool = False) -> ChallengeShown:
    """Store a challenge under its name; an existing one is replaced only if allowed."""
    # A failed import must not leave an empty workspace.
    challenge = stored.storable_challenge(challenge)
    with desk.open(create=verb == IMPORT) as workspace:
        with workspace.writing(desk.who, verb, challenge.name, desk.comment) as change:
            stored.add_challenge(change, challenge, replacing)
            shown = stored.the_challenge(change.connection, challenge.name)
            change.about = f"{shown.name}: {shown.in_short}"
        return shown


def keep_scores(
    desk: Desk, name: str, scored: Sequence[Scored], replacing: bool = True, of: ChallengeSet | None = None
) -> None:
    """Store scores of a challenge, all of them or none.

    Scoring takes long: with `of`, the scored tuples, it is refused if the name means another challenge by
    now.
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
    """Set the groups of metrics of a challenge; an empty one restores the original."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "challenge group", name, desk.comment) as change,
    ):
        shown = stored.the_challenge(change.connection, name)
        changed = stored_scores.regroup(change, shown, groups)
        said = (f"{metric} in {groups[metric].strip() or 'its own group'}" for metric in changed)
        change.about = f"{shown.name}: {_some(list(said))}"


def remove(desk: Desk, name: str) -> None:
    """Remove a challenge and its scores; undo restores them."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "challenge remove", name, desk.comment) as change,
    ):
        shown = stored.the_challenge(change.connection, name)
        stored.remove_challenge(change, shown)
        change.about = f"{shown.name}: {shown.in_short}, scored by {counted(len(shown.metrics), 'metric')}"


def remove_scores(desk: Desk, name: str, metrics: Sequence[str]) -> None:
    """Remove the scores of some metrics; undo restores them."""
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
