"""Outputs as users name them: files, globs, folders."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions, hand_ins_of, plain_hand_ins
from tests.core.campaigns import suite_of
from tests.refusals import refuses

SUITE = suite_of("Ambiguity", items=2)
TSV = "001\tOne.\n002\tTwo.\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which files are named as a user would."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(*names: str, content: str = TSV) -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def systems(outputs: Sequence[str], source: Path | None = None) -> list[str]:
    return [hand_in.system for hand_in in hand_ins_of(SUITE, outputs, ReadOptions(source=source))]


@pytest.mark.parametrize(
    "named, found",
    [
        (["out/a.tsv"], ["a"]),
        (["out/b.tsv", "out/a.tsv"], ["b", "a"]),  # in the order named
        (["out"], ["a", "b", "c"]),
        (["out/"], ["a", "b", "c"]),
        (["out/*"], ["a", "b", "c"]),  # the folder in it is no file
        (["out/[ab].tsv"], ["a", "b"]),
        (["out/?.tsv.gz"], ["c"]),
        (["more/*", "out/a.tsv"], ["d", "a"]),
        (["[x].tsv"], ["[x]"]),  # a file that exists is meant, not a pattern
    ],
)
def test_files_folders_and_globs(named: list[str], found: list[str], here: Path) -> None:
    """A file is itself, a folder its files, a pattern what it matches; hidden files are nobody's outputs."""
    write("out/a.tsv", "out/b.tsv", "out/c.tsv.gz", "out/.hidden.tsv", "out/deeper/e.tsv", "more/d.tsv")
    write("[x].tsv")
    assert systems(named) == found


@pytest.mark.parametrize("sources", ["sources", "source"])
@pytest.mark.parametrize("outputs", ["system-outputs", "systems", "outputs"])
def test_a_folder_with_sources_and_outputs(sources: str, outputs: str, here: Path) -> None:
    """As the WMT repositories lay it out."""
    write(f"wmt/{sources}/test.de-en.src.de", content="x\nSatz 1.\nSatz 2.\n")
    write(f"wmt/{outputs}/test.de-en.hyp.A.en", content="x\nOne.\nTwo.\n")
    write(f"wmt/{outputs}/test.de-en.hyp.B.en", content="y\nUno.\nDue.\n")
    write(f"wmt/{sources}/.DS_Store", f"wmt/{outputs}/.DS_Store")
    hand_ins = hand_ins_of(SUITE, ["wmt"])
    assert [(one.system, one.file, one.texts) for one in hand_ins] == [
        ("A", "test.de-en.hyp.A.en", ["x", "One.", "Two."]),
        ("B", "test.de-en.hyp.B.en", ["y", "Uno.", "Due."]),
    ]


def test_one_file_beside_its_source(here: Path) -> None:
    """The source file tells which parts of a name belong to the test set."""
    write("test.de-en.src.de", content="Satz 1.\n")
    write("test.de-en.hyp.Online-A.en", content="One.\n")
    assert systems(["test.de-en.hyp.Online-A.en"], Path("test.de-en.src.de")) == ["Online-A"]


@pytest.mark.parametrize(
    "named, said",
    [
        ([], "No file of outputs was named."),
        (["nothing.tsv"], "nothing.tsv does not exist. Check the name."),
        (["out/*.txt"], "No file matches out/*.txt."),
        (["out/deep*"], "No file matches out/deep*."),  # folders do not count
        (["bare"], "bare is a folder without files of outputs."),
        (["out/a.tsv", "more/a.tsv"],
         "out/a.tsv and more/a.tsv are both named a. Rename one: a system is named by its file."),
        (["out", "out/b.tsv"],
         "out/b.tsv and out/b.tsv are both named b. Rename one: a system is named by its file."),
        (["out/a.tsv", "more/b.tsv", "more/a.tsv"],
         "out/a.tsv and more/a.tsv are both named a. Rename one: a system is named by its file."),
        (["wmt"], "wmt/sources holds 2 files that may be the source of de-en, and one is needed. "
         "Name it: --source."),
        (["broken"], "broken/gone.tsv does not exist. Check the name."),
        (["broken/g*"], "broken/gone.tsv does not exist. Check the name."),
        (["a" * 300], "a" * 300 + " cannot be read (File name too long)."),
    ],
)  # fmt: skip
def test_what_names_no_outputs(named: list[str], said: str, here: Path) -> None:
    """Nothing there, nothing that matches, or two systems of one name."""
    write("out/a.tsv", "out/b.tsv", "out/deep/x.tsv", "more/a.tsv", "more/b.tsv", "bare/.hidden")
    write("wmt/sources/a", "wmt/sources/b", "wmt/systems/a", "broken/a.tsv")
    Path("broken/gone.tsv").symlink_to("elsewhere.tsv")
    with refuses(LackmusError, match=f"^{re.escape(said)}$"):
        systems(named)


