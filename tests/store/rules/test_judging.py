"""Texts are judged once, again when their rules change, and time-outs are remembered."""

from dataclasses import replace
from unittest.mock import patch

import polars as pl
import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.rules import patterns as core_rules
from lackmus.core.rules.patterns import PatternTimeout
from lackmus.core.suites.suite import Item, Kind, Rule, RuleScope, Side, Suite
from lackmus.store.db import schema
from lackmus.store.db.changes import Change
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.hand_ins import add_hand_ins
from lackmus.store.rules.held_rules import add_rules
from lackmus.store.rules.judging import rejudge, stored_verdicts
from lackmus.store.suites.item_changes import revise_item
from lackmus.store.suites.suite_changes import new_suite
from lackmus.store.suites.suites import load_suite

DE_EN = Pair("de", "en")
RUNAWAY = Rule(Side.POSITIVE, Kind.PATTERN, r"(a+)+b")  # under the time limit, whatever the text
HUSBAND = Rule(Side.POSITIVE, Kind.PATTERN, r"\bhusband\b")
SUITE = Suite(
    "small",
    (
        Item(DE_EN, "1", "Ambiguity", "Lexical", "Sie sprach von ihrem Mann.", (HUSBAND,)),
        Item(DE_EN, "2", "Ambiguity", "Lexical", "Aaah.", (RUNAWAY,)),
    ),
)


def hand_in(change: Change, suite: int, *lines: tuple[str, str]) -> None:
    """The outputs of one system of one campaign."""
    (campaign,) = change.ids(schema.campaigns, 1)
    change.add(schema.campaigns, ["id"], [(campaign,)])
    (system,) = change.ids(schema.systems, 1)
    change.add(schema.systems, ["id", "campaign"], [(system, campaign)])
    frame = pl.DataFrame(
        [(f"de-en:{item}", text) for item, text in lines], schema=["item", "text"], orient="row"
    )
    add_hand_ins(change, load_suite(change.connection, suite), DE_EN, [(system, "file", frame, "[]")])


def verdicts(workspace: OpenWorkspace, revision: int | None = None) -> list[tuple[str, str, str | None]]:
    """Text, verdict and reason of all texts."""
    with workspace.reading() as connection:
        found = stored_verdicts(connection, revision=revision)
    return found.select("text", "verdict", "reason").rows()


def test_shared_texts_stand_once(workspace: OpenWorkspace) -> None:
    """Two systems wrote the same; white space makes no other text, and what was handed in is kept."""
    with workspace.writing("Ada", "import") as change:
        suite = new_suite(change, SUITE)
        hand_in(change, suite, ("1", "Her husband."))
        hand_in(change, suite, ("1", " Her  husband. "), ("1", "Her man."))
    assert verdicts(workspace) == [("Her husband.", "pass", None), ("Her man.", "warning", "unmatched")]
    with workspace.reading() as connection:
        kept = connection.exec_driver_sql("SELECT repeat, text, raw FROM outputs ORDER BY hand_in, repeat")
        assert [tuple(row) for row in kept] == [(0, 1, None), (0, 1, " Her  husband. "), (1, 2, None)]


def test_a_rule_changes_what_it_touches(workspace: OpenWorkspace) -> None:
    """Verdicts of other texts keep their first change; the past can still be read."""
    with workspace.writing("Ada", "import") as change:
        suite = new_suite(change, SUITE)
        hand_in(change, suite, ("1", "Her husband."), ("1", "Her man."), ("2", "aab"))
    with workspace.writing("Ada", "rule add") as change:
        add_rules(change, [(1, 1, Rule(Side.NEGATIVE, Kind.PATTERN, r"\bman\b"), None)])
        before, after = rejudge(change, load_suite(change.connection, suite, only=[1]))
    assert before["verdict"].to_list() == ["pass", "warning"]
    assert after["verdict"].to_list() == ["pass", "fail"]
    assert verdicts(workspace)[1] == ("Her man.", "fail", None)
    assert verdicts(workspace, revision=1)[1] == ("Her man.", "warning", "unmatched")
    with workspace.reading() as connection:
        since = connection.exec_driver_sql("SELECT text, since, until FROM verdicts ORDER BY text, since")
        assert [tuple(row) for row in since] == [(1, 1, None), (2, 1, 2), (2, 2, None), (3, 1, None)]


@pytest.mark.parametrize(
    "first, verdict",
    [
        (PatternTimeout("busy"), ("aab", "warning", "timeout")),
        ((0, 3), ("aab", "pass", None)),
    ],
)
def test_a_search_under_the_limit_is_asked_once(
    workspace: OpenWorkspace, first: object, verdict: tuple[str, str, str | None]
) -> None:
    """However busy the machine is when the item is judged again, the answer stays what it was."""

    def answering(said: object):  # type: ignore[no-untyped-def]
        def search(self: object, text: str) -> object:
            if isinstance(said, Exception):
                raise said
            return said

        return patch.object(core_rules.Pattern, "search", search)

    with answering(first), workspace.writing("Ada", "import") as change:
        suite = new_suite(change, SUITE)
        hand_in(change, suite, ("2", "aab"))
    assert verdicts(workspace) == [verdict]
    # Another answer now would show that it was asked again.
    again = (0, 3) if isinstance(first, Exception) else PatternTimeout("busy")
    with answering(again), workspace.writing("Ada", "judge") as change:
        rejudge(change, load_suite(change.connection, suite))
    assert verdicts(workspace) == [verdict]


PARAGRAPH = replace(
    SUITE.items[0],
    source="Erstens.\n\nSie sprach von ihrem Mann.",
    stretch="ihrem Mann",
    scope=RuleScope.PARAGRAPH,
)


def test_rules_on_a_paragraph(workspace: OpenWorkspace) -> None:
    """What was handed in tells the paragraphs: of new texts, of known ones written otherwise, and afresh."""
    words, right = "First. Her husband.", "First.\n\nHer husband."
    with workspace.writing("Ada", "import") as change:
        suite = new_suite(change, Suite("small", (PARAGRAPH,)))
        hand_in(change, suite, ("1", right), ("1", "Her husband.\n\nShe."))
    assert verdicts(workspace) == [(words, "pass", None), ("Her husband. She.", "warning", "unmatched")]
    with workspace.reading() as connection:
        (start, end) = stored_verdicts(connection).select("right_start", "right_end").row(0)
        assert words[start:end] == "husband"
    with workspace.writing("Ada", "judge") as change:
        before, after = rejudge(change, load_suite(change.connection, suite))
        assert before.equals(after)
    with workspace.writing("Ada", "import") as change:
        hand_in(change, suite, ("1", words))
    assert verdicts(workspace)[0] == (words, "warning", "paragraphs")


def test_another_scope_judges_again(workspace: OpenWorkspace) -> None:
    """Editing what rules look at is one change, and so is undoing it."""
    with workspace.writing("Ada", "import") as change:
        suite = new_suite(change, Suite("small", (replace(PARAGRAPH, scope=RuleScope.TEXT),)))
        hand_in(change, suite, ("1", "Her husband.\n\nShe."))
    assert verdicts(workspace) == [("Her husband. She.", "pass", None)]
    with workspace.writing("Ada", "item change") as change:
        assert revise_item(change, 1, PARAGRAPH) == ("scope",)
    assert verdicts(workspace) == [("Her husband. She.", "warning", "unmatched")]
    assert verdicts(workspace, revision=1) == [("Her husband. She.", "pass", None)]
