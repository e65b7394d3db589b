"""Base of cache files, which store results by content so that nothing is computed twice.

A cache problem must never stop work: if the file cannot be used, one message is shown and work continues
without it.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

from lackmus.store.db.private_files import make_private

TIMEOUT = 30  # seconds for which one process waits for another
_AT_ONCE = 500  # values bound in one statement; old builds of SQLite take 999


class Maker(NamedTuple):
    """A metric or a parser as a cache key: the same name and identity share results."""

    name: str  # of its entry point
    identity: Mapping[str, str]

    @property
    def written(self) -> str:
        """The identity in one line, independent of the order of its parts."""
        line = json.dumps(self.identity, sort_keys=True, ensure_ascii=False, default=str)
        return line.encode(errors="backslashreplace").decode()  # words may not be UTF-8

    @property
    def digest(self) -> bytes:
        """A digest of the identity."""
        return blake2b(f"{len(self.name)}:{self.name}{self.written}".encode(), digest_size=16).digest()


class CacheFile:
    """A SQLite file that several processes may use at once.

    `told` is called once with the reason if the file cannot be used; `trouble` keeps that line.
    """

    KEEPS: ClassVar[str]  # what it stores, as the start of a sentence
    VARIABLE: ClassVar[str]  # the environment variable for its path
    USUAL: ClassVar[str]  # the default file name
    KIND: ClassVar[int]  # the application id in SQLite's header
    VERSION: ClassVar[int]
    TABLES: ClassVar[tuple[str, ...]]

    def __init__(self, file: Path | None = None, told: Callable[[str], None] | None = None) -> None:
        self.file = file or self.usual_file()
        self.trouble = ""
        self._told = told
        self._connection: sqlite3.Connection | None = None
        with self._forgiving():
            self._connection = self._opened()

    @classmethod
    def usual_file(cls) -> Path:
        """The default path, or the one in the environment."""
        if os.environ.get(cls.VARIABLE):
            return Path(os.environ[cls.VARIABLE]).expanduser()
        from platformdirs import user_cache_path

        return user_cache_path("lackmus") / cls.USUAL

    def close(self) -> None:
        """Close the file."""
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
        """On any problem with the file stop using it, without an error."""
        try:
            yield
        except (OSError, sqlite3.Error) as problem:
            self.close()
            why = getattr(problem, "strerror", None) or str(problem)
            # Never “delete it”: the user may have named a file of another kind.
            self.trouble = (
                f"{self.KEEPS} are not kept: {self.file} cannot be used ({why}). "
                f"Move it away, or let {self.VARIABLE} name another file."
            )
            if self._told is not None:
                self._told(self.trouble)

    def _opened(self) -> sqlite3.Connection:
        """The open file, created if missing; files of another kind are left alone."""
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_private(self.file)  # texts may be confidential
        connection = sqlite3.connect(self.file, timeout=TIMEOUT, isolation_level=None)
        try:
            # A killed process loses nothing, which is safe enough.
            connection.execute("PRAGMA synchronous = NORMAL")
            if not self._is_ours(connection):
                with suppress(sqlite3.OperationalError):  # another process is doing the same
                    connection.execute("PRAGMA journal_mode = WAL")  # stored in the file
                with writing(connection):
                    if not self._is_ours(connection):  # another process may have been faster
                        for statement in self.TABLES:
                            connection.execute(statement)
                        connection.execute(f"PRAGMA application_id = {self.KIND}")
                        connection.execute(f"PRAGMA user_version = {self.VERSION}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _is_ours(self, connection: sqlite3.Connection) -> bool:
        """Whether it is a file of this kind; an empty file can become one, others are refused."""
        (kind,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if (kind, version) == (self.KIND, self.VERSION):
            return True
        if kind == self.KIND:
            raise sqlite3.DatabaseError("it comes from another version of Lackmus")
        (tables,) = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        if kind or version or tables:
            raise sqlite3.DatabaseError("it is a database of another kind")
        return False


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A write transaction; the lock is taken at once, because a reader could be refused later."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def rows_of(
    connection: sqlite3.Connection, asked: str, maker: int, keys: Sequence[bytes]
) -> Iterator[tuple[Any, ...]]:
    """The rows of a statement for a maker and many keys, whose placeholders replace `{}`."""
    for start in range(0, len(keys), _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        yield from connection.execute(asked.format(",".join("?" * len(some))), (maker, *some))
