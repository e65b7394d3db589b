"""Files as users have them: UTF-8, perhaps with a BOM, perhaps packed with gzip or xz, perhaps a pipe."""

import codecs
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from lackmus.errors import LackmusError

# A file that unpacks to more than this is a mistake or an attack.
MAX_BYTES = 2 * 1024**3
_START = 64 * 1024  # enough to tell what format a file has
_DAMAGE = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error)
_PACKED: dict[bytes, Callable[[BinaryIO], BinaryIO]] = {b"\x1f\x8b": gzip.open, b"\xfd7zXZ\x00": lzma.open}  # type: ignore[dict-item]


def read_bytes(path: Path) -> bytes:
    """The content of a file (or of a pipe, which cannot be rewound), unpacked."""
    try:
        if path.is_dir():
            raise LackmusError(f"{path} is a folder where a file is needed. Name the file in it.")
        if path.stat().st_size > MAX_BYTES:
            raise LackmusError(f"{path} is larger than {MAX_BYTES // 1024**3} GB. Split it.")
        content = path.read_bytes()
        unpack = next((unpack for magic, unpack in _PACKED.items() if content.startswith(magic)), None)
        if unpack is not None:
            with unpack(io.BytesIO(content)) as unpacked:
                content = unpacked.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise LackmusError(f"{path} does not exist. Check the name.") from None
    except _DAMAGE as problem:
        raise _damaged(path, problem) from None
    except OSError as problem:
        raise LackmusError(f"{path} cannot be read ({problem.strerror or problem}).") from None
    if len(content) > MAX_BYTES:
        raise LackmusError(f"{path} unpacks to more than {MAX_BYTES // 1024**3} GB. Split it.")
    return content


@dataclass(frozen=True)
class File:
    """A file whose beginning tells its format before the rest is read; a pipe is read only once."""

    path: Path

    @cached_property
    def content(self) -> bytes:
        """All of it, unpacked, without a BOM."""
        content = read_bytes(self.path).removeprefix(codecs.BOM_UTF8)
        if not content:
            raise LackmusError(f"{self.path} is empty.")
        return content

    @contextmanager
    def stream(self) -> Iterator[BinaryIO]:
        """All of it, unpacked, to be read piece by piece: a large file needs no room of its own."""
        if not self.path.is_file():
            yield io.BytesIO(self.content)  # a pipe, or nothing at all, which says so
            return
        try:
            with self.path.open("rb") as file, _unpacked(file) as unpacked:
                yield unpacked
        except _DAMAGE as problem:
            raise _damaged(self.path, problem) from None
        except OSError as problem:
            raise LackmusError(f"{self.path} cannot be read ({problem.strerror or problem}).") from None

    @cached_property
    def start(self) -> bytes:
        """The first bytes, unpacked, without a BOM; none of a folder."""
        if self.path.is_dir():
            return b""
        if not self.path.is_file():
            return self.content[:_START]  # a pipe, or nothing at all, which says so
        with self.stream() as stream:
            return stream.read(_START).removeprefix(codecs.BOM_UTF8)

    @cached_property
    def first_line(self) -> str:
        """The first line that is not blank; what is not UTF-8 in it does not matter here."""
        lines = self.start.decode(errors="replace").split("\n")
        return next((line.strip("\r") for line in lines if line.strip()), "")

    @property
    def text(self) -> str:
        """All of it as text."""
        text = _decoded(self.path, self.content)
        if text.isspace():
            raise LackmusError(f"{self.path} is empty.")
        return text

    @property
    def lines(self) -> list[str]:
        """Its lines. Only a line feed ends one: U+2028 and the like occur inside sentences."""
        content = self.content
        if b"\r" in content:
            content = content.replace(b"\r\n", b"\n")
        try:
            # Line by line, because one rare character would make the text as a whole slow to cut.
            return list(map(bytes.decode, content.removesuffix(b"\n").split(b"\n")))
        except UnicodeDecodeError:
            return _decoded(self.path, content).split("\n")  # tells where


def read_text(path: Path) -> str:
    """The content of a file as text."""
    return File(path).text


def read_lines(path: Path) -> list[str]:
    """The lines of a file."""
    return File(path).lines


def digest_of(text: str) -> str:
    """A few letters that change with any character of a file, for the signature."""
    return sha256(text.encode()).hexdigest()[:8]


def files_in(folder: Path) -> list[Path]:
    """The files of a folder, by name; hidden ones are nobody's work."""
    try:
        return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as problem:
        raise LackmusError(f"{folder} cannot be read ({problem.strerror or problem}).") from None


def _unpacked(file: BinaryIO) -> BinaryIO:
    magic = file.read(8)
    file.seek(0)
    unpack = next((unpack for sign, unpack in _PACKED.items() if magic.startswith(sign)), None)
    return file if unpack is None else unpack(file)


def _damaged(path: Path, problem: Exception) -> LackmusError:
    return LackmusError(f"{path} is packed but cut off or damaged ({problem}). Fetch it again.")


def _decoded(path: Path, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        bad = content[problem.start]
        raise LackmusError(f"{path}, line {line}: not UTF-8 (byte 0x{bad:02x}). Save it as UTF-8.") from None
