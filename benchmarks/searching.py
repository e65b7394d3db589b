"""A concordance over 556,000 outputs against a plain scan, and what an index would cost."""

import shutil
import sqlite3
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.measure import Work, report
from benchmarks.storing import big_workspace
from lackmus.core.search.folding import Fold
from lackmus.core.search.query import Matching, SearchOrder, SearchQuery
from lackmus.flows.search.searching import search, searched_corpus
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import open_workspace

_LINES = 50  # of a page
_ALL = (Fold.CASE, Fold.ACCENTS)
_WORDS = {
    "a word": SearchQuery("house"),
    "… without case and accents": SearchQuery("House", fold=_ALL),
    "… sorted by its left neighbour": SearchQuery("house", order=SearchOrder.LEFT),
    "… in one text of eight": SearchQuery("the"),
}
_PATTERNS = {
    "a pattern": SearchQuery(r"\bg[ai]ve? \w+ up\b", Matching.PATTERN),
    "… without case and accents": SearchQuery(r"\bg[ai]ve? \w+ up\b", Matching.PATTERN, fold=_ALL),
    "… that needs a time limit": SearchQuery(r"\b(\w+) \1\b", Matching.PATTERN),
}
_INDEXES = {
    "words (unicode61)": "tokenize='unicode61 remove_diacritics 2'",
    "three letters (trigram)": "tokenize='trigram'",
}


def processor_seconds(*works: Work, rounds: int = 5) -> list[float]:
    """Median seconds of the processor of each, in turns: a busy machine makes others longer, not these."""

    def once(work: Work) -> float:
        start = process_time()
        work()
        return process_time() - start

    taken = [[once(work) for work in works] for _ in range(rounds)]
    return [median(times) for times in zip(*taken, strict=True)]


def main() -> None:
    """Print how long searches take in a server and in a program of their own, and the price of an index."""
    with tempfile.TemporaryDirectory() as folder:
        file = big_workspace(Path(folder))
        with open_workspace(str(file)) as opened, closing(sqlite3.connect(file)) as plain:
            served = Desk(str(file), "ada", opened=opened)
            searched_corpus(served)

            def scan() -> None:
                plain.execute("SELECT id, item, key FROM texts WHERE key LIKE '%house%'").fetchall()

            for limit, queries in ((0.3, _WORDS), (2.0, _PATTERNS)):
                for name, query in queries.items():
                    theirs, ours = processor_seconds(scan, partial(search, served, query, 0, _LINES))
                    report(
                        f"{name}, in a server, against LIKE over all texts",
                        f"{ours / theirs:.1f} × ({ours:.3f} s / {theirs:.3f} s)",
                        f"≤ {limit} s",
                        ours <= limit,
                    )
            alone = partial(search, Desk(str(file), "ada"), _WORDS["a word"], 0, _LINES)
            theirs, ours = processor_seconds(scan, alone)
            print(f"     a word in a workspace that is just opened: {ours:.2f} s (LIKE {theirs:.3f} s)")
        for name, how in _INDEXES.items():
            _price(file, name, how)


def _price(file: Path, name: str, how: str) -> None:
    """Print the time and the room that an index of the texts would take."""
    copy = Path(shutil.copy(file, file.with_name("indexed.db")))
    with closing(sqlite3.connect(copy)) as indexed:
        indexed.execute("PRAGMA journal_mode = DELETE")
        before = copy.stat().st_size

        def build() -> None:
            indexed.execute("DROP TABLE IF EXISTS found")
            indexed.execute(
                f"CREATE VIRTUAL TABLE found USING fts5(key, content='texts', content_rowid='id', {how})"
            )
            indexed.execute("INSERT INTO found (rowid, key) SELECT id, key FROM texts")
            indexed.commit()

        def ask() -> None:
            indexed.execute("SELECT rowid FROM found WHERE found MATCH 'house'").fetchall()

        built, asked = processor_seconds(build, ask, rounds=1)
        more = (copy.stat().st_size - before) / 1e6
    print(f"     an FTS5 index by {name}: {more:.1f} MB more, {built:.1f} s to build, {asked:.3f} s a word")


if __name__ == "__main__":
    main()
