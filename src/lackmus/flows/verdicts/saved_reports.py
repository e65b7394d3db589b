"""Saved reports: options and revision under a name."""

from dataclasses import asdict

from lackmus.errors import Argument, LackmusError
from lackmus.flows.verdicts.comparing import Evaluated
from lackmus.flows.verdicts.views import StoredRequest
from lackmus.flows.workspaces.workspaces import Desk, is_time
from lackmus.store.verdicts.saved_reports import SavedReport, remove_report, save_report, saved_reports


def save(
    desk: Desk, name: str, request: StoredRequest, evaluated: Evaluated, replacing: bool = False
) -> None:
    """Keep what was asked and which revision it saw under a name, so that `the_revision` finds it."""
    if is_time(name):
        problem = LackmusError("it would be taken for a time or a change. Choose a word.")
        raise problem.at(Argument("save", name))
    assert evaluated.revision is not None  # of a workspace
    asked = {"campaign": evaluated.campaign, **asdict(request)}
    with desk.open() as workspace, workspace.writing(desk.who, "report save", name, desk.comment) as change:
        save_report(change, name, evaluated.revision, asked, evaluated.evaluation.signature, replacing)


def remove_saved(desk: Desk, name: str) -> int:
    """Remove a saved report; returns the number of the change, which can be undone."""
    with desk.open() as workspace, workspace.writing(desk.who, "report remove", name, desk.comment) as change:
        remove_report(change, name)
    return change.number


def saved(desk: Desk) -> list[SavedReport]:
    """The saved reports."""
    with desk.open() as workspace, workspace.reading() as connection:
        return saved_reports(connection)


__all__ = ["SavedReport", "remove_saved", "save", "saved"]
