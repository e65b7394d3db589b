"""Uploading in a real browser: files are judged, looked at, mended and stored; nothing in them runs."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lackmus.flows.samples import samples
from tests.browser.conftest import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OUTPUTS = samples()["de-en"].parent / "outputs" / "2026"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A file with a name that would run, one that is fine, and one that nobody can read."""
    folder = tmp_path / "sent"
    folder.mkdir()
    made = {
        "<img src=x onerror=document.title='run'>.tsv": (OUTPUTS / "Ahorn.tsv").read_bytes(),
        "Linde.tsv": (OUTPUTS / "Linde.tsv").read_bytes(),
        "broken.tsv": b"1\tone\nno tab\n",
    }
    for name, content in made.items():
        (folder / name).write_bytes(content)
    return sorted(folder.iterdir())


def test_an_upload_from_choosing_to_storing(
    server: Server, visit: Callable[..., "Page"], files: list[Path]
) -> None:
    page = visit(f"{server.place}/outputs/upload")
    page.set_input_files("#files", files)
    assert page.locator("#chosen li").count() == 3
    page.select_option("#campaign", "*new")
    page.fill("#new-campaign", "Browser <b>31</b>")
    page.select_option("[name=part]", "de-en|de-en")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/outputs/uploads/*")
    page.wait_for_selector("#store")
    assert "broken.tsv, line 2: no tab" in page.inner_text(".unread")
    page.reload()  # the address carries all
    page.fill("[name=name-0]", "Acer")
    page.keyboard.press("Enter")  # looks again, and stores nothing
    page.wait_for_selector("#store")
    assert page.input_value("[name=name-0]") == "Acer"
    assert page.url.startswith(f"{server.place}/outputs/uploads/")
    page.check("[name=without_unread]")
    page.click("#store")
    page.wait_for_url("**/outputs/campaign?*")
    assert "2 systems (2 new)" in page.inner_text("#said")
    assert page.locator("table.rows a.open").all_inner_texts() == ["Acer", "Linde"]
    assert page.inner_text("h1") == "Browser <b>31</b>" and page.title() != "run"


def test_files_can_be_dropped(server: Server, visit: Callable[..., "Page"]) -> None:
    page = visit(f"{server.place}/outputs/upload?campaign=2025")
    assert page.input_value("[name=part]") == "de-en|de-en"  # what the campaign is about
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "Linde.tsv"));
          const dropped = new DragEvent("drop", { dataTransfer: data, cancelable: true });
          document.getElementById("drop").dispatchEvent(dropped);
        }""",
        (OUTPUTS / "Linde.tsv").read_text(),
    )
    assert page.inner_text("#chosen").startswith("Linde.tsv")
    page.click("#send")
    page.wait_for_selector("#store")
    assert page.input_value("[name=name-0]") == "Linde"


def test_a_campaign_is_deleted_by_typing_its_name(server: Server, visit: Callable[..., "Page"]) -> None:
    page = visit(f"{server.place}/outputs")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/outputs/campaign?name=2025")
    page.click("text=Delete this campaign")
    page.fill("[name=typed]", "2025")
    page.click("text=Delete the campaign")
    page.wait_for_url("**/outputs")
    assert page.locator("table.rows a.open").all_inner_texts() == ["2026"]
    page.click("text=Bring back")
    page.wait_for_selector("text=Brought back")
    assert page.locator("table.rows a.open").all_inner_texts() == ["2025", "2026"]
