"""Scores with error spans: our lines, what COMET writes, what participants of WMT26 hand in."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.error_spans import spans_of
from lackmus.core.challenges.metrics import Need, Scored
from lackmus.errors import LackmusError
from lackmus.read.challenges import read_challenge
from lackmus.read.scores.span_files import is_span_file, read_span_file
from lackmus.store.challenges.scores import _scored
from lackmus.write.challenges import write_challenge
from tests.refusals import refuses

ACES = (
    "source\tgood-translation\tincorrect-translation\treference\tphenomena\tlangpair\t"
    "incorrect-translation-annotated\n"
    "Es regnet.\tIt rains.\tIt rains a lot.\tIt is raining.\taddition\tde-en\tIt rains<v> a lot</v>.\n"
    "Sie kam.\tShe came.\tHe came.\tShe arrived.\tantonym-replacement\tde-en\t<v>He</v> came.\n"
    "Ja.\tYes.\tNo.\tYes!\tantonym-replacement\tde-en\t<v>Nope</v>.\n"
)


@pytest.fixture
def challenge(tmp_path: Path) -> ChallengeSet:
    path = tmp_path / "spans.tsv"
    path.write_text(ACES)
    return read_challenge(path)


def gold(challenge: ChallengeSet) -> list[list[str] | None]:
    """The wordings of the marked errors."""
    return [
        None if spans is None else [text[one.start : one.end] for one in spans]
        for text, cell in challenge.tuples.select("worse", "worse_spans").iter_rows()
        for spans in [spans_of(cell)]
    ]


def test_gold_spans_survive_every_form(challenge: ChallengeSet, tmp_path: Path) -> None:
    """An annotation of another text has no place; all others come back from both forms."""
    assert gold(challenge) == [[" a lot"], ["He"], None]
    assert challenge.about["errors not found"] == "1 (00003)"
    for name, form in (("again.jsonl", "jsonl"), ("again.tsv", "aces-tsv")):
        write_challenge(challenge, form, tmp_path / name)
        assert gold(read_challenge(tmp_path / name)) == gold(challenge)
    entries = [
        {
            **dict(zip(ACES.split("\n")[0].split("\t"), line.split("\t"), strict=True)),
            "annotation-method": "manual",
        }
        for line in ACES.split("\n")[1:-1]
    ]
    path = tmp_path / "aces.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in entries))
    assert gold(read_challenge(path)) == gold(challenge)


@pytest.mark.parametrize(
    "spans, said",
    [
        ([{"start": 3, "end": 99}], "ends behind the text"),
        ([{"start": 3}], "whole numbers"),
        ([{"start": 3, "end": 2}], "cannot go from 3 to 2"),
        ("<v>", "not a list of spans"),
    ],
)
def test_gold_spans_that_do_not_fit(spans: Any, said: str, tmp_path: Path) -> None:
    entry = dict.fromkeys(("source", "reference", "better", "worse", "phenomenon"), "No.")
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps({**entry, "pair": "de-en", "worse_spans": spans}) + "\n")
    with refuses(LackmusError, match=f"line 1: .*{said}"):
        read_challenge(path)


def read(folder: Path, challenge: ChallengeSet, *lines: object, name: str = "Mine.jsonl") -> Scored:
    path = folder / name
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert is_span_file(path)
    return read_span_file(path, challenge)


def text(tuple_: str, side: str, **said: object) -> dict[str, object]:
    return {"tuple": tuple_, "text": side, **said}


SPAN = {"start": 0, "end": 2, "severity": "major", "category": "gender"}
EACH = [text(f"0000{n}", side, score=n / 10) for n in (1, 2, 3) for side in ("worse", "better")]


def test_our_lines(challenge: ChallengeSet, tmp_path: Path) -> None:
    head = {"metric": "M", "higher": "worse", "needs": "source", "signature": "v1"}
    lines = [{**one, "spans": [SPAN]} if one["text"] == "worse" else one for one in EACH]
    found = read(tmp_path, challenge, head, *lines)
    assert (found.about.name, found.about.higher, found.about.needs) == ("M", False, (Need.SOURCE,))
    assert found.better.to_list() == [0.1, 0.2, 0.3]
    assert found.spans is not None and found.spans.to_list() == [[SPAN]] * 3
    assert read(tmp_path, challenge, *EACH).spans is None
    assert callable(_scored)


def test_a_blank_text_needs_a_score_too(challenge: ChallengeSet, tmp_path: Path) -> None:
    """COMET scores it like others; a file without its score is not whole."""
    blank = pl.when(pl.col("tuple") == "00003").then(pl.lit("")).otherwise("worse").alias("worse")
    one = replace(challenge, tuples=challenge.tuples.with_columns(blank))
    segments = [
        {"src": source, "mt": mt, "score": float(len(mt))}
        for source, *texts in one.tuples.select("source", "better", "worse").iter_rows()
        for mt in texts
    ]
    assert read(tmp_path, one, segments, name="COMET.json").worse[-1] == 0.0
    lines = [each for each in EACH if (each["tuple"], each["text"]) != ("00003", "worse")]
    with refuses(LackmusError, match="has scores of 2 of 3 tuples: tuple 00003 is missing"):
        read(tmp_path, one, *lines)


def test_spans_alone_are_a_score(challenge: ChallengeSet, tmp_path: Path) -> None:
    """Better is the text with less to mark; how it was made stands in the signature."""
    lines = [
        text(f"0000{n}", side, spans=[SPAN] if side == "worse" else [])
        for n in (1, 2, 3)
        for side in ("better", "worse")
    ]
    found = read(tmp_path, challenge, *lines)
    assert (found.better.to_list(), found.worse.to_list()) == ([0.0] * 3, [-5.0] * 3)
    assert "score from spans" in found.about.signature and found.about.name == "Mine"


def test_what_comet_writes(challenge: ChallengeSet, tmp_path: Path) -> None:
    """A list for each file of translations, in any order; spans are moved to where their wording stands."""
    rows = challenge.tuples.select("source", "reference", "better", "worse").rows()
    segments = [
        {"src": source, "ref": reference, "mt": mt, "COMET": score, "errors": errors}
        for source, reference, better, worse in rows
        for mt, score, errors in (
            (better, 0.9, []),
            (worse, 0.4, [{"text": worse.split()[-1], "start": 0, "end": 3, "severity": "major"}]),
        )
    ]
    found = read(tmp_path, challenge, {"a.txt": segments[::-1], "b.txt": segments[:1]}, name="XCOMET.json")
    assert (found.about.name, found.better.to_list(), found.worse.to_list()) == (
        *("XCOMET", [0.9] * 3),
        [0.4] * 3,
    )
    assert found.about.needs == (Need.SOURCE, Need.REFERENCE)
    assert found.spans is not None
    wordings = [
        worse[one[0]["start"] : one[0]["end"]] for (*_, worse), one in zip(rows, found.spans, strict=True)
    ]
    assert wordings == ["lot.", "came.", "No."]


@pytest.mark.parametrize(
    "lines, said",
    [
        ([text("00009", "worse", score=1)], "line 1: there is no tuple “00009”"),
        ([text("00001", "first", score=1)], "neither better nor worse"),
        ([text("00001", "worse")], "neither a score nor spans"),
        ([text("00001", "worse", score="high")], "“high” is no number"),
        ([EACH[0], EACH[0]], "line 2: the worse text of 00001 stands in .*line 1 already"),
        (EACH[:5], "scores of 2 of 3 tuples: tuple 00003 is missing.*allow-gaps"),
        ([{**EACH[0], "spans": [{"start": 0, "end": 99}]}], "ends behind the text"),
        ([*EACH[:5], text("00003", "better", spans=[])], "line 6: no score, where other"),
        ([{"metric": "M", "speed": 1}], "unknown “speed”"),
        ([{"item_id": "x", "task2_pred": {}}], "there is no item “x”"),
    ],
)
def test_mistakes(lines: list[object], said: str, challenge: ChallengeSet, tmp_path: Path) -> None:
    """One line with the place and what helps."""
    with refuses(LackmusError, match=said):
        read(tmp_path, challenge, *lines)
