"""A snapshot is a cache: it is found again, and whatever is wrong with it, nobody notices."""

import os
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from lackmus.core.base.columns import Columns
from lackmus.store.verdicts import snapshots
from lackmus.store.verdicts.snapshots import MOST, SnapshotKey, folder_of, snapshot

COLUMNS = Columns(item=pl.String, n=pl.Int64)
FRAME = pl.DataFrame({"item": ["a", "b"], "n": [1, 2]})
KEY = SnapshotKey("token", 1, 1, "de-en")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of one's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


class Maker:
    """Makes the frame, and counts how often it was asked to."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> pl.DataFrame:
        self.made += 1
        return FRAME


def asked(key: SnapshotKey = KEY, columns: Columns = COLUMNS) -> int:
    """How often the frame is made when it is asked for; it must be right either way."""
    make = Maker()
    assert snapshot("workspace", key, columns, make).equals(FRAME)
    return make.made


def the_file() -> Path:
    """The one snapshot that is kept."""
    (file,) = folder_of("workspace").iterdir()
    return file


def test_what_was_made_is_found_again() -> None:
    """Made once, then read; nothing unfinished stays behind."""
    assert [asked(), asked()] == [1, 0]
    assert the_file().suffix == ".parquet"
    assert folder_of("workspace").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "other",
    [
        SnapshotKey("other", 1, 1, "de-en"),
        SnapshotKey("token", 2, 1, "de-en"),
        SnapshotKey("token", 1, 2, "de-en"),
        SnapshotKey("token", 1, 1, "en-de"),
    ],
)
def test_another_key_is_another_snapshot(other: SnapshotKey) -> None:
    """Nobody gets the verdicts of another revision, campaign, suite or pair."""
    assert [asked(), asked(other), asked(), asked(other)] == [1, 1, 0, 0]


def test_workspaces_do_not_share() -> None:
    """Each has a folder of its own."""
    assert folder_of("one") != folder_of("another")


def test_an_empty_workspace_has_no_snapshot() -> None:
    """Without a change there is no token to know it by."""
    none = SnapshotKey("", 1, 1, "de-en")
    assert [asked(none), asked(none)] == [1, 1]


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-40])


def flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize("damage", [cut, flip, empty, folder])
def test_a_damaged_snapshot_is_done_without(damage: Callable[[Path], None]) -> None:
    """One bit is enough: what was damaged is made anew, and kept anew where there is room for it."""
    asked()
    damage(the_file())
    assert asked() == 1


def test_other_columns_are_done_without() -> None:
    """A snapshot of an older Lackmus may have other columns."""
    wrong = Columns(item=pl.String, n=pl.String)
    asked()
    make = Maker()
    snapshot("workspace", KEY, wrong, make)
    assert make.made == 1


def test_a_cache_that_cannot_be_written_is_done_without(cache: Path) -> None:
    """The cache's place may be taken by a file, or be read-only."""
    cache.write_text("in the way")
    assert [asked(), asked()] == [1, 1]


def test_whoever_has_no_home_has_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left in the folder in which somebody happens to work."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(snapshots, "user_cache_path", lambda name: Path("~") / ".cache" / name)
    assert [asked(), asked()] == [1, 1]
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_nothing_half_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole, or not at all."""

    def full(self: Path, content: bytes) -> int:
        with self.open("wb") as file:
            file.write(content[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert asked() == 1
    assert list(folder_of("workspace").iterdir()) == []


def test_only_a_handful_is_kept() -> None:
    """Those that were used last; and what a killed process left is cleared away."""
    keys = [SnapshotKey(f"token {number}", 1, 1, "de-en") for number in range(MOST + 2)]
    for age, key in enumerate(keys[:MOST]):
        asked(key)
        (file,) = folder_of("workspace").glob(f"{key.name}-*")
        os.utime(file, (1000 + age, 1000 + age))
    left = folder_of("workspace") / "left.part"
    left.write_bytes(b"")
    os.utime(left, (1000, 1000))
    fresh = folder_of("workspace") / "fresh.part"
    fresh.write_bytes(b"")
    assert asked(keys[0]) == 0  # used just now
    for key in keys[MOST:]:
        asked(key)
    assert len(list(folder_of("workspace").glob("*.parquet"))) == MOST
    assert (left.exists(), fresh.exists()) == (False, True)
    assert asked(keys[0]) == 0
    assert asked(keys[1]) == 1


def test_the_layout_is_part_of_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """What columns mean may change although their names do not."""
    asked()
    monkeypatch.setattr(snapshots, "_LAYOUT", "another")
    assert asked() == 1
