"""A phenomenon is assigned, worked through and taken back by keyboard, and the filters count with it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews.assigning import assign_phenomena
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.workspaces.accounts import set_password
from lackmus.flows.workspaces.people import add_person
from lackmus.flows.workspaces.workspaces import Desk
from tests.browser.conftest import Server
from tests.browser.reviewing import saved, shown, shows_another

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]
PASSWORD = "a long word to pass by"


def log_in(page: "Page", name: str) -> None:
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")


def test_a_phenomenon_is_assigned_and_worked_through_by_keyboard(
    start: Callable[[str], Server], visit: Visit, sample_copy: str
) -> None:
    ada = Desk(sample_copy, "Ada")
    set_password(ada, "Ada", PASSWORD)
    add_person(ada, "Ben", Role.ANNOTATOR, PASSWORD)
    place = start(sample_copy).place

    page = visit(f"{place}/login?next=/assignments%3Fcampaign%3D2026%26suite%3Dde-en")
    log_in(page, "Ada")
    page.wait_for_url("**/assignments?**")
    page.keyboard.press("/")
    page.keyboard.type("idi")
    page.keyboard.press("Enter")
    row = page.locator("[data-kind=Idiom]")
    expect(row).to_be_focused()
    many = int(row.locator(".number").nth(1).inner_text())
    page.keyboard.press("x")
    expect(page.locator("#marked")).to_have_text("1 phenomenon marked")
    page.keyboard.press("a")
    page.keyboard.press("Enter")  # to nobody
    expect(page.locator("#problem")).to_have_text("An assignment needs a person. Name one of Ada, Ben.")
    visit.troubles.clear()  # type: ignore[attr-defined]  # of the 400, which is meant
    expect(page.locator("#marked")).to_have_text("1 phenomenon marked")  # still, and the keys are there
    page.keyboard.press("a")
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    page.wait_for_url("**done=**")
    expect(page.locator("#said")).to_have_text("Idiom of 2026 is Ben’s, with texts of later imports.")
    expect(row.locator("td").first).to_have_text("Ben")

    ben = visit(f"{place}/login")
    log_in(ben, "Ben")
    yours = ben.get_by_role("link", name=str(many), exact=True)
    expect(ben.locator(".tiles")).to_contain_text(f"{many} open texts in 1 phenomenon")
    yours.focus()
    ben.keyboard.press("Enter")
    ben.wait_for_url("**assigned=me**")
    expect(ben.locator(".one .tag.own")).to_have_text("yours")
    expect(ben.locator('[data-told="open"]')).to_contain_text(f"{many} texts fit the filters")
    ben.keyboard.press("t")
    idiom = ben.locator("#kinds-list .phenomenon", has_text="Idiom")
    expect(idiom.locator(".count")).to_have_text(str(many))
    ben.keyboard.press("Escape")
    expect(ben.locator("#kinds-box")).to_be_hidden()
    for left in range(many, 0, -1):
        text = shown(ben)
        ben.keyboard.press("f")
        if left > 1:
            shows_another(ben, text)
    expect(ben.locator("#board")).to_contain_text("All that is yours is done")
    saved(ben)
    expect(ben.locator("#kinds .count")).to_have_text("0")  # what was decided is counted by and by

    page.reload()
    expect(page.locator(".workers tbody tr", has_text="Ben").locator(".number").last).to_have_text("0")
    page.keyboard.press("u")
    expect(page.locator("#said")).to_contain_text("Undone")
    expect(row.locator("td").first).to_have_text("nobody")
    ben.goto(f"{place}/")
    expect(ben.get_by_text("Fair items won today")).to_be_visible()
    expect(ben.get_by_text("Yours in 2026")).to_have_count(0)


def test_a_phenomenon_is_found_among_the_filters_of_review_by_keyboard(
    start: Callable[[str], Server], visit: Visit, sample_copy: str
) -> None:
    """Counts of open texts, which follow decisions of others; what is of others is named."""
    ada = Desk(sample_copy, "Ada")
    add_person(ada, "Ben", Role.ANNOTATOR)
    assign_phenomena(ada, Scope("2026", "de-en"), [(None, "Idiom")], "Ben")
    page = visit(f"{start(sample_copy).place}/review?campaign=2026&suite=de-en")
    page.locator(".one").wait_for()
    page.keyboard.press("t")
    page.keyboard.type("idi")
    chosen = page.locator("#kinds-list [aria-selected=true]")
    expect(chosen.locator(".name")).to_have_text("Idiom")
    expect(chosen.locator("small")).to_have_text("Ben")
    many = int(chosen.locator(".count").inner_text())
    page.keyboard.press("Enter")
    page.wait_for_url("**phenomenon=Idiom**")
    expect(page.locator("#kinds .chosen")).to_have_text("Idiom")
    expect(page.locator("#kinds .count")).to_have_text(str(many))
    expect(page.locator(".crumbs .tag")).to_have_text("Ben")
    text = shown(page)
    page.keyboard.press("p")
    shows_another(page, text)
    expect(page.locator("#kinds .count")).to_have_text(str(many - 1))
    page.keyboard.press("t")
    page.keyboard.press("Home")
    page.keyboard.type("zzz")
    expect(page.locator("#kinds-list")).to_have_text("None is called that.")
