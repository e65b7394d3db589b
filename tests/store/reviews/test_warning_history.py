"""How warnings went, what waits for whom, and what is looked at again."""

from datetime import UTC, datetime, timedelta

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.assignments import Inbox
from lackmus.core.reviews.effort import Effort
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.flows.reviews import disputes, effort, second_looks
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.rules import rules
from lackmus.flows.verdicts.comparing import evaluate
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
from lackmus.flows.workspaces import history, overview
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import schema
from lackmus.store.db.workspaces import open_workspace
from lackmus.store.reviews.inbox import inbox, touched_items
from lackmus.store.suites.suites import load_suite
from tests.core.campaigns import suite_of
from tests.store.reviewed import campaign, drawn, number_of, say


@pytest.fixture
def reviewed(where: str) -> str:
    """Seven open texts, “y 005” by two systems; Ada is the editor."""
    with open_workspace(where, create=True) as workspace:
        drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
    return where


def effort_at(where: str, campaign: str | None = None) -> Effort:
    return effort.effort_of(Desk(where, "Ada"), campaign)


def add_rule(where: str, item: str, value: str) -> None:
    """A pattern by which texts of an item pass, and what follows from it."""
    rules.add_rule(Desk(where, "Ada"), item, Rule(Side.POSITIVE, Kind.PATTERN, value))


def test_warnings_from_when_they_came_until_now(where: str) -> None:
    with open_workspace(where, create=True) as workspace:
        drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
        say(workspace, "Ben", "+unclear 002", "-y 005")
        say(workspace, "Cleo", "+y 005")  # disputed
    add_rule(where, "003", "^x")
    (one,) = effort_at(where).campaigns
    outputs, texts = one.outputs, one.texts
    assert (outputs.total, outputs.before, outputs.now) == (17, 8, 5)
    assert (outputs.by_people, outputs.by_rules, outputs.reopened) == (2, 1, 0)
    assert (texts.before, texts.now, texts.by_people, texts.by_rules) == (6, 4, 1, 1)


def test_a_rule_that_was_there_first_leaves_no_warning_behind(where: str) -> None:
    with open_workspace(where, create=True) as workspace:
        suite = suite_of("Ambiguity/Word", items=2)
        number = drawn(workspace, suite=suite, A="?+")
    add_rule(where, "001", "unclear")
    with open_workspace(where) as workspace:
        campaign(workspace, number, suite, "Later", B="?+")
    first, later = effort_at(where).campaigns
    assert (first.outputs.before, first.outputs.by_rules) == (1, 1)
    assert (later.outputs.before, later.outputs.now) == (0, 0)


def test_decisions_of_a_campaign_are_those_on_its_texts(reviewed: str) -> None:
    with open_workspace(reviewed) as workspace:
        suite = suite_of("Ambiguity/Word", "Negation/Scope", items=3)
        campaign(workspace, 1, suite, "Other", D="?+++++")
        say(workspace, "Ben", "+unclear 001", "+unclear 002")
        say(workspace, "Ben", "-unclear 002")
    assert [effort_at(reviewed, name).total.decisions for name in (None, "WMT26", "Other")] == [3, 2, 1]
    assert effort_at(reviewed, "Other").total.texts == 1


def test_what_was_taken_back_or_undone_is_not_decided_again(reviewed: str) -> None:
    desk = Desk(reviewed, "Ada")
    with open_workspace(reviewed) as workspace:
        say(workspace, "Ada", "+unclear 002")
        say(workspace, "Ada", "-unclear 002")
    history.undo(desk)
    assert effort_at(reviewed).total.decisions == 2
    assert effort_at(reviewed).campaigns[0].outputs.by_people == 2


def test_what_waits_for_whom(reviewed: str) -> None:
    with open_workspace(reviewed) as workspace:
        say(workspace, "Ben", "+unclear 002", "+y 005")
        say(workspace, "Cleo", "-unclear 002", "-y 005")
        say(workspace, "Ada", "+y 005", adjudicate=True)
        number = number_of(workspace, "x 003")
        with workspace.writing("Cleo", "review flag") as change:
            change.add(schema.flags, ["text", "person"], [(number, change.person)])
    second_looks.assign(Desk(reviewed, "Ada"), Scope(), "100%", "Ben", seed=1)
    with open_workspace(reviewed) as workspace, workspace.reading() as connection:
        assert inbox(connection, "Ben") == Inbox(assigned=4, disputed=1, flagged=1, phenomena=0)
        assert inbox(connection, "nobody") == Inbox(assigned=0, disputed=1, flagged=1, phenomena=0)
    assert [(one.person, one.given, one.done) for one in disputes.doublings(Desk(reviewed))] == [
        ("Ben", 4, 0)
    ]


