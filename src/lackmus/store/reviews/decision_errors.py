"""What is wrong with texts, as people say who decided them: an error type beside a fail or not testable."""

from collections.abc import Collection, Mapping

import polars as pl
from sqlalchemy import Connection, select

from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.error_types import WITH_ERROR_TYPE, ErrorType, error_types_for
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.reviews.known_answers import met_controls
from lackmus.store.suites.error_types import error_labels, error_types_in

_ERRORS = schema.decision_errors
ErrorsNamed = Mapping[int, str]  # text -> the label or key of an error type; empty: none


def name_errors(change: Change, verdicts: Mapping[int, Verdict], named: ErrorsNamed) -> set[int]:
    """Save what is wrong with texts that a person decides so; returns the texts for which that is new."""
    changed = set()
    wanted = {text: _meant(change.connection, text, verdicts[text], said) for text, said in named.items()}
    held = errors_of(change.connection, list(wanted), change.person)
    for text, number in wanted.items():
        if held.get(text, {}).get(change.person) == number:
            continue
        forget_error(change, text)
        if number is not None:
            rows = [(text, change.person, number)]
            change.add(_ERRORS, ("text", "person", "error_type"), rows)
        changed.add(text)
    return changed


def name_error(change: Change, text: int, said: str) -> int:
    """Save what is wrong with a text that a person decided so; returns the number of the error type, or 0."""
    decisions = schema.decisions
    query = select(decisions.c.verdict).where(
        decisions.c.text == text, decisions.c.person == change.person, holds(decisions)
    )
    verdict = change.connection.execute(query).scalar()
    if verdict is None:  # a control text looks like any other
        met = met_controls(change.connection, change.person, [text]).get(text)
        verdict = met.answer.verdict.value if met and met.answer else None
    if verdict is None:
        raise LackmusError(
            f"You have not decided text {text}. Say that it fails or is not testable, then what is wrong."
        )
    name_errors(change, {text: Verdict(verdict)}, {text: said})
    change.about = f"text {text}: {' '.join(said.split()) or 'no error type'}"
    return errors_of(change.connection, [text], change.person).get(text, {}).get(change.person, 0)


def forget_error(change: Change, text: int) -> None:
    """End what this person said is wrong with a text."""
    change.retire(_ERRORS, _ERRORS.c.text == text, _ERRORS.c.person == change.person)


def _meant(connection: Connection, text: int, verdict: Verdict, said: str) -> int | None:
    """The number of the error type that is named by its label, or by its key."""
    said = " ".join(said.split())
    if not said:
        return None
    if verdict not in WITH_ERROR_TYPE:
        raise LackmusError(
            f"Text {text}: an error type goes with fail or untestable, not with {verdict}.",
            argument="error_type",
        )
    (category, phenomenon), there = _choices(connection, text)
    for key, one in enumerate(there, 1):
        if said in (one.label, str(key)):
            return one.number
    where = f"{category} › {phenomenon}"
    choices = ", ".join(f"{key} {one.label}" for key, one in enumerate(there, 1))
    raise LackmusError(
        f"{where} has no error type “{said}”.",
        f"There is {choices}." if there else "",
        code="" if there else "no-error-types",
        argument="error_type",
    )


def _choices(connection: Connection, text: int) -> tuple[tuple[str, str], tuple[ErrorType, ...]]:
    texts, items, states = schema.texts, schema.items, schema.item_states
    query = (
        select(items.c.suite, states.c.category, states.c.phenomenon)
        .join_from(texts, items, items.c.id == texts.c.item)
        .join(states, (states.c.item == items.c.id) & holds(states))
        .where(texts.c.id == text)
    )
    suite, category, phenomenon = connection.execute(query).one()
    found = error_types_for(error_types_in(connection, suite), category, phenomenon)
    return (category, phenomenon), found


def errors_of(
    connection: Connection, texts: Collection[int], person: int | None = None
) -> dict[int, dict[int, int]]:
    """The numbers of error types that people name now, by text and person."""
    found: dict[int, dict[int, int]] = {}
    for some in bulk.parts(sorted(texts)):
        query = select(_ERRORS.c.text, _ERRORS.c.person, _ERRORS.c.error_type).where(
            _ERRORS.c.text.in_(some), holds(_ERRORS)
        )
        if person is not None:
            query = query.where(_ERRORS.c.person == person)
        for text, who, number in bulk.fetch(connection, query):
            found.setdefault(text, {})[who] = number
    return found


def error_names(connection: Connection, texts: Collection[int]) -> dict[int, dict[int, str]]:
    """The labels of error types that people name now, by text and person."""
    found = errors_of(connection, texts)
    if not found:
        return {}
    suites: dict[int, int] = {}
    for some in bulk.parts(sorted(found)):
        query = (
            select(schema.texts.c.id, schema.items.c.suite)
            .join_from(schema.texts, schema.items, schema.items.c.id == schema.texts.c.item)
            .where(schema.texts.c.id.in_(some))
        )
        suites.update(bulk.fetch(connection, query))
    labels = error_labels(connection)
    return {
        text: {person: labels[suites[text], number] for person, number in said.items()}
        for text, said in found.items()
    }


def named_errors(
    connection: Connection, revision: int | None = None, *, items: Collection[int] | None = None
) -> dict[tuple[int, str], str]:
    """What people say is wrong, by text and name of the person: labels, while their decisions allow one."""
    decisions, texts, of_items, people = schema.decisions, schema.texts, schema.items, schema.people
    query = (
        select(_ERRORS.c.text, people.c.name, of_items.c.suite, _ERRORS.c.error_type)
        .join_from(_ERRORS, texts, texts.c.id == _ERRORS.c.text)
        .join(of_items, of_items.c.id == texts.c.item)
        .join(people, people.c.id == _ERRORS.c.person)
        .join(
            decisions,
            (decisions.c.text == _ERRORS.c.text)
            & (decisions.c.person == _ERRORS.c.person)
            & holds(decisions, revision),
        )
        .where(holds(_ERRORS, revision), decisions.c.verdict.in_([one.value for one in WITH_ERROR_TYPE]))
    )
    if items is not None:
        query = query.where(texts.c.item.in_(items))
    rows = bulk.fetch(connection, query)
    labels = error_labels(connection, revision) if rows else {}
    return {(text, person): labels[suite, number] for text, person, suite, number in rows}


def with_errors(connection: Connection, made: pl.DataFrame, revision: int | None = None) -> pl.DataFrame:
    """Decisions (text_id, person) with the error type that goes with each, or null."""
    found = named_errors(connection, revision)
    said = pl.DataFrame(
        [(text, person, label) for (text, person), label in found.items()],
        schema={"text_id": pl.Int64, "person": pl.String, "error_type": pl.String},
        orient="row",
    )
    return made.join(said, on=["text_id", "person"], how="left", maintain_order="left")
