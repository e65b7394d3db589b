"""Files as users have them: UTF-8, perhaps with a BOM, perhaps packed with gzip or xz, perhaps a pipe."""

import codecs
import gzip
import io
import lzma
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from lackmus.errors import LackmusError
from lackmus.read.budgets import Budget, Weight, current

_PIECE = 2**20
_START = 64 * 1024  # enough to tell what format a file has
# How files begin that a spreadsheet or an editor saved as “Unicode”; UTF-32 first, it begins like UTF-16.
_OTHER_UNICODE = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
# A packed file may ask for more memory than there is, whatever it holds.
_DAMAGE = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error, MemoryError)
_PACKED: dict[bytes, Callable[[BinaryIO], BinaryIO]] = {b"\x1f\x8b": gzip.open, b"\xfd7zXZ\x00": lzma.open}  # type: ignore[dict-item]


def read_bytes(path: Path, budget: Budget | None = None) -> bytes:
    """Return the content of a file (or of a pipe or device, which cannot be rewound), unpacked."""
    budget = budget or current()
    with _reading(path), path.open("rb") as file:
        raw: BinaryIO = file
        if os.path.isfile(path):  # noqa: PTH113
            budget.charge(path, Weight(os.fstat(file.fileno()).st_size))
        else:
            raw = io.BytesIO(_gathered(file, path, budget))
        with _unpacked(raw) as unpacked:
            return unpacked.read() if unpacked is raw else _gathered(unpacked, path, budget)


