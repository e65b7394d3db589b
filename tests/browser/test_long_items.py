"""Items longer than a sentence in review: the stretch is marked, and what is around it is quieter."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.reviewing import Visit, left, press, saved, stocked
from tests.browser.waiting import eventually

BEFORE = "Am Morgen ging er zur Sparkasse, um Geld zu holen. " * 6
BENCH = "Die Bank im Park war noch nass. Er wischte die Bank trocken."
SOURCE = f"{BEFORE.strip()}\n\n{BENCH}\n\nDann setzte er sich."
FIRST = "In the morning he went to the savings office. " * 6
TEXTS = [
    f"{FIRST.strip()}\n\nThe seat in the park was wet. He wiped the seat dry.\n\nThen he sat down.",
    "The seat in the park was wet.\n\nThen he sat down.",
]


@pytest.mark.parametrize("wide, scheme", [(1280, "light"), (390, "dark")])
def test_a_long_item_by_keyboard(
    tmp_path: Path, start: Callable[[str], Server], visit: Visit, wide: int, scheme: str
) -> None:
    """The paragraph of the stretch stands in full, long context unfolds, the prompt is shown."""
    desk = stocked(
        tmp_path,
        TEXTS,
        source=SOURCE,
        stretch="Bank",
        occurrence=2,
        scope="paragraph",
        prompt="Translate for children.",
    )
    page = visit(
        f"{start(str(desk.workspace)).place}/review?item=de-en:000",
        viewport={"width": wide, "height": 900},
        color_scheme=scheme,
    )
    expect(page.locator("#source mark.stretch")).to_have_text("Bank")
    expect(page.locator("#source .asked")).to_have_text(BENCH)
    expect(page.locator("#source .context.after")).to_be_visible()
    expect(page.locator(".fold.prompt")).to_contain_text("Translate for children.")
    eventually(page, "document.documentElement.scrollWidth <= innerWidth")
    folded = page.locator("#source details.context.before")
    expect(folded.locator("p").first).to_be_hidden()
    folded.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(folded.locator("p").first).to_be_visible()
    before = left(desk)
    page.locator(".one").focus()
    press(page, "p")
    saved(page)
    assert left(desk) == before - 1
