"""Import outputs into a campaign of the workspace, all systems or none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lackmus.core.base.pairs import Pair
from lackmus.core.base.tags import tagged
from lackmus.core.outputs.imports import ImportedOutputs
from lackmus.core.outputs.misalignment import standard_lengths, suspicions_in
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.rules.judge import RuleError
from lackmus.core.rules.patterns import TimeLeft, always
from lackmus.errors import LackmusError
from lackmus.flows.outputs.destinations import (
    Destination,
    ImportOptions,
    OutputDraft,
    campaign_of,
    places_of,
    refuse_others,
)
from lackmus.flows.outputs.frames import given_hand_ins
from lackmus.flows.verdicts.requests import Given, Progress, listed, silent
from lackmus.flows.workspaces.workspaces import Desk, suite_for_reading
from lackmus.read import ReadOptions
from lackmus.store.db import schema
from lackmus.store.db.changes import Change
from lackmus.store.db.identity import name
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import (
    Campaign,
    add_campaign,
    add_systems,
    revise_campaign,
    revise_system,
)
from lackmus.store.outputs.hand_ins import (
    NewHandIn,
    add_hand_ins,
    lines_of,
    mark_again,
    outputs_digest,
    suspicions_json,
)
from lackmus.store.suites.suites import StoredSuite, load_suite


def import_outputs(
    desk: Desk,
    outputs: Sequence[Given],
    asked: ReadOptions,
    wanted: ImportOptions,
    suite: str | None = None,
    pair: str | None = None,
    progress: Progress = silent,
) -> ImportedOutputs:
    """Import the outputs of systems into a campaign; new texts are judged."""
    with desk.open() as workspace:
        with workspace.reading() as connection:
            stored = suite_for_reading(connection, suite, pair)
            seen = workspace.revision(connection).number
        hand_ins = given_hand_ins(stored.suite, outputs, asked)
        return take_in(workspace, desk, stored, seen, hand_ins, wanted, "outputs import", progress)


def take_in(
    workspace: OpenWorkspace,
    desk: Desk,
    stored: StoredSuite,
    seen: int,
    hand_ins: Sequence[HandIn],
    wanted: ImportOptions,
    verb: str,
    progress: Progress = silent,
    patient: TimeLeft = always,
) -> ImportedOutputs:
    """Store hand-ins as one change. `seen` is the revision of the suite.

    When `patient` runs out, searches under the time limit give up.
    """
    hand_ins = _named(hand_ins, wanted)
    (pair,) = stored.suite.pairs
    drafts = list(_drafts(hand_ins, progress))
    if wanted.tried:
        with workspace.reading() as connection:
            campaign, made = campaign_of(connection, wanted)
            places = places_of(connection, campaign, stored, pair, drafts)
            return _imported(campaign, made, stored, pair, places, wanted, None)
    with workspace.writing(desk.who, verb, comment=desk.comment) as change:
        change.patient = patient
        if change.number != seen + 1:  # another change came while files were read
            stored = _again(change, stored, pair, drafts)
        campaign, made = campaign_of(change.connection, wanted)
        places = places_of(change.connection, campaign, stored, pair, drafts)
        refuse_others(places, campaign, wanted)
        if made:
            campaign = add_campaign(change, campaign.name, campaign.year)
        elif wanted.year is not None:
            revise_campaign(change, campaign)
        before = change.ids(schema.texts, 0).start
        progress("Judging and storing", 0, len(drafts))
        try:
            _store(change, campaign, stored, pair, places, wanted)
        except RuleError as problem:
            raise LackmusError(f"{stored.suite.name}, {problem}.", code="rule-broken") from None
        texts = change.ids(schema.texts, 0).start - before
        imported = _imported(campaign, made, stored, pair, places, wanted, texts)
        change.about = imported.in_short
    return imported


def _named(hand_ins: Sequence[HandIn], wanted: ImportOptions) -> list[HandIn]:
    """Hand-ins with the final names of systems; an option that names an unknown system is refused."""
    if wanted.system is not None:
        if len(hand_ins) != 1:
            names = listed(one.system for one in hand_ins)
            raise LackmusError(
                f"One system is named, but the files hold {len(hand_ins)} ({names}).",
                code="several-systems",
                held=f"{len(hand_ins)} ({names})",
            )
        hand_ins = [replace(hand_ins[0], system=wanted.system)]
    hand_ins = [replace(one, system=name(one.system, "the system's name")) for one in hand_ins]
    known = [one.system for one in hand_ins]
    for one in hand_ins:
        if known.count(one.system) > 1:
            raise LackmusError(f"Several files hold outputs of {one.system}. Leave all but one out.")
    for argument, said in (("label", list(wanted.labels)), ("tag", list(wanted.tags))):
        for called in said:
            if called not in known:
                raise LackmusError(
                    f"there is no system {called}. There are {listed(known)}.", argument=argument
                )
    return hand_ins


def _drafts(hand_ins: Sequence[HandIn], progress: Progress) -> Iterator[OutputDraft]:
    """Each hand-in, checked before the workspace is locked."""
    sources: list[str] | None = None
    measured = None
    for done, hand_in in enumerate(hand_ins):
        progress("Looking for shifted lines", done, len(hand_ins))
        if sources is None or sources != hand_in.sources:  # mostly shared, and measured once
            sources, measured = hand_in.sources, standard_lengths(hand_in.sources)
        items = [item for item, _ in hand_in.places]
        lines = lines_of(items, [hand_in.texts[line] for _, line in hand_in.places], hand_in.system)
        found = suspicions_in(hand_in, measured)
        yield OutputDraft(hand_in, lines, outputs_digest(lines), tuple(found))


def _store(
    change: Change,
    campaign: Campaign,
    stored: StoredSuite,
    pair: Pair,
    places: Sequence[Destination],
    wanted: ImportOptions,
) -> None:
    new = [place.draft.hand_in.system for place in places if place.system is None]
    tags = {system: tagged((), wanted.tags_of(system)) for system in new}
    added = add_systems(change, campaign, new, wanted.labels, tags)
    for place in places:
        if place.system is not None:
            called = place.system.name
            label = wanted.labels.get(called, place.system.label)
            tags_now = tagged(place.system.tags, wanted.tags_of(called))
            revise_system(change, replace(place.system, label=label, tags=tags_now))
        if place.held is not None and not place.same:
            states = schema.hand_in_states
            change.retire(states, states.c.hand_in == place.held)
    add_hand_ins(
        change,
        stored,
        pair,
        [
            NewHandIn(
                (place.system or added[place.draft.hand_in.system]).id,
                place.draft.hand_in.file,
                place.draft.lines,
                suspicions_json(place.draft.suspicions),
                place.draft.digest,
                place.draft.hand_in.origin,
                place.draft.marks,
            )
            for place in places
            if not place.same
        ],
    )
    for place in places:
        if place.held is not None and place.same and place.draft.marks:
            mark_again(change, stored, place.held, place.draft.lines, place.draft.marks)


def _again(change: Change, stored: StoredSuite, pair: Pair, drafts: Sequence[OutputDraft]) -> StoredSuite:
    """The current suite, under the lock."""
    stored = load_suite(change.connection, stored.id, pair=pair)
    for draft in drafts:
        if not set(draft.lines["item"].unique()) <= stored.items.keys():
            raise LackmusError(f"{stored.suite.name} was changed in the meantime. Try again.")
    return stored


def _imported(
    campaign: Campaign,
    made: bool,
    stored: StoredSuite,
    pair: Pair,
    places: Sequence[Destination],
    wanted: ImportOptions,
    texts: int | None,
) -> ImportedOutputs:
    brought = tuple(place.brought(wanted) for place in places)
    suite = stored.suite.name
    return ImportedOutputs(campaign.name, campaign.year, made, suite, str(pair), brought, texts, wanted.tried)


__all__ = ["ImportOptions", "import_outputs", "take_in"]
