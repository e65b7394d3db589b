"""What a database says when something is wrong, told as a user can understand and mend it."""

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError

from lackmus.errors import LackmusError


class Busy(LackmusError):  # noqa: N818  (a state of affairs, not a mistake)
    """Somebody else has been writing for longer than we wait."""


class Elsewhere(LackmusError):  # noqa: N818  (likewise)
    """The file that was opened does not lie in its place any more."""

    status = 503


@contextmanager
def told(name: str) -> Iterator[None]:
    """Errors of the database as one line that names the workspace and the remedy."""
    try:
        yield
    except DBAPIError as problem:
        raise _error(name, problem, problem.orig, isinstance(problem, OperationalError)) from None
    except sqlite3.Error as problem:  # many rows at once go past SQLAlchemy
        raise _error(name, problem, problem, isinstance(problem, sqlite3.OperationalError)) from None
    except UnicodeEncodeError as problem:  # a name typed in bytes that are no UTF-8 has such
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


_UNCHANGED = "Nothing was changed"
_READ_ONLY = "it cannot be written. Change its permissions, or copy it to where you may write"
_FULL = f"the disk is full. {_UNCHANGED}; make room and try again"
# What the databases say (as patterns), and what a user can do about it.
_SAYINGS = {
    "readonly": _READ_ONLY,
    "read-only": _READ_ONLY,
    "disk is full": _FULL,
    "no space left": _FULL,
    "disk i/o error": f"the disk does not take what is written. {_UNCHANGED}; make room and try again",
    "could not extend file": f"the disk of the server is full. {_UNCHANGED}; make room and try again",
    "unable to open": "it cannot be opened. Check the path and its permissions",
    "not a database": "it is not a workspace of Lackmus. Name another file",
    "malformed": "it is damaged. Restore a backup: lackmus restore FILE",
    "password authentication": "the server refuses this user or password. Check the address",
    "no password supplied": "the server wants a password. Put it into the address, or into ~/.pgpass",
    'role ".*" does not exist': "the server does not know this user. Check the address",
    'database ".*" does not exist': "the server has no such database. Create it, or check the address",
    "failed to resolve": "there is no such server. Check the address",
    "connection": "the server does not answer. Check the address, and that it runs",
    r"nul \(0x00\)": "a NUL character cannot be kept or looked for. Remove it",
    "permission denied": "the server does not allow it. Ask whoever runs it",
}
_LOCKED = ("database is locked", "lock timeout", "canceling statement due to lock")


def _error(name: str, problem: Exception, original: BaseException | None, operational: bool) -> Exception:
    said = str(original).strip() or type(original).__name__
    low, first = said.lower(), said.splitlines()[0].rstrip(".")
    if any(saying in low for saying in _LOCKED):
        return Busy(f"{name} is busy: somebody else is writing. Try again in a moment; nothing was changed.")
    for saying, remedy in _SAYINGS.items():
        if re.search(saying, low):
            return LackmusError(f"{name}: {remedy} ({first}).")
    return LackmusError(f"{name}: {first}.") if operational else problem
