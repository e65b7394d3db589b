"""Error types by number keys: in review, on a screen of many, where texts are read, and in the report."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from lackmus.flows.suites.error_types import add_error_type
from lackmus.flows.workspaces.history import LogFilter, log
from tests.browser.conftest import Server
from tests.browser.reviewing import deeds, left, saved, shown, stocked, told

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


def test_what_is_wrong_is_said_by_a_number_after_the_decision(
    start: Callable[[str], Server], visit: Callable[..., "Page"], tmp_path: "Path"
) -> None:
    """Not testable with an error type, by keys alone, is afterwards in the error profile of the report."""
    desk = stocked(tmp_path, [f"He sits there, {n}." for n in range(6)])
    add_error_type(desk, None, "untranslated")
    add_error_type(desk, None, "wrong sense", phenomenon="Lexical")
    place = start(str(desk.workspace)).place
    page = visit(f"{place}/review")
    first = shown(page)
    expect(page.locator("aside .error-types li")).to_have_text(["1 untranslated", "2 wrong sense"])
    page.keyboard.press("x")
    offered = page.locator("#error-types button")
    expect(page.locator("#error-types")).to_contain_text("What is wrong with “He sits there,")
    page.keyboard.press("2")  # of the text before, although another is shown by now
    expect(offered.nth(1)).to_have_attribute("aria-pressed", "true")
    saved(page)
    page.keyboard.press("7")
    told(page, "No error type has the key 7: there are 1 untranslated, 2 wrong sense.")
    page.keyboard.press("1")
    page.keyboard.press("1")  # again: taken away
    told(page, "No error type any more.")
    saved(page)
    assert deeds(desk) == ["review decide", *["review error type"] * 3]
    page.keyboard.press("u")
    told(page, "Taken back: said what is wrong with")
    expect(page.locator(".one .own")).to_have_text(re.compile("you said.*not testable untranslated"))
    expect(page.locator(".one")).to_have_attribute("data-text", str(first))
    page.keyboard.press("j")
    page.wait_for_selector(f".one:not([data-text='{first}'])")
    page.keyboard.press("p")
    expect(page.locator("#error-types")).to_be_hidden()
    saved(page)

    # Who decides by 1 and 0 goes on as before: no number is taken for an error type.
    before = left(desk)
    page.keyboard.press("0")
    saved(page)
    expect(page.locator("#error-types")).to_be_hidden()
    page.keyboard.press("1")
    saved(page)
    assert left(desk) == before - 2
    assert next(one.about for one in log(desk, LogFilter(most=1))).endswith(": pass")

    # A screen of many keeps it with the line.
    page.goto(f"{place}/review?many=20")
    page.wait_for_selector(".line")
    page.keyboard.press("f")
    page.keyboard.press("1")
    expect(page.locator(".line").first).to_contain_text("untranslated")
    page.keyboard.press("Enter")
    saved(page)

    page.goto(f"{place}/report")
    profile = page.locator("#errors")
    expect(profile.locator("h2, h3").first).to_have_text("Error profile")
    expect(profile.locator("tbody tr").filter(has_text="untranslated").first).to_contain_text("Lexical")

    # Where texts are read, a number has its own meaning until a text was decided by a letter.
    page.goto(f"{place}/report/items?mode=untestable&every=1")
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.keyboard.press("2")
    expect(page.locator("[data-decide][aria-current]")).to_contain_text(re.compile("by you.*wrong sense"))
    saved(page)
    page.keyboard.press("j")
    page.keyboard.press("2")
    page.wait_for_url(re.compile("mode=fails"))
