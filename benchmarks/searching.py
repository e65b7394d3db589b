"""A concordance over 556,000 outputs in both databases, in a server and a program; the price of an index."""

import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.measure import Work, report
from benchmarks.storing import CAMPAIGN, big_files, big_workspace
from lackmus.core.search.folding import Fold
from lackmus.core.search.query import Matching, SearchOrder, SearchQuery
from lackmus.flows.outputs.importing import ImportOptions, import_outputs
from lackmus.flows.search.searching import search, searched_corpus
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.verdicts.requests import ReadOptions
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import open_workspace

_LINES = 50  # of a page
_ALL = (Fold.CASE, Fold.ACCENTS)
_WORDS = {
    "a word": SearchQuery("house"),
    "… without case and accents": SearchQuery("House", fold=_ALL),
    "… sorted by its left neighbour": SearchQuery("house", order=SearchOrder.LEFT),
    "… in one text of eight": SearchQuery("the"),
    "a phrase": SearchQuery("in the house"),
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


def processor_seconds(*works: Work, rounds: int = 5, whose: int = resource.RUSAGE_SELF) -> list[float]:
    """Median seconds of the processor of each, in turns: a busy machine makes others longer, not these."""

    def used() -> float:
        usage = resource.getrusage(whose)
        return usage.ru_utime + usage.ru_stime

    def once(work: Work) -> float:
        start = used()
        work()
        return used() - start

    taken = [[once(work) for work in works] for _ in range(rounds)]
    return [median(times) for times in zip(*taken, strict=True)]


def main() -> None:
    """Print how long searches take in both databases, and the price of an index."""
    with tempfile.TemporaryDirectory() as folder:
        file = big_workspace(Path(folder))
        with closing(sqlite3.connect(file)) as plain:

            def scan() -> None:
                plain.execute("SELECT id, item, key FROM texts WHERE key LIKE '%house%'").fetchall()

            (theirs,) = processor_seconds(scan)
        print(f"Seconds of the processor; SQLite takes {theirs:.3f} s for LIKE '%house%' over all texts")
        _searches("SQLite", str(file))
        with _postgresql() as address:
            _searches("PostgreSQL", address)
        for name, how in _INDEXES.items():
            _price(file, name, how)


def _searches(database: str, address: str) -> None:
    """Print how long a server takes, and a program of its own beyond its start."""
    with open_workspace(address) as opened:
        served = Desk(address, "ada", opened=opened)
        searched_corpus(served)
        for limit, queries in ((0.3, _WORDS), (2.0, _PATTERNS)):
            for name, query in queries.items():
                (ours,) = processor_seconds(partial(search, served, query, 0, _LINES))
                _told(f"{name}, in a server with {database}", ours, limit)

    def program(*arguments: str) -> None:
        command = [sys.executable, "-m", "lackmus", "search", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    start, whole = processor_seconds(
        partial(program, "--help"),
        partial(program, "house", "--workspace", address, "-n", str(_LINES)),
        whose=resource.RUSAGE_CHILDREN,
    )
    _told(f"a word on the command line with {database}, beyond the program's start", whole - start, 0.3)


def _told(what: str, taken: float, limit: float) -> None:
    report(what, f"{taken:.3f} s", f"≤ {limit} s", taken <= limit)


@contextmanager
def _postgresql() -> Iterator[str]:
    """The address of a server with the same workspace."""
    from tests.conftest import cluster, new_database

    with cluster() as server:
        address, files = new_database(server.get_uri()), big_files()
        desk = Desk(address, "ada")
        import_suite(desk, files.suite)
        import_outputs(desk, [str(files.outputs)], ReadOptions(), ImportOptions(CAMPAIGN))
        yield address


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
