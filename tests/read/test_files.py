"""Text files as users have them."""

import gzip
import lzma
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError
from lackmus.read.budgets import Budget, Weight
from lackmus.read.files import read_bytes, read_lines, read_text
from tests.refusals import refuses

Pack = Callable[[bytes], bytes]
LINES = "".join(f"{random.Random(1).random()} Zeile für Zeile {n}\n" for n in range(200)).encode()


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
@pytest.mark.parametrize("name", ["a.gz", "a.xz", "a.txt", "a"])
def test_packed_is_seen_by_content(pack: Pack, name: str, tmp_path: Path) -> None:
    """A wrong ending misleads nobody."""
    path = tmp_path / name
    path.write_bytes(pack(LINES))
    assert read_bytes(path) == LINES


def test_a_plain_file_with_a_packed_name(tmp_path: Path) -> None:
    """Some program unpacked it and kept the name."""
    path = tmp_path / "a.gz"
    path.write_bytes(LINES)
    assert read_bytes(path) == LINES


def test_a_file_packed_in_pieces(tmp_path: Path) -> None:
    """`cat a.gz b.gz` is a file of both."""
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"a\n") + gzip.compress(b"b\n"))
    assert read_lines(path) == ["a", "b"]


@pytest.mark.parametrize(
    "content, lines",
    [
        (b"a\nb\n", ["a", "b"]),
        (b"a\nb", ["a", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        (b"\n", [""]),
        (b"a\n\n", ["a", ""]),
        (b"a\rb\n", ["a\rb"]),
        (b"a\rb\r", ["a", "b"]),  # an old Macintosh wrote it: nothing else ends a line
        ("ä\u2028ö\x85\x0c\n".encode(), ["ä\u2028ö\x85\x0c"]),
    ],
)
def test_lines(content: bytes, lines: list[str], tmp_path: Path) -> None:
    """Only a line feed ends a line, with a carriage return before it or without."""
    path = tmp_path / "a"
    path.write_bytes(content)
    assert read_lines(path) == lines


Damage = Callable[[Path], object]


@pytest.mark.parametrize(
    "damage, said",
    [
        (lambda path: None, " does not exist. Check the name."),
        (Path.mkdir, " is a folder where a file is needed. Name the file in it."),
        (Path.touch, " is empty."),
        (lambda path: path.write_bytes(b"\xef\xbb\xbf"), " is empty."),
        (lambda path: path.write_bytes(gzip.compress(b"")), " is empty."),
        (lambda path: path.write_bytes(b"a\nb\n\xe4\n"),
         ", line 3: not UTF-8 (byte 0xe4). Save it as UTF-8."),
        (lambda path: path.write_bytes("a\n".encode("utf-16")),
         ": UTF-16, not UTF-8. Save it as UTF-8."),
        (lambda path: path.write_bytes("a\n".encode("utf-32")), ": UTF-32, not UTF-8. Save it as UTF-8."),
        (lambda path: path.write_bytes(b"a\r\nb\xc3"), ", line 2: not UTF-8 (byte 0xc3). Save it as UTF-8."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("read", [read_text, read_lines])
def test_what_cannot_be_read(
    damage: Damage, said: str, read: Callable[[Path], object], tmp_path: Path
) -> None:
    """One line that names the file, the place and the remedy."""
    path = tmp_path / "a"
    damage(path)
    with pytest.raises(LackmusError) as raised:
        read(path)
    assert worded(raised.value) == f"{path}{said}"


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
@pytest.mark.parametrize(
    "damage",
    [
        lambda packed: packed[:-1],
        lambda packed: packed[: len(packed) // 2],
        lambda packed: packed[:10],
        lambda packed: packed[:100] + b"\0\0\0\0" + packed[104:],
        lambda packed: packed[:-6] + bytes(255 - byte for byte in packed[-6:-4]) + packed[-4:],
    ],
)
def test_packed_files_cut_off_or_damaged(pack: Pack, damage: Pack, tmp_path: Path) -> None:
    """Half a file is no file."""
    path = tmp_path / "a"
    path.write_bytes(damage(pack(LINES)))
    with pytest.raises(LackmusError) as raised:
        read_bytes(path)
    assert worded(raised.value).startswith(f"{path} is packed but cut off or damaged (")
    assert worded(raised.value).endswith("). Fetch it again.")


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bytes])
def test_a_file_too_large(pack: Pack, tmp_path: Path) -> None:
    """A small file can unpack to more than the memory holds."""
    path = tmp_path / "a"
    path.write_bytes(pack(LINES))
    with Budget(Weight(len(LINES), 0)).held():
        assert read_bytes(path) == LINES
    with Budget(Weight(len(LINES) - 1, 0)).held(), refuses(LackmusError, match="Split it"):
        read_bytes(path)


def test_only_white_space_is_empty(tmp_path: Path) -> None:
    """A suite of blanks is no suite."""
    path = tmp_path / "a"
    path.write_bytes(b" \n\t\n")
    with refuses(LackmusError, match="is empty"):
        read_text(path)


def test_a_file_that_the_system_refuses(tmp_path: Path) -> None:
    """What the operating system says is passed on, without a traceback."""
    path = tmp_path / "loop"
    path.symlink_to(path)
    with refuses(LackmusError, match=r"loop cannot be read \(Too many levels of symbolic links\)"):
        read_bytes(path)
