"""Challenges in every format: what is written is read again as the same, or refused with a word."""

import csv
import json
from collections.abc import Sequence
from io import StringIO
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lackmus.core.challenges.challenge import TUPLES, ChallengeSet
from lackmus.errors import LackmusError
from lackmus.plugins import PluginGroup, named
from lackmus.read.challenges import read_challenge
from lackmus.write.challenges import challenge_format, write_challenge
from tests.read.tuples import ROWS, SPANISH, challenge_of, same
from tests.refusals import refuses

# Whatever polars can hold, that is all but half characters; blank texts are no translations.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).filter(str.strip)
HARD = (
    "Zwei\u2028Zeilen\u2029!", "a\tb", "a\r\nb\x85c", '"Ja", sagte er.', '"a ""b"" c"', "\ufeffx",
    "\\n", "{}", "\x00\x1f\x7f", "👩‍🚀 e\u0301", "שלום", "NA", "  Rand  ",
)  # fmt: skip


def again(challenge: ChallengeSet, form: str, ending: str) -> ChallengeSet:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"again{ending}"
        write_challenge(challenge, form, path)
        return read_challenge(path)


# -- JSON Lines -----------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(texts=st.lists(TEXTS, min_size=7, max_size=7), name=TEXTS, known=st.booleans())
@example(texts=list(HARD[:7]), name=HARD[0], known=True)
@example(texts=list(HARD[-7:]), name=HARD[5], known=False)
def test_json_lines_keep_all(texts: Sequence[str], name: str, known: bool) -> None:
    """Any text, any name, and who wrote what where that is known."""
    columns = ("item", "category", "phenomenon", "source", "reference", "better", "worse")
    row = dict(zip(columns, texts, strict=True))
    unknown = dict.fromkeys(("reference_from", "better_from", "worse_from"), "")
    challenge = challenge_of(row if known else {**row, **unknown}, {**ROWS[1], **unknown}, name=name)
    assert same(again(challenge, "jsonl", ".jsonl"), challenge)


def test_lines_of_json_lines() -> None:
    """A head and a tuple a line; nothing is said of whom nobody knows."""
    rows = [{**row, "better_from": ""} for row in ROWS]
    head, *lines = named(PluginGroup.WRITE_CHALLENGE, "jsonl").write(challenge_of(*rows))[""].splitlines()
    assert json.loads(head) == {
        "challenge": "Spring and autumn",
        "signature": "seed:1|version:0",
        "about": {"seed": "1", "trust": "settled"},
        "tuples": 3,
    }
    assert [json.loads(line) for line in lines] == [
        {key: value for key, value in row.items() if key != "better_from"} for row in rows
    ]


# -- ACES -----------------------------------------------------------------------------------------


def test_a_table_as_aces_reads_it() -> None:
    """Tabs between cells, marks as they are, a line a tuple: what csv.QUOTE_NONE understands."""
    challenge = challenge_of({"source": '"Er lief"?\n\tJa.', "worse": 'He "runs'}, SPANISH)
    content = named(PluginGroup.WRITE_CHALLENGE, "aces-tsv").write(challenge)[""]
    header, *rows = csv.reader(StringIO(content, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    names = ["source", "good-translation", "incorrect-translation", "reference", "phenomena", "langpair"]
    assert header == names
    assert rows[0] == [
        '"Er lief"?  Ja.', "He missed the flight.", 'He "runs', "He missed the plane.", "Simple past", "de-en"
    ]  # fmt: skip
    assert rows[1][-1] == "de-es"


LINES = TEXTS.map(lambda text: " ".join(text.split())).filter(bool)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(LINES, LINES, LINES, LINES, LINES), min_size=1, max_size=3))
@example([('"Ja."', '"Yes', 'Yes"', '"" x', "p")])
@example([('"Ja, gern."', "Yes", "No", "Yeah", "p")])
@example([("a", 'x"', '"b', '"c', "p"), ("d", '"e', 'f"', 'g"', "q")])
def test_a_table_is_read_again(texts: Sequence[tuple[str, ...]]) -> None:
    """Texts of one line come back as they were, whatever marks are in them, or are refused."""
    columns = ("source", "better", "worse", "reference", "phenomenon")
    challenge = challenge_of(
        *(dict(zip(columns, row, strict=True), tuple=str(n)) for n, row in enumerate(texts))
    )
    try:
        found = again(challenge, "aces-tsv", ".tsv")
    except LackmusError as problem:
        assert "doubled quotation marks" in str(problem)
    else:
        what = [*columns, "pair"]
        assert found.tuples.select(what).equals(challenge.tuples.select(what))


def test_marks_that_would_be_lost_are_refused() -> None:
    """Whoever read them would take them for those of a spreadsheet."""
    with refuses(LackmusError, match=r"^Tuple t7 has a text with doubled quotation marks, which aces-tsv"):
        again(challenge_of({"tuple": "t7", "source": '"Das ""Ja""."'}), "aces-tsv", ".tsv")


