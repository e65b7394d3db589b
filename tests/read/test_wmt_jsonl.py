"""WMT25 and WMT26 JSON Lines: documents found by their source or name, paragraphs never shifted."""

import json
from pathlib import Path
from typing import Any

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.documents import DocumentId
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Item, RuleScope, Suite
from lackmus.errors import LackmusError
from lackmus.flows.outputs import outputs as outputs_flow
from lackmus.read import ReadOptions, hand_ins_of
from lackmus.write.outputs import unmarked, write_outputs
from tests.refusals import refuses

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
    (said,) = linde.suspicions
    assert (said.kind, said.first) == ("paragraphs", 1)
    assert said.evidence == (
        f"Linde.jsonl, line 1, {id_of('d1')}: 3 paragraphs in the source, 2 in the translation; "
        "2 items stay open"
    )


@pytest.mark.parametrize("test_set", [TEST_SET, None], ids=["by source", "by name"])
def test_a_document_whose_rules_look_at_a_paragraph_is_named_too(
    tmp_path: Path, test_set: list[Any] | None
) -> None:
    item = Item(
        Pair("de", "en"),
        "d2",
        "Category",
        "phenomenon",
        "Drei.\n\nVier.",
        stretch="Vier",
        scope=RuleScope.PARAGRAPH,
    )
    source = lines(tmp_path / "testset.jsonl", *test_set) if test_set is not None else None
    for text, named in (("Three. Four.", 1), ("Three.\n\nFour.", 0), ("", 0)):
        file = lines(tmp_path / "Linde.jsonl", output("d2", text))
        (linde,) = hand_ins_of(Suite("own", (item,)), [str(file)], ReadOptions(source=source))
        told = f"line 1, {id_of('d2')}: 2 paragraphs in the source, 1 in the translation; 1 item stays open"
        assert [told in one.evidence for one in linde.suspicions] == [True] * named
        assert linde.marks == []


def test_what_is_told_of_its_lines_is_not_told_of_whole_documents(tmp_path: Path) -> None:
    """Figures and misaligned stretches look only at paragraphs whose sources are known."""
    (linde,) = read(tmp_path, output("d1", "One. Else. Two."), output("d2", "3.\n\n4."), test_set=TEST_SET)
    assert linde.own_texts == ["", "", "3.\n\n4."]


def test_documents_that_did_not_come_back_are_named(tmp_path: Path) -> None:
    """Only those with items, and of sets and pairs of which others came back."""
    others = [
        {"doc_id": id_of("d4"), "src_text": "Eins."},
        {"doc_id": id_of("d5", set_="other"), "src_text": "Eins."},
        {"doc_id": id_of("d6", "deu_Latn_###_ces_Latn"), "src_text": "Eins."},
    ]
    (linde,) = read(tmp_path, output("d2", "3.\n\n4."), test_set=[*TEST_SET, *others])
    assert linde.notes == [f"2 of 3 documents did not come back, with 2 items: {id_of('d1')}, {id_of('d4')}."]
    (linde,) = read(tmp_path, *(output(name, "a") for name in ("d1", "d2", "d4")), test_set=TEST_SET)
    assert linde.notes == []


def test_a_blank_source_in_the_file_is_none(tmp_path: Path) -> None:
    (linde,) = read(tmp_path, output("one", "One.", source=""))
    assert found(linde) == {"de-en:one": ("One.", "")}


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
    "own, spelled, also, notes",
    [
        ("en-ru", "en-ru_RU_#_news", (), ["en-ru_RU in the file is read as en-ru of the suite."]),
        ("en-ru", "s_###_news_###_eng_Latn_###_rus_Cyrl", (), []),
        (
            "en-et",
            "s_###_news_###_eng_Latn_###_ekk_Latn",
            (),
            ["eng_Latn-ekk_Latn in the file is read as en-et of the suite."],
        ),
        ("en-ar", "en-arz_EG_#_news", ("en-arz",), ["en-arz_EG in the file is read as en-ar of the suite."]),
    ],
)
def test_what_was_matched_is_said(
    tmp_path: Path, own: str, spelled: str, also: tuple[str, ...], notes: list[str]
) -> None:
    separator = "_###_" if "_###_" in spelled else "_#_"
    path = lines(tmp_path / "a.jsonl", {"doc_id": f"{spelled}{separator}one", "hypothesis": "One."})
    suite = suite_of(own).for_pair(Pair.parse(own), tuple(map(Pair.parse, also)))
    (hand_in,) = hand_ins_of(suite, [str(path)])
    assert hand_in.notes == notes


