"""The list of keys: a page's own come first; and rows that keys reach."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLACES = {  # what a page calls its own keys
    "/outputs": ["Outputs"],
    "/items/1": ["Item", "Rules", "Decide", "Error types"],
    "/log": ["List"],
    "/review": ["Review", "Error types"],
    "/report/items": ["Items", "Decide", "Error types"],
}


def test_own_keys_come_first_and_what_holds_everywhere_last(
    gallery: Server, visit: Callable[..., "Page"]
) -> None:
    """Whatever the order in which a page's scripts are loaded."""
    page = visit(f"{gallery.place}/outputs")
    for place, own in PLACES.items():
        page.goto(f"{gallery.place}{place}")
        page.keyboard.press("?")
        page.locator("#keys[open]").wait_for()
        expect(page.locator("#keys h3"), place).to_have_text([*own, "Everywhere", "Go to"])


# A key is pressed, and before its turn comes the page shows something else.
PRESSED_BEFORE = """async (key) => {
  const { drawn } = await import("/static/js/keys.js");
  const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  drawn();
  document.body.dispatchEvent(pressed);
}"""


def test_what_holds_everywhere_is_never_too_late(gallery: Server, visit: Callable[..., "Page"]) -> None:
    """The list of keys opens also where a text is shown between the key and its turn."""
    page = visit(f"{gallery.place}/review")
    page.evaluate(PRESSED_BEFORE, "?")
    expect(page.locator("#keys[open]")).to_be_visible()


def test_rows_are_reached_and_opened(gallery: Server, visit: Callable[..., "Page"]) -> None:
    page = visit(f"{gallery.place}/outputs")
    for key, place in (("j", 0), ("j", 1), ("k", 0)):
        page.keyboard.press(key)
        expect(page.locator("table.rows a.open").nth(place)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/outputs/campaign?**")
