"""Comments, flags, looks behind the curtain, and taking back what one did last in review."""

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.errors import LackmusError
from lackmus.flows.reviews import deciding, remarks
from lackmus.flows.workspaces import history
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.reviews.remarks import texts_touched
from lackmus.store.reviews.review_records import read_review_records
from tests.store.reviewed import drawn, number_of


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Two items, each with an open text; Ada is the first."""
    drawn(workspace, A="??", B="+-")
    return Desk(workspace.name, "Ada", opened=workspace)


def told(desk: Desk, item: str = "001") -> list[str]:
    """The history of an item since its outputs came."""
    events = history.history(desk, item).events
    return [f"{one.what} ({one.before} → {one.after})" for one in events if one.kind in ("comment", "flag")]


def test_the_history_of_remarks(workspace: OpenWorkspace, desk: Desk) -> None:
    """Each is a change of its own; the same again is none."""
    text = number_of(workspace, "unclear 001")
    for said in ("Really?", " Really? ", "No.", ""):
        remarks.comment(desk, text, said)
    for flagged in (True, True, False, False):
        remarks.flag(desk, text, flagged)
    assert told(desk) == [
        f"text {text} commented: unclear 001 (None → Really?)",
        f"text {text} commented: unclear 001 (Really? → No.)",
        f"text {text} comment taken away: unclear 001 (No. → None)",
        f"text {text} flagged: unclear 001 (None → None)",
        f"text {text} flag taken away: unclear 001 (None → None)",
    ]
    log = history.log(desk, history.LogFilter(verb="review"))
    assert [(one.verb, one.about) for one in log] == [
        ("review unflag", f"text {text} of item de-en:001"),
        ("review flag", f"text {text} of item de-en:001"),
        ("review comment", f"text {text} of item de-en:001: comment taken away"),
        ("review comment", f"text {text} of item de-en:001: No."),
        ("review comment", f"text {text} of item de-en:001: Really?"),
    ]


@pytest.mark.parametrize("said", ["nul \x00", "half \ud800", "x" * 10_001])
def test_what_no_comment_can_be(workspace: OpenWorkspace, desk: Desk, said: str) -> None:
    """It is refused with the reason, and nothing is written."""
    with pytest.raises(LackmusError, match="comment"):
        remarks.comment(desk, number_of(workspace, "unclear 001"), said)
    assert told(desk) == []


def test_flags_of_several(workspace: OpenWorkspace, desk: Desk) -> None:
    """The latest first; one word that it was talked about takes all flags of a text away."""
    one, other = (number_of(workspace, text) for text in ("unclear 001", "unclear 002"))
    for person, text in (("Ben", one), ("Cem", other), ("Cem", one)):
        remarks.flag(Desk(desk.workspace, person, opened=workspace), text)
    with workspace.reading() as connection:
        assert read_review_records(connection).flagged() == [one, other]
    remarks.flag(desk, one, flagged=False)
    with workspace.reading() as connection:
        assert read_review_records(connection).flagged() == [other]
    remarks.take_back(desk)  # nobody's flag is lost by a slip
    with workspace.reading() as connection:
        assert read_review_records(connection).flagged() == [one, other]


def test_taking_back_goes_back_step_by_step(workspace: OpenWorkspace, desk: Desk) -> None:
    """Only one's own deeds in review, newest first; looking up systems is none."""
    text = number_of(workspace, "unclear 001")
    deciding.decide(desk, [(text, Verdict.PASS)])
    deciding.decide(Desk(desk.workspace, "Ben", opened=workspace), [(text, Verdict.FAIL)])
    remarks.comment(desk, text, "hm")
    remarks.make_rule(desk, number_of(workspace, "unclear 002"), Verdict.FAIL)
    remarks.reveal(desk, text)
    taken = [remarks.take_back(desk) for _ in range(3)]
    assert [one.undone.entry.verb for one in taken] == ["review rule", "review comment", "review decide"]
    assert [one.texts for one in taken] == [(number_of(workspace, "unclear 002"),), (text,), (text,)]
    with pytest.raises(LackmusError, match="nothing to undo"):
        remarks.take_back(desk)


def test_a_sentence_becomes_a_rule(workspace: OpenWorkspace, desk: Desk) -> None:
    """It settles the text and tells what that won; once more is no change."""
    text = number_of(workspace, "unclear 001")
    made = remarks.make_rule(desk, text, Verdict.PASS)
    assert (made.flips["text_id"].to_list(), made.fair) == ([text], ("WMT26",))
    assert remarks.make_rule(desk, text, Verdict.PASS).change is None
    with workspace.reading() as connection:
        assert texts_touched(connection, made.change or 0) == [text]
    with pytest.raises(LackmusError, match="There is no text 99"):
        remarks.make_rule(desk, 99, Verdict.PASS)
