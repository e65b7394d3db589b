"""Overview, compare and disputes in a real browser, by keyboard."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from lackmus.core.base.verdict import Verdict
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.reviews.reviews import Scope, next_texts
from lackmus.flows.workspaces.workspaces import Desk
from tests.browser.conftest import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page


def differ(server: Server, many: int) -> None:
    """Let Ben and Cleo differ on some texts of 2026."""
    offers = next_texts(Desk(server.workspace, "Ben"), Scope("2026", "de-en"), many).offers
    for person, verdict in (("Ben", Verdict.PASS), ("Cleo", Verdict.FAIL)):
        decide(Desk(server.workspace, person), [(one.text_id, verdict) for one in offers])


def test_numbers_come_by_themselves(gallery: Server, visit: Callable[..., "Page"]) -> None:
    page = visit(gallery.place)
    page.get_by_text("129 of 160 items fair").wait_for()
    page.keyboard.press("j")
    expect(page.locator("[data-row]").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/report?campaign=2026")


def test_lists_of_a_comparison_by_keyboard(gallery: Server, visit: Callable[..., "Page"]) -> None:
    page = visit(f"{gallery.place}/compare?campaign=2026&suite=de-en&a=Ahorn&b=Linde")
    page.keyboard.press("2")
    page.wait_for_url("**mode=only&system=Linde**")
    page.keyboard.press("w")
    page.wait_for_url("**a=Linde&b=Ahorn**")
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator(".contest").nth(1).locator("[data-decide]").first).to_be_focused()


def test_disputes_are_settled_by_keyboard(server: Server, visit: Callable[..., "Page"]) -> None:
    differ(server, 3)
    page = visit(f"{server.place}/agreement/disputes")
    expect(page.locator("#left")).to_have_text("3")
    page.keyboard.press("f")
    looks = page.locator(".look")
    looks.nth(0).get_by_text("Settled: fail.").wait_for()
    expect(looks.nth(1)).to_be_focused()
    page.keyboard.press("c")
    comment = looks.nth(1).locator("[name=comment]")
    expect(comment).to_be_focused()
    page.keyboard.type("it is clear, pf")
    page.keyboard.press("Escape")
    expect(comment).not_to_be_focused()
    page.keyboard.press("p")
    looks.nth(1).get_by_text("Settled: pass.").wait_for()
    page.keyboard.press("u")
    looks.nth(1).get_by_text("Open again.").wait_for()
    expect(page.locator("#left")).to_have_text("2")
    page.reload()
    expect(page.locator(".look")).to_have_count(2)
    page.goto(f"{server.place}/log")
    expect(page.get_by_text("it is clear, pf")).not_to_have_count(0)
