"""Outputs into a campaign of the workspace, all systems of one command or none, and out of it again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl
from sqlalchemy import Connection

from lackmus.core.campaigns import tagged, year_in
from lackmus.core.imports import Brought, Difference, Imported, Outcome, difference
from lackmus.core.judges import RuleError
from lackmus.core.misalignment import Suspicion, standard_lengths, suspicions
from lackmus.core.outputs import HandIn
from lackmus.core.pairs import Pair
from lackmus.core.verdicts import uncollected
from lackmus.errors import LackmusError
from lackmus.flows.requests import Progress, listed, silent
from lackmus.flows.workspaces import Desk, the_pair, the_suite
from lackmus.read import Asked, hand_ins_of
from lackmus.store import schema
from lackmus.store.borders import name
from lackmus.store.campaigns import (
    Campaign,
    System,
    add_campaign,
    add_systems,
    campaigns_of,
    revise_campaign,
    revise_system,
    systems_of,
)
from lackmus.store.changes import Change
from lackmus.store.hand_ins import (
    NewHandIn,
    add_hand_ins,
    current_hand_ins,
    digests_of,
    lines_of,
    mark_again,
    outputs_digest,
    outputs_of_hand_ins,
    suspicions_json,
)
from lackmus.store.suites import StoredSuite, load_suite
from lackmus.store.workspaces import Workspace


@dataclass(frozen=True)
class Wanted:
    """Into which campaign outputs go, and how their systems are to be called there."""

    campaign: str | None = None
    year: int | None = None
    system: str | None = None  # the name of the only one
    labels: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, Sequence[str]] = field(default_factory=dict)
    tags_for_all: Sequence[str] = ()
    replaces: bool = False  # other outputs under the same name take the place of those there
    tried: bool = False  # only say what would be done
    grows: bool = False  # outputs that only have more take the place of those there

    def lets(self, found: Difference) -> bool:
        """Whether outputs that differ so from those there may take their place."""
        return self.replaces or (self.grows and found.only_more)

    def tags_of(self, system: str) -> tuple[str, ...]:
        """The tags that a system is to get."""
        return (*self.tags_for_all, *self.tags.get(system, ()))


def import_outputs(
    desk: Desk,
    outputs: Sequence[str],
    asked: Asked,
    wanted: Wanted,
    suite: str | None = None,
    pair: str | None = None,
    progress: Progress = silent,
) -> Imported:
    """Bring the outputs of systems into a campaign; whatever is new about them is judged."""
    with uncollected(), desk.open() as workspace:
        with workspace.reading() as connection:
            number = the_suite(connection, suite)
            chosen = the_pair(connection, number, pair)
            stored = load_suite(connection, number, pair=chosen)
            seen = workspace.revision(connection).number
        hand_ins = hand_ins_of(stored.suite, outputs, asked)
        return take_in(workspace, desk, stored, seen, hand_ins, wanted, "outputs import", progress)


@dataclass(frozen=True)
class _Draft:
    """One system's outputs, ready to be stored."""

    hand_in: HandIn
    lines: pl.DataFrame
    digest: str
    suspicions: tuple[Suspicion, ...]

    @property
    def marks(self) -> list[str]:
        """The mark of each line; none at all where nobody marked any."""
        marks = self.hand_in.marks
        return [marks[line] for _, line in self.hand_in.places] if any(marks) else []


@dataclass(frozen=True)
class _Place:
    """Where a draft belongs: its system and what that has there, if they are there."""

    draft: _Draft
    system: System | None
    held: int | None
    same: bool = False
    difference: Difference | None = None

    def brought(self, wanted: Wanted) -> Brought:
        """What becomes of it."""
        if self.difference is not None:
            done = Outcome.REPLACED if wanted.replaces else Outcome.GROWN
            outcome = done if wanted.lets(self.difference) else Outcome.REFUSED
        else:
            outcome = Outcome.SAME if self.same else Outcome.NEW
        lines = self.draft.lines
        return Brought(
            self.draft.hand_in.system,
            self.draft.hand_in.file,
            outcome,
            lines["item"].n_unique(),
            lines.height,
            self.difference,
            self.draft.suspicions,
        )


