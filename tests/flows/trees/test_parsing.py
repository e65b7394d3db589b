"""Parsing: each text once, by one process or several, and nothing is lost when somebody stops it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from numpy.typing import NDArray

from lackmus import plugins
from lackmus.core.trees.treebank import ATTRIBUTES, Treebank
from lackmus.errors import LackmusError
from lackmus.flows.trees.parsing import (
    ParserSpec,
    ReadyParse,
    parse_cache,
    parse_texts,
    parser_of,
    parser_signature,
    unparsed,
)
from lackmus.store.trees.parse_cache import ParseCache
from lackmus.write.conllu import conllu
from tests.conftest import PROJECT
from tests.engines.test_command import gone
from tests.flows import odd_parsers
from tests.parsers.tiny_udpipe import NOUNS, VERBS, tiny_udpipe
from tests.refusals import refuses

TEXTS = [f"text number {number}" for number in range(20)]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of UDPipe, and tiny."""
    return tiny_udpipe(tmp_path_factory)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[ParseCache]:
    """A cache of nobody else."""
    with parse_cache(pytest.fail, tmp_path / "parses.db") as opened:
        yield opened


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of somebody else with odd parsers, as an installer leaves it."""
    about = tmp_path / "site" / "lackmus_odd_parsers-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {odd_parsers.PACKAGE}\nVersion: 1\n")
    lines = [f"{name} = {odd_parsers.__name__}:{name.title()}\n" for name in ("watched", "odd")]
    (about / "entry_points.txt").write_text("[lackmus.parser]\n" + "".join(lines))
    monkeypatch.syspath_prepend(about.parent)
    monkeypatch.syspath_prepend(PROJECT)
    for cached in (plugins._ours, plugins._others):
        cached.cache_clear()
        monkeypatch.setattr(plugins, cached.__name__, cached.__wrapped__)
    return about.parent


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Processes, as they were begun."""
    begun: list[subprocess.Popen[bytes]] = []
    begin = subprocess.Popen

    def remembered(*said: Any, **options: Any) -> subprocess.Popen[bytes]:
        begun.append(begin(*said, **options))
        return begun[-1]

    monkeypatch.setattr("lackmus.parsers.workers.subprocess.Popen", remembered)
    return begun


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """What the watched parser did."""
    folder = tmp_path / "log"
    folder.mkdir()
    return folder


def watched(log: Path, **options: str) -> ParserSpec:
    """The parser that writes down what it does."""
    return ParserSpec("watched", {"log": str(log), **options})


def batches(log: Path) -> list[str]:
    """The texts that were parsed, batch by batch."""
    return [one.read_text() for one in sorted(log.glob("*.batch"))]


def same(one: Treebank, other: Treebank) -> bool:
    """To the last byte."""
    arrays: list[tuple[NDArray[Any], NDArray[Any]]]
    arrays = [(one.bounds, other.bounds), (one.heads, other.heads), (one.spans, other.spans)]
    arrays += [(one.column(name).codes, other.column(name).codes) for name in ATTRIBUTES]
    return (
        (one.ids, one.texts) == (other.ids, other.texts)
        and all(one.column(name).values == other.column(name).values for name in ATTRIBUTES)
        and all(this.tobytes() == that.tobytes() and this.dtype == that.dtype for this, that in arrays)
    )


@pytest.mark.parametrize(
    "written, found",
    [
        ("udpipe:model=en.udpipe", ParserSpec("udpipe", {"model": "en.udpipe"})),
        (" udpipe : model = a,b, longest=9 ", ParserSpec("udpipe", {"model": "a,b", "longest": "9"})),
        ("udpipe", ParserSpec("udpipe")),
        ("models/en.udpipe", ParserSpec("udpipe", {"model": "models/en.udpipe"})),
        ("EN.UDPIPE", ParserSpec("udpipe", {"model": "EN.UDPIPE"})),
        (r"C:\models\en.udpipe", ParserSpec("udpipe", {"model": r"C:\models\en.udpipe"})),
        ("trees.conllu", ReadyParse(Path("trees.conllu"))),
        ("a:b.conllu.gz", ReadyParse(Path("a:b.conllu.gz"))),
    ],
)  # fmt: skip
def test_what_users_write(written: str, found: object) -> None:
    """A parser with options, a model, or trees that are there already."""
    assert parser_of(written) == found


