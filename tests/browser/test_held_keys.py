"""A held key decides once, and a key means the text that was shown when it was pressed."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from lackmus.flows.contrasts import keeping as kept_studies
from lackmus.flows.reviews.disputes import second_looks
from lackmus.flows.workspaces.history import LogFilter, log
from lackmus.flows.workspaces.workspaces import Desk
from tests.browser import test_contrasts as contrasts
from tests.browser.conftest import Server
from tests.browser.reviewing import (
    Visit,
    at_line,
    deeds,
    left,
    lines_are,
    press,
    ready,
    saved,
    shown,
    shows,
    shows_another,
    told,
)
from tests.browser.test_contrasts import FIRST, SECOND, on
from tests.browser.test_team import differ
from tests.browser.waiting import answered, intercept, until
from tests.studied import small_study

if TYPE_CHECKING:
    from playwright.sync_api import Page


def hold(page: "Page", key: str, times: int = 15) -> None:
    """Hold a key down: the browser repeats it, and says so with each event."""
    for _ in range(times):
        page.keyboard.down(key)
    page.keyboard.up(key)


@pytest.fixture
def disputed(server: Server, visit: Visit) -> Iterator["Page"]:
    """Three texts on which people differ."""
    differ(server, 3)
    yield visit(f"{server.place}/agreement/disputes")


def open_disputes(server: Server) -> int:
    return len(second_looks(Desk(server.workspace, "Ada")).disputed)


# -- held keys ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["p", "f", "1", "0"])
def test_a_held_key_judges_one_text(desk: Desk, place: str, visit: Visit, key: str) -> None:
    page = visit(place)
    first = shown(page)
    ready(page)
    hold(page, key)
    shows_another(page, first)
    saved(page)
    assert (left(desk), deeds(desk)) == (29, ["review decide"])


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_held_key_presses_a_button_once(desk: Desk, place: str, visit: Visit, key: str) -> None:
    page = visit(place)
    first = shown(page)
    ready(page)
    page.locator("[data-do=fail]").focus()
    hold(page, key)
    shows_another(page, first)
    saved(page)
    assert (left(desk), deeds(desk)) == (29, ["review decide"])


def test_a_held_key_sets_one_line_and_confirms_one_screen(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(f"{place}?many=20")
    lines_are(page, ["pass"] * 20)
    answered(page, "/api/v1/review/next", 2)  # the next screen lies ready
    hold(page, "f")
    lines_are(page, ["fail", *["pass"] * 19])
    at_line(page, 1)
    hold(page, "j", 5)  # moving may be repeated
    at_line(page, 6)
    with page.expect_request("**/review/decide"):
        hold(page, "Enter")
    saved(page)
    assert deeds(desk) == ["review decide"]


@pytest.mark.parametrize("by", ["key", "button"])
def test_a_held_key_settles_one_dispute(server: Server, disputed: "Page", by: str) -> None:
    page = disputed
    if by == "button":
        page.locator(".look >> nth=0 >> [data-verdict=fail]").focus()
    hold(page, "f" if by == "key" else "Enter")
    page.locator(".look").nth(0).get_by_text("Settled: fail.").wait_for()
    hold(page, "u")
    page.locator(".look").nth(0).get_by_text("Open again.").wait_for()
    assert open_disputes(server) == 3


@pytest.fixture
def study_desk(tmp_path: Path) -> Desk:
    desk = Desk(str(tmp_path / "study.db"), "Ada")
    kept_studies.keep(desk, small_study())
    return desk


@pytest.fixture
def refining(study_desk: Desk, start: Callable[[str], Server], visit: Visit) -> "Page":
    """The first of four items to keep or drop, the others ready."""
    page = visit(f"{start(str(study_desk.workspace)).place}/contrasts/1/refine")
    on(page, FIRST)
    contrasts.ready(page)
    return page


@pytest.mark.parametrize("key, focused", [("k", ""), ("d", ""), ("Enter", "[data-do=keep]")])
def test_a_held_key_keeps_or_drops_one_item(
    study_desk: Desk, refining: "Page", key: str, focused: str
) -> None:
    if focused:
        refining.locator(focused).focus()
    hold(refining, key)
    on(refining, SECOND)
    saved(refining)
    assert kept_studies.choices(study_desk, "small") == {FIRST: key != "d"}


# -- fast keys and slow answers ----------------------------------------------------------------------------


class Slow:
    """Requests that wait until they are let go."""

    def __init__(self, page: "Page", what: str, method: str = "POST") -> None:
        self.page, self.method = page, method
        self.held: list[Any] = []
        self.over = False
        intercept(page, what, self._hold)

    def _hold(self, route: Any) -> None:
        if route.request.method == self.method and not self.over:
            self.held.append(route)
        else:
            route.continue_()

    def wait(self, many: int = 1) -> None:
        """Wait until so many are held."""
        until(self.page, lambda: len(self.held) >= many, f"{many} requests that are held")

    def go(self) -> None:
        """Let all go that wait, and whatever comes after them."""
        self.over = True
        for route in self.held:
            route.continue_()


def test_a_second_verdict_does_not_reach_a_text_that_is_being_settled(
    server: Server, disputed: "Page"
) -> None:
    page = disputed
    slow = Slow(page, "**/api/v1/disputes/*")
    page.keyboard.press("f")
    slow.wait()
    expect(page.locator(".look").nth(1)).to_be_focused()
    page.keyboard.press("p")  # of the next text, which stands there already
    page.keyboard.press("u")  # and that was not sent yet
    page.locator(".look").nth(1).get_by_text("taken back before it was sent").wait_for()
    expect(page.locator(".look >> nth=0 >> [data-verdict=pass]")).to_be_hidden()
    slow.go()
    page.locator(".look").nth(0).get_by_text("Settled: fail.").wait_for()
    expect(page.locator(".look").nth(1)).to_be_focused()
    page.keyboard.press("p")
    page.locator(".look").nth(1).get_by_text("Settled: pass.").wait_for()
    assert len(slow.held) == 1
    assert open_disputes(server) == 1


def test_a_dispute_that_was_settled_in_another_window(server: Server, disputed: "Page", visit: Visit) -> None:
    """The second window says so and changes nothing; pressed again, the verdict is changed on purpose."""
    other = disputed.context.new_page()
    other.goto(disputed.url)
    other.locator(".look").first.wait_for()
    disputed.keyboard.press("f")
    disputed.locator(".look").nth(0).get_by_text("Settled: fail.").wait_for()
    other.keyboard.press("p")
    look = other.locator(".look").nth(0)
    said = r"You decided fail at \d\d:\d\d in another window\. Nothing was changed; press again to change it"
    look.get_by_text(re.compile(said)).wait_for()
    assert open_disputes(server) == 2
    look.focus()
    other.keyboard.press("p")
    look.get_by_text("Settled: pass.").wait_for()
    assert open_disputes(server) == 2
    visit.troubles.clear()  # type: ignore[attr-defined]  # the browser tells of every refusal


def test_a_second_verdict_while_the_first_is_on_its_way(desk: Desk, place: str, visit: Visit) -> None:
    """It waits for the first, so that it is not taken for a decision in another window."""
    page = visit(place)
    first = shown(page)
    ready(page)
    slow = Slow(page, "**/review/decide")
    press(page, "p")
    slow.wait()
    press(page, "ArrowLeft")
    shows(page, first)
    page.keyboard.press("f")
    told(page, "Your last decision on this text is still being saved")
    shows(page, first)
    assert len(slow.held) == 1
    slow.go()
    saved(page)
    assert (left(desk), deeds(desk)) == (29, ["review decide"])
    press(page, "f")
    saved(page)
    assert (left(desk), deeds(desk)) == (29, ["review decide"] * 2)


def test_whoever_went_elsewhere_meanwhile_stays_there(server: Server, disputed: "Page") -> None:
    page = disputed
    slow = Slow(page, "**/api/v1/disputes/*")
    looks = page.locator(".look")
    page.keyboard.press("j")
    expect(looks.nth(0)).to_be_focused()
    page.keyboard.press("f")
    slow.wait()
    expect(looks.nth(1)).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(looks.nth(2)).to_be_focused()
    slow.go()
    looks.nth(0).get_by_text("Settled: fail.").wait_for()
    expect(looks.nth(2)).to_be_focused()


# Both keys are pressed while a text is shown; the browser gets round to the second when another one is.
LATE = """async ([first, second]) => {
  const pressed = (key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  const events = [pressed(first), pressed(second)];
  const frame = () => new Promise(requestAnimationFrame);
  const before = document.querySelector("article");
  await frame();
  document.body.dispatchEvent(events[0]);
  while (document.querySelector("article") === before) await frame();
  document.body.dispatchEvent(events[1]);
}"""


def test_a_key_pressed_before_a_text_was_shown_does_not_judge_it(
    desk: Desk, place: str, visit: Visit
) -> None:
    page = visit(place)
    ready(page)
    page.evaluate(LATE, ["f", "p"])
    saved(page)
    assert (left(desk), deeds(desk)) == (29, ["review decide"])
    press(page, "p")
    saved(page)
    assert left(desk) == 28


def test_a_key_pressed_before_an_item_was_shown_does_not_drop_it(
    study_desk: Desk,
    refining: "Page",
) -> None:
    refining.evaluate(LATE, ["k", "d"])
    saved(refining)
    assert kept_studies.choices(study_desk, "small") == {FIRST: True}


def test_keys_wait_for_the_next_text(desk: Desk, place: str, visit: Visit) -> None:
    """While it is fetched nothing is judged; whoever pressed too early presses again."""
    page = visit(place)
    ready(page)
    slow = Slow(page, "**/api/v1/review/next")
    press(page, *"ppp")  # one is shown and three lie ready
    fourth = shown(page)
    for key in "pffff":
        page.keyboard.press(key)
    slow.wait()
    shows(page, fourth)
    slow.go()
    shows_another(page, fourth)
    saved(page)
    assert left(desk) == 26


def test_an_item_that_is_on_its_way_is_not_dropped(study_desk: Desk, refining: "Page") -> None:
    slow = Slow(refining, "**/refine/card?*", "GET")
    refining.keyboard.press("ArrowRight")
    slow.wait()
    refining.keyboard.press("d")
    slow.go()
    on(refining, SECOND)
    saved(refining)
    assert kept_studies.choices(study_desk, "small") == {}


def test_a_held_key_does_not_save_rules_unseen(server: Server, visit: Visit) -> None:
    """The first press shows what would change; only another one saves it."""
    page = visit(f"{server.place}/items/1#lab")
    saves: list[str] = []
    page.on("request", lambda request: saves.append(request.url) if request.method == "PUT" else None)
    page.locator("#lab textarea").first.fill("surely not there")
    expect(page.locator("#see")).to_be_enabled()
    dialog = page.locator("dialog#impact[open]")
    page.keyboard.down("Control")
    for _ in range(5):
        page.keyboard.down("Enter")
    dialog.wait_for()
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.up("Control")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.click("#see")  # a request that is answered after any that was sent before it
    dialog.wait_for()
    assert not saves
    assert not [one for one in log(Desk(server.workspace, "Ada"), LogFilter()) if one.verb.startswith("rule")]