def take_in(
    workspace: Workspace,
    desk: Desk,
    stored: StoredSuite,
    seen: int,
    hand_ins: Sequence[HandIn],
    wanted: Wanted,
    verb: str,
    progress: Progress = silent,
) -> Imported:
    """Store hand-ins as one change. `seen` is the revision at which the suite was read."""
    hand_ins = _named(hand_ins, wanted)
    (pair,) = stored.suite.pairs
    drafts = list(_drafts(hand_ins, progress))
    if wanted.tried:
        with workspace.reading() as connection:
            campaign, made = _campaign(connection, wanted)
            places = _places(connection, campaign, stored, pair, drafts)
            return _imported(campaign, made, stored, pair, places, wanted, None)
    with workspace.writing(desk.who, verb, comment=desk.comment) as change:
        if change.number != seen + 1:  # somebody wrote while we read files
            stored = _again(change, stored, pair, drafts)
        campaign, made = _campaign(change.connection, wanted)
        places = _places(change.connection, campaign, stored, pair, drafts)
        _refuse_others(places, campaign, wanted)
        if made:
            campaign = add_campaign(change, campaign.name, campaign.year)
        elif wanted.year is not None:
            revise_campaign(change, campaign)
        before = change.ids(schema.texts, 0).start
        progress("Judging and storing", 0, len(drafts))
        try:
            _store(change, campaign, stored, pair, places, wanted)
        except RuleError as problem:
            raise LackmusError(
                f"{stored.suite.name}, {problem}.",
                "Change the rule: lackmus rule.",
                page="Change the rule on the page of its item.",
            ) from None
        texts = change.ids(schema.texts, 0).start - before
        imported = _imported(campaign, made, stored, pair, places, wanted, texts)
        change.about = imported.in_short
    return imported


def _named(hand_ins: Sequence[HandIn], wanted: Wanted) -> list[HandIn]:
    """Systems as they are to be called; who is named in an option must be among them."""
    if wanted.system is not None:
        if len(hand_ins) != 1:
            names = listed(one.system for one in hand_ins)
            raise LackmusError(f"--system names one system, but the files hold {len(hand_ins)} ({names}).")
        hand_ins = [replace(hand_ins[0], system=wanted.system)]
    hand_ins = [replace(one, system=name(one.system, "the system's name")) for one in hand_ins]
    known = [one.system for one in hand_ins]
    for one in hand_ins:
        if known.count(one.system) > 1:
            raise LackmusError(f"Several files hold outputs of {one.system}. Leave all but one out.")
    for option, said in (("--label", list(wanted.labels)), ("--tag", list(wanted.tags))):
        for called in said:
            if called not in known:
                raise LackmusError(f"{option}: there is no system {called}. There are {listed(known)}.")
    return hand_ins


def _drafts(hand_ins: Sequence[HandIn], progress: Progress) -> Iterator[_Draft]:
    """Each hand-in looked at as a careful organiser would, before the workspace is locked."""
    sources: list[str] | None = None
    measured = None
    for done, hand_in in enumerate(hand_ins):
        progress("Looking for shifted lines", done, len(hand_ins))
        if sources is None or sources != hand_in.sources:  # most systems share theirs, measured once
            sources, measured = hand_in.sources, standard_lengths(hand_in.sources)
        items = [item for item, _ in hand_in.places]
        lines = lines_of(items, [hand_in.texts[line] for _, line in hand_in.places], hand_in.system)
        found = suspicions(hand_in.sources, hand_in.texts, measured)
        yield _Draft(hand_in, lines, outputs_digest(lines), tuple(found))


def _campaign(connection: Connection, wanted: Wanted) -> tuple[Campaign, bool]:
    """The campaign that is meant, and whether it must be made."""
    known = {one.name: one for one in campaigns_of(connection)}
    if wanted.campaign is None:
        if len(known) != 1:
            there = f"There are {listed(known)}." if known else ""
            raise LackmusError(
                "Say which campaign the outputs belong to.",
                f"Name it: --campaign NAME. {there}".strip(),
                page=there,
            )
        called = next(iter(known))
    else:
        called = name(wanted.campaign, "the campaign's name")
    found = known.get(called)
    if found is None:
        return Campaign(0, called, wanted.year or year_in(called), (), ""), True
    return replace(found, year=wanted.year or found.year), False


