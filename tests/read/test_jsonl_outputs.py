"""Outputs as JSON Lines."""

import json
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions, hand_ins_of
from tests.read.test_lines import suite_of_sources
from tests.refusals import refuses

SUITE = suite_of_sources("Eins.", "Zwei.", "Zwei.")  # items 0, 1, 2; two have one sentence


def read(path: Path, *lines: object, asked: ReadOptions | None = None) -> list[HandIn]:
    """Lines as they stand, or values to be written as JSON."""
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return hand_ins_of(SUITE, [str(path)], asked or ReadOptions())


def texts(hand_ins: list[HandIn]) -> dict[str, list[tuple[str, str]]]:
    """Item and text, by system."""
    return {one.system: [(item, one.texts[line]) for item, line in one.places] for one in hand_ins}


@pytest.mark.parametrize(
    "lines, found",
    [
        ([{"item": "0", "system": "A", "text": "x"}], {"A": [("de-en:0", "x")]}),
        ([{"item": "de-en:0", "system": "A", "text": "x"}], {"A": [("de-en:0", "x")]}),
        ([{"id": "0", "system": "A", "text": "x"}], {"A": [("de-en:0", "x")]}),
        ([{"id": "0", "item": "0", "system": "A", "text": "x"}], {"A": [("de-en:0", "x")]}),
        ([{"item": "0", "text": "x"}], {"Linde": [("de-en:0", "x")]}),  # named by the file
        ([{"item": "0", "system": "A", "text": ""}], {"A": [("de-en:0", "")]}),
        ([{"item": "0", "system": "A", "text": " \t“😀”\r\n "}], {"A": [("de-en:0", " \t“😀”\r\n ")]}),
        (["", {"item": "1", "system": "B", "text": "y"}, "  ", {"item": "1", "system": "A", "text": "x"}],
         {"B": [("de-en:1", "y")], "A": [("de-en:1", "x")]}),
        ([{"item": "0", "source": " Eins. ", "system": "A", "text": "x"}], {"A": [("de-en:0", "x")]}),
        ([{"source": "News.", "system": "A", "text": "n"}, {"source": "Zwei.", "system": "A", "text": "y"}],
         {"A": [("de-en:1", "y"), ("de-en:2", "y")]}),  # found by the sentence, in every item that has it
        ([{"source": "Zwei.", "system": "A", "text": "y"}, {"item": "0", "system": "A", "text": "x"}],
         {"A": [("de-en:0", "x"), ("de-en:1", "y"), ("de-en:2", "y")]}),
        ([{"item": "0", "system": "A", "text": "x", "segment": "1"},
          {"item": "0", "system": "A", "text": "y", "segment": "2"}],
         {"A": [("de-en:0", "x"), ("de-en:0", "y")]}),  # repeats that tell where they stood
    ],
)  # fmt: skip
def test_lines_of_objects(lines: list[object], found: object, tmp_path: Path) -> None:
    """By id or by sentence, system by system."""
    assert texts(read(tmp_path / "Linde.jsonl", *lines)) == found


def test_documents_and_segments_are_kept(tmp_path: Path) -> None:
    """Blank where a line has none; not there where nobody has any."""
    one, other = read(
        tmp_path / "x.jsonl",
        {"item": "0", "system": "A", "text": "x", "document": "d", "segment": "7"},
        {"item": "1", "system": "A", "text": "y"},
        {"item": "0", "system": "B", "text": "x"},
    )
    assert (one.file, one.documents, one.segments) == ("x.jsonl (A)", ["d", ""], ["7", ""])
    assert (other.file, other.documents, other.segments) == ("x.jsonl (B)", [], [])


def test_marks_are_kept(tmp_path: Path) -> None:
    """Of items and of sentences; blank where a line has none; not there where nobody has any."""
    one, other = read(
        tmp_path / "x.jsonl",
        {"item": "0", "system": "A", "text": "x", "mark": "refused"},
        {"item": "1", "system": "A", "text": "y"},
        {"source": "Zwei.", "system": "A", "text": "z", "mark": "verbose"},
        {"item": "0", "system": "B", "text": "x"},
    )
    assert (one.marks, other.marks) == (["refused", "", "verbose"], [])


GOOD = {"item": "0", "system": "A", "text": "x"}
FORM = 'Each line is an object such as {"item": "amb-001", "system": "Linde", "text": "…"}.'


