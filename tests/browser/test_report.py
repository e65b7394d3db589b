"""The report in a real browser: by keyboard from the table to the sentences, systems in any order, charts."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions
from tests.browser.conftest import Server
from tests.browser.waiting import eventually, until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

Visit = Callable[..., "Page"]
ASKED = "campaign=2026&suite=de-en"


def test_from_a_number_to_its_sentences_by_keyboard(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/report?{ASKED}")
    page.keyboard.press("t")
    expect(page.locator("#table button.fold").first).to_be_focused()
    page.keyboard.press("Enter")  # the first category unfolds
    page.wait_for_selector("tr.member")
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    eventually(page, "document.activeElement === document.querySelector('tr.member').cells[2]")
    cell = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.wait_for_url("**/report/items?**phenomenon=**system=**")
    expect(page.locator("#number")).to_contain_text(f"{cell} %")
    passes = page.locator("tr.chosen.pass").count()
    items = page.locator("#items > .item").count()
    assert cell == f"{100 * passes / items:.1f}"
    page.keyboard.press("4")
    page.wait_for_url("**mode=warnings**")
    page.keyboard.press("1")
    page.wait_for_url(lambda address: "mode" not in address)
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator("#items > .item").nth(1).locator("[data-decide]").first).to_be_focused()
    page.keyboard.press("b")
    page.wait_for_url("**/report?**")
    page.wait_for_selector("#table")


def test_a_cell_opens_by_mouse_and_categories_fold_again(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/report?{ASKED}")
    page.click("button.fold:has-text('False friends')")
    page.wait_for_selector("tr.member")
    page.click("button.fold:has-text('False friends')")
    expect(page.locator("tr.member").first).to_be_hidden()
    page.click("tbody[data-category='False friends'] tr.group td:nth-child(3)")
    page.wait_for_url("**/report/items?**category=False+friends&system=**")


def test_systems_are_chosen_and_ordered_freely(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/report?{ASKED}")
    heads = page.locator("th.system")
    expect(heads).to_have_text(["Linde", "Eiche", "Birke", "Ahorn"], use_inner_text=True)
    page.keyboard.press("o")
    page.uncheck("#systems input[value=Eiche]")
    page.focus("#systems input[value=Ahorn]")
    for place in (2, 1, 0):
        page.keyboard.press("Alt+ArrowUp")
        expect(page.locator("#systems input").nth(place)).to_have_value("Ahorn")
        expect(page.locator("#systems input").nth(place)).to_be_focused()
    page.click("text=Show this report")
    page.wait_for_url("**systems=Ahorn&systems=Linde&systems=Birke**")
    expect(heads).to_have_text(["Ahorn", "Linde", "Birke"], use_inner_text=True)
    expect(page).not_to_have_url(re.compile("order|test="))  # what is as usual is left unsaid
    page.select_option("[name=campaign]", "2025")  # what was chosen there means nothing here
    page.wait_for_url("**campaign=2025**")
    expect(page).not_to_have_url(re.compile("systems"))
    expect(page.locator("#table")).to_be_visible()


def test_charts_come_when_they_are_seen_and_a_report_is_saved(server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/report?{ASKED}")
    page.locator("#chart-agreement").scroll_into_view_if_needed()
    page.wait_for_selector("#chart-agreement svg")
    page.fill("[name=name]", "camera/ready <b>1</b>")
    page.click("form.save button")
    page.wait_for_url("**/reports/camera%2Fready%20%3Cb%3E1%3C%2Fb%3E")
    expect(page.locator("h1")).to_have_text(re.compile("^camera/ready <b>1</b>"))
    expect(page.locator("#saved")).to_contain_text("by Ada")
    page.keyboard.press("u")
    page.wait_for_url("**by=phenomenon")
    expect(page.locator("tr.member").first).to_be_visible()


KINDS = [(category, f"{category} {n:02}") for category in ("Agreement", "Order") for n in range(12)]
# Rows that are in view come by themselves, those below the window wait.
WAITING_BELOW = """(() => {
  const rows = [...document.querySelectorAll("tr.waiting")];
  return rows.length > 0 && rows.every((row) => row.getBoundingClientRect().top >= innerHeight);
})()"""
STANDS = "() => !document.activeElement.closest('.waiting') && document.activeElement.closest('tbody')"


@pytest.fixture
def large(start: Callable[[str], Server], tmp_path: Path) -> str:
    """The address of a report of 100 systems: its first rows come with it, others when they are reached."""
    common = {"pair": "de-en", "source": "Er sitzt.", "positive": ["sits"], "negative": ["sit "]}
    suite = [{**common, "id": what, "category": category, "phenomenon": what} for category, what in KINDS]
    outputs = [
        {"item": what, "system": f"system {n}", "text": "He sits."} for _, what in KINDS for n in range(100)
    ]
    for name, rows in (("suite", suite), ("outputs", outputs)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    desk = Desk(str(tmp_path / "large.db"), "Ada")
    import_suite(desk, tmp_path / "suite.jsonl")
    import_outputs(desk, [str(tmp_path / "outputs.jsonl")], ReadOptions(), ImportOptions("WMT26"))
    return f"{start(str(desk.workspace)).place}/report?by=phenomenon"


def test_rows_of_a_large_table_come_when_they_are_reached(large: str, visit: Visit) -> None:
    """Arrows walk on into the rows that wait, and lose nobody."""
    page = visit(large)
    expect(page.locator("tbody .name").nth(3)).to_be_attached()
    eventually(page, WAITING_BELOW)
    page.keyboard.press("t")
    stood = []
    for _ in range(26):
        page.wait_for_function(STANDS)
        stood.append(page.evaluate("document.activeElement.textContent"))
        page.keyboard.press("ArrowDown")
    below = {category: [what for of, what in KINDS if of == category] for category, _ in KINDS}
    assert stood == [name for category, phenomena in below.items() for name in (category, *phenomena)]
    expect(page.locator("tr.waiting")).to_have_count(0)


def test_nobody_is_lost_when_rows_of_two_categories_come_at_once(large: str, visit: Visit) -> None:
    page = visit("about:blank", viewport={"width": 1280, "height": 1600})  # both categories are seen
    asked: list[Route] = []
    page.route("**/report/rows?**", lambda route: asked.append(route))
    with (
        page.expect_request("**/report/rows?**=Agreement&**"),
        page.expect_request("**/report/rows?**=Order&**"),
    ):
        page.goto(large)
    for key in ("t", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    eventually(page, "document.activeElement.closest('.waiting') !== null")
    until(page, lambda: len(asked) == 2, "rows of both categories are asked for")
    for route, answer in [(route, route.fetch()) for route in asked]:
        route.fulfill(response=answer)
    page.wait_for_function(STANDS)
    eventually(page, "document.activeElement.textContent", "Agreement 02")  # the first that waited
