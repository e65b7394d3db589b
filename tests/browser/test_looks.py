"""How pages look where a picture would show it at once: edges, hyphens, colours, the same words."""

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.lived_in import lived_in
from tests.browser.waiting import eventually

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]
NARROW = {"width": 640, "height": 400}
# Whether each of these stands in one line.
UNBROKEN = (
    "((parts) => [...document.querySelectorAll(parts)].every((part) => part.getClientRects().length === 1))"
)
FITS = "[...document.querySelectorAll('.wide')].map((box) => box.scrollWidth <= box.clientWidth)"


@pytest.mark.parametrize("place", ["/suites", "/outputs"])
def test_a_narrow_table_fits_and_breaks_no_language_pair(gallery: Server, visit: Visit, place: str) -> None:
    page = visit(f"{gallery.place}{place}", viewport=NARROW)
    parts = "td .pair, th .short, td .short"
    expect(page.locator(parts).nth(3)).to_be_attached()
    eventually(page, f"{UNBROKEN}('{parts}')")
    eventually(page, FITS, [True])


def test_what_is_wider_than_its_place_fades_at_the_edge_behind_which_more_lies(
    gallery: Server, visit: Visit
) -> None:
    page = visit(f"{gallery.place}/suites", viewport={"width": 380, "height": 400})
    table = page.locator(".wide")
    expect(table).to_have_attribute("data-more-behind", "")
    expect(table).to_have_css("mask-image", re.compile("gradient"))
    table.evaluate("box => { box.scrollLeft = 10_000; }")
    expect(table).to_have_attribute("data-more-before", "")
    expect(table).not_to_have_attribute("data-more-behind", "")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(table).not_to_have_attribute("data-more-before", "")


def test_a_chart_has_the_colours_of_its_page(gallery: Server, visit: Visit) -> None:
    """In the dark the strongest shines, and not the weakest."""
    page = visit(f"{gallery.place}/compare/agreement?campaign=2026&suite=de-en")
    cells = page.locator(".drawing path[fill^='light-dark']")
    expect(cells).not_to_have_count(0)
    light = """all => all.map((one) =>
        getComputedStyle(one).fill.match(/\\d+/g).reduce((sum, part) => sum + Number(part), 0))"""
    brightest = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        brightest[scheme] = cells.evaluate_all(light)
    assert max(brightest["dark"]) < min(brightest["light"])
    order = sorted(range(len(brightest["dark"])), key=brightest["dark"].__getitem__)
    assert order == sorted(order, key=brightest["light"].__getitem__, reverse=True)


def test_overview_and_review_say_the_same_of_the_time_left(
    start: Callable[[str], Server], visit: Visit, sample_workspace: Path, tmp_path: Path
) -> None:
    server = start(str(lived_in(Path(copy(sample_workspace, tmp_path))).workspace))
    page = visit(f"{server.place}/")
    ground = page.locator(".ground", has=page.locator("h3", has_text="de-en")).last
    ground.scroll_into_view_if_needed()  # it is counted once it is in view
    told = ground.locator("[data-seconds-left]")
    expect(told).to_have_text(re.compile("^· .* left$"))  # how long depends on how fast this machine decided
    said = (told.text_content() or "").removeprefix("· ")
    page.goto(f"{server.place}/review?campaign=2026&suite=de-en")
    expect(page.locator('[data-told="time"]')).to_have_text(said)


def test_a_file_is_chosen_by_a_button_like_all_others(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/suites/import")
    style = """(one, part) =>
        ["borderRadius", "borderTopColor", "cursor"].map((name) => getComputedStyle(one, part)[name])"""
    button = page.locator("#keys button").evaluate(f"one => ({style})(one)")
    file = "document.querySelector('input[type=file]')"
    eventually(page, f"({style})({file}, '::file-selector-button')", button)


def test_a_chart_scrolls_in_its_own_place(gallery: Server, visit: Visit) -> None:
    """The page stays as wide as its window, once the charts are drawn as well."""
    page = visit(f"{gallery.place}/report?campaign=2026&suite=de-en", viewport=NARROW)
    page.locator("#chart-verdicts").scroll_into_view_if_needed()
    page.locator("#chart-verdicts svg").wait_for()
    drawing = "document.querySelector('#chart-verdicts .drawing')"
    eventually(page, f"{drawing}.scrollWidth > {drawing}.clientWidth")
    eventually(page, "document.documentElement.scrollWidth <= innerWidth")


def test_the_menu_opens_over_a_narrow_page_and_moves_nothing(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/suites", viewport=NARROW)
    places = """[".brand", ".side summary", "#help", "h1"].map((one) => {
        const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
        return [x, y, width, height];
    })"""
    expect(page.get_by_role("link", name="Overview")).to_be_hidden()
    before = page.evaluate(places)
    page.click(".side summary")
    for name in ("Overview", "Settings"):
        expect(page.get_by_role("link", name=name)).to_be_in_viewport()
    eventually(page, places, before)


@pytest.mark.parametrize("many", ["", "&many=20"])
def test_whoever_comments_sees_what_they_write_and_how_to_save_it(
    gallery: Server, visit: Visit, many: str
) -> None:
    """In a narrow window the bar at the bottom hides neither."""
    page = visit(f"{gallery.place}/review?campaign=2026&suite=de-en{many}", viewport=NARROW)
    page.locator(".one, .line").first.wait_for()
    page.keyboard.press("c")
    page.locator("#remark button.main").wait_for()
    bottom, top = (
        "#remark button.main').getBoundingClientRect().bottom",
        ".actions').getBoundingClientRect().top",
    )
    eventually(page, f"document.querySelector('{bottom} <= document.querySelector('{top} + 1")


def test_where_nothing_is_open_no_time_is_left(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/suites")
    said = page.evaluate(
        "async (file) => [null, 0, 20, 90, 7300].map((await import(file)).timeLeft)", "/static/js/shown.js"
    )
    assert said == ["", "", "less than a minute left", "about 2 min left", "about 2 h 2 min left"]


def test_a_time_is_broken_between_day_and_hour_alone(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/log", viewport=NARROW)
    parts = "td time[data-local] span, th time[data-local] span"
    expect(page.locator(parts).nth(3)).to_be_attached()
    eventually(page, f"{UNBROKEN}('{parts}')")
