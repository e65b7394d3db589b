"""API to hand in outputs: at once, or in two steps with the findings between."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from lackmus.core.outputs.imports import imported_values
from lackmus.errors import LackmusError
from lackmus.flows.outputs.handing_in import HandInRequest, UnreadFile, UploadFindings
from lackmus.flows.outputs.staged_uploads import StagedUpload
from lackmus.web.http.auth import Editor
from lackmus.web.outputs.uploads import Form, receive, ticked
from lackmus.web.served import served_by

router = APIRouter()

_TEXT, _FLAG = {"type": "string"}, {"type": "boolean", "default": False}
_FILE = {"type": "string", "format": "binary"}
_FIELDS: dict[str, Any] = {
    "files": {
        "type": "array",
        "items": _FILE,
        "minItems": 1,
        "description": "Files of outputs, or returned templates.",
    },
    "source": {**_FILE, "description": "The source file, if the outputs stand line by line beside it."},
    "campaign": {**_TEXT, "description": "Its name; it is made if it is not there."},
    "year": {"type": "integer", "minimum": 1900, "maximum": 2999},
    "suite": {**_TEXT, "description": "Where there are several."},
    "pair": {**_TEXT, "description": "Where there are several."},
    "format": {
        **_TEXT,
        "description": "tsv, jsonl, wmt-jsonl, parquet, dataset, wmt-xml or lines; by the content unless "
        "given.",
    },
    "testsuite": _TEXT,
    "collection": _TEXT,
    "skip_unknown": {**_FLAG, "description": "Ids that the suite does not have are no mistake."},
    "columns": {
        **_TEXT,
        "description": "Of data sets, which column is what: source=src,text=hypothesis,system=model. "
        "Roles: item, source, text, system, pair, document, segment, reference.",
    },
    "template": {
        **_TEXT,
        "description": "The id of the template that the files translate; else by their names.",
    },
    "system": {**_TEXT, "description": "The name of the only system."},
    "replace": {**_FLAG, "description": "Other outputs under the same name take the place of those there."},
    "without_unread": {**_FLAG, "description": "Leave out files that cannot be read."},
}


def _multipart(**more: Any) -> dict[str, Any]:
    """The form for the API description; it is read only when the role is known."""
    schema = {"type": "object", "properties": {**_FIELDS, **more}, "required": ["files"]}
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}}


class FoundSystemAnswer(BaseModel):
    """What was found for one system."""

    place: int
    found: str
    system: str
    file: str
    lines: int
    items: int
    of: int
    missing: int
    repeated: int
    blank: int
    absent: str
    taken: bool
    outcome: str | None
    difference: str | None
    suspicions: list[str]
    notes: list[str]


class UploadFindingsAnswer(BaseModel):
    """The content of files, and what storing them would do, or did."""

    stored: bool
    problem: str
    systems: list[FoundSystemAnswer]
    unread: Sequence[UnreadFile]
    distractors: int
    retired: int
    imported: dict[str, Any] | None = Field(description="As `lackmus outputs import --format json` tells it.")


class Upload(BaseModel):
    """An upload that waits, or was stored."""

    token: str
    state: str
    stage: str
    done: int
    total: int
    files: list[str]
    campaign: str | None
    judged: UploadFindingsAnswer | None


class UploadChoices(BaseModel):
    """Changes to what the files suggest; missing values stay."""

    campaign: str | None = Field(None, max_length=500)
    year: int | None = Field(None, ge=1900, le=2999)
    names: dict[int, Annotated[str, Field(max_length=500)]] = Field(
        {}, description="place -> name of the system"
    )
    without: list[int] = Field([], description="places of systems to be left out")
    without_unread: bool = False
    replace: bool = False

    def of(self, handing: HandInRequest) -> HandInRequest:
        """The same files with these changes."""
        return replace(
            handing,
            campaign=self.campaign or handing.campaign,
            year=self.year or handing.year,
            names={**handing.names, **self.names},
            without=frozenset(self.without),
            without_unread=self.without_unread or handing.without_unread,
            replaces=self.replace or handing.replaces,
        )


def _judged(findings: UploadFindings) -> UploadFindingsAnswer:
    return UploadFindingsAnswer(
        stored=findings.stored,
        problem=findings.problem,
        systems=[
            FoundSystemAnswer(
                **{key: value for key, value in asdict(one).items() if key != "brought"},
                missing=one.missing,
                outcome=one.brought.outcome if one.brought else None,
                difference=str(one.brought.difference) if one.brought and one.brought.difference else None,
                suspicions=[each.alarm(one.system) for each in one.brought.suspicions] if one.brought else [],
                notes=list(one.brought.notes) if one.brought else [],
            )
            for one in findings.systems
        ],
        unread=findings.unread,
        distractors=findings.distractors,
        retired=findings.retired,
        imported=imported_values(findings.imported) if findings.imported else None,
    )


def _upload(staging: StagedUpload) -> Upload:
    return Upload(
        token=staging.token,
        state=staging.state,
        stage=staging.stage,
        done=staging.done,
        total=staging.total,
        files=[one.name for one in staging.handing.files],
        campaign=staging.handing.campaign,
        judged=_judged(staging.findings) if staging.findings else None,
    )


@router.post(
    "/outputs", openapi_extra=_multipart(dry_run={**_FLAG, "description": "Only say what would be done."})
)
def hand_outputs_in(request: Request, desk: Editor, form: Form) -> UploadFindingsAnswer:
    """Hand in outputs, all systems or none; with `dry_run` only a preview."""
    served = served_by(request)
    tried = ticked(form, "dry_run")
    room, handing = receive(served, form)
    try:
        findings = served.stagings.at_once(desk, handing, tried)
    finally:
        served.stagings.clear(room)
    if findings.problem and not tried:
        told = [findings.problem, *(one.problem for one in findings.unread)]
        raise LackmusError(" ".join(told))
    return _judged(findings)


@router.post("/outputs/uploads", openapi_extra=_multipart())
def begin_upload(request: Request, desk: Editor, form: Form) -> Upload:
    """Upload files to be judged; nothing is stored yet."""
    served = served_by(request)
    return _upload(served.stagings.open(desk, *receive(served, form)))


@router.get("/outputs/uploads/{token}")
def show_upload(request: Request, desk: Editor, token: str) -> Upload:
    """An upload with its progress and findings."""
    return _upload(served_by(request).stagings.of(desk, token))


@router.post("/outputs/uploads/{token}/judge")
def judge_upload(request: Request, desk: Editor, token: str, choices: UploadChoices) -> Upload:
    """Judge an upload again, with other names or another campaign."""
    return _upload(served_by(request).stagings.again(desk, token, choices.of))


@router.post("/outputs/uploads/{token}/store")
def store_upload(request: Request, desk: Editor, token: str, choices: UploadChoices) -> Upload:
    """Store an upload; repeating it changes nothing."""
    return _upload(served_by(request).stagings.store(desk, token, choices.of))


@router.delete("/outputs/uploads/{token}", status_code=204)
def discard_upload(request: Request, desk: Editor, token: str) -> Response:
    """Discard an upload."""
    served_by(request).stagings.discard(desk, token)
    return Response(status_code=204)
