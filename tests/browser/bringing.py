"""Bring a browser for the tests: the installed Chromium, else Playwright's own, else Debian's package.

Chromium's headless shell comes first: it shows the same pages, and a new window takes a third of the time,
because no window frame is drawn around it. Run by `make test` before the tests. Where no browser can be had
it says so; the tests then fail in CI and are skipped elsewhere.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

SHELLS = ("chromium-headless-shell", "chrome-headless-shell", "headless_shell")
NAMES = (*SHELLS, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
_TIMEOUT = 600  # seconds for a download


def installed() -> str | None:
    """A Chromium of this machine, by its name."""
    return next((found for found in map(shutil.which, NAMES) if found), None)


def playwrights() -> str | None:
    """The Chromium that Playwright has downloaded for itself."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        place = playwright.chromium.executable_path
    return place if Path(place).is_file() else None


def there() -> str | None:
    """A browser, without fetching anything."""
    return installed() or playwrights()


def _download() -> None:
    # One quick attempt: where nothing can be reached, the next way is tried.
    patience = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000"}
    _run([sys.executable, "-m", "playwright", "install", "chromium"], patience)


def _debian() -> None:
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        _run(["apt-get", "update", "-qq"], quiet)
        install = ["apt-get", "install", "-qq", "--yes", "--no-install-recommends"]
        _run([*install, SHELLS[0]], quiet)
        if not installed():  # older Debians have the whole browser only
            _run([*install, "chromium"], quiet)


def _run(command: list[str], more: dict[str, str]) -> None:
    try:
        subprocess.run(
            command, env={**os.environ, **more}, timeout=_TIMEOUT, capture_output=True, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        print(f"{command[0]}: {problem}", file=sys.stderr)


WAYS: tuple[Callable[[], None], ...] = (_download, _debian)


def bring() -> str | None:
    """A browser, fetched if need be."""
    for way in WAYS:
        found = there()
        if found:
            return found
        way()
    return there()


if __name__ == "__main__":
    found = bring()
    print(f"Browser for the tests: {found or 'none could be had'}", file=sys.stderr)
