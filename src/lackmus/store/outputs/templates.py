"""Templates in a workspace, with their keys."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.templates import Template, TemplateLine, template_id
from lackmus.core.suites.suite import item_key
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change
from lackmus.store.db.identity import storable


@dataclass(frozen=True)
class TemplateEntry:
    """A template in the list."""

    id: int
    token: str
    suite: int
    pair: Pair
    at: str
    person: str
    seed: int
    drawn: str
    public: bool
    lines: int
    distractors: int


def add_template(
    change: Change, suite: int, template: Template, items: Mapping[str, int], drawn: str, public: bool
) -> str:
    """Store a template and return its token. `items` are the numbers of the suite's items."""
    templates = schema.templates
    taken = {token for (token,) in bulk.fetch(change.connection, select(templates.c.token))}
    token = template_id(secrets.token_bytes(8))
    while token in taken:
        token = template_id(secrets.token_bytes(8))
    (number,) = change.ids(templates, 1)
    change.add(
        templates,
        ["id", "token", "suite", "pair", "made", "seed", "drawn", "public"],
        [(number, token, suite, str(template.pair), change.number, template.seed, drawn, int(public))],
    )
    change.add(
        schema.template_lines,
        ["template", "line", "source", "items"],
        [
            (
                number,
                place,
                storable(line.source, f"line {place} of the template"),
                json.dumps([items[key] for key in line.items]),
            )
            for place, line in enumerate(template.lines, start=1)
        ],
    )
    return token


def templates_of(connection: Connection, revision: int | None = None) -> list[TemplateEntry]:
    """All templates, in the order of creation."""
    one, lines, changes, people = (
        schema.templates,
        schema.template_lines,
        schema.changes,
        schema.people,
    )
    counts = {
        template: (many, hiding)
        for template, many, hiding in bulk.fetch(
            connection,
            select(lines.c.template, func.count(), func.count().filter(lines.c["items"] == "[]")).group_by(
                lines.c.template
            ),
        )
    }
    query = (
        select(
            one.c.id, one.c.token, one.c.suite, one.c.pair, changes.c.at, people.c.name, one.c.seed,
            one.c.drawn, one.c.public,
        )
        .join(changes, changes.c.id == one.c.made)
        .join(people, people.c.id == changes.c.person)
        .order_by(one.c.id)
    )  # fmt: skip
    if revision is not None:
        query = query.where(one.c.made <= revision)
    return [
        TemplateEntry(
            number, token, suite, Pair.parse(pair), at, person, seed, drawn, bool(public), *counts[number]
        )
        for number, token, suite, pair, at, person, seed, drawn, public in bulk.fetch(connection, query)
    ]


def load_template(connection: Connection, entry: TemplateEntry) -> Template:
    """The lines of a template, with their items."""
    lines, items = schema.template_lines, schema.items
    query = (
        select(lines.c.source, lines.c["items"]).where(lines.c.template == entry.id).order_by(lines.c.line)
    )
    found = [(source, json.loads(numbers)) for source, numbers in bulk.fetch(connection, query)]
    named = select(items.c.id, items.c.name).where(
        items.c.suite == entry.suite, items.c.pair == str(entry.pair)
    )
    keys = {number: item_key(entry.pair, name) for number, name in bulk.fetch(connection, named)}
    hidden = sum(len(numbers) for _, numbers in found)
    return Template(
        entry.pair,
        entry.seed,
        entry.distractors / hidden if hidden else 0.0,
        tuple(TemplateLine(source, tuple(keys[number] for number in numbers)) for source, numbers in found),
    )
