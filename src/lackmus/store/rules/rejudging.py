"""Judge again: items with changed rules, all items, or searches that gave up."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import polars as pl
from sqlalchemy import Connection, Select, delete, or_, select

from lackmus.core.reviews.rule_conflicts import CONFLICTS, FLIPS, conflicts, flips
from lackmus.core.rules.patterns import GAVE_UP, Memory
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.reviews.decisions import decided_texts
from lackmus.store.rules.judging import rejudge
from lackmus.store.suites.suites import load_suite


@dataclass(frozen=True, eq=False)
class Rejudged:
    """Changed verdicts of rules, and new contradictions with people."""

    items: int = 0
    texts: int = 0
    flips: pl.DataFrame = field(default_factory=FLIPS.empty)
    contradicted: pl.DataFrame = field(default_factory=CONFLICTS.empty)


@dataclass(frozen=True, eq=False)
class VerdictChanges:
    """Verdicts of the rules before and after, and people's decisions (DECIDED)."""

    before: pl.DataFrame
    after: pl.DataFrame
    decided: pl.DataFrame

    @property
    def flips(self) -> pl.DataFrame:
        """Texts whose verdict by rules changed."""
        return flips(self.before, self.after)

    @property
    def contradicted(self) -> pl.DataFrame:
        """Texts on which the rules now contradict people; the decision counts."""
        return conflicts(self.decided, self.after) if self.decided.height else CONFLICTS.empty()


def rejudge_texts(
    change: Change, suite: int, items: Sequence[int], asked: Memory | None = None
) -> VerdictChanges:
    """Judge all texts of a few items of a suite again, and store what changed."""
    before, after = rejudge(change, load_suite(change.connection, suite, only=items), asked)
    return VerdictChanges(before, after, decided_texts(change.connection, items=items))


def rejudge_items(change: Change, suite: int, items: Sequence[int]) -> Rejudged:
    """Judge all texts of any number of items of a suite again."""
    items = sorted(set(items))
    texts, flipped, contradicted = 0, [FLIPS.empty()], [CONFLICTS.empty()]
    for some in bulk.parts(items):
        heard = rejudge_texts(change, suite, some)
        texts += heard.after.height
        flipped.append(heard.flips)
        contradicted.append(heard.contradicted)
    return Rejudged(len(items), texts, pl.concat(flipped), pl.concat(contradicted))


def stale_items(connection: Connection, suite: int | None = None) -> dict[int, list[int]]:
    """Items whose rules have changed since their texts were judged, by suite."""
    items, rules, states = schema.items, schema.rules, schema.rule_states
    query = (
        _held_items(suite)
        .join(rules, rules.c.item == items.c.id)
        .join(states, states.c.rule == rules.c.id)
        .where(or_(states.c.since > items.c.judged, states.c.until > items.c.judged))
    )
    return _by_suite(connection, query)


def all_items(connection: Connection, suite: int | None = None) -> dict[int, list[int]]:
    """All current items, by suite."""
    return _by_suite(connection, _held_items(suite))


def forget_timeouts(change: Change, suite: int | None = None) -> dict[int, list[int]]:
    """Delete search results that gave up, so that they are tried again; returns their items by suite.

    Such a result depends on the machine and is not history, so it may be deleted. The log records it.
    """
    items, rules, searches = schema.items, schema.rules, schema.searches
    gave_up = searches.c.start == GAVE_UP[0]
    query = (
        _held_items(suite)
        .join(rules, rules.c.item == items.c.id)
        .join(searches, searches.c.rule == rules.c.id)
        .where(gave_up)
    )
    found = _by_suite(change.connection, query)
    for numbers in found.values():
        for some in bulk.parts(numbers):
            of_them = select(rules.c.id).where(rules.c.item.in_(some))
            change.connection.execute(delete(searches).where(gave_up, searches.c.rule.in_(of_them)))
    change.written = change.written or bool(found)
    return found


def _held_items(suite: int | None) -> Select[tuple[int, int]]:
    items, states = schema.items, schema.item_states
    query = (
        select(items.c.suite, items.c.id)
        .join(states, states.c.item == items.c.id)
        .where(holds(states))
        .distinct()
        .order_by(items.c.suite, items.c.id)
    )
    return query if suite is None else query.where(items.c.suite == suite)


def _by_suite(connection: Connection, query: Select[tuple[int, int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for suite, item in bulk.fetch(connection, query):
        found.setdefault(suite, []).append(item)
    return found
