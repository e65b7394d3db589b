"""A workspace to review in, and what a test sees of it: on the page, and in the workspace itself."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lackmus.flows.histories import Wanted as WantedLog
from lackmus.flows.histories import log
from lackmus.flows.reviews import Scope, status
from lackmus.flows.stored_outputs import Wanted, import_outputs
from lackmus.flows.stored_suites import import_suite
from lackmus.flows.workspaces import Desk
from lackmus.read import Asked

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]
THIRTY = [f"He sits there, number {n}." for n in range(30)]


def stocked(
    folder: Path, texts: Sequence[str], kind: Sequence[str] = ("Ambiguity", "Lexical"), **item: Any
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
    desk = Desk(str(folder / "stocked.db"), "Ada")
    import_suite(desk, folder / "suite.jsonl")
    import_outputs(desk, [str(folder / "outputs.jsonl")], Asked(), Wanted("WMT26"))
    return desk


def left(desk: Desk) -> int:
    return status(desk, Scope()).review.total.open


def deeds(desk: Desk) -> list[str]:
    """What Ada did in review, oldest first."""
    return [one.verb for one in reversed(log(desk, WantedLog())) if one.verb.startswith("review")]


def shown(page: "Page") -> int:
    """The text that stands there."""
    page.wait_for_selector(".one")
    return int(page.locator(".one").get_attribute("data-text") or 0)


def lines(page: "Page") -> list[str]:
    page.wait_for_selector(".line")
    return [one.get_attribute("data-chosen") or "" for one in page.locator(".line").all()]


def press(page: "Page", *keys: str) -> None:
    """One key after the other, each seen to be answered by another text or another line."""
    for key in keys:
        before = shown(page)
        page.keyboard.press(key)
        page.wait_for_function(
            "(before) => document.querySelector('.one')?.dataset.text !== String(before)", arg=before
        )


def saved(page: "Page") -> None:
    page.wait_for_selector("#saving[data-state=saved]")


def told(page: "Page", words: str) -> None:
    page.locator("#told", has_text=re.compile(words)).wait_for()
