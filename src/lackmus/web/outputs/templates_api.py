"""API of templates: list them, make one, download its file. The key stays in the workspace."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel

from lackmus.core.outputs.templates import TemplateShown
from lackmus.flows.outputs import templates
from lackmus.web.http.auth import Editor, Reader
from lackmus.web.outputs.made_templates import (
    DocumentsQuery,
    PromptQuery,
    SetQuery,
    make_template,
    template_download,
)
from lackmus.web.outputs.uploads import Form
from lackmus.web.served import served_by
from lackmus.write.templates import TestSetChoices

router = APIRouter(tags=["templates"])


class Templates(BaseModel):
    """All templates."""

    templates: Sequence[TemplateShown]


@dataclass(frozen=True)
class MadeTemplateAnswer(TemplateShown):
    """A template that was made."""

    reserved: int  # reserved items that were left out


_TEXT: dict[str, Any] = {"type": "string"}
_LIST = {"type": "array", "items": _TEXT}
_FIELDS: dict[str, Any] = {
    "suite": {**_TEXT, "description": "Where there are several."},
    "pair": {**_TEXT, "description": "Where there are several."},
    "draw": {**_TEXT, "default": "all", "description": "How many items: all, 20, or 10%."},
    "by": {"type": "string", "enum": ["suite", "category", "phenomenon"], "default": "suite"},
    "category": {**_LIST, "description": "Only items of these categories …"},
    "phenomenon": {**_LIST, "description": '… or of these phenomena: ["category", "phenomenon"] as JSON.'},
    "failed_by": {**_TEXT, "description": "Only items that CAMPAIGN/SYSTEM failed."},
    "like": {**_TEXT, "description": "Only items that were in this earlier template."},
    "distractors": {
        "type": "string",
        "format": "binary",
        "description": "Sentences to hide among, one per line.",
    },
    "factor": {"type": "number", "minimum": 0, "maximum": 10, "default": 0},
    "seed": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    "public": {"type": "boolean", "default": False, "description": "Reserved items stay out."},
    "with_reserved": {"type": "boolean", "default": False},
}
_FORM = {
    "requestBody": {
        "required": True,
        "content": {"multipart/form-data": {"schema": {"type": "object", "properties": _FIELDS}}},
    }
}


@router.get("/templates")
def list_templates(desk: Reader) -> Templates:
    """All templates, in the order in which they were made."""
    return Templates(templates=templates.templates(desk))


@router.post("/templates", openapi_extra=_FORM)
def make(request: Request, desk: Editor, form: Form) -> MadeTemplateAnswer:
    """Hide items of a suite among distractors; the file is at /templates/{token}/file."""
    made = make_template(desk, served_by(request), form)
    shown, _, _ = templates.template(desk, made.token)
    return MadeTemplateAnswer(**vars(shown), reserved=made.reserved)


@router.get("/templates/{token}")
def show_template(desk: Reader, token: str) -> TemplateShown:
    """What is known of a template."""
    shown, _, _ = templates.template(desk, token)
    return shown


@router.get(
    "/templates/{token}/file",
    response_class=Response,
    responses={
        200: {"content": {"application/octet-stream": {}}, "description": "The file that is handed out."}
    },
)
def download(
    desk: Reader,
    token: str,
    format: str = "lines",
    documents: DocumentsQuery = 1,
    prompt: PromptQuery = "",
    set: SetQuery = "",
) -> Response:
    """The sentences of a template, as lines, wmt-xml, wmt25 or wmt26."""
    return template_download(desk, token, format, TestSetChoices(set, documents, prompt))
