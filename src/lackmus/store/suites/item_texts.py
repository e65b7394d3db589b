"""All texts ever written for an item, with the current verdicts of rules and people."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, func, select

from lackmus.core.base.texts import folded
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import Outcome
from lackmus.core.rules.judge import Reason, pattern_of
from lackmus.core.rules.patterns import Memory
from lackmus.core.rules.spans import SPANS, MarkedSpan, marks_at
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.reviews.decisions import decided_texts, decisions_of

Row = TypeVar("Row", bound=tuple[Any, ...])


@dataclass(frozen=True)
class ItemText:
    """A text of an item; identical outputs are one text."""

    number: int
    text: str
    systems: int  # that wrote it, in all campaigns; 0 if these outputs were removed
    ruled: Verdict  # the verdict of the rules
    reason: Reason | None
    step: str | None
    marks: tuple[MarkedSpan, ...]
    said: Outcome | None = None  # the verdict of people, which counts
    people: Mapping[str, Verdict] = field(default_factory=dict)  # the opinion of each person

    @property
    def decided(self) -> Verdict | None:
        """The verdict of people; a warning where they differ."""
        return self.said[0] if self.said else None

    @property
    def verdict(self) -> Verdict:
        """The verdict that counts."""
        return (self.said or (self.ruled, self.reason))[0]

    @property
    def why(self) -> Reason | None:
        """Why it is open; None if it is not."""
        return (self.said or (self.ruled, self.reason))[1]


def item_texts(connection: Connection, item: int) -> list[ItemText]:
    """The texts of an item: open ones first, then by number of systems; texts without an output last."""
    texts, verdicts = schema.texts, schema.verdicts
    query = (
        select(
            texts.c.id,
            texts.c.key,
            *(verdicts.c[name] for name in ("verdict", "reason", "step", *SPANS)),
        )
        .join(verdicts, verdicts.c.text == texts.c.id)
        .where(texts.c.item == item, holds(verdicts))
        .order_by(texts.c.id)
    )
    systems = dict(bulk.fetch(connection, _systems(item)))
    decided: dict[int, Outcome] = {
        number: (Verdict(verdict), Reason(reason) if reason else None)
        for number, _, _, verdict, reason in decided_texts(connection, items=[item]).iter_rows()
    }
    people: dict[int, dict[str, Verdict]] = {}
    if decided:
        made = decisions_of(connection, items=[item]).select("text_id", "person", "verdict")
        for number, person, verdict in made.iter_rows():
            people.setdefault(number, {})[person] = Verdict(verdict)
    found = [
        ItemText(
            number,
            key,
            systems.get(number, 0),
            Verdict(verdict),
            Reason(reason) if reason else None,
            step,
            marks_at(*spans),
            decided.get(number),
            people.get(number, {}),
        )
        for number, key, verdict, reason, step, *spans in bulk.fetch(connection, query)
    ]
    return sorted(found, key=lambda one: (not one.systems, one.verdict is not Verdict.WARNING, -one.systems))


def _systems(item: int) -> Select[tuple[int, int]]:
    """A query for the number of systems of each text."""
    text, system = schema.outputs.c.text, schema.hand_ins.c.system
    return _standing([item], select(text, func.count(system.distinct()))).group_by(text)


def _standing(of: Collection[int], chosen: Select[Row]) -> Select[Row]:
    """A query on the current outputs of items, by hand-in and item, which are a key."""
    handed, states, outputs, items = schema.hand_ins, schema.hand_in_states, schema.outputs, schema.items
    return (
        chosen.select_from(items)
        .join(handed, (handed.c.suite == items.c.suite) & (handed.c.pair == items.c.pair))
        .join(states, (states.c.hand_in == handed.c.id) & holds(states))
        .join(outputs, (outputs.c.hand_in == handed.c.id) & (outputs.c.item == items.c.id))
        .where(items.c.id.in_(of))
    )


def campaigns_with(
    connection: Connection, items: Collection[int], texts: Collection[int]
) -> dict[int, set[int]]:
    """Texts of these items by campaign, as in reports and review."""
    outputs, systems = schema.outputs, schema.systems
    query = (
        _standing(items, select(systems.c.campaign, outputs.c.text).distinct())
        .join(systems, systems.c.id == schema.hand_ins.c.system)
        .where(outputs.c.repeat == 0, outputs.c.text.in_(texts))
    )
    found: dict[int, set[int]] = {}
    for campaign, text in bulk.fetch(connection, query):
        found.setdefault(campaign, set()).add(text)
    return found


def text_numbers(connection: Connection, items: Collection[int]) -> dict[tuple[int, str], int]:
    """The numbers of all texts of these items, by item and key."""
    texts = schema.texts
    query = select(texts.c.item, texts.c.key, texts.c.id).where(texts.c.item.in_(items))
    return {(item, key): number for item, key, number in bulk.fetch(connection, query)}


def writers(connection: Connection, item: int) -> dict[int, list[tuple[str, str]]]:
    """Which systems wrote each text: campaign and system, by text."""
    handed, states, outputs = schema.hand_ins, schema.hand_in_states, schema.outputs
    systems, named, campaigns = schema.systems, schema.system_states, schema.campaign_states
    query = (
        select(outputs.c.text, campaigns.c.name, named.c.name.label("system"))
        .select_from(outputs)
        .join(handed, handed.c.id == outputs.c.hand_in)
        .join(states, (states.c.hand_in == handed.c.id) & holds(states))
        .join(systems, systems.c.id == handed.c.system)
        .join(named, (named.c.system == systems.c.id) & holds(named))
        .join(campaigns, (campaigns.c.campaign == systems.c.campaign) & holds(campaigns))
        .where(outputs.c.item == item)
        .distinct()
        .order_by(systems.c.campaign, systems.c.id)
        .add_columns(systems.c.campaign, systems.c.id)
    )
    found: dict[int, list[tuple[str, str]]] = {}
    for text, campaign, system, *_ in bulk.fetch(connection, query):
        found.setdefault(text, []).append((campaign, system))
    return found


def comments_on(connection: Connection, item: int) -> dict[int, list[tuple[str, str, str]]]:
    """Comments on the texts of an item: person, time, comment, by text."""
    comments, texts, people, changes = schema.comments, schema.texts, schema.people, schema.changes
    query = (
        select(comments.c.text, people.c.name, changes.c.at, comments.c.comment)
        .join(texts, texts.c.id == comments.c.text)
        .join(people, people.c.id == comments.c.person)
        .join(changes, changes.c.id == comments.c.since)
        .where(texts.c.item == item, holds(comments))
        .order_by(comments.c.since, people.c.id)
    )
    found: dict[int, list[tuple[str, str, str]]] = {}
    for text, person, at, comment in bulk.fetch(connection, query):
        found.setdefault(text, []).append((person, at, comment))
    return found


def searched(connection: Connection, item: int) -> Memory:
    """Stored results of slow searches on the texts of an item, for all its rules."""
    searches, rules, texts = schema.searches, schema.rules, schema.texts
    query = (
        select(rules.c.side, rules.c.value, texts.c.key, searches.c.start, searches.c.end)
        .select_from(texts)
        .join(searches, searches.c.text == texts.c.id)
        .join(rules, rules.c.id == searches.c.rule)
        .where(texts.c.item == item)
    )
    memory: Memory = {}
    for side, value, key, start, end in bulk.fetch(connection, query):
        pattern = pattern_of(Rule(Side(side), Kind.PATTERN, value))
        memory[pattern, key] = memory[pattern, folded(key)] = None if start is None else (start, end)
    return memory
