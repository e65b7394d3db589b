"""Scores that metrics gave, kept by content in a file of their own, so that nothing is scored twice."""

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
    """What computing has taken so far, in all runs together."""

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
        """The scores that are here, by segment."""
        found: dict[bytes, float] = {}
        if self._connection is None:
            return found
        with self._forgiving():
            number = _number(self._connection, scorer)
            if number is None:
                return found
            asked = "SELECT segment, value FROM score WHERE metric = ? AND segment IN ({})"
            # A damaged file may hold anything: what is no number is not known.
            found.update(
                (segment, value)
                for segment, value in rows_of(self._connection, asked, number, segments)
                if isinstance(value, float) and isfinite(value)
            )
        return found

    def keep(self, scorer: Scorer, scores: Iterable[tuple[bytes, float]], seconds: float) -> None:
        """Scores and the time that they took: all of it or nothing, and at once."""
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
    """Where scores are kept unless somebody says otherwise."""
    return ScoreCache.usual_file()


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


def _number(connection: sqlite3.Connection, scorer: Scorer) -> int | None:
    """By which the scores of a metric are found."""
    row = connection.execute("SELECT number FROM metric WHERE digest = ?", (scorer.digest,)).fetchone()
    return None if row is None else int(row[0])
