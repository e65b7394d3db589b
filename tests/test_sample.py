"""The bundled sample is a newcomer's first suite: its rules, outputs and figures must hold."""

import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

SAMPLE = Path(__file__).parents[1] / "src" / "lackmus" / "sample" / "de-en"
CAMPAIGNS = {"2025": ["Ahorn", "Birke", "Eiche"], "2026": ["Ahorn", "Birke", "Eiche", "Linde"]}
SYSTEMS = [(campaign, system) for campaign, systems in CAMPAIGNS.items() for system in systems]
PATTERNS = ["positive_regex", "negative_regex"]

FIELDS: dict[str, type] = {
    "id": str,
    "langpair": str,
    "category": str,
    "phenomenon": str,
    "source_sentence": str,
    "positive_regex": str,
    "negative_regex": str,
    "positive_tokens": list,
    "negative_tokens": list,
    "comment": str,
    "paradigm": str,
    "tags": list,
}
OPTIONAL = {"comment", "paradigm", "tags"}

Item = dict[str, Any]


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


def outputs(campaign: str, system: str) -> dict[str, str]:
    return dict(rows(SAMPLE / "outputs" / campaign / f"{system}.tsv"))


SUITE: dict[str, list[Item]] = json.loads((SAMPLE / "items.json").read_text(encoding="utf-8"))
ITEMS: dict[str, Item] = {item["id"]: item for item in SUITE["items"]}
CHECKS = rows(SAMPLE / "checks.tsv")


def decide(right: bool, wrong: bool) -> str | None:
    if right and wrong:
        return "warning"
    return "pass" if right else "fail" if wrong else None


