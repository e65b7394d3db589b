"""API of crowd annotation: a campaign for Pearmut, and the answers as decisions."""

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import Response

from lackmus.core.reviews.crowd import Cut
from lackmus.tables.reviews.crowd import answers_values
from lackmus.web.http.auth import Editor
from lackmus.web.reviews.crowd import CrowdQuery, answers_in, campaign_file

router = APIRouter(tags=["crowd"])
Score = Annotated[float, Form(ge=-1_000_000, le=1_000_000)]


@router.get("/crowd/campaign", response_class=Response)
def campaign(desk: Editor, asked: Annotated[CrowdQuery, Query()]) -> Response:
    """Open texts as a campaign for Pearmut, without names of systems."""
    return campaign_file(desk, asked)


@router.post("/crowd/answers")
def answers(
    request: Request,
    desk: Editor,
    file: Annotated[UploadFile, File(description="Annotations from Pearmut")],
    suite: Annotated[str, Form(max_length=500, description="Where there is more than one")] = "",
    pass_from: Score = Cut.pass_from,
    fail_to: Score = Cut.fail_to,
    replace: Annotated[bool, Form(description="Also what annotators decided otherwise before")] = False,
    log: Annotated[str, Form(max_length=2_000, description="Why, for the log")] = "",
) -> dict[str, Any]:
    """Save answers as decisions of their annotators, in one change; say what became of them."""
    done = answers_in(request, desk, file, suite, pass_from, fail_to, replace, log)
    return answers_values(done)
