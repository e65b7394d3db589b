"""Folders as mt-metrics-eval and the WMT repositories lay them out."""

import gzip
from pathlib import Path

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Item, Suite
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions, hand_ins_of
from tests.read.test_lines import suite_of_sources

SUITE = suite_of_sources("Eins.", "Zwei.")

SOURCE = "Neues.\nZwei.\nEins.\n"
FOLDER = {
    "sources/de-en.txt": SOURCE,
    "sources/en-de.txt": "One.\n",
    "documents/de-en.docs": "news\ta\nsuite\tb\nsuite\tb\n",
    "documents/en-de.docs": "news\tx\n",
    "references/de-en.refA.txt": "News.\nTwo.\nOne.\n",
    "references/de-en.human.txt": "News.\nTwo.\nOne.\n",
    "system-outputs/de-en/A.txt": "new\ntwo\none\n",
    "system-outputs/de-en/Online-B.0.txt": "neu\nzwo\nuno\n",
    "system-outputs/de-en/refA.txt": "News.\nTwo.\nOne.\n",
    "system-outputs/de-en/refB.txt": "News.\nTwo.\nOne.\n",
    "system-outputs/de-en/human.txt": "News.\nTwo.\nOne.\n",
    "system-outputs/en-de/C.txt": "Eins.\n",
    "metric-scores/de-en/BLEU.sys.score": "A\t1\n",
    "README.md": "What this is.\n",
}


def write(folder: Path, files: dict[str, str]) -> str:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(content.encode()) if name.endswith(".gz") else content.encode())
    return str(folder)


def test_the_usual_folder(tmp_path: Path) -> None:
    """The suite's pair, its systems without the references, and the documents of the lines."""
    one, other = hand_ins_of(SUITE, [write(tmp_path, FOLDER)])
    assert (one.system, one.file, one.texts) == ("A", "A.txt", ["new", "two", "one"])
    assert (other.system, other.texts) == ("Online-B.0", ["neu", "zwo", "uno"])
    assert one.documents == ["a", "b", "b"]
    assert one.places == [("de-en:0", 2), ("de-en:1", 1)]
    assert one.sources is other.sources and one.places is other.places


@pytest.mark.parametrize(
    "pair", ["de-en", "deu-eng", "DE-EN", "de_en", "deen", "de-en_US", "deu_Latn-eng_Latn"]
)
def test_spellings_of_the_pair(pair: str, tmp_path: Path) -> None:
    """However the folder writes it."""
    files = {name.replace("de-en", pair): content for name, content in FOLDER.items()}
    assert [one.system for one in hand_ins_of(SUITE, [write(tmp_path, files)])] == ["A", "Online-B.0"]


def test_a_test_suite_is_told_by_its_documents(tmp_path: Path) -> None:
    """As in WMT24's folders, where sentences of a suite also stand in other documents."""
    files = FOLDER | {
        "documents/de-en.docs": "news\tx\nsuite\ttsuite_de-en_dfki_1\nsuite\ttsuite_de-en_rocs_1\n"
    }
    folder = write(tmp_path, files)
    one, other = hand_ins_of(SUITE, [folder], ReadOptions(testsuite="dfki"))
    assert one.places == [("de-en:1", 1)]
    assert other.places == [("de-en:1", 1)]
    with pytest.raises(LackmusError, match=r"has no wmt\. There are: dfki, rocs\."):
        hand_ins_of(SUITE, [folder], ReadOptions(testsuite="wmt"))
    with pytest.raises(LackmusError, match="none of the suite's sentences is in a document of rocs"):
        hand_ins_of(suite_of_sources("Neues."), [folder], ReadOptions(testsuite="rocs"))


def test_packed_files(tmp_path: Path) -> None:
    """Endings of packed files are no part of names."""
    names = ("sources/de-en.txt", "documents/de-en.docs", "system-outputs/de-en/A.txt")
    files = {f"{name}.gz" if name in names else name: content for name, content in FOLDER.items()}
    one, _ = hand_ins_of(SUITE, [write(tmp_path, files)])
    assert (one.system, one.documents) == ("A", ["a", "b", "b"])


