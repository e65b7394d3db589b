"""The cache of scores: exact, shared by processes, told apart by content, and never a reason to fail."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from lackmus.core.challenges.metrics import Need
from lackmus.store.challenges.score_cache import ScoreCache, Scorer, segment_keys, usual_file
from tests.conftest import PROJECT

BLEU, CHRF = Scorer("bleu", {"signature": "b", "tok": "13a"}), Scorer("chrf", {"signature": "c"})
BOTH = (Need.SOURCE, Need.REFERENCE)


def key(text: str) -> bytes:
    """Of a text that stands alone."""
    return segment_keys((), [""], [""], [text])[0]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """In a folder that is not there yet."""
    return tmp_path / "new" / "scores.db"


def test_scores_come_back_exactly(file: Path) -> None:
    """To the last bit, and only to the metric that gave them."""
    values = [0.1 + 0.2, -1e-308, 100.0, 3.0, 1 / 3, 5e-324, 1.7976931348623157e308, -0.25]
    kept = {key(str(number)): value for number, value in enumerate(values)}
    with ScoreCache(file, pytest.fail) as cache:
        assert cache.known(BLEU, list(kept)) == {}
        cache.keep(BLEU, kept.items(), 0.5)
    with ScoreCache(file, pytest.fail) as cache:
        found = cache.known(BLEU, [*kept, key("another")])
        assert found == kept
        assert all(isinstance(value, float) for value in found.values())
        assert cache.known(CHRF, list(kept)) == {}


def test_many_at_once(file: Path) -> None:
    """More than one statement can take."""
    kept = {key(str(number)): number / 3 for number in range(2_345)}
    with ScoreCache(file, pytest.fail) as cache:
        cache.keep(BLEU, kept.items(), 0.5)
        assert cache.known(BLEU, [*map(key, "abc"), *kept]) == kept
        assert cache.known(BLEU, []) == {}


def test_the_time_adds_up(file: Path) -> None:
    """Of each metric for itself; what is computed again counts again, and its last score holds."""
    with ScoreCache(file, pytest.fail) as cache:
        assert cache.spent(BLEU) == (0.0, 0)
        cache.keep(BLEU, [(key("a"), 1.0), (key("b"), 2.0)], 0.5)
        cache.keep(BLEU, [(key("b"), 3.0)], 0.25)
        assert cache.spent(BLEU) == (0.75, 3)
        assert cache.spent(CHRF) == (0.0, 0)
        assert cache.known(BLEU, [key("b")]) == {key("b"): 3.0}


def test_a_metric_is_its_name_and_identity() -> None:
    """In whatever order the identity is told."""
    again = Scorer("bleu", {"tok": "13a", "signature": "b"})
    others = [
        Scorer("bleu", {"signature": "b"}),
        Scorer("bleu", {"signature": "b", "tok": "intl"}),
        Scorer("chrf", BLEU.identity),
        Scorer('bleu{"', {}),
        Scorer("bleu", {}),
    ]
    assert again.digest == BLEU.digest
    assert len({one.digest for one in (BLEU, *others)}) == 1 + len(others)


@pytest.mark.parametrize("needs", [(), (Need.SOURCE,), (Need.REFERENCE,), BOTH])
def test_texts_cannot_run_into_each_other(needs: tuple[Need, ...]) -> None:
    """As many keys as there are different things to see."""
    parts = ["", "a", "|", "a|", "|a", "1:", "r1:a", "s1:ar1:a", "ä", "a\u0308"]
    triples = list(product(parts, repeat=3))
    keys = segment_keys(needs, *zip(*triples, strict=True))
    seen = {
        (source if Need.SOURCE in needs else None, reference if Need.REFERENCE in needs else None, text)
        for source, reference, text in triples
    }
    assert len(set(keys)) == len(seen)
    assert {len(one) for one in keys} == {16}


def test_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the cache of whoever runs Lackmus, unless the environment names another file."""
    monkeypatch.delenv("LACKMUS_SCORES", raising=False)
    assert usual_file().parts[-2:] == ("lackmus", "scores.db")
    monkeypatch.setenv("LACKMUS_SCORES", str(tmp_path / "mine.db"))
    with ScoreCache(told=pytest.fail) as cache:
        assert cache.file == tmp_path / "mine.db"
    assert (tmp_path / "mine.db").exists()


