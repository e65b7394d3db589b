"""Contrasts in a real browser: by keyboard from a number to its sentences, trees, keeping and dropping."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.trees.treebank import Word, treebank
from lackmus.flows.contrasts import keeping as flow
from lackmus.flows.workspaces.workspaces import Desk
from tests.browser.conftest import Server
from tests.browser.waiting import answered, eventually, intercept
from tests.studied import small_study

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]
NARROW = {"width": 640, "height": 400}
CUT_LABELS = Path(__file__).with_name("cut_labels.js").read_text(encoding="utf-8")
FIRST, SECOND, THIRD, FOURTH = (f"gerund-dass-s{number}-3" for number in range(4))


def long_study() -> ContrastStudy:
    """A source of eighty words: its keyword stands in the middle."""
    study = small_study()
    bank = study.sources
    sentences = [bank.sentence(number) for number in range(len(bank))]
    more = tuple(Word(f"word{n}", "word", "NOUN", "_", "_", 2, "obl", 0, 1) for n in range(76))
    sentences[0] = replace(sentences[0], words=(*sentences[0].words, *more))
    return replace(study, name="long", sources=treebank(sentences))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Two studies for all who only look; of the first, one item is kept."""
    desk = Desk(str(tmp_path_factory.mktemp("contrasts") / "lackmus.db"), "Ada")
    flow.keep(desk, small_study())
    flow.choose(desk, "small", FIRST, True)
    flow.keep(desk, long_study())
    server = Server(str(desk.workspace))
    server.start()
    yield f"{server.place}/contrasts"
    server.kill()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A study of which nothing is kept or dropped yet."""
    desk = Desk(str(tmp_path / "lackmus.db"), "Ada")
    flow.keep(desk, small_study())
    return desk


@pytest.fixture
def server(desk: Desk, start: Callable[[str], Server]) -> Server:
    return start(str(desk.workspace))


# -- looking -----------------------------------------------------------------------------------------------


def test_from_a_number_to_its_sentence_by_keyboard(place: str, visit: Visit) -> None:
    page = visit(place)
    for key in ("j", "j"):  # the newest stands first
        page.keyboard.press(key)
    expect(page.locator("a[href$='/contrasts/1']").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/contrasts/1")
    for key in ("t", "t", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    eventually(page, "document.activeElement.closest('tr')?.cells[0].textContent", "Ahorn")
    for key in ("ArrowRight", "Enter"):  # Good
        page.keyboard.press(key)
    page.wait_for_url("**/items?**verdict=pass**")
    expect(page.locator(".outputs .verdict")).to_have_text(["✓ Good"], use_inner_text=True)
    page.keyboard.press("1")
    page.wait_for_url(lambda address: "verdict=" not in address)
    page.keyboard.press("j")
    expect(page.locator(".item").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/1?system=Ahorn")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**system=Birke")
    expect(page.locator(".outcome")).to_have_text("✗ Bad", use_inner_text=True)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**system=Ahorn")
    page.keyboard.press("n")
    page.wait_for_url("**/items/2?system=Ahorn")
    page.keyboard.press("b")
    page.wait_for_url("**/items?contrast=**")


def test_one_stop_for_tab_in_every_table(place: str, visit: Visit) -> None:
    page = visit(f"{place}/1")
    page.wait_for_selector("table.tendencies [tabindex='0']")
    for table in page.locator("table.tendencies").all():
        expect(table.locator("tbody :is(a, td, th)[tabindex='0']")).to_have_count(1)
        expect(table.locator("tbody a:not([tabindex])")).to_have_count(0)


def test_charts_are_drawn_when_they_come_into_sight(place: str, visit: Visit) -> None:
    page = visit(f"{place}/1")
    for kind in ("systems", "contrasts", "correlation"):
        page.locator(f"#chart-{kind}").scroll_into_view_if_needed()
        page.wait_for_selector(f"#chart-{kind} svg")
    eventually(page, CUT_LABELS, [])


def test_filters_stand_in_the_address(place: str, visit: Visit) -> None:
    page = visit(f"{place}/1/items")
    page.select_option("[name=set]", "hits")
    page.wait_for_url("**set=hits**")
    page.select_option("[name=system]", "Ahorn")
    page.wait_for_url("**system=Ahorn**")
    page.select_option("[name=reason]", "not aligned")
    page.wait_for_url("**reason=not+aligned**")
    expect(page.locator(".item")).to_have_count(2)
    expect(page).not_to_have_url(re.compile("found_by|text="))
    page.keyboard.press("/")
    expect(page.locator("[name=text]")).to_be_focused()
    page.keyboard.type("eating")
    page.keyboard.press("Enter")
    page.wait_for_url("**text=eating**")
    expect(page.locator("mark.keyword")).to_have_text(["<b>eating"] * 2, use_inner_text=True)


PLACES = """
  const box = document.querySelector(".tree .drawing");
  const edge = box.getBoundingClientRect();
  const word = box.querySelector(".word.marked").getBoundingClientRect();
