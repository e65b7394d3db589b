"""Rating tasks for pages and scripts: cached reports, plans from forms, sheets."""

from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from starlette.datastructures import FormData

from lackmus.core.base.choices import ItemSet, RatingTable
from lackmus.core.ratings.report import RatingReport
from lackmus.core.ratings.tasks import (
    HIGHEST,
    MOST_PEOPLE,
    MOST_REPEATS,
    ListedTask,
    RatingScale,
    TaskPlan,
    TaskShown,
)
from lackmus.errors import LackmusError
from lackmus.flows.ratings import ratings, tasks
from lackmus.flows.ratings.ratings import OwnProgress
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.ratings.ratings import report_of
from lackmus.tables.ratings.tasks import listed_values
from lackmus.web.http.cache import AnswerCache
from lackmus.web.http.downloads import report_file, safe_name
from lackmus.web.http.files import drop, put_aside, put_by, saved_as
from lackmus.web.outputs.uploads import files, number, said, ticked
from lackmus.web.served import served_by
from lackmus.write.rating_sheets import sheet_file

MOST_TRANSLATIONS = 5  # loaded at once
MOST_PASSED = 200  # texts that are loaded or not saved yet, and must not be loaded again
MOST_SEED = 2**31 - 1
MOST_SENTENCES = 1_000_000
_REPORTS = 6  # cached
_SHEETS = {"tsv": "text/tab-separated-values; charset=utf-8", "csv": "text/csv; charset=utf-8"}


def task_values(desk: Desk, one: ListedTask) -> dict[str, Any]:
    """A task as plain values, with the progress of each person."""
    return {**listed_values(one), "progress": tasks.progress(desk, one.task.number)}


def found_report(request: Request, desk: Desk, task: int) -> RatingReport:
    """The report of a task, cached; refused to annotators with texts left."""
    ratings.refuse_blind(desk, task)
    reports = served_by(request).cached(desk).lasting.get("rating reports", lambda: AnswerCache(_REPORTS))
    return reports.get((task, ratings.touched(desk, task)), lambda: ratings.report(desk, task))


def rating_file(found: RatingReport, format: str, tables: list[RatingTable]) -> Response:
    """A report as a file in one of the report formats."""
    return report_file(report_of(found, list(dict.fromkeys(tables))), file_name(found.task, "report"), format)


def file_name(task: TaskShown, what: str) -> str:
    """The file name of a task, without ending."""
    return safe_name("ratings", task.name[:60], what)


# -- making a task -----------------------------------------------------------------------------------------


def plan_in(form: FormData) -> TaskPlan:
    """The plan in the form of a new task."""
    usual = TaskPlan()
    chosen = said(form, "set") or usual.chosen
    if chosen not in list(ItemSet):
        raise LackmusError(f"set: there is no {chosen}. There are {', '.join(ItemSet)}.")
    return TaskPlan(
        RatingScale(
            _number(form, "lowest", 0, HIGHEST, usual.scale.lowest),
            _number(form, "highest", 1, HIGHEST, usual.scale.highest),
            said(form, "low_label") or "",
            said(form, "high_label") or "",
        ),
        ItemSet(chosen),
        _chosen(form, "contrasts"),
        _chosen(form, "systems"),
        _chosen(form, "references"),
        _number(form, "sentences", 0, MOST_SENTENCES, usual.sentences),
        _number(form, "people", 1, MOST_PEOPLE, usual.people),
        _number(form, "repeats", 0, MOST_REPEATS, usual.repeats),
        ticked(form, "marked"),
        said(form, "advice") or "",
        _number(form, "seed", 0, MOST_SEED, usual.seed),
    )


def _number(form: FormData, name: str, least: int, most: int, usual: int) -> int:
    found = number(form, name, least, most)
    return usual if found is None else found


def _chosen(form: FormData, name: str) -> tuple[str, ...]:
    return tuple(one for one in form.getlist(name) if isinstance(one, str) and one)


# -- sheets ------------------------------------------------------------------------------------------------


def own_sheet(desk: Desk, task: int, ending: str) -> Response:
    """The remaining texts of the current person, as a spreadsheet file."""
    if ending not in _SHEETS:
        raise LackmusError(f"There is no sheet {ending}. There are {', '.join(_SHEETS)}.")
    shown = tasks.task(desk, task)
    content = sheet_file(ratings.sheet_of(desk, task, desk.who), ending)
    return Response(content, 200, saved_as(file_name(shown, "sheet"), f".{ending}"), _SHEETS[ending])


def sheet_in(request: Request, desk: Desk, task: int, form: FormData) -> tuple[int, OwnProgress]:
    """Save the ratings of an uploaded sheet; errors use its original name."""
    sent = files(form, "file")
    if not sent:
        raise LackmusError("No file came. Choose the sheet with your ratings.")
    folder = served_by(request).folder
    token = put_aside(folder, sent[0].file, desk.who)
    place: Path = put_by(folder, token, desk.who)
    try:
        return ratings.import_sheet(desk, task, place)
    except LackmusError as problem:
        raise problem.calling(place, Path(sent[0].filename or "The sheet").name) from None
    finally:
        drop(folder, token, desk.who)
