"""Pages of blind ratings: tasks, rating one translation after the other, reports."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from lackmus.core.base.choices import ItemSet, RatingTable
from lackmus.core.base.plurals import counted
from lackmus.core.ratings.tasks import (
    HIGHEST,
    MOST_ADVICE,
    MOST_LABEL,
    MOST_PEOPLE,
    MOST_REPEATS,
    TaskPlan,
    TaskShown,
)
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.ratings import ratings, tasks
from lackmus.tables.ratings.ratings import rating_tables
from lackmus.web.contrasts.studies import all_shown, cached_study
from lackmus.web.http.answers import back_to, page
from lackmus.web.http.auth import Annotator, Editor, Reader, current_user
from lackmus.web.http.downloads import formats
from lackmus.web.outputs.uploads import Form, number, said
from lackmus.web.ratings.ratings import (
    MOST_PASSED,
    MOST_TRANSLATIONS,
    found_report,
    own_sheet,
    plan_in,
    rating_file,
    sheet_in,
)
from lackmus.web.served import mark_of

router = APIRouter()

Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
Key = Annotated[str, Query(max_length=64)]


@router.get("/ratings")
def all_tasks(request: Request, desk: Reader) -> Response:
    """All tasks, newest first, with their progress."""
    return page(
        request,
        "ratings.html",
        tasks=tasks.tasks(desk)[::-1],
        studies=all_shown(request, desk),
        **_may(request),
    )


def _may(request: Request) -> dict[str, bool]:
    role = current_user(request).role
    return {"may_rate": role.may(Role.ANNOTATOR), "may_make": role.may(Role.EDITOR)}


@router.get("/ratings/new")
def new_task(
    request: Request, desk: Editor, study: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None
) -> Response:
    """The form for a new task."""
    studies = all_shown(request, desk)[::-1]
    chosen = study or (studies[0].number if studies else None)
    one = cached_study(request, desk, chosen) if chosen else None
    return page(
        request,
        "rating_new.html",
        path="/ratings",
        studies={each.number: each.name for each in studies},
        one=one,
        sets=list(one.study.sets) if one else [],
        usual=TaskPlan(repeats=10),
        most={
            "value": HIGHEST,
            "people": MOST_PEOPLE,
            "repeats": MOST_REPEATS,
            "label": MOST_LABEL,
            "advice": MOST_ADVICE,
        },
        selected=ItemSet.SELECTED,
    )


@router.post("/ratings")
def make_task(request: Request, desk: Editor, form: Form) -> Response:
    """Make a task from a study."""
    study = number(form, "study", 1, 2**31 - 1)
    if study is None:
        raise LackmusError("Say of which study the translations are.")
    one = cached_study(request, desk, study)
    plan = plan_in(form)
    for what, chosen in (("system", plan.systems), ("contrast", plan.contrasts)):
        if not chosen:
            raise LackmusError(f"No {what} is chosen. Choose one or more.")
    if len(plan.contrasts) == len(one.study.contrasts):
        plan = replace(plan, contrasts=())  # all of them, under any name
    made = tasks.create(desk, said(form, "name") or "", one.shown.name, plan, one.study)
    return back_to(request, f"/ratings/{made.number}", f"Made {made.name}: {made.in_short}.")


@router.get("/ratings/{number}")
def task_page(request: Request, desk: Reader, number: Number) -> Response:
    """A task: its plan, the progress of each person, and links to rate."""
    one = tasks.listed(desk, number)
    return page(
        request,
        "rating.html",
        path="/ratings",
        here=f"/ratings/{number}",
        one=one,
        task=one.task,
        plan=one.task.plan,
        progress=tasks.progress(desk, number),
        study_there=any(each.number == one.task.study for each in all_shown(request, desk)),
        **_may(request),
    )


@router.post("/ratings/{number}/remove")
def remove_task(request: Request, desk: Editor, number: Number) -> Response:
    """Remove a task with its ratings; undo restores both."""
    removed = tasks.remove(desk, number)
    return back_to(request, "/ratings", f"{removed.name} was removed. Undo under Log brings it back.")


# -- rating ------------------------------------------------------------------------------------------------


@router.get("/ratings/{number}/rate")
def rate_page(
    request: Request, desk: Annotator, number: Number, key: Annotated[str | None, Query(max_length=64)] = None
) -> Response:
    """One translation after the other; with a key, that one again."""
    task = tasks.task(desk, number)
    offered = ratings.next_translations(desk, number, many=0 if key else 1)
    cards = (ratings.card(desk, number, key),) if key else offered.cards
    return page(
        request,
        "rating_rate.html",
        path="/ratings",
        **_shown(task),
        card=cards[0] if cards else None,
        progress=offered.progress,
        settings={
            "task": number,
            "lowest": task.plan.scale.lowest,
            "highest": task.plan.scale.highest,
            "person": desk.who,
            "workspace": mark_of(desk),
        },
    )


def _shown(task: TaskShown) -> dict[str, Any]:
    """Template values beside the text itself."""
    return {"here": f"/ratings/{task.number}", "task": task, "scale": task.plan.scale}


@router.post("/ratings/{number}/cards")
def next_part(request: Request, desk: Annotator, number: Number, form: Form) -> Response:
    """The next texts of this annotator, claimed for some minutes."""
    without = [one for one in form.getlist("without") if isinstance(one, str)][:MOST_PASSED]
    many = said(form, "many") or "1"
    wanted = int(many) if many in [str(one) for one in range(1, MOST_TRANSLATIONS + 1)] else 1
    offered = ratings.next_translations(desk, number, without, wanted)
    return _cards(request, tasks.task(desk, number), offered.cards)


@router.get("/ratings/{number}/card")
def card_part(request: Request, desk: Annotator, number: Number, key: Key) -> Response:
    """A text with this annotator's rating."""
    return _cards(request, tasks.task(desk, number), [ratings.card(desk, number, key)])


