"""Files from and for users; names chosen by users never reach the file system."""

import os
import re
import shutil
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO
from urllib.parse import quote

from lackmus.errors import LackmusError

_MOST_WAITING = 50  # files of all people together
_KEPT = 3_600  # seconds that a file waits for confirmation
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]+')
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9._ -]")
_LONGEST_SAVED = 150  # bytes: with an ending, most file systems accept it


class UploadGone(LackmusError):  # noqa: N818  (the user waited too long: no mistake)
    """An uploaded file no longer exists."""

    status = 410


def put_aside(folder: Path, content: BinaryIO, person: str) -> str:
    """Store an uploaded file until the user confirms; returns a token that only they can use."""
    _let_go(folder)
    token = token_hex(16)
    path = folder / _name(token, person)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        shutil.copyfileobj(content, file)
    return token


def _let_go(folder: Path) -> None:
    """Remove files that wait too long, and the oldest if too many wait."""
    waiting: list[tuple[float, Path]] = []
    for file in folder.glob("sent-*"):
        with suppress(FileNotFoundError):  # another request removed it
            waiting.append((file.stat().st_mtime, file))
    waiting.sort(reverse=True)
    for place, (at, file) in enumerate(waiting, start=1):
        if place >= _MOST_WAITING or time.time() - at > _KEPT:
            file.unlink(missing_ok=True)


def put_by(folder: Path, token: str, person: str) -> Path:
    """The file of a token."""
    wanted = _name(token, person)
    for file in folder.iterdir():
        if file.name == wanted:
            return file
    raise UploadGone(
        "The file is not here any more: it was brought in already, or waited too long. Send it again."
    )


def drop(folder: Path, token: str, person: str) -> None:
    """Remove an uploaded file."""
    try:
        put_by(folder, token, person).unlink(missing_ok=True)
    except UploadGone:
        return


def _name(token: str, person: str) -> str:
    """The file name of a token: other people's tokens find nothing, and none leaves the folder."""
    return f"sent-{sha256(f'{person} {token}'.encode(errors='replace')).hexdigest()}"


def saved_as(name: str, ending: str = "") -> dict[str, str]:
    """The header that makes a browser save the answer under a valid name, with an ASCII fallback."""
    safe = _UNSAFE.sub("_", name).strip(" .") or "lackmus"
    while len(safe.encode(errors="replace")) > _LONGEST_SAVED:
        safe = safe[:-1].rstrip(" .")
    whole = safe + ending
    plain = _NOT_PLAIN.sub("_", whole)
    named = f"filename=\"{plain}\"; filename*=UTF-8''{quote(whole, safe='', errors='replace')}"
    return {"Content-Disposition": f"attachment; {named}"}
