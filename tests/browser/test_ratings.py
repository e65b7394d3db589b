"""Blind ratings in a real browser: by keyboard, back and forth, with and without a server."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from lackmus.core.ratings.tasks import RatingScale, TaskPlan
from lackmus.flows.contrasts import keeping as studies
from lackmus.flows.ratings import ratings, tasks
from lackmus.flows.workspaces.workspaces import Desk
from tests.browser.conftest import Server
from tests.browser.test_held_keys import hold
from tests.browser.waiting import answered, eventually
from tests.studied import small_study

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]
PLAN = TaskPlan(
    RatingScale(0, 100, "nonsense", "perfect"), references=("human",), people=1, advice="Meaning first."
)
SHOWN = "document.querySelector('#board article')?.dataset.key ?? null"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Eight texts to rate."""
    desk = Desk(str(tmp_path / "lackmus.db"), "Ada")
    studies.keep(desk, small_study())
    tasks.create(desk, "quality", "small", PLAN)
    return desk


@pytest.fixture
def server(desk: Desk, start: Callable[[str], Server]) -> Server:
    return start(str(desk.workspace))


def key_of(page: "Page") -> str:
    page.wait_for_selector("#board article")
    found = page.evaluate(SHOWN)
    assert isinstance(found, str)
    return found


def another(page: "Page", key: str) -> str:
    """Wait until another text is shown."""
    page.wait_for_function("key => document.querySelector('#board article')?.dataset.key !== key", arg=key)
    return key_of(page)


def press(page: "Page", *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def said(desk: Desk, key: str) -> int | None:
    return ratings.card(desk, "quality", key).value


def saved(page: "Page") -> None:
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved")


def test_by_keyboard_to_the_report(desk: Desk, server: Server, visit: Visit) -> None:
    """Digits and Enter, arrows, back to correct one, to the end, and on to the report."""
    page = visit(f"{server.place}/ratings/1/rate")
    first = key_of(page)
    press(page, "7", "5", "Enter")
    second = another(page, first)
    press(page, "ArrowRight", "ArrowUp", "Enter")  # from the middle: 50 + 1 + 10
    third = another(page, second)
    press(page, "9", "Backspace", "Backspace")  # a digit, then the text before
    eventually(page, SHOWN, second)
    expect(page.locator("[name=value]")).to_have_value("61")
    press(page, "p")
    eventually(page, SHOWN, first)
    press(page, "1", "2", "Enter")
    eventually(page, SHOWN, second)
    press(page, "n")
    eventually(page, SHOWN, third)
    press(page, "1", "0", "1", "Enter")
    expect(page.locator("#told")).to_have_text("Write a number from 0 to 100.")
    eventually(page, SHOWN, third)
    press(page, "Backspace", "Backspace", "Backspace", "3", "Enter")
    key = another(page, third)
    for value in "45678":
        press(page, value, "Enter")
        if value != "8":
            key = another(page, key)
    expect(page.locator("#over .title")).to_have_text("All is rated")
    saved(page)
    expect(page.locator("[data-told=left]")).to_have_text("0 left")
    assert (said(desk, first), said(desk, second), said(desk, third)) == (12, 61, 3)
    press(page, "b")
    page.wait_for_url("**/ratings/1")
    page.get_by_role("link", name="Report", exact=True).last.click()
    page.wait_for_url("**/ratings/1/report")
    expect(page.locator("h2").first).to_have_text("quality: mean ratings")
    expect(page.get_by_text("8 ratings of 8 texts by 1 annotator")).to_be_visible()


def test_a_held_key_rates_once(desk: Desk, server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/ratings/1/rate")
    first = key_of(page)
    hold(page, "8")
    expect(page.locator("[name=value]")).to_have_value("8")
    hold(page, "Enter")
    second = another(page, first)
    hold(page, "Enter")
    expect(page.locator("#told")).to_have_text("Write a number from 0 to 100.")
    saved(page)
    eventually(page, SHOWN, second)
    assert ratings.own_progress(desk, "quality").rated == 1


def test_ratings_wait_for_the_server(desk: Desk, server: Server, visit: Visit) -> None:
    """What was said while the server was away is sent when it is back, also after a reload."""
    page = visit(f"{server.place}/ratings/1/rate")
    first = key_of(page)
    answered(page, "/ratings/1/cards")
    server.kill()
    press(page, "4", "Enter")
    another(page, first)
    expect(page.locator("#saving")).to_contain_text("1 rating waits here")
    server.start()
    page.get_by_role("button", name="Send now").click()
    saved(page)
    assert said(desk, first) == 4
    visit.troubles.clear()  # type: ignore[attr-defined]  # that the server was away


def test_on_a_telephone(server: Server, visit: Visit) -> None:
    """Slider, number and buttons fit, and serve without a keyboard."""
    page = visit(f"{server.place}/ratings/1/rate", viewport={"width": 390, "height": 700}, has_touch=True)
    first = key_of(page)
    eventually(page, "document.documentElement.scrollWidth <= innerWidth")
    page.locator("[type=range]").fill("80")
    expect(page.locator("[name=value]")).to_have_value("80")
    page.get_by_role("button", name="Save").tap()
    another(page, first)
    page.get_by_role("button", name="Previous").tap()
    eventually(page, SHOWN, first)
    expect(page.locator(".earlier")).to_have_text("You rated this 80.")
