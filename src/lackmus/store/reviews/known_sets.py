"""Training sets and control texts in a workspace: made, assigned, judged, removed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, select

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.known_verdicts import KnownBy, KnownVerdict, SetKind, known_of
from lackmus.errors import LackmusError, NotFoundError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import name as checked_name
from lackmus.store.reviews.assignments import CampaignSuite

_SETS, _STATES, _TEXTS = schema.known_sets, schema.known_set_states, schema.known_texts
_PEOPLE = schema.known_people


@dataclass(frozen=True)
class KnownSet:
    """A training set, or the control texts of a campaign."""

    number: int
    kind: SetKind
    name: str
    suite: int
    campaign: int | None
    required: bool
    rate: str
    seed: int
    about: str  # how it was made
    people: tuple[str, ...]  # who judges it
    texts: int


def known_sets(
    connection: Connection, kind: SetKind | None = None, revision: int | None = None
) -> list[KnownSet]:
    """The sets of the workspace, in the order in which they were made."""
    people, names = _PEOPLE, schema.people
    given: dict[int, list[str]] = {}
    query = (
        select(people.c.set, names.c.name)
        .join(names, names.c.id == people.c.person)
        .where(holds(people, revision))
        .order_by(people.c.set, names.c.id)
    )
    for number, person in bulk.fetch(connection, query):
        given.setdefault(number, []).append(person)
    many: dict[int, int] = {}
    for (number,) in bulk.fetch(connection, select(_TEXTS.c.set).where(holds(_TEXTS, revision))):
        many[number] = many.get(number, 0) + 1
    columns = ("name", "required", "rate", "seed", "about")
    rows = bulk.fetch(
        connection,
        select(
            _SETS.c.id, _SETS.c.kind, _SETS.c.suite, _SETS.c.campaign, *(_STATES.c[one] for one in columns)
        )
        .join(_STATES, _STATES.c.set == _SETS.c.id)
        .where(holds(_STATES, revision))
        .order_by(_SETS.c.id),
    )
    return [
        KnownSet(
            number,
            SetKind(of),
            name,
            suite,
            campaign,
            bool(required),
            rate,
            seed,
            about,
            tuple(given.get(number, ())),
            many.get(number, 0),
        )
        for number, of, suite, campaign, name, required, rate, seed, about in rows
        if kind in (None, of)
    ]


def the_training_set(connection: Connection, named: str | int, revision: int | None = None) -> KnownSet:
    """The training set of this name or number; an error says which there are."""
    there = known_sets(connection, SetKind.TRAINING, revision)
    for one in there:
        if named in (one.name, one.number):
            return one
    known = ", ".join(one.name for one in there) or "none yet"
    raise NotFoundError(f"There is no training set {named}. There is {known}.")


def controls_of(connection: Connection, of: CampaignSuite, revision: int | None = None) -> KnownSet | None:
    """The control texts of a campaign's outputs for a suite."""
    found = known_sets(connection, SetKind.CONTROL, revision)
    return next((one for one in found if (one.campaign, one.suite) == of), None)


@dataclass(frozen=True)
class ControlSet:
    """The control texts of a campaign's outputs for a suite, as the queue needs them."""

    rate: str
    seed: int
    people: frozenset[int]  # nobody: all annotators
    texts: Mapping[int, Verdict]


def control_sets(connection: Connection) -> dict[CampaignSuite, ControlSet]:
    """The control texts of all campaigns that have any."""
    found = {}
    for one in known_sets(connection, SetKind.CONTROL):
        if one.campaign is not None:
            query = select(_PEOPLE.c.person).where(_PEOPLE.c.set == one.number, holds(_PEOPLE))
            people = frozenset(person for (person,) in bulk.fetch(connection, query))
            texts = {text: known.verdict for text, known in texts_of(connection, one.number).items()}
            found[one.campaign, one.suite] = ControlSet(one.rate, one.seed, people, texts)
    return found


def texts_of(connection: Connection, number: int, revision: int | None = None) -> dict[int, KnownVerdict]:
    """The texts of a set with their known verdicts."""
    query = (
        select(_TEXTS.c.text, _TEXTS.c.verdict, _TEXTS.c.origin)
        .where(_TEXTS.c.set == number, holds(_TEXTS, revision))
        .order_by(_TEXTS.c.text)
    )
    return {
        text: KnownVerdict(text, Verdict(verdict), KnownBy(origin))
        for text, verdict, origin in bulk.fetch(connection, query)
    }


def verdicts_known(connection: Connection, suite: int) -> dict[int, KnownVerdict]:
    """The verdicts that people's decisions make known, of a suite's texts."""
    decisions, texts, items, states = schema.decisions, schema.texts, schema.items, schema.item_states
    query = (
        select(decisions.c.text, decisions.c.verdict, decisions.c.adjudicates)
        .join(texts, texts.c.id == decisions.c.text)
        .join(items, items.c.id == texts.c.item)
        .join(states, and_(states.c.item == items.c.id, holds(states)))
        .where(items.c.suite == suite, holds(decisions))
        .order_by(decisions.c.since, decisions.c.person)
    )
    made: dict[int, list[tuple[Verdict, bool]]] = {}
    for text, verdict, adjudicates in bulk.fetch(connection, query):
        made.setdefault(text, []).append((Verdict(verdict), bool(adjudicates)))
    known = {text: known_of(said) for text, said in made.items()}
    return {text: KnownVerdict(text, *one) for text, one in known.items() if one is not None}


