"""Training sets and control texts in a workspace: made, assigned, judged, removed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import polars as pl
from sqlalchemy import Connection, and_, select

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.controls import ControlAnswer
from lackmus.core.reviews.known_verdicts import KNOWN_ANSWERS, KnownBy, KnownVerdict, SetKind, known_of
from lackmus.errors import LackmusError, NotFoundError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import name as checked_name

_SETS, _STATES, _TEXTS = schema.known_sets, schema.known_set_states, schema.known_texts
_PEOPLE, _ANSWERS, _OFFERS = schema.known_people, schema.known_answers, schema.control_offers
TRAIN = "review train"  # the verb of an answer in a training set


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


def the_training_set(connection: Connection, named: str | int) -> KnownSet:
    """The training set of this name or number; an error says which there are."""
    there = known_sets(connection, SetKind.TRAINING)
    for one in there:
        if named in (one.name, one.number):
            return one
    known = ", ".join(one.name for one in there) or "none yet"
    raise NotFoundError(f"There is no training set {named}. There is {known}.")


def controls_of(connection: Connection, campaign: int, suite: int) -> KnownSet | None:
    """The control texts of a campaign's outputs for a suite."""
    found = (
        one
        for one in known_sets(connection, SetKind.CONTROL)
        if (one.campaign, one.suite) == (campaign, suite)
    )
    return next(found, None)


def texts_of(connection: Connection, number: int) -> dict[int, KnownVerdict]:
    """The texts of a set with their known verdicts."""
    query = (
        select(_TEXTS.c.text, _TEXTS.c.verdict, _TEXTS.c.origin)
        .where(_TEXTS.c.set == number, holds(_TEXTS))
        .order_by(_TEXTS.c.text)
    )
    return {
        text: KnownVerdict(text, Verdict(verdict), KnownBy(origin))
        for text, verdict, origin in bulk.fetch(connection, query)
    }


def answers_of(connection: Connection, number: int, person: int) -> dict[int, ControlAnswer]:
    """What a person said about the texts of a set."""
    changes = schema.changes
    query = (
        select(_ANSWERS.c.text, _ANSWERS.c.verdict, _ANSWERS.c.since, changes.c.at)
        .join(changes, changes.c.id == _ANSWERS.c.since)
        .where(_ANSWERS.c.set == number, _ANSWERS.c.person == person, holds(_ANSWERS))
    )
    return {
        text: ControlAnswer(Verdict(verdict), since, at)
        for text, verdict, since, at in bulk.fetch(connection, query)
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


def drop_texts(change: Change, number: int, texts: Collection[int]) -> int:
    """Take texts out of a set; answers on them stay in the history."""
    if not texts:
        return 0
    return change.retire(_TEXTS, _TEXTS.c.set == number, _TEXTS.c.text.in_(sorted(texts)))


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


def take_set_from(change: Change, number: int, people: Collection[int]) -> int:
    """Take a set from people; their answers stay."""
    return change.retire(_PEOPLE, _PEOPLE.c.set == number, _PEOPLE.c.person.in_(sorted(people)))


def remove_set(change: Change, number: int) -> None:
    """Remove a set with its texts and answers; the history keeps them, and undo brings them back."""
    for table in (_STATES, _TEXTS, _PEOPLE, _ANSWERS):
        change.retire(table, table.c.set == number)


# -- judged ------------------------------------------------------------------------------------------------


def answer(change: Change, number: int, said: Mapping[int, Verdict]) -> None:
    """Save a person's answers on texts of a set; repeating one changes nothing."""
    held = answers_of(change.connection, number, change.person)
    for text, verdict in said.items():
        if text not in held or held[text].verdict is not verdict:
            key = {"set": number, "text": text, "person": change.person}
            change.revise(_ANSWERS, key, {"verdict": verdict.value})


def offer_controls(connection: Connection, number: int, person: int, texts: Collection[int]) -> None:
    """Remember that a person was shown these control texts; this is no change."""
    new = set(texts) - set(offered_controls(connection, person, texts))
    if new:
        rows = [(person, text, number) for text in sorted(new)]
        bulk.insert(connection, _OFFERS, ["person", "text", "set"], rows)


def offered_controls(connection: Connection, person: int, texts: Collection[int]) -> dict[int, int]:
    """Those of the texts that a person was shown as control texts, and of which set, if that still is."""
    if not texts:
        return {}
    query = (
        select(_OFFERS.c.text, _OFFERS.c.set)
        .join(_STATES, and_(_STATES.c.set == _OFFERS.c.set, holds(_STATES)))
        .where(_OFFERS.c.person == person, _OFFERS.c.text.in_(sorted(texts)))
    )
    return dict(bulk.fetch(connection, query))


def answered_set(connection: Connection, change: int) -> int | None:
    """The set of the answers that a change saved."""
    query = select(_ANSWERS.c.set).where(_ANSWERS.c.since == change).limit(1)
    return connection.execute(query).scalar()


def known_answers(connection: Connection, sets: Collection[int], revision: int | None = None) -> pl.DataFrame:
    """All answers on the texts of these sets beside the known verdicts: KNOWN_ANSWERS, and set."""
    texts, items, states, people = schema.texts, schema.items, schema.item_states, schema.people
    query = (
        select(
            _ANSWERS.c.text,
            people.c.name,
            states.c.category,
            states.c.phenomenon,
            _TEXTS.c.verdict,
            _ANSWERS.c.verdict,
            _ANSWERS.c.set,
        )
        .select_from(_ANSWERS)
        .join(
            _TEXTS,
            and_(_TEXTS.c.set == _ANSWERS.c.set, _TEXTS.c.text == _ANSWERS.c.text, holds(_TEXTS, revision)),
        )
        .join(texts, texts.c.id == _ANSWERS.c.text)
        .join(items, items.c.id == texts.c.item)
        .join(states, and_(states.c.item == items.c.id, holds(states, revision)))
        .join(people, people.c.id == _ANSWERS.c.person)
        .where(_ANSWERS.c.set.in_(sorted(sets)), holds(_ANSWERS, revision))
        .order_by(_ANSWERS.c.text, people.c.id)
    )
    return bulk.frame(connection, query, {**KNOWN_ANSWERS, "set": pl.Int64})
