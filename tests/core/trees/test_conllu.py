"""Sentences as CoNLL-U, line by line."""

from dataclasses import replace

from lackmus.core.trees.conllu import sentence_conllu
from lackmus.core.trees.treebank import Sentence, Word
from tests.core.trees.test_treebank import DOG, NOTHING


def words(*places: tuple[str, int, int]) -> tuple[Word, ...]:
    """The first is the root of all others."""
    rels = ["root", *["dep"] * len(places)]
    return tuple(
        Word(form, form, "X", "_", "_", min(number, 1), rels[number], start, end)
        for number, (form, start, end) in enumerate(places)
    )


def lines(sentence: Sentence) -> list[str]:
    """With spaces for tabs."""
    written = sentence_conllu(sentence)
    assert written.endswith("\n\n") or not sentence.words
    return written.replace("\t", " ").split("\n")


def test_a_sentence() -> None:
    """Ten columns, and where no space follows."""
    assert lines(DOG) == [
        "# sent_id = dog",
        "# text = The dogs want to run.",
        "1 The the DET DT Definite=Def 2 det _ _",
        "2 dogs dog NOUN NNS Number=Plur 3 nsubj _ _",
        "3 want want VERB VBP VerbForm=Fin 0 root _ _",
        "4 to to PART TO _ 5 mark _ _",
        "5 run run VERB VB VerbForm=Inf 3 xcomp _ SpaceAfter=No",
        "6 . . PUNCT . _ 3 punct _ _",
        "",
        "",
    ]


def test_a_line_of_two_sentences() -> None:
    """Is two trees that say which line they are; what stands between them is told unless it is a space."""
    line = Sentence(
        "7", " A b.  C\tD", (*words(("A", 1, 2), ("b.", 3, 5)), *words(("C", 7, 8))[:1], *words(("D", 9, 10)))
    )
    assert lines(line) == [
        "# sent_id = 7.1",
        "# line_id = 7",
        "# line_part = 1/3",
        "# text = A b.",
        "1 A A X _ _ 0 root _ _",
        "2 b. b. X _ _ 1 dep _ SpacesAfter=\\s\\s",
        "",
        "# sent_id = 7.2",
        "# line_id = 7",
        "# line_part = 2/3",
        "# text = C",
        "1 C C X _ _ 0 root _ SpacesAfter=\\t",
        "",
        "# sent_id = 7.3",
        "# line_id = 7",
        "# line_part = 3/3",
        "# text = D",
        "1 D D X _ _ 0 root _ _",
        "",
        "",
    ]


def test_contractions() -> None:
    """Words at the same place are one token, which says whether a space follows."""
    sentence = Sentence(
        "1", "du, can't", words(("de", 0, 2), ("le", 0, 2), (",", 2, 3), ("ca", 4, 9), ("n't", 4, 9))
    )
    assert [line.split()[:2] + line.split()[9:] for line in lines(sentence)[2:-2]] == [
        ["1-2", "du", "SpaceAfter=No"],
        ["1", "de", "_"],
        ["2", "le", "_"],
        ["3", ",", "_"],
        ["4-5", "can't", "_"],
        ["4", "ca", "_"],
        ["5", "n't", "_"],
    ]


def test_odd_signs() -> None:
    """No sign of a text breaks the lines; words that stand nowhere are no contraction."""
    sentence = Sentence("a\nb", " one\n two\t", words(("one\t", 1, 4), ("", 6, 6), ("\n", 6, 6)))
    assert sentence_conllu(sentence) == (
        "# sent_id = a b\n# text = one  two\n"
        "1\tone\tone\tX\t_\t_\t0\troot\t_\t_\n"
        "2\t_\t_\tX\t_\t_\t1\tdep\t_\tSpaceAfter=No\n"
        "3\t_\t_\tX\t_\t_\t1\tdep\t_\t_\n\n"
    )


def test_no_words() -> None:
    """An id and a text; without an id, only the text."""
    assert sentence_conllu(NOTHING) == "# sent_id = nothing\n# text = \n\n"
    assert sentence_conllu(replace(NOTHING, id="", text="Too long.")) == "# text = Too long.\n\n"
