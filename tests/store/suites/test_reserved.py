"""A connection on which reserved items say nothing, in both databases."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select

from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.flows.outputs import templates
from lackmus.flows.rules import lab
from lackmus.flows.suites import item_changes
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.suites.item_changes import ItemDraft
from lackmus.flows.workspaces import history
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace, SharedWorkspace
from lackmus.store.suites.reserved import reserved_items

WORD = "zyxquark"
FIRST = ItemDraft("de-en", "open", "C", "P", "Ein Satz.")
SECOND = ItemDraft(
    "de-en", f"{WORD}-2", "C", "P", f"Ein {WORD}.", (), f"{WORD} p", f"{WORD} c", (WORD,), reserved=False
)


@pytest.fixture
def hiding(workspace: OpenWorkspace, where: str, tmp_path: Path) -> Iterator[OpenWorkspace]:
    """A workspace with an open item and one that was reserved after it was worked on, as readers see it."""
    desk = Desk(where, "Ada", f"for {WORD}", opened=workspace)
    suite = tmp_path / "s.yaml"
    suite.write_text("pair: de-en\nphenomena: [{category: C, phenomenon: P, items: [{id: a, source: A.}]}]")
    import_suite(replace(desk, comment=""), suite)
    item_changes.add_item(replace(desk, comment=""), 1, FIRST)
    number = item_changes.add_item(desk, 1, SECOND).number
    rule = lab.RuleDraft(Rule(Side.POSITIVE, Kind.PATTERN, f"a {WORD}"))
    lab.save_rules(desk, number, [rule], history.log(desk, history.LogFilter())[0].number)
    templates.make(replace(desk, comment=""), templates.TemplatePlan(), lambda _, token: Path(token))
    item_changes.revise_item(desk, number, replace(SECOND, source=f"Neu: {WORD}.", reserved=True))
    yield SharedWorkspace(workspace, shows_reserved=False)


def test_no_table_has_a_word_of_them(hiding: OpenWorkspace) -> None:
    """Every table of the schema is read as a whole; there are as many rows as there are."""
    with hiding.reading() as hidden, hiding.reading(whole=True) as whole:
        assert len(reserved_items(hidden)) == 1
        seen = 0
        for table in schema.metadata.sorted_tables:
            rows = [str(row) for row in hidden.execute(select(table))]
            assert not [row for row in rows if WORD in row], table.name
            real = [str(row) for row in whole.execute(select(table))]
            assert len(rows) == len(real)
            assert len(rows) == hidden.execute(select(func.count()).select_from(table)).scalar()
            seen += any(WORD in row for row in real)
        assert seen >= 5  # items, item_states, rules, changes, template_lines


def test_joins_aliases_and_with_are_rewritten_too(hiding: OpenWorkspace) -> None:
    states = schema.item_states.alias()
    inner = select(states.c.item, states.c.source).cte("found")
    query = select(inner.c.source, schema.items.c.name).join(schema.items, schema.items.c.id == inner.c.item)
    with hiding.reading() as connection:
        rows = [tuple(row) for row in connection.execute(query.order_by(inner.c.item))]
    assert ("Ein Satz.", "open") in rows
    assert {row for row in rows if row[0] == "(reserved)"} == {("(reserved)", "reserved-3")}


def test_nothing_is_rewritten_where_nothing_is_reserved(workspace: OpenWorkspace) -> None:
    with SharedWorkspace(workspace, shows_reserved=False).reading() as connection:
        assert not connection.get_execution_options().get("hides_reserved")
