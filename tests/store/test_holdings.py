"""What campaigns hold: what was handed in stays known while people decide, what is open does not."""

from collections.abc import Callable

import pytest

from lackmus.core.judges import Verdict
from lackmus.core.suites import Kind, Rule, Side
from lackmus.flows import coverage
from lackmus.flows.deciding import decide
from lackmus.flows.removals import delete_system
from lackmus.flows.rules import add_rule
from lackmus.flows.workspaces import Desk
from lackmus.store.holdings import holdings, last_holding_change, open_texts, shown_campaigns, with_open
from lackmus.store.workspaces import Workspace

from .filled import fill


@pytest.fixture
def desk(workspace: Workspace, where: str) -> Desk:
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
    known, before = coverage.stock(desk), coverage.stock_touched(desk)
    open_before = {one.campaign.name: one.campaign.open_warnings for one in coverage.held(desk, known)}
    deed(desk)
    assert (coverage.stock_touched(desk) != before) is touched
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


def test_an_empty_workspace_holds_nothing(workspace: Workspace, where: str) -> None:
    desk = Desk(where, "Ada")
    assert (coverage.held(desk), coverage.stock_touched(desk)) == ([], "")
