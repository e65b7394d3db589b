"""Parses as strings: what is packed comes back, and what is none is seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.trees.packing import is_packed, packed, packed_line, unpacked
from lackmus.core.trees.treebank import Sentence, Word
from tests.core.trees.test_treebank import DOG, NOTHING, RAIN


def test_packed() -> None:
    """A line a column, without ids and texts."""
    assert packed(RAIN) == (
        "It\trains\nit\train\nPRON\tVERB\n_\t_\n_\tVerbForm=Fin\nexpl\troot\n2\t0\n0\t3\n2\t8"
    )
    assert packed(NOTHING) == ""


def test_unpacked() -> None:
    """Sentences with whatever ids and texts one says."""
    every = [DOG, NOTHING, RAIN]
    bank = unpacked((one.id, one.text, packed(one)) for one in every)
    assert [bank.sentence(number) for number in range(3)] == every
    assert all(is_packed(packed(one)) for one in every)


def test_the_sentences_of_a_line() -> None:
    """Each keeps its root; if one has no words, the line has none."""
    line = packed_line([(0, packed(RAIN)), (10, packed(DOG))])
    assert is_packed(line)
    found = unpacked([("1", "line", line)]).sentence(0).words
    assert found[:2] == RAIN.words
    for word, alone in zip(found[2:], DOG.words, strict=True):
        head = alone.head + 2 if alone.head else 0
        assert word == alone._replace(head=head, start=alone.start + 10, end=alone.end + 10)
    assert packed_line([(0, packed(RAIN)), (10, "")]) == packed_line([]) == ""


@given(st.lists(st.tuples(*[st.text()] * 6, st.integers(0, 9), st.integers(0, 10**6)), max_size=5))
def test_any_words(rows: list[tuple[str, str, str, str, str, str, int, int]]) -> None:
    """Whatever stands in them, but for tabs and line ends, which become spaces."""
    words = tuple(
        Word(form, lemma, upos, xpos, feats, head, rel, at, at)
        for form, lemma, upos, xpos, feats, rel, head, at in rows
    )
    written = packed(Sentence("", "", words))
    assert is_packed(written)
    (again,) = [unpacked([("", "", written)]).sentence(0)]
    plain = [tuple(str(value).replace("\t", " ").replace("\n", " ") for value in word) for word in words]
    assert [tuple(map(str, word)) for word in again.words] == plain


def test_what_cannot_be_written() -> None:
    """Half a sign becomes a space as well."""
    word = RAIN.words[1]
    written = packed(Sentence("", "", (word._replace(form="a\ud800"),)))
    assert unpacked([("", "", written)]).word(0) == word._replace(form="a ")


@pytest.mark.parametrize(
    "written",
    [
        "a",
        "\n" * 8,
        "\n".join(["a"] * 9),
        "\n".join(["a"] * 6 + ["1"] * 2),
        "\n".join(["a"] * 6 + ["1"] * 4),
        "\n".join(["a\tb"] * 5 + ["a"] + ["1\t1"] * 3),
        "\n".join(["a"] * 6 + ["-1", "0", "1"]),
        "\n".join(["a"] * 6 + ["٣", "0", "1"]),
        "\n".join(["a\tb"] * 6 + ["1\t", "0\t1", "0\t1"]),
    ],
)
def test_what_is_no_parse(written: str) -> None:
    """Would break whoever unpacks it."""
    assert not is_packed(written)
