"""The Last Translation Benchmark: examples as a suite, and their translations as outputs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read import hand_ins_of, read_draft, read_suite
from lackmus.write.suites import dfki_json, jsonl, yaml
from tests.refusals import refuses

NURSE: dict[str, Any] = {
    "id": 12,
    "source_text": "Our new nurse sings in the choir, and he hates it.",
    "source_lang": "English (United Kingdom)",
    "target_lang": "German",
    "source_lang_iso": "eng",
    "target_lang_iso": "deu",
    "source_instructions": "Keep the register formal.",
    "source_media": None,
    "attribution": "a letter",
    "translations": [
        {"model": "human", "translation": "Unser neuer Pfleger singt im Chor.", "verified": [True, True]},
        {"model": "Linde 2", "translation": "Unsere neue Pflegerin singt.", "verified": [False, True]},
        {"model": "Ahorn", "translation": None, "verified": None},
    ],
    "verification_rules": ["The nurse is a man.", "“it” is the singing, not the choir."],
    "linguistics": ["morphological", "pragmatic"],
    "tags": ["LTBv1", "LTBv1-text"],
}
# As earlier files had it: rules and difficulties as objects, languages without codes.
BANK: dict[str, Any] = {
    "id": 15,
    "source_text": "He sat by the bank.",
    "source_lang": "English",
    "target_lang": "Czech",
    "source_media": "data:image/png;base64,AAAA",
    "translations": [],
    "verification_rules": [{"value": "A river bank."}, {"type": "not_contains", "value": "banka"}],
    "linguistics": {"main_tags": ["polysemy"], "observations": "needs the picture"},
    "year": 2026,
}
SPOKEN = {**BANK, "id": 16, "source_text": "", "source_media": "data:audio/wav;base64,AAAA"}


def written(folder: Path, content: Any, name: str = "v1.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_examples_are_items(tmp_path: Path) -> None:
    """Rules stay in plain language; what has no place of its own is a comment, a tag, or named."""
    draft = read_draft(written(tmp_path, [NURSE, BANK, SPOKEN]))
    nurse, bank = draft.items
    assert (nurse.key, nurse.category, nurse.phenomenon) == (
        "en-de:12",
        "Last Translation Benchmark",
        "morphological",
    )
    assert nurse.plain_rules == ("The nurse is a man.", "“it” is the singing, not the choir.")
    assert (nurse.rules, nurse.tags) == ((), ("pragmatic", "LTBv1", "LTBv1-text"))
    assert nurse.prompt == "Translate from English (United Kingdom) to German. Keep the register formal."
    assert nurse.comment.splitlines() == [
        "Languages: English (United Kingdom) to German",
        "Human translation: Unser neuer Pfleger singt im Chor.",
        "Based on: a letter",
    ]
    assert (bank.key, bank.phenomenon, bank.prompt) == ("en-cs:15", "polysemy", "")
    assert bank.plain_rules == ("A river bank.", "The translation lacks “banka”.")
    assert bank.comment.splitlines() == [
        "Comes with image/png, which is not kept.",
        "Remarks: needs the picture",
    ]
    assert draft.not_kept == (
        "1 example has no text, only media: left out.",
        "1 example comes with an image, a recording or a video: not kept.",
        "2 translations of 2 systems: not part of a suite. Read them as outputs from the same file.",
        "Verdicts of the benchmark's own judge (“verified”) are not kept.",
        "Keys that are not known: “year” (2 examples). Not kept.",
    )


@pytest.mark.parametrize(
    "content",
    [
        {"version": "v1", "examples": [NURSE, BANK]},
        "\n".join(map(json.dumps, [NURSE, BANK])),
        json.dumps([NURSE, BANK], indent=2),
    ],
    ids=["under a key", "as lines", "indented"],
)
def test_all_shapes_of_the_file(tmp_path: Path, content: Any) -> None:
    assert [item.id for item in read_suite(written(tmp_path, content)).items] == ["12", "15"]


@pytest.mark.parametrize("write, name", [(jsonl, "a.jsonl"), (yaml, "a.yaml"), (dfki_json, "a.json")])
def test_all_of_it_survives_in_our_formats(tmp_path: Path, write: Any, name: str) -> None:
    suite = read_suite(written(tmp_path, [NURSE, BANK]))
    again = read_suite(written(tmp_path, write.write(suite), name))
    assert again.items == suite.items


@pytest.mark.parametrize(
    "code, key",
    [
        ({"target_lang_iso": "yue"}, "en-yue:12"),
        ({"source_lang_iso": None, "target_lang_iso": None}, "en-de:12"),
        ({"target_lang_iso": None, "target_lang": "Chakavian"}, "en-mis:12"),
    ],
)
def test_languages(tmp_path: Path, code: dict[str, Any], key: str) -> None:
    """By code, else by name; a language without a code is so in ISO 639, and named in the comment."""
    (item,) = read_suite(written(tmp_path, [{**NURSE, **code}])).items
    assert item.key == key
    assert f"to {code.get('target_lang', 'German')}" in item.comment


@pytest.mark.parametrize(
    "broken, said",
    [
        ({**NURSE, "id": None}, "example 1: “id” must be a number or a text"),
        ({**NURSE, "source_text": 3}, r"example 1 \(id 12\): “source_text” must be a text"),
        ({**NURSE, "verification_rules": "one"}, r"\(id 12\): “verification_rules” must be a list"),
        ({**NURSE, "verification_rules": [3]}, r"\(id 12\): “verification_rules” must be a list of texts"),
        ({**NURSE, "linguistics": {"main_tags": "x"}}, r"\(id 12\): “linguistics” must hold lists"),
        ({**NURSE, "translations": [{"translation": "x"}]}, "a translation has no “model”"),
        ({**NURSE, "target_lang_iso": "german?"}, "is no language code"),
        ({**NURSE, "target_lang": " ", "target_lang_iso": None}, "“target_lang” is blank"),
        (SPOKEN, "has no example with a text"),
    ],
)
def test_errors_name_the_example(tmp_path: Path, broken: Any, said: str) -> None:
    with refuses(LackmusError, match=said):
        read_suite(written(tmp_path, [broken]))


@pytest.mark.parametrize(
    "broken, said",
    [
        (f"[{json.dumps(NURSE)} {{}}]", r"column \d+: not JSON \(Expecting ',' delimiter"),
        (f"[{json.dumps(NURSE)}] {{}}", r"column \d+: not JSON \(Extra data"),
        ('[{"id": 1, "source_text": "a",\n "target_lang": b}]', "line 2, column 17: not JSON"),
        ('[{"id": 1, "source_text": "a", "target_lang": "b", "id": 2}]', "“id” stands there twice"),
    ],
)
def test_broken_json(tmp_path: Path, broken: str, said: str) -> None:
    """Examples are read one by one; an error has its place in the whole file."""
    with refuses(LackmusError, match=said):
        read_suite(written(tmp_path, broken))


def test_an_example_twice(tmp_path: Path) -> None:
    with refuses(LackmusError, match="en-de:12 stands there twice"):
        read_suite(written(tmp_path, [NURSE, NURSE]))


def test_translations_are_outputs(tmp_path: Path) -> None:
    """Of the suite's pair; what a system did not translate is missing."""
    file = written(tmp_path, [NURSE, BANK])
    suite = read_suite(file).for_pair(read_suite(file).pairs[1])
    found = hand_ins_of(Suite.of(suite), [str(file)])
    assert [(one.system, list(one.texts)) for one in found] == [
        ("human", ["Unser neuer Pfleger singt im Chor."]),
        ("Linde 2", ["Unsere neue Pflegerin singt."]),
    ]


