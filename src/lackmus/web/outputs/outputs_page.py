"""Pages of outputs: campaigns, systems and hand-ins; rename, tag, delete, download."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response

from lackmus.core.workspaces.history import LogEntry
from lackmus.errors import LackmusError
from lackmus.flows.fetching import jobs
from lackmus.flows.outputs import coverage, removals
from lackmus.flows.outputs.campaigns import change_campaign, change_system, revised_campaign, revised_system
from lackmus.flows.outputs.export import export_outputs
from lackmus.flows.workspaces import history
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup, names
from lackmus.web.fetching import fetches_page
from lackmus.web.http.answers import back_to, page, query
from lackmus.web.http.auth import Editor, Reader, refuse_secrets
from lackmus.web.outputs import uploads_page
from lackmus.web.outputs.file_downloads import outputs_file
from lackmus.web.outputs.holdings import all_held, held_by, system_of
from lackmus.web.served import served_by

router = APIRouter()
router.include_router(uploads_page.router)
router.include_router(fetches_page.router)

Written = Annotated[str, Form()]
Asked = Annotated[str | None, Query()]


@router.get("/outputs")
def all_campaigns(request: Request, desk: Reader) -> Response:
    """The campaigns, and waiting uploads."""
    served = served_by(request)
    return page(
        request,
        "outputs.html",
        held=all_held(request, desk),
        waiting=served.stagings.all_of(desk),
        jobs=jobs.pending(desk),
        deleted=_deleted(desk),
        parts=coverage.parts(desk),
    )


def _deleted(desk: Desk) -> list[LogEntry]:
    """Recent deletions that were not undone."""
    found = [
        entry
        for verb in (removals.CAMPAIGN_DELETE, removals.SYSTEM_DELETE)
        for entry in history.log(desk, history.LogFilter(verb=verb, most=10))
        if entry.undone_by is None
    ]
    return sorted(found, key=lambda one: one.number, reverse=True)[:5]


@router.get("/outputs/campaign")
def campaign(request: Request, desk: Reader, name: Asked = None) -> Response:
    """One campaign with its systems."""
    if not name:
        return back_to(request, "/outputs")
    return page(
        request, "campaign.html", held=held_by(request, desk, name), formats=names(PluginGroup.WRITE_OUTPUTS)
    )


@router.post("/outputs/campaign")
def revise_campaign(
    request: Request,
    desk: Editor,
    of: Written,
    name: Written,
    year: Written = "",
    tags: Written = "",
    comment: Written = "",
) -> Response:
    """Change the metadata of a campaign."""
    if year.strip() and not (year.strip().isascii() and year.strip().isdecimal() and len(year.strip()) == 4):
        raise LackmusError(f"“{year}” is no year. Write four digits.")
    before, after = change_campaign(
        desk,
        of,
        "campaign change",
        revised_campaign(
            {"name": name, "year": int(year) if year.strip() else None, "tags": [tags], "comment": comment}
        ),
    )
    told = "Nothing was changed." if before == after else f"{after.name} was changed."
    return back_to(request, _campaign(after.name), told)


@router.post("/outputs/campaign/delete")
def delete_campaign(request: Request, desk: Editor, of: Written, typed: Written = "") -> Response:
    """Delete a campaign, if its name is typed as confirmation."""
    if typed.strip() != of.strip():
        raise LackmusError(f"Nothing was deleted: type the name of the campaign to be sure ({of}).")
    removed = removals.delete_campaign(desk, of)
    return back_to(request, "/outputs", f"{removed}. It can be brought back below, or in the log.")


@router.get("/outputs/system")
def system(request: Request, desk: Reader, campaign: str, name: str) -> Response:
    """One system: its metadata and history."""
    held = held_by(request, desk, campaign)
    found = system_of(held, name)
    return page(request, "system.html", held=held, one=found, steps=coverage.steps(desk, found))


@router.post("/outputs/system")
def revise_system(
    request: Request,
    desk: Editor,
    campaign: Written,
    of: Written,
    name: Written,
    label: Written = "",
    tags: Written = "",
    comment: Written = "",
) -> Response:
    """Change the metadata of a system."""
    said = {"name": name, "label": label, "tags": [tags], "comment": comment}
    before, after = change_system(desk, of, campaign, "system change", revised_system(said))
    told = "Nothing was changed." if before == after else f"{after.name} was changed."
    return back_to(request, "/outputs/system" + query({"campaign": campaign, "name": after.name}), told)


@router.post("/outputs/system/delete")
def delete_system(request: Request, desk: Editor, campaign: Written, of: Written) -> Response:
    """Delete a system."""
    removed = removals.delete_system(desk, of, campaign)
    return back_to(request, _campaign(campaign), f"{removed}. It can be brought back under Outputs.")


@router.post("/outputs/restore")
def restore(request: Request, desk: Editor, change: Annotated[int, Form(ge=1, le=2**31 - 1)]) -> Response:
    """Undo a deletion."""
    undone = history.undo(desk, change)
    return back_to(request, "/outputs", f"Brought back: {undone.entry.about}.")


@router.get("/outputs/download")
def download(
    request: Request,
    desk: Reader,
    campaign: str,
    format: str,
    part: Asked = None,
    with_reserved: bool = False,
) -> Response:
    """Outputs of a campaign as a file; reserved items are for editors."""
    refuse_secrets(request, with_reserved)
    pair, _, suite = (part or "").partition("|")
    exported = export_outputs(desk, campaign, suite or None, pair or None, with_reserved=with_reserved)
    return outputs_file(exported.hand_ins, campaign, format)


def _campaign(name: str) -> str:
    return "/outputs/campaign" + query({"name": name})