def test_a_change_of_one_item_leads_to_it(reviewed: str) -> None:
    with open_workspace(reviewed) as workspace:
        say(workspace, "Ben", "+unclear 002")
        say(workspace, "Ben", "+x 003", "+y 005")
    add_rule(reviewed, "003", "^z")
    with open_workspace(reviewed) as workspace, workspace.reading() as connection:
        last = workspace.revision(connection).number
        found = touched_items(connection, [last - 2, last - 1, last])
        items = load_suite(connection, 1).items
    assert found == {last - 2: items["de-en:002"], last: items["de-en:003"]}


def test_disputes_and_contradictions_with_what_everybody_said(where: str) -> None:
    with open_workspace(where, create=True) as workspace:
        drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
        number = number_of(workspace, "unclear 002")
        with workspace.writing("Cleo", "review comment") as change:
            row = (number, change.person, "what does it mean?")
            change.add(schema.comments, ["text", "person", "comment"], [row])
        say(workspace, "Ben", "+unclear 002", "-x 003")
        say(workspace, "Cleo", "-unclear 002")
    add_rule(where, "003", "^x")
    desk = Desk(where, "Ada")
    for name in (None, "WMT26"):
        found = disputes.second_looks(desk, name)
        (one,), (other,) = found.disputed, found.contradicted
        assert [(each.person, each.verdict) for each in one.opinions] == [
            ("Ben", Verdict.PASS),
            ("Cleo", Verdict.FAIL),
        ]
        assert (one.text, one.source, [each.comment for each in one.remarks]) == (
            "unclear 002",
            "Satz 2.",
            ["what does it mean?"],
        )
        assert (other.text, other.ruled, other.opinions[0].verdict) == ("x 003", "pass", "fail")
        assert [(mark.side, mark.start, mark.end) for mark in other.marks] == [(Side.POSITIVE, 0, 1)]
    disputes.adjudicate(desk, one.text_id, Verdict.FAIL)
    assert not disputes.second_looks(desk).disputed
    disputes.take_back(desk, one.text_id)
    assert [each.text for each in disputes.second_looks(desk).disputed] == ["unclear 002"]


def test_items_won_today(reviewed: str) -> None:
    desk = Desk(reviewed, "Ada")
    (one,) = overview.listed_campaigns(desk)
    (ground,) = one.grounds

    def won(days: int = 0) -> int:
        found = evaluate(FromWorkspace(desk, StoredRequest(), one.name))
        return overview.campaign_part_status(
            desk, found, ground, datetime.now(UTC) + timedelta(days=days)
        ).won

    assert won() == 0  # what rules settled as it came in nobody has won
    with open_workspace(reviewed) as workspace:
        say(workspace, "Ben", "+unclear 002", "+x 003")
    assert won() == 1
    with open_workspace(reviewed) as workspace:
        say(workspace, "Ben", "-z 003")
    assert (won(), won(days=1)) == (2, 0)
    history.undo(Desk(reviewed, "Ben"))
    assert won() == 1


def test_a_workspace_at_a_glance(reviewed: str) -> None:
    desk = Desk(reviewed, "Ada")
    with open_workspace(reviewed) as workspace:
        say(workspace, "Ben", "+unclear 002", "+x 003")
    found = overview.recent_activity(desk)
    assert found.decided == {"Ben": 2} and found.suites == ("drawn",)
    assert (found.activities[0].person, found.activities[0].words) == ("Ben", "decided")
    assert overview.recent_activity(desk, datetime.now(UTC) + timedelta(days=1)).decided == {}
    (one,) = overview.listed_campaigns(desk)
    assert [(each.suite, each.pair, each.systems) for each in one.grounds] == [
        ("drawn", "de-en", ("A", "B", "C"))
    ]
    assert one.ground("nothing", None) == one.grounds[0]
    glance = overview.campaign_part_status(
        desk, evaluate(FromWorkspace(desk, StoredRequest(), one.name)), one.grounds[0]
    )
    assert (glance.items, glance.fair, glance.open) == (6, 3, 4)
    assert glance.accuracy == {"C": pytest.approx(100 / 3), "A": pytest.approx(200 / 3)} | dict(
        glance.accuracy
    )
