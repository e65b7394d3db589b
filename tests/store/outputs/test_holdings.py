"""What campaigns hold: what was handed in stays known while people decide, what is open does not."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import select

from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.flows.outputs import coverage
from lackmus.flows.outputs.removals import delete_system
from lackmus.flows.reviews import reviews
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.rules.rules import add_rule
from lackmus.flows.suites.item_changes import retire_item
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import campaigns_of, systems_of
from lackmus.store.outputs.holdings import (
    holdings,
    last_holding_change,
    open_texts,
    shown_campaigns,
    with_open,
)
from lackmus.store.suites.catalogue import open_texts_of
from tests.core.campaigns import suite_of
from tests.store.filled import add_campaign, add_suite, fill, hand_in
from tests.store.reviewed import hand_in_of


@pytest.fixture
def desk(workspace: OpenWorkspace, where: str) -> Desk:
    """A workspace with the bundled sample, and somebody who works there."""
    fill(workspace)
    return Desk(where, "Ada")


def first_open(desk: Desk) -> int:
    """A text that waits."""
    with desk.open() as workspace, workspace.reading() as connection:
        return int(open_texts(connection)[0])


def settle(desk: Desk) -> None:
    """One text is decided."""
    decide(desk, [(first_open(desk), Verdict.PASS)])


def dispute(desk: Desk) -> None:
    """Two people differ: the text is open again."""
    text = first_open(desk)
    decide(desk, [(text, Verdict.PASS)])
    decide(Desk(desk.workspace, "Ben"), [(text, Verdict.FAIL)])


def other_rules(desk: Desk) -> None:
    """An item has other rules for a while."""
    edited = add_rule(desk, "idi-001", Rule(Side.NEGATIVE, Kind.PATTERN, "zebra"))
    assert edited.change is not None


@pytest.mark.parametrize(
    "deed, touched, fewer",
    [
        (settle, False, 1),
        (dispute, False, 0),
        (other_rules, False, 0),
        (lambda desk: delete_system(desk, "Ahorn", "2026"), True, None),
    ],
)
def test_what_was_handed_in_stays_known(
    desk: Desk, deed: Callable[[Desk], object], touched: bool, fewer: int | None
) -> None:
    """Counted anew from what was known before, the numbers are those of whoever looks for the first time."""
    known, before = coverage.held_outputs(desk), coverage.held_outputs_touched(desk)
    open_before = {one.campaign.name: one.campaign.open_warnings for one in coverage.held(desk, known)}
    deed(desk)
    assert (coverage.held_outputs_touched(desk) != before) is touched
    afresh = coverage.held(desk)
    if not touched:
        assert [one.campaign for one in coverage.held(desk, known)] == [one.campaign for one in afresh]
    if fewer is not None:
        now = {one.campaign.name: one.campaign.open_warnings for one in afresh}
        assert max(open_before[name] - now[name] for name in now) == fewer


def test_shown_campaigns_are_holdings_with_what_is_open(desk: Desk) -> None:
    with desk.open() as workspace, workspace.reading() as connection:
        held = holdings(connection)
        assert {one.open_warnings for one in held.campaigns} == {0}
        shown = shown_campaigns(connection)
        assert with_open(held, open_texts(connection)) == shown
        assert sum(one.open_warnings for one in shown) > 0
        assert all(one.texts <= one.outputs for campaign in shown for one in campaign.systems)
        assert last_holding_change(connection)


def test_an_empty_workspace_holds_nothing(workspace: OpenWorkspace, where: str) -> None:
    desk = Desk(where, "Ada")
    assert (coverage.held(desk), coverage.held_outputs_touched(desk)) == ([], "")


def repeating(*signs: str, system: str = "A") -> HandIn:
    """A file of twelve items whose first sentence stands in it twice, translated otherwise."""
    suite = suite_of("Word", items=12)
    whole = hand_in_of(suite, system, "".join(signs))
    return replace(
        whole,
        sources=[*whole.sources, suite.items[0].source],
        texts=[*whole.texts, "again unclear"],
        places=[*whole.places, (suite.items[0].key, len(whole.texts))],
    )


def retire_the_second(desk: Desk) -> None:
    """An item that reviews no longer ask for."""
    with desk.open() as workspace, workspace.reading() as connection:
        number = connection.execute(select(schema.items.c.id).where(schema.items.c.name == "002")).scalar()
    retire_item(desk, int(number or 0))


@pytest.mark.parametrize(
    "deed, waiting, of_systems",
    [
        (lambda desk: None, 3, {"A": 2, "B": 2, "Idle": 0}),  # not the second line of the first sentence
        (retire_the_second, 2, {"A": 1, "B": 1, "Idle": 0}),
    ],
)
def test_what_is_open_is_what_review_shows(
    workspace: OpenWorkspace,
    where: str,
    deed: Callable[[Desk], None],
    waiting: int,
    of_systems: dict[str, int],
) -> None:
    """Not what repeats a sentence, is of a retired item, or of somebody who handed in next to nothing."""
    suite, other = suite_of("Word", items=12), replace(suite_of("Word", items=12), name="other")
    systems = [
        repeating("??", "+" * 10),
        hand_in_of(suite, "B", "x?" + "-" * 10),
        hand_in_of(suite, "Idle", "   zz       "),
    ]
    number = add_suite(workspace, suite)
    add_campaign(workspace, number, "2026", systems)
    desk = Desk(where, "Ada")
    deed(desk)
    more = add_suite(workspace, other)
    with workspace.writing("Ada", "outputs import", "more") as change:
        (found,) = (one for one in campaigns_of(change.connection) if one.name == "2026")
        (first, *_) = systems_of(change.connection, found.id)
        hand_in(change, more, {first.id: hand_in_of(other, "A", "??????" + "+" * 6)})
    (held,) = coverage.held(desk)
    shown = {(part.suite, part.pair): part.open for part in held.covered}
    assert shown == {("drawn", "de-en"): waiting, ("other", "de-en"): 6}
    for (of, pair), many in shown.items():
        assert reviews.status(desk, Scope("2026", of, pair)).review.total.open == many
    assert held.campaign.open_warnings == waiting + 6
    seen = {one.name: one.open_warnings for one in held.campaign.systems}
    assert seen == {**of_systems, "A": of_systems["A"] + 6}
    assert held.campaign.texts == 13 + 11 + 2 + 12  # all that was handed in, each text once


def test_of_a_repeated_sentence_one_line_waits(workspace: OpenWorkspace) -> None:
    """Suites and items tell the same as review."""
    number = add_suite(workspace, suite_of("Word", items=12))
    add_campaign(workspace, number, "2026", [repeating("?", "+" * 11)])
    with workspace.reading() as connection:
        waiting = open_texts_of(connection, number)
        assert list(waiting.values()) == [1]
        assert open_texts_of(connection, number, list(waiting)) == waiting
