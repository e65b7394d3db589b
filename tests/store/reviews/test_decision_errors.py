"""Error types in both databases: defined by editors, named in decisions, kept with their history."""

from pathlib import Path

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.reviews import deciding, remarks
from lackmus.flows.suites import error_types as flows
from lackmus.flows.suites.exporting import export_suite
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.verdicts.comparing import evaluate
from lackmus.flows.verdicts.views import StoredRequest
from lackmus.flows.verdicts.workspace_material import FromWorkspace
from lackmus.flows.workspaces.history import history, undo
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.reviews.decision_errors import named_errors
from lackmus.store.suites.error_types import error_types_in
from lackmus.store.workspaces.people import add_person
from lackmus.write.suites import yaml
from tests.store.reviewed import drawn, number_of

PASS, FAIL, APART = Verdict.PASS, Verdict.FAIL, Verdict.UNTESTABLE


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Two open texts; two error types of the suite and one of a phenomenon."""
    drawn(workspace, A="??", B="++")
    desk = Desk(workspace.name, "Ada", opened=workspace)
    for label, where in (("untranslated", ()), ("garbled", ()), ("wrong  sense", ("Ambiguity", "Word"))):
        flows.add_error_type(desk, None, label, *where)
    return desk


def labels(desk: Desk, phenomenon: str | None = "Word") -> list[str]:
    return [one.label for one in flows.error_types_of(desk, None, None, phenomenon)]


def said(desk: Desk, revision: int | None = None) -> list[str]:
    """What is named now, or was."""
    with desk.open() as workspace, workspace.reading() as connection:
        return sorted(named_errors(connection, revision).values())


def test_they_are_defined_ordered_renamed_and_retired(desk: Desk) -> None:
    """Each is a change that can be undone; one that comes back has its old number."""
    assert labels(desk) == ["untranslated", "garbled", "wrong sense"]
    assert labels(desk, "Scope") == ["untranslated", "garbled"]
    assert flows.move_error_type(desk, None, 2).change
    assert labels(desk) == ["garbled", "untranslated", "wrong sense"]
    assert flows.move_error_type(desk, None, 2).change is None  # it is the first
    flows.rename_error_type(desk, None, 3, "wrong meaning")
    assert labels(desk)[2] == "wrong meaning"
    undo(desk)
    flows.retire_error_type(desk, None, 3)
    assert labels(desk) == ["garbled", "untranslated"]
    assert flows.add_error_type(desk, None, "wrong sense", "Ambiguity", "Word").number == 3


def test_a_decision_names_one(desk: Desk, workspace: OpenWorkspace) -> None:
    """It stays while the verdict does; whatever a type is called now is what the decision says."""
    text = number_of(workspace, "unclear 001")

    def decide(verdict: Verdict, *error: str) -> int | None:
        errors = {text: error[0]} if error else None
        return deciding.decide(desk, [(text, verdict)], errors=errors).change

    first = decide(FAIL, "3")  # by its key
    assert said(desk) == ["wrong sense"]
    assert decide(FAIL) is None and decide(FAIL, "wrong sense") is None
    assert decide(FAIL, "garbled")
    assert (said(desk), said(desk, first)) == (["garbled"], ["wrong sense"])
    decide(APART)
    assert said(desk) == []
    undo(desk)
    assert said(desk) == ["garbled"]
    decide(FAIL, "")
    assert said(desk) == []
    assert remarks.name_error(desk, text, "wrong sense") == 3
    flows.rename_error_type(desk, None, 3, "wrong meaning")
    flows.retire_error_type(desk, None, 3)
    assert said(desk) == ["wrong meaning"]
    assert "is wrong" in str([event.what for event in history(desk, "001").events])
    deciding.withdraw(desk, [text])
    assert said(desk) == []
    remarks.take_back(desk)
    assert said(desk) == ["wrong meaning"]


def test_reports_count_them(desk: Desk, workspace: OpenWorkspace) -> None:
    """Now, and as it was."""
    text = number_of(workspace, "unclear 001")
    change = deciding.decide(desk, [(text, APART)], errors={text: "untranslated"}).change
    remarks.name_error(desk, text, "garbled")
    for as_of, label in ((None, "garbled"), (str(change), "untranslated")):
        found = evaluate(FromWorkspace(desk, StoredRequest(as_of=as_of))).evaluation
        named = [(row.phenomenon, row.error_type, row.systems["A"].count) for row in found.error_profile]
        assert named == [("Word", label, 1), (None, label, 1)]
        assert "|untestable:1|error-types:1|" in found.signature


@pytest.mark.parametrize(
    "verdict, error, says",
    [
        (
            FAIL,
            "wrong tense",
            "has no error type “wrong tense”. There is 1 untranslated, 2 garbled",
        ),
        (FAIL, "4", "no error type “4”"),
        (PASS, "garbled", "an error type goes with fail or untestable, not with pass"),
    ],
)
def test_what_is_refused(
    desk: Desk, workspace: OpenWorkspace, verdict: Verdict, error: str, says: str
) -> None:
    """Nothing is saved, and the error says what there is."""
    text = number_of(workspace, "unclear 001")
    with pytest.raises(LackmusError, match=says):
        deciding.decide(desk, [(text, verdict)], errors={text: error})
    with pytest.raises(LackmusError, match="You have not decided text"):
        remarks.name_error(desk, text, "garbled")


def test_only_editors_define_them(desk: Desk, workspace: OpenWorkspace) -> None:
    """And each phenomenon has nine at most."""
    with workspace.writing("Ada", "user add") as change:
        add_person(change, "Ben", Role.ANNOTATOR)
    with pytest.raises(LackmusError, match="Only an editor may define error types"):
        flows.add_error_type(Desk(workspace.name, "Ben", opened=workspace), None, "other")
    for number in range(6):
        flows.add_error_type(desk, None, f"error {number}")
    for more in (("tenth", None, None), ("tenth", "Ambiguity", None)):
        with pytest.raises(LackmusError, match="would have 10 error types, and there are only 9 number keys"):
            flows.add_error_type(desk, None, *more)
    with pytest.raises(LackmusError, match=r"has no category Negatoin\. There is Ambiguity"):
        flows.add_error_type(desk, None, "other", "Negatoin")
    with pytest.raises(LackmusError, match="has no error type 77"):
        flows.retire_error_type(desk, None, 77)


def test_files_carry_them(desk: Desk, tmp_path: Path) -> None:
    """What was exported changes nothing; a file that has others retires and adds."""
    file = tmp_path / "suite.yaml"
    name = export_suite(desk, None).suite.name
    written = yaml.write(export_suite(desk, None).suite)
    file.write_text(written)
    assert import_suite(desk, file, name).change is None
    file.write_text(written.replace("- garbled", "- unreadable"))
    assert import_suite(desk, file, name).revision.summary == "1 error type added, 1 error type retired."
    assert labels(desk) == ["untranslated", "unreadable", "wrong sense"]
    assert import_suite(desk, file, "copy").change
    with desk.open() as workspace, workspace.reading() as connection:
        assert [one.label for one in error_types_in(connection, 2)] == [
            "untranslated",
            "unreadable",
            "wrong sense",
        ]