@pytest.mark.parametrize(
    "line, said",
    [
        ('{"item": "1", "text": }', ", column 23: not JSON (Expecting value). {FORM}"),
        ("Two.", ", column 1: not JSON (Expecting value). {FORM}"),
        ("[1, 2]", ": not an object. {FORM}"),
        ("{}", ": “text” is missing. {FORM}"),
        ({"item": "1", "system": "A"}, ": “text” is missing. {FORM}"),
        ({"system": "A", "text": "y"},
         ": neither “item” nor “source”, so it is unclear what is translated. {FORM}"),
        ({"item": "1", "system": "A", "text": None}, ": “text” is not a text in quotation marks. {FORM}"),
        ({"item": 1, "system": "A", "text": "y"}, ": “item” is not a text in quotation marks. {FORM}"),
        ({"item": "1", "id": "2", "text": "y"}, ": “item” and “id” differ. {FORM}"),
        ({"item": "1", "sytem": "A", "text": "y"},
         ": unknown key “sytem” (known are item, id, source, system, text, document, segment, mark). {FORM} "
         "A data set may have others: --from dataset."),
        ({"item": "1", "text": "y", "mark": "odd"},
         ": “mark” is neither verbose nor refused nor paragraphs. {FORM}"),
        ({"item": "1", "text": "y", "mark": ""},
         ": “mark” is neither verbose nor refused nor paragraphs. {FORM}"),
        ('{"item": "1", "text": "y", "text": "z"}', ": “text” stands there twice. Keep one."),
        (r'{"item": "1", "text": "\ud83d"}',
         ': half a character (a lone surrogate) after “{"item": "1", "text": "”. Correct it.'),
        (r'{"item": "1", "system": "\uDE00", "text": "y"}',
         ': half a character (a lone surrogate) after “{"item": "1", "system": "”. Correct it.'),
        ('{"item": ' + "9" * 5000 + "}", ": a number that is too long. {FORM}"),
        ("[" * 100_000, ": nested too deeply. {FORM}"),
    ],
)  # fmt: skip
def test_a_bad_line(line: object, said: str, tmp_path: Path) -> None:
    """Its number, what is wrong, and what a line is."""
    path = tmp_path / "x.jsonl"
    with pytest.raises(LackmusError) as raised:
        read(path, GOOD, "", line)
    assert worded(raised.value) == f"{path}, line 3{said}".replace("{FORM}", FORM)


@pytest.mark.parametrize(
    "line, asked, said",
    [
        ({**GOOD, "system": " "}, ReadOptions(), ", line 2: “system” is blank. Name it."),
        (GOOD, ReadOptions(), ", line 2: item 0 again (first in line 1). Keep one."),
        ({**GOOD, "item": "1", "source": "Eins."}, ReadOptions(),
         ", line 2: the source is not that of item 1. Use the suite these outputs belong to."),
        ({**GOOD, "item": "9"}, ReadOptions(),
         ": 1 of its ids are not in s.json (9). Use the suite these outputs belong to, or --skip-unknown."),
    ],
)  # fmt: skip
def test_a_line_that_does_not_fit(line: object, asked: ReadOptions, said: str, tmp_path: Path) -> None:
    """As in every format by id."""
    path = tmp_path / "x.jsonl"
    with pytest.raises(LackmusError) as raised:
        read(path, GOOD, line, asked=asked)
    assert worded(raised.value) == f"{path}{said}"


def test_unknown_ids_can_be_skipped(tmp_path: Path) -> None:
    """Outputs of a whole suite serve for a part of it."""
    found = read(tmp_path / "x", GOOD, {**GOOD, "item": "9"}, asked=ReadOptions(skip_unknown=True))
    assert texts(found) == {"A": [("de-en:0", "x")]}


def test_no_sentence_of_the_suite(tmp_path: Path) -> None:
    """Sources in the wrong language."""
    with refuses(LackmusError, match="none of the 3 sentences"):
        read(tmp_path / "x.jsonl", {"source": "One.", "system": "A", "text": "Eins."})


def test_a_bad_first_line_is_still_json(tmp_path: Path) -> None:
    """Recognised by how it begins, so that the reader can tell where it breaks."""
    with refuses(LackmusError, match=r"x, line 1, column 26: not JSON \("):
        read(tmp_path / "x", '{"item": "1", "text": "y"')
