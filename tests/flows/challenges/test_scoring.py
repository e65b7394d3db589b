"""Scoring: what users write, what is known is not scored again, and what metrics can do wrong."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from sacrebleu.metrics.bleu import BLEU

from lackmus import plugins
from lackmus.cli.remedies import worded
from lackmus.core.challenges.challenge import TUPLES, ChallengeSet
from lackmus.errors import LackmusError
from lackmus.flows.challenges.scoring import MetricSpec, labels, score, score_cache, wanted
from lackmus.store.challenges.score_cache import ScoreCache
from tests.conftest import PROJECT
from tests.flows import odd_metrics
from tests.refusals import refuses

TEXTS = [
    ("Es regnet.", "It is raining.", "It rains.", "It rained."),
    ("Es regnet.", "It is raining.", "It's raining.", "He rains."),
    ("Sie schläft.", "She is asleep.", "She sleeps.", "They sleep."),
    ("Sie schläft.", "She is asleep.", "She is sleeping.", "They sleep."),
    ("Er lachte.", "He laughed.", "He was laughing.", ""),
]


def challenge(texts: list[tuple[str, str, str, str]] = TEXTS) -> ChallengeSet:
    """Five tuples of three items; one worse text stands in two, one is empty: nine segments."""
    rows = [
        (str(number), one[0], "de-en", "Verbs", "Tense", *one, "", "", "")
        for number, one in enumerate(texts, 1)
    ]
    return ChallengeSet("verbs", pl.DataFrame(rows, schema=TUPLES.schema, orient="row"))


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[ScoreCache]:
    """A cache of nobody else."""
    with score_cache(pytest.fail, tmp_path / "scores.db") as opened:
        yield opened


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of somebody else with odd metrics, as an installer leaves it."""
    about = tmp_path / "site" / "lackmus_odd-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {odd_metrics.PACKAGE}\nVersion: 1\n")
    points = {"watched": "Watched", "source-only": "SourceOnly", "odd": "Odd"}
    lines = [f"{name} = {odd_metrics.__name__}:{kind}\n" for name, kind in points.items()]
    (about / "entry_points.txt").write_text("[lackmus.metric]\n" + "".join(lines))
    monkeypatch.syspath_prepend(about.parent)
    for cached in (plugins._ours, plugins._others):
        cached.cache_clear()
        monkeypatch.setattr(plugins, cached.__name__, cached.__wrapped__)
    return about.parent


MINI = MetricSpec("embedding", {"model": "m", "against": "source"}, "mini")


@pytest.mark.parametrize(
    "written, found",
    [
        ([], []),
        (["bleu"], [MetricSpec("bleu")]),
        (["bleu,chrf, chrf++ ", "ter"], [MetricSpec(one) for one in ("bleu", "chrf", "chrf++", "ter")]),
        (["b=bleu,c=chrf"], [MetricSpec("bleu", label="b"), MetricSpec("chrf", label="c")]),
        (["embedding:model=m,against=source"], [MetricSpec(MINI.name, MINI.options)]),
        (["mini = embedding:model=m, against= source"], [MINI]),
        # A comma is part of a value unless an option follows; a colon and = are, too.
        (["x:model=C:/a,b=c/d,e"], [MetricSpec("x", {"model": "C:/a", "b": "c/d,e"})]),
        (
            ["command:cmd=x -a=1, 2:3,version=4"],
            [MetricSpec("command", {"cmd": "x -a=1, 2:3", "version": "4"})],
        ),
        (["BLEU, small=bleu:lowercase=yes"], [MetricSpec("bleu", {"lowercase": "yes"}, "BLEU, small")]),
        (["a=b=bleu"], [MetricSpec("bleu", label="a=b")]),
        (["bleu:tokenize="], [MetricSpec("bleu", {"tokenize": ""})]),
    ],
)
def test_what_users_write(written: list[str], found: list[MetricSpec]) -> None:
    """Names, labels, options."""
    assert wanted(written) == found


