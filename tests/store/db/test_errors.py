"""What databases say, and what becomes of it: the user's mistake, or a state that passes."""

import sqlite3

import psycopg
import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from lackmus.errors import LackmusError, UnavailableError
from lackmus.store.db.errors import Busy, told
from lackmus.web.http.remedies import on_page

NAME = "postgresql+psycopg://ada@db.example.org/lackmus"
AWAY, BUSY, FULL = "The database is away.", "The database is busy, ", "The disk of the database is full."
ONLY_READ = "The workspace can only be read just now."


def coded(code: str, words: str = "so sagt es der Server") -> Exception:
    """An error of PostgreSQL, which need not speak English."""
    return psycopg.errors.lookup(code)(words)


@pytest.mark.parametrize(
    "problem, said",
    [
        (psycopg.OperationalError('connection to server at "h", port 5 failed: Connection refused'), AWAY),
        (psycopg.OperationalError("server closed the connection unexpectedly"), AWAY),
        (psycopg.OperationalError("consuming input failed: could not receive data: reset by peer"), AWAY),
        (psycopg.OperationalError("FATAL: the database system is starting up"), AWAY),
        (psycopg.OperationalError("the connection is lost"), AWAY),
        (psycopg.OperationalError("[Errno -2] failed to resolve host 'db'"), AWAY),
        (coded("57P01"), AWAY),  # it is shut down
        (coded("57P03"), AWAY),
        (coded("08006"), AWAY),
        (coded("53300"), BUSY),  # too many connections
        (coded("55P03"), BUSY),  # locked for longer than we wait
        (coded("40001"), BUSY),
        (coded("40P01"), BUSY),
        (PoolTimeoutError("QueuePool limit of size 5 overflow 10 reached"), BUSY),
        (sqlite3.OperationalError("database is locked"), BUSY),
        (sqlite3.OperationalError("database table is locked"), BUSY),
        (coded("53100"), FULL),
        (sqlite3.OperationalError("database or disk is full"), FULL),
        (sqlite3.OperationalError("disk I/O error"), FULL),
        (psycopg.OperationalError("could not extend file: No space left on device"), FULL),
        (coded("25006"), ONLY_READ),
        (sqlite3.OperationalError("attempt to write a readonly database"), ONLY_READ),
        (sqlite3.DatabaseError("database disk image is malformed"), "The database is damaged; "),
        (sqlite3.OperationalError("unable to open database file"), "The database cannot be opened; "),
        (psycopg.OperationalError("password authentication failed"), "The database cannot be opened; "),
        (psycopg.OperationalError("something new"), "The database cannot do this now; "),
    ],
)
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_state_that_passes(problem: Exception, said: str, wrapped: bool) -> None:
    """A page says it without a word about the database; a terminal names the workspace in one line."""
    if wrapped and not isinstance(problem, PoolTimeoutError):
        problem = OperationalError("SELECT secret", {}, problem)
    with pytest.raises(UnavailableError) as caught, told(NAME):
        raise problem
    page, line = on_page(caught.value), str(caught.value)
    assert page.startswith(said) and "db" not in page.replace("db.", "") and NAME not in page
    assert line.startswith(NAME) and "\n" not in line and "SELECT" not in line
    assert 0 < caught.value.retry_after <= 30
    assert caught.value.exit_code == 2
    assert isinstance(caught.value, Busy) <= (said == BUSY)


def test_a_mistake_of_the_user() -> None:
    """It will not pass by itself."""
    with pytest.raises(LackmusError, match="a NUL character cannot be kept") as caught, told(NAME):
        raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    assert not isinstance(caught.value, UnavailableError)


def test_our_own_mistake_stays_what_it_is() -> None:
    """Loud, and with all its details."""
    with pytest.raises(sqlite3.IntegrityError), told(NAME):
        raise sqlite3.IntegrityError("UNIQUE constraint failed")
