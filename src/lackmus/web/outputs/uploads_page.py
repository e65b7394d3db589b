"""Upload outputs in two steps: a preview of the files, then storing them."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from lackmus.core.base.plurals import counted
from lackmus.core.outputs.fit import alarms
from lackmus.core.outputs.imports import ImportOutcome
from lackmus.flows.outputs import coverage, templates
from lackmus.flows.outputs.staged_uploads import StagedUpload, UploadState
from lackmus.web.http.answers import back_to, page, query
from lackmus.web.http.auth import Editor
from lackmus.web.outputs.holdings import all_held
from lackmus.web.outputs.uploads import FORMATS, Form, receive, revised
from lackmus.web.served import served_by

router = APIRouter()
_TIMEOUT = 1.0  # seconds in which most uploads are judged, so that no progress bar flashes


@router.get("/outputs/upload")
def choose(
    request: Request, desk: Editor, campaign: str = "", system: str = "", template: str = "", part: str = ""
) -> Response:
    """The upload form."""
    held = all_held(request, desk)
    covered = [each for one in held if one.campaign.name == campaign for each in one.covered]
    if not part and len(covered) == 1:  # a campaign with one suite and pair needs no choice
        part = f"{covered[0].pair}|{covered[0].suite}"
    return page(
        request,
        "upload.html",
        campaigns=[one.campaign.name for one in held],
        templates=templates.templates(desk),
        parts=coverage.parts(desk),
        formats=FORMATS,
        campaign=campaign,
        system=system,
        template=template,
        part=part,
        waiting=served_by(request).stagings.all_of(desk),
    )


@router.post("/outputs/upload")
def upload(request: Request, desk: Editor, form: Form) -> Response:
    """Receive files; nothing is stored yet."""
    served = served_by(request)
    room, handing = receive(served, form)
    staging = served.stagings.open(desk, room, handing)
    staging.over.wait(_TIMEOUT)
    return back_to(request, _place(staging))


@router.get("/outputs/uploads/{token}")
def look(request: Request, desk: Editor, token: str) -> Response:
    """The findings, or the progress of judging."""
    staging = served_by(request).stagings.of(desk, token)
    return page(request, "upload_check.html", **_shown(staging))


@router.get("/outputs/uploads/{token}/progress")
def progress(request: Request, desk: Editor, token: str) -> Response:
    """The changing part of the page."""
    staging = served_by(request).stagings.of(desk, token)
    if staging.state is UploadState.STORED:
        return _stored(request, staging)
    return page(request, "parts/upload_findings.html", **_shown(staging))


@router.post("/outputs/uploads/{token}/judge")
def judge(request: Request, desk: Editor, token: str, form: Form) -> Response:
    """Judge again, with other names or another campaign."""
    staging = served_by(request).stagings.again(desk, token, revised(form))
    staging.over.wait(_TIMEOUT)
    return back_to(request, _place(staging))


@router.post("/outputs/uploads/{token}/store")
def store(request: Request, desk: Editor, token: str, form: Form) -> Response:
    """Store all chosen systems, or none."""
    stagings = served_by(request).stagings
    already = stagings.of(desk, token).state is UploadState.STORED
    staging = stagings.store(desk, token, revised(form))
    staging.over.wait(_TIMEOUT)
    if staging.state is UploadState.STORED:
        return _stored(request, staging, already)
    return back_to(request, _place(staging))


@router.post("/outputs/uploads/{token}/discard")
def discard(request: Request, desk: Editor, token: str) -> Response:
    """Discard the files."""
    staging = served_by(request).stagings.of(desk, token)
    if staging.state is UploadState.STORED:
        return _stored(request, staging, already=True)
    many = counted(len(staging.handing.files), "file")
    served_by(request).stagings.discard(desk, token)
    return back_to(request, "/outputs", f"Discarded: {many}. Nothing was stored.")


def _place(staging: StagedUpload) -> str:
    return f"/outputs/uploads/{staging.token}"


def _stored(request: Request, staging: StagedUpload, already: bool = False) -> Response:
    """Redirect to the campaign."""
    done = staging.findings.imported if staging.findings else None
    assert done is not None
    said = (
        f"Stored already, nothing was done twice: {done.in_short}."
        if already
        else f"Stored: {done.in_short}."
    )
    return back_to(request, "/outputs/campaign" + query({"name": done.campaign}), said)


def _shown(staging: StagedUpload) -> dict[str, object]:
    findings = staging.findings
    done = findings.imported if findings else None
    systems = done.systems if done else ()
    return {
        "staging": staging,
        "handing": staging.handing,
        "findings": findings,
        "done": done,
        "warnings": [told for one in systems for told in alarms(one.system, one.suspicions)],
        "refused": done.count(ImportOutcome.REFUSED, ImportOutcome.REPLACED) if done else 0,
        "same": done is not None and done.count(ImportOutcome.SAME) == len(done.systems),
    }
