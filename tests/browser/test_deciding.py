"""Deciding where texts are read, by the keys of review: an item, a report, a search, a comparison."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from lackmus.flows.reviews.reviews import Scope, status
from lackmus.flows.workspaces.history import LogFilter, log
from tests.browser.conftest import Server
from tests.browser.reviewing import deeds, saved, stocked, told

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

LOOKED = ["review reveal"]  # where the page names the systems, a decision says that they were seen


@pytest.mark.parametrize(
    ("place", "line", "way", "named"),
    [
        (
            "/report/items?mode=warnings&every=1",
            "#items tr:has-text('He sits there')",
            ["j", "ArrowDown"],
            LOOKED,
        ),
        ("/search?q=sits", "#lines tbody tr", ["j"], []),
        ("/compare?mode=open&a=Linde&b=Ahorn", ".side-by:has-text('He sits there')", ["j"], LOOKED),
        ("/items/1", "#texts > li:has-text('He sits there')", ["ArrowDown"], []),
    ],
)
def test_a_text_is_decided_where_it_is_read(
    start: Callable[[str], Server],
    visit: Callable[..., "Page"],
    tmp_path: "Path",
    place: str,
    line: str,
    way: list[str],
    named: list[str],
) -> None:
    desk = stocked(tmp_path, ["He sits there, one.", "He sits there, two."])
    page = visit(f"{start(str(desk.workspace)).place}{place}")
    text = page.locator(line).first
    page.keyboard.press("f")
    told(page, "Choose a translation first")
    for key in way:
        page.keyboard.press(key)
    expect(text).to_be_focused()
    page.keyboard.press("f")
    expect(text.locator(".verdict")).to_have_class(re.compile("fail"))
    told(page, "Saved: fail. The item is now fair.")
    expect(text).to_contain_text(re.compile("by you|Ada: fail"))
    page.keyboard.press("c")
    page.keyboard.type("no bank at all")
    page.keyboard.press("Control+Enter")
    page.keyboard.press("d")
    expect(page.locator(".remarks").first).to_contain_text("no bank at all")
    expect(page.locator(".remarks").first).to_contain_text("flagged by Ada")
    saved(page)
    page.keyboard.press("u")
    told(page, "Taken back: flagged")
    page.keyboard.press("u")
    told(page, "Taken back: commented")
    page.keyboard.press("u")
    told(page, "Taken back: decided")
    expect(text.locator(".verdict")).to_have_class(re.compile("warning"))
    expect(text).to_be_focused()
    page.keyboard.press("p")
    told(page, "Saved: pass")
    saved(page)
    assert deeds(desk) == [*named, "review decide", "review comment", "review flag", *named, "review decide"]
    assert status(desk, Scope()).review.total.open == 1
    if place.startswith(("/report", "/compare")):
        page.keyboard.press("l")
        expect(page.locator("#stale")).to_be_hidden()
        expect(page.locator(line)).to_have_count(1)  # the other item's


def test_what_was_decided_elsewhere_is_shown_and_not_replaced(
    start: Callable[[str], Server], visit: Callable[..., "Page"], tmp_path: "Path"
) -> None:
    """The same text in two windows; and what cannot be sent waits, as in review."""
    desk = stocked(tmp_path, ["He sits there, one."])
    place = f"{start(str(desk.workspace)).place}/search?q=sits"
    one, other = visit(place), visit(place)
    for page in (one, other):
        page.keyboard.press("j")
    one.keyboard.press("p")
    told(one, "Saved: pass")
    other.keyboard.press("f")
    told(other, "You decided pass .* in another window")
    expect(other.locator("#lines .verdict").first).to_have_class(re.compile("pass"))
    other.context.set_offline(True)
    other.keyboard.press("f")
    expect(other.locator("#lines .verdict").first).to_have_class(re.compile("fail"))
    other.wait_for_selector("#saving[data-state=offline]")
    other.context.set_offline(False)
    saved(other)
    assert [one.about for one in log(desk, LogFilter(most=2))] == ["text 2: fail", "text 2: pass"]
    visit.troubles.clear()  # type: ignore[attr-defined]  # of the 409 and the lost connection, which are meant
