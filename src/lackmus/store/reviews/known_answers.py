"""What people say about texts with known verdicts, in training sets and about control texts: no decisions."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import polars as pl
from sqlalchemy import Connection, and_, func, select

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.controls import ControlAnswer
from lackmus.core.reviews.decisions import held
from lackmus.core.reviews.known_verdicts import KNOWN_ANSWERS, SetKind
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.reviews.assignments import CampaignSuite
from lackmus.store.reviews.known_sets import controls_of


@dataclass(frozen=True)
class TrainingLeft:
    """A training set that a person has not judged to the end."""

    number: int
    name: str
    suite: int
    required: bool
    person: int
    left: int


_SETS, _STATES, _TEXTS = schema.known_sets, schema.known_set_states, schema.known_texts
_ANSWERS, _OFFERS = schema.known_answers, schema.control_offers


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


def answer(change: Change, number: int, said: Mapping[int, Verdict]) -> None:
    """Save a person's answers on texts of a set; repeating one changes nothing."""
    before = answers_of(change.connection, number, change.person)
    for text, verdict in said.items():
        if text not in before or before[text].verdict is not verdict:
            key = {"set": number, "text": text, "person": change.person}
            change.revise(_ANSWERS, key, {"verdict": verdict.value})


def withdraw_answer(change: Change, number: int, text: int) -> None:
    """Withdraw what a person said about a text of a set."""
    change.retire(
        _ANSWERS, _ANSWERS.c.set == number, _ANSWERS.c.text == text, _ANSWERS.c.person == change.person
    )


# -- control texts -----------------------------------------------------------------------------------------


def offer_controls(connection: Connection, of: CampaignSuite, person: int, texts: Collection[int]) -> None:
    """Remember that a person was shown these control texts; this is no change."""
    found = controls_of(connection, of) if texts else None
    if found is None:
        return
    shown = select(_OFFERS.c.text).where(
        _OFFERS.c.person == person, _OFFERS.c.set == found.number, _OFFERS.c.text.in_(sorted(texts))
    )
    new = set(texts) - {text for (text,) in bulk.fetch(connection, shown)}
    if new:
        rows = [(person, text, found.number) for text in sorted(new)]
        bulk.insert(connection, _OFFERS, ["person", "text", "set"], rows)


@dataclass(frozen=True)
class MetControl:
    """A control text that a person was shown, and what they said about it."""

    set: int
    answer: ControlAnswer | None


def met_controls(connection: Connection, person: int, texts: Collection[int]) -> dict[int, MetControl]:
    """Those of the texts that are control texts to this person: they were shown as such, and are settled.

    A text that the person has decided, or that is open again, is one no longer, unless they answered it.
    """
    found: dict[int, MetControl] = {}
    decisions = schema.decisions
    for some in bulk.parts(sorted(texts)):
        shown = (
            select(_OFFERS.c.text, _OFFERS.c.set, _STATES.c.set)
            .outerjoin(_STATES, and_(_STATES.c.set == _OFFERS.c.set, holds(_STATES)))
            .where(_OFFERS.c.person == person, _OFFERS.c.text.in_(some))
            .order_by(_OFFERS.c.set)
        )
        offered = list(bulk.fetch(connection, shown))
        if not offered:
            continue
        made: dict[int, list[tuple[Verdict, bool]]] = {}
        query = (
            select(decisions.c.text, decisions.c.person, decisions.c.verdict, decisions.c.adjudicates)
            .where(decisions.c.text.in_([text for text, *_ in offered]), holds(decisions))
            .order_by(decisions.c.since, decisions.c.person)
        )
        own = set()
        for text, by, verdict, adjudicates in bulk.fetch(connection, query):
            made.setdefault(text, []).append((Verdict(verdict), bool(adjudicates)))
            own |= {text} if by == person else set()
        for text, number, lives in offered:
            said = answers_of(connection, number, person).get(text)
            outcome = held(made.get(text, []))
            settled = outcome is not None and outcome[0] is not Verdict.WARNING
            if text not in own and (said or (lives and settled)):
                found[text] = MetControl(number, said)
    return found


def control_answers(connection: Connection) -> Iterator[tuple[CampaignSuite, int, int, ControlAnswer]]:
    """What people said about control texts: campaign and suite, person, text, answer."""
    changes = schema.changes
    query = (
        select(
            _SETS.c.campaign,
            _SETS.c.suite,
            _ANSWERS.c.person,
            _ANSWERS.c.text,
            _ANSWERS.c.verdict,
            _ANSWERS.c.since,
            changes.c.at,
        )
        .join(_SETS, _SETS.c.id == _ANSWERS.c.set)
        .join(changes, changes.c.id == _ANSWERS.c.since)
        .where(_SETS.c.kind == SetKind.CONTROL.value, holds(_ANSWERS))
        .order_by(_ANSWERS.c.since)
    )
    for campaign, suite, person, text, verdict, since, at in bulk.fetch(connection, query):
        yield (campaign, suite), person, text, ControlAnswer(Verdict(verdict), since, at)


# -- training sets -----------------------------------------------------------------------------------------


def training_left(connection: Connection) -> list[TrainingLeft]:
    """The training sets that people have not judged to the end."""
    texts, items, given = schema.texts, schema.item_states, schema.known_people
    there = (
        select(_TEXTS.c.set, _TEXTS.c.text)
        .join(texts, texts.c.id == _TEXTS.c.text)
        .join(items, and_(items.c.item == texts.c.item, holds(items)))
        .where(holds(_TEXTS))
        .subquery()
    )
    said = and_(
        _ANSWERS.c.set == there.c.set,
        _ANSWERS.c.text == there.c.text,
        _ANSWERS.c.person == given.c.person,
        holds(_ANSWERS),
    )
    query = (
        select(
            _SETS.c.id,
            _STATES.c.name,
            _SETS.c.suite,
            _STATES.c.required,
            given.c.person,
            func.count(),
        )
        .select_from(_SETS)
        .join(_STATES, and_(_STATES.c.set == _SETS.c.id, holds(_STATES)))
        .join(given, and_(given.c.set == _SETS.c.id, holds(given)))
        .join(there, there.c.set == _SETS.c.id)
        .outerjoin(_ANSWERS, said)
        .where(_SETS.c.kind == SetKind.TRAINING.value, _ANSWERS.c.text.is_(None))
        .group_by(_SETS.c.id, _STATES.c.name, _SETS.c.suite, _STATES.c.required, given.c.person)
        .order_by(_SETS.c.id, given.c.person)
    )
    return [
        TrainingLeft(number, name, suite, bool(required), person, left)
        for number, name, suite, required, person, left in bulk.fetch(connection, query)
    ]


# -- agreement ---------------------------------------------------------------------------------------------


def sets_with_answers(connection: Connection, kind: SetKind, campaign: int | None = None) -> list[int]:
    """The sets of a kind, removed ones too: what people answered stays."""
    query = select(_SETS.c.id).where(_SETS.c.kind == kind.value)
    if campaign is not None:
        query = query.where(_SETS.c.campaign == campaign)
    return [number for (number,) in bulk.fetch(connection, query.order_by(_SETS.c.id))]


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
