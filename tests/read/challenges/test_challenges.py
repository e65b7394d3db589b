"""Challenges from files: our own JSON Lines, tables as ACES has them, and what can be wrong in both."""

import gzip
import json
from pathlib import Path

import pytest

from lackmus.errors import LackmusError
from lackmus.read.blind_keys import is_key, read_key
from lackmus.read.challenges import read_challenge
from lackmus.write.challenges import write_challenge
from tests.read.tuples import PLANE, ROWS, challenge_of, same
from tests.refusals import refuses

LINE = {
    "pair": "de-en",
    "phenomenon": "Simple past",
    "source": PLANE[0],
    "reference": PLANE[1],
    "better": "He missed the flight.",
    "worse": "He misses the plane.",
}
HEADER = "source\tgood-translation\tincorrect-translation\treference\tphenomena\tlangpair"
ROW = f"{PLANE[0]}\tHe missed the flight.\tHe misses the plane.\t{PLANE[1]}\tSimple past\tde-en"


def file(folder: Path, content: str | bytes, name: str = "sets.tsv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def line(**changes: object) -> str:
    """A tuple on a line; None leaves a key out."""
    return json.dumps({key: value for key, value in {**LINE, **changes}.items() if value is not None})


def row(**changes: str) -> str:
    """A line of a table, by the names of its columns (with _ for -)."""
    cells = dict(zip(HEADER.split("\t"), ROW.split("\t"), strict=True))
    return "\t".join({**cells, **{name.replace("_", "-"): cell for name, cell in changes.items()}}.values())


# -- JSON Lines -----------------------------------------------------------------------------------


def test_without_a_head(tmp_path: Path) -> None:
    """The name is the file's, the category the phenomenon; tuples of one source belong together."""
    other = line(source="Sie lachte.", reference="She laughed.")
    found = read_challenge(
        file(tmp_path, f"{line()}\n\n{line(worse='He will miss the plane.')}\n{other}", "a.b.jsonl")
    )
    assert found.name == "a.b"
    assert found.tuples["tuple"].to_list() == ["00001", "00002", "00003"]
    assert found.tuples["category"].to_list() == ["Simple past"] * 3
    assert found.tuples["better_from"].to_list() == [""] * 3
    first, second, third = found.tuples["item"]
    assert first == second != third
    assert found.signature.startswith("challenge:a.b.jsonl|content:")


def test_a_head_says_what_it_is(tmp_path: Path) -> None:
    """Also in a packed file with a BOM and line ends of Windows."""
    head = {"challenge": "Frühling", "signature": "seed:7", "about": {"seed": "7"}, "tuples": 1}
    content = "\ufeff" + "\r\n".join([json.dumps(head), line(pair="DE->EN", tuple="t"), ""])
    found = read_challenge(file(tmp_path, gzip.compress(content.encode()), "x.jsonl.gz"))
    assert (found.name, found.signature, found.about) == ("Frühling", "seed:7", {"seed": "7"})
    assert found.tuples.row(0, named=True) | LINE == found.tuples.row(0, named=True)


def test_the_public_aces_data(tmp_path: Path) -> None:
    """It is JSON Lines with ACES' own keys, and with more than concerns us."""
    spelled = {"good-translation": "better", "incorrect-translation": "worse", "phenomena": "phenomenon"}
    entry = {key: LINE[spelled.get(key, key)] for key in (*spelled, "source", "reference")}
    entry |= {"langpair": "de-en", "ID": 17, "annotation": [{"in_bad": "misses"}]}  # type: ignore[dict-item]
    found = read_challenge(file(tmp_path, json.dumps(entry), "challenge_set.jsonl"))
    assert found.tuples.row(0, named=True)["tuple"] == "17"
    assert found.tuples.row(0, named=True) | LINE == found.tuples.row(0, named=True)
    with refuses(LackmusError, match="line 1: “good-translation” is blank"):
        read_challenge(file(tmp_path, json.dumps({**entry, "good-translation": " "}), "c.jsonl"))


HEAD = '{"challenge": "c", "tuples": 1}\n'


@pytest.mark.parametrize(
    "content, said",
    [
        (line(worse=None), "line 1: “worse” is missing"),
        (line(worse=" \u2003"), "line 1: “worse” is blank"),
        (line(worse=3), "line 1: “worse” is not a text in quotation marks"),
        (line(wrose="x"), "line 1: unknown key “wrose”. Known are tuple, item, pair"),
        (line(pair="Deutsch"), "line 1: “Deutsch” is no language pair; write it like de-en"),
        (line(tuple="a\tb"), r"line 1: the name “a\\tb” has a tab"),
        (line(tuple=" a"), "line 1: the name “ a” has a tab, a line break or a space at its end"),
        (f"{line(tuple='a')}\n\n{line(tuple='a')}", "line 3: the name “a” stands in line 1 already"),
        (f"{line(tuple='00002')}\n{line()}", "line 2: the name “00002” stands in line 1 already"),
        (line(worse="\ud800x"), "line 1: half a character"),
        (line().replace('"pair"', '"source"'), "line 1: “source” stands there twice"),
        (line()[:-1], "line 1, column .*: not JSON"),
        (f"{line()}\n[1]", "line 2: not an object"),
        (f"{line()}\n{HEAD}", "line 2: unknown key “challenge”"),
        (HEAD, "has no tuples"),
        (f"{HEAD}{line()}\n{line()}", "holds 2 tuples, though its first line says 1"),
        ('{"challenge": 3}\n', "line 1: “challenge” is not a text"),
        ('{"challenge": "c", "tuples": true}\n', "line 1: “tuples” is not the number"),
        ('{"challenge": "c", "about": {"seed": 1}}\n', "line 1: “about” is not an object of texts"),
        ('{"challenge": "c", "seed": 1}\n', "line 1: unknown key “seed”"),
        ("just words", "no format for a challenge recognises it"),
        (" \n", "is empty"),
        (b'{"source": "\xff"', "line 1: not UTF-8"),
        (b'{"challenge": "c"}\n{"source": "\xff"}', "line 2: not UTF-8"),
    ],
)
def test_mistakes_in_json_lines(content: str | bytes, said: str, tmp_path: Path) -> None:
    """The line, what is wrong, and what would be right."""
    with refuses(LackmusError, match=said):
        read_challenge(file(tmp_path, content, "c.jsonl"))


# -- tables ---------------------------------------------------------------------------------------


def test_a_table(tmp_path: Path) -> None:
    """Columns in any order, more of them than needed, many pairs, and an id for each tuple."""
    header = "ID\tlangpair\tphenomena\tBLEU-good\treference\tsource\tincorrect-translation\tgood-translation"
    rows = [
        "a\ten-de\taddition\t0.5\tEr lacht.\tHe laughs.\tEr lacht laut.\tEr lacht ja.",
        "b\tDE→FR\tomission\t0.1\tElle rit fort.\tSie lacht laut.\tElle rit.\tElle rit très fort.",
    ]
    found = read_challenge(file(tmp_path, "\n".join([header, *rows])))
    assert found.name == "sets" and found.pairs == ["de-fr", "en-de"]
    assert found.tuples.select("tuple", "category", "phenomenon", "better", "worse").rows() == [
        ("a", "addition", "addition", "Er lacht ja.", "Er lacht laut."),
        ("b", "omission", "omission", "Elle rit très fort.", "Elle rit."),
    ]


def test_categories_and_items_of_a_table(tmp_path: Path) -> None:
    """Where there are columns for them."""
    content = f"{HEADER}\tcategory\titem\n{ROW}\tVerb tense\tp1\n{ROW}\t\t\n"
    found = read_challenge(file(tmp_path, content)).tuples
    assert found["category"].to_list() == ["Verb tense", "Simple past"]
    assert found["item"][0] == "p1" and found["tuple"].to_list() == ["00001", "00002"]


QUOTED = 'Er sagte: "Ja."'


@pytest.mark.parametrize(
    "cell, source",
    [
        (QUOTED, QUOTED),  # as ACES' programs read it
        ('"Ja", sagte er.', '"Ja", sagte er.'),
        ('"Ja."', '"Ja."'),  # direct speech, not a cell in quotation marks
        ('"Ja.', '"Ja.'),  # a mark that nothing closes
        ('"Er sagte: ""Ja."""', QUOTED),  # as spreadsheets and pandas write it
        ('"Er sagte:\t""Ja."""', 'Er sagte:\t"Ja."'),
        ('"Er sagte:\n""Ja."""', 'Er sagte:\n"Ja."'),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_both_ways_to_write_quotation_marks(cell: str, source: str, end: str, tmp_path: Path) -> None:
    """Of the whole file one is true; a cell alone could mislead."""
    content = end.join([HEADER, ROW, row(source=cell), ROW, ""])
    found = read_challenge(file(tmp_path, content)).tuples["source"]
    assert found.to_list() == [PLANE[0], source, PLANE[0]]


def test_marks_around_all_cells(tmp_path: Path) -> None:
    """As some programs write every table; then no mark is part of a text."""
    lines = ["\t".join(f'"{cell}"' for cell in one.split("\t")) for one in (HEADER, ROW)]
    assert read_challenge(file(tmp_path, "\n".join(lines))).tuples["source"].to_list() == [PLANE[0]]


def test_marks_that_no_spreadsheet_writes(tmp_path: Path) -> None:
    """One cell looks quoted, but another could not be so: marks are part of the texts."""
    content = "\n".join([HEADER, row(source='"Das ""Ja""."'), row(source=QUOTED)])
    found = read_challenge(file(tmp_path, content)).tuples["source"]
    assert found.to_list() == ['"Das ""Ja""."', QUOTED]


@pytest.mark.parametrize(
    "content, said",
    [
        (f"{HEADER}\n", "has no tuples"),
        (f"{HEADER}\n{ROW}\n{row(source=' ')}", "line 3: “source” is blank"),
        (f"{HEADER}\n{row(good_translation='')}", "line 2: “good-translation” is blank"),
        (f"{HEADER}\n\n{row(langpair='xx-1')}", "line 3: “xx-1” is no language pair"),
        (f"{HEADER}\n{ROW}\tmore", "line 2: 7 cells under 6 columns"),
        (f"{HEADER}\n{ROW}\n{ROW[:-6]}", "line 3: 5 cells under 6 columns"),
        (f"{HEADER}\n{row(source=chr(34) + 'Ja.')}\tmore", "line 2: 7 cells under 6 columns"),
        (HEADER.replace("reference", "ref").replace("langpair", "lp"), "no column langpair, reference"),
        (f"{HEADER}\tsource\n{ROW}\tx", "two columns are named source"),
        (f"{HEADER}\tid\n{ROW}\tx\n{ROW}\tx", "line 3: the name “x” stands in line 2 already"),
        (f"{HEADER.replace(chr(9), ',')}\n", "no format for a challenge recognises it"),
        (HEADER.encode() + b"\n\xff", "line 2: not UTF-8"),
    ],
)
def test_mistakes_in_tables(content: str | bytes, said: str, tmp_path: Path) -> None:
    """The line as an editor shows it, and the column as the file calls it."""
    with refuses(LackmusError, match=said):
        read_challenge(file(tmp_path, content))


def test_a_format_can_be_named(tmp_path: Path) -> None:
    """Then nothing else is tried."""
    path = file(tmp_path, f"{HEADER}\n{ROW}")
    assert read_challenge(path, "aces-tsv").tuples.height == 1
    with refuses(LackmusError, match="line 1, column 1: not JSON"):
        read_challenge(path, "jsonl")
    with refuses(
        LackmusError, match=r"--from: there is no format xml. There are aces-tsv, demetr, graded, jsonl"
    ):
        read_challenge(path, "xml")


# -- the key of blind files -----------------------------------------------------------------------


def key_file(folder: Path) -> Path:
    write_challenge(challenge_of(), "blind", folder / "task")
    return folder / "task" / "key.jsonl"


def test_a_key_is_a_whole_challenge(tmp_path: Path) -> None:
    """Ranking submissions takes nothing else."""
    path = key_file(tmp_path)
    assert is_key(path) and same(read_key(path).challenge, challenge_of())
    assert same(read_challenge(path), challenge_of())
    assert read_key(path).lines == {"de-en": 5} and len(read_key(path).secret) == 32


def test_no_key(tmp_path: Path) -> None:
    """A challenge as such is none."""
    path = tmp_path / "c.jsonl"
    write_challenge(challenge_of(), "jsonl", path)
    assert not is_key(path)
    with refuses(LackmusError, match="is a challenge, but not the key of blind files"):
        read_key(path)


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('"lines": {"de-en": 5}', '"lines": {"de-en": 4}', "line .: “(better|worse)_line” is no number from"),
        ('"lines": {"de-en": 5}', '"lines": {"de-es": 5}', "line 1: “blind” does not say how many lines"),
        ('"lines": {"de-en": 5}', '"lines": {"de-en": "5"}', "line 1: “blind” does not say how many lines"),
        ('"better_line":', '"better_line":-', "line 2: “better_line” is no number from 1 to 5"),
        ('"worse_line":', '"worse_line":true,"x":', "line 2: unknown key “x”"),
        (
            '"lines": {"de-en": 5}',
            '"lines": {"de-en": 1000000000000000}',
            "knows the texts of 5 lines of de-en",
        ),
        ('bench.","worse":"She was', 'floor.","worse":"She was', "line 4: another tuple has another text on"),
        ("She was sitting on the bank", "She was", "does not hold the texts of blind/hypothesis.txt as they"),
    ],
)
def test_a_key_that_somebody_changed(old: str, new: str, said: str, tmp_path: Path) -> None:
    """Better no ranking than a wrong one."""
    path = key_file(tmp_path)
    content = path.read_text()
    assert old in content
    path.write_text(content.replace(old, new))
    with refuses(LackmusError, match=said):
        read_key(path)


def test_the_rows_of_these_tests_are_a_challenge() -> None:
    """Three tuples of two items."""
    assert challenge_of().tuples["item"].n_unique() == 2 and len(ROWS) == 3
