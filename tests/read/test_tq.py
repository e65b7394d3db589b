"""TQ-AutoTest's tables, with tabs or semicolons, as they were really published: BOM, quotes, zero width."""

from pathlib import Path

import pytest

from lackmus.core.rules.judge import judge_text
from lackmus.core.suites.suite import Kind, Side
from lackmus.errors import LackmusError
from lackmus.read import read_suite

TSV = (
    "Direction\tCategory\tPhenomenon\tSource\tCorrect Translation\tCorrect Translation\t"
    "Incorrect Translation\tIncorrect Translation\n"
    "deen\tAmbiguity\tLexical ambiguity\tDer Ball war laut. \t"
    "The ball was loud.\t\tThe football was loud.\t\n"
    "\t\t\t\t\t\t\t\n"
    'deen\tPunctuation\tQuotation marks\t"Er rief: ""Halt!"""\t'
    '"He called: ""Stop!"""\t"“Stop!” he called."\t\t\n'
)
CSV = (
    "\ufeffdirection;category;phenomenon;source;correct;correct2;incorrect;incorrect2\r\n"
    "ende;False friends;False friends;The chef \u200bwas sick.;Der Koch war krank.;;Der Chef war krank.;\r\n"
    'ende;Quotes;Quotes;"He said; ""no"".";"Er sagte: „nein\u200b“.";\ufeff;;\r\n'
)


def table(folder: Path, text: str) -> Path:
    path = folder / "table.txt"
    path.write_bytes(text.encode())
    return path


def strings(path: Path, number: int, side: Side) -> list[str]:
    rules = read_suite(path).items[number].rules
    assert {rule.kind for rule in rules} == {Kind.FIXED}
    return [rule.value for rule in rules if rule.side is side]


def test_a_table_with_tabs(tmp_path: Path) -> None:
    """Empty cells are no rules, empty rows no items; rows number the items."""
    path = table(tmp_path, TSV)
    suite = read_suite(path)
    assert [(item.key, item.source) for item in suite.items] == [
        ("de-en:0001", "Der Ball war laut. "),
        ("de-en:0002", 'Er rief: "Halt!"'),
    ]
    assert strings(path, 0, Side.POSITIVE) == ["The ball was loud."]
    assert strings(path, 0, Side.NEGATIVE) == ["The football was loud."]
    assert strings(path, 1, Side.POSITIVE) == ['He called: "Stop!"', "“Stop!” he called."]


def test_a_table_with_semicolons(tmp_path: Path) -> None:
    """A BOM before the first name; characters of zero width would keep rules from ever matching."""
    path = table(tmp_path, CSV)
    first, second = read_suite(path).items
    assert (first.key, first.source) == ("en-de:0001", "The chef was sick.")
    assert second.source == 'He said; "no".'
    assert strings(path, 1, Side.POSITIVE) == ["Er sagte: „nein“."]
    assert judge_text(first, "Der Koch war krank.").verdict == "pass"
    assert judge_text(first, "Der Chef war krank.").verdict == "fail"


def test_blank_rows_before_the_names_of_columns(tmp_path: Path) -> None:
    """They do not matter, and a table of nothing else has no columns."""
    plain = read_suite(table(tmp_path, CSV))
    assert read_suite(table(tmp_path, "\r\n \r\n" + CSV)).items == plain.items
    with pytest.raises(LackmusError, match="no column direction"):
        read_suite(table(tmp_path, ";;\n"), "tq-csv")


@pytest.mark.parametrize(
    "text, said",
    [
        (
            TSV.replace("Phenomenon", "Phenomena"),
            ": no column phenomenon. The first line names the columns, tabs …",
        ),
        (TSV.replace("Category", "Note", 1), ": no column category. …"),
        (CSV.replace("correct2", "remark", 1), ": unknown column “remark”. Known are …"),
        (CSV.replace("phenomenon", "category", 1), ": no column phenomenon. …"),
        (TSV.replace("deen\tAmb", "d1n\tAmb"), ", line 2: …"),
        (TSV.replace("Lexical ambiguity", " "), ", line 2: “phenomenon” is blank."),
        (
            TSV.replace("\tThe football was loud.\t", "\tx\ty\tz\t"),
            ", line 2: 10 cells under 8 columns. Quote …",
        ),
        (CSV.replace('no"".";', 'no"";'), ", line 3: …Is a quotation mark lost there?"),
        (CSV.split("\r\n")[0], " has no items."),
    ],
)
def test_a_slip_in_a_table_is_one_line(text: str, said: str, tmp_path: Path) -> None:
    """Where it stands and what is missing."""
    path = table(tmp_path, text)
    with pytest.raises(LackmusError) as raised:
        read_suite(path)
    start, _, end = said.partition("…")
    message = str(raised.value).removeprefix(str(path))
    assert message.startswith(start)
    assert message.endswith(end)