"""


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, NARROW])
def test_a_long_sentence_stays_readable(place: str, visit: Visit, size: dict[str, int]) -> None:
    """The drawing scrolls in its own place, and begins where the keyword is."""
    page = visit(f"{place}/2/items/1?system=Ahorn", viewport=size)
    expect(page.locator(".tree .word.dots")).to_have_count(1)
    page.keyboard.press("w")
    page.wait_for_url("**whole=1**")
    drawing = page.locator(".tree .drawing")
    eventually(page, f"(() => {{ {PLACES} return box.scrollWidth > box.clientWidth; }})()")
    eventually(page, "document.documentElement.scrollWidth <= innerWidth")
    eventually(page, f"(() => {{ {PLACES} return edge.left <= word.left && word.right <= edge.right; }})()")
    drawing.focus()
    expect(drawing).to_be_focused()
    before = drawing.evaluate("box => box.scrollLeft")
    page.keyboard.press("ArrowRight")  # there it scrolls; elsewhere it goes to the next system
    page.wait_for_function("before => document.querySelector('.drawing').scrollLeft > before", arg=before)
    expect(page).to_have_url(re.compile("system=Ahorn"))


def test_a_word_shows_its_links(place: str, visit: Visit) -> None:
    page = visit(f"{place}/1/items/1?system=Ahorn")
    page.hover('[data-word="s1"] text')
    expect(page.locator(".link.lit")).to_have_attribute("data-ends", "s1 t1")
    expect(page.locator(".word.lit")).to_have_count(2)
    page.hover("h1")
    expect(page.locator(".lit")).to_have_count(0)


def test_it_works_without_scripts(place: str, visit: Visit) -> None:
    page = visit(f"{place}/1", java_script_enabled=False)
    page.click("#tallies td a >> nth=0")
    page.wait_for_url("**/items?set=refined**")
    page.select_option("[name=set]", "hits")
    page.click("form.filters button")
    page.wait_for_url("**set=hits**")
    expect(page.locator(".item")).to_have_count(4)
    page.click(".item a.open >> nth=0")
    page.wait_for_selector(".tree svg")


# -- keeping and dropping ----------------------------------------------------------------------------------


def on(page: "Page", item: str) -> None:
    """Wait until this item is shown, and the page listens: the bar comes with its script."""
    page.wait_for_selector(f'article[data-name="{item}"]')
    page.wait_for_selector("footer.bar:not([hidden])")


def ready(page: "Page") -> None:
    """Wait until the items that come next lie ready in the browser."""
    answered(page, "/contrasts/1/refine/cards")


def saved(page: "Page", told: str) -> None:
    """Wait until everything is saved, and the progress says so."""
    expect(page.locator("#saving")).to_have_text("Saved")
    expect(page.locator("#progress p")).to_contain_text(told)


def test_keep_and_drop_by_one_key_each(desk: Desk, server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/contrasts/1")
    page.keyboard.press("r")
    on(page, FIRST)
    page.keyboard.press("k")
    on(page, SECOND)
    page.keyboard.press("d")
    on(page, THIRD)
    saved(page, "2 of 4 items looked at")
    assert flow.choices(desk, "small") == {FIRST: True, SECOND: False}
    page.keyboard.press("u")
    on(page, SECOND)
    saved(page, "1 of 4 items looked at")
    page.keyboard.press("ArrowLeft")
    on(page, FIRST)
    expect(page.locator("article [data-state]")).to_have_text("kept")
    page.keyboard.press("ArrowRight")
    on(page, SECOND)
    for key, then in (("k", THIRD), ("d", FOURTH)):
        page.keyboard.press(key)
        on(page, then)
    page.keyboard.press("k")
    page.wait_for_selector("#over:not([hidden])")
    saved(page, "4 of 4 items looked at")
    assert flow.choices(desk, "small") == {FIRST: True, SECOND: True, THIRD: False, FOURTH: True}
    page.reload()
    expect(page.locator("#over")).to_contain_text("Every item has been looked at")


def test_by_mouse_and_after_a_reload(desk: Desk, server: Server, visit: Visit) -> None:
    """The address names the item, so that a reload stays there; another word takes the place of the first."""
    page = visit(f"{server.place}/contrasts/1/refine")
    page.click("[data-do=next]")
    on(page, SECOND)
    page.click("[data-do=drop]")
    on(page, THIRD)
    saved(page, "1 of 4 items looked at")
    page.reload()
    on(page, THIRD)
    page.click("[data-do=back]")
    on(page, SECOND)
    page.click("[data-do=keep]")
    on(page, THIRD)
    saved(page, "1 of 4 items looked at")
    assert [(one.kept, one.holds) for one in flow.history(desk, "small", SECOND)] == [
        (False, False),
        (True, True),
    ]


def test_nothing_is_lost_without_a_database(desk: Desk, server: Server, visit: Visit) -> None:
    """The server answers, but cannot save: the page says why, and sends it again."""
    page = visit(f"{server.place}/contrasts/1/refine")
    on(page, FIRST)
    ready(page)
    said = '{"error": "The database is away. Try again in a moment."}'
    headers = {"Retry-After": "1", "Content-Type": "application/json"}
    intercept(page, "**/choices", lambda route: route.fulfill(status=503, body=said, headers=headers))
    page.keyboard.press("k")
    on(page, SECOND)
    waiting = "Not saved yet: the database is away; trying again. 1 decision waits here"
    page.locator("#saving", has_text=waiting).wait_for()
    assert flow.choices(desk, "small") == {}
    page.unroute("**/choices")
    page.wait_for_selector("#saving[data-state=saved]")
    assert flow.choices(desk, "small") == {FIRST: True}
    visit.troubles.clear()  # type: ignore[attr-defined]


def test_nothing_is_lost_without_a_connection(desk: Desk, server: Server, visit: Visit) -> None:
    """What was said waits in the browser, the page says so, and it is sent when the server is back."""
    page = visit(f"{server.place}/contrasts/1/refine")
    on(page, FIRST)
    ready(page)
    server.kill()
    page.keyboard.press("k")
    on(page, SECOND)
    page.keyboard.press("d")
    on(page, THIRD)
    expect(page.locator("#saving")).to_contain_text("2 decisions wait here and will be sent again")
    page.keyboard.press("u")  # that waits behind the other: nobody has heard of it yet
    on(page, SECOND)
    expect(page.locator("#told")).to_have_text("Taken back before it was sent.")
    expect(page.locator("#saving")).to_contain_text("1 decision waits here")
    page.keyboard.press("d")
    on(page, THIRD)
    page.keyboard.press("k")
    on(page, FOURTH)
    page.keyboard.press("k")
    expect(page.locator("#trouble")).to_contain_text("What you said is safe; Next (→) tries again.")
    assert flow.choices(desk, "small") == {}
    server.start()
    page.click("#saving button")
    expect(page.locator("#saving")).to_have_text("Saved")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#over:not([hidden])")
    assert flow.choices(desk, "small") == {FIRST: True, SECOND: False, THIRD: True, FOURTH: True}
    visit.troubles.clear()  # type: ignore[attr-defined]  # that nothing could be reached


def test_what_was_not_sent_is_sent_by_the_next_visit(desk: Desk, server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/contrasts/1/refine")
    on(page, FIRST)
    ready(page)
    server.kill()
    page.keyboard.press("k")
    on(page, SECOND)
    server.start()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{server.place}/contrasts/1/refine")
    expect(page.locator("#saving")).to_have_text("Saved")
    page.reload()  # the visit before may have sent it while this page was made
    saved(page, "1 of 4 items looked at")
    assert flow.choices(desk, "small") == {FIRST: True}
    visit.troubles.clear()  # type: ignore[attr-defined]


def test_a_choice_that_is_refused_is_told(desk: Desk, server: Server, visit: Visit) -> None:
    """The study was removed meanwhile: what was said is shown, with what can be done about it."""
    page = visit(f"{server.place}/contrasts/1/refine")
    on(page, FIRST)
    ready(page)
    flow.remove(desk, "small")
    page.keyboard.press("k")
    page.wait_for_selector("#refused .alarm")
    expect(page.locator("#refused")).to_contain_text("There is no study 1")
    expect(page.locator("#refused")).to_contain_text("She denied leaving early")
    visit.troubles.clear()  # type: ignore[attr-defined]  # the browser tells of every refusal
    from lackmus.flows.workspaces.history import undo

    undo(desk)
    page.click("text=Send again")
    saved(page, "1 of 4 items looked at")
    assert flow.choices(desk, "small") == {FIRST: True}


def test_two_people_never_get_stuck_on_each_other(desk: Desk, server: Server, visit: Visit) -> None:
    """What somebody else decided meanwhile is simply decided; both see the same progress in the end."""
    one, other = (visit(f"{server.place}/contrasts/1/refine") for _ in range(2))
    for page in (one, other):
        on(page, FIRST)
        ready(page)
    one.keyboard.press("k")
    on(one, SECOND)
    saved(one, "1 of 4 items looked at")
    other.keyboard.press("d")
    on(other, SECOND)
    saved(other, "1 of 4 items looked at")
    assert [one.kept for one in flow.history(desk, "small", FIRST)] == [True, False]
    for then in (THIRD, FOURTH):
        one.keyboard.press("k")
        on(one, then)
    one.keyboard.press("k")
    one.wait_for_selector("#over:not([hidden])")
    saved(one, "4 of 4 items looked at")


def test_only_one_contrast(desk: Desk, server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/contrasts/1/refine")
    page.select_option("[name=contrast]", "gerund-dass")
    page.wait_for_url("**contrast=gerund-dass**")
    on(page, FIRST)
    page.keyboard.press("k")
    on(page, SECOND)
    expect(page).to_have_url(re.compile("contrast=gerund-dass"))
    expect(page).to_have_url(re.compile("item=3"))
    saved(page, "1 of 4 items looked at")


def test_the_bar_hides_nothing_in_a_narrow_window(desk: Desk, server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/contrasts/1/refine", viewport=NARROW)
    on(page, FIRST)
    eventually(page, "document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    bottom, top = "article').getBoundingClientRect().bottom", "footer.bar').getBoundingClientRect().top"
    eventually(page, f"document.querySelector('{bottom} <= document.querySelector('{top} + 1")


def test_without_scripts_it_is_a_form(desk: Desk, server: Server, visit: Visit) -> None:
    page = visit(f"{server.place}/contrasts/1/refine", java_script_enabled=False)
    page.click("article button[value=keep]")
    page.wait_for_url("**item=3")
    page.click("article button[value=drop]")
    page.wait_for_url("**item=5")
    assert flow.choices(desk, "small") == {FIRST: True, SECOND: False}
    page.click("form[action$=undo] button")
    page.wait_for_url("**item=3")
    assert flow.choices(desk, "small") == {FIRST: True}
