"""The page of assignments: phenomena × people with open texts. Editors assign; all see what is theirs."""

from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, Response

from lackmus.core.base.plurals import counted
from lackmus.core.reviews.assignments import PhenomenonName
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.reviews import live_review
from lackmus.flows.reviews.assigning import asked_names, assign_phenomena
from lackmus.flows.reviews.disputes import annotators
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.http.answers import back_to, page, query
from lackmus.web.http.auth import Editor, Reader
from lackmus.web.http.remedies import on_page

router = APIRouter()


@router.get("/assignments")
def assignments_page(
    request: Request,
    desk: Reader,
    campaign: str = "",
    suite: str = "",
    pair: str = "",
    done: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> HTMLResponse:
    """Phenomena and people of a campaign, with open texts; `done` is the change that can be undone."""
    return _page(request, desk, Scope(campaign or None, suite or None, pair or None), done=done)


@router.post("/assignments")
def assign_page(
    request: Request,
    desk: Editor,
    do: Annotated[str, Form()],
    phenomenon: Annotated[list[str] | None, Form()] = None,
    to: Annotated[str, Form(max_length=500)] = "",
    campaign: Annotated[str, Form()] = "",
    suite: Annotated[str, Form()] = "",
    pair: Annotated[str, Form()] = "",
) -> Response:
    """Assign the marked phenomena to a person, or take them back."""
    scope = Scope(campaign or None, suite or None, pair or None)
    said = [dict(parse_qsl(one)) for one in phenomenon or []]
    names = [PhenomenonName(one.get("category", ""), one.get("phenomenon", "")) for one in said]
    try:
        if not names:
            raise LackmusError("Nothing is marked. Mark phenomena or categories in the list.")
        made = assign_phenomena(desk, scope, asked_names(names), None if do == "unassign" else to)
    except UnavailableError:
        raise
    except LackmusError as problem:
        return _page(request, desk, scope, on_page(problem), marked=phenomenon, to=to, status=400)
    many = len(made.phenomena)
    what = made.phenomena[0].told if many == 1 else counted(many, "phenomenon", "phenomena")
    whose = f"{what} of {made.campaign} {'is' if many == 1 else 'are'} {_whose(made.person)}."
    told = f"{whose[0].upper()}{whose[1:]}" if made.change else f"Nothing changed: {whose}"
    return back_to(request, "/assignments" + query({**vars(scope), "done": made.change}), told)


def _whose(person: str | None) -> str:
    return f"{person}’s, with texts of later imports" if person else "nobody’s"


def _page(
    request: Request,
    desk: Desk,
    scope: Scope,
    problem: str = "",
    marked: list[str] | None = None,
    to: str = "",
    done: int | None = None,
    status: int = 200,
) -> HTMLResponse:
    choices = live_review.choices(desk, scope)
    found = None
    if choices["campaigns"]:
        found = live_review.live_review_at(desk).assignments(desk, Scope(**choices["about"]))
    return page(
        request,
        "assignments.html",
        status,
        choices=choices,
        scope=choices["about"],
        found=found,
        people=annotators(desk),
        problem=problem,
        marked=marked or [],
        to=to,
        done=done,
    )
