"""API of the workspace for admins: facts and a backup."""

from dataclasses import asdict

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from lackmus import __version__
from lackmus.flows.workspaces.facts import facts
from lackmus.web.http.auth import Admin
from lackmus.web.workspaces.settings_page import backup

router = APIRouter(tags=["workspace"])


class LastChange(BaseModel):
    """The newest change of all."""

    number: int
    at: str | None


class WorkspaceShown(BaseModel):
    """The location, size and contents of a workspace."""

    name: str = Field(description="Its file, or its address without the password.")
    kind: str
    schema_: str = Field(alias="schema", description="The revision of its tables.")
    created: str
    revision: LastChange
    size: int = Field(description="In bytes.")
    counts: dict[str, int]
    version: str = Field(description="The program that serves it.")


@router.get("/workspace")
def workspace(desk: Admin) -> WorkspaceShown:
    """Facts about the workspace."""
    return WorkspaceShown.model_validate({**asdict(facts(desk)), "version": __version__})


@router.post("/workspace/backup", response_class=FileResponse)
def workspace_backup(request: Request, desk: Admin) -> FileResponse:
    """The whole workspace as one SQLite file, as it is at this moment; others can go on working."""
    return backup(request, desk)
