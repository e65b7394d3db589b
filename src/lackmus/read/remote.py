"""Files at addresses (hf://, s3:// and all that fsspec knows), fetched once and deleted in the end."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from lackmus.core.base.addresses import address_in
from lackmus.errors import LackmusError
from lackmus.machine.packages import needed
from lackmus.read.budgets import TooHeavyError, Weight, current

_EXTRA = "remote"
_OWN = "huggingface_hub"  # what the extra brings beside fsspec
_PIECE = 2**20
_SHARD = re.compile(r"-\d{5}-of-(\d{5})")
_SECRET = re.compile(r"//[^/@\s]*@")  # a name and a password in front of a host
_REFUSED = (401, 403)


class Downloads:
    """The files that a command has fetched, by address; deleted when it ends."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._there: dict[str, Sequence[Path]] = {}
        self._bytes = 0

    def places(self, address: str) -> Sequence[Path]:
        """Where a file, a folder or the matches of a pattern lie on this machine."""
        if address not in self._there:
            self._there[address] = self._fetched(address)
        return self._there[address]

    def by_address(self, problem: LackmusError) -> LackmusError:
        """The error with addresses instead of our own places for the files."""
        for address, paths in self._there.items():
            for path in paths:
                beginning = address if len(paths) == 1 else f"{address.rpartition('/')[0]}/{path.name}"
                problem = problem.calling(path, _shown(beginning))
                problem = problem.calling(path.parent, _shown(beginning.rpartition("/")[0]))
        return problem

    def close(self) -> None:
        """Delete everything that was fetched."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _fetched(self, address: str) -> Sequence[Path]:
        if address.startswith("file:///"):
            return [Path(unquote(address.removeprefix("file://")))]
        fsspec = needed("fsspec", "fsspec", _EXTRA)
        with _reaching(address):
            files, path = fsspec.core.url_to_fs(address)
            if _has_magic(address):
                found = sorted(one for one in files.glob(path) if files.isfile(one))
                if not found:
                    raise LackmusError(f"No file matches {_shown(address)}.")
                return self._copied(files, found, address)
            if files.isdir(path):
                return self._folder_of(files, path.rstrip("/"), address)
            return self._copied(files, self._with_shards(files, path), address)[:1]

    def _folder_of(self, files: Any, path: str, address: str) -> Sequence[Path]:
        name = PurePosixPath(path).name
        found = [one for one in sorted(files.find(path)) if not _is_hidden(one.removeprefix(path))]
        if not found:
            raise LackmusError(f"{_shown(address)} is a folder without files.")
        folder = self._new_folder() / (name.partition("@")[0] or "files")
        for one in found:
            self._copy(files, one, folder / PurePosixPath(one.removeprefix(path).lstrip("/")), address)
        return [folder]

    def _with_shards(self, files: Any, path: str) -> list[str]:
        """A file, and the others of its data set if its name says that there are more."""
        several = _SHARD.search(PurePosixPath(path).name)
        if several is None or int(several[1]) < 2:
            return [path]
        others = files.glob(_SHARD.sub(lambda found: f"-?????-of-{found[1]}", path))
        return [path, *sorted({str(one) for one in others if files.isfile(one)} - {path})]

    def _copied(self, files: Any, found: Sequence[str], address: str) -> list[Path]:
        folder = self._new_folder()
        places = [folder / PurePosixPath(one).name for one in found]
        for one, place in zip(found, places, strict=True):
            self._copy(files, one, place, address)
        return places

    def _copy(self, files: Any, path: str, place: Path, address: str) -> None:
        """Fetch one file piece by piece, so that too large a one is refused in time."""
        if ".." in place.parts:
            raise LackmusError(f"{_shown(address)} names a place outside of its folder ({path}).")
        place.parent.mkdir(parents=True, exist_ok=True)
        most = current().most
        with files.open(path, "rb") as source, place.open("wb") as target:
            while piece := source.read(_PIECE):
                self._bytes += len(piece)
                if most is not None and self._bytes > most.size:
                    raise TooHeavyError(
                        f"{_shown(address)} holds more than {Weight(most.size, most.lines)}.",
                        code="too-heavy",
                    )
                target.write(piece)

    def _new_folder(self) -> Path:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="lackmus-fetched-"))
        folder = self._folder / str(len(self._there))
        folder.mkdir(exist_ok=True)
        return folder


_CURRENT: ContextVar[Downloads | None] = ContextVar("downloads", default=None)


@contextmanager
def addresses_read() -> Iterator[None]:
    """Addresses are read inside the block; messages name them, and what was fetched is deleted at its end."""
    if _CURRENT.get() is not None:
        yield
        return
    downloads = Downloads()
    token = _CURRENT.set(downloads)
    try:
        yield
    except LackmusError as problem:
        raise downloads.by_address(problem) from None
    finally:
        _CURRENT.reset(token)
        downloads.close()


def places_of(named: str | Path) -> Sequence[Path]:
    """Where files at an address lie on this machine, fetched; a path that is no address stays as it is."""
    address = address_in(named)
    if not address or os.path.exists(named):  # noqa: PTH110
        return [Path(named)]
    downloads = _CURRENT.get()
    if downloads is None:
        raise LackmusError(
            f"{_shown(address)} is an address, and those are read on the command line and in Python only.",
            "Name a file.",
        )
    return downloads.places(address)


def located(path: Path) -> Path:
    """Where a file or folder lies on this machine, fetched if it is at an address."""
    found = places_of(path)
    if len(found) > 1:
        raise LackmusError(
            f"{_shown(address_in(path))} are {len(found)} files where one is needed. Name one."
        )
    return found[0]


@contextmanager
def _reaching(address: str) -> Iterator[None]:
    """Turn what file systems raise into one line with the address."""
    shown = _shown(address)
    try:
        yield
    except LackmusError:
        raise
    except FileNotFoundError:
        raise LackmusError(f"{shown} does not exist. Check the address.") from None
    except ImportError as problem:
        own = address.startswith("hf:") or (problem.name or "") == _OWN
        remedy = f"Install it: pip install 'lackmus[{_EXTRA}]'." if own else "Install what it names."
        raise LackmusError(f"{shown} needs a package ({_in_short(problem)}).", remedy) from None
    except PermissionError:
        raise LackmusError(f"{shown} may not be read. Sign in, or ask for access.") from None
    except Exception as problem:  # noqa: BLE001  (each file system has errors of its own)
        if "Protocol not known" in str(problem):
            scheme = address.partition("://")[0]
            raise LackmusError(f"{shown}: nothing is known of {scheme}://. Check the address.") from None
        if getattr(getattr(problem, "response", None), "status_code", None) in _REFUSED:
            raise LackmusError(f"{shown} may not be read. Sign in, or ask for access.") from None
        raise LackmusError(
            f"{shown} cannot be read ({_in_short(problem)}). Check the address and the network."
        ) from None


def _in_short(problem: Exception) -> str:
    said = " ".join(str(problem).split())[:200].rstrip(". ")
    return _SECRET.sub("//", said) or type(problem).__name__


def _shown(address: str) -> str:
    """An address without a name and a password."""
    return _SECRET.sub("//", address)


def _has_magic(address: str) -> bool:
    return any(sign in address for sign in "*?[")


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") for part in PurePosixPath(path).parts)
