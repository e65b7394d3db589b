"""Database errors as one line with the remedy."""

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from lackmus.errors import LackmusError, UnavailableError


class Busy(UnavailableError):  # noqa: N818  (a state of affairs, not a mistake)
    """Another writer holds the database for too long."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} is busy: another person or program is writing. "
            "Try again in a moment; nothing was changed.",
            code="database-busy",
            retry_after=2,
        )


class FileMoved(UnavailableError):  # noqa: N818  (likewise)
    """The opened file is no longer in its place."""

    def __init__(self, file: object) -> None:
        super().__init__(
            f"{file} is not the file that was opened: it was moved, deleted or replaced. "
            "Nothing was changed; put it back, or start Lackmus again.",
            code="workspace-moved",
            retry_after=10,
        )


@contextmanager
def told(name: str) -> Iterator[None]:
    """Turn database errors into one line that names the workspace and the remedy."""
    try:
        yield
    except DBAPIError as problem:
        raise _error(name, problem, problem.orig, isinstance(problem, OperationalError)) from None
    except PoolTimeoutError:  # all connections of this process are in use
        raise Busy(name) from None
    except sqlite3.Error as problem:  # bulk inserts bypass SQLAlchemy
        raise _error(name, problem, problem, isinstance(problem, sqlite3.OperationalError)) from None
    except UnicodeEncodeError as problem:  # a name in bytes that are not UTF-8
        if problem.encoding != "utf-8":
            raise
        raise LackmusError(
            f"“{problem.object[:40]}” has half a character (a lone surrogate at {problem.start}), "
            "which no database keeps. Remove it."
        ) from None
    except Exception as problem:
        driver = sys.modules.get("psycopg")
        if driver is None or not isinstance(problem, driver.Error):
            raise
        raise _error(name, problem, problem, isinstance(problem, driver.OperationalError)) from None


@dataclass(frozen=True)
class _Trouble:
    """A state of a database: what helps the people who run it, and its code."""

    remedy: str
    code: str
    retry_after: int = 5


def _full(what: str) -> _Trouble:
    return _Trouble(
        f"{what}. Nothing was changed; make room and try again", code="database-full", retry_after=30
    )


def _away(remedy: str) -> _Trouble:
    return _Trouble(remedy, code="database-away")


def _closed(remedy: str) -> _Trouble:
    return _Trouble(remedy, code="database-closed", retry_after=30)


_LOCKED = object()
_READ_ONLY = _Trouble(
    "it cannot be written. Change its permissions, or copy it to where you may write",
    code="database-read-only",
    retry_after=30,
)
_FULL = _full("the disk is full")
_FULL_THERE = _full("the disk of the server is full")
_SILENT = _away("the server does not answer. Check the address, and that it runs")
_ENDED = _away("the server is starting or stopping. Try again when it runs")
_CROWDED = _Trouble(
    "the server has no connection left. Try again in a moment, or allow it more (max_connections)",
    code="database-crowded",
)

# By PostgreSQL's error codes, which do not depend on its language; two characters stand for a class.
_CODES = {
    "55P03": _LOCKED,
    "40001": _LOCKED,
    "40P01": _LOCKED,
    "25006": _READ_ONLY,
    "53100": _FULL_THERE,
    "53300": _CROWDED,
    "53": _Trouble("the server lacks memory or other resources. Try again", code="database-overloaded"),
    "57P": _ENDED,
    "08": _SILENT,
    "58": _Trouble("the disk of the server fails", code="database-failing", retry_after=30),
}
# By error message (as patterns).
_SAYINGS = {
    "database is locked|database table is locked|lock timeout|canceling statement due to lock": _LOCKED,
    "deadlock detected|could not serialize access": _LOCKED,
    "readonly|read-only": _READ_ONLY,
    "disk is full|no space left|quota exceeded": _FULL,
    "disk i/o error": _full("the disk does not take what is written"),
    "could not extend file": _FULL_THERE,
    "unable to open": _closed("it cannot be opened. Check the path and its permissions"),
    "not a database": _closed("it is not a workspace of Lackmus. Name another file"),
    "malformed": _Trouble("it is damaged. Restore a backup", code="database-damaged", retry_after=30),
    "password authentication": _closed("the server refuses this user or password. Check the address"),
    "no password supplied": _closed(
        "the server wants a password. Put it into the address, or into ~/.pgpass"
    ),
    'role ".*" does not exist': _closed("the server does not know this user. Check the address"),
    'database ".*" does not exist': _closed(
        "the server has no such database. Create it, or check the address"
    ),
    "failed to resolve": _away("there is no such server. Check the address"),
    "too many clients|too many connections|connection slots are reserved": _CROWDED,
    "starting up|shutting down|terminating connection|closed the connection": _ENDED,
    "reset by peer|broken pipe": _ENDED,
    "connection": _SILENT,
    "permission denied": _closed("the server does not allow it. Ask its administrator"),
}
_NUL = r"nul \(0x00\)"  # the one problem that users can fix


def _error(name: str, problem: Exception, original: BaseException | None, operational: bool) -> Exception:
    said = str(original).strip() or type(original).__name__
    low, first = said.lower(), said.splitlines()[0].rstrip(".")
    if re.search(_NUL, low):
        remedy = "a NUL character cannot be kept or looked for. Remove it"
        return LackmusError(f"{name}: {remedy} ({first}).")
    found = _known(str(getattr(original, "sqlstate", None) or ""), low)
    if found is _LOCKED:
        return Busy(name)
    if isinstance(found, _Trouble):
        said = f"{name}: {found.remedy} ({first})."
        return UnavailableError(said, code=found.code, retry_after=found.retry_after, name=name, cause=first)
    if operational:
        return UnavailableError(f"{name}: {first}.", code="database-refusing")
    return problem


def _known(code: str, said: str) -> object:
    """The problem of a code or message; _LOCKED if another writer is in the way, None if unknown."""
    for length in (5, 3, 2):
        if code and (found := _CODES.get(code[:length])):
            return found
    return next((trouble for saying, trouble in _SAYINGS.items() if re.search(saying, said)), None)
