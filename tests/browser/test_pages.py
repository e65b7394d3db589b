"""Every page, wide and narrow, light and dark: whole, readable, with names for all, without a complaint."""

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from lackmus.flows.workspaces.accounts import set_password
from tests.browser.conftest import Server, new_context
from tests.browser.lived_in import lived_in, trained
from tests.browser.long_names import long_names
from tests.conftest import PROJECT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PASSWORD = "a long word to pass by"
ASKED = "campaign=2026&suite=de-en"
LONG = "campaign=General+2022&suite=long-names"
PLACES = [
    "/login",
    "/",
    f"/review?{ASKED}",
    f"/review?{ASKED}&many=20",
    f"/review?{ASKED}&flagged=1",
    f"/review?{ASKED}&category=No+such&system=none&mine=1",
    "/suites",
    "/suites/import",
    "/suites/1",
    "/suites/1?category=Ambiguity",
    "/suites/1/findings",
    "/suites/1/items/new",
    "/items/1",
    "/items/1/edit",
    "/outputs",
    "/outputs/campaign?name=2026",
    "/outputs/system?campaign=2026&name=Linde",
    "/outputs/upload",
    "/outputs/upload?campaign=2026",
    "/outputs/fetch",
    "/outputs/fetch?engine=deepl&campaign=2026",
    "/outputs/fetch?engine=command",
    "/outputs/fetches",
    "/templates",
    "/templates/new",
    f"/report?{ASKED}",
    f"/report?{ASKED}&by=phenomenon",
    f"/report/items?{ASKED}&mode=differences",
    f"/report/items?{ASKED}&mode=warnings",
    f"/report/items?{ASKED}&category=Ambiguity&phenomenon=Lexical+ambiguity",
    f"/review?{ASKED}&item=de-en:amb-001",
    "/reports",
    "/reports/first%20look",
    f"/compare?{ASKED}",
    f"/compare/agreement?{ASKED}",
    "/trend",
    "/trend?by=phenomenon&exact_names=true",
    "/challenges",
    "/challenges/new",
    "/challenges/1",
    "/challenges/1?by=phenomenon&intervals=wilson",
    "/challenges/1/pairs",
    "/challenges/1/tuples",
    "/challenges/1/tuples?metric=chrF&category=Ambiguity&outcome=wrong",
    "/contrasts",
    "/contrasts/1",
    "/contrasts/1?intervals=wilson",
    "/contrasts/1/items?set=hits",
    "/contrasts/1/items?system=Ahorn&verdict=warning&set=hits",
    "/contrasts/1/items/1?system=Birke",
    "/contrasts/1/items/7?system=Ahorn&whole=1",
    "/contrasts/1/refine",
    "/contrasts/1/refine?item=1",
    "/contrasts/1/refine?contrast=gerund-zu",
    "/ratings",
    "/ratings/new",
    "/ratings/1",
    "/ratings/1/rate",
    "/ratings/1/report",
    "/assignments",
    "/agreement",
    "/agreement/disputes",
    "/agreement/effort",
    "/agreement/crowd",
    "/agreement/training",
    "/agreement/training/1",
    "/agreement/training/1/report",
    "/log",
    "/search",
    "/texts",
    "/texts?campaign=2026&sort=-assigned&systems=named",
    "/search?q=the&sort=left",
    "/people",
    "/settings",
    "/help",
    "/api/v1",
    "/no/such/page",
    "/suites/5",
    "/suites/5/findings",
    "/outputs/campaign?name=General+2022",
    f"/review?{LONG}",
    f"/review?{LONG}&many=20",
    f"/report?{LONG}",
    f"/report?{LONG}&by=phenomenon",
    f"/compare?{LONG}",
]

HERE = Path(__file__).parent
FAULTS, LAYOUT = ((HERE / name).read_text(encoding="utf-8") for name in ("faults.js", "layout.js"))
AXE = PROJECT / "node_modules" / "axe-core" / "axe.min.js"
# Unfold all, and wait for the frames after which parts that come when they are seen have been asked for.
UNFOLD = """async () => {
    document.querySelectorAll("main details").forEach((one) => { one.open = true; });
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""
# What axe holds to be wrong, each with its first place, and nothing else, which would take longer; the last
# rule is on trial there, and right. Contrast takes half the time: FAULTS looks at it at every width.
JUDGED = """async (contrast) => {
    const found = await axe.run({
        resultTypes: ["violations"],
        selectors: false,
        rules: { "color-contrast": { enabled: contrast }, "label-content-name-mismatch": { enabled: true } },
    });
    return found.violations.map(({ id, help, nodes }) => `axe ${id}: ${help}: ${nodes[0].html.slice(0, 99)}`);
}"""


@pytest.fixture(scope="module")
def place(sample_workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for all pages, where Ada must log in."""
    folder = tmp_path_factory.mktemp("pages")
    desk = lived_in(Path(copy(sample_workspace, folder)))
    trained(desk)
    long_names(desk, folder)
    set_password(desk, "Ada", PASSWORD)
    server = Server(str(desk.workspace))
    server.start()
    yield server.place
    server.kill()


