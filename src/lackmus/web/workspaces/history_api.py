"""API of the log, and undo."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from lackmus.core.workspaces.history import LogEntry
from lackmus.flows.workspaces import history
from lackmus.flows.workspaces.log_pages import LogQuery, log_page
from lackmus.web.http.auth import Annotator, Reader
from lackmus.web.workspaces.history_page import place_of, sought

router = APIRouter(tags=["log"])


class Log(BaseModel):
    """Entries of the log, newest first, with links to what each was about."""

    changes: Sequence[LogEntry]
    places: dict[int, str]
    total: int
    page: int
    pages: int


class UndoBody(BaseModel):
    """Which change to undo; by default one's own latest."""

    number: int | None = Field(None, ge=1, le=2**31 - 1)
    comment: str = Field("", max_length=2000)


class CountedFlips(BaseModel):
    """How many texts changed verdict."""

    before: str
    after: str
    texts: int


class UndoneChangeAnswer(BaseModel):
    """The effect of an undo, and its own change."""

    change: int
    undone: LogEntry
    flips: list[CountedFlips]


@router.get("/log", response_model=Log)
def log(desk: Reader, asked: Annotated[LogQuery, Depends(sought)]) -> dict[str, object]:
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


@router.post("/undo", response_model=UndoneChangeAnswer)
def undo(desk: Annotator, body: UndoBody) -> dict[str, object]:
    """Undo a change by a new one: one's own, or any as an editor."""
    undone = history.undo(replace(desk, comment=body.comment), body.number)
    flips = [
        {"before": old, "after": new, "texts": many} for (old, new), many in sorted(undone.flips.items())
    ]
    return {"change": undone.number, "undone": undone.entry, "flips": flips}
