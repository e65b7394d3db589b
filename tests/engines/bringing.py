"""Bring Apertium for the tests, from Debian's packages: a real engine that translates without a network.

Run by `make test` before the tests. Where it cannot be had it says so; the tests then fail in CI and are
skipped elsewhere.
"""

import os
import shutil
import subprocess
import sys

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.engines import open_engine

PACKAGES = ("apertium", "apertium-eng-spa", "apertium-eng-cat", "apertium-apy")
_TIMEOUT = 600  # seconds for a download
_WANTED = {"eng-spa", "eng-cat"}


def there() -> bool:
    """Whether program, server and both pairs are on this machine."""
    if not (shutil.which("apertium") and shutil.which("apertium-apy")):
        return False
    told = subprocess.run(["apertium", "-l"], capture_output=True, text=True, check=False, timeout=60)
    return set(told.stdout.split()) >= _WANTED


def bring() -> bool:
    """Install it, if need be and if we may: as root, where there is apt-get. Nobody is asked anything."""
    if not there() and os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        _run(["apt-get", "update", "-qq"])
        _run(["apt-get", "install", "-qq", "--yes", "--no-install-recommends", *PACKAGES])
    return there()


def _run(command: list[str]) -> None:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, env=quiet, timeout=_TIMEOUT, capture_output=True, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        print(f"{command[0]}: {problem}", file=sys.stderr)


def need_apertium(showing: str = "") -> None:
    """For a test that needs it: where it is not, the test fails in CI and is skipped elsewhere.

    A page that shows what Apertium writes can only be tried with the very data that it names.
    """
    if not there():
        _without(f"no Apertium could be had: install {', '.join(PACKAGES)}")
    if showing:
        with open_engine("apertium") as engine:
            about = engine.about(Pair("en", "es"))
        if about.notes["data"] not in showing or about.version not in showing:
            _without(f"the page shows what another Apertium writes than {about.version} with its data here")


def _without(reason: str) -> None:
    """Nobody notices what is skipped in CI."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


if __name__ == "__main__":
    print(f"Apertium for the tests: {'there' if bring() else 'it could not be had'}", file=sys.stderr)
