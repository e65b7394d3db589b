"""API of blind ratings: make tasks, rate texts by their keys, get the report."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from lackmus.core.ratings.lists import BlindTranslation
from lackmus.errors import LackmusError
from lackmus.flows.ratings import ratings, tasks
from lackmus.plugins import PluginGroup, named
from lackmus.tables.ratings.ratings import report_of
from lackmus.tables.ratings.tasks import tasks_values
from lackmus.web.http.auth import Annotator, Editor, Reader
from lackmus.web.outputs.uploads import Form, upload_of
from lackmus.web.ratings.rating_models import (
    BlindTexts,
    NewRatings,
    NewRatingTask,
    RatingReportShown,
    RatingTaskAbout,
    RatingTasks,
    RemovedTask,
    SavedRatings,
    SavedSheet,
    TextBefore,
    TextsToRate,
)
from lackmus.web.ratings.ratings import found_report, sheet_in, task_values
from lackmus.web.ratings.ratings_page import Number, report_download, sheet_download

router = APIRouter(prefix="/ratings", tags=["ratings"])

Key = Annotated[str, Path(max_length=64)]


@router.get("", response_model=RatingTasks)
def list_tasks(desk: Reader) -> dict[str, Any]:
    """All rating tasks, in the order of creation."""
    return tasks_values(tasks.tasks(desk))


@router.post("", response_model=RatingTaskAbout)
def make_task(desk: Editor, asked: NewRatingTask) -> dict[str, Any]:
    """Make a task from a study: its distinct translations, in random order."""
    every = asked.references is None
    made = tasks.create(desk, asked.name, asked.study, asked.plan, every_reference=every)
    return task_values(desk, tasks.listed(desk, made.number))


@router.get("/{number}", response_model=RatingTaskAbout)
def show_task(desk: Reader, number: Number) -> dict[str, Any]:
    """A task with the progress of each person."""
    return task_values(desk, tasks.listed(desk, number))


@router.delete("/{number}", response_model=RemovedTask)
def remove_task(desk: Editor, number: Number) -> dict[str, Any]:
    """Remove a task with its ratings; undo restores both."""
    return {"name": tasks.remove(desk, number).name}


@router.post("/{number}/next")
def next_texts(desk: Annotator, number: Number, asked: TextsToRate) -> BlindTexts:
    """What you rate next, kept for you for some minutes."""
    offered = ratings.next_translations(desk, number, asked.without, asked.many)
    return BlindTexts(texts=offered.cards, progress=offered.progress)


@router.get("/{number}/texts/{key}")
def get_text(desk: Annotator, number: Number, key: Key) -> BlindTranslation:
    """A text by its key, with what you said of it."""
    return ratings.card(desk, number, key)


@router.get("/{number}/before")
def get_before(
    desk: Annotator, number: Number, key: Annotated[str | None, Query(max_length=64)] = None
) -> TextBefore:
    """What you rated before a text, or last of all."""
    return TextBefore(text=ratings.before(desk, number, key))


@router.post("/{number}/ratings")
def save_ratings(desk: Annotator, number: Number, asked: NewRatings) -> SavedRatings:
    """Rate texts by their keys; saying the same again changes nothing."""
    said = {one.key: one.value for one in asked.ratings}
    if len(said) < len(asked.ratings):
        raise LackmusError("A key stands there twice. Send each text once.")
    return SavedRatings(progress=ratings.rate(desk, number, said))


@router.post("/{number}/sheet", openapi_extra=upload_of("file"))
def save_sheet(request: Request, desk: Annotator, number: Number, form: Form) -> SavedSheet:
    """Save the ratings of your sheet, all or none."""
    many, progress = sheet_in(request, desk, number, form)
    return SavedSheet(ratings=many, progress=progress)


@router.get("/{number}/report", response_model=RatingReportShown)
def get_report(request: Request, desk: Reader, number: Number) -> Response:
    """The report of ratings, as from `lackmus rating report --format json`."""
    report = report_of(found_report(request, desk, number))
    return Response(named(PluginGroup.WRITE_REPORT, "json").write(report), media_type="application/json")


# Files have the same routes as on pages.
for path, hand_out in (
    ("/{number}/download.{format}", report_download),
    ("/{number}/sheet.{ending}", sheet_download),
):
    router.add_api_route(path, hand_out, response_class=Response)
