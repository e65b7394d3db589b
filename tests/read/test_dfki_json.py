"""DFKI's items.json: what it may hold, and what is said when it does not."""

import json
from pathlib import Path
from typing import Any

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.suite import Kind, Phenomenon, Rule, Side
from lackmus.errors import LackmusError
from lackmus.read import read_suite
from tests.read.drafts import entry, write_suite


def test_an_item_with_everything(tmp_path: Path) -> None:
    """Every key of the format finds its place; names are trimmed, the source stays as it is."""
    path = write_suite(
        tmp_path / "items.json",
        [
            entry(
                " 007 ",
                langpair="DE->EN",
                category=" Ambiguity ",
                phenomenon="Lexical ambiguity ",
                source_sentence=" Sie sprach von ihrem Mann. ",
                positive_regex=r"\bhusband\b",
                negative_regex=r"\bman\b",
                positive_tokens=["She spoke of her spouse.", ""],
                negative_tokens=["her guy"],
                paradigm="Mann",
                comment="Two readings.",
                tags=["frequent", "short"],
                reserved=True,
            )
        ],
        phenomena=[
            {"category": "Ambiguity", "phenomenon": "Lexical ambiguity", "guideline": "Passes if …"},
            {"category": "Ambiguity", "phenomenon": "Structural ambiguity"},
        ],
    )
    suite = read_suite(path)
    (item,) = suite.items
    assert (item.pair, item.id, item.key) == (Pair("de", "en"), "007", "de-en:007")
    assert (item.category, item.phenomenon) == ("Ambiguity", "Lexical ambiguity")
    assert item.source == " Sie sprach von ihrem Mann. "
    assert item.rules == (
        Rule(Side.POSITIVE, Kind.PATTERN, r"\bhusband\b"),
        Rule(Side.NEGATIVE, Kind.PATTERN, r"\bman\b"),
        Rule(Side.POSITIVE, Kind.FIXED, "She spoke of her spouse."),
        Rule(Side.POSITIVE, Kind.FIXED, ""),  # published suites contain some
        Rule(Side.NEGATIVE, Kind.FIXED, "her guy"),
    )
    assert (item.paradigm, item.comment, item.tags) == ("Mann", "Two readings.", ("frequent", "short"))
    assert item.reserved
    assert suite.phenomena == (
        Phenomenon("Ambiguity", "Lexical ambiguity", "Passes if …"),
        Phenomenon("Ambiguity", "Structural ambiguity", ""),
    )
    assert suite.guideline("Ambiguity", "Lexical ambiguity") == "Passes if …"


def test_an_item_with_what_is_needed(tmp_path: Path) -> None:
    """Rules may be absent, null or empty: a person can judge without any."""
    bare = entry(positive_regex=None, negative_regex=None, positive_tokens=None, negative_tokens=None)
    null = {**entry("2"), "positive_regex": None, "negative_regex": "", "comment": None, "tags": None}
    suite = read_suite(write_suite(tmp_path / "items.json", [bare, null]))
    assert [item.rules for item in suite.items] == [(), ()]
    assert [(item.paradigm, item.comment, item.tags, item.reserved) for item in suite.items] == [
        (None, "", (), False)
    ] * 2


def test_pairs_spelled_differently_are_one_pair(tmp_path: Path) -> None:
    """`deen`, `de-en`, `DE->EN` and `deu-eng` mean the same."""
    spelled = ["deen", "de-en", "DE->EN", "deu-eng", "DE_EN", "ger-eng"]
    entries = [entry(str(number), langpair=pair) for number, pair in enumerate(spelled)]
    assert read_suite(write_suite(tmp_path / "items.json", entries)).pairs == (Pair("de", "en"),)


def test_ids_repeat_across_pairs(tmp_path: Path) -> None:
    """The published German–English and English–German suites both have an item 00001001."""
    entries = [entry("1", langpair="deen"), entry("1", langpair="ende")]
    suite = read_suite(write_suite(tmp_path / "items.json", entries))
    assert [item.key for item in suite.items] == ["de-en:1", "en-de:1"]


def test_another_rule_is_another_suite(tmp_path: Path) -> None:
    """The digest in the signature tells two versions of a file apart."""
    one, same, other = (
        read_suite(write_suite(tmp_path / f"{name}.json", [entry(positive_regex=rule)]))
        for name, rule in (("a", "x"), ("b", "x"), ("c", "y"))
    )
    assert one.digest == same.digest != other.digest
    assert one.label == f"a.json@{one.digest}"


KNOWN = (
    "category, comment, id, langpair, negative_regex, negative_tokens, occurrence, paradigm, phenomenon, "
    "plain_rules, positive_regex, positive_tokens, prompt, reserved, scope, source_sentence, stretch, tags"
)


