"""A folder with the bundled sample, as a notebook would have it beside itself."""

from pathlib import Path

import pytest

import lackmus


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the German–English sample, which is where the test runs."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    monkeypatch.chdir(lackmus.sample(tmp_path / "sample"))
    return tmp_path / "sample"


@pytest.fixture
def grammar(desk: Path) -> Path:
    """The folder of the sample for contrasts, beside the other."""
    return lackmus.sample(desk / "grammar", "contrasts")
