"""A challenge in a real browser: by keyboard and by mouse from a number to its tuples, options, charts."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from lackmus.flows.challenges.keeping import keep, keep_scores
from lackmus.flows.workspaces.workspaces import Desk
from tests.browser.conftest import Server
from tests.browser.waiting import eventually
from tests.challenged import ODD, challenge_of, scores_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]
CUT_LABELS = Path(__file__).with_name("cut_labels.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One challenge for all who only look."""
    desk = Desk(str(tmp_path_factory.mktemp("challenges") / "lackmus.db"), "Ada")
    desk.open(create=True).close()
    challenge = challenge_of(times=4)
    number = keep(desk, challenge).number
    keep_scores(desk, challenge.name, scores_of(challenge))
    server = Server(str(desk.workspace))
    server.start()
    yield f"{server.place}/challenges/{number}"
    server.kill()


def test_from_a_number_to_its_tuples_by_keyboard(place: str, visit: Visit) -> None:
    page = visit(place)
    page.keyboard.press("t")
    expect(page.locator("#table button.fold").first).to_be_focused()
    page.keyboard.press("Enter")  # the first category unfolds
    page.wait_for_selector("tr.member")
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    eventually(page, "document.activeElement.closest('tr')?.cells[0].textContent.trim()", "Lexical ambiguity")
    eventually(page, "document.activeElement.closest('td')?.cellIndex", 3)
    value = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tuples?**phenomenon=Lexical+ambiguity&metric=BLEU**")
    expect(page.locator("#number")).to_contain_text(f"{value} %")
    tuples = page.locator("#items > .item").count()
    passes = page.locator(".tuple > header > .verdict.pass").count()
    assert value == f"{100 * passes / tuples:.1f}"
    page.keyboard.press("2")
    page.wait_for_url("**outcome=wrong**")
    expect(page.locator(".tuple:has(> header > .verdict.fail)")).not_to_have_count(0)
    expect(page.locator(".tuple:not(:has(> header > .verdict.fail))")).to_have_count(0)
    page.keyboard.press("j")
    expect(page.locator(".tuple").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".tuple .others").first).to_have_attribute("open", "")
    page.keyboard.press("b")
    page.wait_for_url("**/challenges/1")


def test_one_stop_for_tab_among_all_the_numbers(place: str, visit: Visit) -> None:
    page = visit(place)
    stops = page.locator("#table :is(tbody, tfoot) :is(a, button):not([tabindex='-1'])")
    expect(stops).to_have_count(1)
    page.click("button.fold:has-text('Verb tense')")
    page.wait_for_selector("tr.member")
    expect(stops).to_have_count(1)  # the page looks at new rows a moment after they have come


def test_bold_is_the_best_of_a_group_and_framed_the_best_of_all(place: str, visit: Visit) -> None:
    """In the rows that come later, too; the legend says which is which."""
    page = visit(f"{place}?by=category")
    page.click("button.fold:has-text('Verb tense')")
    page.wait_for_selector("tr.member")
    looks = page.eval_on_selector_all(
        "#table td.number",
        """cells => cells.map((cell) => [
            cell.classList.contains("best-of-group"), getComputedStyle(cell).fontWeight >= 600,
            cell.classList.contains("best"), getComputedStyle(cell).outlineStyle !== "none",
        ])""",
    )
    assert all(of_group == bold and best == framed for of_group, bold, best, framed in looks)
    assert {(True, False), (False, True)} <= {(bold, framed) for _, bold, _, framed in looks}
    legend = page.inner_text("#accuracies .legend")
    assert "Bold: among the significantly best of its group" in legend
    assert "Framed: among the significantly best of the row, all groups together" in legend


def test_a_metric_of_any_name_opens_by_mouse(place: str, visit: Visit) -> None:
    page = visit(place)
    page.click("tbody[data-category='Negation'] td:nth-child(5) a")
    page.wait_for_url("**category=Negation&metric=**")
    expect(page.locator("h1")).to_have_text(f"Negation: {ODD}")
    page.select_option("[name=metric]", "Kiwi")
    page.wait_for_url("**metric=Kiwi**")
    expect(page.locator("h1")).to_have_text("Negation: Kiwi")
    page.select_option("[name=category]", "Verb tense")
    page.wait_for_url("**category=Verb+tense**")
    expect(page).not_to_have_url(re.compile("category=Negation"))


def test_metrics_are_chosen_freely(place: str, visit: Visit) -> None:
    page = visit(place)
    page.keyboard.press("o")
    page.uncheck("[name=metrics][value=TER]")
    page.click("text=Show this ranking")
    page.wait_for_url("**metrics=BLEU&metrics=Kiwi**")
    expect(page).not_to_have_url(re.compile("test=|min_items"))  # what is as usual is left unsaid
    expect(page.locator("th.system")).to_have_text(["BLEU", ODD, "Kiwi"], use_inner_text=True)
    page.fill("[name=min_items]", "5")
    page.press("[name=min_items]", "Enter")
    page.wait_for_url("**min_items=5**")
    expect(page).to_have_url(re.compile("metrics=Kiwi"))


def test_charts_are_drawn_when_they_come_into_sight(place: str, visit: Visit) -> None:
    page = visit(place)
    for kind in ("heatmap", "sorted", "speed"):
        page.locator(f"#chart-{kind}").scroll_into_view_if_needed()
        page.wait_for_selector(f"#chart-{kind} svg")
    eventually(page, CUT_LABELS, [])


def test_it_works_without_scripts(place: str, visit: Visit) -> None:
    page = visit(place, java_script_enabled=False)
    page.click("tbody[data-category='Ambiguity'] td:nth-child(3) a")
    expect(page).to_have_url(re.compile(r"/tuples\?category=Ambiguity&metric=TER"))
    page.click("[data-mode='2']")
    expect(page).to_have_url(re.compile("outcome=wrong"))
    expect(page.locator(".tuple")).to_have_count(4)
    page.select_option("[name=metric]", "BLEU")
    page.click("form.filters button")
    expect(page).to_have_url(re.compile("metric=BLEU"))
    expect(page.locator(".tuple")).to_have_count(8)


def test_build_one(server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/challenges")
    page.click("text=Build a challenge")
    page.fill("[name=name]", "first try")
    page.click("button.main")
    page.wait_for_url("**/challenges/1")
    expect(page.locator("#said")).to_contain_text("Built first try")
    expect(page.locator("main")).to_contain_text("No metric has scored it yet")
