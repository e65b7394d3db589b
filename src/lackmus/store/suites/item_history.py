"""The whole history of an item: its content, rules, texts and outputs."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Select, Table, select

from lackmus.core.base.plurals import counted
from lackmus.core.suites.revisions import FIELDS
from lackmus.core.suites.suite import Kind, Rule, Side, place_of
from lackmus.core.workspaces.history import ItemEvent
from lackmus.store.db import bulk, schema
from lackmus.store.reviews.decisions import in_view_of
from lackmus.store.suites.error_types import error_labels

Row = dict[str, Any]


def find_items(connection: Connection, name: str) -> list[tuple[int, int, str, str]]:
    """Items with this id, also retired ones: number, suite, pair, id. The pair may be included: de-en:17."""
    items = schema.items
    pair, _, rest = name.partition(":")
    query = select(items.c.id, items.c.suite, items.c.pair, items.c.name).order_by(items.c.id)
    found = bulk.fetch(connection, query.where(items.c.name == name))
    return found or bulk.fetch(connection, query.where(items.c.name == rest, items.c.pair == pair))


def item_events(connection: Connection, item: int) -> list[ItemEvent]:
    """The events of an item, in order of time."""
    found = [
        *_item(connection, item),
        *_owners(connection, item),
        *_rules(connection, item),
        *_outputs(connection, item),
        *_marks(connection, item),
        *_verdicts(connection, item),
        *_decisions(connection, item),
        *_errors(connection, item),
        *_comments(connection, item),
        *_flags(connection, item),
    ]
    return sorted(found, key=lambda event: event.change)  # stable: within a change, in the order above


def _fetch(connection: Connection, query: Select[Any]) -> list[Row]:
    return [dict(row) for row in connection.execute(query).mappings()]


def _steps(rows: Iterable[Row]) -> Iterator[tuple[int, Row | None, Row | None]]:
    """The changes of one thing from its states: number, state before, state after."""
    ended: dict[int, Row] = {}
    begun: dict[int, Row] = {}
    for row in rows:
        begun[row["since"]] = row
        if row["until"] is not None:
            ended[row["until"]] = row
    for number in sorted(begun.keys() | ended.keys()):
        yield number, ended.get(number), begun.get(number)


def _by(rows: Iterable[Row], *names: str) -> dict[tuple[Any, ...], list[Row]]:
    found: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(row[name] for name in names), []).append(row)
    return found


def _item(connection: Connection, item: int) -> Iterator[ItemEvent]:
    states = schema.item_states
    known = False
    for number, before, after in _steps(_fetch(connection, select(states).where(states.c.item == item))):
        if before is None and after is not None:
            yield ItemEvent(
                number, "item", "item brought back" if known else "item added", None, after["source"]
            )
        elif after is None and before is not None:
            yield ItemEvent(number, "item", "item retired", before["source"], None)
        elif before is not None and after is not None:
            for name in FIELDS:
                if before[name] != after[name]:
                    yield ItemEvent(number, "item", name, _said(name, before), _said(name, after))
        known = True


def _said(name: str, state: Row) -> str | None:
    """A field as text."""
    if name == "reserved":
        return "yes" if state[name] else "no"
    if name == "tags":
        return ", ".join(json.loads(state[name])) or None
    if name == "plain_rules":
        return "\n".join(json.loads(state[name])) or None
    return str(state[name]) if state[name] else None


def _owners(connection: Connection, item: int) -> Iterator[ItemEvent]:
    """Events of the item's assignment to people."""
    table, people = schema.item_assignments, schema.people
    query = select(table, people.c.name).join(people, people.c.id == table.c.person)
    rows = _fetch(connection, query.where(table.c.item == item))
    for number, before, after in _steps(rows):
        was, now = (state["name"] if state else None for state in (before, after))
        yield ItemEvent(number, "item", "assigned to", was, now)


def _rules(connection: Connection, item: int) -> Iterator[ItemEvent]:
    rules, states = schema.rules, schema.rule_states
    query = (
        select(rules.c.side, rules.c.kind, rules.c.value, states)
        .join(states, states.c.rule == rules.c.id)
        .where(rules.c.item == item)
        .order_by(rules.c.id)
    )
    rows = _fetch(connection, query)
    values = {row["rule"]: row for row in rows}
    ended: dict[int, set[int]] = {}
    begun: dict[int, dict[int, Row]] = {}
    for (rule,), of_rule in _by(rows, "rule").items():
        for number, before, after in _steps(of_rule):
            if before is None and after is not None:
                begun.setdefault(number, {})[rule] = after
            elif after is None:
                ended.setdefault(number, set()).add(rule)
    known: set[int] = set()
    for number in sorted(ended.keys() | begun.keys()):
        gone = set(ended.get(number, ()))
        for rule, row in begun.get(number, {}).items():
            old = row["follows"] if row["follows"] in gone else None
            gone.discard(old)
            done = "edited" if old else "brought back" if rule in known else "added"
            yield _rule(number, done, values.get(old), values[rule])
            known.add(rule)
        for rule in sorted(gone):
            yield _rule(number, "retired", values[rule], None)
    yield from _moves(rows)