def folder_instead(file: Path) -> None:
    file.mkdir(parents=True)


def file_instead_of_folder(file: Path) -> None:
    file.parent.write_text("in the way")


def text(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("This is no database. " * 100)


def workspace(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE suite (name TEXT)")


def from_the_future(file: Path) -> None:
    ScoreCache(file).close()
    with closing(sqlite3.connect(file)) as ours, ours:
        ours.execute("PRAGMA user_version = 99")


def torn(file: Path) -> None:
    with ScoreCache(file) as cache:
        cache.keep(BLEU, [(key(str(number)), 1.0) for number in range(1_000)], 1.0)
    size = file.stat().st_size
    with file.open("rb+") as opened:
        opened.seek(4096)
        opened.write(os.urandom(16) * ((size - 4096) // 16))


@pytest.mark.parametrize(
    "damage, why",
    [
        (folder_instead, "unable to open"),
        (file_instead_of_folder, "exists|[Nn]ot a directory"),
        (text, "file is not a database"),
        (workspace, "it is a database of another kind"),
        (from_the_future, "it comes from another version of Lackmus"),
        (torn, "malformed"),
    ],
)
def test_what_cannot_be_used_is_told_once(damage: object, why: str, file: Path) -> None:
    """And is left as it is; nobody is stopped by it."""
    assert callable(damage)
    damage(file)
    before = file.read_bytes() if file.is_file() else b""
    told: list[str] = []
    with ScoreCache(file, told.append) as cache:
        for _ in range(2):
            assert cache.known(BLEU, [key("0")]) == {}
            cache.keep(BLEU, [(key("0"), 1.0)], 1.0)
            assert cache.spent(BLEU) == (0.0, 0)
    assert told == [cache.trouble]
    assert told[0].startswith(f"Scores are not kept: {file} cannot be used (")
    assert told[0].endswith("Move it away, or let LACKMUS_SCORES name another file.")
    assert re.search(why, told[0])
    assert (file.read_bytes() if file.is_file() else b"") == before


def test_what_is_no_number_is_not_known(file: Path) -> None:
    """Whoever wrote it there."""
    with ScoreCache(file, pytest.fail) as cache:
        cache.keep(BLEU, [(key("a"), 1.0), (key("b"), 2.0)], 1.0)
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("UPDATE score SET value = 'two' WHERE segment = ?", (key("b"),))
        other.execute("UPDATE score SET value = 9e999 WHERE segment = ?", (key("a"),))
    with ScoreCache(file, pytest.fail) as cache:
        assert cache.known(BLEU, [key("a"), key("b")]) == {}
        cache.keep(BLEU, [(key("b"), 2.0)], 1.0)
        assert cache.known(BLEU, [key("a"), key("b")]) == {key("b"): 2.0}


BUSY = """
import sys
from pathlib import Path
from lackmus.store.challenges.score_cache import ScoreCache
from tests.store.challenges.test_score_cache import BLEU, key
file, mine = Path(sys.argv[1]), sys.argv[2]
with ScoreCache(file, sys.exit) as cache:
    for number in range(100):
        cache.keep(BLEU, [(key(f"{mine} {number}"), float(number)), (key(f"shared {number}"), 0.5)], 1.0)
        cache.known(BLEU, [key(f"shared {one}") for one in range(100)])
"""


def test_several_processes_at_once(file: Path) -> None:
    """From the moment at which they make the file: nothing is lost, nobody is refused."""
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", BUSY, str(file), str(one)], cwd=PROJECT, stderr=subprocess.PIPE, text=True
        )
        for one in range(3)
    ]
    for worker in workers:
        _, complained = worker.communicate(timeout=120)
        assert (worker.returncode, complained) == (0, "")
    with ScoreCache(file, pytest.fail) as cache:
        assert cache.spent(BLEU) == (300.0, 600)
        own = {key(f"{one} {number}"): float(number) for one in range(3) for number in range(100)}
        shared = {key(f"shared {number}"): 0.5 for number in range(100)}
        assert cache.known(BLEU, [*own, *shared]) == own | shared
