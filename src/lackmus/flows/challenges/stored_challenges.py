"""Challenges in a workspace: keep them with their scores, find them again, and judged texts to build them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.building import JUDGED_TEXTS
from lackmus.core.challenges.challenge import Challenge
from lackmus.core.challenges.lists import ChallengeShown
from lackmus.core.challenges.metrics import Scored
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.outputs import absences, first_of_repeats, items_of
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.judging import with_decisions
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.verdicts.requests import listed, named_systems
from lackmus.flows.verdicts.views import StoredRequest, view_of
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.challenges import challenges as stored
from lackmus.store.challenges import scores as stored_scores
from lackmus.store.challenges.challenges import NoSuchChallengeError
from lackmus.store.db.workspaces import Revision, exists, where_is

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


# -- what a challenge is built from ------------------------------------------------------------------------


class JudgedTexts(NamedTuple):
    """What systems of campaigns wrote and what was said about it, for whoever builds a challenge."""

    suite: Suite  # the items of the pair, reserved ones among them
    texts: pl.DataFrame  # JUDGED_TEXTS
    left_out: Mapping[str, str]  # CAMPAIGN/SYSTEM that did not take part -> why
    suspicions: Mapping[str, list[Suspicion]]  # CAMPAIGN/SYSTEM -> what looked wrong with its file
    notes: tuple[str, ...]  # what is to be said before all else
    revision: Revision  # the state of the workspace that was looked at


def judged_texts(
    desk: Desk,
    suite: str | None = None,
    pair: str | None = None,
    campaigns: Sequence[str] = (),
    as_of: str | None = None,
    keep: Sequence[str] = (),
    systems: Sequence[str] = (),
    exclude: Sequence[str] = (),
) -> JudgedTexts:
    """The outputs of campaigns (all that have any for the suite, if none is named) as rules and people judge
    them; systems that did not take part are left out unless they are kept."""
    if len(set(campaigns)) < len(campaigns):
        raise LackmusError("A campaign is named twice. Name each once.")
    with view_of(desk, StoredRequest(suite, pair, as_of=as_of), list(campaigns) or None) as view:
        if not view.campaigns:
            raise LackmusError(
                f"No campaign has outputs for {view.about}.",
                "Import some: lackmus outputs import FILES --campaign NAME.",
                page="Upload some under Outputs.",
            )
        of = {one.name: [system.name for system in view.systems(one)] for one in view.campaigns}
        known = {name for names in of.values() for name in names}
        kept = named_systems(keep, known, "--keep")
        wanted = named_systems(systems, known, "--systems") or known
        excluded = named_systems(exclude, known, "--exclude")
        items = items_of(view.stored.suite)
        frames: list[pl.DataFrame] = []
        left_out: dict[str, str] = {}
        suspected: dict[str, list[Suspicion]] = {}
        for one in view.campaigns:
            chosen = [name for name in of[one.name] if name in wanted and name not in excluded]
            judged = view.judged(one)
            judged = judged.filter(pl.col("system").is_in(chosen))
            absent = {name: why for name, why in absences(judged, items).items() if name not in kept}
            left_out |= {f"{one.name}/{name}": why.reason for name, why in absent.items()}
            told = view.suspicions(one)
            suspected |= {f"{one.name}/{name}": told[name] for name in chosen if name in told}
            judged = first_of_repeats(judged.filter(~pl.col("system").is_in(list(absent))))
            if view.decided is not None:
                judged = with_decisions(judged, view.decided)
            frames.append(JUDGED_TEXTS.of(judged.with_columns(pl.lit(one.name).alias("campaign"))))
        texts = pl.concat(frames)
        if texts.is_empty():
            each = "; ".join(f"{name}: {why}" for name, why in left_out.items())
            raise NoAnswerError(
                f"No system is left to build from{f' ({each})' if each else ''}.",
                "Keep one with --keep NAME." if each else "",
                page="",
            )
        return JudgedTexts(view.stored.suite, texts, left_out, suspected, view.notes, view.revision)


__all__ = [
    "BUILD",
    "IMPORT",
    "ChallengeShown",
    "JudgedTexts",
    "NoSuchChallengeError",
    "challenge",
    "challenges",
    "challenges_there",
    "judged_texts",
    "keep",
    "keep_scores",
    "load",
    "regroup",
    "remove",
    "remove_scores",
    "scored",
    "touched",
]
