"""WMT25 and WMT26 JSON Lines: documents found by their source or name, paragraphs never shifted."""

import json
from pathlib import Path
from typing import Any

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Item, Suite
from lackmus.errors import LackmusError
from lackmus.read import ReadOptions, hand_ins_of

SOURCES = {"one": "Eins.", "two": "Zwei.", "whole": "Drei.\n\nVier."}


def suite_of(pair: str = "de-en", sources: dict[str, str] | None = None) -> Suite:
    items = [
        Item(Pair.parse(pair), name, "Category", "phenomenon", source)
        for name, source in (sources or SOURCES).items()
    ]
    return Suite("own", tuple(items))


def id_of(name: str, languages: str = "deu_Latn_###_eng_Latn", set_: str = "dfki") -> str:
    return f"{set_}_###_suite_###_{languages}_###_{name}"


def lines(path: Path, *records: Any) -> Path:
    written = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in records]
    path.write_text("\n".join(written) + "\n", encoding="utf-8")
    return path


def output(name: str, hypothesis: str, **more: Any) -> dict[str, Any]:
    return {"doc_id": id_of(name), "hypothesis": hypothesis, **more}


def found(hand_in: HandIn) -> dict[str, tuple[str, str]]:
    """Text and mark of each item."""
    marks = hand_in.marks or [""] * len(hand_in.texts)
    return {key: (hand_in.texts[line], marks[line]) for key, line in hand_in.places}


def read(folder: Path, *records: Any, test_set: list[Any] | None = None, **asked: Any) -> list[HandIn]:
    source = lines(folder / "testset.jsonl", *test_set) if test_set is not None else None
    return hand_ins_of(
        suite_of(), [str(lines(folder / "Linde.jsonl", *records))], ReadOptions(source=source, **asked)
    )


def complaint(folder: Path, *records: Any, **more: Any) -> str:
    with pytest.raises(LackmusError) as raised:
        read(folder, *records, **more)
    return str(raised.value).replace(f"{folder}/", "")


TEST_SET = [
    {"doc_id": id_of("d1"), "src_text": "Eins.\n\nSonst.\n\nZwei.", "domain": "suite"},
    {"doc_id": id_of("d2"), "src_text": "<p>Drei.</p><p>Vier.</p>", "src_lang": "de", "tgt_lang": "en_US"},
    {"doc_id": id_of("d3"), "src_text": "Etwas anderes."},
]


def test_items_are_found_by_the_sources_of_the_test_set(tmp_path: Path) -> None:
    (linde,) = read(
        tmp_path,
        output("d1", "<p>One.</p>\n<p>Else.</p>\n<p>Two &amp; a half.</p>", metadata={}),
        output("d2", "Three.\n\nFour."),
        output("d3", "Something else."),
        test_set=TEST_SET,
    )
    assert linde.system == "Linde"
    assert found(linde) == {
        "de-en:one": ("One.", ""),
        "de-en:two": ("Two & a half.", ""),
        "de-en:whole": ("Three.\n\nFour.", ""),
    }
    assert linde.documents[0] == id_of("d1")
    assert linde.segments == ["1", "3", ""]


def test_paragraphs_that_do_not_match_stay_open(tmp_path: Path) -> None:
    """Nothing is shifted: the whole text stands for each paragraph, with a mark that keeps it open."""
    (linde,) = read(
        tmp_path, output("d1", "One.\n\nElse. Two."), output("d2", "Three. Four."), test_set=TEST_SET
    )
    whole = ("One.\n\nElse. Two.", "paragraphs")
    assert found(linde) == {"de-en:one": whole, "de-en:two": whole, "de-en:whole": ("Three. Four.", "")}


def test_items_are_found_by_sources_in_the_file_itself(tmp_path: Path) -> None:
    (linde,) = read(tmp_path, output("x", "One.\n\nTwo.", source="Eins.\n\nZwei.", _other=[]))
    assert found(linde) == {"de-en:one": ("One.", ""), "de-en:two": ("Two.", "")}


def test_without_sources_documents_are_found_by_their_names(tmp_path: Path) -> None:
    (linde,) = read(tmp_path, output("one", "One."), output("whole", "<p>Three.</p><p>Four.</p>"))
    assert found(linde) == {"de-en:one": ("One.", ""), "de-en:whole": ("Three.\n\nFour.", "")}


def test_documents_of_other_pairs_and_sets_are_left_alone(tmp_path: Path) -> None:
    other = {"doc_id": id_of("one", "eng_Latn_###_deu_Latn"), "hypothesis": "nicht"}
    foreign = {"doc_id": id_of("one", set_="WMT26"), "hypothesis": "not this"}
    (linde,) = read(tmp_path, other, foreign, output("one", "One."), testsuite="dfki")
    assert found(linde) == {"de-en:one": ("One.", "")}


