"""Rating tasks as lists and cards: what annotators may know, and keywords between asterisks."""

from dataclasses import replace

import pytest

from lackmus.core.ratings.lists import BlindTranslation, ListedTask
from lackmus.core.ratings.tasks import RatingScale, TaskError, TaskPlan, TaskShown, scale_of
from lackmus.tables.ratings.tasks import (
    listed_values,
    task_tables,
    tasks_table,
    translations_table,
    with_marks,
)

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
