"""The main journey, in both databases: from an empty workspace to a report, and mishaps on the way."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from lackmus.core.workspaces.people import Role
from lackmus.flows.suites.samples import samples
from lackmus.flows.workspaces.accounts import set_password
from lackmus.flows.workspaces.people import add_person
from lackmus.flows.workspaces.workspaces import Desk
from tests.browser.conftest import Server
from tests.browser.reviewing import (
    TALL,
    Visit,
    all_seen,
    at_line,
    deeds,
    left,
    lines_are,
    press,
    ready,
    saved,
    shown,
    shows_another,
    told,
)
from tests.browser.waiting import eventually

if TYPE_CHECKING:
    from playwright.sync_api import Page

SUITE = samples()["de-en"]
OUTPUTS = SUITE.parent / "outputs" / "2026"
PASSWORD = "a long word to pass by"


@pytest.fixture
def outputs(tmp_path: Path) -> list[Path]:
    """The outputs of the sample, and those of Weide, who has only riddles for words with two readings."""
    riddle = {f"amb-{n:03}": f"What is it that weeps beside the water, riddle {n}?" for n in range(1, 21)}
    rows = [row.split("\t") for row in (OUTPUTS / "Linde.tsv").read_text(encoding="utf-8").splitlines()]
    weide = tmp_path / "Weide.tsv"
    weide.write_text("".join(f"{item}\t{riddle.get(item, text)}\n" for item, text in rows), encoding="utf-8")
    return [*sorted(OUTPUTS.glob("*.tsv")), weide]


@pytest.mark.slow
def test_the_main_journey(
    where: str, outputs: list[Path], start: Callable[[str], Server], visit: Visit
) -> None:
    desk = Desk(where, "Ada")
    desk.open(create=True).close()
    server = start(where)
    page = visit(server.place)
    page.on("dialog", lambda dialog: dialog.accept())
    _import(page)
    _upload(page, outputs)
    assert left(desk) == 34 + 20
    _settle_a_screen(page, desk)
    _mend_a_rule(page, server)
    _review_together(desk, server, visit)


def _go(page: "Page", *keys: str, to: str | re.Pattern[str]) -> None:
    """Keys that lead to another page, which is ready for the next ones."""
    with page.expect_navigation(url=to):
        if len(keys) > 1:
            page.keyboard.type("".join(keys))  # at once: a sequence is forgotten after a second
        else:
            page.keyboard.press(*keys)


def _import(page: "Page") -> None:
    _go(page, "g", "s", to="**/suites")
    _go(page, "i", to="**/suites/import")
    page.set_input_files("[name=file]", SUITE)
    page.fill("[name=name]", "de-en")
    page.click("text=Preview import")
    page.click("text=Import it")
    page.wait_for_url(re.compile(r"/suites/\d+$"))
    expect(page.locator("main")).to_contain_text("160")


def _upload(page: "Page", outputs: list[Path]) -> None:
    _go(page, "g", "u", to="**/outputs")
    with page.expect_navigation(url="**/outputs/upload*"):
        page.locator("a[href^='/outputs/upload']").first.click()
    page.set_input_files("#files", outputs)
    page.fill("#new-campaign", "2026")
    _go(page, "Control+Enter", to="**/outputs/uploads/*")
    page.wait_for_selector("#store")
    _go(page, "Control+Enter", to="**/outputs/campaign?*")
    expect(page.locator("#said")).to_contain_text("5 systems (5 new)")


def _settle_a_screen(page: "Page", desk: Desk) -> None:
    """From the overview on without a mouse: a category is chosen, a few texts judged, then twenty."""
    _go(page, "g", "o", to=re.compile("/$"))
    _go(page, "g", "r", to="**/review")
    shown(page)
    page.keyboard.press("t")
    expect(page.locator("#kinds-box input")).to_be_focused()
    page.keyboard.type("Amb")
    with page.expect_navigation(url="**category=Ambiguity*"):
        page.keyboard.press("Enter")
    press(page, "f", "f", "f")
    saved(page)
    assert left(desk) == 51
    _go(page, "v", to="**many=20*")
    lines_are(page, ["fail"] * 20)  # as the three before
    page.keyboard.press("p")
    at_line(page, 1)
    page.keyboard.press("Space")
    lines_are(page, ["pass", "", *["fail"] * 18])
    usual = page.viewport_size
    page.set_viewport_size(TALL)  # type: ignore[arg-type]
    all_seen(page)
    screen = page.locator(f".line[data-text='{page.locator('.line').first.get_attribute('data-text')}']")
    page.keyboard.press("Enter")
    told(page, "19 saved, 1 left")
    expect(screen).to_have_count(0)
    saved(page)
    assert left(desk) == 32
    page.keyboard.press("u")
    told(page, "Taken back")
    expect(screen).to_have_count(1)
    assert left(desk) == 51
    all_seen(page)
    page.keyboard.press("Enter")
    told(page, "19 saved")
    assert left(desk) == 32
    page.set_viewport_size(usual)  # type: ignore[arg-type]
    assert deeds(desk) == ["review decide"] * (3 + 1 + 1)


def _mend_a_rule(page: "Page", server: Server) -> None:
    """A pattern that settles a text changes the report; undone it is as before, restored as it was then."""
    before = _report(page, server)
    page.goto(f"{server.place}/review?category=Function+words")
    number = shown(page)
    words = page.locator(".target .text").inner_text()
    _go(page, "e", to="**/items/*")
    first = page.locator(".rule textarea").first
    expect(first).to_be_focused()
    item, old = page.url.partition("?")[0], first.input_value()
    page.keyboard.press("Enter")  # one more rule
    expect(page.locator(".rule textarea").nth(1)).to_be_focused()
    page.keyboard.type(f"^{re.escape(words[:15])}")
    row = page.locator(f".item-text[data-text='{number}']")
    expect(row).to_have_class(re.compile("changed"))
    expect(row.locator("mark")).to_have_text(words[:15])
    changed = page.locator(".item-text.changed").count()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".impact-line")).to_contain_text(re.compile(rf"^{changed} texts? flips?: .*warning"))
    expect(page.locator(".impact-texts li", has_text=words)).to_have_count(1)
    _go(page, "Control+Enter", to="**/review?category=Function+words")
    shows_another(page, number)
    after = _report(page, server)
    assert after[0] > before[0] and after[1] != before[1]

    page.goto(f"{server.place}/log")
    page.locator("tr", has_text="rule").get_by_role("button", name="Undo").first.click()
    page.locator("#said", has_text="ndo").wait_for()
    undone = _report(page, server)
    assert undone == before

    page.goto(item)
    expect(page.locator(".rule textarea")).not_to_have_count(0)
    rules = "[...document.querySelectorAll('.rule textarea')].map((area) => area.value)"
    eventually(page, f"{rules}.includes({json.dumps(words[:15])})", False)
    version = page.locator(".version", has=page.locator("code.new", has_text=re.escape(words[:15])))
    version.last.get_by_role("button", name="Restore this set").click()
    page.locator("#said", has_text="Restored by change").wait_for()
    expect(page.locator(".rule textarea").first).to_have_value(old)
    restored = _report(page, server)
    assert restored == after


def _report(page: "Page", server: Server) -> tuple[int, str]:
    """How many items are fair, and the whole table."""
    page.goto(f"{server.place}/report?by=phenomenon")
    expect(page.locator("#table")).to_be_visible()
    fair = page.locator(".tile", has_text="Fair items").locator("dd").inner_text()
    return int(fair.split()[0]), page.inner_text("#table")


def _review_together(desk: Desk, server: Server, visit: Visit) -> None:
    """Two people review at once; the server dies in between, and what they decided meanwhile arrives once."""
    server.kill()
    set_password(desk, "Ada", PASSWORD)
    add_person(desk, "Béla", Role.ANNOTATOR, PASSWORD)
    server.start()
    pages = [visit(f"{server.place}/review"), visit(f"{server.place}/review")]
    for page, name in zip(pages, ("Ada", "Béla"), strict=True):
        page.fill("[name=name]", name)
        page.fill("[name=password]", PASSWORD)
        page.keyboard.press("Enter")
        shown(page)
    seen = []
    for _ in range(3):
        for page in pages:
            seen.append(shown(page))
            press(page, "p")
    for page in pages:
        saved(page)
        ready(page, done=3)
    open_, done = left(desk), len(deeds(desk))

    server.kill()
    for page in pages:
        seen.append(shown(page))
        press(page, "f")
        page.locator("#saving", has_text="No connection: 1 decision waits").wait_for()
    assert left(desk) == open_
    server.start()
    for page in pages:
        saved(page)  # by itself
    assert len(set(seen)) == 8
    assert left(desk) == open_ - 2
    assert deeds(desk)[done:] == ["review decide"] * 2
    visit.troubles.clear()  # type: ignore[attr-defined]  # the browser told of the lost connection
