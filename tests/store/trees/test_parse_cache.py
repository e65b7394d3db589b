"""The cache of parses: exact, shared by processes, told apart by content, and never a reason to fail."""

import os
import re
import sqlite3
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from lackmus.core.trees.packing import packed, unpacked
from lackmus.core.trees.treebank import Sentence, Word
from lackmus.store.challenges.score_cache import ScoreCache
from lackmus.store.db.cache_files import Maker
from lackmus.store.trees.parse_cache import ParseCache
from tests.conftest import PROJECT

UDPIPE, STANZA = Maker("udpipe", {"model": "1"}), Maker("stanza", {"model": "1"})


def parse(text: str) -> str:
    """A flat tree over the words of a text."""
    found, at = [], 0
    for number, form in enumerate(text.split()):
        at = text.index(form, at)
        found.append(Word(form, form.lower(), "X", "_", "_", min(1, number), "dep", at, at + len(form)))
        at += len(form)
    return packed(Sentence("", text, tuple(found)))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """In a folder that is not there yet."""
    return tmp_path / "new" / "parses.db"


TEXTS = ["It rains.", "", "Über  Jahr,\u00a0𝔘nd", "half \ud800", "a\nb", "It rains. ", "x" * 100_000]


def test_parses_come_back_exactly(file: Path) -> None:
    """And only to the parser that made them, for the very same text."""
    kept = {text: parse(text).replace("\ud800", "?") for text in TEXTS}
    with ParseCache(file, pytest.fail) as cache:
        assert cache.known(UDPIPE, TEXTS) == {}
        cache.keep(UDPIPE, kept.items())
    with ParseCache(file, pytest.fail) as cache:
        assert cache.known(UDPIPE, [*TEXTS, "another", "it rains."]) == kept
        assert cache.known(STANZA, TEXTS) == {}
        assert cache.known(Maker("udpipe", {"model": "2"}), TEXTS) == {}


def test_the_last_one_holds(file: Path) -> None:
    """Two processes may parse the same at once."""
    with ParseCache(file, pytest.fail) as cache:
        cache.keep(UDPIPE, [("a b", parse("a b"))])
        cache.keep(UDPIPE, [("a b", parse("A b")), ("c", parse("c"))])
        assert cache.known(UDPIPE, ["a b", "c"]) == {"a b": parse("A b"), "c": parse("c")}


def test_many_at_once(file: Path) -> None:
    """More than one statement can take; what comes back is a treebank."""
    texts = [f"word {number}" for number in range(2_345)]
    with ParseCache(file, pytest.fail) as cache:
        cache.keep(UDPIPE, [(text, parse(text)) for text in texts])
        found = cache.known(UDPIPE, texts)
    bank = unpacked((str(number), text, found[text]) for number, text in enumerate(texts))
    assert (len(bank), bank.words) == (2_345, 4_690)
    assert bank.form[4_689] == "2344"


def test_alignments(file: Path) -> None:
    """Any bytes under any key."""
    with ParseCache(file, pytest.fail) as cache:
        assert cache.known_alignment(b"key") is None
        cache.keep_alignment(b"key", b"\x00links")
        cache.keep_alignment(b"other", b"")
        cache.keep_alignment(b"key", b"\x00links anew")
    with ParseCache(file, pytest.fail) as cache:
        assert cache.known_alignment(b"key") == b"\x00links anew"
        assert cache.known_alignment(b"other") == b""


def test_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the cache of whoever runs Lackmus, unless the environment names another file."""
    monkeypatch.delenv("LACKMUS_PARSES", raising=False)
    assert ParseCache.usual_file().parts[-2:] == ("lackmus", "parses.db")
    monkeypatch.setenv("LACKMUS_PARSES", str(tmp_path / "mine.db"))
    with ParseCache(told=pytest.fail) as cache:
        assert cache.file == tmp_path / "mine.db"
    assert (tmp_path / "mine.db").exists()


def folder_instead(file: Path) -> None:
    file.mkdir(parents=True)


def text(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("This is no database. " * 100)


def scores(file: Path) -> None:
    ScoreCache(file).close()


def from_the_future(file: Path) -> None:
    ParseCache(file).close()
    with closing(sqlite3.connect(file)) as ours, ours:
        ours.execute("PRAGMA user_version = 99")


def torn(file: Path) -> None:
    with ParseCache(file) as cache:
        cache.keep(UDPIPE, [(str(number), parse(f"word {number}")) for number in range(1_000)])
    size = file.stat().st_size
    with file.open("rb+") as opened:
        opened.seek(4096)
        opened.write(os.urandom(16) * ((size - 4096) // 16))


@pytest.mark.parametrize(
    "damage, why",
    [
        (folder_instead, "unable to open"),
        (text, "file is not a database"),
        (scores, "it is a database of another kind"),
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
    with ParseCache(file, told.append) as cache:
        for _ in range(2):
            assert cache.known(UDPIPE, ["0"]) == {}
            cache.keep(UDPIPE, [("0", parse("0"))])
            assert cache.known_alignment(b"0") is None
            cache.keep_alignment(b"0", b"0")
    assert told == [cache.trouble]
    assert told[0].startswith(f"Parses are not kept: {file} cannot be used (")
    assert told[0].endswith("Move it away, or let LACKMUS_PARSES name another file.")
    assert re.search(why, told[0])
    assert (file.read_bytes() if file.is_file() else b"") == before


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"not packed by zlib",
        zlib.compress(b"\xff\xfe"),
        zlib.compress(b"too few\ncolumns"),
        zlib.compress(b"\n".join([b"a\tb"] * 5 + [b"a"] + [b"1\t2"] * 3)),
        zlib.compress(b"\n".join([b"a\tb"] * 6 + [b"1\tx"] * 3)),
        zlib.compress(parse("It rains.").encode())[:-1],
        "text",
        7,
    ],
)
def test_what_is_no_parse_is_not_known(damaged: object, file: Path) -> None:
    """Whoever wrote it there; it is parsed again."""
    with ParseCache(file, pytest.fail) as cache:
        cache.keep(UDPIPE, [("It rains.", parse("It rains.")), ("b", parse("b"))])
    with closing(sqlite3.connect(file)) as other, other:
        (key,) = other.execute("SELECT text FROM parse ORDER BY length(words) DESC").fetchone()
        other.execute("UPDATE parse SET words = ? WHERE text = ?", (damaged, key))
    with ParseCache(file, pytest.fail) as cache:
        assert cache.known(UDPIPE, ["It rains.", "b"]) == {"b": parse("b")}
        cache.keep(UDPIPE, [("It rains.", parse("It rains."))])
        assert len(cache.known(UDPIPE, ["It rains.", "b"])) == 2


BUSY = """
import sys
from pathlib import Path
from lackmus.store.trees.parse_cache import ParseCache
from tests.store.trees.test_parse_cache import UDPIPE, parse
file, mine = Path(sys.argv[1]), sys.argv[2]
with ParseCache(file, sys.exit) as cache:
    for number in range(50):
        texts = [f"{mine} {number}", f"shared {number}"]
        cache.keep(UDPIPE, [(text, parse(text)) for text in texts])
        cache.keep_alignment(texts[0].encode(), b"links")
        assert len(cache.known(UDPIPE, texts)) == 2
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
    texts = [f"{one} {number}" for one in (*range(3), "shared") for number in range(50)]
    with ParseCache(file, pytest.fail) as cache:
        assert cache.known(UDPIPE, texts) == {text: parse(text) for text in texts}
        assert all(cache.known_alignment(text.encode()) == b"links" for text in texts[:150])
