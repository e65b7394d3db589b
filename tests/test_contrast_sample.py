"""The bundled sample for contrasts: sound trees and links, and the verdicts that a linguist gives by hand."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest

from lackmus.core.base.choices import Symmetry
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.trees.matching import Finder
from lackmus.core.trees.treebank import Treebank, tree_flaw
from lackmus.flows.challenges.overall_scores import read_table
from lackmus.flows.contrasts.material import StudyFiles
from lackmus.flows.contrasts.studies import StudyRequest, run
from lackmus.flows.suites.samples import SAMPLE
from lackmus.read.conllu import read_conllu
from lackmus.read.contrasts import bundled_contrasts

FOLDER = SAMPLE / "contrasts"
SYSTEMS = ("Ahorn", "Birke", "Eiche", "Linde")
TRANSLATIONS = ("reference", *SYSTEMS)
FILES = ("source.en", *(f"{name}.de" for name in TRANSLATIONS))
CONTRASTS = {one.name: one for one in bundled_contrasts() if str(one.pair) == "en-de"}


@cache
def trees(name: str) -> Treebank:
    """The trees of a file."""
    return read_conllu(FOLDER / f"{name}.conllu")


def links(name: str) -> list[list[tuple[int, int]]]:
    """The links of a translation, sentence by sentence."""
    lines = (FOLDER / f"{name}.align").read_text("utf-8").splitlines()
    return [[(int(a), int(b)) for a, b in (one.split("-") for one in line.split())] for line in lines]


@pytest.mark.parametrize("name", FILES)
def test_trees(name: str) -> None:
    """Sixteen sentences with the same ids; each is a tree and spells the text that stands above it."""
    bank = trees(name)
    assert bank.ids == tuple(f"s{number:02}" for number in range(1, 17))
    for number in range(len(bank)):
        sentence = bank.sentence(number)
        assert tree_flaw([word.head for word in sentence.words]) is None
        contracted = {word.start for word, after in pairwise(sentence.words) if word.start == after.start}
        for word in sentence.words:
            assert word.start in contracted or sentence.text[word.start : word.end] == word.form


def test_lengths() -> None:
    """Short enough to be read at a glance."""
    counts = [
        sum(word.upos != "PUNCT" for word in trees("source.en").sentence(number).words)
        for number in range(16)
    ]
    assert min(counts) == 4
    assert max(counts) <= 12


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_links(name: str) -> None:
    """A line a sentence; every link joins two words that are there, and none stands there twice."""
    source, target, lines = trees("source.en"), trees(f"{name}.de"), links(name)
    assert len(lines) == len(source)
    for number, line in enumerate(lines):
        assert line == sorted(set(line))
        assert all(a < source.lengths[number] and b < target.lengths[number] for a, b in line)
        ends = source.lengths[number] - 1, target.lengths[number] - 1
        assert line[-1] == ends  # the two full stops


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_names_are_linked_with_themselves(name: str) -> None:
    """A shifted line would join “Anna” with something else."""
    source, target = trees("source.en"), trees(f"{name}.de")
    for number, line in enumerate(links(name)):
        left, right = source.sentence(number).words, target.sentence(number).words
        for word in {word.form for word in left} & {"Anna", "Graz", "1990"}:
            joined = {right[b].form for a, b in line if left[a].form == word}
            assert joined == {word}


@pytest.fixture(scope="module")
def study() -> ContrastStudy:
    """The sample run with its own links."""
    named = StudyFiles(
        FOLDER / "source.en.conllu",
        [str(FOLDER / f"{name}.de.conllu") for name in SYSTEMS],
        [str(FOLDER / "reference.de.conllu")],
        pair="en-de",
    )
    alignments = [f"{name}={FOLDER / name}.align" for name in TRANSLATIONS]
    return run(StudyRequest(named, alignments=alignments)).study


# Good, Bad; Unknown because not aligned (-) or undecided (u).
LETTERS = {"not aligned": "-", "undecided": "u"}


@pytest.mark.parametrize(
    "contrast, keywords, reference, ahorn, birke, eiche, linde",
    [
        (
            "gerund-zu",
            "answering locking reading driving Baking singing using",
            *("GGBBBBB", "GGBBGBB", "BBBBBBB", "B-BBBBB", "-GBBBBB"),
        ),
        (
            "gerund-clause",
            "answering locking reading driving Baking singing using",
            *("BBGGBBG", "BBBBBBB", "GGGGGGG", "B-BBBBB", "-BGGBGB"),
        ),
        (
            "gerund-noun",
            "answering locking reading driving Baking singing using",
            *("BBBBGGB", "BBGGBGG", "BBBBBBB", "G-GGGGG", "-BBBGBB"),
        ),
        ("participle-finite", "Smiling", *"GBGBG"),
        ("participle-relative", "waiting", *"GBGBG"),
        ("passive-active", "fined closed said sung", "GBGG", "BBBB", "BGGG", "Guu-", "GBGB"),
        ("perfect-perfekt", "lost sold left lived", "GGGB", "GGGG", "BBBB", "BBBB", "GGGB"),
        ("purpose-um-zu", "save open", "GG", "GB", "BB", "BB", "GG"),
    ],
)
def test_verdicts(
    contrast: str,
    keywords: str,
    reference: str,
    ahorn: str,
    birke: str,
    eiche: str,
    linde: str,
    study: ContrastStudy,
) -> None:
    """What became of every keyword in every translation."""
    items = study.items.filter(pl.col("contrast") == contrast)
    found = zip(items["sentence"], items["keyword"], strict=True)
    assert [study.sources.sentence(s).words[k].form for s, k in found] == keywords.split()
    verdicts = study.verdicts.filter(pl.col("symmetry") == Symmetry.INTERSECTION)
    said = {
        name: "".join(
            {"pass": "G", "fail": "B"}.get(verdict) or LETTERS[reason]
            for verdict, reason in items.select("item")
            .join(verdicts.filter(pl.col("system") == name), on="item", maintain_order="left")
            .select("verdict", "reason")
            .iter_rows()
        )
        for name in TRANSLATIONS
    }
    assert said == dict(zip(TRANSLATIONS, (reference, ahorn, birke, eiche, linde), strict=True))


@pytest.mark.parametrize("name", CONTRASTS)
def test_every_contrast_has_hits(name: str, study: ContrastStudy) -> None:
    """And each of them one that the reference selects."""
    assert Finder(trees("source.en")).mask(CONTRASTS[name].source).any()
    assert study.items.filter((pl.col("contrast") == name) & pl.col("selected")).height


def test_scores() -> None:
    """An overall score for every system."""
    (overall,) = read_table(FOLDER / "scores.tsv", SYSTEMS)
    assert overall.name == "rating"
    assert set(overall.values) == set(SYSTEMS)


def test_nothing_is_left_over() -> None:
    """Every file is one that the README names, or one of these."""
    expected = {f"{name}.conllu" for name in FILES} | {f"{name}.align" for name in TRANSLATIONS}
    assert {path.name for path in FOLDER.iterdir()} == expected | {"scores.tsv", "README.md"}
    said = Path(FOLDER / "README.md").read_text("utf-8")
    assert all(name in said for name in (*SYSTEMS, "Apache-2.0", "scores.tsv", "measure no product"))