def _moves(rows: Sequence[Row]) -> Iterator[ItemEvent]:
    """Where rules that stayed came into another order."""
    moved = {row["since"] for row in rows} & {row["until"] for row in rows}
    for number in sorted(moved):
        was = _in_order(row for row in rows if row["since"] < number <= (row["until"] or number))
        now = _in_order(row for row in rows if row["since"] <= number < (row["until"] or number + 1))
        old, new = ([rule for rule in some if rule in was and rule in now] for some in (was, now))
        if old != new:
            yield ItemEvent(number, "item", "order of rules", _numbers(old), _numbers(new))


def _in_order(rows: Iterable[Row]) -> list[int]:
    rules = [(Rule(Side(row["side"]), Kind(row["kind"]), row["value"]), row) for row in rows]
    found = sorted((place_of(rule), row["place"], row["rule"]) for rule, row in rules)
    return [number for *_, number in found]


def _numbers(rules: Sequence[int]) -> str:
    return ", ".join(map(str, rules))


def _rule(number: int, done: str, before: Row | None, after: Row | None) -> ItemEvent:
    row = after or before or {}
    kind = "pattern" if row["kind"] == Kind.PATTERN else "fixed string"
    details = {
        "rule": after["rule"] if after else row["rule"],
        "follows": before["rule"] if before and after else None,
        "side": row["side"],
        "rule_kind": row["kind"],
    }
    return ItemEvent(
        number,
        "rule",
        f"{row['side']} {kind} {details['rule']} {done}",
        before["value"] if before else None,
        after["value"] if after else None,
        details,
    )


def _of_texts(table: Table, item: int) -> Select[Any]:
    texts = schema.texts
    return (
        select(texts.c.key, table)
        .join(texts, texts.c.id == table.c.text)
        .where(texts.c.item == item)
        .order_by(texts.c.id)
    )


def _verdicts(connection: Connection, item: int) -> Iterator[ItemEvent]:
    """Events of verdicts, summed up by change: an item may have hundreds of texts."""
    flipped: dict[int, Counter[str]] = {}
    new: dict[int, Counter[str]] = {}
    for rows in _by(_fetch(connection, _of_texts(schema.verdicts, item)), "text").values():
        for number, before, after in _steps(rows):
            if before is None and after is not None:
                new.setdefault(number, Counter())[after["verdict"]] += 1
            elif before is not None and after is not None and before["verdict"] != after["verdict"]:
                flipped.setdefault(number, Counter())[f"{before['verdict']} → {after['verdict']}"] += 1
    for what, counts in (("new texts judged", new), ("verdicts flipped", flipped)):
        for number, counted_ in counts.items():
            said = ", ".join(f"{many:,} {how}" for how, many in sorted(counted_.items()))
            yield ItemEvent(number, "verdicts", what, None, said, {"counts": dict(sorted(counted_.items()))})


def _marks(connection: Connection, item: int) -> Iterator[ItemEvent]:
    """Events of marks on texts of engines."""
    for (text, _), states in _by(
        _fetch(connection, _of_texts(schema.marks, item)), "text", "hand_in"
    ).items():
        for number, before, after in _steps(states):
            row = after or before or {}
            yield ItemEvent(
                number,
                "mark",
                f"text {text} {'marked' if after else 'mark taken away'}: {row['key']}",
                before["mark"] if before else None,
                after["mark"] if after else None,
                {"text": text, "translation": row["key"]},
            )


def _decisions(connection: Connection, item: int) -> Iterator[ItemEvent]:
    rows = _fetch(connection, _of_texts(schema.decisions, item))
    people = dict(bulk.fetch(connection, select(schema.people.c.id, schema.people.c.name)))
    for (text, person), states in _by(rows, "text", "person").items():
        for number, before, after in _steps(states):
            row = after or before or {}
            done = "adjudicated" if row["adjudicates"] else "decided"
            in_view = in_view_of(row["proposed"], row["proposer"])
            if in_view is not None and in_view.verdict is not None:
                done += f" ({in_view.verdict} was proposed by {in_view.by})"
            yield ItemEvent(
                number,
                "decision",
                f"text {text} {done}: {row['key']}" if after else f"decision on text {text} taken back",
                before["verdict"] if before else None,
                after["verdict"] if after else None,
                {
                    "text": text,
                    "translation": row["key"],
                    "by": people[person],
                    "proposal": None
                    if in_view is None
                    else {"verdict": in_view.verdict, "by": in_view.by or None},
                },
            )