def _gathered(stream: BinaryIO, path: Path, budget: Budget) -> bytes:
    """Return all that comes out of a stream; what is more than the budget allows stops it on the way."""
    gathered = io.BytesIO()
    while piece := stream.read(_PIECE):
        budget.charge(path, Weight(gathered.tell() + len(piece)))
        gathered.write(piece)
    return gathered.getvalue()  # without a copy


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Tell in one line why a file cannot be read."""
    try:
        if os.path.isdir(path):  # noqa: PTH112  (a name that no file can have is no error here)
            raise LackmusError(f"{path} is a folder where a file is needed. Name the file in it.")
        yield
    except FileNotFoundError:
        raise LackmusError(f"{path} does not exist. Check the name.") from None
    except _DAMAGE as problem:
        raise _damaged(path, problem) from None
    except OSError as problem:
        raise LackmusError(f"{path} cannot be read ({problem.strerror or problem}).") from None
    except ValueError as problem:
        if "null" not in str(problem):
            raise
        raise LackmusError(f"“{path}”: no file can have such a name ({problem}).") from None


class _Charged(io.RawIOBase):
    """A stream whose pieces are charged as they are read."""

    def __init__(self, stream: BinaryIO, path: Path) -> None:
        self._stream, self._path, self._budget = stream, path, current()
        self.found = Weight()

    def read(self, size: int = -1) -> bytes:
        """Return the next piece."""
        piece = self._stream.read(size)
        self.found += Weight(len(piece), max(piece.count(b"\n"), piece.count(b"\r")))
        self._budget.charge(self._path, self.found)
        return piece


@dataclass(frozen=True)
class File:
    """A file whose beginning tells its format before the rest is read; a pipe is read only once."""

    path: Path

    @cached_property
    def content(self) -> bytes:
        """All of it, unpacked, without a BOM."""
        content = _beginning(self.path, read_bytes(self.path))
        if not content:
            raise self.empty
        return content

    @property
    def empty(self) -> LackmusError:
        """What to say when nothing is in it."""
        return LackmusError(f"{self.path} is empty.")

    @contextmanager
    def stream(self) -> Iterator[BinaryIO]:
        """All of it, unpacked, to be read piece by piece: a large file needs no room of its own."""
        if not os.path.isfile(self.path):  # noqa: PTH113  (a name that no file can have is no error here)
            yield io.BytesIO(self.content)  # a pipe, or nothing at all, which says so
            return
        with _reading(self.path), self.path.open("rb") as file, _unpacked(file) as unpacked:
            yield _Charged(unpacked, self.path)  # type: ignore[misc]

    @cached_property
    def start(self) -> bytes:
        """The first bytes, unpacked, without a BOM; none of a folder."""
        if os.path.isdir(self.path):  # noqa: PTH112  (likewise)
            return b""
        if not os.path.isfile(self.path):  # noqa: PTH113
            return self.content[:_START]  # a pipe, or nothing at all, which says so
        with self.stream() as stream:
            return _beginning(self.path, stream.read(_START))

    @cached_property
    def first_line(self) -> str:
        """The first line that is not blank; what is not UTF-8 in it does not matter here."""
        lines = with_line_feeds(self.start).decode(errors="replace").split("\n")
        return next((line for line in lines if line.strip()), "")

    @property
    def text(self) -> str:
        """All of it as text."""
        text = _decoded(self.path, self.content)
        if text.isspace():
            raise self.empty
        return text

    @property
    def lines(self) -> list[str]:
        """Its lines. Only a line feed ends one: U+2028 and the like occur inside sentences."""
        content = with_line_feeds(self.content)
        budget = current()
        # Cut no further than the budget reaches: many more lines would fill the memory before being counted.
        most = -1 if budget.most is None else budget.most.lines + 1
        lines = content.split(b"\n", most)
        if not lines[-1]:  # the end of the last line begins no other
            lines.pop()
        budget.charge(self.path, Weight(len(content), len(lines)))
        try:
            # Line by line, because one rare character would make the text as a whole slow to cut.
            return list(map(bytes.decode, lines))
        except UnicodeDecodeError:
            return _decoded(self.path, content).split("\n")  # tells where


def read_text(path: Path) -> str:
    """The content of a file as text."""
    return File(path).text


def read_lines(path: Path) -> list[str]:
    """The lines of a file."""
    return File(path).lines


def with_line_feeds(content: bytes) -> bytes:
    """The same with line feeds for CRLF; a carriage return alone ends a line where nothing else does."""
    if b"\r" not in content:
        return content
    content = content.replace(b"\r\n", b"\n")
    return content if b"\n" in content else content.replace(b"\r", b"\n")


def digest_of(text: str) -> str:
    """A few letters that change with any character of a file, for the signature."""
    return sha256(text.encode()).hexdigest()[:8]


def files_in(folder: Path) -> list[Path]:
    """The files of a folder, by name; hidden ones are nobody's work."""
    try:
        return sorted(path for path in folder.iterdir() if is_named(path) and not path.name.startswith("."))
    except OSError as problem:
        raise LackmusError(f"{folder} cannot be read ({problem.strerror or problem}).") from None


def is_named(path: Path) -> bool:
    """A file, or a link to one that is gone: whoever reads it says so, instead of leaving it out."""
    return path.is_file() or (path.is_symlink() and not path.exists())


def weighed(path: Path, budget: Budget) -> None:
    """Charge a budget with what a file holds, found piece by piece; one that is too heavy is refused."""
    with budget.held(), File(path).stream() as stream:
        while stream.read(_PIECE):
            pass


def _unpacked(file: BinaryIO) -> BinaryIO:
    magic = file.read(8)
    file.seek(0)
    unpack = next((unpack for sign, unpack in _PACKED.items() if magic.startswith(sign)), None)
    return file if unpack is None else unpack(file)


def _beginning(path: Path, content: bytes) -> bytes:
    """What a file begins with, without a BOM; the BOM of another encoding is not for us."""
    for mark, name in _OTHER_UNICODE.items():
        if content.startswith(mark):
            raise LackmusError(f"{path}: {name}, not UTF-8. Save it as UTF-8.")
    return content.removeprefix(codecs.BOM_UTF8)


def _damaged(path: Path, problem: Exception) -> LackmusError:
    return LackmusError(f"{path} is packed but cut off or damaged ({problem}). Fetch it again.")


def _decoded(path: Path, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        bad = content[problem.start]
        raise LackmusError(f"{path}, line {line}: not UTF-8 (byte 0x{bad:02x}). Save it as UTF-8.") from None
