"""Real servers as processes of their own, and a real Chromium that visits them."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, TextIO

import pytest

from lackmus.flows.workspaces.workspaces import Desk
from tests.browser.bringing import there
from tests.browser.loaded import run
from tests.browser.reviewing import THIRTY, stocked
from tests.browser.waiting import TIMEOUT, count_answers

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

    from playwright.sync_api import Browser, BrowserContext, Page

FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["tests.browser.warm"])
FLAGS = [
    "--no-sandbox",  # the pages are our own, and tests often run as root in a container
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Chromium; where none can be had the tests fail in CI and are skipped elsewhere."""
    found = there()
    if found is None:
        reason = "no Chromium could be had: install one, or let Playwright bring its own"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield opened
        opened.close()


def new_context(browser: "Browser", **options: object) -> "BrowserContext":
    """Open a window of its own, in which everything is waited for patiently."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})  # type: ignore[arg-type]
    context.set_default_timeout(TIMEOUT)
    return context


@dataclass
class Server:
    """A running `lackmus serve`; it can be killed and started again at the same address."""

    workspace: str
    port: int = 0
    fresh: bool = False  # started as users start it, which takes longer than to fork one that has all loaded
    log: list[str] = field(default_factory=list)
    process: "ForkServerProcess | subprocess.Popen[bytes] | None" = None
    heard: TextIO | None = None
    reader: Thread | None = None

    @property
    def place(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it says where it is."""
        arguments = ["serve", "--workspace", self.workspace, "--port", str(self.port), "--as", "Ada"]
        heard, said = FORKS.Pipe(duplex=False)
        if self.fresh:
            command = [sys.executable, "-m", "lackmus", *arguments]
            self.process = subprocess.Popen(command, stderr=said.fileno(), start_new_session=True)
        else:
            self.process = FORKS.Process(target=run, args=(arguments, said))
            self.process.start()
        said.close()
        self.heard = os.fdopen(os.dup(heard.fileno()), encoding="utf-8")
        heard.close()
        for line in self.heard:
            self.log.append(line)
            told = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if told:
                self.port = int(told[1])
                # Somebody must go on reading, or a server with much to say would wait for it.
                self.reader = Thread(target=self.log.extend, args=(self.heard,), daemon=True)
                self.reader.start()
                return
        raise AssertionError("".join(self.log))

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it, at once unless said otherwise."""
        if self.process is None or self.process.pid is None:
            return
        with suppress(ProcessLookupError):  # one that did not even begin
            os.kill(self.process.pid, how)
        if isinstance(self.process, subprocess.Popen):
            self.process.wait(timeout=120)
        else:
            self.process.join(timeout=120)
            self.process.close()  # which complains of one that still runs
        if self.reader is not None:
            self.reader.join(timeout=120)
        if self.heard is not None:
            self.heard.close()
        self.process = None


@pytest.fixture
def start(request: pytest.FixtureRequest) -> Iterator[Callable[[str], Server]]:
    """Start servers on workspaces; they end with the test."""
    servers: list[Server] = []

    def begin(workspace: str) -> Server:
        server = Server(workspace)
        servers.append(server)
        server.start()
        return server

    yield begin
    for server in servers:
        server.kill(signal.SIGTERM)


@pytest.fixture(scope="session")
def gallery(sample_workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on the samples for all who only look: nothing there is to be changed."""
    copy = tmp_path_factory.mktemp("gallery") / "lackmus.db"
    shutil.copy(sample_workspace, copy)
    server = Server(str(copy), fresh=True)
    server.start()
    yield server
    server.kill(signal.SIGTERM)


@pytest.fixture
def server(start: Callable[[str], Server], sample_copy: str) -> Server:
    """A server on a copy of the samples, without log-in: Ada alone."""
    return start(sample_copy)


@pytest.fixture
def visit(browser: "Browser") -> Iterator[Callable[..., "Page"]]:
    """Open pages, each in a browser of its own; whatever a page complains about fails the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(address: str, **options: object) -> "Page":
        context = new_context(browser, **options)
        contexts.append(context)
        page = context.new_page()
        count_answers(page)
        page.on("pageerror", lambda problem: troubles.append(str(problem)))
        page.on("console", lambda told: troubles.append(told.text) if told.type == "error" else None)
        page.goto(address)
        return page

    open_page.troubles = troubles  # type: ignore[attr-defined]  # a test that expects some clears them
    yield open_page
    for context in contexts:
        context.close()
    assert not troubles, troubles


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Thirty open texts of one phenomenon."""
    return stocked(tmp_path, THIRTY)


@pytest.fixture
def place(desk: Desk, start: Callable[[str], Server]) -> str:
    """Where they are reviewed."""
    return f"{start(str(desk.workspace)).place}/review"
