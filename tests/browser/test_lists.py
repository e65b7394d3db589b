"""Lists by keyboard: sorting, marking, and what is done to all that is marked, with its undo."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.suites.exporting import show_suite
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.history import LogFilter, log
from lackmus.read import ReadOptions
from tests.browser.conftest import Server
from tests.browser.reviewing import stocked

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


def test_items_are_changed_together_and_back(
    start: Callable[[str], Server], visit: Callable[..., "Page"], tmp_path: "Path"
) -> None:
    """Sorted, marked one by one and as a range, tagged; the bar says what was done, and u takes it back."""
    desk = stocked(tmp_path, ["He sits there, one.", "A bench.", "He sits there, three."])
    page = visit(f"{start(str(desk.workspace)).place}/suites/1")
    said, bar = page.locator("#marking .told"), page.locator("#marking")
    page.keyboard.press("t")
    expect(page.locator(".toast")).to_contain_text("Mark an item first")
    page.get_by_role("link", name="Open").press("Enter")
    page.wait_for_url("**sort=-open")
    expect(page.locator("th[aria-sort=descending]")).to_have_text(re.compile("Open"))
    expect(page.locator("tbody th.id a")).to_have_text(["000", "002", "001"])
    page.locator("th", has_text="Findings").wait_for()  # they come with the whole list
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.keyboard.press("j")
    page.keyboard.press("X")
    expect(bar).to_contain_text("2 items marked")
    page.keyboard.press("t")
    page.keyboard.type("y" * 101)
    page.keyboard.press("Enter")
    expect(page.locator("#act-tag .complaint")).to_have_text(re.compile("has 101 characters, more than 100"))
    page.keyboard.press("Control+a")
    page.keyboard.type("hard, old")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("2 items tagged: +hard, +old.")
    page.wait_for_load_state()
    expect(page.locator("tr:has-text('002') a.tag")).to_have_text(["hard", "old"])
    expect(page.locator("tr:has-text('001') a.tag")).to_have_count(0)
    page.keyboard.press("u")
    expect(said).to_contain_text("Undone: suite: 2 items tagged")
    page.wait_for_load_state()
    expect(page.locator("a.tag")).to_have_count(0)
    page.keyboard.press("A")
    expect(bar).to_contain_text("3 items marked")
    page.keyboard.press("d")
    expect(page.locator(".empty")).to_contain_text("The suite has no item")
    expect(said).to_contain_text("3 items retired.")
    page.wait_for_load_state()
    page.keyboard.press("u")
    expect(page.locator("tbody th.id a")).to_have_count(3)
    page.wait_for_load_state()
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    page.keyboard.press("x")
    page.keyboard.press("r")
    page.wait_for_url("**/review?**items=1")
    expect(page.locator(".filters")).to_contain_text("marked in a list")
    expect(page.locator("#board")).to_contain_text("He sits there, one.")
    verbs = [one.verb for one in log(desk, LogFilter(most=4))]
    assert verbs == ["undo", "items change", "undo", "items change"]
    assert not any(item.tags for item in show_suite(desk, "suite").items)
    visit.troubles.clear()  # type: ignore[attr-defined]  # of the 400 that is meant


def test_texts_are_assigned_and_reviewed_together(
    start: Callable[[str], Server], visit: Callable[..., "Page"], tmp_path: "Path"
) -> None:
    """Exactly what is marked, settled or not."""
    desk = stocked(tmp_path, ["He sits there, one.", "He sits there, two."])
    page = visit(f"{start(str(desk.workspace)).place}/texts?sort=text")
    for key in ("j", "j", "j", "x", "a"):
        page.keyboard.press(key)
    expect(page.locator("#act-assign")).to_contain_text("Assign 1 text")
    page.keyboard.press("Enter")
    expect(page.locator("#marking .told")).to_contain_text("1 text assigned to Ada.")
    page.wait_for_load_state()
    page.keyboard.press("u")
    expect(page.locator("#marking .told")).to_contain_text("Undone: 1 text to Ada")
    page.wait_for_load_state()
    assert [one.verb for one in log(desk, LogFilter(most=2))] == ["undo", "review assign"]
    page.keyboard.press("r")
    page.wait_for_url("**/review?**")
    expect(page.locator("#board")).to_contain_text("He sits there, one.")
    expect(page.locator(".filters")).to_contain_text("a list of texts")


def test_marked_items_of_several_pairs_are_reviewed_pair_by_pair(
    start: Callable[[str], Server], visit: Callable[..., "Page"], tmp_path: "Path"
) -> None:
    """Each pair has its own link; none is left out in silence."""
    desk = stocked(tmp_path, ["He sits there, one.", "He sits there, two."])
    suite, outputs = tmp_path / "suite.jsonl", tmp_path / "outputs.jsonl"
    _, first, *_ = suite.read_text().splitlines()
    suite.write_text(f"{suite.read_text()}{first.replace('de-en', 'de-fr')}\n")
    import_suite(desk, suite)
    outputs.write_text('{"item": "000", "system": "Linde", "text": "Il est là."}\n')
    import_outputs(desk, [str(outputs)], ReadOptions(), ImportOptions("WMT26"), pair="de-fr")
    page = visit(f"{start(str(desk.workspace)).place}/suites/1")
    page.keyboard.press("A")
    expect(page.locator("#marking")).to_contain_text("3 items marked")
    page.keyboard.press("r")
    expect(page.locator("#act-review")).to_contain_text("Review 3 items")
    links = page.locator("#act-review a")
    expect(links).to_have_text(["de-en", "de-fr"])
    links.nth(1).press("Enter")
    page.wait_for_url("**/review?**pair=de-fr")
    expect(page.locator("#board")).to_contain_text("Il est là.")