@pytest.mark.parametrize(
    "written, said",
    [
        (
            "udpip:model=x",
            r"^--p: udpip:model=x is no parser\. Name one \(.*udpipe.*\), the file of a UDPipe ",
        ),
        (
            "en.model",
            r"^--p: en\.model is no parser\. .* model \(\.udpipe\) or a ready parse \(\.conllu\)\.$",
        ),
        ("", r"^--p: nothing is no parser\. Name one"),
        ("udpipe:", r"^--p: write udpipe:NAME=VALUE, not udpipe:\.$"),
        ("udpipe:en.udpipe", r"^--p: write udpipe:NAME=VALUE, not udpipe:en\.udpipe\.$"),
        ("udpipe:model=a,model=b", r"^--p: udpipe is told model twice\.$"),
    ],
)
def test_what_nobody_understands(written: str, said: str) -> None:
    """Is told with what there is, and where it was said."""
    with refuses(LackmusError, match=said):
        parser_of(written, "p")


def test_signatures(model: Path, odd: Path) -> None:
    """Of a parser, of one that says nothing about itself, and of ready trees."""
    assert f"|model:{model.name}|" in parser_signature(parser_of(str(model)))
    assert parser_signature(ParserSpec("odd")) == "odd|lines:split.1"
    assert parser_signature(ParserSpec("odd"), whole_lines=True) == "odd|lines:whole"
    assert parser_signature(parser_of("some/trees.conllu")) == "ready (trees.conllu)"
    with refuses(LackmusError, match=r"^udpipe needs model: .* Say it: --p 'udpipe:model=…'\.$"):
        parser_signature(parser_of("udpipe", "p"))


def test_every_text_has_its_tree(model: Path, kept: ParseCache) -> None:
    """In their order, however often it stands there; blank ones have no words, and too long ones neither."""
    texts = ["The dog sleeps.", "", "The cats want to run.", "The dog sleeps.", " \n", "The dog " * 600]
    told: list[tuple[str, int, int]] = []
    wanted = ParserSpec("udpipe", {"model": str(model)})
    bank = parse_texts(wanted, texts, cache=kept, progress=lambda *one: told.append(one))
    assert bank.ids == ("1", "2", "3", "4", "5", "6")
    assert bank.texts == tuple(texts)
    assert bank.lengths.tolist() == [4, 0, 6, 4, 0, 0]
    assert bank.sentence(0).words == bank.sentence(3).words
    assert [word.form for word in bank.sentence(2).words] == ["The", "cats", "want", "to", "run", "."]
    assert unparsed(bank) == [5]
    assert told == [("Parsing", 0, 3), ("Parsing", 3, 3)]
    again = parse_texts(wanted, texts, cache=kept, progress=lambda *one: told.append(one))
    assert same(bank, again)
    assert told[2:] == [("Parsing", 3, 3)]


def test_each_sentence_of_a_line_has_its_tree(model: Path, kept: ParseCache) -> None:
    """As if it stood alone, with its places in the line; a sentence that is known is not parsed again."""
    first, second = "The dog sleeps.", "The cats want to run."
    line = f" {first}\u00a0 {second}\t"
    wanted = parser_of(str(model))
    told: list[int] = []
    bank = parse_texts(wanted, [line, second], cache=kept, progress=lambda _, done, total: told.append(total))
    assert told[-1] == 2 and bank.texts == (line, second)
    alone = parse_texts(wanted, [first, second])
    found = bank.sentence(0).words
    assert [word.head for word in found] == [2, 3, 0, 3, 6, 7, 0, 9, 7, 7]
    assert [word[:5] for word in found] == [word[:5] for one in (0, 1) for word in alone.sentence(one).words]
    assert [line[word.start : word.end] for word in found] == [word.form for word in found]
    whole = parse_texts(wanted, [line], cache=kept, whole_lines=True)
    assert (whole.heads < 0).sum() == 1 and (bank.heads[:10] < 0).sum() == 2
    assert same(bank, parse_texts(wanted, [line, second], cache=kept))


def test_a_line_with_a_sentence_that_is_too_long(model: Path) -> None:
    """Has no words: half a line would be a guess. Many short sentences may be more words than one."""
    wanted = ParserSpec("udpipe", {"model": str(model), "longest": "6"})
    long, short = "The dog and the cat and the dog sleep.", "The cats want to run."
    bank = parse_texts(wanted, [f"{short} {long}", f"{short} {short}", short])
    assert bank.lengths.tolist() == [0, 12, 6] and unparsed(bank) == [0]


def test_no_texts(model: Path) -> None:
    """Are no trees."""
    bank = parse_texts(parser_of(str(model)), [])
    assert (len(bank), bank.words) == (0, 0)