@router.get("/ratings/{number}/before")
def before_part(
    request: Request, desk: Annotator, number: Number, key: Annotated[str | None, Query(max_length=64)] = None
) -> Response:
    """The text this annotator rated before another one, or last."""
    found = ratings.before(desk, number, key)
    return _cards(request, tasks.task(desk, number), [found] if found else [])


def _cards(request: Request, task: TaskShown, cards: Any) -> Response:
    return page(request, "rating_cards.html", **_shown(task), cards=cards)


@router.post("/ratings/{number}/rate")
def rate_one(request: Request, desk: Annotator, number: Number, form: Form) -> Response:
    """Rate a text without scripts, then go to the next."""
    scale = tasks.task(desk, number).plan.scale
    value = _value(form, scale.lowest, scale.highest)
    ratings.rate(desk, number, {said(form, "key") or "": value})
    return back_to(request, f"/ratings/{number}/rate")


def _value(form: Form, lowest: int, highest: int) -> int:
    found = number(form, "value", lowest, highest)
    if found is None:
        raise LackmusError(f"Say how good the translation is: a number from {lowest} to {highest}.")
    return found


@router.get("/ratings/{number}/sheet.{ending}")
def sheet_download(desk: Annotator, number: Number, ending: str) -> Response:
    """The remaining texts of the current person, as TSV or CSV."""
    return own_sheet(desk, number, ending)


@router.post("/ratings/{number}/sheet")
def sheet_upload(request: Request, desk: Annotator, number: Number, form: Form) -> Response:
    """Upload a sheet with ratings."""
    many, progress = sheet_in(request, desk, number, form)
    told = f"Saved {counted(many, 'rating')}; {counted(progress.left, 'text')} left for you."
    return back_to(request, f"/ratings/{number}", told)


# -- what ratings show -------------------------------------------------------------------------------------


@router.get("/ratings/{number}/report")
def report_page(request: Request, desk: Reader, number: Number) -> Response:
    """The report of ratings: by system, structure, agreement with the reference, and annotator."""
    found = found_report(request, desk, number)
    return page(
        request,
        "rating_report.html",
        path="/ratings",
        here=f"/ratings/{number}",
        found=found,
        tables=rating_tables(found),
        formats=formats(),
        texts=RatingTable.TEXTS,
    )


@router.get("/ratings/{number}/download.{format}")
def report_download(
    request: Request,
    desk: Reader,
    number: Number,
    format: str,
    table: Annotated[list[RatingTable], Query()] = [],  # noqa: B006  (FastAPI copies it)
) -> Response:
    """The report of ratings as a file, as from `lackmus rating report`."""
    return rating_file(found_report(request, desk, number), format, table)
