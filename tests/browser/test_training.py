"""A training set by keyboard: from asking to agreement."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from lackmus.core.suites.examples import ExampleVerdict, GuidelineExample
from lackmus.flows.reviews.reviews import Scope, status
from lackmus.flows.suites.examples import add_example
from tests.browser.conftest import Server
from tests.browser.reviewing import deeds, shown, shows_another, stocked, told

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


def test_from_asking_to_agreement(
    start: Callable[[str], Server], visit: Callable[..., "Page"], tmp_path: "Path"
) -> None:
    """An editor asks, a person judges with the keys of review and learns each verdict, both see agreement."""
    desk = stocked(tmp_path, ["He sits there, one.", "He sits there, two.", "He sits there, three."])
    example = GuidelineExample("Er saß da.", "He sat there.", ExampleVerdict.FAIL, "no reading")
    add_example(desk, None, None, "Lexical", example)
    open_before = status(desk, Scope()).review.total.open
    page = visit(f"{start(str(desk.workspace)).place}/agreement/training")
    form = page.locator("form[action='/agreement/training']")
    form.locator("[name=name]").focus()
    page.keyboard.type("First steps")
    form.locator("[name=texts]").focus()
    page.keyboard.type("1=fail 2=pass 3=fail")
    form.locator("[name=people]").first.focus()
    page.keyboard.press("Space")
    form.locator("[name=required]").focus()
    page.keyboard.press("Space")
    form.locator("button").focus()
    page.keyboard.press("Enter")
    page.locator(".asked", has_text="0 of 3 judged").wait_for()
    page.goto(page.url.replace("/agreement/training", "/review"))
    page.get_by_role("link", name="First steps: 3 texts").focus()
    page.keyboard.press("Enter")
    first = shown(page)
    expect(page.locator(".help")).to_contain_text("He sat there.")
    expect(page.locator(".known")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.locator(".known")).to_be_focused()
    told(page, "As known: fail|known is")
    page.keyboard.press("p")  # the answer stays
    page.keyboard.press("ArrowRight")
    shows_another(page, first)
    for key in ("f", "j", "f"):
        before = shown(page)
        page.keyboard.press(key)
        if key == "f":
            page.locator(".known").wait_for()
        else:
            shows_another(page, before)
    expect(page.locator("#progress")).to_contain_text("3 of 3 judged")
    page.keyboard.press("Enter")
    report = page.get_by_role("link", name="How you agree")
    expect(report).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/agreement/training/1/report")
    expect(page.locator(".differences li")).to_have_count(1)
    expect(page.locator(".differences")).to_contain_text("You said")
    expect(page.locator(".tiles").first).to_contain_text("66.7")
    assert status(desk, Scope()).review.total.open == open_before
    assert deeds(desk) == []
    page.goto(page.url.replace("/agreement/training/1/report", "/review"))
    expect(page.locator(".one")).to_have_count(1)
