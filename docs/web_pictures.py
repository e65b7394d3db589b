"""Photograph the web application: seven pages of the samples, as they look after a first day of work."""

import re
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, ViewportSize, sync_playwright
from tests.browser.bringing import there
from tests.browser.conftest import FLAGS, Server
from tests.browser.lived_in import lived_in

from lackmus.core.base.verdict import Verdict
from lackmus.flows.contrasts.keeping import keep
from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.reviews.deciding import decide
from lackmus.flows.reviews.reviews import Scope, next_texts
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.suites.samples import FIRST, outputs_of, samples
from lackmus.flows.workspaces.demo import sample_study
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions

SIZE = ViewportSize(width=1280, height=800)
SHARPNESS = 1.5  # twice as sharp would be twice as heavy
ASKED = "campaign=2026&suite=de-en"

# Free translations of idioms that no rule knows: enough of them to fill a screen.
FREELY = {
    "idi-001": "He went on about shares for an hour, and all of it went past me.",
    "idi-002": "Cinema or staying in, you choose.",
    "idi-003": "Did you lose your sight? The light is red!",
    "idi-005": "Without a test drive you never know what you are getting.",
    "idi-006": "That way we get both done at a stroke.",
    "idi-008": "I will be thinking of you tomorrow.",
    "idi-009": "Our quarrel was settled ages ago.",
    "idi-010": "The dealer got the better of us, and how.",
    "idi-011": "There is no way round it, we must swallow it.",
    "idi-012": "With that remark you got it exactly right.",
    "idi-013": "Well, great, that is all we needed!",
    "idi-014": "My uncle made up the story about the lottery, and I believed him.",
    "idi-015": "When they said yes, she could hardly sit still.",
    "idi-016": "Will you finally say what you mean!",
    "idi-017": "I do not trust this bill.",
    "idi-018": "It is time he heard from you how things stand.",
    "idi-020": "I have seen all the rain I ever want to see.",
}
WRONG = ("Cinema or", "He has passed", "If you believe", "I will be thinking", "When the acceptance")


def crowded(folder: Path) -> Desk:
    """A workspace with many open idioms; Ben has judged two of them, to have something to propose by."""
    desk = Desk(str(folder / "crowded.db"), "Ada")
    suite = samples()[FIRST]
    rows = [line.split("\t") for line in (outputs_of(suite) / "Linde.tsv").read_text("utf-8").splitlines()]
    file = folder / "Weide.tsv"
    file.write_text("".join(f"{item}\t{FREELY.get(item, text)}\n" for item, text in rows), "utf-8")
    import_suite(desk, suite, name=FIRST)
    import_outputs(
        desk, [str(outputs_of(suite)), str(file)], ReadOptions(), ImportOptions("2026"), suite=FIRST
    )
    offers = next_texts(desk, Scope("2026", FIRST), 100).offers
    passing = [one.number for one in offers if one.text in (FREELY["idi-012"], FREELY["idi-018"])]
    decide(replace(desk, person="Ben"), [(number, Verdict.PASS) for number in passing])
    return desk


