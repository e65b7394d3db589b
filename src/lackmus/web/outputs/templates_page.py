"""Pages of templates: make, hand out, and see what was returned."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import Response

from lackmus.core.base.plurals import counted
from lackmus.core.outputs.campaigns import HandedIn, SystemShown
from lackmus.core.outputs.templates import template_id_in
from lackmus.core.suites.draws import Per
from lackmus.flows.outputs import coverage, templates
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.outputs.templates import template_items_table
from lackmus.web.http.answers import back_to, page
from lackmus.web.http.auth import Editor, Reader
from lackmus.web.outputs.holdings import all_held
from lackmus.web.outputs.made_templates import (
    DocumentsQuery,
    PromptQuery,
    SetQuery,
    make_template,
    phenomenon_value,
    template_download,
)
from lackmus.web.outputs.uploads import Form
from lackmus.web.served import served_by
from lackmus.write.templates import TemplateForm, TestSetChoices

router = APIRouter()


@router.get("/templates")
def all_templates(request: Request, desk: Reader) -> Response:
    """All templates, newest first."""
    return page(
        request,
        "templates.html",
        templates=templates.templates(desk)[::-1],
        returned=_returned(request, desk),
        parts=coverage.parts(desk),
    )


@router.get("/templates/new")
def choose(request: Request, desk: Editor, part: str = "") -> Response:
    """The form for a new template."""
    parts = coverage.parts(desk)
    chosen = next((one for one in parts if f"{one.pair}|{one.suite}" == part), parts[0] if parts else None)
    tree = coverage.phenomena(desk, chosen.suite, chosen.pair) if chosen is not None else {}
    held = [one.campaign for one in all_held(request, desk)]
    return page(
        request,
        "template_new.html",
        parts=parts,
        chosen=chosen,
        tree=tree,
        both=phenomenon_value,
        per=list(Per),
        systems=[f"{one.name}/{system.name}" for one in held for system in one.systems],
        earlier=[one for one in templates.templates(desk) if chosen and one.suite == chosen.suite],
    )


@router.post("/templates")
def make(request: Request, desk: Editor, form: Form) -> Response:
    """Make a template and store its key."""
    made = make_template(desk, served_by(request), form)
    secret = f" {counted(made.reserved, 'reserved item')} stayed out." if made.reserved else ""
    told = f"Template {made.token} is made: {counted(len(made.template.lines), 'line')}.{secret}"
    return back_to(request, f"/templates/{made.token}", told)


@router.get("/templates/{token}")
def one_template(request: Request, desk: Reader, token: str) -> Response:
    """A template with its items by phenomenon; the key itself stays in the workspace."""
    shown, found, items = templates.template(desk, token)
    return page(
        request,
        "template.html",
        one=shown,
        hidden=len(found.items),
        gone=len(found.items) - len(items),
        table=template_items_table(shown.token, items),
        returned=_returned(request, desk).get(shown.token, []),
        forms=list(TemplateForm),
    )


@router.get("/templates/{token}/file")
def download(
    desk: Reader,
    token: str,
    format: str = TemplateForm.LINES,
    documents: DocumentsQuery = 1,
    prompt: PromptQuery = "",
    set: SetQuery = "",
) -> Response:
    """The file that is handed out."""
    return template_download(desk, token, format, TestSetChoices(set, documents, prompt))


def _returned(request: Request, desk: Desk) -> Mapping[str, list[tuple[SystemShown, HandedIn]]]:
    """Outputs returned for templates, recognised by file names."""
    found: dict[str, list[tuple[SystemShown, HandedIn]]] = {}
    for one in all_held(request, desk):
        for system in one.campaign.systems:
            for hand_in in system.current:
                token = template_id_in(hand_in.file)
                if token is not None:
                    found.setdefault(token, []).append((system, hand_in))
    return found
