"""The numbered examples of Cinková and Bojar (2018), parsed by real models and judged by our contrasts.

The links are given by the paper, which marks keyword and equivalent; so only queries and parsers are tried.
Sentences of our own with the same structures and trees made by hand are in tests/contrasts/test_en_cs.py.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lackmus.core.base.choices import Symmetry
from lackmus.core.contrasts.runs import Aligned, Judge, find
from lackmus.core.trees.treebank import Sentence, treebank
from lackmus.parsers import Parser, open_parser
from tests.contrasts.judged import bundled

pytestmark = pytest.mark.real_data

GERUND = ("gerund-finite", "gerund-nonfinite")
INFINITIVE = ("infinitive-finite", "infinitive-finite-main", "infinitive-nonfinite", "infinitive-subordinate")
FINITE, NONFINITE = "pass fail", "fail pass"
COORDINATED, SUBORDINATE, INFINITE = "pass pass fail fail", "pass fail fail pass", "fail fail pass fail"
# Number, verdicts in the order of the contrasts, and why a verdict is missing: the models are small.
EXAMPLES = [
    ("1", FINITE, ""),
    ("2", FINITE, ""),
    ("3", NONFINITE, ""),
    ("4", NONFINITE, ""),
    ("5", "", "“Consider” is read as a name, so “adopting” is the root of the sentence"),
    ("6", NONFINITE, ""),
    ("7", NONFINITE, ""),
    ("8", NONFINITE, ""),
    ("9", NONFINITE, ""),
    ("10", INFINITE, ""),
    ("11", "fail fail warning fail", "“udeřením” is read as an adjective"),
    ("12", SUBORDINATE, ""),
    ("13", COORDINATED, ""),
    ("14", SUBORDINATE, ""),
    ("15", SUBORDINATE, ""),
]


@pytest.fixture(scope="module")
def examples(real_data: Path) -> dict[str, dict[str, str]]:
    """The paper's examples by their number."""
    with (real_data / "papers" / "contrast_examples.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["number"]: row for row in rows}


@pytest.fixture(scope="module")
def english(real_data: Path) -> Iterator[Parser]:
    """The parser of the source."""
    with open_parser("udpipe", {"model": str(real_data / "models" / "english.udpipe")}) as parser:
        yield parser


@pytest.fixture(scope="module")
def czech(real_data: Path) -> Iterator[Parser]:
    """The parser of the translation."""
    with open_parser("udpipe", {"model": str(real_data / "models" / "czech.udpipe")}) as parser:
        yield parser


def parsed(parser: Parser, marked: str) -> tuple[Sentence, int]:
    """The tree of a sentence, and the last content word between `**`."""
    parts = marked.replace("…", "").strip().split("**")
    start, end = len("".join(parts[:-2])), len("".join(parts[:-1]))
    (sentence,) = parser.parse(["".join(parts)])
    words = [
        place
        for place, word in enumerate(sentence.words)
        if start <= word.start < end and word.upos in ("VERB", "NOUN", "ADJ")
    ]
    return sentence, words[-1]


def test_all_are_tried(examples: dict[str, dict[str, str]]) -> None:
    """None is left out."""
    assert [number for number, *_ in EXAMPLES] == list(examples)


@pytest.mark.parametrize("number, verdicts, why", EXAMPLES)
def test_examples(
    number: str, verdicts: str, why: str, examples: dict[str, dict[str, str]], english: Parser, czech: Parser
) -> None:
    """Equivalents are Good and Bad as the paper groups them, except where a model misreads a sentence."""
    example = examples[number]
    source, keyword = parsed(english, example["english"])
    target, word = parsed(czech, example["czech"])
    banks = treebank([source]), treebank([target])
    links = {Symmetry.INTERSECTION: np.array([[keyword, word]], dtype=np.int64)}
    judge = Judge(Aligned(*banks, links, {"human": np.array([0])}), Symmetry.INTERSECTION)
    found = []
    for name in GERUND if example["keyword"] == "gerund" else INFINITIVE:
        contrast = bundled("en-cs")[name]
        found += [
            str(judge.judge(hit, "human", contrast.good, contrast.bad).verdict)
            for hit in find([contrast], banks[0])
            if hit.keyword == keyword
        ]
    assert " ".join(found) == verdicts, why
