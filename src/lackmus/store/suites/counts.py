"""Counts of the suites in a workspace, now or at any revision."""

from sqlalchemy import Connection, func, select

from lackmus.core.suites.counts import SuiteCount
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import holds
from lackmus.store.suites.suites import suite_names, suite_pairs


def suite_counts(connection: Connection, revision: int | None = None) -> list[SuiteCount]:
    """Counts of each suite, in the order of creation."""
    found = []
    for name, suite in suite_names(connection, revision).items():
        items, reserved, phenomena = _items(connection, suite, revision)
        rules = _rules(connection, suite, revision)
        at, by = _last_change(connection, suite, revision)
        pairs = tuple(map(str, suite_pairs(connection, suite, revision)))
        found.append(SuiteCount(name, pairs, items, reserved, phenomena, rules, at, by))
    return found


def _items(connection: Connection, suite: int, revision: int | None) -> tuple[int, int, int]:
    items, states = schema.items, schema.item_states
    query = (
        select(states.c.category, states.c.phenomenon, func.count(), func.sum(states.c.reserved))
        .join(items, items.c.id == states.c.item)
        .where(items.c.suite == suite, holds(states, revision))
        .group_by(states.c.category, states.c.phenomenon)
    )
    rows = bulk.fetch(connection, query)
    return sum(row[2] for row in rows), int(sum(row[3] for row in rows)), len(rows)


def _rules(connection: Connection, suite: int, revision: int | None) -> int:
    items, item_states, rules, states = schema.items, schema.item_states, schema.rules, schema.rule_states
    query = (
        select(func.count())
        .select_from(items)
        .join(item_states, item_states.c.item == items.c.id)
        .join(rules, rules.c.item == items.c.id)
        .join(states, states.c.rule == rules.c.id)
        .where(items.c.suite == suite, holds(item_states, revision), holds(states, revision))
    )
    return connection.execute(query).scalar() or 0


def _last_change(connection: Connection, suite: int, revision: int | None) -> tuple[str, str]:
    """Time and person of the last change of a suite and of all that it holds."""
    items, rules = schema.items, schema.rules
    of_items = select(schema.item_states).join(items, items.c.id == schema.item_states.c.item)
    of_rules = (
        select(schema.rule_states)
        .join(rules, rules.c.id == schema.rule_states.c.rule)
        .join(items, items.c.id == rules.c.item)
    )
    lasts = []
    for table, rows in (
        (schema.suite_states, select(schema.suite_states).where(schema.suite_states.c.suite == suite)),
        (
            schema.phenomenon_states,
            select(schema.phenomenon_states).where(schema.phenomenon_states.c.suite == suite),
        ),
        (
            schema.example_states,
            select(schema.example_states).where(schema.example_states.c.suite == suite),
        ),
        (
            schema.error_type_states,
            select(schema.error_type_states).where(schema.error_type_states.c.suite == suite),
        ),
        (schema.item_states, of_items.where(items.c.suite == suite)),
        (schema.rule_states, of_rules.where(items.c.suite == suite)),
    ):
        for column in (table.c.since, table.c.until):
            query = rows.with_only_columns(func.max(column), maintain_column_froms=True)
            if revision is not None:
                query = query.where(column <= revision)
            lasts.append(query.scalar_subquery())
    last = max(number or 0 for number in connection.execute(select(*lasts)).one())
    changes, people = schema.changes, schema.people
    made = connection.execute(
        select(changes.c.at, people.c.name)
        .join(people, people.c.id == changes.c.person)
        .where(changes.c.id == last)
    ).one()
    return made[0], made[1]