def judge(item: Item, text: str) -> str:
    """The documented steps, written anew so that the sample does not depend on the judge it demonstrates."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    text = re.sub("[’‘ʼ]", "'", text)
    right, wrong = item["positive_tokens"], item["negative_tokens"]
    return (
        decide(text in right, text in wrong)
        or decide(*(bool(re.search(item[pattern], text)) for pattern in PATTERNS))
        or decide(any(string in text for string in right), any(string in text for string in wrong))
        or "warning"
    )


def verdicts(campaign: str, system: str) -> dict[str, str]:
    return {id_: judge(ITEMS[id_], text) for id_, text in outputs(campaign, system).items()}


# The suite


def test_every_phenomenon_has_ten_items_and_a_guideline() -> None:
    counted = Counter((item["category"], item["phenomenon"]) for item in SUITE["items"])
    described = {(p["category"], p["phenomenon"]): p["guideline"] for p in SUITE["phenomena"]}
    assert list(counted.values()) == [10] * 8
    assert counted.keys() == described.keys()
    assert len({category for category, _ in counted}) == 8
    assert all(guideline.endswith(".") for guideline in described.values())


def test_no_item_and_no_sentence_occurs_twice() -> None:
    assert len(ITEMS) == len(SUITE["items"]) == 80
    assert len({item["source_sentence"] for item in SUITE["items"]}) == 80


@pytest.mark.parametrize("item", SUITE["items"], ids=lambda item: item["id"])
def test_an_item_has_all_its_fields(item: Item) -> None:
    assert FIELDS.keys() - OPTIONAL <= item.keys() <= FIELDS.keys()
    assert all(isinstance(value, FIELDS[key]) for key, value in item.items())
    assert item["langpair"] == "de-en"
    assert re.fullmatch(r"[a-z]{3}-\d{3}", item["id"])


def test_a_paradigm_has_several_items_of_one_phenomenon() -> None:
    paradigms: dict[str, list[str]] = {}
    for item in SUITE["items"]:
        if "paradigm" in item:
            paradigms.setdefault(item["paradigm"], []).append(item["phenomenon"])
    assert sorted(len(phenomena) for phenomena in paradigms.values()) == [2, 5]
    assert all(len(set(phenomena)) == 1 for phenomena in paradigms.values())


# The rules


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("item", SUITE["items"], ids=lambda item: item["id"])
def test_a_pattern_is_careful(item: Item, pattern: str) -> None:
    rule = item[pattern]
    assert not re.search(rule, ""), "matches everything"
    assert not re.search(rule, item["source_sentence"]), "accepts the untranslated source"
    assert not re.search(r"\s\s|[\n\r\t’‘ʼ]", rule), "contains what a text never does"
    assert not re.search(r"[*+]\)[*+{]", rule), "repeats a repetition"


@pytest.mark.parametrize("id_, verdict, text", CHECKS, ids=[f"{row[0]}-{row[1]}" for row in CHECKS])
def test_good_translations_pass_and_bad_ones_fail(id_: str, verdict: str, text: str) -> None:
    assert judge(ITEMS[id_], text) == verdict


@pytest.mark.parametrize("id_", ITEMS)
def test_every_item_is_checked_both_ways(id_: str) -> None:
    assert {verdict for checked, verdict, _ in CHECKS if checked == id_} == {"pass", "fail"}


@pytest.mark.parametrize(
    "id_, text, verdict",
    [
        ("amb-001", "Two men sat on the bench.", "pass"),
        ("amb-001", "Two men sat on the bank.", "fail"),
        ("amb-001", "Two men sat on the bank/bench.", "warning"),  # both match
        ("amb-001", "Two men sat there.", "warning"),  # neither matches
        ("con-001", "If I lived by the sea, I’d go swimming every day.", "pass"),  # ’ is read as '
        ("con-007", "If Anna had called, we were immediately come.", "fail"),  # a fixed string
    ],
)
def test_the_steps_of_a_verdict(id_: str, text: str, verdict: str) -> None:
    assert judge(ITEMS[id_], text) == verdict


# The illustrative campaigns


def test_the_folders_hold_these_systems_only() -> None:
    files = sorted(path.relative_to(SAMPLE / "outputs").as_posix() for path in SAMPLE.glob("outputs/*/*"))
    assert files == [f"{campaign}/{system}.tsv" for campaign, system in SYSTEMS]


@pytest.mark.parametrize("campaign, system", SYSTEMS)
def test_every_item_is_translated_exactly_once(campaign: str, system: str) -> None:
    lines = rows(SAMPLE / "outputs" / campaign / f"{system}.tsv")
    assert [id_ for id_, _ in lines] == list(ITEMS)
    assert all(text and text == " ".join(text.split()) for _, text in lines)


@pytest.mark.parametrize(
    "campaign, system, least, most",
    [
        ("2025", "Ahorn", 50, 65),
        ("2026", "Ahorn", 50, 65),
        ("2025", "Birke", 68, 82),
        ("2026", "Birke", 68, 82),
        ("2025", "Eiche", 83, 93),
        ("2026", "Eiche", 83, 93),
        ("2026", "Linde", 85, 96),
    ],
)
def test_the_accuracy_of_settled_items(campaign: str, system: str, least: float, most: float) -> None:
    counted = Counter(verdicts(campaign, system).values())
    assert least <= 100 * counted["pass"] / (counted["pass"] + counted["fail"]) <= most


@pytest.mark.parametrize("campaign, system", SYSTEMS)
def test_some_items_are_left_to_a_person(campaign: str, system: str) -> None:
    assert 2 <= 100 * Counter(verdicts(campaign, system).values())["warning"] / len(ITEMS) <= 12


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_most_items_are_fair(campaign: str) -> None:
    judged = [verdicts(campaign, system) for system in CAMPAIGNS[campaign]]
    fair = [id_ for id_ in ITEMS if all(verdict[id_] != "warning" for verdict in judged)]
    assert len(fair) >= 0.7 * len(ITEMS)


@pytest.mark.parametrize("system", CAMPAIGNS["2025"])
def test_a_system_improves_while_most_of_its_lines_stay(system: str) -> None:
    before, after = (outputs(campaign, system) for campaign in CAMPAIGNS)
    passes = [list(verdicts(campaign, system).values()).count("pass") for campaign in CAMPAIGNS]
    assert passes[0] < passes[1]
    assert 0.8 * len(ITEMS) <= sum(before[id_] == after[id_] for id_ in ITEMS) < len(ITEMS)


def test_no_system_is_best_everywhere() -> None:
    best = set()
    for phenomenon in {item["phenomenon"] for item in SUITE["items"]}:
        passes = {
            system: sum(
                verdict == "pass" and ITEMS[id_]["phenomenon"] == phenomenon
                for id_, verdict in verdicts("2026", system).items()
            )
            for system in CAMPAIGNS["2026"]
        }
        best |= {system for system, count in passes.items() if count == max(passes.values())}
    assert best >= {"Ahorn", "Eiche", "Linde"}


def test_one_system_writes_typographic_apostrophes() -> None:
    assert [name for name in CAMPAIGNS["2026"] if "’" in "".join(outputs("2026", name).values())] == ["Linde"]
