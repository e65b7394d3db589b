"""The log page by page, with the subject of each change."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Column, ColumnElement, Connection, Select, Table, func, or_, select, union, union_all

from lackmus.core.workspaces.history import LogEntry, Subject
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds, stamp
from lackmus.store.workspaces.history import undoings_of, undone_by

_NUMBER = re.compile("#([0-9]{1,9})")


@dataclass(frozen=True)
class LogConditions:
    """Filters of the log."""

    person: str | None = None
    verb: str | None = None  # or the first word of several
    since: datetime | None = None
    until: datetime | None = None
    text: str | None = None  # in its description or comment; #17 is the change itself


def _conditions(wanted: LogConditions) -> list[ColumnElement[bool]]:
    changes, people = schema.changes, schema.people
    found: list[ColumnElement[bool]] = []
    if wanted.person is not None:
        found.append(people.c.name == wanted.person)
    if wanted.verb is not None:
        found.append(
            or_(changes.c.verb == wanted.verb, changes.c.verb.startswith(f"{wanted.verb} ", autoescape=True))
        )
    if wanted.since is not None:
        found.append(changes.c.at >= stamp(wanted.since))
    if wanted.until is not None:
        found.append(changes.c.at <= stamp(wanted.until))
    number = _NUMBER.fullmatch(wanted.text or "")
    if number:
        found.append(changes.c.id == int(number[1]))
    elif wanted.text is not None:
        found.append(
            or_(
                changes.c.about.icontains(wanted.text, autoescape=True),
                changes.c.comment.icontains(wanted.text, autoescape=True),
            )
        )
    return found


def log_page(
    connection: Connection, wanted: LogConditions, first: int, many: int
) -> tuple[list[LogEntry], int]:
    """Entries of the log, newest first, from the `first` (0 is the newest), and the total number."""
    changes, people = schema.changes, schema.people
    conditions = _conditions(wanted)
    joined = changes.join(people, people.c.id == changes.c.person)
    total = connection.execute(select(func.count()).select_from(joined).where(*conditions)).scalar() or 0
    query = (
        select(changes.c.id, changes.c.at, people.c.name, changes.c.verb, changes.c.about, changes.c.comment)
        .select_from(joined)
        .where(*conditions)
        .order_by(changes.c.id.desc())
        .limit(many)
        .offset(first)
    )
    undoings = undoings_of(connection)
    undone = undone_by(undoings)
    return [
        replace(LogEntry(*row), undoes=undoings.get(row[0]), undone_by=undone.get(row[0]))
        for row in bulk.fetch(connection, query)
    ], total


def log_people(connection: Connection) -> list[str]:
    """All people with changes, also removed ones."""
    people = schema.people
    acted = select(schema.changes.c.person).distinct()
    return sorted(
        name for (name,) in bulk.fetch(connection, select(people.c.name).where(people.c.id.in_(acted)))
    )


def log_verbs(connection: Connection) -> list[str]:
    """All verbs that occur."""
    return sorted(verb for (verb,) in bulk.fetch(connection, select(schema.changes.c.verb).distinct()))


# Subjects that are items: the state table, its fact, the column, and the item of the fact.
_ABOUT_ITEMS: tuple[tuple[Table, Table, str, Column[int]], ...] = (
    (schema.decisions, schema.texts, "text", schema.texts.c.item),
    (schema.known_answers, schema.texts, "text", schema.texts.c.item),
    (schema.decision_errors, schema.texts, "text", schema.texts.c.item),
    (schema.comments, schema.texts, "text", schema.texts.c.item),
    (schema.flags, schema.texts, "text", schema.texts.c.item),
    (schema.rule_states, schema.rules, "rule", schema.rules.c.item),
    (schema.item_states, schema.items, "item", schema.items.c.id),
)


def subjects_of(connection: Connection, numbers: Sequence[int]) -> dict[int, Subject]:
    """The subject of each change, such as an item or a study; none for changes of many things."""
    spans: dict[int, set[int]] = {}
    every = union_all(
        *(
            select(table.c.since, func.min(item), func.max(item))
            .join_from(table, facts, facts.c.id == table.c[fact])
            .where(table.c.since.in_(numbers))
            .group_by(table.c.since)
            for table, facts, fact, item in _ABOUT_ITEMS
        )
    )
    for change, least, most in bulk.fetch(connection, every):
        spans.setdefault(change, set()).update((least, most))
    single = {change: next(iter(span)) for change, span in spans.items() if len(span) == 1}
    names = _names(connection, sorted(set(single.values())))
    subjects = {change: Subject("item", item, names[item]) for change, item in single.items()}
    suites = schema.suite_states
    query = select(suites.c.since, suites.c.suite, suites.c.name).where(suites.c.since.in_(numbers))
    for change, number, name in bulk.fetch(connection, query):
        subjects[change] = Subject("suite", number, name)
    reports = schema.saved_reports
    saved = select(reports.c.since, reports.c.name).where(reports.c.since.in_(numbers))
    for change, name in bulk.fetch(connection, saved):
        subjects[change] = Subject("report", None, name)
    for kind, named, of in _named():
        touched = bulk.fetch(connection, union(*(_only(query, numbers) for query in of)))
        there = dict(bulk.fetch(connection, named)) if touched else {}
        for change, number in touched:
            if number in there:
                subjects[change] = Subject(kind, number, there[number])
    return subjects


def _named() -> Iterator[tuple[str, Select[tuple[int, str]], list[Select[tuple[int, int]]]]]:
    """Kinds of what has a name: which there are, and which changes (`since`) touched them."""
    scores, scored = schema.challenge_scores, schema.challenge_score_states
    of_scores = select(scored.c.since, scores.c.challenge).join(scores, scores.c.id == scored.c.score)
    choices, ratings = schema.study_choices, schema.ratings
    for kind, states, of, also in (
        ("challenge", schema.challenge_states, "challenge", of_scores),
        ("study", schema.study_states, "study", select(choices.c.since, choices.c.study)),
        ("rating", schema.rating_task_states, "task", select(ratings.c.since, ratings.c.task)),
    ):
        number = states.c[of]
        yield kind, select(number, states.c.name).where(holds(states)), [select(states.c.since, number), also]


def _only(query: Select[tuple[int, int]], numbers: Sequence[int]) -> Select[tuple[int, int]]:
    """Only rows whose first column, the change, is one of these."""
    since, _ = query.selected_columns
    return query.where(since.in_(numbers))


def _names(connection: Connection, numbers: Sequence[int]) -> dict[int, str]:
    items = schema.items
    query = select(items.c.id, items.c.pair, items.c.name).where(items.c.id.in_(numbers))
    return {number: f"{pair}:{name}" for number, pair, name in bulk.fetch(connection, query)}