JSONL = '{"item": "001", "system": "S", "text": "x"}\n{"item": "001", "system": "T", "text": "y"}\n'
XML = (
    '<dataset><doc id="d"><src><p><seg id="1">Satz 2.</seg></p></src>'
    '<hyp system="X"><p><seg id="1">Two.</seg></p></hyp></doc></dataset>'
)


def test_formats_may_be_mixed(here: Path) -> None:
    """Each file is recognised by its content, and only those that name no system are named by the file."""
    write("all/run.a.out", "all/run.b.out")
    write("all/c.tsv", content=JSONL)
    write("all/d.jsonl", content=XML)
    write("wmt/sources/src", content="Satz 1.\n")
    write("wmt/systems/hyp.M", "wmt/systems/hyp.N", content="One.\n")
    assert systems(["all", "wmt"]) == ["S", "T", "X", "a", "b", "M", "N"]
    assert systems(["w*", "all/c*"]) == ["M", "N", "S", "T"]  # a folder that is a whole matches a pattern


def test_formats_may_be_mixed_beside_a_source(here: Path) -> None:
    """Whoever brings a source along is recognised; the rest are lines."""
    write("src", content="Satz 1.\nSatz 2.\n")
    write("out/a", "out/b", content="One.\tx\nTwo.\n")
    write("out/c", content=XML)
    assert systems(["out"], Path("src")) == ["a", "b", "X"]


@pytest.mark.parametrize(
    "form, content, found",
    [
        ("tsv", TSV, ["x"]),
        ("jsonl", JSONL, ["S", "T"]),
        ("wmt-xml", XML, ["X"]),
        ("jsonl", TSV, "x, line 1, column 2: not JSON ("),
        ("tsv", JSONL, "x, line 1: no tab."),
        ("wmt-xml", TSV, "x, line 1: broken XML ("),
        (
            "xml",
            XML,
            "--from: there is no format xml. "
            "There are dataset, jsonl, lines, ltb, mtme, parquet, tsv, wmt-jsonl, wmt-xml.",
        ),
    ],
)
def test_a_format_can_be_forced(form: str, content: str, found: list[str] | str, here: Path) -> None:
    """Then nothing is recognised, and the reader says what is wrong."""
    write("x", content=content)
    asked = ReadOptions(form=form)
    if isinstance(found, list):
        assert [one.system for one in hand_ins_of(SUITE, ["x"], asked)] == found
    else:
        with refuses(LackmusError, match=f"^{re.escape(found)}"):
            hand_ins_of(SUITE, ["x"], asked)


def test_one_system_in_two_files(here: Path) -> None:
    """Whatever the formats; both files are named."""
    write("a.jsonl", content=JSONL)
    write("b.xml", content=XML.replace('"X"', '"T"'))
    write("S")
    for other, system in (("b.xml", "T"), ("S", "S")):
        said = (
            f"a.jsonl and {other} both hold outputs of {system}. Leave one out, or rename the system in it."
        )
        with refuses(LackmusError, match=f"^{re.escape(said)}$"):
            systems(["a.jsonl", other])


@pytest.mark.parametrize("content", ["", "\ufeff"])
def test_an_empty_file(content: str, here: Path) -> None:
    """It has no format, and that is not the point."""
    write("x", content=content)
    with refuses(LackmusError, match=r"^x is empty\.$"):
        systems(["x"])


def test_a_name_that_is_no_text(here: Path) -> None:
    """File names are bytes; a system's name goes into tables."""
    odd = os.fsdecode(b"a\xff.tsv")
    write(odd)
    with pytest.raises(LackmusError) as raised:
        systems([odd])
    assert worded(raised.value) == f"{odd}: its name is not UTF-8. Rename it: a system is named by its file."


def test_outputs_without_a_suite(here: Path) -> None:
    """For a check before handing in, any number of lines is read."""
    write("src", content="Eins.\nZwei.\n")
    write("out/A", content="One.\n")
    write("out/B", content="One.\nTwo.\nThree.\n")
    read = plain_hand_ins(["out"], Path("src"))
    assert [(one.system, one.file, len(one.sources), len(one.texts)) for one in read] == [
        ("A", "A", 2, 1),
        ("B", "B", 2, 3),
    ]
