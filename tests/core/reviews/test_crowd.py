"""Open texts as tasks of annotators, and answers as verdicts."""

from collections import Counter
from typing import Any

import pytest

from lackmus.core.reviews.crowd import CrowdError, CrowdPlan, CrowdText, Cut, TextId, tasks

PEOPLE = ("Ina", "Jan", "Kai")


def text(number: int, control: bool = False) -> CrowdText:
    return CrowdText(f"de-en:{number}", "A", "p", "", (), "", "Satz.", f"Text {number}.", None, control)


TEXTS = [text(number) for number in range(10)]


@pytest.mark.parametrize("times", [1, 2, 3])
def test_each_text_so_many_times(times: int) -> None:
    """Never twice for one annotator, and nobody has much more than another."""
    given = tasks(TEXTS, CrowdPlan(names=PEOPLE, times=times))
    assert Counter(one.id for task in given for one in task) == dict.fromkeys(
        (one.id for one in TEXTS), times
    )
    assert all(len({one.id for one in task}) == len(task) for task in given)
    sizes = [len(task) for task in given]
    assert max(sizes) - min(sizes) <= 1


def test_the_seed_tells_the_order() -> None:
    first, again, other = (tasks(TEXTS, CrowdPlan(people=2, seed=seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert [one.item for one in first[0]] != sorted(one.item for one in first[0])


def test_controls_are_for_each_annotator() -> None:
    given = tasks(
        TEXTS, CrowdPlan(people=2, controls=2), [text(number, control=True) for number in range(20, 25)]
    )
    assert [sum(one.control for one in task) for task in given] == [2, 2]


@pytest.mark.parametrize(
    "plan, said",
    [
        ({"people": 0}, "1 to 500 annotators"),
        ({"people": 2, "times": 3}, "cannot be judged 3 times by 2 annotators"),
        ({"names": ("Ina", "Ina")}, "two annotators have one name"),
        ({"names": ("Ina & Jan",)}, "“Ina & Jan” cannot name an annotator"),
        ({"labels": ("Ja", "Ja", "?")}, "three answers must differ"),
        ({"labels": ("Ja", "Nein", " ")}, "none may be blank"),
    ],
)
def test_impossible_plans(plan: dict[str, Any], said: str) -> None:
    with pytest.raises(CrowdError, match=said):
        CrowdPlan(**plan)


@pytest.mark.parametrize("one", [text(7), text(7, control=True)])
def test_ids_come_back(one: CrowdText) -> None:
    about = TextId.parse(one.id)
    assert about is not None
    assert (about.item, about.control) == (one.item, one.control)


@pytest.mark.parametrize("written", ["", "tutorial_1", "wmt25#news#3", "de-en:7#xyz", "7#0123456789ab"])
def test_ids_of_others(written: str) -> None:
    assert TextId.parse(written) is None


@pytest.mark.parametrize(
    "score, verdict", [(100, "pass"), (67, "pass"), (66.9, None), (50, None), (33, "fail"), (0, "fail")]
)
def test_scores(score: float, verdict: str | None) -> None:
    """Both ends count; what lies between stays open."""
    assert Cut().verdict(score) == verdict


def test_a_cut_that_says_both() -> None:
    with pytest.raises(CrowdError, match="scores up to 50 cannot be a fail where those from 50 pass"):
        Cut(50, 50)
