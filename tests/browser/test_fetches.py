"""Fetching with a real server, worker and browser: it moves, is cancelled, survives the server's death."""

import signal
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Draft, Item, Kind, Rule, Side
from lackmus.flows.fetching.jobs import jobs
from lackmus.flows.outputs.export import export_outputs
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.fetching.jobs import add_job
from lackmus.store.workspaces.people import the_person
from lackmus.write.suites.jsonl import write
from tests.browser.conftest import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

SENTENCES = [f"Sentence {number}." for number in range(40)]
# Logs every line and hands it back, but no more lines than a file allows: so the test knows where it stands.
SLOW = """while read -r line; do
  while [ "$(wc -l < "$0.log")" -ge "$(cat "$0.limit")" ]; do sleep 0.02; done
  echo "$line" >> "$0.log"; echo "$line"
done
"""


class Script:
    """A command that goes as far as it is let."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "slow.sh"
        self._file.write_text(SLOW)
        self._log = folder / "slow.sh.log"
        self._log.touch()
        self.let(0)

    @property
    def command(self) -> str:
        return f"sh {self._file}"

    @property
    def lines(self) -> list[str]:
        """What it was asked."""
        return self._log.read_text().splitlines()

    def let(self, many: int) -> None:
        """Let it go on until it has had so many lines."""
        fresh = self._file.with_name("fresh")
        fresh.write_text(str(many))
        fresh.rename(self._file.with_name("slow.sh.limit"))

    def let_until(self, over: Callable[[float], bool]) -> int:
        """Let it go on run by run until that happens within some seconds; how many lines it has had then."""
        for many in range(len(self.lines), len(SENTENCES) - 2, 2):
            self.let(many + 2)
            if over(10):  # a worker looks twice a second whether it is to stop, a busy one less often
                return len(self.lines)
        raise AssertionError("it never came to that")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A workspace with a few sentences."""
    desk = Desk(str(tmp_path / "lackmus.db"), "Ada")
    rule = (Rule(Side.POSITIVE, Kind.PATTERN, "Sentence"),)
    items = (Item(Pair("en", "de"), str(n), "C", "P", one, rule) for n, one in enumerate(SENTENCES))
    (tmp_path / "small.jsonl").write_text(write(Draft("small", tuple(items))))
    import_suite(desk, tmp_path / "small.jsonl")
    return desk


def cancelled(page: "Page", seconds: float) -> bool:
    """Whether the page tells within so many seconds that the fetch is cancelled."""
    try:
        page.locator("#progress[data-state=cancelled]").wait_for(timeout=1000 * seconds)
    except TooLate:
        return False
    return True


def ended(server: Server, seconds: float) -> bool:
    """Whether a killed server and its worker end within so many seconds; both hold the pipe for their log."""
    assert server.reader is not None
    server.reader.join(seconds)
    return not server.reader.is_alive()


@pytest.mark.slow
def test_a_fetch_survives_all_that_can_happen(
    desk: Desk, start: Callable[[str], Server], visit: Callable[..., "Page"], tmp_path: Path
) -> None:
    """Seen to move, cancelled, gone on with, the server killed and started anew; each sentence asked once."""
    script, server = Script(tmp_path), start(str(desk.workspace))
    page = visit(f"{server.place}/outputs/fetch?engine=command")
    page.fill("#new-campaign", "C1")
    page.fill("[name=option-cmd]", script.command)
    page.fill("[name=option-lines]", "2")
    page.click("#estimate-button")
    page.wait_for_selector("#estimate :text('40 sentences to be asked')")
    page.fill("[name=system]", "Slow")
    expect(page.locator("#estimate")).to_be_empty()  # what is changed may cost something else
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/outputs/fetches/*")

    count = page.locator("[data-told=count]")
    for many in (2, 4):
        script.let(many)
        expect(count).to_have_text(f"{many} of 40")

    page.keyboard.press("x")
    page.wait_for_selector("#progress[data-state=cancelling]")
    many = script.let_until(lambda seconds: cancelled(page, seconds))
    expect(page.locator("#progress")).to_contain_text(f"{many} of 40")
    page.click("#resume")
    script.let(many + 2)
    expect(count).to_have_text(f"{many + 2} of 40")

    assert server.process is not None
    server.process.kill()
    # It notices that nobody is there any more, and brings home what is under way.
    many = script.let_until(lambda seconds: ended(server, seconds))
    assert script.lines == SENTENCES[:many] and [one.state for one in jobs(desk)] == ["waiting"]
    script.let(40)
    server.kill()  # whatever of it is left
    server.start()
    page.wait_for_selector("#progress[data-state=done]")  # the page has found the server again by itself
    visit.troubles.clear()  # type: ignore[attr-defined]  # it has told that the server was away
    page.click("text=To C1")
    page.wait_for_url("**/outputs/campaign?name=C1")
    page.click("text=Slow")
    page.wait_for_selector("text=Fetched from an engine")

    assert script.lines == SENTENCES
    (hand_in,) = export_outputs(desk, "C1").hand_ins
    assert sorted(hand_in.texts) == sorted(SENTENCES)
    assert [one.state for one in jobs(desk)] == ["done"]


def test_an_open_stream_does_not_hold_up_the_end(desk: Desk, start: Callable[[str], Server]) -> None:
    """The server tells it that there will be no more news."""
    with desk.open() as workspace, workspace.claiming() as connection:
        # Of another machine: it waits, and nobody works on it here.
        add_job(connection, "token", the_person(connection, "Ada"), {"engine": "command", "seal": ""})
    server = start(str(desk.workspace))
    connection_ = HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection_.request("GET", "/outputs/fetches/token/events")
    stream = connection_.getresponse()
    assert stream.readline() == b"retry: 1000\n"
    server.kill(signal.SIGTERM)
    assert b'"state": "waiting"' in stream.read()
    connection_.close()
    assert "exceeded" not in "".join(server.log)
