"""Open texts to a crowd and back as decisions, in both databases."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lackmus.core.reviews.crowd import AnswerBy, CrowdPlan, ImportedAnswers
from lackmus.core.reviews.offers import Filters
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.reviews.crowd import CrowdTasks, crowd_tasks, import_answers
from lackmus.flows.reviews.reviews import Scope, status
from lackmus.flows.workspaces import history, people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.reviews.decisions import decisions_of
from lackmus.write.pearmut import campaign_text
from tests.refusals import refuses
from tests.store.reviewed import drawn, say

HERE = Scope("WMT26")
BOTH = CrowdPlan(names=("Ina", "Jan"), times=2)
Answer = Callable[[str, str], str | None]  # of a person on a text


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Item 2 has one open text, 3 and 5 two, 6 one but lacks an output; Ada is the editor."""
    drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
    return Desk(workspace.name, "Ada", opened=workspace)


def answered(made: CrowdTasks, folder: Path, answer: Answer) -> Path:
    """The log of Pearmut after annotators answered, with the texts that they saw."""
    sent = json.loads(campaign_text("Probe", made.tasks, made.plan))
    log = []
    for person, task, pages in zip(sent["info"]["users"], made.tasks, sent["data"], strict=True):
        for place, (one, page) in enumerate(zip(task, pages, strict=True)):
            said: Any = answer(person, one.text)
            if made.plan.by is AnswerBy.CHOICE:
                said = [None, said]
            else:
                said = [{"translation": {"score": said, "error_spans": [], "textfield": None}}]
            log.append({"annotation": said, "item": page, "user_id": person, "item_i": place, "actions": []})
    path = folder / "Probe.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in log))
    return path


def differing(person: str, text: str) -> str | None:
    """Both pass “x …”, they differ on “y …”, and one skips “z …”."""
    if text.startswith("x"):
        return "Pass"
    if text.startswith("y"):
        return "Pass" if person == "Ina" else "Fail"
    return "Fail" if person == "Ina" else None


def opinions(workspace: OpenWorkspace) -> list[tuple[str, str, str]]:
    with workspace.reading() as connection:
        return sorted(decisions_of(connection).select("text", "person", "verdict").iter_rows())


def took(done: ImportedAnswers) -> tuple[int, int, int, int]:
    return done.decided, done.replaced, done.known, done.undecided


def test_answers_become_decisions(workspace: OpenWorkspace, desk: Desk, tmp_path: Path) -> None:
    """In one change, with their people; who differ make a dispute, who skip leave a text open."""
    made = crowd_tasks(desk, HERE, BOTH)
    open_before = status(desk, HERE).review.total.open
    assert (made.texts, made.left) == (open_before, 0)
    assert "A" not in json.dumps([one.text for task in made.tasks for one in task]).split()
    file = answered(made, tmp_path, differing)
    done = import_answers(desk, file)
    assert done.people == {"Ina": True, "Jan": True}
    assert done.disputed == sum(one.text.startswith("y") for one in made.tasks[0])
    people_of = {person for _, person, _ in opinions(workspace)}
    assert people_of == {"Ina", "Jan"}
    again = import_answers(desk, file)
    assert (again.change, took(again)[:2]) == (None, (0, 0))
    assert again.known == done.decided
    history.undo(desk, done.change)
    assert opinions(workspace) == []
    assert status(desk, HERE).review.total.open == open_before


def test_what_an_annotator_decided_otherwise_is_kept(
    workspace: OpenWorkspace, desk: Desk, tmp_path: Path
) -> None:
    """Unless it is to be replaced; a decision of others is no hindrance, and told."""
    file = answered(crowd_tasks(desk, HERE, BOTH), tmp_path, lambda person, text: "Pass")
    say(workspace, "Ada", "-x 003")
    first = import_answers(desk, file)
    assert first.settled_before == ("de-en:003",)
    say(workspace, "Ina", "-y 005")
    second = import_answers(desk, file)
    assert (second.kept, second.replaced, second.change) == (("de-en:005",), 0, None)
    third = import_answers(desk, file, replace=True)
    assert (third.kept, third.replaced) == ((), 1)
    assert ("y 005", "Ina", "pass") in opinions(workspace)


def test_scores_and_filters(workspace: OpenWorkspace, desk: Desk, tmp_path: Path) -> None:
    """Only texts of the asked kind are given, as many as wanted; a score between the ends decides nothing."""
    plan = CrowdPlan(names=("Uli",), by=AnswerBy.SCORE)
    made = crowd_tasks(desk, HERE, plan, Filters(category="Ambiguity"), 2)
    assert (made.texts, {one.category for one in made.tasks[0]}) == (2, {"Ambiguity"})
    scores = iter([90, 50])
    done = import_answers(desk, answered(made, tmp_path, lambda person, text: next(scores)))  # type: ignore[arg-type, return-value]
    assert took(done) == (1, 0, 0, 1)


def test_controls_say_how_far_annotators_agree(workspace: OpenWorkspace, desk: Desk, tmp_path: Path) -> None:
    """Their answers are no decisions."""
    say(workspace, "Ada", "+x 003", "-y 005")
    with refuses(LackmusError, match="only 2 texts in WMT26 that people have decided"):
        crowd_tasks(desk, HERE, CrowdPlan(controls=3))
    made = crowd_tasks(desk, HERE, CrowdPlan(names=("Ina",), controls=2))
    done = import_answers(desk, answered(made, tmp_path, lambda person, text: "Pass"))
    assert done.controls == {"Ina": (1, 2)}
    assert ("y 005", "Ina", "pass") not in opinions(workspace)


def test_texts_that_are_gone_are_named(workspace: OpenWorkspace, desk: Desk, tmp_path: Path) -> None:
    """Texts that the suite does not have; the others are saved."""
    file = answered(crowd_tasks(desk, HERE, CrowdPlan(names=("Ina",))), tmp_path, differing)
    lines = file.read_text().splitlines()
    first = json.loads(lines[0])["item"][0]["item_id"]
    file.write_text("\n".join([lines[0].replace(first, first[:-12] + "0" * 12), *lines[1:]]))
    done = import_answers(desk, file)
    assert len(done.unknown) == 1
    assert done.decided == len(lines) - 1


def test_what_is_refused(workspace: OpenWorkspace, desk: Desk, tmp_path: Path) -> None:
    """Nothing is written then."""
    made = crowd_tasks(desk, HERE, BOTH)
    file = answered(made, tmp_path, differing)
    people.add_person(desk, "Ben", Role.ANNOTATOR)
    with refuses(LackmusError, match="Only an editor may import the answers of others"):
        import_answers(Desk(workspace.name, "Ben", opened=workspace), file)
    file.write_text(file.read_text().replace("de-en:", "de-fr:"))
    with refuses(LackmusError, match="none of its texts is of this suite"):
        import_answers(desk, file)
    assert opinions(workspace) == []
    with pytest.raises(NoAnswerError, match="WMT26 has no open text of this kind"):
        crowd_tasks(desk, HERE, BOTH, Filters(reason="refused"))