def test_what_is_known_is_not_parsed_again(odd: Path, log: Path, kept: ParseCache) -> None:
    """Unless the parser is another one, or there is no cache."""
    parse_texts(watched(log), TEXTS[:3] * 2, cache=kept)
    assert batches(log) == ["text number 0|text number 1", "text number 2"]
    bank = parse_texts(watched(log), [*TEXTS[2:5], TEXTS[0]], cache=kept)
    assert batches(log)[2:] == ["text number 3|text number 4"]
    assert bank.texts == (*TEXTS[2:5], TEXTS[0])
    assert [bank.form[row] for row in (2, 5, 8, 11)] == ["2", "3", "4", "0"]
    parse_texts(watched(log, kind="another"), TEXTS[:1], cache=kept)
    parse_texts(watched(log), TEXTS[:1])
    assert batches(log)[3:] == ["text number 0"] * 2


def test_a_model_that_is_not_needed_is_not_loaded(
    model: Path, kept: ParseCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All texts are known: nobody waits for it."""
    bank = parse_texts(parser_of(str(model)), TEXTS, cache=kept)
    monkeypatch.setitem(sys.modules, "ufal.udpipe", None)
    assert same(bank, parse_texts(parser_of(str(model)), TEXTS, cache=kept))
    with refuses(LackmusError, match=r"^This needs the package ufal\.udpipe\. Install it"):
        parse_texts(parser_of(str(model)), [*TEXTS, "new"], cache=kept)


def test_a_ready_parse(model: Path, tmp_path: Path) -> None:
    """Is read and compared with the texts, and no parser is asked."""
    texts = ["The dog sleeps.", "The cat cannot sing.  The dog runs.", "", "The teacher waits."]
    parsed = parse_texts(parser_of(str(model)), texts)
    file = tmp_path / "trees.conllu"
    file.write_text(conllu(parsed))
    ready = parse_texts(parser_of(str(file)), texts)
    assert [ready.sentence(number).words for number in range(4)] == [
        parsed.sentence(number).words for number in range(4)
    ]
    with refuses(LackmusError, match=r"is not the parse of these lines: 1 line has no sentence there"):
        parse_texts(parser_of(str(file)), [*texts, "One more."])


def test_several_processes_give_the_same(
    model: Path, kept: ParseCache, started: list[subprocess.Popen[bytes]]
) -> None:
    """Byte by byte, from the cache too; and nobody is left behind."""
    texts = [
        f"The {noun} {verb}. " * times for noun in NOUNS for verb in VERBS.values() for times in range(1, 26)
    ]
    texts += ["", "odd \ud800 \x00\n 😀 text"]
    wanted = ParserSpec("udpipe", {"model": str(model)})
    told: list[int] = []
    alone = parse_texts(wanted, texts, processes=1, whole_lines=True)
    several = parse_texts(
        wanted,
        texts,
        cache=kept,
        processes=2,
        progress=lambda stage, done, total: told.append(done),
        whole_lines=True,
    )
    assert same(alone, several)
    assert told == sorted(told) and told[0] == 0 and told[-1] == 401
    assert same(alone, parse_texts(wanted, texts, cache=kept, whole_lines=True))
    assert [process.returncode is not None for process in started] == [True, True]


def test_several_processes_share_the_work(odd: Path, log: Path) -> None:
    """Whoever is done takes the next batch."""
    bank = parse_texts(watched(log), TEXTS, processes=2)
    assert bank.texts == tuple(TEXTS)
    assert sorted(batches(log)) == sorted("|".join(TEXTS[at : at + 2]) for at in range(0, 20, 2))
    assert str(os.getpid()) not in {file.name.split("-")[0] for file in log.glob("*.batch")}


@pytest.mark.parametrize("processes", [1, 2])
def test_what_is_printed_is_no_part_of_an_answer(
    processes: int, odd: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Libraries say all kinds of things."""
    bank = parse_texts(ParserSpec("odd"), [*TEXTS, "print"], processes=processes)
    assert bank.form[bank.words - 1] == "print"
    out, complained = capfd.readouterr()
    assert "printed by Python" not in out and "printed by Python" in complained
    assert ("printed by a library" in out) is (processes == 1)


FAILED = r"^Odd, from the text “fail” on: it failed \(ValueError: failed as told\)\.$"
AGAIN = r"Run the same again, with fewer processes if memory is short\.$"


@pytest.mark.parametrize(
    "processes, text, said",
    [
        (1, "fail", FAILED),
        (2, "fail", FAILED),
        (2, "die", r"^A process that was parsing was ended by SIGKILL\. What was parsed is kept\. " + AGAIN),
        (2, "leave", r"^A process that was parsing ended with status 3\. What was parsed is kept\. " + AGAIN),
    ],
)
def test_what_goes_wrong(
    processes: int,
    text: str,
    said: str,
    odd: Path,
    kept: ParseCache,
    started: list[subprocess.Popen[bytes]],
) -> None:
    """Is one line, and what was parsed before is kept; nobody is left behind."""
    with refuses(LackmusError, match=said):
        parse_texts(ParserSpec("odd"), [*TEXTS, text], cache=kept, processes=processes)
    assert all(process.returncode is not None for process in started)
    assert len(started) == (processes if processes > 1 else 0)
    left: list[int] = []
    parse_texts(
        ParserSpec("odd"), TEXTS, cache=kept, progress=lambda stage, done, total: left.append(total - done)
    )
    assert left[0] <= 4


def test_without_a_cache_nothing_is_promised(odd: Path, tmp_path: Path) -> None:
    """Nor with one that cannot be used."""
    for cache in (None, ParseCache(tmp_path)):
        with refuses(LackmusError, match=r"was ended by SIGKILL\. " + AGAIN):
            parse_texts(ParserSpec("odd"), [*TEXTS, "die"], cache=cache, processes=2)


def test_no_processes() -> None:
    """Would never be done."""
    with refuses(LackmusError, match=r"^--processes: at least one process must parse\.$"):
        parse_texts(ParserSpec("udpipe"), TEXTS, processes=0)


# Whoever runs tests in the background may have told all their children not to hear Ctrl-C.
STOPPED = """
import signal
import sys
signal.signal(signal.SIGINT, lambda *_: sys.exit(130))
from pathlib import Path
from lackmus.flows.trees.parsing import parse_cache, parse_texts
from tests.flows.trees.test_parsing import TEXTS, watched
with parse_cache(file=Path(sys.argv[1])) as cache:
    wanted = watched(Path(sys.argv[2]), batches="4")
    parse_texts(wanted, TEXTS, cache=cache, processes=int(sys.argv[3]))
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whoever_is_stopped_goes_on(
    how: signal.Signals, processes: int, odd: Path, log: Path, tmp_path: Path
) -> None:
    """In the middle of a batch: all processes end at once, silently, and the next run does only the rest."""
    file = tmp_path / "parses.db"
    process = subprocess.Popen(
        [sys.executable, "-c", STOPPED, str(file), str(log), str(processes)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(odd), str(PROJECT)])},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while len(waiting := [int(one.stem) for one in log.glob("*.waiting")]) < processes:
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.02)
        if how is signal.SIGINT:
            os.killpg(process.pid, how)  # as a terminal does
        else:
            process.send_signal(how)
        _, complained = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode in (-how, 130)
    assert complained == ""
    patience = time.monotonic() + 120
    while not all(map(gone, waiting)):
        assert time.monotonic() < patience
        time.sleep(0.02)
    done = batches(log)
    with parse_cache(pytest.fail, file) as cache:
        bank = parse_texts(watched(log), TEXTS, cache=cache)
    assert bank.words == 60
    rest = batches(log)
    for batch in done:
        rest.remove(batch)
    assert 4 <= len(done) <= 5 and len(done) + len(rest) <= 11
    assert {text for batch in (*done, *rest) for text in batch.split("|")} == set(TEXTS)


@pytest.mark.real_data
def test_real_texts(real_data: Path, tmp_path: Path) -> None:
    """Two processes give byte for byte what one gives; stopped after a third, it goes on with the rest."""
    folder = real_data / "wmt22" / "en-cs" / "source"
    texts = (folder / "generaltest2022.en-cs.src.en").read_text().split("\n")[:480]
    wanted = parser_of(str(real_data / "models" / "english.udpipe"))
    alone = parse_texts(wanted, texts, processes=1)

    class EnoughError(Exception):
        pass

    def watching(stage: str, done: int, total: int) -> None:
        if done > total / 3:
            raise EnoughError

    with parse_cache(pytest.fail, tmp_path / "parses.db") as cache:
        with pytest.raises(EnoughError):
            parse_texts(wanted, texts, cache=cache, processes=2, progress=watching)
        told: list[int] = []
        bank = parse_texts(
            wanted, texts, cache=cache, processes=2, progress=lambda stage, done, total: told.append(done)
        )
    assert told[0] >= 160
    assert same(alone, bank)
    assert unparsed(bank) == []
    assert bank.words > 9_000
