"""Warnings are settled without a mouse, one by one or twenty at a time, whatever is written in them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lackmus.flows.workspaces import Desk
from tests.browser.conftest import Server
from tests.browser.reviewing import Visit, deeds, left, lines, press, saved, shown, stocked, told

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_one_text_after_the_other_by_keyboard(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    first = shown(page)
    press(page, "p", "f", "1", "0")
    saved(page)
    told(page, "Saved: fail. The item is now fair.")
    assert left(desk) == 26
    assert page.locator("[data-told=fair]").inner_text() == "4 of 30 items fair"
    assert first != shown(page)


def test_skip_and_next_decide_nothing(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    first = shown(page)
    press(page, "s", "j", "ArrowRight", "k", "ArrowLeft")
    assert shown(page) != first
    press(page, "k")
    assert shown(page) == first
    assert left(desk) == 30


@pytest.mark.parametrize("keys", [["p"], ["f", "p", "p"]])
def test_undo_shows_the_text_again(desk: Desk, place: str, visit: Visit, keys: list[str]) -> None:
    page = visit(place)
    press(page, *keys[:-1])
    last = shown(page)
    press(page, keys[-1])
    saved(page)
    press(page, "u")
    assert shown(page) == last
    assert left(desk) == 30 - len(keys) + 1
    press(page, "f")  # and now otherwise
    saved(page)
    assert left(desk) == 30 - len(keys)


def test_flags_and_comments_stay_with_the_text(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    text = shown(page)
    page.keyboard.press("d")
    told(page, "Flagged")
    page.keyboard.press("c")
    page.keyboard.type("Is <b>he</b> sitting?")
    page.keyboard.press("Control+Enter")
    told(page, "Commented")
    saved(page)
    page.goto(f"{place}?flagged=1")
    assert shown(page) == text
    assert page.locator(".remarks").inner_text().count("Ada") == 2
    assert "Is <b>he</b> sitting?" in page.locator(".remarks").inner_text()
    page.keyboard.press("u")  # the comment
    told(page, "Taken back")
    assert "sitting" not in page.locator(".remarks").inner_text()
    assert deeds(desk)[:2] == ["review flag", "review comment"]


def test_leaving_a_comment_keeps_the_draft(place: str, visit: Visit) -> None:
    page = visit(place)
    text = shown(page)
    page.keyboard.press("c")
    page.keyboard.type("Not p yet")
    page.keyboard.press("Escape")
    assert shown(page) == text
    page.keyboard.press("c")
    assert page.locator("#remark textarea").input_value() == "Not p yet"


def test_names_are_hidden_until_asked_for_and_the_log_keeps_that(
    desk: Desk, place: str, visit: Visit
) -> None:
    page = visit(place)
    shown(page)
    assert page.locator(".writers").inner_text() == "1 system wrote this"
    assert "Linde" not in page.locator("#board").inner_text()
    page.keyboard.press("n")
    page.locator(".writers", has_text="Written by Linde").wait_for()
    assert deeds(desk) == ["review reveal"]


def test_a_sentence_becomes_a_rule(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    first = shown(page)
    page.keyboard.press("r")
    page.locator("dialog#make-rule").wait_for()
    page.keyboard.press("f")
    told(page, "A rule now")
    assert shown(page) != first
    assert left(desk) == 29
    page.keyboard.press("u")
    told(page, "Taken back")
    assert shown(page) == first
    assert left(desk) == 30


def test_a_key_leads_to_the_rules_and_back(place: str, visit: Visit) -> None:
    page = visit(f"{place}?category=Ambiguity")
    shown(page)
    with page.expect_navigation(wait_until="commit"):
        page.keyboard.press("e")
    assert re.search(r"/items/\d+\?next=%2Freview%3Fcategory%3DAmbiguity#lab$", page.url)
    visit.troubles.clear()  # type: ignore[attr-defined]  # what stands there is not our business


def test_a_screen_of_twenty_by_keyboard_alone(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    press(page, *"ppp")  # so that there is something to propose by
    saved(page)
    with page.expect_navigation():
        page.keyboard.press("v")
    assert lines(page) == ["pass"] * 20
    for key in ("ArrowDown", "f", "x", "j", "Space", "k", "p", "ArrowUp", "ArrowUp", "0"):
        page.keyboard.press(key)  # a verdict leads on to the next line
    assert lines(page) == ["pass", "fail", "", "fail", *["pass"] * 16]
    before = in_order(page)
    page.keyboard.press("Enter")
    told(page, r"19 saved, 1 left, 19 items are now fair\.")
    assert left(desk) == 8
    assert len(lines(page)) == 7  # the one that was left stays out of the way
    page.route("**/review/undo", backwards)
    page.keyboard.press("u")
    told(page, "Taken back")
    assert left(desk) == 27
    assert in_order(page) == before[:2] + before[3:]  # where they stood
    assert lines(page) == ["pass", "fail", "fail", *["pass"] * 16]  # and as they were set
    page.keyboard.press("a")
    told(page, "19 saved")
    assert left(desk) == 8


def in_order(page: "Page") -> list[str | None]:
    return [line.get_attribute("data-text") for line in page.locator(".line").all()]


def backwards(route: Any) -> None:
    """A server may name the texts of a change in any order."""
    answer = route.fetch()
    told = answer.json()
    route.fulfill(response=answer, json={**told, "texts": told["texts"][::-1]})


HOSTILE = '<script>document.title="broken"</script><img src=x onerror=alert(1)> "\'` &amp; {{ 7*7 }}'


@pytest.mark.parametrize("way", ["", "?many=20"])
@pytest.mark.parametrize("wide, high", [(1280, 800), (640, 400)])
def test_whatever_people_write_is_shown_as_text(
    tmp_path: Path, start: Callable[[str], Server], visit: Visit, way: str, wide: int, high: int
) -> None:
    texts = [HOSTILE, "הוא יושב על הספסל, 3.", "x" * 900]
    desk = stocked(
        tmp_path, texts, (HOSTILE, HOSTILE + "y" * 200), source=HOSTILE + "z" * 300, guideline=HOSTILE
    )
    page = visit(f"{start(str(desk.workspace)).place}/review{way}", viewport={"width": wide, "height": high})
    seen = []
    for _ in texts if not way else [0]:
        page.wait_for_selector(".one, .line")
        found = page.locator(".target .text, .words > .text")
        seen += [
            (one.inner_text(), one.evaluate("one => getComputedStyle(one).direction")) for one in found.all()
        ]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("[data-do=pass]").is_visible() and page.locator("[data-do=pass]").evaluate(
            "one => one.getBoundingClientRect().bottom <= innerHeight"
        )
        assert HOSTILE in page.locator("#board").inner_text()
        page.keyboard.press("j")
        page.wait_for_timeout(100)
    assert sorted(seen) == sorted((one, "rtl" if one.startswith("ה") else "ltr") for one in texts)
    assert page.title() == "Review · Lackmus"


def test_everything_judged_and_nothing_there(
    desk: Desk, start: Callable[[str], Server], visit: Visit, tmp_path: Path
) -> None:
    (tmp_path / "few").mkdir()
    few = stocked(tmp_path / "few", ["He sits."])
    page = visit(f"{start(str(few.workspace)).place}/review")
    shown(page)
    page.keyboard.press("p")
    page.locator(".empty", has_text="Everything is judged").wait_for()
    page.keyboard.press("u")
    told(page, "Taken back")
    shown(page)
    page.keyboard.press("s")
    page.locator(".empty", has_text="1 text was left open").wait_for()
    page.click("text=Look at them again")
    shown(page)
    empty = Desk(str(tmp_path / "empty.db"), "Ada")
    empty.open(create=True).close()
    page = visit(f"{start(str(empty.workspace)).place}/review")
    assert "nothing to review yet" in page.locator("main").inner_text()


def test_what_fits_the_filters_is_counted(server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/review?category=Function+words")
    shown(page)
    how_many = page.locator("[data-told=open]")
    fits = re.compile(r"^(\d+) texts fit the filters, \d+ open in all$")
    before = fits.match(how_many.inner_text())
    assert before and int(before[1]) > 2
    press(page, "p")
    saved(page)
    after = fits.match(how_many.inner_text())
    assert after and int(after[1]) == int(before[1]) - 1


def test_filters_stand_in_the_address(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/review")
    shown(page)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")  # the usual text fits
    with page.expect_navigation():
        page.select_option("[name=category]", "Function words")
    assert "category=Function+words" in page.url and "phenomenon" not in page.url
    shown(page)
    assert page.locator("article .crumbs").inner_text().startswith("Function words › ")
    with page.expect_navigation():
        page.check("[name=flagged]")
    assert "category=Function+words" in page.url and "flagged=1" in page.url
    page.locator(".empty", has_text="Nothing is left to judge here").wait_for()
    page.goto(f"{gallery.place}/review?campaign=1999&category=No+such&many=20&system=%3Cb%3E")
    assert lines(page)  # what is not there falls away
    page.goto(f"{gallery.place}/review?mine=1")
    page.locator(".empty", has_text="No text fits these filters").wait_for()
    assert page.locator("[data-do=pass]").is_disabled() and page.locator("[data-do=undo]").is_enabled()
