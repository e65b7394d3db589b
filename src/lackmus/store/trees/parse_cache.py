"""A cache of parses and word links by content, so that nothing is computed twice."""

import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from lackmus.core.trees.packing import is_packed
from lackmus.store.db.cache_files import CacheFile, Maker, rows_of, writing

_QUICK = 1  # zlib's level: a third larger than the best, and four times as fast


class ParseCache(CacheFile):
    """Packed parses of all parsers, and alignments."""

    KEEPS = "Parses"
    VARIABLE = "LACKMUS_PARSES"
    USUAL = "parses.db"
    KIND, VERSION = 0x4C6B7470, 1
    TABLES = (
        "CREATE TABLE parser (number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, name TEXT NOT NULL,"
        " identity TEXT NOT NULL)",
        "CREATE TABLE parse (parser INTEGER NOT NULL, text BLOB NOT NULL, words BLOB NOT NULL,"
        " PRIMARY KEY (parser, text)) WITHOUT ROWID",
        "CREATE TABLE alignment (key BLOB PRIMARY KEY, links BLOB NOT NULL) WITHOUT ROWID",
    )

    def known(self, parser: Maker, texts: Sequence[str]) -> dict[str, str]:
        """The cached parses, packed, by text."""
        found: dict[str, str] = {}
        if self._connection is None:
            return found
        with self._forgiving():
            number = _number(self._connection, parser)
            if number is None:
                return found
            by_key = {_key(text): text for text in texts}
            asked = "SELECT text, words FROM parse WHERE parser = ? AND text IN ({})"
            for key, kept in rows_of(self._connection, asked, number, list(by_key)):
                words = _opened(kept)
                if words is not None:
                    found[by_key[key]] = words
        return found

    def keep(self, parser: Maker, parses: Iterable[tuple[str, str]]) -> None:
        """Store parses by text, all at once or not at all."""
        if self._connection is None:
            return
        rows = [(_key(text), zlib.compress(words.encode(), _QUICK)) for text, words in parses]
        with self._forgiving(), writing(self._connection) as connection:
            number = _number(connection, parser)
            if number is None:
                made = connection.execute(
                    "INSERT INTO parser (digest, name, identity) VALUES (?, ?, ?)",
                    (parser.digest, parser.name, parser.written),
                )
                number = made.lastrowid
            connection.executemany(
                "INSERT OR REPLACE INTO parse VALUES (?, ?, ?)", ((number, *row) for row in rows)
            )

    def known_alignment(self, key: bytes) -> bytes | None:
        """The cached alignment of a key."""
        if self._connection is not None:
            with self._forgiving():
                asked = "SELECT links FROM alignment WHERE key = ?"
                row = self._connection.execute(asked, (key,)).fetchone()
                if row is not None and isinstance(row[0], bytes):
                    return row[0]
        return None

    def keep_alignment(self, key: bytes, links: bytes) -> None:
        """Store links under a key for everything they depend on."""
        if self._connection is not None:
            with self._forgiving(), writing(self._connection) as connection:
                connection.execute("INSERT OR REPLACE INTO alignment VALUES (?, ?)", (key, links))


def _key(text: str) -> bytes:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()


def _opened(kept: object) -> str | None:
    """The unpacked value; None for damaged data, which zlib detects by a checksum."""
    try:
        words = zlib.decompress(kept).decode() if isinstance(kept, bytes) else None
    except (zlib.error, UnicodeDecodeError):
        return None
    return words if words is not None and is_packed(words) else None


def _number(connection: sqlite3.Connection, parser: Maker) -> int | None:
    row = connection.execute("SELECT number FROM parser WHERE digest = ?", (parser.digest,)).fetchone()
    return None if row is None else int(row[0])
