"""Uploading in a real browser: files are judged, looked at, mended and stored; nothing in them runs."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from lackmus.flows.outputs.templates import TemplatePlan
from lackmus.flows.outputs.templates import make as template_make
from lackmus.flows.suites.samples import samples
from lackmus.flows.workspaces.workspaces import Desk
from tests.browser.conftest import Server
from tests.browser.waiting import eventually

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


def test_the_form_fits_a_narrow_window(server: Server, visit: Callable[..., "Page"], tmp_path: Path) -> None:
    """With templates there is a long choice in it, which must not widen the page."""
    template_make(Desk(server.workspace), TemplatePlan("de-en"), lambda *_: tmp_path)
    page = visit(f"{server.place}/outputs/upload", viewport={"width": 390, "height": 900})
    expect(page.locator("[name=template]")).to_be_visible()
    eventually(page, "document.documentElement.scrollWidth <= innerWidth")


def test_an_upload_from_choosing_to_storing(
    server: Server, visit: Callable[..., "Page"], files: list[Path]
) -> None:
    page = visit(f"{server.place}/outputs/upload")
    page.set_input_files("#files", files)
    expect(page.locator("#chosen li")).to_have_count(3)
    page.select_option("#campaign", "*new")
    page.fill("#new-campaign", "Browser <b>31</b>")
    page.select_option("[name=part]", "de-en|de-en")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/outputs/uploads/*")
    page.wait_for_selector("#store")
    expect(page.locator(".unread")).to_contain_text("broken.tsv, line 2: no tab")
    page.reload()  # the address carries all
    page.fill("[name=name-0]", "Acer")
    expect(page.locator("[name=name-0]")).not_to_have_attribute("value", "Acer")
    page.keyboard.press("Enter")  # looks again, and stores nothing
    expect(page.locator("[name=name-0]")).to_have_attribute("value", "Acer")  # written by the server
    expect(page.locator("#store")).to_be_visible()
    expect(page).to_have_url(re.compile(f"^{re.escape(server.place)}/outputs/uploads/"))
    page.check("[name=without_unread]")
    page.click("#store")
    page.wait_for_url("**/outputs/campaign?*")
    expect(page.locator("#said")).to_contain_text("2 systems (2 new)")
    expect(page.locator("table.rows a.open")).to_have_text(["Acer", "Linde"], use_inner_text=True)
    expect(page.locator("h1")).to_have_text("Browser <b>31</b>")
    expect(page).not_to_have_title("run")


def test_files_can_be_dropped(server: Server, visit: Callable[..., "Page"]) -> None:
    page = visit(f"{server.place}/outputs/upload?campaign=2025")
    expect(page.locator("[name=part]")).to_have_value("de-en|de-en")  # what the campaign is about
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "Linde.tsv"));
          const dropped = new DragEvent("drop", { dataTransfer: data, cancelable: true });
          document.getElementById("drop").dispatchEvent(dropped);
        }""",
        (OUTPUTS / "Linde.tsv").read_text(),
    )
    expect(page.locator("#chosen")).to_have_text(re.compile(r"^\s*Linde\.tsv"))
    page.click("#send")
    page.wait_for_selector("#store")
    expect(page.locator("[name=name-0]")).to_have_value("Linde")


def test_a_campaign_is_deleted_by_typing_its_name(server: Server, visit: Callable[..., "Page"]) -> None:
    page = visit(f"{server.place}/outputs")
    page.keyboard.press("j")
    expect(page.locator("table.rows a.open").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/outputs/campaign?name=2025")
    page.click("text=Delete this campaign")
    page.fill("[name=typed]", "2025")
    page.click("text=Delete the campaign")
    page.wait_for_url("**/outputs")
    expect(page.locator("table.rows a.open")).to_have_text(["2026"], use_inner_text=True)
    page.click("text=Bring back")
    page.wait_for_selector("text=Brought back")
    expect(page.locator("table.rows a.open")).to_have_text(["2025", "2026"], use_inner_text=True)