@pytest.mark.parametrize(
    "written, said",
    [
        ("", r"--metric: name a metric, such as bleu\."),
        (" , ", r"name a metric"),
        ("bleu:", r"--metric: write bleu:NAME=VALUE, not bleu:\."),
        ("bleu:lowercase", r"write bleu:NAME=VALUE, not bleu:lowercase\."),
        ("bleu:=yes", r"write bleu:NAME=VALUE"),
        ("bleu:lowercase=yes,lowercase=no", r"bleu is told lowercase twice\."),
        (
            "chrf,bleu:lowercase=yes",
            r"chrf,bleu: several metrics .* cannot have options\. Say --metric for each",
        ),
        ("=bleu", r"write NAME or LABEL=NAME, not =bleu\."),
        ("mine=", r"write NAME or LABEL=NAME, not mine=\."),
        (":model=x", r"write NAME or LABEL=NAME"),
    ],
)
def test_what_cannot_be_read(written: str, said: str) -> None:
    """With how it is written."""
    with refuses(LackmusError, match=said):
        wanted([written])


@pytest.mark.parametrize(
    "written, called",
    [
        (["bleu,ter"], ["BLEU", "TER"]),
        (["mine=bleu", "ter"], ["mine", "TER"]),
        (["bleu", "bleu:lowercase=yes"], ["BLEU", "BLEU (lowercase=yes)"]),
        (
            ["spbleu:model=/a/one.spm", "spbleu:model=/a/two.spm"],
            ["spBLEU (model=one.spm)", "spBLEU (model=two.spm)"],
        ),
        (["chrf", "a b=chrf:beta=1"], ["chrF", "a b"]),
    ],
)
def test_how_they_are_called(written: list[str], called: list[str]) -> None:
    """As their users say, or as they call themselves, made distinct."""
    assert labels(wanted(written)) == called


@pytest.mark.parametrize(
    "written, said",
    [
        (["bleu,bleu"], r"2 metrics would be called BLEU\. Name one of them otherwise: NAME=METRIC\."),
        (["a=bleu", "a=chrf"], r"2 metrics would be called a\."),
        (["bleu", "BLEU=chrf"], r"2 metrics would be called BLEU\."),
        (["blue"], r"there is no metric blue\. There are .*bleu"),
        (["ter", "bleu:tokenize=x"], r"tokenize cannot be x"),
        (["ter", "spbleu:model=nowhere"], r"^spBLEU: nowhere is no file"),
    ],
)
def test_all_mistakes_are_found_before_anything_is_scored(
    written: list[str], said: str, kept: ScoreCache
) -> None:
    """However late the mistaken one comes."""

    def progress(*_: object) -> None:
        pytest.fail("something was scored")

    with refuses(LackmusError, match=said):
        score(challenge(), wanted(written), cache=kept, progress=progress)


