"""Warnings are settled without a mouse, one by one or twenty at a time, whatever is written in them."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from lackmus.core.reviews.offers import Filters
from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews.reviews import Scope, next_texts
from lackmus.flows.reviews.second_looks import assign
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
    saved,
    shown,
    shows,
    shows_another,
    stocked,
    told,
)
from tests.browser.waiting import eventually, intercept, until


def test_one_text_after_the_other_by_keyboard(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    first = shown(page)
    press(page, "p", "f", "1", "0")
    saved(page)
    told(page, "Saved: fail. The item is now fair.")
    assert left(desk) == 26
    expect(page.locator("[data-told=fair]")).to_have_text("4 of 30 items fair")
    shows_another(page, first)


def test_skip_and_next_decide_nothing(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    first = shown(page)
    press(page, "s", "j", "ArrowRight", "k", "ArrowLeft")
    shows_another(page, first)
    press(page, "k")
    shows(page, first)
    saved(page)
    assert left(desk) == 30


@pytest.mark.parametrize("keys", [["p"], ["f", "p", "p"]])
def test_undo_shows_the_text_again(desk: Desk, place: str, visit: Visit, keys: list[str]) -> None:
    page = visit(place)
    press(page, *keys[:-1])
    last = shown(page)
    press(page, keys[-1])
    saved(page)
    press(page, "u")
    shows(page, last)
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
    expect(page.locator("#remark textarea")).to_be_focused()
    page.keyboard.type("Is <b>he</b> sitting?")
    page.keyboard.press("Control+Enter")
    told(page, "Commented")
    saved(page)
    page.goto(f"{place}?flagged=1")
    shows(page, text)
    expect(page.locator(".remarks")).to_have_text(
        re.compile("^(?:(?!Ada).)*Ada(?:(?!Ada).)*Ada(?:(?!Ada).)*$")
    )
    expect(page.locator(".remarks")).to_contain_text("Is <b>he</b> sitting?")
    page.keyboard.press("u")  # the comment
    told(page, "Taken back")
    expect(page.locator(".remarks")).not_to_contain_text("sitting")
    assert deeds(desk)[:2] == ["review flag", "review comment"]


def test_leaving_a_comment_keeps_the_draft(place: str, visit: Visit) -> None:
    page = visit(place)
    text = shown(page)
    page.keyboard.press("c")
    expect(page.locator("#remark textarea")).to_be_focused()
    page.keyboard.type("Not p yet")
    page.keyboard.press("Escape")
    expect(page.locator("#remark textarea")).to_have_count(0)
    shows(page, text)
    page.keyboard.press("c")
    expect(page.locator("#remark textarea")).to_have_value("Not p yet")


def test_names_are_hidden_until_asked_for_and_the_log_keeps_that(
    desk: Desk, place: str, visit: Visit
) -> None:
    page = visit(place)
    expect(page.locator(".writers")).to_have_text("1 system wrote this")
    expect(page.locator("#board")).not_to_contain_text("Linde")
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
    shows_another(page, first)
    assert left(desk) == 29
    page.keyboard.press("u")
    told(page, "Taken back")
    shows(page, first)
    assert left(desk) == 30


def test_a_key_leads_to_the_rules_and_back(place: str, visit: Visit) -> None:
    page = visit(f"{place}?category=Ambiguity")
    shown(page)
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile(r"/items/\d+\?next=%2Freview%3Fcategory%3DAmbiguity#lab$"))
    visit.troubles.clear()  # type: ignore[attr-defined]  # what stands there is not our business


def test_a_screen_of_twenty_by_keyboard_alone(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place, viewport=TALL)
    press(page, *"ppp")  # so that there is something to propose by
    saved(page)
    with page.expect_navigation():
        page.keyboard.press("v")
    lines_are(page, ["pass"] * 20)
    keys = ("ArrowDown", "f", "Space", "j", "Space", "k", "p", "ArrowUp", "ArrowUp", "0")
    for key, line in zip(keys, (1, 2, 3, 4, 5, 4, 5, 4, 3, 4), strict=True):
        page.keyboard.press(key)  # a verdict leads on to the next line
        at_line(page, line)
    lines_are(page, ["pass", "fail", "", "fail", *["pass"] * 16])
    before = page.evaluate(IN_ORDER)
    all_seen(page)
    page.keyboard.press("Enter")
    told(page, r"19 saved, 1 left, 19 items are now fair\.")
    assert left(desk) == 8
    expect(page.locator(".line")).to_have_count(7)  # the one that was left stays out of the way
    intercept(page, "**/review/undo", backwards)
    page.keyboard.press("u")
    told(page, "Taken back")
    assert left(desk) == 27
    eventually(page, IN_ORDER, before[:2] + before[3:])  # where they stood
    lines_are(page, ["pass", "fail", "fail", *["pass"] * 16])  # and as they were set
    all_seen(page)
    page.keyboard.press("a")
    told(page, "19 saved")
    assert left(desk) == 8


def test_what_was_not_in_view_is_not_confirmed(desk: Desk, place: str, visit: Visit) -> None:
    """Lines below the fold stay, are shown next, and count once they were in view or walked through."""
    page = visit(f"{place}?many=20")
    lines_are(page, ["pass"] * 20)
    page.locator(".tally", has_text="not seen yet").wait_for()
    with page.expect_request("**/review/decide") as sent:
        page.keyboard.press("Enter")
    body: Any = sent.value.post_data_json
    first = len(body["decisions"])
    assert 0 < first < 20
    assert body["in_view"] == [one["text_id"] for one in body["decisions"]]
    assert {one["proposal"]["verdict"] for one in body["decisions"]} == {"pass"}
    told(page, rf"{first} saved.*{20 - first} lines were not in view yet and are shown now: confirm again\.")
    expect(page.locator(".line")).to_have_count(20 - first)
    assert left(desk) == 30 - first
    for _ in range(20 - first):
        page.keyboard.press("j")
    at_line(page, 20 - first - 1)
    all_seen(page)
    page.keyboard.press("Enter")
    told(page, f"{20 - first} saved")
    assert left(desk) == 10


def test_a_decision_in_another_window_is_not_replaced_unseen(desk: Desk, place: str, visit: Visit) -> None:
    page = visit(place)
    text = shown(page)
    other = page.context.new_page()
    other.goto(place)
    shows(other, text)  # what is claimed comes first
    press(page, "f")
    saved(page)
    other.keyboard.press("p")
    told(other, r"You decided fail at \d\d:\d\d in another window\. Nothing was changed; decide again")
    shows(other, text)
    assert deeds(desk) == ["review decide"]
    press(other, "p")  # and now on purpose
    saved(other)
    assert deeds(desk) == ["review decide"] * 2
    assert left(desk) == 29
    visit.troubles.clear()  # type: ignore[attr-defined]  # the browser tells of every refusal


def test_the_end_of_a_list_for_two_names_what_others_hold(desk: Desk, place: str, visit: Visit) -> None:
    """Cleo is the second for two texts; Ada can be the first for one, as Ben looks at the other."""
    add_person(desk, "Cleo", Role.ANNOTATOR)
    assign(desk, Scope("WMT26"), "2", "Cleo", 1)
    (held,) = next_texts(replace(desk, person="Ben"), Scope("WMT26"), 1, Filters(double=True)).offers
    page = visit(f"{place}?double=1")
    shows_another(page, held.text_id)
    page.keyboard.press("f")
    page.get_by_text("Others are looking at the rest").wait_for()
    page.get_by_text("1 text is being judged by others just now.").wait_for()


IN_ORDER = "[...document.querySelectorAll('.line')].map((line) => line.dataset.text)"


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
    for still in (2, 1, 0) if not way else [0]:
        page.locator(".one, .line").first.wait_for()
        found = page.locator(".target .text, .words > .text")
        expect(found).to_have_count(3 if way else 1)
        seen += [
            (one.inner_text(), one.evaluate("one => getComputedStyle(one).direction")) for one in found.all()
        ]
        eventually(page, "document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator("[data-do=pass]")).to_be_visible()
        passing = "document.querySelector('[data-do=pass]')"
        eventually(page, f"{passing}.getBoundingClientRect().bottom <= innerHeight")
        expect(page.locator("#board")).to_contain_text(HOSTILE, use_inner_text=True)
        if still:
            press(page, "j")
    assert sorted(seen) == sorted((one, "rtl" if one.startswith("ה") else "ltr") for one in texts)
    expect(page).to_have_title("Review · Lackmus")


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
    expect(page.locator("main")).to_contain_text("nothing to review yet")


def test_what_fits_the_filters_is_counted(server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/review?category=Function+words")
    shown(page)
    how_many = page.locator("[data-told=open]")
    fits = re.compile(r"^(\d+) texts fit the filters, \d+ open in all$")
    expect(how_many).to_have_text(fits)
    before = int(how_many.inner_text().split()[0])
    assert before > 2
    press(page, "p")
    saved(page)
    expect(how_many).to_have_text(re.compile(rf"^{before - 1} texts? fits? the filters, \d+ open in all$"))


def test_a_decision_is_counted_once_though_its_answer_comes_late(server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/review?category=Function+words")
    shown(page)
    how_many = page.locator("[data-told=open]")
    expect(how_many).to_contain_text("fit the filters")
    before = int(how_many.inner_text().split()[0])
    held: list[tuple[Any, Any]] = []
    intercept(page, "**/review/decide", lambda route: held.append((route, route.fetch())))
    press(page, "p")
    until(page, lambda: bool(held), "the server knows the decision")
    with page.expect_response("**/review/next"):
        page.keyboard.press("j")  # what is fetched now knows the decision already
    expect(how_many).to_have_text(re.compile(rf"^{before - 1} texts? fits?"))
    ((route, answer),) = held
    route.fulfill(response=answer)
    saved(page)
    expect(how_many).to_have_text(re.compile(rf"^{before - 1} texts? fits?"))


def test_filters_stand_in_the_address(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/review")
    shown(page)
    eventually(page, "document.documentElement.scrollHeight <= innerHeight")  # the usual text fits
    page.locator("#kinds").click()
    with page.expect_navigation():
        page.get_by_role("option", name="Function words").first.click()
    expect(page).to_have_url(re.compile(r"category=Function\+words"))
    expect(page).not_to_have_url(re.compile("phenomenon"))
    expect(page.locator("article .crumbs")).to_have_text(
        re.compile("^Function words › "), use_inner_text=True
    )
    with page.expect_navigation():
        page.check("[name=flagged]")
    expect(page).to_have_url(re.compile(r"category=Function\+words"))
    expect(page).to_have_url(re.compile("flagged=1"))
    page.locator(".empty", has_text="Nothing is left to judge here").wait_for()
    page.goto(f"{gallery.place}/review?campaign=1999&category=No+such&many=20&system=%3Cb%3E")
    expect(page.locator(".line")).not_to_have_count(0)  # what is not there falls away
    page.goto(f"{gallery.place}/review?mine=1")
    page.locator(".empty", has_text="No text fits these filters").wait_for()
    expect(page.locator("[data-do=pass]")).to_be_disabled()
    expect(page.locator("[data-do=undo]")).to_be_enabled()
