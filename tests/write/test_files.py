"""A file is written whole or not at all."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError
from lackmus.write.files import make_folder, write_file


def listing(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def fail(*_: object) -> NoReturn:
    raise OSError(28, "No space left on device")


def test_writing_and_replacing(tmp_path: Path) -> None:
    """UTF-8, no other file left behind."""
    target = tmp_path / "report.html"
    for content in ("old", "nëw\n"):
        write_file(target, content)
        assert target.read_bytes() == content.encode()
    write_file(target, b"\x00\xff")
    assert target.read_bytes() == b"\x00\xff"
    assert listing(tmp_path) == ["report.html"]


@pytest.mark.parametrize(
    "broken",
    [
        lambda patch: patch.setattr(os, "fsync", fail),
        lambda patch: patch.setattr(Path, "replace", fail),
        lambda patch: patch.setattr(Path, "chmod", fail),
    ],
)
def test_a_failure_in_the_middle_keeps_the_old_file(
    broken: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full: the old report survives, and nothing half-written lies beside it."""
    target = tmp_path / "report.html"
    target.write_text("old")
    with monkeypatch.context() as patch:
        broken(patch)
        with pytest.raises(LackmusError) as raised:
            write_file(target, "new")
    assert worded(raised.value) == (
        f"{target} cannot be written (No space left on device). Choose another place with -o."
    )
    assert target.read_text() == "old"
    assert listing(tmp_path) == ["report.html"]


def test_stopped_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends the program from wherever it is."""

    def stop(_: int) -> NoReturn:
        raise SystemExit(130)

    target = tmp_path / "report.html"
    target.write_text("old")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", stop)
        with pytest.raises(SystemExit):
            write_file(target, "new")
    assert target.read_text() == "old"
    assert listing(tmp_path) == ["report.html"]


@pytest.mark.parametrize(
    "target, said",
    [
        ("folder", "{} is a folder. Name a file in it."),
        ("file/report.html",
         "{} cannot be written (Not a directory). Choose another place with -o."),
        ("nowhere/report.html",
         "{} cannot be written (No such file or directory). Choose another place with -o."),
        ("x" * 300, "{} cannot be written (File name too long). Choose another place with -o."),
    ],
)  # fmt: skip
def test_places_that_cannot_be_written(target: str, said: str, tmp_path: Path) -> None:
    """One line that names the place and the remedy."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("old")
    with pytest.raises(LackmusError) as raised:
        write_file(tmp_path / target, "new")
    assert worded(raised.value) == said.format(tmp_path / target)
    assert listing(tmp_path) == ["file", "folder"]
    assert listing(tmp_path / "folder") == []


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_permissions_are_kept(mode: int, tmp_path: Path) -> None:
    """A report that was shared stays shared, a private one private."""
    target = tmp_path / "report.html"
    target.write_text("old")
    target.chmod(mode)
    write_file(target, "new")
    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    """As any program would make it, not as a temporary file is made."""
    usual = tmp_path / "usual"
    usual.touch()
    write_file(tmp_path / "report.html", "new")
    assert (tmp_path / "report.html").stat().st_mode == usual.stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """The file that it names is replaced."""
    (tmp_path / "real").mkdir()
    target, link = tmp_path / "real" / "report.html", tmp_path / "latest.html"
    target.write_text("old")
    link.symlink_to(target)
    write_file(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_device_is_written_and_not_replaced(tmp_path: Path) -> None:
    """`-o /dev/null`, with the rights of root, must not turn the device into a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, "new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert pipe.is_fifo()


def test_odd_bytes_of_a_file_name_are_spelled_out(tmp_path: Path) -> None:
    """A file name need not be UTF-8, and a report that quotes it must be."""
    write_file(tmp_path / "report.html", "a\udcff")
    assert (tmp_path / "report.html").read_bytes() == b"a\\udcff"


def test_folders(tmp_path: Path) -> None:
    """Made with whatever is missing above them; what is there is fine, unless it is a file."""
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    (tmp_path / "file").touch()
    for wrong, said in (("file", "File exists"), ("file/x", "Not a directory")):
        with pytest.raises(LackmusError) as raised:
            make_folder(tmp_path / wrong)
        assert worded(raised.value) == f"{tmp_path / wrong} cannot be made ({said})."