def test_pairs_are_those_that_people_mean(tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", {"doc_id": "de-en_US_#_news_#_one", "hypothesis": "One."})
    (hand_in,) = hand_ins_of(suite_of(), [str(path)])
    assert found(hand_in) == {"de-en:one": ("One.", "")}


@pytest.mark.parametrize(
    "records, said",
    [
        (
            [output("one", "a"), output("one", "b")],
            "line 2: dfki_###_suite_###_deu_Latn_###_eng_Latn_###_one again",
        ),
        ([{"doc_id": "de-en_#_one", "hypothesis": "a"}], "line 1: “de-en_#_one” has too few parts"),
        ([output("one", "a", src_lang="de", tgt_lang="fr")], "say de-fr, but the doc_id says de-en"),
        ([output("one", "a"), {"doc_id": id_of("two")}], "line 2: “hypothesis” is missing"),
        ([output("one", "a"), output("two", 7)], "line 2: “hypothesis” is not a text"),  # type: ignore[arg-type]
        ([output("one", "a"), "[]"], "line 2: not an object"),
        ([output("one", "a"), '{"doc_id": "x'], "line 2, column 12: not JSON"),
        ([output("nine", "a")], "none of the 3 sources of own is in its documents"),
        (
            [{"doc_id": id_of("one", "eng_Latn_###_rus_Cyrl"), "hypothesis": "a"}],
            "has documents for en-ru, and",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, records: list[Any], said: str) -> None:
    assert said in complaint(tmp_path, *records)


@pytest.mark.parametrize(
    "test_set, said",
    [
        ([TEST_SET[0], TEST_SET[0]], "testset.jsonl, line 2: document"),
        (
            [{"doc_id": id_of("a"), "src_text": "a", "src_lang": "en", "tgt_lang": "de"}],
            "say en-de, but the doc_id",
        ),
        ([{"doc_id": "a", "src_text": "a"}], "testset.jsonl, line 1: “a” has too few parts"),
        ([TEST_SET[0], {"doc_id": id_of("a")}], "testset.jsonl, line 2: “src_text” is missing"),
        ([TEST_SET[2]], "Is it the test set that these outputs translate?"),
    ],
)
def test_what_is_wrong_with_a_test_set(tmp_path: Path, test_set: list[Any], said: str) -> None:
    assert said in complaint(tmp_path, output("d1", "One."), test_set=test_set)


def test_an_unknown_set_is_told_what_there_is(tmp_path: Path) -> None:
    assert "has no wmt. There are: dfki." in complaint(tmp_path, output("one", "One."), testsuite="wmt")


@pytest.mark.real_data
@pytest.mark.parametrize(
    "file, pair, documents",
    [
        ("wmt25/systems/Yandex.jsonl", "en-ru", 87),
        ("wmt25/systems/CUNI-Transformer.jsonl", "cs-uk", 230),
        ("wmt26/systems/Yandex.jsonl", "en-ru", 198),
        ("wmt26/systems/TartuNLP.jsonl", "en-et", 198),
        ("wmt26/systems/TartuNLP.jsonl", "en-se", 198),
    ],
)
def test_real_files_are_read_whole(real_data: Path, file: str, pair: str, documents: int) -> None:
    """Every document of the pair is found by its name, and none of its text is lost but the tags."""
    path = real_data / file
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    names = {one["doc_id"].replace("_###_", "_#_").rsplit("_#_", 1)[1]: one for one in records}
    suite = suite_of(pair, {name: one.get("source", f"source of {name}") for name, one in names.items()})
    (hand_in,) = hand_ins_of(suite, [str(path)])
    assert len(hand_in.places) == documents
    assert not hand_in.marks
    assert not any("<p>" in text for text in hand_in.texts)


@pytest.mark.real_data
def test_paragraphs_of_a_real_file_beside_its_own_sources(real_data: Path) -> None:
    """The file says of all its documents that their paragraphs match, and so they do."""
    path = real_data / "wmt25/systems/Yandex.jsonl"
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    sources = {
        f"{n}.{m}": part
        for n, one in enumerate(records)
        for m, part in enumerate(one["source"].split("\n\n"))
    }
    (hand_in,) = hand_ins_of(suite_of("en-ru", sources), [str(path)])
    assert {key for key, _ in hand_in.places} >= {f"en-ru:{name}" for name in sources}
    assert not hand_in.marks
