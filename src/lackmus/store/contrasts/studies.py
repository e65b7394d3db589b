"""Studies of contrasts in a workspace: stored unchanged, found by name."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import polars as pl
from sqlalchemy import Connection, case, func, select

from lackmus.core.contrasts.study import ContrastStudy, StudyShown
from lackmus.core.trees.treebank import ATTRIBUTES
from lackmus.errors import LackmusError, NotFoundError
from lackmus.store.challenges.challenges import brought_by
from lackmus.store.contrasts.study_choices import carry_over, choices_of
from lackmus.store.contrasts.study_rows import COLUMNS, FACT, StudyRows, rows_of, study_from
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.identity import name as checked_name
from lackmus.store.db.identity import storable
from lackmus.store.workspaces.history import last_touched
from lackmus.store.workspaces.people import need_editor


class NoSuchStudyError(NotFoundError):
    """The workspace has no study of this name."""


def studies_of(connection: Connection) -> list[StudyShown]:
    """All studies, in the order of creation."""
    facts, states = schema.studies, schema.study_states
    changes, people = schema.changes, schema.people
    # Who added it: see `brought_by`.
    first = (
        select(states.c.study, func.min(states.c.since).label("change")).group_by(states.c.study).subquery()
    )
    query = (
        select(
            facts.c.id,
            states.c.name,
            *(facts.c[name] for name in ("pair", "head", "items", "selected", "digest")),
            people.c.name,
            changes.c.at,
        )
        .join_from(facts, states, states.c.study == facts.c.id)
        .join(first, first.c.study == facts.c.id)
        .join(changes, changes.c.id == first.c.change)
        .join(people, people.c.id == changes.c.person)
        .where(holds(states))
        .order_by(facts.c.id)
    )
    rows = bulk.fetch(connection, query)
    systems, refined = _systems(connection), _refined(connection) if rows else {}
    return [_shown(row, systems[row[0]], refined.get(row[0], (0, 0))) for row in rows]


def _shown(
    row: tuple[Any, ...], systems: tuple[list[str], list[str]], refined: tuple[int, int]
) -> StudyShown:
    number, name, pair, head, items, selected, digest, person, at = row
    contrasts = tuple(one["name"] for one in json.loads(head)["contrasts"])
    ours, references = map(tuple, systems)
    return StudyShown(
        number, name, pair, contrasts, ours, references, items, selected, *refined, person, at, digest
    )


def _systems(connection: Connection) -> dict[int, tuple[list[str], list[str]]]:
    """The systems and the references of each study."""
    table = schema.study_systems
    query = select(table.c.study, table.c.name, table.c.reference).order_by(table.c.study, table.c.place)
    found: dict[int, tuple[list[str], list[str]]] = {}
    for study, name, reference in bulk.fetch(connection, query):
        found.setdefault(study, ([], []))[reference].append(name)
    return found


def _refined(connection: Connection) -> dict[int, tuple[int, int]]:
    """How many selected items of each study are kept and dropped, by its file or by people."""
    items, said = schema.study_items, schema.study_choices
    now = func.coalesce(said.c.kept, items.c.refined)
    query = (
        select(items.c.study, func.sum(case((now == 1, 1), else_=0)), func.sum(case((now == 0, 1), else_=0)))
        .outerjoin(said, (said.c.study == items.c.study) & (said.c.item == items.c.place) & holds(said))
        .where(items.c.selected == 1)
        .group_by(items.c.study)
    )
    return {study: (int(kept), int(dropped)) for study, kept, dropped in bulk.fetch(connection, query)}


def the_study(connection: Connection, name: str) -> StudyShown:
    """The study of this name; the name is trimmed as when it was stored."""
    name = name.strip()
    known = {one.name: one for one in studies_of(connection)}
    if name not in known:
        raise NoSuchStudyError(
            f"There is no study {name}." if known else "The workspace has no study yet.",
            f"There {'is' if len(known) == 1 else 'are'} {', '.join(known)}." if known else "",
            code="no-such-study" if known else "no-studies",
        )
    return known[name]


def load_study(connection: Connection, shown: StudyShown, with_choices: bool = True) -> ContrastStudy:
    """A stored study, by default with people's later choices."""
    study = study_from(connection, shown.number, shown.name)
    return study.refined(choices_of(connection, shown.number)) if with_choices else study


def touched(connection: Connection, shown: StudyShown) -> str:
    """The token of the last change of the study or its choices, as a cache key."""
    tables = (schema.study_states, schema.study_choices)
    last, token = last_touched(connection, {table: table.c.study == shown.number for table in tables})
    return f"{last}-{token}"


# -- changing ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Storable:
    """A study converted to rows, before the write lock is taken."""

    name: str
    rows: StudyRows


def storable_study(study: ContrastStudy) -> Storable:
    """The study as rows, with its name trimmed."""
    name = checked_name(study.name, "the study's name")
    if not study.items.height:
        raise LackmusError(f"{name} has no items, so there is nothing to keep.")
    for item in study.items.filter(pl.col("item").is_duplicated())["item"].head(1):
        raise LackmusError(f"{name} has two items {item}. Give one of them another name.")
    for what, texts in _texts(study):
        whole = "".join(texts)
        if "\x00" in whole or not whole.isascii():  # a quick check, which is nearly always enough
            for text in texts:
                storable(text, f"{name}: {what}")
    return Storable(name, rows_of(study))


def _texts(study: ContrastStudy) -> Iterable[tuple[str, Iterable[str]]]:
    yield "its pair", [study.pair]
    yield "the reference that selects", [study.selected_by]
    yield "a contrast", [text for one in study.contrasts for text in vars(one).values()]
    yield "the name of a system", study.everybody
    yield "an item's name", study.items["item"].to_list()
    for one in study.scores:
        yield f"the score {one.name}", [one.name, one.signature, *one.values]
    for key, value in study.about.items():
        yield key, [key, value]
    yield "a note", study.notes
    for bank in (study.sources, study.targets):
        yield "the id of a sentence", bank.ids
        yield "a sentence", bank.texts
        for name in ATTRIBUTES:
            yield f"the {name} of a word", bank.column(name).values


def add_study(change: Change, new: Storable, replacing: bool = False) -> None:
    """Store a study under a free name, or replace another one.

    Storing the same study again is no change. When a study is replaced, people's choices about common items
    stay.
    """
    known = {one.name: one for one in studies_of(change.connection)}
    taken = known.get(new.name)
    if taken is not None:
        if taken.digest == new.rows.fact[FACT.index("digest")]:
            return
        if not replacing:
            raise LackmusError(
                f"There is a study {taken.name} already ({taken.in_short}; by {taken.person}).",
                code="study-taken",
            )
    (number,) = change.ids(schema.studies, 1)
    change.add(schema.studies, ["id", *FACT], [(number, *new.rows.fact)])
    for table, rows in new.rows.rows.items():
        change.add(table, ["study", *COLUMNS[table]], ((number, *row) for row in rows))
    if taken is not None:
        carry_over(change, taken.number, number)
        remove_study(change, taken, "replace studies that others made")
    change.add(schema.study_states, ["study", "name"], [(number, new.name)])


def remove_study(change: Change, shown: StudyShown, to_do: str = "remove studies that others made") -> None:
    """Remove a study and its choices; only editors may remove those of others."""
    states, choices = schema.study_states, schema.study_choices
    if brought_by(change.connection, states, states.c.study == shown.number) != change.person:
        need_editor(change, to_do)
    change.retire(choices, choices.c.study == shown.number)
    change.retire(states, states.c.study == shown.number)
