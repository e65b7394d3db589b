"""Which texts are the same, how systems are named, and who did not take part."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.texts import folded, source_key, text_key
from lackmus.core.outputs.outputs import (
    OUTPUTS,
    HandIn,
    absences,
    differing_repeats,
    first_of_repeats,
    items_of,
    outputs_of,
    system_names,
)
from tests.core.campaigns import suite_of


@pytest.mark.parametrize(
    "written, key",
    [
        ("A text.", "A text."),
        ("  A\t text.\r\n", "A text."),
        ("A\u00a0text.", "A text."),  # no-break space
        ("A\u3000text\u2028.", "A text ."),
        ("A\u200btext.", "A\u200btext."),  # zero width is no white space
        ("cafe\u0301", "caf\u00e9"),
        ("“A” ’s", "“A” ’s"),  # folding of apostrophes is for rules, not for the key
        ("", ""),
    ],
)
def test_the_key_of_a_text(written: str, key: str) -> None:
    """NFC, trimmed, runs of white space as one space."""
    assert text_key(written) == key


@given(st.text())
def test_a_key_is_its_own_key(text: str) -> None:
    """Keying twice changes nothing, and folding keeps every place."""
    key = text_key(text)
    assert text_key(key) == key
    assert len(folded(key)) == len(key)


def test_sources_keep_their_inner_space() -> None:
    """A source sentence is found by NFC and trimming only."""
    assert source_key(" Ein  Mu\u0308ller \n") == "Ein  M\u00fcller"


@pytest.mark.parametrize(
    "files, names",
    [
        (["test.de-en.hyp.Online-A.en", "test.de-en.hyp.Online-B.en"], ["Online-A", "Online-B"]),
        (["Online-A.tsv", "Online-B.tsv"], ["Online-A", "Online-B"]),
        (["a.tsv.gz", "b.tsv"], ["a", "b"]),
        (["v1.0.tsv", "v1.1.tsv"], ["v1.0", "v1.1"]),  # numbers alone are no names
        (["Online-A.tsv"], ["Online-A"]),
        (["A", "B"], ["A", "B"]),
        (["run.tsv", "run.2.tsv"], ["run", "run.2"]),
        (["same.tsv", "same.tsv"], ["same", "same"]),
        (["sys.tsv"], ["sys"]),  # a single file loses its ending as several do
        (["out.txt"], ["out"]),
        (["Ahorn.jsonl"], ["Ahorn"]),
        (["Ahorn.json.gz"], ["Ahorn"]),
        (["Ahorn.parquet"], ["Ahorn"]),
        (["Ahorn.XML.xz"], ["Ahorn"]),
        (["tsv"], ["tsv"]),
        ([".tsv"], [".tsv"]),
        (["Online-A.en"], ["Online-A.en"]),  # nothing says that this is a language
        (["gpt-4.1"], ["gpt-4.1"]),
        (["gpt-4.1.tsv"], ["gpt-4.1"]),
        (["gpt-4.1.tsv", "gpt-4.1-mini.tsv"], ["gpt-4.1", "gpt-4.1-mini"]),
        (["gpt-4.1.tsv", "gpt-4.5.jsonl"], ["gpt-4.1", "gpt-4.5"]),
        (["Ahorn.tsv", "Birke.jsonl"], ["Ahorn", "Birke"]),
        (["Online-A.en.tsv", "Online-B.en.txt"], ["Online-A", "Online-B"]),
        (["a.tsv", "a.jsonl"], ["a.tsv", "a.jsonl"]),  # they differ in nothing else
        (["a.tsv", "a.jsonl", "b.tsv"], ["a.tsv", "a.jsonl", "b"]),
        (["run", "run.txt"], ["run", "run.txt"]),
        (["a.tsv", "a.tsv.gz"], ["a", "a"]),  # refused as two files of one name
        (["test2022.3B.en", "test2022.7B.en"], ["3B", "7B"]),  # after a year there is no decimal point
    ],
)
def test_systems_are_named_by_what_files_do_not_share(files: list[str], names: list[str]) -> None:
    """The papers print Online-A, not generaltest2022.de-en.hyp.Online-A.en."""
    assert system_names(files) == names


def test_a_single_file_is_named_beside_its_source() -> None:
    """With one output file, the source file tells what belongs to the test set."""
    names = system_names(["test.de-en.hyp.Online-A.en"], also=["test.de-en.src.de"])
    assert names == ["Online-A"]


SUITE = suite_of("Ambiguity", items=10)


def lines(**systems: list[str]) -> pl.DataFrame:
    """Texts by system, for the first items of the suite; None is a missing line."""
    rows = [
        (item.key, system, text)
        for system, texts in systems.items()
        for item, text in zip(SUITE.items, texts, strict=False)
        if text is not None
    ]
    return pl.DataFrame(rows, schema=OUTPUTS.schema, orient="row")


GOOD = [f"Sentence {number}." for number in range(10)]
SOURCES = [item.source for item in SUITE.items]


@pytest.mark.parametrize(
    "texts, reason",
    [
        (GOOD, None),
        ([""] * 6 + GOOD[6:], "of 10 items: 6 blank"),
        ([""] * 5 + GOOD[5:], None),  # half is not most
        (["####"] * 6 + GOOD[6:], "of 10 items: 6 one repeated text"),
        (SOURCES[:6] + GOOD[6:], "of 10 items: 6 copies of the source"),
        (GOOD[:4], "of 10 items: 6 missing"),
        (
            ["", "", "####", "####", "####", SOURCES[5], *GOOD[6:]],
            "of 10 items: 2 blank, 3 one repeated text, 1 copies of the source",
        ),
        (["Yes.", "Yes.", *GOOD[2:]], None),  # short answers do repeat
    ],
)
def test_who_did_not_take_part(texts: list[str], reason: str | None) -> None:
    """Most texts missing, blank, one repeated string or copies of the source."""
    found = absences(lines(good=GOOD, doubtful=texts), items_of(SUITE))
    assert {system: absence.reason for system, absence in found.items()} == (
        {"doubtful": reason} if reason else {}
    )


def test_repeats_of_a_sentence() -> None:
    """The first line counts by default; where a system translates repeats differently, that is counted."""
    hand_ins = [
        HandIn("A", "a", SOURCES, ["one", "two", "one ", "x"], [("k1", 0), ("k1", 2), ("k2", 1), ("k2", 3)]),
        HandIn("B", "b", SOURCES, ["one", "two", "one", "two"], [("k1", 0), ("k1", 2), ("k2", 1), ("k2", 3)]),
    ]
    outputs = outputs_of(hand_ins)
    assert outputs.height == 8
    assert differing_repeats(outputs) == {"A": 1}
    assert first_of_repeats(outputs)["text"].to_list() == ["one", "two", "one", "two"]


def test_a_copy_is_a_copy_however_it_is_spaced() -> None:
    """White space and composed letters do not hide that a system copied its source."""
    copies = [f" Satz  {item.id.lstrip('0')}.\u00a0" for item in SUITE.items]
    assert set(absences(lines(good=GOOD, copier=copies), items_of(SUITE))) == {"copier"}


def test_a_file_of_nothing_makes_nobody_look_incomplete() -> None:
    """Two systems got four of the ten items; a file with a filler on all ten is left out, not they."""
    outputs = lines(one=GOOD[:4], other=GOOD[:4], junk=["####"] * 10)
    assert set(absences(outputs, items_of(SUITE))) == {"junk"}
