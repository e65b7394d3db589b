"""Files in which results are kept by content, so that nothing is computed twice: what all of them share.

A cache must never cost somebody their work: if its file cannot be used, that is told once, and whoever needs
what it keeps goes on without it.
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

PATIENCE = 30  # seconds for which one process waits for another
_AT_ONCE = 500  # values bound in one statement; old builds of SQLite take 999


class Maker(NamedTuple):
    """A metric or a parser, as far as results depend on it: the same name and identity share them."""

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


class CacheFile:
    """A SQLite file that several processes may use at once.

    `told` hears once, in one line, why the file cannot be used; `trouble` keeps that line.
    """

    KEEPS: ClassVar[str]  # what, as a sentence begins
    VARIABLE: ClassVar[str]  # by which the environment says where the file is
    USUAL: ClassVar[str]  # its name, if nobody says so
    KIND: ClassVar[int]  # by which SQLite's header tells the file as ours
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
        """Where it is unless somebody says otherwise."""
        if os.environ.get(cls.VARIABLE):
            return Path(os.environ[cls.VARIABLE]).expanduser()
        from platformdirs import user_cache_path

        return user_cache_path("lackmus") / cls.USUAL

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
                f"{self.KEEPS} are not kept: {self.file} cannot be used ({why}). "
                f"Move it away, or let {self.VARIABLE} name another file."
            )
            if self._told is not None:
                self._told(self.trouble)

    def _opened(self) -> sqlite3.Connection:
        """The file, made if there is none; one of another kind is left alone."""
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_private(self.file)  # texts may be confidential
        connection = sqlite3.connect(self.file, timeout=PATIENCE, isolation_level=None)
        try:
            # Who is killed loses nothing, and that is enough.
            connection.execute("PRAGMA synchronous = NORMAL")
            if not self._is_ours(connection):
                with suppress(sqlite3.OperationalError):  # somebody else is just doing the same
                    connection.execute("PRAGMA journal_mode = WAL")  # which the file remembers
                with writing(connection):
                    if not self._is_ours(connection):  # another process may have been quicker
                        for statement in self.TABLES:
                            connection.execute(statement)
                        connection.execute(f"PRAGMA application_id = {self.KIND}")
                        connection.execute(f"PRAGMA user_version = {self.VERSION}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _is_ours(self, connection: sqlite3.Connection) -> bool:
        """Whether it is a file of this kind; an empty one may become one, and any other is refused."""
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
    """All or nothing; the lock is taken at once, as one who starts as a reader could be refused half-way."""
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
    """What a statement gives for a maker and many keys, whose marks go where `{}` stands in it."""
    for start in range(0, len(keys), _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        yield from connection.execute(asked.format(",".join("?" * len(some))), (maker, *some))
