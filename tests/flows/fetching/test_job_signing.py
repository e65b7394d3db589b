"""Seals: what was asked for on this machine is known again, and nothing else is."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from lackmus.flows.fetching.job_signing import is_ours, job_signature

ASKED: dict[str, Any] = {"engine": "command", "options": {"cmd": "cat", "lines": "1"}}


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One on which nothing was sealed yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    "asked, ours",
    [
        (ASKED, True),
        ({"options": {"lines": "1", "cmd": "cat"}, "engine": "command"}, True),  # in whatever order
        ({**ASKED, "engine": "apertium"}, False),
        ({**ASKED, "options": {"cmd": "rm -r /", "lines": "1"}}, False),
        ({}, False),
    ],
)
def test_a_seal_fits_what_it_was_made_for(asked: dict[str, Any], ours: bool) -> None:
    assert is_ours(asked, job_signature(ASKED)) is ours


@pytest.mark.parametrize("seal", [None, "", 7, "0" * 64, "é", {"a": 1}])
def test_what_is_no_seal(seal: object) -> None:
    assert not is_ours(ASKED, seal)


def test_another_machine_has_other_seals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = job_signature(ASKED)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    assert not is_ours(ASKED, here)


def test_only_its_user_can_read_the_key(machine: Path) -> None:
    """However many need it first, there is one; nothing else is left."""
    with ThreadPoolExecutor(8) as pool:
        assert len({*pool.map(job_signature, [ASKED] * 32)}) == 1
    (file,) = (one for one in machine.rglob("*") if one.is_file())
    assert file.stat().st_size == 32
    assert os.name != "posix" or file.stat().st_mode & 0o077 == 0