def aged(desk: Desk) -> Desk:
    """As if people had taken their time: imports two hours ago, decisions some seconds each."""
    with sqlite3.connect(str(desk.workspace)) as database:
        changes = database.execute("SELECT id, verb FROM changes ORDER BY id DESC").fetchall()
        for behind, (number, verb) in enumerate(changes, start=5):
            seconds = 7200 if verb.endswith("import") else 13 * behind
            at = (datetime.now(UTC) - timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
            database.execute("UPDATE changes SET at = ? WHERE id = ?", (at, number))
    database.close()
    return desk


def review(page: Page, place: str) -> None:
    """A text that two rules contradict, with a colleague's remark."""
    page.goto(f"{place}/review?{ASKED}&flagged=1&category=Ambiguity")
    page.wait_for_selector(".one")


def lab(page: Page, place: str) -> None:
    """A pattern is being written, and the one open text is about to fail by it."""
    page.goto(f"{place}/review?{ASKED}&flagged=1&category=False+friends")
    page.wait_for_selector(".one")
    page.keyboard.press("e")
    page.wait_for_url("**/items/*")
    page.get_by_text("+ negative pattern").click()
    page.keyboard.type(r"\bbeckon(s|ed|ing)?\b")
    page.locator(".item-text.changed").wait_for()
    page.evaluate("scrollTo(0, 0)")


def report(page: Page, place: str) -> None:
    """The table: what is best of each row in bold, every number a way to its items."""
    page.goto(f"{place}/report?{ASKED}")
    page.wait_for_selector("#table")


def items(page: Page, place: str) -> None:
    """The sentences behind a number."""
    page.goto(f"{place}/report/items?{ASKED}&mode=differences&category=Multi-word+expressions")
    page.wait_for_selector("#items")


def overview(page: Page, place: str) -> None:
    """What is done and what is open, in the dark."""
    page.emulate_media(color_scheme="dark")
    page.goto(place)
    page.locator("#first-steps ~ form button").click()  # the picture is of a workspace that is in use
    page.locator("#first-steps").wait_for(state="detached")
    page.goto(place)
    page.get_by_text(re.compile(r"of 160 items fair")).nth(3).wait_for()


def screen(page: Page, place: str) -> None:
    """Twenty texts with their proposals, some of them corrected."""
    page.goto(f"{place}/review?category=Multi-word+expressions&many=20")
    page.wait_for_selector(".line")
    for line in page.locator(".line").all():
        wrong = any(begin in line.inner_text() for begin in WRONG)
        page.keyboard.press("f" if wrong else "j")
    for _ in range(20):
        page.keyboard.press("k")
    page.evaluate("scrollTo(0, 0)")


def sentence(page: Page, place: str) -> None:
    """A gerund and the clause that stands for it, with links and arcs."""
    page.goto(f"{place}/contrasts/1/items?contrast=gerund-clause&system=Linde&verdict=pass")
    page.locator('a[href*="/items/"]').first.click()
    page.locator("svg").last.wait_for()


def grammar(folder: Path) -> Desk:
    """A workspace with the sample for contrasts."""
    desk = Desk(str(folder / "grammar.db"), "Ada")
    keep(desk, sample_study())
    return desk


VIEWS: dict[str, Callable[[Page, str], None]] = {
    "review": review,
    "lab": lab,
    "report": report,
    "items": items,
    "overview": overview,
}


@contextmanager
def served(desk: Desk) -> Iterator[str]:
    """Where its workspace is served meanwhile."""
    server = Server(str(desk.workspace))
    server.start()
    try:
        yield server.place
    finally:
        server.kill(signal.SIGTERM)


def photograph_pages(folder: Path) -> None:
    """All seven, into the folder."""
    found = there()
    if found is None:
        print("No browser can be had: the pictures of the pages stay as they are.", file=sys.stderr)
        return
    with TemporaryDirectory() as temporary, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*FLAGS, "--hide-scrollbars"])

        def take(name: str, view: Callable[[Page, str], None], place: str) -> None:
            page = browser.new_page(
                viewport=SIZE, device_scale_factor=SHARPNESS, color_scheme="light", reduced_motion="reduce"
            )
            view(page, place)
            page.wait_for_load_state("networkidle")
            # No room is kept for a scrollbar that a picture does not have.
            page.evaluate("document.documentElement.style.scrollbarGutter = 'auto'")
            page.screenshot(path=folder / f"web-{name}.png", animations="disabled", caret="hide")
            page.context.close()

        with served(aged(lived_in(Path(temporary) / "lackmus.db"))) as place:
            for name, view in VIEWS.items():
                take(name, view, place)
        with served(aged(crowded(Path(temporary)))) as place:
            take("screen", screen, place)
        with served(aged(grammar(Path(temporary)))) as place:
            take("sentence", sentence, place)
        browser.close()