def test_a_source_can_be_named(tmp_path: Path) -> None:
    """Where the folder has several, or another than it should."""
    source = tmp_path / "other.txt"
    source.write_text("Eins.\nx\ny\n")
    folder = write(tmp_path / "folder", FOLDER)
    one, _ = hand_ins_of(SUITE, [folder], ReadOptions(source=source))
    assert one.places == [("de-en:0", 0)]


@pytest.mark.parametrize(
    "change, said",
    [
        ({"sources/de-en.txt": "Eins.\n"},
         "{}/documents/de-en.docs has 3 lines, but de-en.txt has 1. "
         "Each line must be the domain, a tab and the document of the same line of the source."),
        ({"documents/de-en.docs": "news\ta\nb\nnews\tc\n"},
         "{}/documents/de-en.docs, line 2: no tab. Each line is a domain, a tab and a document."),
        ({"system-outputs/de-en/A.txt": "one\n"}, "{}/system-outputs/de-en/A.txt has 1 lines, but de-en.txt "
         "has 3. Each line must be the translation of the same line of the source."),
        ({"sources/de-en.txt": "One.\nTwo.\nThree.\n"},
         "{}/sources/de-en.txt: none of the 2 sentences of s.json is in it. "
         "Is it the source file, and in the suite's source language?"),
    ],
)  # fmt: skip
def test_a_wrong_folder(change: dict[str, str], said: str, tmp_path: Path) -> None:
    """One line that names the file in it."""
    with pytest.raises(LackmusError) as raised:
        hand_ins_of(SUITE, [write(tmp_path, FOLDER | change)])
    assert str(raised.value) == said.format(tmp_path)


@pytest.mark.parametrize("name, found", [("test", True), ("newstest2022.src", True), ("en-de", False)])
def test_the_only_source(name: str, found: bool, tmp_path: Path) -> None:
    """It may be called anything, but not the source of another pair."""
    files = {file: content for file, content in FOLDER.items() if not file.startswith("sources/")}
    folder = write(tmp_path, files | {f"sources/{name}.txt": SOURCE})
    if found:
        assert len(hand_ins_of(SUITE, [folder])) == 2
    else:
        with pytest.raises(LackmusError, match="sources holds 0 files that may be the source of de-en"):
            hand_ins_of(SUITE, [folder])


def test_another_pair(tmp_path: Path) -> None:
    """The message lists those there are."""
    suite = Suite("s", (Item(Pair("cs", "en"), "1", "A", "a", "Jedna."),))
    with pytest.raises(LackmusError) as raised:
        hand_ins_of(suite, [write(tmp_path, FOLDER)])
    assert str(raised.value) == f"{tmp_path}/system-outputs has no outputs for cs-en, only for de-en, en-de."


def test_only_references(tmp_path: Path) -> None:
    """They are nobody's outputs."""
    files = {name: content for name, content in FOLDER.items() if not name.endswith(("A.txt", "0.txt"))}
    files["system-outputs/de-en/refA.txt"] = SOURCE
    with pytest.raises(LackmusError, match="system-outputs is a folder without files of outputs"):
        hand_ins_of(SUITE, [write(tmp_path, files)])


def test_forced_upon_another_folder(tmp_path: Path) -> None:
    """`--from mtme` says what it needs."""
    (tmp_path / "a.txt").write_text("x\n")
    with pytest.raises(LackmusError, match=r"a\.txt is not a folder with sources/PAIR\.txt"):
        hand_ins_of(SUITE, [str(tmp_path)], ReadOptions(form="mtme"))


@pytest.mark.real_data
@pytest.mark.parametrize("pair, systems", [("de-en", 9), ("en-cs", 10)])
def test_real_folders(pair: str, systems: int, real_data: Path) -> None:
    """Both ways in which the WMT22 outputs are laid out."""
    folder = real_data / "wmt22" / pair
    (source,) = [path for name in ("source", "sources") for path in (folder / name).glob("*")]
    first = source.read_text().partition("\n")[0]
    suite = Suite("s", (Item(Pair.parse(pair), "1", "A", "a", first),))
    hand_ins = hand_ins_of(suite, [str(folder)])
    assert len(hand_ins) == systems
    assert "Online-W" in {one.system for one in hand_ins}
    assert {one.places[0] for one in hand_ins} == {(f"{pair}:1", 0)}
