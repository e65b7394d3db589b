"""Outputs as id⇥text."""

import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from lackmus.cli.remedies import worded
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions, hand_ins_of
from tests.core.campaigns import suite_of

SUITE = suite_of("Ambiguity", items=3)  # items 001, 002, 003


def read(path: Path, content: bytes, suite: Suite = SUITE, *, skip_unknown: bool = False) -> dict[str, str]:
    """The texts by item key."""
    path.write_bytes(content)
    asked = ReadOptions(form="tsv", skip_unknown=skip_unknown)
    (hand_in,) = hand_ins_of(suite, [str(path)], asked)
    assert (hand_in.system, hand_in.file) == ("A", path.name)
    assert not hand_in.documents and not hand_in.segments
    assert hand_in.sources == [suite.by_key[item].source for item, _ in hand_in.places]
    return {item: hand_in.texts[line] for item, line in hand_in.places}


@pytest.mark.parametrize(
    "content, texts",
    [
        ("001\tOne.\n002\tTwo.\n", ["One.", "Two."]),
        ("001\tOne.\n002\tTwo.", ["One.", "Two."]),  # no line feed at the end
        ("002\tTwo.\n001\tOne.\n", ["One.", "Two."]),  # in any order
        ("id\ttext\n001\tOne.\n002\tTwo.\n", ["One.", "Two."]),
        ("Item_ID\tA\n001\tOne.\n002\tTwo.\n", ["One.", "Two."]),
        ("\n001\tOne.\n \t \n\n002\tTwo.\n\n", ["One.", "Two."]),
        (" 001 \tOne.\n002\tTwo.\n", ["One.", "Two."]),
        ("de-en:001\tOne.\n002\tTwo.\n", ["One.", "Two."]),
        ("001\tOne.\r\n002\tTwo.\r\n", ["One.", "Two."]),
        ("\ufeff001\tOne.\n002\tTwo.\n", ["One.", "Two."]),
        ("\ufeffid\ttext\r\n001\tOne.\r\n002\tTwo.\r\n", ["One.", "Two."]),
        ("001\tOne\u2028or\x85so.\n002\tTwo\x0b.\n", ["One\u2028or\x85so.", "Two\x0b."]),
        ("001\t One.\tMore. \n002\t\n", [" One.\tMore. ", ""]),  # kept as written; blank is a text too
        ("001\tÜber „uns“ 😀.\n002\tTwo.\n", ["Über „uns“ 😀.", "Two."]),
    ],
)
def test_lines_of_id_and_text(content: str, texts: list[str], tmp_path: Path) -> None:
    """Headings, blank lines, either line ending, a BOM and Unicode's own line ends do no harm."""
    assert read(tmp_path / "A.tsv", content.encode()) == dict(
        zip(["de-en:001", "de-en:002"], texts, strict=True)
    )


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bytes])
@pytest.mark.parametrize("name", ["A.tsv", "A.tsv.gz", "A.tsv.xz"])
def test_packed_files(pack: Callable[[bytes], bytes], name: str, tmp_path: Path) -> None:
    """Packed or not is seen by the content, whatever the name says."""
    assert read(tmp_path / name, pack(b"003\tThree.\n")) == {"de-en:003": "Three."}


def test_unknown_ids_can_be_skipped(tmp_path: Path) -> None:
    """Outputs of a whole suite serve for a part of it."""
    content = b"009\tNine.\n001\tOne.\n010\tTen.\n"
    assert read(tmp_path / "A.tsv", content, skip_unknown=True) == {"de-en:001": "One."}


FORM = "Each line is an id, a tab and the translation."


@pytest.mark.parametrize(
    "content, skip_unknown, said",
    [
        ("001\tOne.\n002 Two.\n", False, f", line 2: no tab. {FORM}"),
        ("001\tOne.\n\n001\tUno.\n", False, ", line 3: item 001 again (first in line 1). Keep one."),
        ("001\tOne.\nde-en:001\tUno.\n", False,
         ", line 2: item de-en:001 again (first in line 1). Keep one."),
        ("9\tx\n001\tOne.\n", False, ": 1 of its ids are not in drawn (9). "
         "Use the suite these outputs belong to, or --skip-unknown."),
        ("6\tx\n7\tx\n8\tx\n9\tx\n", False, ": 4 of its ids are not in drawn (6, 7, 8 …). "
         "Use the suite these outputs belong to, or --skip-unknown."),
        ("001\tOne.\nid\ttext\n", False, ": 1 of its ids are not in drawn (id). "  # a heading is on top
         "Use the suite these outputs belong to, or --skip-unknown."),
        ("8\tx\n9\tx\n", True, ": none of its ids is in drawn. Use the suite they belong to."),
        ("", False, " is empty."),
        ("\ufeff", False, " is empty."),
        ("\n\n", False, f" holds no translation. {FORM}"),
        ("id\ttext\n", False, f" holds no translation. {FORM}"),
    ],
)  # fmt: skip
def test_a_wrong_file(content: str, skip_unknown: bool, said: str, tmp_path: Path) -> None:
    """The message names the file, the line and the remedy; a system never vanishes without a word."""
    path = tmp_path / "A.tsv"
    with pytest.raises(LackmusError) as raised:
        read(path, content.encode(), skip_unknown=skip_unknown)
    assert worded(raised.value) == f"{path}{said}"
