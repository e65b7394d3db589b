"""What was decided is saved, once, whatever happens to the connection, the server or the log-in."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces.accounts import set_password
from lackmus.flows.workspaces.people import add_person
from lackmus.flows.workspaces.workspaces import Desk
from tests.browser.conftest import Server
from tests.browser.reviewing import Visit, deeds, left, press, ready, saved, shown, shows, told
from tests.browser.waiting import intercept

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_without_a_connection_decisions_wait_and_are_saved_once(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    ready(page)
    page.context.set_offline(True)
    press(page, "p", "f", "p")
    page.locator("#saving", has_text="No connection: 3 decisions wait here and will be sent again").wait_for()
    assert left(desk) == 30
    page.keyboard.press("u")  # the last one has not left yet
    told(page, "before it was sent")
    page.locator("#saving", has_text="2 decisions wait").wait_for()
    page.context.set_offline(False)
    saved(page)
    assert left(desk) == 28
    assert deeds(desk) == ["review decide", "review decide"]
    visit.troubles.clear()  # type: ignore[attr-defined]  # the browser told of the lost connection


def test_an_answer_that_was_lost_is_asked_for_again(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    shown(page)
    lost: list[str] = []
    held: list[Any] = []  # the next try, until somebody has seen that there is no connection
    told: list[bool] = []

    def lose(route: Any) -> None:
        if told:
            route.continue_()
        elif lost:
            held.append(route)
        else:
            lost.append(route.fetch().text())  # the server has it, and nobody hears of it
            route.abort()

    intercept(page, "**/review/decide", lose)
    press(page, "p")
    page.locator("#saving", has_text="No connection").wait_for()
    told.append(True)
    for route in held:
        route.continue_()
    saved(page)
    assert lost and left(desk) == 29
    assert deeds(desk) == ["review decide"]
    visit.troubles.clear()  # type: ignore[attr-defined]


def test_a_reload_in_the_middle_loses_nothing(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    ready(page)
    intercept(page, "**/api/v1/review/decide", lambda route: route.abort())
    press(page, "p", "f")
    standing = shown(page)
    page.locator("#saving", has_text="2 decisions wait").wait_for()
    page.once("dialog", lambda dialog: dialog.accept())  # the browser asks whether one really wants to leave
    page.unroute("**/api/v1/review/decide")
    page.reload()
    shows(page, standing)  # what was claimed comes first
    saved(page)
    assert left(desk) == 28
    assert deeds(desk) == ["review decide", "review decide"]
    visit.troubles.clear()  # type: ignore[attr-defined]


def test_the_server_killed_and_started_again(
    desk: Desk, start: Callable[[str], Server], visit: Visit
) -> None:
    server = start(str(desk.workspace))
    page = visit(f"{server.place}/review")
    ready(page)
    server.kill()
    press(page, "p", "f")
    page.locator("#saving", has_text="No connection").wait_for()
    server.start()
    page.locator("#saving >> text=Send now").click()
    saved(page)
    assert left(desk) == 28
    press(page, "p")
    saved(page)
    visit.troubles.clear()  # type: ignore[attr-defined]


def test_what_waits_is_sent_as_soon_as_the_server_answers_anything(
    desk: Desk, place: str, visit: Visit
) -> None:
    """The pauses between attempts grow; a text that comes tells that there is no need for one."""
    page = visit("about:blank")
    page.clock.install(time="2030-01-01T08:00:00")
    page.goto(place)
    ready(page)
    page.clock.pause_at("2030-01-01T08:05:00")  # no pause ever ends by itself
    intercept(page, "**/api/v1/review/*", lambda route: route.abort())
    press(page, "p", "p", "p")
    page.keyboard.press("p")  # none lies ready any more
    page.locator("#board", has_text="could not be fetched").wait_for()
    page.locator("#saving", has_text="4 decisions wait").wait_for()
    page.unroute("**/api/v1/review/*")
    page.locator("#board >> text=Try again").click()
    saved(page)
    assert left(desk) == 26
    visit.troubles.clear()  # type: ignore[attr-defined]


def test_what_the_server_refuses_is_shown(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    text = shown(page)
    answer: dict[str, Any] = {"status": 409, "body": '{"error": "The text is gone."}'}
    answer["content_type"] = "application/json"
    intercept(page, "**/api/v1/review/decide", lambda route: route.fulfill(**answer), times=1)
    press(page, "p")
    page.locator("#refused", has_text="The text is gone.").wait_for()
    expect(page.locator("#saving")).to_contain_text("not saved")
    press(page, "f")
    page.reload()
    page.locator("#refused", has_text="The text is gone.").wait_for()  # until somebody has seen to it
    page.click("#refused >> text=Look at it")
    page.wait_for_selector(f".one[data-text='{text}']")
    page.click("#refused >> text=Send again")
    saved(page)
    expect(page.locator("#refused")).to_be_hidden()
    assert left(desk) == 28
    visit.troubles.clear()  # type: ignore[attr-defined]


PASSWORD = "a long word to pass by"


def log_in(page: "Page", name: str) -> None:
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector(".one")


@pytest.fixture
def team(desk: Desk, start: Callable[[str], Server]) -> str:
    """Ada and Béla, who is no editor, must log in."""
    set_password(desk, "Ada", PASSWORD)
    add_person(desk, "Béla", Role.ANNOTATOR, PASSWORD)
    return f"{start(str(desk.workspace)).place}/review"


def test_two_people_never_see_the_same_text(desk: Desk, team: str, visit: Visit) -> None:
    pages = [visit(team), visit(team)]
    for page, name in zip(pages, ("Ada", "Béla"), strict=True):
        log_in(page, name)
    seen: list[list[int]] = [[], []]
    for _ in range(6):
        for page, texts in zip(pages, seen, strict=True):
            texts.append(shown(page))
            press(page, "p")
    for page in pages:
        saved(page)
    assert len({*seen[0], *seen[1]}) == 12
    assert left(desk) == 18
    for page, many in zip(pages, (1, 0), strict=True):
        expect(page.locator("[data-do=rule]")).to_have_count(many)


def test_who_is_logged_out_loses_nothing(desk: Desk, team: str, visit: Visit) -> None:
    page = visit(team)
    log_in(page, "Béla")
    ready(page)
    page.context.clear_cookies()
    press(page, "p", "f")
    page.locator("#saving", has_text="You are logged out: 2 decisions wait here").wait_for()
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#saving >> text=Log in")
    log_in(page, "Béla")
    saved(page)
    assert left(desk) == 28
    visit.troubles.clear()  # type: ignore[attr-defined]
