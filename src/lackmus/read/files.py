"""Files as users have them: UTF-8, with or without BOM, gzip or xz, also pipes."""

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
from lackmus.read.remote import located

_PIECE = 2**20
_START = 64 * 1024  # enough to recognise a format
# BOMs of files saved as “Unicode” by a spreadsheet or editor; UTF-32 first, because UTF-16 is its prefix.
_OTHER_UNICODE = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
# A small packed file may ask for more memory than there is.
_DAMAGE = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error, MemoryError)
_PACKED: dict[bytes, Callable[[BinaryIO], BinaryIO]] = {b"\x1f\x8b": gzip.open, b"\xfd7zXZ\x00": lzma.open}  # type: ignore[dict-item]


def read_bytes(path: Path, budget: Budget | None = None) -> bytes:
    """Return the unpacked content of a file, pipe or device."""
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
    """Return the content of a stream; stops as soon as it exceeds the budget."""
    gathered = io.BytesIO()
    while piece := stream.read(_PIECE):
        budget.charge(path, Weight(gathered.tell() + len(piece)))
        gathered.write(piece)
    return gathered.getvalue()  # without a copy


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn errors of reading a file into one line."""
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
    """A file whose first bytes show its format; a pipe is read only once."""

    path: Path

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", located(self.path))

    @cached_property
    def content(self) -> bytes:
        """The whole content, unpacked, without a BOM."""
        content = _beginning(self.path, read_bytes(self.path))
        if not content:
            raise self.empty
        return content

    @property
    def empty(self) -> LackmusError:
        """The error for an empty file."""
        return LackmusError(f"{self.path} is empty.")

    @contextmanager
    def stream(self) -> Iterator[BinaryIO]:
        """The content as a stream, unpacked: a large file is never held as a whole."""
        if not os.path.isfile(self.path):  # noqa: PTH113  (a name that no file can have is no error here)
            yield io.BytesIO(self.content)  # a pipe or an empty file, which raises an error
            return
        with _reading(self.path), self.path.open("rb") as file, _unpacked(file) as unpacked:
            yield _Charged(unpacked, self.path)  # type: ignore[misc]

    @cached_property
    def start(self) -> bytes:
        """The first bytes, unpacked, without a BOM; empty for a folder."""
        if os.path.isdir(self.path):  # noqa: PTH112  (likewise)
            return b""
        if not os.path.isfile(self.path):  # noqa: PTH113
            return self.content[:_START]  # a pipe or an empty file, which raises an error
        with self.stream() as stream:
            return _beginning(self.path, stream.read(_START))

    @cached_property
    def first_line(self) -> str:
        """The first line that is not blank; invalid UTF-8 is ignored here."""
        lines = with_line_feeds(self.start).decode(errors="replace").split("\n")
        return next((line for line in lines if line.strip()), "")

    @property
    def text(self) -> str:
        """The whole content as text."""
        text = _decoded(self.path, self.content)
        if text.isspace():
            raise self.empty
        return text

    @property
    def lines(self) -> list[str]:
        """Its lines. Only a line feed ends a line: U+2028 and similar occur inside sentences."""
        content = with_line_feeds(self.content)
        budget = current()
        # Split no further than the budget: too many lines would fill the memory before being counted.
        most = -1 if budget.most is None else budget.most.lines + 1
        lines = content.split(b"\n", most)
        if not lines[-1]:  # the final line feed starts no line
            lines.pop()
        budget.charge(self.path, Weight(len(content), len(lines)))
        try:
            # Decode line by line, because one rare character would make a large string slow to split.
            return list(map(bytes.decode, lines))
        except UnicodeDecodeError:
            return _decoded(self.path, content).split("\n")  # raises an error that names the line


def read_text(path: Path) -> str:
    """The content of a file as text."""
    return File(path).text


def read_lines(path: Path) -> list[str]:
    """The lines of a file."""
    return File(path).lines


def with_line_feeds(content: bytes) -> bytes:
    """The content with CRLF replaced by line feeds; lone carriage returns end lines if nothing else does."""
    if b"\r" not in content:
        return content
    content = content.replace(b"\r\n", b"\n")
    return content if b"\n" in content else content.replace(b"\r", b"\n")


def digest_of(text: str) -> str:
    """A short digest of a text, for the signature."""
    return sha256(text.encode()).hexdigest()[:8]


def files_in(folder: Path) -> list[Path]:
    """The files of a folder, by name, without hidden ones."""
    try:
        return sorted(path for path in folder.iterdir() if is_named(path) and not path.name.startswith("."))
    except OSError as problem:
        raise LackmusError(f"{folder} cannot be read ({problem.strerror or problem}).") from None


def is_named(path: Path) -> bool:
    """Whether it is a file or a broken link: reading it then gives an error instead of skipping it."""
    return path.is_file() or (path.is_symlink() and not path.exists())


def weighed(path: Path, budget: Budget) -> None:
    """Charge a budget with the size of a file, piece by piece; too large a file is refused."""
    with budget.held(), File(path).stream() as stream:
        while stream.read(_PIECE):
            pass


def _unpacked(file: BinaryIO) -> BinaryIO:
    magic = file.read(8)
    file.seek(0)
    unpack = next((unpack for sign, unpack in _PACKED.items() if magic.startswith(sign)), None)
    return file if unpack is None else unpack(file)


def _beginning(path: Path, content: bytes) -> bytes:
    """The first bytes of a file without a UTF-8 BOM."""
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
