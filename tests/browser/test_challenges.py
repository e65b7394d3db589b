"""A challenge in a real browser: by keyboard and by mouse from a number to its tuples, options, charts."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lackmus.flows.stored_challenges import keep, keep_scores
from lackmus.flows.workspaces import Desk
from tests.browser.conftest import Server
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
    page.keyboard.press("Enter")  # the first category unfolds
    page.wait_for_selector("tr.member")
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    value = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tuples?**phenomenon=Lexical+ambiguity&metric=BLEU**")
    assert f"{value} %" in page.inner_text("#number")
    tuples = page.locator("#items > .item").count()
    assert value == f"{100 * page.locator('.tuple > header > .verdict.pass').count() / tuples:.1f}"
    page.keyboard.press("2")
    page.wait_for_url("**outcome=wrong**")
    assert page.locator(".tuple > header > .verdict.fail").count() == page.locator(".tuple").count() > 0
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    assert page.locator(".tuple .others").first.get_attribute("open") is not None
    page.keyboard.press("b")
    page.wait_for_url("**/challenges/1")


def test_one_stop_for_tab_among_all_the_numbers(place: str, visit: Visit) -> None:
    page = visit(place)
    page.wait_for_selector("#table [tabindex='0']")
    assert page.locator("#table :is(tbody, tfoot) :is(a, button):not([tabindex='-1'])").count() == 1
    page.click("button.fold:has-text('Verb tense')")
    page.wait_for_selector("tr.member")
    assert page.locator("#table :is(tbody, tfoot) :is(a, button):not([tabindex='-1'])").count() == 1


def test_a_metric_of_any_name_opens_by_mouse(place: str, visit: Visit) -> None:
    page = visit(place)
    page.click("tbody[data-category='Negation'] td:nth-child(5) a")
    page.wait_for_url("**category=Negation&metric=**")
    assert page.inner_text("h1") == f"Negation: {ODD}"
    page.select_option("[name=metric]", "Kiwi")
    page.wait_for_url("**metric=Kiwi**")
    assert page.inner_text("h1") == "Negation: Kiwi"
    page.select_option("[name=category]", "Verb tense")
    page.wait_for_url("**category=Verb+tense**")
    assert "category=Negation" not in page.url


def test_metrics_are_chosen_freely(place: str, visit: Visit) -> None:
    page = visit(place)
    page.keyboard.press("o")
    page.uncheck("[name=metrics][value=TER]")
    page.click("text=Show this ranking")
    page.wait_for_url("**metrics=BLEU&metrics=Kiwi**")
    assert "test=" not in page.url and "min_items" not in page.url  # what is as usual is left unsaid
    assert page.locator("th.system").all_inner_texts() == ["BLEU", ODD, "Kiwi"]
    page.fill("[name=min_items]", "5")
    page.press("[name=min_items]", "Enter")
    page.wait_for_url("**min_items=5**")
    assert "metrics=Kiwi" in page.url


def test_charts_are_drawn_when_they_come_into_sight(place: str, visit: Visit) -> None:
    page = visit(place)
    for kind in ("heatmap", "sorted", "speed"):
        page.locator(f"#chart-{kind}").scroll_into_view_if_needed()
        page.wait_for_selector(f"#chart-{kind} svg", timeout=60_000)
    assert page.evaluate(CUT_LABELS) == []


def test_it_works_without_scripts(place: str, visit: Visit) -> None:
    page = visit(place, java_script_enabled=False)
    page.click("tbody[data-category='Ambiguity'] td:nth-child(3) a")
    assert "/tuples?category=Ambiguity&metric=TER" in page.url
    page.click("[data-mode='2']")
    assert "outcome=wrong" in page.url and page.locator(".tuple").count() == 4
    page.select_option("[name=metric]", "BLEU")
    page.click("form.filters button")
    assert "metric=BLEU" in page.url and page.locator(".tuple").count() == 8


def test_build_one(server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/challenges")
    page.click("text=Build a challenge")
    page.fill("[name=name]", "first try")
    page.click("button.main")
    page.wait_for_url("**/challenges/1", timeout=60_000)
    assert "Built first try" in page.inner_text("#said")
    assert "No metric has scored it yet" in page.inner_text("main")
