"""Rules judge again what they have not judged since they changed, and searches that gave up when asked to."""

from unittest.mock import patch

import polars as pl
import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.rules import patterns as core_rules
from lackmus.core.rules.patterns import PatternTimeout
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.hand_ins import add_hand_ins
from lackmus.store.rules.held_rules import add_rules
from lackmus.store.rules.rejudging import all_items, forget_timeouts, rejudge_items, stale_items
from lackmus.store.suites.suite_changes import end_states, new_suite
from lackmus.store.suites.suites import load_suite

DE_EN = Pair("de", "en")
GOOD = Rule(Side.POSITIVE, Kind.PATTERN, "good")
BAD = Rule(Side.NEGATIVE, Kind.PATTERN, "bad")
RUNAWAY = Rule(Side.POSITIVE, Kind.PATTERN, r"(a+)+b")


def suite(items: int, *rules: Rule) -> Suite:
    """So many items with the same rules."""
    return Suite(
        "small", tuple(Item(DE_EN, str(one), "C", "P", f"Satz {one}.", rules) for one in range(1, items + 1))
    )


def fill(workspace: OpenWorkspace, wanted: Suite, text: str) -> None:
    """The suite, and a system that writes the same for all items."""
    with workspace.writing("Ada", "import") as change:
        number = new_suite(change, wanted)
        change.add(schema.campaigns, ["id"], [(1,)])
        change.add(schema.systems, ["id", "campaign"], [(1, 1)])
        lines = pl.DataFrame({"item": [item.key for item in wanted.items], "text": text})
        stored = load_suite(change.connection, number)
        add_hand_ins(change, stored, DE_EN, [(1, "file", lines, "[]")])


def test_items_are_stale_until_they_are_judged(workspace: OpenWorkspace) -> None:
    """A rule that came, or went, makes its item stale; another item's does not."""
    fill(workspace, suite(3, GOOD), "a bad one")
    with workspace.writing("Ada", "rules") as change:
        add_rules(change, [(1, 1, BAD, None)])
        end_states(change, schema.rule_states.c.rule, [2])
    with workspace.reading() as connection:
        assert stale_items(connection) == {1: [1, 2]}
        assert stale_items(connection, suite=2) == {}
        assert all_items(connection) == {1: [1, 2, 3]}
    with workspace.writing("Ada", "judge") as change:
        judged = rejudge_items(change, 1, [2, 1, 1])
        assert stale_items(change.connection) == {}
    assert (judged.items, judged.texts) == (2, 2)
    assert judged.flips.select("item", "before", "after").rows() == [("de-en:1", "warning", "fail")]


def test_many_items_are_judged_in_parts(workspace: OpenWorkspace) -> None:
    """More than one question to the database may name."""
    fill(workspace, suite(1_001, GOOD), "a bad one")
    with workspace.writing("Ada", "rules") as change:
        add_rules(change, [(item, 1, BAD, None) for item in range(1, 1_002)])
        judged = rejudge_items(change, 1, range(1, 1_002))
    assert judged.flips.height == judged.texts == 1_001


@pytest.mark.parametrize("again, verdict", [(True, "pass"), (False, "warning")])
def test_a_search_that_gave_up_is_asked_again_on_demand(
    workspace: OpenWorkspace, again: bool, verdict: str
) -> None:
    """Else what it once said holds, however free the machine is by now."""

    def gives_up(self: object, text: str) -> None:
        raise PatternTimeout("busy")

    with patch.object(core_rules.Pattern, "search", gives_up):
        fill(workspace, suite(2, RUNAWAY), "aab")
    with workspace.writing("Ada", "judge") as change:
        forgotten = forget_timeouts(change) if again else {}
        assert forgotten == ({1: [1, 2]} if again else {})
        judged = rejudge_items(change, 1, [1, 2])
        assert forget_timeouts(change) == ({} if again else {1: [1, 2]})
    assert judged.flips["after"].to_list() == (["pass", "pass"] if again else [])
    with workspace.reading() as connection:
        found = connection.exec_driver_sql("SELECT verdict FROM verdicts WHERE until IS NULL").all()
    assert [tuple(row) for row in found] == [(verdict,), (verdict,)]