def destination(
    connection: Connection, stored: StoredSuite, pair: Pair, wanted: Wanted
) -> tuple[str, int | None]:
    """The campaign into which outputs would go, and the hand-in of the only system that counts there now."""
    campaign, made = _campaign(connection, wanted)
    called = name(wanted.system or "", "the system's name")
    held = {} if made else _held(connection, campaign, stored, pair)
    systems = {} if made else {one.name: one.id for one in systems_of(connection, campaign.id)}
    return campaign.name, held.get(systems.get(called, 0))


def _held(connection: Connection, campaign: Campaign, stored: StoredSuite, pair: Pair) -> dict[int, int]:
    """What counts in a campaign for a suite and a pair: system -> hand-in."""
    return {
        system: number
        for number, system, suite, of, *_ in current_hand_ins(connection, campaign.id)
        if suite == stored.id and of == str(pair)
    }


def _places(
    connection: Connection, campaign: Campaign, stored: StoredSuite, pair: Pair, drafts: Sequence[_Draft]
) -> list[_Place]:
    """Beside each draft what its system has there already."""
    systems = {one.name: one for one in systems_of(connection, campaign.id)}
    held = _held(connection, campaign, stored, pair)
    known = digests_of(connection, list(held.values()))
    keys = {number: key for key, number in stored.items.items()}
    places = []
    for draft in drafts:
        system = systems.get(draft.hand_in.system)
        number = held.get(system.id) if system else None
        differs = None
        if number is not None and known[number] != draft.digest:
            old = outputs_of_hand_ins(connection, [number])
            old = old.with_columns(
                pl.col("item_id").replace_strict(keys, default="", return_dtype=pl.String).alias("item")
            )
            differs = difference(_by_item(old), _by_item(draft.lines))
        places.append(_Place(draft, system, number, number is not None and differs is None, differs))
    return places


def _by_item(lines: pl.DataFrame) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for item, text in lines.select("item", "text").iter_rows():
        found.setdefault(item, []).append(text)
    return found


def _refuse_others(places: Sequence[_Place], campaign: Campaign, wanted: Wanted) -> None:
    """Other outputs under the same name are most likely a mistake."""
    others = [place for place in places if place.difference is not None and not wanted.lets(place.difference)]
    if others:
        each = "; ".join(f"{place.draft.hand_in.system}: {place.difference}" for place in others[:5])
        more = f"; and {len(others) - 5} more" if len(others) > 5 else ""
        raise LackmusError(
            f"{campaign.name} has other outputs under the same name ({each}{more}).",
            "Nothing was stored; replace them with --replace, which keeps the old ones in the history.",
            page="Nothing was stored; say that they may be replaced. The history keeps the old ones.",
        )


def _store(
    change: Change,
    campaign: Campaign,
    stored: StoredSuite,
    pair: Pair,
    places: Sequence[_Place],
    wanted: Wanted,
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


def _again(change: Change, stored: StoredSuite, pair: Pair, drafts: Sequence[_Draft]) -> StoredSuite:
    """The suite as it is now that nobody else can change it."""
    stored = load_suite(change.connection, stored.id, pair=pair)
    for draft in drafts:
        if not set(draft.lines["item"].unique()) <= stored.items.keys():
            raise LackmusError(f"Somebody has changed {stored.suite.name} in the meantime. Try again.")
    return stored


def _imported(
    campaign: Campaign,
    made: bool,
    stored: StoredSuite,
    pair: Pair,
    places: Sequence[_Place],
    wanted: Wanted,
    texts: int | None,
) -> Imported:
    brought = tuple(place.brought(wanted) for place in places)
    suite = stored.suite.name
    return Imported(campaign.name, campaign.year, made, suite, str(pair), brought, texts, wanted.tried)
