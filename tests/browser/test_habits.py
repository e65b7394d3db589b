"""What people do on every page without thinking: search, zoom, look at what they are changing."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.waiting import eventually

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 640, "height": 400}


@pytest.mark.parametrize(
    "place, field",
    [
        ("/suites/1", "main input[name=q]"),  # hidden fields stand before it
        ("/log", "input[name=text]"),
        ("/review?campaign=2026&suite=de-en", "select[name=campaign]"),
    ],
)
def test_a_slash_leads_to_the_search_or_the_filters(
    gallery: Server, visit: Visit, place: str, field: str
) -> None:
    page = visit(f"{gallery.place}{place}")
    page.keyboard.press("/")
    expect(page.locator(field)).to_be_focused()


def test_zooming_in_and_out_again_loses_nothing(gallery: Server, visit: Visit) -> None:
    """What a narrow window folds is back in a wide one, which has no button to unfold it."""
    page = visit(f"{gallery.place}/review?campaign=2026&suite=de-en")
    folded = [page.get_by_role("link", name="Overview"), page.get_by_label("Open because")]
    for size, seen in ((NARROW, False), (WIDE, True), (NARROW, False)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for one in folded:
            expect(one).to_be_visible(visible=seen)


def test_whoever_writes_a_rule_sees_the_texts_that_it_is_for(gallery: Server, visit: Visit) -> None:
    """However many rules there are: the source, the rule and what is open, all in one look."""
    page = visit(f"{gallery.place}/items/1?next=/review#lab")
    rules = page.locator(".rule textarea")
    expect(rules.first).to_be_focused()
    before = rules.count()
    for number in range(1, 13):
        page.keyboard.press("Enter")  # in a rule: one more below it
        expect(rules).to_have_count(before + number)
        expect(rules.nth(number)).to_be_focused()
    page.keyboard.insert_text("taube")
    expect(page.locator(".rule textarea:focus")).to_be_in_viewport()
    expect(page.locator(".item-text").first).to_be_in_viewport()
    expect(page.locator("#see")).to_be_in_viewport()


def test_no_name_of_a_system_breaks_in_the_head_of_the_report(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/report?campaign=2026&suite=de-en")
    heads = "[...document.querySelectorAll('#table thead th.system span')]"
    expect(page.locator("#table thead th.system span")).not_to_have_count(0)
    eventually(page, f"{heads}.every((span) => span.getClientRects().length === 1)")
