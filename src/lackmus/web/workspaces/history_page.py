"""The page of the log, and undo."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import HTMLResponse, Response

from lackmus.core.workspaces.history import LogEntry, Subject, flips_said
from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces import history
from lackmus.flows.workspaces.log_pages import LogQuery, log_page
from lackmus.tables.workspaces.log_sentences import in_words
from lackmus.web.http.answers import back_to, page, query, segment
from lackmus.web.http.auth import Annotator, CurrentUser, Reader, current_user
from lackmus.web.http.navigation import own_path
from lackmus.web.suites.browsing import Number

router = APIRouter()
# Verbs that only leave a line in the log, with nothing to undo.
_NO_STATES = frozenset(
    {
        "user password",
        "user token",
        "user revoke",
        "user revoke all",
        "template make",
        "judge",
        "review reveal",
    }
)


def sought(
    person: str = "",
    verb: str = "",
    since: str = "",
    until: str = "",
    text: str = "",
    page: Annotated[int, Query(ge=1)] = 1,
) -> LogQuery:
    """The filters in the URL."""
    return LogQuery(person, verb, since, until, text, page)


@router.get("/log")
def log(request: Request, desk: Reader, asked: Annotated[LogQuery, Depends(sought)]) -> HTMLResponse:
    """Who did what, newest first."""
    found = log_page(desk, asked)
    chosen = {name: value for name, value in asdict(asked).items() if name != "page"}
    link = query(chosen)
    one = current_user(request)
    return page(
        request,
        "log.html",
        found=found,
        asked=asked,
        filtered=bool(link),
        link=f"/log{link}&" if link else "/log?",
        here=f"/log{query({**chosen, 'page': found.page if found.page > 1 else ''})}",
        places={number: place_of(subject) for number, subject in found.subjects.items()},
        undoable={entry.number for entry in found.entries if may_undo(entry, one)},
    )


@router.post("/log/{number}/undo")
def undo(
    request: Request, desk: Annotator, number: Number, next: Annotated[str, Form()] = "/log"
) -> Response:
    """Undo a change by a new one."""
    undone = history.undo(desk, number)
    flips = flips_said(undone.flips)
    what = f"#{undone.entry.number} ({undone.entry.person} {in_words(undone.entry.verb)})"
    said = f"Undone: {what}.{f' {flips}.' if flips else ''}"
    return back_to(
        request, own_path(next, "/log"), f"{said} Change #{undone.number} did it, and can be undone too."
    )


def place_of(subject: Subject) -> str:
    """The page of a subject."""
    match subject.kind:
        case "item":
            return f"/items/{subject.number}"
        case "suite":
            return f"/suites/{subject.number}"
        case "challenge":
            return f"/challenges/{subject.number}"
        case "rating":
            return f"/ratings/{subject.number}"
        case "study":
            return f"/contrasts/{subject.number}"
        case _:
            return f"/reports/{segment(subject.name)}"


def may_undo(entry: LogEntry, one: CurrentUser) -> bool:
    """Whether a person may undo an entry: own ones; others as an editor, and roles as an admin."""
    if entry.undone_by is not None or entry.verb in _NO_STATES or not one.role.may(Role.ANNOTATOR):
        return False
    if entry.verb.startswith("user "):
        return one.role.may(Role.ADMIN)
    return entry.person == one.name or one.role.may(Role.EDITOR)
