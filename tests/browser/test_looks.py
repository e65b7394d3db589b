"""How pages look where a picture would show it at once: edges, hyphens, colours, the same words."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Server
from tests.browser.lived_in import lived_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]
NARROW = {"width": 640, "height": 400}


@pytest.mark.parametrize("place", ["/suites", "/outputs"])
def test_a_narrow_table_fits_and_breaks_no_language_pair(gallery: Server, visit: Visit, place: str) -> None:
    page = visit(f"{gallery.place}{place}", viewport=NARROW)
    found = page.locator("td .pair, th .short, td .short").evaluate_all(
        "all => all.map((one) => one.getClientRects().length)"
    )
    assert len(found) >= 4 and {*found} == {1}
    assert page.locator(".wide").evaluate("box => box.scrollWidth <= box.clientWidth")


def test_what_is_wider_than_its_place_fades_at_the_edge_behind_which_more_lies(
    gallery: Server, visit: Visit
) -> None:
    from playwright.sync_api import expect

    page = visit(f"{gallery.place}/suites", viewport={"width": 380, "height": 400})
    table = page.locator(".wide")
    expect(table).to_have_attribute("data-more-behind", "")
    assert "gradient" in table.evaluate("box => getComputedStyle(box).maskImage")
    table.evaluate("box => { box.scrollLeft = 10_000; }")
    expect(table).to_have_attribute("data-more-before", "")
    expect(table).not_to_have_attribute("data-more-behind", "")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(table).not_to_have_attribute("data-more-before", "")


def test_a_chart_has_the_colours_of_its_page(gallery: Server, visit: Visit) -> None:
    """In the dark the strongest shines, and not the weakest."""
    page = visit(f"{gallery.place}/compare/agreement?campaign=2026&suite=de-en")
    cells = page.locator(".drawing path[fill^='light-dark']")
    cells.first.wait_for()
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
    start: Callable[[str], Server], visit: Visit, tmp_path: Path
) -> None:
    server = start(str(lived_in(tmp_path / "lackmus.db").workspace))
    page = visit(f"{server.place}/")
    ground = page.locator(".ground", has=page.locator("h3", has_text="de-en")).last
    told = ground.locator("[data-seconds-left]:not(:empty)")
    told.wait_for()
    said = (told.text_content() or "").removeprefix("· ")
    page.goto(f"{server.place}/review?campaign=2026&suite=de-en")
    shown = page.locator('[data-told="time"]:not(:empty)')
    shown.wait_for()
    assert shown.text_content() == said == "less than a minute left"


def test_a_file_is_chosen_by_a_button_like_all_others(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/suites/import")
    style = """(one, part) =>
        ["borderRadius", "borderTopColor", "cursor"].map((name) => getComputedStyle(one, part)[name])"""
    button = page.locator("#keys button").evaluate(f"one => ({style})(one)")
    assert (
        page.locator("input[type=file]").evaluate(f"one => ({style})(one, '::file-selector-button')")
        == button
    )


def test_a_chart_scrolls_in_its_own_place(gallery: Server, visit: Visit) -> None:
    """The page stays as wide as its window, once the charts are drawn as well."""
    page = visit(f"{gallery.place}/report?campaign=2026&suite=de-en", viewport=NARROW)
    page.locator("#chart-verdicts").scroll_into_view_if_needed()
    page.locator("#chart-verdicts svg").wait_for(timeout=60_000)
    assert page.locator("#chart-verdicts .drawing").evaluate("box => box.scrollWidth > box.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_menu_opens_over_a_narrow_page_and_moves_nothing(gallery: Server, visit: Visit) -> None:
    from playwright.sync_api import expect

    page = visit(f"{gallery.place}/suites", viewport=NARROW)
    fixed = [page.locator(".brand"), page.locator(".side summary"), page.locator("#help"), page.locator("h1")]
    expect(page.get_by_role("link", name="Overview")).to_be_hidden()
    before = [one.bounding_box() for one in fixed]
    page.click(".side summary")
    for name in ("Overview", "Settings"):
        expect(page.get_by_role("link", name=name)).to_be_in_viewport()
    assert [one.bounding_box() for one in fixed] == before


@pytest.mark.parametrize("many", ["", "&many=20"])
def test_whoever_comments_sees_what_they_write_and_how_to_save_it(
    gallery: Server, visit: Visit, many: str
) -> None:
    """In a narrow window the bar at the bottom hides neither."""
    page = visit(f"{gallery.place}/review?campaign=2026&suite=de-en{many}", viewport=NARROW)
    page.locator(".one, .line").first.wait_for()
    page.keyboard.press("c")
    save = page.locator("#remark button.main")
    save.wait_for()
    foot = page.locator(".deeds").bounding_box()
    shown = save.bounding_box()
    assert foot and shown and shown["y"] + shown["height"] <= foot["y"] + 1


def test_where_nothing_is_open_no_time_is_left(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/suites")
    said = page.evaluate(
        "async (file) => [null, 0, 20, 90, 7300].map((await import(file)).timeLeft)", "/static/js/shown.js"
    )
    assert said == ["", "", "less than a minute left", "about 2 min left", "about 2 h 2 min left"]


def test_a_time_is_broken_between_day_and_hour_alone(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/log", viewport=NARROW)
    parts = page.locator("td time[data-local] span, th time[data-local] span")
    assert parts.count() >= 4
    assert {*parts.evaluate_all("all => all.map((one) => one.getClientRects().length)")} == {1}