@pytest.fixture(scope="module")
def state(place: str, browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the browser keeps of the log-in; Ada has also saved a report."""
    kept = tmp_path_factory.mktemp("state") / "state.json"
    page = new_context(browser).new_page()
    page.goto(f"{place}/login?next=/report%3F{ASKED.replace('&', '%26')}")
    page.fill("[name=name]", "Ada")
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/report?*")
    page.fill("form.save [name=name]", "first look")
    page.click("form.save button")
    page.wait_for_url("**/reports/first%20look")
    page.context.storage_state(path=kept)
    page.context.close()
    return kept


# A telephone, a wide screen at 200 %, a wide screen.
SIZES = [(390, 844), (640, 400), (1280, 800)]
PARTS = 3  # several workers may share the pages
# Wait until what depends on the size of the window has been laid out.
SETTLED = "async () => { for (let f = 0; f < 2; f += 1) await new Promise(requestAnimationFrame); }"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_whole_and_readable(place: str, state: Path, browser: "Browser", part: int) -> None:
    """Loaded once, and looked at in a window of every size."""
    contexts = [new_context(browser, storage_state=kept) for kept in (None, state)]
    stranger, ada = (context.new_page() for context in contexts)
    heard: list[str] = []
    for page in (stranger, ada):
        page.on("pageerror", lambda problem: heard.append(str(problem)))
        page.on("console", lambda told: heard.append(told.text) if told.type == "error" else None)
    faults: list[str] = []
    for path in PLACES[part::PARTS]:
        page = stranger if path == "/login" else ada
        heard.clear()
        _sized(page, SIZES[0])
        page.goto(f"{place}{path}", wait_until="networkidle")
        found = [] if path == "/no/such/page" else [*heard]  # the browser tells that it is not there
        for size in SIZES:
            _sized(page, size)
            seen = _looked_at(page, "") + page.evaluate(LAYOUT) + _keys(page, look=path == "/")
            found += [f"{size[0]} wide, {fault}" for fault in seen]
        if AXE.is_file():
            page.evaluate(AXE.read_text(encoding="utf-8"))
            for size in (SIZES[-1], SIZES[0]):  # a wide and a narrow screen are enough
                _sized(page, size)
                found += [f"{size[0]} wide, {fault}" for fault in _accessible(page, size == SIZES[-1])]
        faults += [f"{path}  {fault}" for fault in found]
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


def _sized(page: "Page", size: tuple[int, int]) -> None:
    """In a window of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)


def _looked_at(page: "Page", about: str) -> list[str]:
    """What is wrong with it, in both colour schemes; a page need not be loaded again for the other one."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{about}{scheme}: {fault}" for fault in page.evaluate(FAULTS)]
    return found


def _keys(page: "Page", look: bool) -> list[str]:
    """The list of keys opens with one and lists some; its colours are those of every page."""
    page.keyboard.press("Escape")  # out of a field where one would write a question mark
    page.keyboard.press("?")
    dialog = page.locator("dialog#keys")
    expect(dialog, f"the keys of {page.url}").to_be_visible()
    expect(dialog.locator("dt kbd"), f"the keys of {page.url}").not_to_have_count(0)
    found = []
    if look:
        found += [fault for fault in _looked_at(page, "keys, ") if "contrast" in fault]
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return found


def _accessible(page: "Page", contrast: bool) -> list[str]:
    """What axe says of the page with all that can be unfolded."""
    page.evaluate(UNFOLD)
    expect(page.locator(".htmx-request")).to_have_count(0)
    found: list[str] = page.evaluate(JUDGED, contrast)
    return found


def test_axe_is_there_to_look_at_every_page() -> None:
    """`make test` brings it; without it the pages are walked all the same."""
    if not AXE.is_file():
        reason = "axe-core is not there: bring it with `python hatch_build.py tools`"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


def test_every_place_of_the_navigation_is_looked_at(place: str, state: Path, browser: "Browser") -> None:
    context = new_context(browser, storage_state=state)
    page = context.new_page()
    page.goto(place)
    expect(page.locator("[data-go]")).not_to_have_count(0)
    links = page.locator("[data-go]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    context.close()
    assert {*links} <= {urlsplit(path).path for path in PLACES}
