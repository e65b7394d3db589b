"""A workspace to review in, and what a test sees of it: on the page, and in the workspace itself."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.reviews.reviews import Scope, status
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.history import LogFilter as WantedLog
from lackmus.flows.workspaces.history import log
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read import ReadOptions
from tests.browser.waiting import answered, eventually

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]
TALL = {"width": 1280, "height": 2600}  # of a window in which all lines of a screen are in view
THIRTY = [f"He sits there, number {n}." for n in range(30)]


def stocked(
    folder: Path,
    texts: Sequence[str],
    kind: Sequence[str] = ("Ambiguity", "Lexical"),
    where: str | None = None,
    **item: Any,
) -> Desk:
    """A workspace with an item for each text; Linde wrote the text, Ahorn something that a rule knows."""
    category, phenomenon = kind
    lines = [
        {"category": category, "phenomenon": phenomenon, "guideline": item.pop("guideline", "One reading.")}
    ]
    common = {
        "pair": "de-en",
        "category": category,
        "phenomenon": phenomenon,
        "source": "Er sitzt auf der Bank.",
    }
    lines += [{**common, "id": f"{n:03}", "positive": [r"\bbench\b"], **item} for n, _ in enumerate(texts)]
    outputs = [{"item": f"{n:03}", "system": "Linde", "text": text} for n, text in enumerate(texts)]
    outputs += [{"item": f"{n:03}", "system": "Ahorn", "text": f"A bench, {n}."} for n, _ in enumerate(texts)]
    for name, rows in (("suite", lines), ("outputs", outputs)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    desk = Desk(where or str(folder / "stocked.db"), "Ada")
    import_suite(desk, folder / "suite.jsonl")
    import_outputs(desk, [str(folder / "outputs.jsonl")], ReadOptions(), ImportOptions("WMT26"))
    return desk


def left(desk: Desk) -> int:
    return status(desk, Scope()).review.total.open


def deeds(desk: Desk) -> list[str]:
    """What Ada did in review, oldest first."""
    return [one.verb for one in reversed(log(desk, WantedLog())) if one.verb.startswith("review")]


def shown(page: "Page") -> int:
    """Return the number of the text that stands there, once one does."""
    return int(page.locator(".one").get_attribute("data-text") or 0)


def shows(page: "Page", text: int) -> None:
    """Wait until this text stands there."""
    expect(page.locator(".one")).to_have_attribute("data-text", str(text))


def shows_another(page: "Page", text: int) -> None:
    """Wait until a text other than this one stands there."""
    page.locator(f".one:not([data-text='{text}'])").wait_for()


def lines_are(page: "Page", chosen: Sequence[str]) -> None:
    """Wait until a screen has these lines, each with this verdict, or "" where none is set."""
    eventually(page, "[...document.querySelectorAll('.line')].map((line) => line.dataset.chosen)", [*chosen])


def at_line(page: "Page", number: int) -> None:
    """Wait until the keys mean this line of a screen."""
    line = page.locator(".line").nth(number)
    expect(line).to_have_attribute("aria-current", "true")
    expect(line).to_be_focused()


def ready(page: "Page", done: int = 0) -> None:
    """Wait until the next three texts lie ready in the browser, after so many were judged or skipped."""
    answered(page, "/api/v1/review/next", done + 4)  # one is shown, and each came by itself


def press(page: "Page", *keys: str) -> None:
    """One key after the other, each seen to be answered by another text or another line."""
    for key in keys:
        before = shown(page)
        page.keyboard.press(key)
        shows_another(page, before)


def saved(page: "Page") -> None:
    page.wait_for_selector("#saving[data-state=saved]")


def told(page: "Page", words: str) -> None:
    page.locator("#told", has_text=re.compile(words)).wait_for()


def all_seen(page: "Page") -> None:
    """Wait until every line of a screen has been in view, so that all of them can be confirmed."""
    expect(page.locator(".tally")).to_contain_text("left open")
    expect(page.locator(".tally")).not_to_contain_text("not seen yet")
