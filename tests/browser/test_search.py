"""A linguist searches, walks through the lines and reviews what was found, by keyboard alone."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_from_search_to_review_by_keyboard(server: Server, visit: Callable[..., "Page"]) -> None:
    page = visit(f"{server.place}/outputs")
    page.keyboard.press("/")
    page.keyboard.type("bench")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=bench")
    lines = page.locator("#lines tbody tr")
    expect(lines.first.locator("mark")).to_have_text("bench")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(lines.nth(1)).to_be_focused()
    page.keyboard.press("o")
    page.wait_for_url("**/items/*")
    page.go_back()
    page.wait_for_url("**/search?q=bench")
    page.keyboard.press("r")
    page.wait_for_url("**/review?*found=*")
    expect(page.locator("#board")).to_contain_text("bench")
    expect(page.locator(".only bdi")).to_have_text("bench")


def test_keywords_are_aligned(gallery: Server, visit: Callable[..., "Page"]) -> None:
    """Also in lines from right to left, where what comes before stands on the right."""
    page = visit(f"{gallery.place}/search?q=bench&sort=left")
    page.locator("#lines tbody tr").nth(1).evaluate("row => row.classList.add('rtl')")
    before, match, after = (
        page.locator(f"#lines td.{name}").evaluate_all(
            "cells => cells.map((cell) => Math.round(cell.getBoundingClientRect().left))"
        )
        for name in ("before", "match", "after")
    )
    assert len(match) > 4 and len(set(match)) == 1
    assert before[0] < match[0] < after[0] and (before[1], after[1]) == (after[0], before[0])
