"""A rating task draws sentences and distinct translations, in an order that tells nothing."""

from dataclasses import replace

import numpy as np
import pytest

from lackmus.core.base.choices import ItemSet
from lackmus.core.ratings.tasks import (
    BlindTranslation,
    Drawn,
    ListedTask,
    RatingScale,
    TaskError,
    TaskPlan,
    TaskShown,
    draw,
    plan_of,
    plan_values,
    planned,
    scale_of,
)
from lackmus.core.trees.treebank import treebank
from lackmus.tables.ratings.tasks import (
    listed_values,
    task_tables,
    tasks_table,
    translations_table,
    with_marks,
)
from tests.studied import NONFINITE, sentence, small_study

ALL = TaskPlan(references=("human", "second"), chosen=ItemSet.HITS)


def drawn(**chosen: object) -> Drawn:
    study = small_study()
    return draw(study, planned(study, replace(ALL, **chosen)))  # type: ignore[arg-type]


def wrote(one: Drawn) -> dict[tuple[int, str], tuple[str, ...]]:
    """Sentence and last word -> who wrote the text."""
    return {(text.sentence, text.text.split()[-1]): text.systems for text in one.texts}


def test_identical_translations_are_one_text() -> None:
    """Each text stands once a sentence, and names all who wrote it."""
    assert wrote(drawn()) == {
        (0, "ging"): ("Ahorn", "Linde", "human", "second"),
        (0, "gehen"): ("Birke",),
        (1, "ging"): ("Ahorn", "Linde", "human", "second"),
        (1, "gehen"): ("Birke",),
        (2, "ging"): ("Linde", "human", "second"),
        (2, "gehen"): ("Ahorn", "Birke"),
        (3, "ging"): ("Birke", "human"),
        (3, "gehen"): ("Ahorn", "Linde", "second"),
    }


def test_texts_that_differ_in_spaces_alone_are_one() -> None:
    study = small_study()
    targets = [study.targets.sentence(number) for number in range(len(study.targets))]
    first = targets[0]
    targets[0] = replace(first, text=first.text.replace(" ", "\u00a0 ") + " ")
    again = replace(study, targets=treebank(targets))
    assert wrote(draw(again, planned(again, ALL)))[0, "ging"] == ("Ahorn", "Linde", "human", "second")


@pytest.mark.parametrize(
    "chosen, sentences, who",
    [
        ({"systems": ("Birke",), "references": ()}, {0, 1, 2, 3}, {"Birke"}),
        ({"references": ("human",)}, {0, 1, 2, 3}, {"Ahorn", "Birke", "Linde", "human"}),
        ({"contrasts": ("gerund-zu",), "chosen": ItemSet.HITS}, {0, 1, 2, 3}, None),
        ({"contrasts": (NONFINITE,), "chosen": ItemSet.HITS}, {0, 1, 2, 3}, None),
    ],
)
def test_what_is_drawn(chosen: dict[str, object], sentences: set[int], who: set[str] | None) -> None:
    found = drawn(**chosen)
    assert {text.sentence for text in found.texts} == sentences
    assert who is None or {name for text in found.texts for name in text.systems} == who


def test_so_many_sentences_by_seed() -> None:
    """The same for the same seed; another seed draws others and another order."""
    seeds = [{text.sentence for text in drawn(sentences=2, seed=seed).texts} for seed in range(20)]
    assert all(len(found) == 2 for found in seeds) and len({frozenset(found) for found in seeds}) > 1
    assert drawn(seed=3) == drawn(seed=3)
    assert drawn(seed=3).texts != drawn(seed=4).texts


def test_blank_and_missing_translations_are_not_rated() -> None:
    study = small_study()
    targets = [study.targets.sentence(number) for number in range(len(study.targets))]
    targets[1] = sentence("s0")  # of Birke, for the first sentence
    without = {**study.target_of, "Ahorn": np.array([-1, 5, 10, 15])}
    again = replace(study, targets=treebank(targets), target_of=without)
    assert wrote(draw(again, planned(again, ALL)))[0, "ging"] == ("Linde", "human", "second")
    assert (0, "gehen") not in wrote(draw(again, planned(again, ALL)))


