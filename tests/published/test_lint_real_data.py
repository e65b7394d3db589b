"""Lint finds in the published suite what a look by hand finds, with the same counts.

The suite is the public half of the DFKI German–English test suite (DFKI-NLP/mt-testsuite). Each count is
taken twice: by lint, and from the JSON file by a line that knows nothing of Lackmus.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lackmus.core.lint import MENDED, Code, LintReport, Severity
from lackmus.flows.suites import suites

pytestmark = pytest.mark.real_data

Entry = dict[str, Any]
SIDES = {"positive_tokens": "negative_regex", "negative_tokens": "positive_regex"}


@pytest.fixture(scope="module")
def path(real_data: Path) -> Path:
    """The file."""
    return real_data / "dfki" / "de-en" / "items.json"


@pytest.fixture(scope="module")
def linted(path: Path) -> suites.LintedFiles:
    """What lint says about it."""
    return suites.lint([path])


@pytest.fixture(scope="module")
def entries(path: Path) -> list[Entry]:
    """The items as they stand in the file."""
    found: list[Entry] = json.loads(path.read_text(encoding="utf-8"))["items"]
    return found


def items_with(found: LintReport, code: Code) -> list[str]:
    """The items that have it, sorted; one for each finding."""
    return sorted(one.item or "" for one in found.findings if one.code is code)


def repeated(entries: list[Entry]) -> list[str]:
    """The first item of each sentence that occurs more than once."""
    sources = [entry["source_sentence"].strip() for entry in entries]
    return [entries[sources.index(one)]["id"] for one, count in Counter(sources).items() if count > 1]


def strings(has: Callable[[Entry, str, str], bool]) -> Callable[[list[Entry]], list[str]]:
    """The items of fixed strings with a property (of the entry, its key and the string)."""
    return lambda entries: [
        entry["id"] for entry in entries for key in SIDES for string in entry[key] if has(entry, key, string)
    ]


def sources(has: Callable[[str], bool]) -> Callable[[list[Entry]], list[str]]:
    """The items of sentences with a property."""
    return lambda entries: [entry["id"] for entry in entries if has(entry["source_sentence"])]


def contradicted(entry: Entry, key: str, string: str) -> bool:
    """The pattern of the other side matches the string as it is written."""
    pattern = entry[SIDES[key]]
    return bool(string.strip() and pattern and re.search(pattern, string))


@pytest.mark.parametrize(
    "code, count, by_hand",
    [
        (Code.SOURCE_REPEATED, 175, repeated),
        (Code.STRING_BLANK, 3, strings(lambda entry, key, string: not string.strip())),
        (Code.STRING_CONTRADICTED, 54, strings(contradicted)),
        (Code.STRING_LINE_BREAK, 1, strings(lambda entry, key, string: "\n" in string)),
        (Code.SOURCE_LINE_BREAK, 5, sources(lambda source: "\n" in source)),
        (Code.SOURCE_SPACES, 86, sources(lambda source: source != source.strip())),
        (
            Code.STRING_ON_BOTH_SIDES,
            1,
            strings(
                lambda entry, key, string: key == "positive_tokens" and string in entry["negative_tokens"]
            ),
        ),
    ],
)
def test_the_warts_of_the_published_suite(
    linted: suites.LintedFiles,
    entries: list[Entry],
    code: Code,
    count: int,
    by_hand: Callable[[list[Entry]], list[str]],
) -> None:
    """As many as there are, in the items where they are."""
    found = items_with(linted.lint, code)
    assert len(found) == count
    assert found == sorted(by_hand(entries))


def test_items_by_name(linted: suites.LintedFiles) -> None:
    """The items that the description of the data names."""
    assert items_with(linted.lint, Code.STRING_BLANK) == ["00476006", "00550007", "00653001"]
    assert items_with(linted.lint, Code.STRING_LINE_BREAK) == ["00476010"]


def test_the_misspelt_category_and_no_other_name(linted: suites.LintedFiles) -> None:
    """One of 14 categories and 106 phenomena; Modal, Modal negated, future I and future II are all right."""
    named = [one for one in linted.lint.findings if one.code.startswith("name-")]
    assert [one.code for one in named] == [Code.NAME_MISSPELT]
    assert "“Named entitiy & terminology”" in named[0].message
    assert named[0].remedy == "Correct “entitiy” to “entity” in the name."


def test_one_string_is_contradicted_only_when_folded(linted: suites.LintedFiles) -> None:
    """As it is written, with a typographic apostrophe, nothing matches the string; the judges fold it."""
    assert items_with(linted.lint, Code.STRING_CONTRADICTED_FOLDED) == ["00708004"]


def test_few_and_true_findings_elsewhere(linted: suites.LintedFiles) -> None:
    """The paradigms of 2,244 sentences that differ in person, verb or tense are no near-duplicates."""
    counts = linted.lint.counts
    assert items_with(linted.lint, Code.NEAR_DUPLICATE) == ["00096002"]  # “says” passes only in 00096001
    assert counts[Code.WORDINGS_OVERLAP] == 5
    assert counts[Code.PATTERNS_OVERLAP] == 2
    assert counts[Code.PHENOMENON_SMALL] == 1
    assert linted.lint.levels[Severity.ERROR] == 1


def test_fix(linted: suites.LintedFiles, path: Path) -> None:
    """All that can be mended is gone from the copy, nothing else changes."""
    copy = Path("items.fixed.json")
    fixed, left = suites.fix(linted, {path: copy})
    assert not set(left.counts) & MENDED
    assert left.counts.items() <= linted.lint.counts.items()
    assert len(fixed[path].done) == 86 + 3 + 1 + linted.lint.counts[Code.RULE_DOUBLED]
