"""A cache of metric scores by content, in its own file, so that nothing is scored twice."""

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from lackmus.core.challenges.metrics import Need
from lackmus.store.db.cache_files import CacheFile, Maker, rows_of, writing

Scorer = Maker  # a metric


class Spent(NamedTuple):
    """Computing time so far, over all runs."""

    seconds: float = 0.0
    computed: int = 0


class ScoreCache(CacheFile):
    """The scores of all metrics."""

    KEEPS = "Scores"
    VARIABLE = "LACKMUS_SCORES"
    USUAL = "scores.db"
    KIND, VERSION = 0x4C6B7363, 1
    TABLES = (
        "CREATE TABLE metric (number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, name TEXT NOT NULL,"
        " identity TEXT NOT NULL, seconds REAL NOT NULL DEFAULT 0, computed INTEGER NOT NULL DEFAULT 0)",
        "CREATE TABLE score (metric INTEGER NOT NULL, segment BLOB NOT NULL, value REAL NOT NULL,"
        " PRIMARY KEY (metric, segment)) WITHOUT ROWID",
    )

    def known(self, scorer: Scorer, segments: Sequence[bytes]) -> dict[bytes, float]:
        """The cached scores, by segment."""
        found: dict[bytes, float] = {}
        if self._connection is None:
            return found
        with self._forgiving():
            number = _number(self._connection, scorer)
            if number is None:
                return found
            asked = "SELECT segment, value FROM score WHERE metric = ? AND segment IN ({})"
            # A damaged file may hold anything: values that are no numbers are ignored.
            found.update(
                (segment, value)
                for segment, value in rows_of(self._connection, asked, number, segments)
                if isinstance(value, float) and isfinite(value)
            )
        return found

    def keep(self, scorer: Scorer, scores: Iterable[tuple[bytes, float]], seconds: float) -> None:
        """Store scores and the time they took, all at once or not at all."""
        if self._connection is None:
            return
        with self._forgiving(), writing(self._connection) as connection:
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


def usual_file() -> Path:
    """The default path of the score cache."""
    return ScoreCache.usual_file()


def segment_keys(
    needs: Collection[Need], sources: Iterable[str], references: Iterable[str], hypotheses: Iterable[str]
) -> list[bytes]:
    """A key of sixteen bytes for everything that a score depends on: the hypothesis, and what the metric
    needs.

    Lengths are part of the key, so that moving a letter between texts changes it.
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


def _number(connection: sqlite3.Connection, scorer: Scorer) -> int | None:
    """The row number of a metric in the cache."""
    row = connection.execute("SELECT number FROM metric WHERE digest = ?", (scorer.digest,)).fetchone()
    return None if row is None else int(row[0])