def test_keywords_are_marked_where_they_stand() -> None:
    for one in drawn().sentences:
        assert [one.source[start:end] for start, end in one.marks] == [one.source.split()[2]]


@pytest.mark.parametrize(
    "wrong, said",
    [
        ({"scale": RatingScale(5, 1)}, "5–1 does not"),
        ({"scale": RatingScale(-1, 5)}, "-1–5 does not"),
        ({"scale": RatingScale(0, 1001)}, "at most 1000"),
        ({"systems": ("Eiche",)}, "has no system Eiche. It has Ahorn, Birke, Linde"),
        ({"systems": ("human",)}, "has no system human"),
        ({"references": ("Ahorn",)}, "has no reference Ahorn. It has human, second"),
        ({"contrasts": ("none",)}, "has no contrast none"),
        ({"chosen": ItemSet.REFINED}, "has no refined keywords. It has pre-selected, hits"),
        ({"people": 0}, "is 0. It must be from 1 to 50"),
        ({"repeats": 51}, "is 51. It must be from 0 to 50"),
        ({"sentences": -1}, "is -1"),
        ({"advice": "x" * 2001}, "longer than 2000"),
        ({"contrasts": ("gerund-zu",), "chosen": ItemSet.SELECTED}, "no sentence with a translation"),
    ],
)
def test_what_cannot_be_done_is_said(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(TaskError, match=said):
        drawn(**wrong)


def test_a_plan_goes_through_plain_values() -> None:
    plan = planned(small_study(), replace(ALL, scale=RatingScale(1, 5, "nonsense", "perfect"), marked=True))
    assert plan_of(plan_values(plan)) == plan


@pytest.mark.parametrize("value", [0, 6, -1])
def test_a_rating_is_on_the_scale(value: int) -> None:
    with pytest.raises(TaskError, match="not on the scale from 1 to 5"):
        RatingScale(1, 5).check(value, "line 3")
    assert RatingScale(0, 6).check(6, "") == 6


PLAN = TaskPlan(systems=("Ahorn",), references=("human",), repeats=20, seed=7)
TASK = TaskShown(1, "quality", 1, "small", "en-de", PLAN, 8, 4, "secret", "Ada", "2026-01-02T03:04:05")
LISTED = ListedTask(TASK, 3, 1, 7)


@pytest.mark.parametrize(
    "marks, written",
    [
        ((), "She denied leaving."),
        (((11, 18),), "She denied **leaving**."),
        (((0, 3), (11, 18)), "**She** denied **leaving**."),
    ],
)
def test_keywords_stand_between_asterisks(marks: tuple[tuple[int, int], ...], written: str) -> None:
    assert with_marks(BlindTranslation("k", "She denied leaving.", marks, "Sie ging.", None)) == written


def test_an_annotator_with_texts_left_learns_nothing_of_the_draw() -> None:
    blind = replace(LISTED, open=False)
    shown = repr((listed_values(blind), task_tables(blind, {"Ann": 1}), tasks_table([blind])))
    assert not any(word in shown for word in ("Ahorn", "human", "secret", "seed"))
    told = repr((listed_values(LISTED), task_tables(LISTED, {})))
    assert "Ahorn" in told and "human" in told and "secret" not in told


@pytest.mark.parametrize(
    "many, left, said", [(1, 7, "7 left for you"), (0, 7, "others look at them"), (0, 0, "You are done.")]
)
def test_what_comes_next(many: int, left: int, said: str) -> None:
    cards = [BlindTranslation("k", "A source.", (), "A text.", None)] * many
    assert said in translations_table(TASK, cards, left).notes[0]


@pytest.mark.parametrize(
    "written, scale",
    [("0-100", RatingScale(0, 100)), ("1–5", RatingScale(1, 5)), (" 1 - 7 ", RatingScale(1, 7))],
)
def test_scales_as_people_write_them(written: str, scale: RatingScale) -> None:
    assert scale_of(written) == scale


@pytest.mark.parametrize("written", ["", "5", "-1-5", "a-b", "1-2-3", "²-5"])
def test_what_is_no_scale(written: str) -> None:
    with pytest.raises(TaskError, match="is no scale"):
        scale_of(written)
