"""Scores that metrics gave, kept by content in a file of their own, so that nothing is scored twice.

A cache must never cost somebody their scores: if its file cannot be used, that is told once, and whoever
needs scores goes on without it.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import NamedTuple, Self

from lackmus.core.metrics import Need

VARIABLE = "LACKMUS_SCORES"  # by which the environment says where the file is
PATIENCE = 30  # seconds for which one process waits for another
_KIND, _VERSION = 0x4C6B7363, 1  # by which SQLite's header tells the file as ours
_AT_ONCE = 500  # values bound in one statement; old builds of SQLite take 999
_TABLES = (
    "CREATE TABLE metric (number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, name TEXT NOT NULL,"
    " identity TEXT NOT NULL, seconds REAL NOT NULL DEFAULT 0, computed INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE score (metric INTEGER NOT NULL, segment BLOB NOT NULL, value REAL NOT NULL,"
    " PRIMARY KEY (metric, segment)) WITHOUT ROWID",
    f"PRAGMA application_id = {_KIND}",
    f"PRAGMA user_version = {_VERSION}",
)


class Spent(NamedTuple):
    """What computing has taken so far, in all runs together."""

    seconds: float = 0.0
    computed: int = 0


class Scorer(NamedTuple):
    """A metric as far as its scores depend on it; what has the same name and identity shares them."""

    name: str  # of its entry point
    identity: Mapping[str, str]

    @property
    def written(self) -> str:
        """The identity in one line, whatever the order of its parts."""
        line = json.dumps(self.identity, sort_keys=True, ensure_ascii=False, default=str)
        return line.encode(errors="backslashreplace").decode()  # a command may have words that are not UTF-8

    @property
    def digest(self) -> bytes:
        """By which it is found."""
        return blake2b(f"{len(self.name)}:{self.name}{self.written}".encode(), digest_size=16).digest()


class ScoreCache:
    """The scores of all metrics, in a SQLite file that several processes may use at once.

    `told` hears once, in one line, why the file cannot be used; `trouble` keeps that line.
    """

    def __init__(self, file: Path | None = None, told: Callable[[str], None] | None = None) -> None:
        self.file = file or usual_file()
        self.trouble = ""
        self._told = told
        self._connection: sqlite3.Connection | None = None
        with self._forgiving():
            self._connection = _opened(self.file)

    def known(self, scorer: Scorer, segments: Sequence[bytes]) -> dict[bytes, float]:
        """The scores that are here, by segment."""
        found: dict[bytes, float] = {}
        if self._connection is None:
            return found
        with self._forgiving():
            number = _number(self._connection, scorer)
            if number is None:
                return found
            for start in range(0, len(segments), _AT_ONCE):
                some = segments[start : start + _AT_ONCE]
                marks = ",".join("?" * len(some))
                asked = f"SELECT segment, value FROM score WHERE metric = ? AND segment IN ({marks})"  # noqa: S608
                rows = self._connection.execute(asked, (number, *some))
                # A damaged file may hold anything: what is no number is not known.
                found.update(
                    (segment, value)
                    for segment, value in rows
                    if isinstance(value, float) and isfinite(value)
                )
        return found

    def keep(self, scorer: Scorer, scores: Iterable[tuple[bytes, float]], seconds: float) -> None:
        """Scores and the time that they took: all of it or nothing, and at once."""
        if self._connection is None:
            return
        with self._forgiving(), _writing(self._connection) as connection:
            number = _number(connection, scorer)
            if number is None:
                made = connection.execute(
                    "INSERT INTO metric (digest, name, identity) VALUES (?, ?, ?)",
                    (scorer.digest, scorer.name, scorer.written),
                )
                number = made.lastrowid
            rows = [(number, segment, value) for segment, value in scores]
            connection.executemany("INSERT OR REPLACE INTO score VALUES (?, ?, ?)", rows)
            connection.execute(
                "UPDATE metric SET seconds = seconds + ?, computed = computed + ? WHERE number = ?",
                (seconds, len(rows), number),
            )

    def spent(self, scorer: Scorer) -> Spent:
        """How long computing took, and for how many segments."""
        if self._connection is not None:
            with self._forgiving():
                asked = "SELECT seconds, computed FROM metric WHERE digest = ?"
                row = self._connection.execute(asked, (scorer.digest,)).fetchone()
                if row is not None and isinstance(row[0], float) and isinstance(row[1], int):
                    return Spent(*row)
        return Spent()

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _forgiving(self) -> Iterator[None]:
        """Whatever is wrong with the file ends its use, and nothing else."""
        try:
            yield
        except (OSError, sqlite3.Error) as problem:
            self.close()
            why = getattr(problem, "strerror", None) or str(problem)
            # Never "delete it": somebody may have named a file of another kind.
            self.trouble = (
                f"Scores are not kept: {self.file} cannot be used ({why}). "
                f"Move it away, or let {VARIABLE} name another file."
            )
            if self._told is not None:
                self._told(self.trouble)


def usual_file() -> Path:
    """Where scores are kept unless somebody says otherwise."""
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE]).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("lackmus") / "scores.db"


def segment_keys(
    needs: Collection[Need], sources: Iterable[str], references: Iterable[str], hypotheses: Iterable[str]
) -> list[bytes]:
    """What a score depends on, in sixteen bytes: the hypothesis, and of the rest what the metric needs.

    Each text comes with its length, so that moving a letter from one to the next gives another key.
    """
    source, reference = Need.SOURCE in needs, Need.REFERENCE in needs
    keys = []
    for one, other, text in zip(sources, references, hypotheses, strict=True):
        written = text.encode()
        if reference:
            said = other.encode()
            written = b"r%d:%s%s" % (len(said), said, written)
        if source:
            said = one.encode()
            written = b"s%d:%s%s" % (len(said), said, written)
        keys.append(blake2b(written, digest_size=16).digest())
    return keys


def _opened(file: Path) -> sqlite3.Connection:
    """The file, made if there is none; one of another kind is left alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = NORMAL")  # who is killed loses nothing, and that is enough
        if not _ours(connection):
            with suppress(sqlite3.OperationalError):  # somebody else is just doing the same
                connection.execute("PRAGMA journal_mode = WAL")  # which the file remembers
            with _writing(connection):
                if not _ours(connection):  # another process may have been quicker
                    for statement in _TABLES:
                        connection.execute(statement)
    except BaseException:
        connection.close()
        raise
    return connection


def _ours(connection: sqlite3.Connection) -> bool:
    """Whether it is a file of ours; an empty one may become one, and any other is refused."""
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if (kind, version) == (_KIND, _VERSION):
        return True
    if kind == _KIND:
        raise sqlite3.DatabaseError("it comes from another version of Lackmus")
    (tables,) = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    if kind or version or tables:
        raise sqlite3.DatabaseError("it is a database of another kind")
    return False


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """All or nothing; the lock is taken at once, as one who starts as a reader could be refused half-way."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _number(connection: sqlite3.Connection, scorer: Scorer) -> int | None:
    """By which the scores of a metric are found."""
    row = connection.execute("SELECT number FROM metric WHERE digest = ?", (scorer.digest,)).fetchone()
    return None if row is None else int(row[0])