def test_egyptian_arabic_is_no_arabic_unless_allowed(tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", {"doc_id": "en-arz_EG_#_news_#_one", "hypothesis": "One."})
    with refuses(LackmusError, match=r"for en-arz-EG, and .* --pair en-ar=en-arz-EG"):
        hand_ins_of(suite_of("en-ar"), [str(path)])


@pytest.mark.parametrize(
    "chosen, spelled, read",
    [
        ("en-zh-Hans", "zho_Hans", True),
        ("en-zh-Hans", "zho_Hant", False),
        ("en-zh-Hans", "zh_TW", False),
        ("en-zh-Hant", "zh_TW", True),
    ],
)
def test_a_suite_with_both_scripts_tells_them_apart(
    tmp_path: Path, chosen: str, spelled: str, read: bool
) -> None:
    items = [*suite_of("en-zh-Hans").items, *suite_of("en-zh-Hant").items]
    suite = Suite("both", tuple(items)).for_pair(Pair.parse(chosen))
    path = lines(
        tmp_path / "a.jsonl", {"doc_id": id_of("one", f"eng_Latn_###_{spelled}"), "hypothesis": "一"}
    )
    if read:
        assert [key for (one,) in [hand_ins_of(suite, [str(path)])] for key, _ in one.places] == [
            f"{chosen}:one"
        ]
    else:
        with refuses(LackmusError, match="has documents for"):
            hand_ins_of(suite, [str(path)])


def test_a_pair_that_may_be_two_of_the_suite_is_asked_about(tmp_path: Path) -> None:
    items = [*suite_of("en-zh-Hans").items, *suite_of("en-zh-Hant").items]
    suite, hant = Suite("both", tuple(items)), Pair.parse("en-zh-Hant")
    path = lines(tmp_path / "a.jsonl", {"doc_id": id_of("one", "eng_Latn_###_zho"), "hypothesis": "一"})
    with refuses(
        LackmusError, match=r"line 1: en-zh may be en-zh-Hans or en-zh-Hant.*--pair en-zh-Hant=en-zh"
    ):
        hand_ins_of(suite.for_pair(hant), [str(path)])
    (hand_in,) = hand_ins_of(suite.for_pair(hant, (Pair.parse("en-zh"),)), [str(path)])
    assert found(hand_in) == {"en-zh-Hant:one": ("一", "")}


def test_keys_that_are_not_read_are_named(tmp_path: Path) -> None:
    (linde,) = read(tmp_path, output("one", "One.", metadata={"tokens": 3}), output("two", "Two.", _other=[]))
    assert linde.notes == ["Keys of documents that are not read: _other, metadata."]


@pytest.mark.parametrize(
    "records, said",
    [
        (
            [output("one", "a"), output("one", "b")],
            "line 2: dfki_###_suite_###_deu_Latn_###_eng_Latn_###_one again",
        ),
        ([{"doc_id": "de-en_#_one", "hypothesis": "a"}], "line 1: “de-en_#_one” has too few parts"),
        ([output("one", "a", src_lang="de", tgt_lang="fr")], "say de-fr, but the doc_id says de-en"),
        ([output("one", "a", src_lang="fr")], "say fr-en, but the doc_id says de-en"),
        ([output("one", "a", tgt_lang="fra_Latn")], "tgt_lang say de-fr, but the doc_id says de-en"),
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


def test_json_lines_have_test_suites_and_no_collections(tmp_path: Path) -> None:
    with refuses(LackmusError, match="--collection: none of the outputs is WMT XML, which has such"):
        read(tmp_path, output("one", "One."), collection="news")


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


@pytest.mark.real_data
@pytest.mark.parametrize(
    "file, pair",
    [
        ("wmt25/systems/Yandex.jsonl", "en-ru"),
        ("wmt25/systems/CUNI-Transformer.jsonl", "cs-uk"),
        ("wmt26/systems/Yandex.jsonl", "en-ru"),
        ("wmt26/systems/TartuNLP.jsonl", "en-et"),
    ],
)
def test_real_files_are_written_as_they_were_read(
    real_data: Path, tmp_path: Path, file: str, pair: str
) -> None:
    """Every document of the pair comes back with all its keys, and reads as before."""
    path = real_data / file
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    own = [one for one in records if DocumentId.parse(one["doc_id"]).pair.is_like(Pair.parse(pair))]
    names = {DocumentId.parse(one["doc_id"]).name: one for one in own}
    suite = suite_of(pair, {name: one.get("source", f"source of {name}") for name, one in names.items()})
    (hand_in,) = hand_ins_of(suite, [str(path)], ReadOptions(whole=True))
    (written,) = write_outputs([hand_in], "wmt-jsonl", tmp_path / "out")
    assert [json.loads(line) for line in written.read_text(encoding="utf-8").splitlines()] == own
    (again,) = hand_ins_of(suite, [str(written)])
    (plain,) = hand_ins_of(suite, [str(path)])
    assert again == plain


@pytest.mark.parametrize("text", ["One.", "One.\n\nTwo.", "a <p> is a tag & no word", "", "1 < 2 &amp; 3"])
def test_outputs_of_other_formats_become_a_document_for_each_item(tmp_path: Path, text: str) -> None:
    hand_in = HandIn("Linde", "x.tsv", [SOURCES["one"]], [text], [("de-en:one", 0)])
    (written,) = write_outputs([hand_in], "wmt-jsonl", tmp_path / "out")
    assert written.name == "Linde.jsonl"
    (record,) = map(json.loads, written.read_text(encoding="utf-8").splitlines())
    assert record["doc_id"] == id_of("one", set_="lackmus").replace("_suite_", "_testsuite_")
    (again,) = hand_ins_of(suite_of(), [str(written)])
    assert found(again) == {"de-en:one": (text, "")}


def test_documents_as_they_stood_lose_no_marks(tmp_path: Path) -> None:
    """They are marked when they are read again; paragraphs in another format are not."""
    (linde,) = read(tmp_path, output("d1", "One. Else. Two."), test_set=TEST_SET, whole=True)
    assert [unmarked([linde], form) for form in ("wmt-jsonl", "tsv")] == [0, 2]


def test_a_check_names_items_of_the_test_set_that_did_not_come_back(tmp_path: Path) -> None:
    suite = lines(
        tmp_path / "suite.jsonl",
        *(
            {"id": name, "pair": "de-en", "category": "C", "phenomenon": "p", "source": source}
            for name, source in SOURCES.items()
        ),
    )
    path, source = (
        lines(tmp_path / name, *records)
        for name, records in (
            ("Linde.jsonl", [output("d1", "One.\n\nElse.\n\nTwo.")]),
            ("testset.jsonl", TEST_SET),
        )
    )
    (checked,) = outputs_flow.check([str(path)], ReadOptions(source=source), suite)
    assert checked.problems == ("1 of 3 items of the suite have no line (de-en:whole)",)


def test_a_repeated_item_has_no_place_in_a_document(tmp_path: Path) -> None:
    hand_in = HandIn("Linde", "x.tsv", ["a", "a"], ["b", "c"], [("de-en:one", 0), ("de-en:one", 1)])
    with refuses(LackmusError, match="item de-en:one: stands there more than once.*jsonl"):
        write_outputs([hand_in], "wmt-jsonl", tmp_path / "out")
    assert not (tmp_path / "out").exists()
