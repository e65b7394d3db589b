"""Lines are split into sentences where punctuation says so, and nowhere else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.trees.matching import Finder
from lackmus.core.trees.query import compile_query
from lackmus.core.trees.sentence_bounds import (
    LineSentence,
    gap_read,
    gap_written,
    joined_parts,
    sentence_words,
    sentences_in,
)
from lackmus.core.trees.treebank import Sentence, Word, treebank
from lackmus.read.conllu import read_conllu


@pytest.mark.parametrize(
    "written",  # a bar stands where a sentence begins
    [
        "The dog sleeps. |The cat sings.",
        "Where is it? |Here! |No… |Yes... |So it is.",
        "“It rains.” |“Let it rain.” |(He laughed.) |– Well?",
        "In 2021. |3,000 people came. |#URL# is it. |@all: $5.10. |$6 were left.",
        "„Ano.“ |„Ne.“ |Řekl to.",
        "Это дом. |«Да». |Нет.",
        "他来了。|她走了！|真的？|是。",
        "वह आया। |वह गया।",
        # nothing ends here
        "Mr. Comey and Ms. Clinton met Dr. No at St. Paul's.",
        "The U.S. Army, e.g. Unit No. 31, came on Jan. 24 at 5 p.m. local time.",
        "J. R. R. Tolkien and Charles III. Windsor",
        "Am 3. Oktober kam die 2. Auflage mit ca. 20 Mrd. Euro, vgl. Nr. 5.",
        "Ve 14. století př. n. l. žil sv. Michal, např. Jan.",
        "1. Tap the menu. |2. Open it.",
        "She said: “Go home.” and went.",
        "Really? asked Anna.",
        "version 3.5 of example.com costs 1.000 Euro",
        "Well ... maybe…",
        "The end. ”",
        "And ...",
        "No end",
    ],
)  # fmt: skip
def test_where_sentences_begin(written: str) -> None:
    """By the signs around each end; what could be an abbreviation ends no sentence."""
    line = written.replace("|", "")
    found = [line[start:end] for start, end in sentences_in(line)]
    assert found == [part.strip() for part in written.split("|")]


@pytest.mark.parametrize("line", ["", " ", "\n", "."])
def test_lines_without_sentences(line: str) -> None:
    """Are one piece."""
    assert sentences_in(line) == [(0, len(line))]


@given(st.text('Aa1. !?"”)\n。', max_size=40))
def test_nothing_is_lost(line: str) -> None:
    """Only white space stands between sentences, whatever stands in a line."""
    bounds = sentences_in(line)
    if not line.strip():
        return
    assert "".join("".join(line[start:end] for start, end in bounds).split()) == "".join(line.split())
    assert [place for bound in bounds for place in bound] == sorted(
        place for bound in bounds for place in bound
    )
    assert all(line[start:end].strip() == line[start:end] != "" for start, end in bounds)


@pytest.mark.real_data
@pytest.mark.parametrize(
    "language, found, split",
    [("English", 498, 2), ("Czech", 496, 1), ("German", 496, 2), ("Russian", 492, 2)],
)
def test_published_sentences(language: str, found: int, split: int, real_data: Path) -> None:
    """Of 500 bounds in lines of two sentences how many are found, and how many single ones are split."""
    (file,) = (real_data / "ud" / f"UD_{language}-PUD").glob("*.conllu")
    texts = read_conllu(file).texts
    pairs = list(zip(texts[::2], texts[1::2], strict=True))
    bounds = [{start for start, _ in sentences_in(f"{one} {other}")} for one, other in pairs]
    assert sum(len(one) + 1 in starts for (one, _), starts in zip(pairs, bounds, strict=True)) >= found
    assert sum(len(sentences_in(text)) > 1 for text in texts) <= split


LINE = Sentence(
    "1",
    "Anna runs. Birds sleep.",
    (
        Word("Anna", "Anna", "PROPN", "_", "_", 2, "nsubj", 0, 4),
        Word("runs", "run", "VERB", "_", "VerbForm=Fin", 0, "root", 5, 9),
        Word(".", ".", "PUNCT", "_", "_", 2, "punct", 9, 10),
        Word("Birds", "bird", "NOUN", "_", "_", 5, "nsubj", 11, 16),
        Word("sleep", "sleep", "VERB", "_", "VerbForm=Fin", 0, "root", 17, 22),
        Word(".", ".", "PUNCT", "_", "_", 5, "punct", 22, 23),
    ),
)


@pytest.mark.parametrize(
    "query, found",
    [
        ("k: deprel=root", ["runs", "sleep"]),
        ("k: deprel=nsubj and clause(lemma=sleep)", ["Birds"]),
        ("k: deprel=nsubj and ancestor(lemma=run)", ["Anna"]),
        ("k: descendant(form=Birds)", ["sleep"]),
        ("k: upos=PUNCT and sibling(form=Anna)", ["."]),
        ("k: upos=VERB and sibling(upos=VERB)", []),  # roots are no siblings
        ("k: upos=NOUN and node(form=Anna)", ["Birds"]),  # the line is what is searched
        ("k: upos=NOUN and node(n: form=runs) and n < k and distance(n, k) = 2", ["Birds"]),
    ],
)
def test_queries_stay_within_a_sentence(query: str, found: list[str]) -> None:
    """By the relations of the tree; place and `node` reach over the line."""
    bank = treebank([LINE])
    assert [bank.form[match.row] for match in Finder(bank).matches(compile_query(query))] == found


@pytest.mark.parametrize(
    "heads, found",
    [
        ([], []),
        ([0], [(0, 1)]),
        ([2, 0, 2], [(0, 3)]),
        ([0, 0], [(0, 1), (1, 2)]),
        ([2, 0, 2, 5, 0, 4], [(0, 3), (3, 6)]),
        ([3, 0, 0], [(0, 3)]),  # two roots whose words are mixed are no two sentences
        ([0, 1, 0, 3, 4, 0], [(0, 2), (2, 5), (5, 6)]),
    ],
)
def test_the_words_of_each_sentence(heads: list[int], found: list[tuple[int, int]]) -> None:
    """No arc leads from one to another."""
    assert [(words.start, words.stop) for words in sentence_words(heads)] == found


def test_a_line_is_made_of_its_sentences() -> None:
    """Heads and places count through the line; each sentence keeps its root."""
    first = LineSentence("A b.", [["A", "b", "."]], [2, 0, 2], [0, 2, 3], [1, 3, 4], "  ")
    second = LineSentence("C!", [["C", "!"]], [0, 1], [0, 1], [1, 2])
    assert joined_parts([first, second]) == LineSentence(
        "A b.  C!", [["A", "b", ".", "C", "!"]], [2, 0, 2, 0, 4], [0, 2, 3, 6, 7], [1, 3, 4, 7, 8]
    )
    assert joined_parts([second]) == second


@pytest.mark.parametrize(
    "gap, written",
    [(" ", ""), ("", "SpaceAfter=No"), ("  ", r"SpacesAfter=\s\s"), (" \u3000", "SpacesAfter=\\s\u3000")],
)
def test_what_stands_between_sentences(gap: str, written: str) -> None:
    """A single space needs no words."""
    assert gap_written(gap) == written
    assert gap_read(written or "_") == gap_read(f"Gloss=x|{written}") == gap


def test_what_is_no_gap() -> None:
    """Is read as a single space."""
    assert gap_read("SpacesAfter=nothing") == " "
