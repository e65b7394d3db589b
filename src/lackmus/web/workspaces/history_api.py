"""The log, and taking back what stands in it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from lackmus.core.workspaces.history import Entry
from lackmus.flows.workspaces import history
from lackmus.flows.workspaces.log_pages import Sought, log_page
from lackmus.web.http.auth import Annotator, Reader
from lackmus.web.workspaces.history_page import place_of, sought

router = APIRouter(tags=["log"])


class Log(BaseModel):
    """Some lines of the log, newest first, and where one sees what each was about."""

    changes: Sequence[Entry]
    places: dict[int, str]
    total: int
    page: int
    pages: int


class ToUndo(BaseModel):
    """Which change is to be undone: one's own latest unless named."""

    number: int | None = Field(None, ge=1, le=2**31 - 1)
    comment: str = Field("", max_length=2000)


class CountedFlips(BaseModel):
    """How many texts have another verdict now."""

    before: str
    after: str
    texts: int


class UndoneChange(BaseModel):
    """What undoing did, and by which change."""

    change: int
    undone: Entry
    flips: list[CountedFlips]


@router.get("/log", response_model=Log)
def log(desk: Reader, asked: Annotated[Sought, Depends(sought)]) -> dict[str, object]:
    """Who did what, newest first, fifty lines a page; days are written 2026-05-01."""
    found = log_page(desk, asked)
    places = {number: place_of(subject) for number, subject in found.subjects.items()}
    return {
        "changes": found.entries,
        "places": places,
        "total": found.total,
        "page": found.page,
        "pages": found.pages,
    }


@router.post("/undo", response_model=UndoneChange)
def undo(desk: Annotator, body: ToUndo) -> dict[str, object]:
    """Take a change back by another one: one's own, or as an editor anybody's."""
    undone = history.undo(replace(desk, comment=body.comment), body.number)
    flips = [
        {"before": old, "after": new, "texts": many} for (old, new), many in sorted(undone.flips.items())
    ]
    return {"change": undone.number, "undone": undone.entry, "flips": flips}
