"""The rule lab by keyboard: errors while typing, what would change, saving, two people at once, restoring."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.waiting import eventually

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]


def typed(page: "Page", words: str) -> None:
    """Rewrite the rule that has the focus."""
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(words)


def test_a_rule_is_written_tried_saved_and_restored_by_keyboard(server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/items/1?next=/suites%3Fx%3D1")
    page.keyboard.press("e")
    expect(page.locator(".rule textarea").first).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    second = page.locator(".rule textarea").nth(1)
    expect(second).to_be_focused()
    old = second.input_value()

    typed(page, "(bank")
    expect(page.locator(".rule").nth(1).locator(".complaint")).to_have_text("This ( is never closed.")
    expect(page.locator(".rule").nth(1).locator("mark.here")).to_have_text("(")
    expect(page.locator("#see")).to_be_disabled()

    typed(page, r"(\w+\s?)+!")
    expect(page.locator(".rule").nth(1).locator(".risk")).to_contain_text("run away")

    typed(page, r"\bpigeons\b")
    expect(page.locator("#summary")).to_contain_text("change")
    expect(page.locator(".item-text.changed .arrow").first).to_be_visible()
    expect(page.locator(".item-text mark.wrong").first).to_have_text("pigeons")
    changed = page.locator(".item-text.changed").count()  # one at least, which is visible

    page.keyboard.press("Control+Enter")
    expect(page.locator("dialog#impact")).to_be_visible()
    expect(page.locator(".impact-line")).to_contain_text(f"{changed} text")
    expect(page.locator("#impact-comment")).to_be_focused()
    page.keyboard.insert_text("pigeons give it away")
    expect(page.locator("#impact-comment")).to_have_value("pigeons give it away")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/suites?x=1")

    page.goto(f"{server.place}/items/1")
    expect(page.locator(".rule textarea").nth(1)).to_have_value(r"\bpigeons\b")
    expect(page.locator(".version").first).to_contain_text("pigeons give it away")
    expect(page.locator(".version").first.locator("ins").first).to_contain_text("pigeons")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name=re.compile("Restore this set")).first.click()
    expect(page.locator("#said")).to_contain_text("Restored by change")
    expect(page.locator(".rule textarea").nth(1)).to_have_value(old)


def test_two_people_edit_one_rule(server: Server, visit: Visit) -> None:
    one, other = (visit(f"{server.place}/items/1") for _ in range(2))
    for page, words in ((one, "faster"), (other, "slower")):
        page.locator(".rule textarea").first.fill(words)
        expect(page.locator("#see")).to_be_enabled()
    one.keyboard.press("Control+Enter")
    expect(one.locator("dialog#impact")).to_be_visible()
    one.locator("#save").click()
    expect(one.locator("#said")).to_contain_text("Saved")

    other.keyboard.press("Control+Enter")
    expect(other.locator("dialog#moved")).to_be_visible()
    expect(other.locator("#moved-now .only-here")).to_contain_text("faster")
    expect(other.locator("#moved-mine .only-here")).to_contain_text("slower")
    other.locator("#keep-mine").click()
    expect(other.locator("dialog#impact")).to_be_visible()
    other.locator("#save").click()
    expect(other.locator("#said")).to_contain_text("Saved")
    expect(other.locator(".rule textarea").first).to_have_value("slower")
    rules = "[...document.querySelectorAll('.rule textarea')].map((area) => area.value)"
    eventually(other, f"{rules}.includes('faster')", False)
    visit.troubles.clear()  # type: ignore[attr-defined]  # the browser complains about the 409, which is meant


def test_rows_come_and_go_by_keyboard(gallery: Server, visit: Visit) -> None:
    page = visit(f"{gallery.place}/items/1")
    rows = page.locator(".rule")
    expect(rows).not_to_have_count(0)
    before = rows.count()
    page.keyboard.press("e")
    expect(rows.first.locator("textarea")).to_be_focused()
    page.keyboard.press("Enter")  # one more below
    expect(rows).to_have_count(before + 1)
    expect(rows.nth(1).locator("textarea")).to_be_focused()
    page.keyboard.insert_text("extra")
    page.keyboard.press("Alt+s")
    expect(rows.nth(1)).to_have_class(re.compile("wrong"))
    page.keyboard.press("Alt+Delete")
    expect(rows).to_have_count(before)
    expect(page.locator("#see")).to_be_disabled()
    page.locator(".rule textarea").first.focus()
    expect(page.locator(".rule textarea").first).to_be_focused()
    page.keyboard.press("Alt+Delete")  # a saved rule stays in sight until the change is saved
    expect(rows.first).to_have_class(re.compile("gone"))
    expect(page.locator("#see")).to_be_enabled()
    page.locator("#reset").click()
    expect(page.locator(".rule.gone")).to_have_count(0)


def test_rules_are_added_moved_and_tried_by_keys(gallery: Server, visit: Visit) -> None:
    """Two keys to a new rule, wherever the focus is; what was removed comes back."""
    page = visit(f"{gallery.place}/items/1")
    rows = page.locator(".rule")
    expect(rows).to_have_count(2)
    for keys, side, kind in (("ap", "right", "pattern"), ("aN", "wrong", "fixed")):
        page.keyboard.press(keys[0])
        page.keyboard.press(keys[1])
        expect(page.locator(".rule textarea:focus")).to_have_count(1)
        page.keyboard.insert_text(f"new {kind}")
        row = page.locator(".rule", has=page.locator("textarea:focus"))
        expect(row).to_have_class(re.compile(side))
        expect(row.locator("select").nth(1)).to_have_value(kind)
        page.keyboard.press("Escape")
    wordings = "[...document.querySelectorAll('.rule textarea')].map((area) => area.value)"
    first = page.evaluate(wordings)
    page.locator(".rule textarea").nth(1).focus()
    page.keyboard.press("Alt+Shift+ArrowUp")
    eventually(page, wordings, [first[1], first[0], *first[2:]])
    page.keyboard.press("Alt+Shift+ArrowUp")  # it is the first of its kind
    page.keyboard.press("Alt+Delete")
    expect(rows).to_have_count(3)
    page.keyboard.press("Alt+z")
    eventually(page, wordings, [first[1], first[0], *first[2:]])
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.keyboard.insert_text("I sat on the bench.")
    expect(page.locator("#tried .verdict")).to_have_class(re.compile("pass"))
    expect(page.locator("#tried mark.right")).to_have_text("bench")