def test_phenomena_of_one_name() -> None:
    """Their categories tell them apart."""
    rows = [{**row, "phenomenon": "Other", "tuple": row["tuple"]} for row in ROWS]
    found = again(challenge_of(*rows, SPANISH), "aces-tsv", ".tsv")
    assert found.tuples["phenomenon"].to_list() == [
        "Verb tense: Other", "Ambiguity: Other", "Ambiguity: Other", "Simple past"
    ]  # fmt: skip


# -- mt-metrics-eval ------------------------------------------------------------------------------


def test_a_folder_for_mt_metrics_eval() -> None:
    """Documents in one piece, names without spaces, a set of files for each pair, and who is better."""
    rows = [*ROWS, {**ROWS[0], "tuple": "x", "phenomenon": "Simple_past"}, SPANISH, {**ROWS[0], "tuple": "y"}]
    files = named(PluginGroup.WRITE_CHALLENGE, "mtme").write(challenge_of(*rows))
    assert set(files) == {
        f"{name.format(pair)}" for pair in ("de-en", "de-es") for name in (
            "sources/{}.txt", "references/{}.refA.txt", "documents/{}.docs", "system-outputs/{}/better.txt",
            "system-outputs/{}/worse.txt", "human-scores/{}.challenge.seg.score",
        )
    }  # fmt: skip
    documents = [line.split() for line in files["documents/de-en.docs"].splitlines()]
    assert documents == [["Ambiguity", "Lexical_ambiguity"]] * 2 + [["Verb_tense", "Simple_past"]] * 2 + [
        ["Verb_tense", "Simple_past_2"]
    ]
    assert len({name for _, name in documents}) == len(list(groupby(documents)))
    assert files["system-outputs/de-en/worse.txt"].splitlines() == [
        "She sat on the bank.", "She was sitting on the bank.", *["He misses the plane."] * 3
    ]  # fmt: skip
    assert files["human-scores/de-en.challenge.seg.score"] == "better\t1\n" * 5 + "worse\t0\n" * 5
    assert files["references/de-es.refA.txt"] == "Perdió el avión.\n"


# -- files ----------------------------------------------------------------------------------------


def test_endings_and_names_of_formats(tmp_path: Path) -> None:
    """The ending tells, unless the user does."""
    assert challenge_format(None, Path("x.jsonl")) == "jsonl"
    assert challenge_format(None, Path("x.TSV")) == "aces-tsv"
    assert challenge_format("blind", Path("x.tsv")) == "blind"
    with refuses(LackmusError, match=r"x: no format has this ending. Use .*, or say --to."):
        challenge_format(None, Path("x"))
    with refuses(LackmusError, match=r"--to: there is no format aces. There are aces-tsv, blind, jsonl"):
        challenge_format("aces", Path("x"))


def test_folders_are_new(tmp_path: Path) -> None:
    """The key of files that were handed out is never lost to a second run."""
    target = tmp_path / "deep" / "task"
    written = write_challenge(challenge_of(), "blind", target)
    assert sorted(written) == sorted(path for path in target.rglob("*") if path.is_file())
    key = (target / "key.jsonl").read_bytes()
    with refuses(LackmusError, match=r"task holds files already. Name a new folder"):
        write_challenge(challenge_of(), "blind", target)
    assert (target / "key.jsonl").read_bytes() == key
    assert [path.name for path in target.parent.iterdir()] == ["task"]
    with refuses(LackmusError, match=r"key.jsonl is a file, and this format needs a folder"):
        write_challenge(challenge_of(), "mtme", target / "key.jsonl")
    (tmp_path / "empty").mkdir()
    write_challenge(challenge_of(), "mtme", tmp_path / "empty")
    assert (tmp_path / "empty" / "sources" / "de-en.txt").is_file()


def test_nothing_half_written(tmp_path: Path) -> None:
    """What cannot be written leaves nothing behind."""
    told = challenge_of({"better": ROWS[0]["reference"]})
    for form, target in (("blind", "task"), ("mtme", "a" * 300), ("jsonl", "no/where.jsonl")):
        with pytest.raises(LackmusError):
            write_challenge(told, form, tmp_path / target)
    with refuses(LackmusError, match="none has no tuples to write"):
        write_challenge(ChallengeSet("none", TUPLES.empty()), "blind", tmp_path / "task")
    assert list(tmp_path.iterdir()) == []


def test_every_column_has_a_place_in_json_lines() -> None:
    """A column that is added to tuples is written too."""
    line = named(PluginGroup.WRITE_CHALLENGE, "jsonl").write(challenge_of())[""].splitlines()[1]
    assert list(json.loads(line)) == list(TUPLES)
