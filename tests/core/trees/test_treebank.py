"""Treebanks: what goes in comes back, and whatever is no tree is told."""

from dataclasses import replace

import numpy as np
import pytest

from lackmus.core.trees.treebank import (
    ATTRIBUTES,
    Coded,
    Gathering,
    Sentence,
    Word,
    coded,
    joined,
    tree_flaw,
    treebank,
)

DOG = Sentence(
    "dog",
    "The dogs want to run.",
    (
        Word("The", "the", "DET", "DT", "Definite=Def", 2, "det", 0, 3),
        Word("dogs", "dog", "NOUN", "NNS", "Number=Plur", 3, "nsubj", 4, 8),
        Word("want", "want", "VERB", "VBP", "VerbForm=Fin", 0, "root", 9, 13),
        Word("to", "to", "PART", "TO", "_", 5, "mark", 14, 16),
        Word("run", "run", "VERB", "VB", "VerbForm=Inf", 3, "xcomp", 17, 20),
        Word(".", ".", "PUNCT", ".", "_", 3, "punct", 20, 21),
    ),
)
RAIN = Sentence(
    "rain",
    "It rains",
    (
        Word("It", "it", "PRON", "_", "_", 2, "expl", 0, 2),
        Word("rains", "rain", "VERB", "_", "VerbForm=Fin", 0, "root", 3, 8),
    ),
)
NOTHING = Sentence("nothing", "", ())


@pytest.mark.parametrize(
    "given",
    [[], [NOTHING], [DOG], [DOG, RAIN], [NOTHING, DOG, NOTHING, NOTHING, RAIN, NOTHING], [RAIN, DOG, RAIN]],
)
def test_what_goes_in_comes_back(given: list[Sentence]) -> None:
    """Sentence by sentence and word by word; one without words is in nobody's way."""
    bank = treebank(given)
    assert [bank.sentence(number) for number in range(len(bank))] == given
    words = [word for sentence in given for word in sentence.words]
    assert [bank.word(row) for row in range(bank.words)] == words
    assert bank.lengths.tolist() == [len(one.words) for one in given]
    assert bank.sentence_of.tolist() == [number for number, one in enumerate(given) for _ in one.words]
    assert bank.spans.shape == (len(words), 2)
    assert [bank.column(name)[row] for name in ATTRIBUTES for row in range(bank.words)] == [
        getattr(word, name) for name in ATTRIBUTES for word in words
    ]


@pytest.mark.parametrize("chosen", [[], [0], [2, 0], [0, 0, 3, 0], [1], [3, 2, 1, 0], np.array([1, 3])])
def test_sentences_are_taken(chosen: list[int]) -> None:
    """In any order, as often as one wants."""
    given = [DOG, NOTHING, RAIN, replace(DOG, id="again")]
    taken = treebank(given).take(chosen)
    assert [taken.sentence(number) for number in range(len(taken))] == [given[number] for number in chosen]


@pytest.mark.parametrize(
    "banks", [[[DOG]], [[DOG], [RAIN]], [[], [DOG, NOTHING], [], [RAIN, DOG], [NOTHING]], [[], []]]
)
def test_treebanks_are_joined(banks: list[list[Sentence]]) -> None:
    """As if their sentences had come together."""
    bank, every = joined([treebank(one) for one in banks]), [one for some in banks for one in some]
    assert [bank.sentence(number) for number in range(len(bank))] == every
    together = treebank(every)
    assert bank.heads.tolist() == together.heads.tolist()
    assert all(bank.column(name).values == together.column(name).values for name in ATTRIBUTES)


def test_heads_are_rows() -> None:
    """Counted through all sentences."""
    assert treebank([DOG, NOTHING, RAIN]).heads.tolist() == [1, 2, -1, 4, 2, 2, 7, -1]


@pytest.mark.parametrize("values", [[], ["a"], ["b", "a", "b", "", "a"]])
def test_coded(values: list[str]) -> None:
    """Every value once, in the order in which they come."""
    column = coded(values)
    assert column.values == tuple(dict.fromkeys(values))
    assert [column[row] for row in range(len(values))] == values
    assert column.codes.dtype == np.int32
    rows = np.arange(len(values))[::-1]
    assert [column.take(rows)[row] for row in range(len(values))] == values[::-1]
    assert isinstance(column, Coded)


def test_a_gathering_grows() -> None:
    """It can be looked at in between."""
    gathering = Gathering()
    assert len(gathering) == 0
    gathering.add("1", "a b", [["a", "b"]] * len(ATTRIBUTES), [0, 1], [0, 2], [1, 3])
    first = gathering.treebank()
    gathering.add("2", "c", [["c"]] * len(ATTRIBUTES), [0], [0], [1])
    assert (len(first), first.words, len(gathering)) == (1, 2, 2)
    assert gathering.treebank().heads.tolist() == [-1, 0, -1]


@pytest.mark.parametrize(
    "heads, flaw",
    [
        ([], None),
        ([0], None),
        ([2, 0], None),
        ([2, 3, 4, 5, 0], None),
        ([0, *range(1, 2000)], None),
        ([*range(2, 2001), 0], None),
        ([1], (1, "no word is the root, with the head 0")),
        ([2, 1], (1, "no word is the root, with the head 0")),
        ([0, 0], (2, "words 1 and 2 are both roots")),
        ([2, 0, 2, 0, 0], (4, "words 2 and 4 are both roots")),
        ([0, 3], (2, "word 2 has the head 3, and the sentence has 2 words")),
        ([2], (1, "word 1 has the head 2, and the sentence has 1 word")),
        ([0, -1], (2, "word 2 has the head -1, and the sentence has 2 words")),
        ([0, 2], (2, "word 2 hangs on itself")),
        ([0, 4, 2, 3], (2, "the words 2, 3, 4 hang on each other in a circle")),
        ([3, 4, 4, 3, 0], (3, "the words 3, 4 hang on each other in a circle")),
        ([0, *range(3, 12), 2], (2, "the words 2, 3, 4, 5, 6, … hang on each other in a circle")),
    ],
)
def test_what_is_no_tree(heads: list[int], flaw: tuple[int, str] | None) -> None:
    """One root, and every word hangs on it, whatever the way."""
    assert tree_flaw(heads) == flaw
