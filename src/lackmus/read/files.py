"""Text files as users have them: UTF-8, perhaps with a BOM, perhaps packed with gzip or xz."""

import codecs
import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from lackmus.errors import LackmusError

# A file that unpacks to more than this is a mistake or an attack.
MAX_BYTES = 2 * 1024**3
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
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error) as problem:
        raise LackmusError(f"{path} is packed but cut off or damaged ({problem}). Fetch it again.") from None
    except OSError as problem:
        raise LackmusError(f"{path} cannot be read ({problem.strerror or problem}).") from None
    if len(content) > MAX_BYTES:
        raise LackmusError(f"{path} unpacks to more than {MAX_BYTES // 1024**3} GB. Split it.")
    return content


def read_text(path: Path) -> str:
    """The content of a file as text; a BOM is dropped."""
    text = _decoded(path, _content(path))
    if text.isspace():
        raise LackmusError(f"{path} is empty.")
    return text


def read_lines(path: Path) -> list[str]:
    """The lines of a file. Only a line feed ends one: U+2028 and the like occur inside sentences."""
    content = _content(path)
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n")
    try:
        # Line by line, because one rare character would make the text as a whole slow to cut.
        return list(map(bytes.decode, content.removesuffix(b"\n").split(b"\n")))
    except UnicodeDecodeError:
        return _decoded(path, content).split("\n")  # tells where


def _content(path: Path) -> bytes:
    content = read_bytes(path).removeprefix(codecs.BOM_UTF8)
    if not content:
        raise LackmusError(f"{path} is empty.")
    return content


def _decoded(path: Path, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        bad = content[problem.start]
        raise LackmusError(f"{path}, line {line}: not UTF-8 (byte 0x{bad:02x}). Save it as UTF-8.") from None