@pytest.mark.parametrize(
    "wrong, said",
    [
        ("not an object", ", item 2: not an item with keys such as “id” and “source_sentence”."),
        (entry(category=None), ", item 1: lacks “category”."),
        ({"comment": "?"},
         ", item 2: lacks “id”, “langpair”, “category”, “phenomenon”, “source_sentence”."),
        (entry(positive_regexp="x"), f", item 1: unknown key “positive_regexp”. Known are {KNOWN}."),
        (entry(id=7), ", item 2: “id” must be a text."),
        (entry(source_sentence=["x"]), ", item 1: “source_sentence” must be a text."),
        (entry(positive_regex=7), ", item 1: “positive_regex” must be a text or a list of texts."),
        (entry(positive_regex=False), ", item 1: “positive_regex” must be a text or a list of texts."),
        (entry(negative_tokens={}), ", item 1: “negative_tokens” must be a text or a list of texts."),
        (entry(negative_tokens=["x", 1]), ", item 1: “negative_tokens” must be a text or a list of texts."),
        (entry(tags={"x": 1}), ", item 1: “tags” must be a text or a list of texts."),
        (entry(reserved="yes"), ", item 1: “reserved” must be true or false."),
        (entry(" "), ", item 2: “id” is blank."),
        (entry(phenomenon=""), ", item 1: “phenomenon” is blank."),
        (entry(langpair="dutch"), ", item 1: “dutch” is no language pair; write it like de-en."),
        (entry(langpair="Elbisch->en"),
         ", item 1: “Elbisch” in “Elbisch->en” is no language code; write the pair like de-en."),
        (entry("0"), ": item de-en:0 stands there twice. Give one of them another id."),
        (entry("0 ", langpair="de-en"), ": item de-en:0 stands there twice. Give one of them another id."),
    ],
)  # fmt: skip
def test_a_wrong_item(wrong: Any, said: str, tmp_path: Path) -> None:
    """The message names the file, the item (by its id, else by its place), and what is wrong."""
    path = write_suite(tmp_path / "items.json", [entry("0"), wrong])
    with pytest.raises(LackmusError) as raised:
        read_suite(path)
    assert str(raised.value) == f"{path}{said}"


NO_LIST = " has no list “items” at its top. Is this a suite?"


@pytest.mark.parametrize(
    "content, said",
    [
        ('{"items": [\n  {"id": 1,}]}', None),  # each Python has its own words for this comma
        ('{"items": [\n{"id": "1"}\n{}]}', ", line 3, column 1: not JSON (Expecting ',' delimiter). "
         "A suite is a JSON file with a list “items”."),
        ("{}", NO_LIST),
        ('{"items": {}}', NO_LIST),
        ('{"items": null}', NO_LIST),
        ('{"items": []}', " has no items."),
        ('{"items": ' + "[" * 100_000, ": nested too deeply. A suite is a JSON file with a list “items”."),
        ('{"items": ' + "9" * 5000 + "}",
         ": a number that is too long. A suite is a JSON file with a list “items”."),
        ('{"items": [{"id": "1"}], "items": [{"id": "2"}]}', ": “items” stands there twice. Keep one."),
        ('{"items": [{"id": "7", "tags": 1, "tags": 2}]}', ", item 7: “tags” stands there twice. Keep one."),
    ],
)  # fmt: skip
def test_a_file_that_is_no_suite(content: str, said: str | None, tmp_path: Path) -> None:
    """Not JSON (with line and column), or JSON of something else."""
    path = tmp_path / "items.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(LackmusError) as raised:
        read_suite(path)
    if said is not None:
        assert str(raised.value) == f"{path}{said}"
    assert str(raised.value).startswith(str(path))


NEEDED = ", phenomenon 1: an entry of “phenomena” needs category and phenomenon, and a guideline or examples."


@pytest.mark.parametrize(
    "phenomena, said",
    [
        ({}, ": “phenomena” must be a list."),
        (
            ["Ambiguity"],
            NEEDED,
        ),
        (
            [{"category": "A"}],
            NEEDED,
        ),
        (
            [{"category": "A", "phenomenon": "p", "text": ""}],
            NEEDED,
        ),
        (
            [{"category": "A", "phenomenon": "p", "guideline": 1}],
            ", phenomenon 1: “guideline” must be a text.",
        ),
    ],
)
def test_wrong_phenomena(phenomena: Any, said: str, tmp_path: Path) -> None:
    """Guidelines are checked like items."""
    path = write_suite(tmp_path / "items.json", [entry()], phenomena=phenomena)
    with pytest.raises(LackmusError) as raised:
        read_suite(path)
    assert str(raised.value) == f"{path}{said}"


def test_one_text_or_several(tmp_path: Path) -> None:
    """Several patterns on a side stand in a list; one fixed string needs none."""
    listed = entry(positive_regex=["x", "y"], negative_regex=None, positive_tokens="z")
    rules = read_suite(write_suite(tmp_path / "items.json", [listed])).items[0].rules
    assert [(rule.kind, rule.value) for rule in rules] == [
        (Kind.PATTERN, "x"), (Kind.PATTERN, "y"), (Kind.FIXED, "z"),
    ]  # fmt: skip


def test_half_a_character(tmp_path: Path) -> None:
    r"""JSON can spell \ud800, which is no character; both halves together are one."""
    path = tmp_path / "items.json"
    whole = json.dumps({"items": [entry(comment="😀")]})
    assert r"\ud83d\ude00" in whole
    path.write_text(whole)
    assert read_suite(path).items[0].comment == "😀"
    path.write_text(whole.replace(r"\ud83d\ude00", r"half: \ud800"))
    with pytest.raises(LackmusError, match=r"half a character \(a lone surrogate\) after “.*half: ”"):
        read_suite(path)


@pytest.mark.real_data
def test_the_published_suite(real_data: Path) -> None:
    """2,767 items in 14 categories and 106 phenomena."""
    suite = read_suite(real_data / "dfki" / "de-en" / "items.json")
    assert len(suite.items) == 2767
    assert len({item.category for item in suite.items}) == 14
    assert len({(item.category, item.phenomenon) for item in suite.items}) == 106
    assert suite.pairs == (Pair("de", "en"),)
