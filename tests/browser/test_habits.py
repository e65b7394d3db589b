"""What people do on every page without thinking: search, zoom, look at what they are changing."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 640, "height": 400}


@pytest.mark.parametrize(
    "place, field",
    [
        ("/suites/1", "input[name=q]"),  # hidden fields stand before it
        ("/log", "input[name=text]"),
        ("/review?campaign=2026&suite=de-en", "select[name=campaign]"),
    ],
)
def test_a_slash_leads_to_the_search_or_the_filters(
    gallery: Server, visit: Visit, place: str, field: str
) -> None:
    from playwright.sync_api import expect

    page = visit(f"{gallery.place}{place}")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("/")
    expect(page.locator(field)).to_be_focused()


def test_zooming_in_and_out_again_loses_nothing(gallery: Server, visit: Visit) -> None:
    """What a narrow window folds is back in a wide one, which has no button to unfold it."""
    from playwright.sync_api import expect

    page = visit(f"{gallery.place}/review?campaign=2026&suite=de-en")
    folded = [page.get_by_role("link", name="Overview"), page.get_by_label("Category")]
    for size, seen in ((NARROW, False), (WIDE, True), (NARROW, False)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for one in folded:
            expect(one).to_be_visible(visible=seen)


def test_whoever_writes_a_rule_sees_the_texts_that_it_is_for(gallery: Server, visit: Visit) -> None:
    """However many rules there are: the source, the rule and what is open, all in one look."""
    from playwright.sync_api import expect

    page = visit(f"{gallery.place}/items/1?next=/review#lab")
    for _ in range(12):
        page.keyboard.press("Enter")  # in a rule: one more below it
    page.keyboard.insert_text("taube")
    expect(page.locator(".rule textarea:focus")).to_be_in_viewport()
    expect(page.locator(".item-text").first).to_be_in_viewport()
    expect(page.locator("#see")).to_be_in_viewport()


def test_no_name_of_a_system_breaks_in_the_head_of_the_report(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/report?campaign=2026&suite=de-en")
    lines = "span => [...span.getClientRects()].length"
    heads = page.locator("#table thead th.system span")
    assert heads.count() and {one.evaluate(lines) for one in heads.all()} == {1}