def by_id(content: Any) -> Callable[[Path], Path]:
    return lambda folder: written(folder, content, "Erle.json")


def test_what_is_handed_in_to_the_leaderboard(tmp_path: Path) -> None:
    """A list of ids and translations; the file's name names the system."""
    suite = read_suite(written(tmp_path, [NURSE]))
    (found,) = hand_ins_of(suite, [str(by_id([{"id": 12, "translation": "Sie singt."}])(tmp_path))])
    assert (found.system, found.texts) == ("Erle", ["Sie singt."])


@pytest.mark.parametrize(
    "content, said",
    [
        ([{"id": 12, "translation": 3}], "example 1: “translation” must be a text or null"),
        ([{"id": None, "translation": "x"}], "example 1: “id” must be a number or a text"),
        ([{"id": 12, "translation": "x", "score": 1}], "example 1: unknown key “score”"),
        ([{"id": 12, "translation": "x"}, 3], "example 2: not an object"),
        ([{"id": 99, "translation": "x"}], r"of its ids are not in v1.json \(99\)"),
    ],
)
def test_broken_hand_ins(tmp_path: Path, content: Any, said: str) -> None:
    suite = read_suite(written(tmp_path, [NURSE]))
    with refuses(LackmusError, match=said):
        hand_ins_of(suite, [str(by_id(content)(tmp_path))])