@dataclass(frozen=True)
class TextPlace:
    """Where a text belongs."""

    text: int
    item: int
    suite: int
    key: str  # of the item
    category: str
    phenomenon: str
    source: str
    words: str


def places_of(connection: Connection, texts: Collection[int]) -> dict[int, TextPlace]:
    """Where texts belong; those of retired items are left out."""
    all_texts, items, states = schema.texts, schema.items, schema.item_states
    query = (
        select(
            all_texts.c.id,
            all_texts.c.item,
            items.c.suite,
            items.c.pair,
            items.c.name,
            states.c.category,
            states.c.phenomenon,
            states.c.source,
            all_texts.c.key,
        )
        .join(items, items.c.id == all_texts.c.item)
        .join(states, and_(states.c.item == items.c.id, holds(states)))
    )
    found = {}
    for some in bulk.parts(sorted(texts)):
        for number, item, suite, pair, id_, *rest in bulk.fetch(
            connection, query.where(all_texts.c.id.in_(some))
        ):
            found[number] = TextPlace(number, item, suite, f"{pair}:{id_}", *rest)
    return found


# -- made, assigned, removed -------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetDraft:
    """What a new set is to be."""

    kind: SetKind
    suite: int
    texts: Sequence[KnownVerdict]
    name: str
    campaign: int | None = None
    required: bool = False
    rate: str = ""
    seed: int = 0
    about: str = ""


def make_set(change: Change, wanted: SetDraft) -> int:
    """Add a set with its texts; returns its number."""
    called = checked_name(wanted.name, "the name of the training set")
    if wanted.kind is SetKind.TRAINING:
        taken = {one.name for one in known_sets(change.connection, SetKind.TRAINING)}
        if called in taken:
            raise LackmusError(f"There is a training set {called} already. Choose another name.")
    (number,) = change.ids(_SETS, 1)
    change.add(
        _SETS,
        ["id", "kind", "suite", "campaign"],
        [(number, wanted.kind.value, wanted.suite, wanted.campaign)],
    )
    change.add(
        _STATES,
        ["set", "name", "required", "rate", "seed", "about"],
        [(number, called, int(wanted.required), wanted.rate, wanted.seed, wanted.about)],
    )
    add_texts(change, number, wanted.texts)
    return number


def add_texts(change: Change, number: int, texts: Sequence[KnownVerdict]) -> None:
    """Add texts with their known verdicts; one that is there already gets the new verdict."""
    there = texts_of(change.connection, number)
    new = [one for one in texts if there.get(one.text) != one]
    for one in new:
        if one.text in there:
            change.retire(_TEXTS, _TEXTS.c.set == number, _TEXTS.c.text == one.text)
    rows = [(number, one.text, one.verdict.value, one.origin.value) for one in new]
    change.add(_TEXTS, ["set", "text", "verdict", "origin"], rows)


def replace_texts(change: Change, number: int, texts: Sequence[KnownVerdict]) -> None:
    """Give a set these texts; those that anybody has answered stay in it."""
    answers = schema.known_answers
    said = select(answers.c.text).where(answers.c.set == number, holds(answers)).distinct()
    kept = {text for (text,) in bulk.fetch(change.connection, said)} | {one.text for one in texts}
    gone = sorted(set(texts_of(change.connection, number)) - kept)
    for some in bulk.parts(gone):
        change.retire(_TEXTS, _TEXTS.c.set == number, _TEXTS.c.text.in_(some))
    add_texts(change, number, texts)


def restate_set(change: Change, one: KnownSet, **values: str | int) -> None:
    """Change the settings of a set."""
    held: dict[str, str | int | None] = {
        "name": one.name,
        "required": int(one.required),
        "rate": one.rate,
        "seed": one.seed,
    }
    held["about"] = one.about
    state = {**held, **values}
    if state != held:
        change.revise(_STATES, {"set": one.number}, state)


def set_people(change: Change, number: int, people: Collection[int]) -> None:
    """Give a set to these people alone."""
    change.retire(_PEOPLE, _PEOPLE.c.set == number, _PEOPLE.c.person.not_in(sorted(people)))
    give_set(change, number, people)


def give_set(change: Change, number: int, people: Collection[int]) -> int:
    """Give a set to people who do not have it yet; returns to how many."""
    had = {
        one
        for (one,) in bulk.fetch(
            change.connection, select(_PEOPLE.c.person).where(_PEOPLE.c.set == number, holds(_PEOPLE))
        )
    }
    new = sorted(set(people) - had)
    change.add(_PEOPLE, ["set", "person"], [(number, person) for person in new])
    return len(new)


def remove_set(change: Change, one: KnownSet) -> None:
    """Remove a set; the history keeps it, and undo brings it back.

    Of control texts, what people answered stays, so that agreement still tells it.
    """
    gone = (
        (_STATES, _PEOPLE)
        if one.kind is SetKind.CONTROL
        else (_STATES, _TEXTS, _PEOPLE, schema.known_answers)
    )
    for table in gone:
        change.retire(table, table.c.set == one.number)
