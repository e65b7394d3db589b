"""API of campaigns and systems: contents, metadata, downloads."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from lackmus.flows.outputs import coverage, removals
from lackmus.flows.outputs.campaigns import change_campaign, change_system, revised_campaign, revised_system
from lackmus.flows.outputs.coverage import CampaignCoverage, Coverage
from lackmus.flows.outputs.export import export_outputs
from lackmus.flows.outputs.removals import RemovedOutputs
from lackmus.tables.outputs.campaigns import campaign_values, system_values
from lackmus.web.fetching import fetches_api
from lackmus.web.http.auth import Editor, Reader, refuse_secrets
from lackmus.web.outputs import uploads_api
from lackmus.web.outputs.file_downloads import outputs_file
from lackmus.web.outputs.holdings import all_held, held_by, system_of

router = APIRouter(tags=["outputs"])
router.include_router(uploads_api.router)
router.include_router(fetches_api.router)

Name = Annotated[str, Query(min_length=1, max_length=500)]


class CampaignAnswer(BaseModel):
    """A campaign, as from `lackmus campaign show --format json`, with its coverage."""

    name: str
    year: int | None
    tags: list[str]
    comment: str
    suites: list[str]
    pairs: list[str]
    outputs: int
    texts: int
    open_warnings: int
    systems: list[dict[str, Any]]
    covered: Sequence[Coverage]


class Campaigns(BaseModel):
    """All campaigns."""

    campaigns: list[CampaignAnswer]


class CampaignEdit(BaseModel):
    """Changes of a campaign; missing values stay."""

    name: str | None = Field(None, max_length=500)
    year: int | None = Field(None, ge=1900, le=2999)
    tags: list[str] | None = None
    comment: str | None = None


class SystemEdit(BaseModel):
    """Changes of a system; missing values stay."""

    name: str | None = Field(None, max_length=500)
    label: str | None = Field(None, max_length=500)  # empty: the name
    tags: list[str] | None = None
    comment: str | None = None


def _campaign(held: CampaignCoverage) -> CampaignAnswer:
    return CampaignAnswer.model_validate({**campaign_values(held.campaign), "covered": held.covered})


@router.get("/campaigns")
def list_campaigns(request: Request, desk: Reader) -> Campaigns:
    """All campaigns with their systems and hand-ins."""
    return Campaigns(campaigns=[_campaign(one) for one in all_held(request, desk)])


@router.get("/campaign")
def show_campaign(request: Request, desk: Reader, name: Name) -> CampaignAnswer:
    """One campaign with its systems and hand-ins, replaced ones included."""
    return _campaign(held_by(request, desk, name))


@router.patch("/campaign")
def edit_campaign(request: Request, desk: Editor, name: Name, wanted: CampaignEdit) -> CampaignAnswer:
    """Rename a campaign, or change its metadata."""
    _, after = change_campaign(desk, name, "campaign change", revised_campaign(_said(wanted, {"year"})))
    return _campaign(held_by(request, desk, after.name))


@router.delete("/campaign")
def delete_campaign(desk: Editor, name: Name) -> RemovedOutputs:
    """Take a campaign out; nothing is erased."""
    return removals.delete_campaign(desk, name)


@router.get("/system")
def show_system(request: Request, desk: Reader, campaign: Name, name: Name) -> dict[str, Any]:
    """One system with all its hand-ins, as from `lackmus system show`, and its history."""
    found = system_of(held_by(request, desk, campaign), name)
    return {**system_values(found), "history": [asdict(one) for one in coverage.steps(desk, found)]}


@router.patch("/system")
def edit_system(
    request: Request, desk: Editor, campaign: Name, name: Name, wanted: SystemEdit
) -> dict[str, Any]:
    """Rename a system, or change its metadata; a label equal to the name changes too."""
    _, after = change_system(desk, name, campaign, "system change", revised_system(_said(wanted)))
    return system_values(system_of(held_by(request, desk, campaign), after.name))


@router.delete("/system")
def delete_system(desk: Editor, campaign: Name, name: Name) -> RemovedOutputs:
    """Take a system out of its campaign; nothing is erased."""
    return removals.delete_system(desk, name, campaign)


def _said(wanted: BaseModel, may_be_none: Collection[str] = ()) -> dict[str, Any]:
    """The given values; null clears optional ones and is ignored for others."""
    said = wanted.model_dump(exclude_unset=True)
    return {key: value for key, value in said.items() if value is not None or key in may_be_none}


@router.get(
    "/outputs",
    response_class=Response,
    responses={
        200: {"content": {"application/octet-stream": {}, "application/zip": {}}, "description": "A file."}
    },
)
def download(
    request: Request,
    desk: Reader,
    campaign: Name,
    format: Annotated[
        str, Query(description="parquet, wmt-xml, jsonl, or mtme and tsv (as a ZIP)")
    ] = "jsonl",
    suite: str | None = None,
    pair: str | None = None,
    system: Annotated[list[str] | None, Query()] = None,
    with_reserved: Annotated[bool, Query(description="Also what is kept secret; for editors")] = False,
    as_of: str | None = None,
) -> Response:
    """Outputs of a campaign's systems, as a file."""
    refuse_secrets(request, with_reserved)
    exported = export_outputs(desk, campaign, suite, pair, system or (), with_reserved, as_of)
    return outputs_file(exported.hand_ins, campaign, format)
