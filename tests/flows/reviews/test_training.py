"""Training sets: made, assigned, judged, reported, undone, in both databases."""

from dataclasses import replace

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.known_verdicts import KnownBy, KnownChoice
from lackmus.core.suites.draws import ALL
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.reviews import remarks, reviews
from lackmus.flows.reviews.live_review import LiveReview
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.reviews.training import (
    answer_training,
    assign_training,
    make_training,
    next_training_text,
    remove_training,
    training_report,
    training_sets,
)
from lackmus.flows.workspaces import history, people
from lackmus.flows.workspaces.overview import recent_activity
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from tests.store.reviewed import drawn, number_of, say

HERE = Scope("WMT26")
PASS, FAIL = Verdict.PASS, Verdict.FAIL
CHOICE = KnownChoice(amount=ALL)


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Ada and Dora agree on two texts of six; Ada adjudicates a third, and says why. Ben annotates."""
    drawn(workspace, A="abcdef")
    desk = Desk(workspace.name, "Ada", opened=workspace)
    for person in ("Ben", "Dora"):
        people.add_person(desk, person, Role.ANNOTATOR)
    for person in ("Ada", "Dora"):
        say(workspace, person, "+a 001", "-d 004")
    say(workspace, "Dora", "-e 005")
    say(workspace, "Ada", "+e 005", adjudicate=True)
    remarks.comment(desk, number_of(workspace, "e 005"), "The scope is narrow.")
    return desk


def test_from_asking_to_agreement(desk: Desk, workspace: OpenWorkspace) -> None:
    """Ben judges text after text, learns each verdict, and sees how he agrees; nothing is decided."""
    before = reviews.status(desk, HERE).review
    made = make_training(desk, None, "First steps", CHOICE)
    assert (made.texts, made.people, made.required) == (3, (), False)
    assert training_sets(desk, "Ben") == []
    assign_training(desk, "First steps", ["Ben"])
    ben = replace(desk, person="Ben")
    (waiting,) = recent_activity(ben).errands.training
    assert (waiting.name, waiting.left, waiting.required) == ("First steps", 3, False)
    told = []
    while (page := next_training_text(ben, made.number)).text is not None:
        text = page.text
        assert not (text.marks or text.comments) and not hasattr(text, "verdict")
        told.append(answer_training(ben, "First steps", text.text_id, PASS))
    assert [(one.known, one.same, one.origin, one.done) for one in told] == [
        (PASS, True, KnownBy.UNANIMOUS, 1),
        (FAIL, False, KnownBy.UNANIMOUS, 2),
        (PASS, True, KnownBy.ADJUDICATED, 3),
    ]
    assert [one.comment for one in told[2].comments] == ["The scope is narrow."]
    report = training_report(desk, "First steps")
    overall, word, scope = report.agreed
    assert (overall.texts, overall.same, word.same, scope.same) == (3, 2, 1, 1)
    assert overall.percent.value == pytest.approx(200 / 3) and overall.percent.interval is not None
    assert [(one.text, one.known, one.answer) for one in report.differences] == [("d 004", FAIL, PASS)]
    assert training_report(desk, "First steps", "Dora").agreed == ()
    assert reviews.status(desk, HERE).review == before
    assert recent_activity(ben).errands.training == ()
    assert training_sets(desk, as_of=str(made.change))[0].people == ()


def test_an_answer_stays(desk: Desk, workspace: OpenWorkspace) -> None:
    """Saying the same again is fine; another answer after the verdict was seen is not."""
    make_training(desk, None, "First steps", CHOICE, ["Ben"])
    ben, text = replace(desk, person="Ben"), number_of(workspace, "a 001")
    answer_training(ben, "First steps", text, PASS)
    assert answer_training(ben, "First steps", text, PASS).done == 1
    with pytest.raises(LackmusError, match="The answer stays"):
        answer_training(ben, "First steps", text, FAIL)


def test_open_texts_come_after_a_required_set(desk: Desk, workspace: OpenWorkspace) -> None:
    """On the page and on the command line; without it, or when it is undone, they come at once."""
    board, ben = LiveReview(workspace), replace(desk, person="Ben")
    assert board.next(ben, HERE).texts
    made = make_training(desk, None, "First", CHOICE, ["Ben"], required=True)
    for ask in (lambda: board.next(ben, HERE), lambda: reviews.next_texts(ben, HERE)):
        with pytest.raises(LackmusError, match="The training set First comes first: 3 texts of it are left"):
            ask()
    assert board.training_first(ben, HERE) and not board.training_first(desk, HERE)
    while (text := next_training_text(ben, "First").text) is not None:
        answer_training(ben, "First", text.text_id, FAIL)
    assert board.next(ben, HERE).texts and reviews.next_texts(ben, HERE).offers
    removed = remove_training(desk, "First")
    assert training_sets(desk) == []
    history.undo(desk, removed.change)
    assert training_sets(desk)[0].people[0].done == 3
    assert made.change and training_report(desk, "First").agreed[0].texts == 3


@pytest.mark.parametrize(
    "name, choice, to, said",
    [
        ("", CHOICE, (), "the name of the training set"),
        ("First", CHOICE, ("Nobody",), "Nobody"),
        ("First", KnownChoice(texts={9999: None}), (), "There is no text 9999"),
        ("First", KnownChoice(phenomenon="Wrod"), (), "no phenomenon Wrod"),
        ("First", KnownChoice(category="Wrod"), (), "no text of Wrod has a known verdict"),
    ],
)
def test_one_line(desk: Desk, name: str, choice: KnownChoice, to: tuple[str, ...], said: str) -> None:
    """What cannot be is said in one line, and nothing is made."""
    with pytest.raises(LackmusError, match=said):
        make_training(desk, None, name, choice, to)
    assert training_sets(desk) == []
