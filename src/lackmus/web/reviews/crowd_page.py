"""The page of crowd annotation: download a campaign, upload its answers."""

from typing import Annotated

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import HTMLResponse, Response

from lackmus.core.reviews.crowd import AnswerBy, CrowdPlan, Cut, ImportedAnswers
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.reviews.reviews import REASONS
from lackmus.flows.suites.catalogue import listed_suites
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.reviews.crowd import answers_table
from lackmus.web.http.answers import page
from lackmus.web.http.auth import Editor
from lackmus.web.http.remedies import on_page
from lackmus.web.reviews.agreement_page import places
from lackmus.web.reviews.crowd import CrowdQuery, answers_in, campaign_file
from lackmus.web.reviews.crowd_api import Score

router = APIRouter()


@router.get("/agreement/crowd")
def crowd_page(request: Request, desk: Editor) -> HTMLResponse:
    """The forms for a campaign and for answers."""
    return _page(request, desk)


@router.get("/agreement/crowd/campaign")
def crowd_campaign(request: Request, desk: Editor, asked: Annotated[CrowdQuery, Query()]) -> Response:
    """Download a campaign."""
    try:
        return campaign_file(desk, asked)
    except UnavailableError:
        raise
    except LackmusError as problem:
        return _page(request, desk, problem=on_page(problem), status=400)


@router.post("/agreement/crowd")
def crowd_answers(
    request: Request,
    desk: Editor,
    file: Annotated[UploadFile | None, File()] = None,
    suite: Annotated[str, Form(max_length=500)] = "",
    pass_from: Score = Cut.pass_from,
    fail_to: Score = Cut.fail_to,
    replace: Annotated[bool, Form()] = False,
    log: Annotated[str, Form(max_length=2_000)] = "",
) -> Response:
    """Save uploaded answers, and show what became of them."""
    try:
        done = answers_in(request, desk, file, suite, pass_from, fail_to, replace, log)
    except UnavailableError:
        raise
    except LackmusError as problem:
        return _page(request, desk, problem=on_page(problem), status=400)
    return _page(request, desk, done)


def _page(
    request: Request,
    desk: Desk,
    done: ImportedAnswers | None = None,
    problem: str = "",
    status: int = 200,
) -> HTMLResponse:
    return page(
        request,
        "crowd.html",
        status,
        campaign="",
        campaigns=[],
        table=None if done is None else answers_table(done),
        problem=problem,
        places=places(desk),
        suites=[one.count.name for one in listed_suites(desk)],
        ways=list(AnswerBy),
        reasons=REASONS,
        labels=list(zip(("label_pass", "label_fail", "label_open"), CrowdPlan.labels, strict=True)),
        cut=Cut(),
    )
