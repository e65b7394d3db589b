"""Studies as lines of plain values: there and back, and what was changed on the way is refused."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from lackmus.core.contrasts.study_lines import overall_of, sentence_of, study_lines, study_of
from tests.studied import small_study

Lines = list[dict[str, Any]]
LINES = list(study_lines(small_study()))
FIRST_TARGET = next(number for number, line in enumerate(LINES) if "target" in line)
WORD = ["Sie", "sie", "PRON", "_", "_", 0, "root", 0, 3]  # as `Word` has them: head, relation, start, end


def test_a_study_survives() -> None:
    again = study_of(LINES)
    assert list(study_lines(again)) == LINES


def link(first: object, second: object) -> Callable[[Lines], None]:
    """A link that is not there, or no link."""
    return lambda lines: lines[FIRST_TARGET]["links"].append([first, second])


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda lines: lines[0].update(version=0), "its version is 0, not"),
        (lambda lines: lines[0].update(sources=99), "there are 4 sources, though its first line says 99"),
        (lambda lines: lines[0].update(systems="Ahorn"), "something else stands where texts are needed"),
        (lambda lines: lines[FIRST_TARGET].update(of=-1), "-1 is no number of a sentence or word"),
        (lambda lines: lines[FIRST_TARGET].update(of=True), "True is no number of a sentence or word"),
        (link(0, 99), "the link 0-99 leads to no word"),
        (link(99, 0), "the link 99-0 leads to no word"),
        (link(0, "1"), "'1' is no number of a sentence or word"),
    ],
)
def test_a_changed_study_is_refused(change: Callable[[Lines], None], said: str) -> None:
    lines = copy.deepcopy(LINES)
    change(lines)
    with pytest.raises(ValueError, match=said):
        study_of(lines)


@pytest.mark.parametrize(
    "place, value, said",
    [
        (0, None, "is no word"),
        (5, "0", "is no word"),
        (5, 2, "the head of Sie is no word of its sentence"),
        (7, -2, "Sie stands outside of its text"),
        (8, 4, "Sie stands outside of its text"),
    ],
)
def test_a_word_that_cannot_be(place: int, value: object, said: str) -> None:
    word: list[object] = [*WORD]
    assert sentence_of({"id": "1", "text": "Sie", "words": [word]}).words[0].form == "Sie"
    word[place] = value
    with pytest.raises(ValueError, match=said):
        sentence_of({"id": "1", "text": "Sie", "words": [word]})


def test_scores_are_numbers() -> None:
    with pytest.raises(ValueError, match="the scores of BLEU are no numbers"):
        overall_of({"name": "BLEU", "values": {"Ahorn": "24.0"}})