@pytest.mark.parametrize("batch", [None, 1, 2, 100])
def test_scores_stand_where_their_texts_stand(batch: int | None, kept: ScoreCache) -> None:
    """For the better and the worse text of every tuple, whatever the batches."""
    bleu = BLEU(effective_order=True)
    told: list[tuple[str, int, int]] = []
    found = score(
        challenge(),
        wanted(["bleu,length-ratio"]),
        batch=batch,
        cache=kept,
        progress=lambda *one: told.append(one),
    )
    first, second = found
    for texts, series in ((2, first.better), (3, first.worse)):
        assert series.dtype == pl.Float64
        assert series.to_list() == [bleu.sentence_score(one[texts], [one[1]]).score for one in TEXTS]
    assert second.worse.to_list()[-1] == 0.0
    assert [one.about.name for one in found] == ["BLEU", "length ratio"]
    assert (first.computed, first.about.signature) == (9, str(bleu.get_signature()))
    assert first.rate
    steps = [one for one in told if one[0] == "BLEU"]
    assert steps[0] == ("BLEU", 0, 9)
    assert steps[-1] == ("BLEU", 9, 9)
    assert len(steps) == 1 + -(-9 // (batch or 1000))


def test_an_empty_challenge_and_no_metric() -> None:
    """Nothing in, nothing out."""
    (one,) = score(challenge([]), wanted(["bleu"]))
    assert one.worse.dtype == pl.Float64
    assert (one.better.len(), one.rate) == (0, None)
    assert score(challenge(), []) == []
    with refuses(LackmusError, match="--batch: a batch has at least one segment"):
        score(challenge(), [], batch=0)


def batches(log: Path) -> list[list[str]]:
    """What the watched metric was given, batch by batch."""
    return [line.split("|") for line in log.read_text().splitlines()] if log.exists() else []


def test_what_is_known_is_not_scored_again(odd: Path, kept: ScoreCache, tmp_path: Path) -> None:
    """Neither in another challenge; with other options it is another metric."""
    log = tmp_path / "log"
    watched = MetricSpec("watched", {"log": str(log), "kind": "a"})
    (first,) = score(challenge(TEXTS[:2]), [watched], cache=kept, batch=3)
    # What belongs to one item stands together, and each text is there once.
    assert batches(log) == [["It rains.", "It's raining.", "It rained."], ["He rains."]]
    (second,) = score(challenge(), [watched], cache=kept, batch=3)
    assert [len(one) for one in batches(log)[2:]] == [3, 2]
    (third,) = score(challenge(), [watched], cache=kept)
    assert len(batches(log)) == 4
    assert third.better.equals(second.better) and third.worse.equals(second.worse)
    assert second.better[:2].equals(first.better)
    # The speed is known though nothing was computed.
    assert (first.computed, second.computed, third.computed) == (4, 9, 9)
    assert third.seconds == second.seconds and third.rate
    score(challenge(), [MetricSpec("watched", {"log": str(log), "kind": "b"})], cache=kept)
    assert len(batches(log)[-1]) == 9
    (fresh,) = score(challenge(), [watched], cache=kept, fresh=True)
    assert len(batches(log)[-1]) == 9
    assert (fresh.computed, fresh.better.equals(third.better)) == (9, True)
    assert (tmp_path / "log.closed").read_text().split() == ["closed"] * 5


def test_a_metric_sees_what_it_needs(odd: Path, tmp_path: Path) -> None:
    """And what differs only in the rest is scored once."""
    same = [("Es regnet.", reference, "It rains.", "It rained.") for reference in ("It is raining.", "Rain.")]
    log = tmp_path / "log"
    (one,) = score(challenge(same), [MetricSpec("source-only", {"log": str(log)})])
    assert batches(log) == [["It rains.", "It rained."]]
    assert one.better.to_list() == [9 / 7] * 2
    assert one.about.usual_group == "reference-free"


@pytest.mark.parametrize(
    "says, said",
    [
        (
            "few",
            r"^Odd one was given 9 segments, from segment 1 \(“It rains\.”\) on, and answered with 8 sc",
        ),
        (
            "none at all",
            r"^Odd one, from segment 1 \(“It rains\.”\) on: it failed \(TypeError: .*Tell the author",
        ),
        ("None", r"^Odd one, segment 9 \(“”\): it gave NoneType \(None\), which is no number"),
        ("nan", r"^Odd one, segment 9 \(“”\): it gave nan, which is no number"),
        ("inf", r"^Odd one, segment 1 \(“It rains\.”\): it gave inf"),
        ("huge", r"segment 1 \(“It rains\.”\): it gave 10{59}…, which"),
        ("beyond words", r"segment 1 \(“It rains\.”\): it gave \?, which"),
        ("text", r"it gave str \(0\.5\), which is no number"),
        ("raise", r"it failed \(KeyError: 'key\\nerror'\)\. Tell the author of this metric\.$"),
        ("exit", r"it failed \(SystemExit: bye\)"),
    ],
)
def test_odd_answers(odd: Path, says: str, said: str, kept: ScoreCache) -> None:
    """One line with the metric, the segment and how its text begins; nothing of it is kept."""
    one = MetricSpec("odd", {"says": says}, "Odd one")
    for _ in range(2):
        with refuses(LackmusError, match=said) as caught:
            score(challenge(), [one], cache=kept)
        assert "\n" not in worded(caught.value)


@pytest.mark.parametrize("fails", ["opening", "signing", "closing"])
def test_a_metric_may_fail_anywhere(odd: Path, fails: str) -> None:
    """It is told in one line all the same."""
    with refuses(LackmusError, match=rf"^odd: it failed \(RuntimeError: no {fails}\)\. Tell the author"):
        score(challenge(), [MetricSpec("odd", {"fails": fails, "says": "integers"})])


@pytest.mark.parametrize("says, last", [("integers", 8.0), ("numpy", 8.0), ("generator", 0.25)])
def test_numbers_of_any_kind(odd: Path, says: str, last: float) -> None:
    """Whatever can be read as a number is one."""
    (one,) = score(challenge(), [MetricSpec("odd", {"says": says})])
    assert one.worse.dtype == pl.Float64
    assert one.worse.max() == last


def test_what_a_metric_prints_is_no_answer(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output is for the report."""
    score(challenge(), [MetricSpec("odd", {"says": "talk"})])
    assert capsys.readouterr() == ("", "I am scoring\n")


def test_an_unusable_cache_costs_nobody_their_scores(tmp_path: Path) -> None:
    """It is told once, whatever happens afterwards."""
    file, told = tmp_path / "scores.db", list[str]()
    file.write_text("no database at all, though somebody may still need it" * 100)
    before = file.read_bytes()
    with score_cache(told.append, file) as cache:
        found = score(challenge(), wanted(["bleu,chrf"]), cache=cache)
    without = score(challenge(), wanted(["bleu,chrf"]))
    assert [one.better.to_list() for one in found] == [one.better.to_list() for one in without]
    assert len(told) == 1 and told[0] == cache.trouble and str(file) in told[0]
    assert file.read_bytes() == before


# Whoever runs tests in the background may have told all their children not to hear Ctrl-C.
STOPPED = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from pathlib import Path
from lackmus.flows.challenges.scoring import MetricSpec, score, score_cache
from tests.flows.challenges.test_scoring import challenge
with score_cache(file=Path(sys.argv[1])) as cache:
    score(challenge(), [MetricSpec("watched", {"log": sys.argv[2], "batches": "2"})], batch=2, cache=cache)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_whoever_is_stopped_goes_on(odd: Path, tmp_path: Path, how: signal.Signals) -> None:
    """After two batches of five, the next run computes the other three."""
    file, log = tmp_path / "scores.db", tmp_path / "log"
    paths = os.pathsep.join([str(odd), str(PROJECT)])
    process = subprocess.Popen(
        [sys.executable, "-c", STOPPED, str(file), str(log)],
        env={**os.environ, "PYTHONPATH": paths},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while not (tmp_path / "log.waiting").exists():
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.02)
        process.send_signal(how)
        _, complained = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode in (-how, 130)
    assert ("KeyboardInterrupt" in complained) is (how is signal.SIGINT)
    done = [text for batch in batches(log) for text in batch]
    assert len(done) == 4
    with score_cache(pytest.fail, file) as cache:
        (one,) = score(challenge(), [MetricSpec("watched", {"log": str(log)})], batch=2, cache=cache)
    rest = [text for batch in batches(log)[2:] for text in batch]
    assert len(rest) == 5 and not {*rest} & {*done}
    assert one.better.to_list() == [len(texts[2]) / 7 for texts in TEXTS]
    assert one.computed == 9  # in both runs
