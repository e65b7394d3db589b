"""Rating tasks in a workspace, found by name or number."""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from lackmus.core.contrasts.study import StudyShown
from lackmus.core.ratings.tasks import (
    Drawn,
    RatedSentence,
    RatedText,
    TaskPlan,
    TaskShown,
    plan_of,
    plan_values,
)
from lackmus.errors import LackmusError, NotFoundError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds, new_token
from lackmus.store.db.identity import name as checked_name
from lackmus.store.db.identity import storable
from lackmus.store.workspaces.people import need_editor


class NoSuchTaskError(NotFoundError):
    """The workspace has no such rating task."""


def tasks_of(connection: Connection) -> list[TaskShown]:
    """All rating tasks, in the order of creation."""
    facts, states = schema.rating_tasks, schema.rating_task_states
    changes, people = schema.changes, schema.people
    first = select(states.c.task, func.min(states.c.since).label("change")).group_by(states.c.task).subquery()
    columns = ("study", "study_name", "pair", "plan", "texts", "sentences", "token")
    query = (
        select(facts.c.id, states.c.name, *(facts.c[name] for name in columns), people.c.name, changes.c.at)
        .join_from(facts, states, states.c.task == facts.c.id)
        .join(first, first.c.task == facts.c.id)
        .join(changes, changes.c.id == first.c.change)
        .join(people, people.c.id == changes.c.person)
        .where(holds(states))
        .order_by(facts.c.id)
    )
    return [
        TaskShown(number, name, study, called, pair, plan_of(json.loads(plan)), *others)
        for number, name, study, called, pair, plan, *others in bulk.fetch(connection, query)
    ]


def the_task(connection: Connection, named: str | int) -> TaskShown:
    """The task of this name or number."""
    found = tasks_of(connection)
    wanted = named.strip() if isinstance(named, str) else named
    for one in found:
        if wanted in (one.name, one.number):
            return one
    raise NoSuchTaskError(
        f"There is no rating task {named}." if found else "The workspace has no rating task yet.",
        f"There {'is' if len(found) == 1 else 'are'} {', '.join(one.name for one in found)}."
        if found
        else "",
        code="no-such-task" if found else "no-tasks",
    )


def texts_of(connection: Connection, task: int) -> list[RatedText]:
    """The texts of a task by place, with their writers."""
    table = schema.rating_texts
    query = (
        select(table.c.sentence, table.c.text, table.c.systems)
        .where(table.c.task == task)
        .order_by(table.c.place)
    )
    return [
        RatedText(sentence, text, tuple(json.loads(systems)))
        for sentence, text, systems in bulk.fetch(connection, query)
    ]


def blind_texts(
    connection: Connection, task: int, places: Sequence[int]
) -> dict[int, tuple[RatedSentence, str]]:
    """Some texts of a task with their sources, without writers."""
    texts, sentences = schema.rating_texts, schema.rating_sentences
    of_text = (sentences.c.task == texts.c.task) & (sentences.c.sentence == texts.c.sentence)
    found = {}
    for some in bulk.parts(sorted(set(places))):
        query = (
            select(texts.c.place, sentences.c.sentence, sentences.c.source, sentences.c.marks, texts.c.text)
            .join(sentences, of_text)
            .where(texts.c.task == task, texts.c.place.in_(some))
        )
        for place, sentence, source, marks, text in bulk.fetch(connection, query):
            where = tuple((start, end) for start, end in json.loads(marks))
            found[place] = RatedSentence(sentence, source, where), text
    return found


# -- changing ----------------------------------------------------------------------------------------------


def add_task(change: Change, name: str, study: StudyShown, plan: TaskPlan, drawn: Drawn) -> int:
    """Add a task under a free name; for editors. Returns its number."""
    need_editor(change, "make rating tasks")
    name = checked_name(name, "the task's name")
    if any(one.name == name for one in tasks_of(change.connection)):
        raise LackmusError(f"There is a rating task {name} already. Choose another name.")
    for what, text in (
        ("A label of the scale", plan.scale.low_label),
        ("A label of the scale", plan.scale.high_label),
        ("What annotators are told", plan.advice),
    ):
        storable(text, what)
    (number,) = change.ids(schema.rating_tasks, 1)
    fact: dict[str, str | int | None] = {
        "id": number,
        "study": study.number,
        "study_name": study.name,
        "pair": study.pair,
        "token": new_token(),
        "plan": _json(plan_values(plan)),
        "texts": len(drawn.texts),
        "sentences": len(drawn.sentences),
    }
    change.add(schema.rating_tasks, list(fact), [tuple(fact.values())])
    change.add(
        schema.rating_sentences,
        ["task", "sentence", "source", "marks"],
        [(number, one.sentence, one.source, _json(one.marks)) for one in drawn.sentences],
    )
    change.add(
        schema.rating_texts,
        ["task", "place", "sentence", "text", "systems"],
        [
            (number, place, one.sentence, one.text, _json(one.systems))
            for place, one in enumerate(drawn.texts)
        ],
    )
    change.add(schema.rating_task_states, ["task", "name"], [(number, name)])
    return number


def remove_task(change: Change, task: TaskShown) -> None:
    """Remove a task and its ratings; for editors."""
    need_editor(change, "remove rating tasks")
    change.retire(schema.ratings, schema.ratings.c.task == task.number)
    change.retire(schema.rating_task_states, schema.rating_task_states.c.task == task.number)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