def _errors(connection: Connection, item: int) -> Iterator[ItemEvent]:
    """Events of error types, named and taken away."""
    suite = select(schema.items.c.suite).where(schema.items.c.id == item)
    of, labels = connection.execute(suite).scalar(), error_labels(connection)
    # Answers about control texts are no decisions, and the history does not tell which texts these are.
    made = {(row["text"], row["person"]) for row in _fetch(connection, _of_texts(schema.decisions, item))}
    for person, number, before, after in _remarks(connection, schema.decision_errors, item):
        row = after or before or {}
        if (row["text"], row["person"]) not in made:
            continue
        done = "is wrong" if after else "error type taken away"
        was, now = (
            labels.get((of or 0, state["error_type"])) if state else None for state in (before, after)
        )
        yield ItemEvent(
            number,
            "error type",
            f"text {row['text']} {done}: {row['key']}",
            was,
            now,
            {"text": row["text"], "translation": row["key"], "by": person},
        )


def _comments(connection: Connection, item: int) -> Iterator[ItemEvent]:
    """Events of comments."""
    for person, number, before, after in _remarks(connection, schema.comments, item):
        row = after or before or {}
        done = "commented" if after else "comment taken away"
        yield ItemEvent(
            number,
            "comment",
            f"text {row['text']} {done}: {row['key']}",
            before["comment"] if before else None,
            after["comment"] if after else None,
            {"text": row["text"], "translation": row["key"], "by": person},
        )


def _flags(connection: Connection, item: int) -> Iterator[ItemEvent]:
    """Events of flags, set and removed."""
    for person, number, before, after in _remarks(connection, schema.flags, item):
        row = after or before or {}
        yield ItemEvent(
            number,
            "flag",
            f"text {row['text']} {'flagged' if after else 'flag taken away'}: {row['key']}",
            None,
            None,
            {"text": row["text"], "translation": row["key"], "by": person},
        )


def _remarks(
    connection: Connection, table: Table, item: int
) -> Iterator[tuple[str, int, Row | None, Row | None]]:
    people = dict(bulk.fetch(connection, select(schema.people.c.id, schema.people.c.name)))
    for (_, person), states in _by(_fetch(connection, _of_texts(table, item)), "text", "person").items():
        for number, before, after in _steps(states):
            yield people[person], number, before, after


def _outputs(connection: Connection, item: int) -> Iterator[ItemEvent]:
    """Events of hand-ins with a translation of the item, by campaign."""
    one, states, outputs, systems = schema.hand_ins, schema.hand_in_states, schema.outputs, schema.systems
    query = (
        select(one.c.system, one.c.file, systems.c.campaign, outputs.c.text, states)
        .join_from(outputs, one, one.c.id == outputs.c.hand_in)
        .join(states, states.c.hand_in == one.c.id)
        .join(systems, systems.c.id == one.c.system)
        .where(outputs.c.item == item)
        .order_by(one.c.id, outputs.c.repeat)
    )
    names = _by(_fetch(connection, select(schema.system_states)), "system")
    campaigns = _by(_fetch(connection, select(schema.campaign_states)), "campaign")
    came: dict[tuple[int, int, bool], list[Row]] = {}
    for row in _fetch(connection, query):
        came.setdefault((row["since"], row["campaign"], True), []).append(row)
        if row["until"] is not None:
            came.setdefault((row["until"], row["campaign"], False), []).append(row)
    for (number, campaign, begun), rows in sorted(came.items()):
        at = number if begun else number - 1
        systems_ = list(dict.fromkeys(_name(names.get((row["system"],), ()), at) for row in rows))
        texts = len({row["text"] for row in rows})
        where = _name(campaigns.get((campaign,), ()), at)
        said = f"{counted(texts, 'text')}: {', '.join(systems_)}"
        yield ItemEvent(
            number,
            "outputs",
            f"outputs in {where}" if begun else f"outputs in {where} taken out",
            None if begun else said,
            said if begun else None,
            {
                "campaign": where,
                "systems": systems_,
                "files": list(dict.fromkeys(row["file"] for row in rows)),
                "texts": texts,
            },
        )


def _name(states: Sequence[Row], at: int) -> str:
    """The name of something at a revision."""
    for row in states:
        if row["since"] <= at and (row["until"] is None or row["until"] > at):
            return str(row["name"])
    return "?"
