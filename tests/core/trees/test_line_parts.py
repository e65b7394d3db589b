"""Lines of several sentences: which words each has, and the line made of them again."""

import pytest

from lackmus.core.trees.line_parts import LineSentence, gap_read, gap_written, joined_parts, sentence_words
from lackmus.core.trees.matching import Finder
from lackmus.core.trees.query import compile_query
from lackmus.core.trees.treebank import Sentence, Word, treebank

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
