"""API of studies of contrasts: shares, the items behind them, keeping and dropping items."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from lackmus.core.contrasts.study import StudyShown
from lackmus.core.contrasts.study_items import ListedStudyItem, item_page_values, listed_values, word_values
from lackmus.core.contrasts.study_sentences import in_words
from lackmus.core.contrasts.study_verdicts import Evidence
from lackmus.core.trees.treebank import Sentence
from lackmus.flows.contrasts.keeping import choose_many, history, take_back
from lackmus.plugins import PluginGroup, named
from lackmus.web.contrasts.contrast_models import (
    ChoiceUndone,
    ChosenItems,
    RefiningItemsAnswer,
    Studies,
    StudyChoices,
    StudyHistory,
    StudyItems,
    StudySentence,
    StudyTendencies,
)
from lackmus.web.contrasts.contrasts_page import (
    Number,
    chart_download,
    drawing_download,
    report_download,
    study_download,
    view_of,
)
from lackmus.web.contrasts.refine_page import (
    MOST_ITEMS,
    MOST_PASSED,
    progress_values,
    refining_item_values,
    refining_items,
)
from lackmus.web.contrasts.studies import (
    CachedStudy,
    StudyItemsQuery,
    TendenciesQuery,
    all_shown,
    cached_study,
    tendency_report,
)
from lackmus.web.http.auth import Annotator, Reader

router = APIRouter(tags=["contrasts"])


@router.get("/contrasts")
def list_studies(request: Request, desk: Reader) -> Studies:
    """All studies, in the order in which they came."""
    return Studies(studies=all_shown(request, desk))


@router.get("/contrasts/{number}")
def show_study(request: Request, desk: Reader, number: Number) -> StudyShown:
    """What is known of a study."""
    return cached_study(request, desk, number).shown


@router.get("/contrasts/{number}/tendencies", response_model=StudyTendencies)
def get_tendencies(
    request: Request, desk: Reader, number: Number, asked: Annotated[TendenciesQuery, Query()]
) -> Response:
    """The results of a study, as from `lackmus contrast report --format json`."""
    report = tendency_report(cached_study(request, desk, number).found(asked))
    return Response(named(PluginGroup.WRITE_REPORT, "json").write(report), media_type="application/json")


@router.get("/contrasts/{number}/items", response_model=StudyItems)
def get_items(
    request: Request, desk: Reader, number: Number, asked: Annotated[StudyItemsQuery, Query()]
) -> dict[str, Any]:
    """The items behind a number, with the evidence of every verdict."""
    return item_page_values(cached_study(request, desk, number).items(asked))


@router.get("/contrasts/{number}/items/{item}", response_model=StudySentence)
def get_sentence(
    request: Request, desk: Reader, number: Number, item: Number, system: str = ""
) -> dict[str, Any]:
    """A system's translation of an item, with both trees and their links."""
    one = cached_study(request, desk, number)
    view = view_of(one, item, system)
    return {
        "item": listed_values(_listed(one, item, view.evidence)),
        "source": _words(view.source),
        "target": _words(view.target) if view.target else [],
        "links": list(view.links),
        "source_clause": sorted(view.above.clause),
        "target_clause": sorted(view.below.clause) if view.below else [],
        "in_words": in_words(view, view.evidence.system),
    }


def _words(sentence: Sentence) -> list[dict[str, Any] | None]:
    return [word_values(numbered) for numbered in enumerate(sentence.words)]


def _listed(one: CachedStudy, number: int, evidence: Evidence) -> ListedStudyItem:
    row = one.study.items.row(number - 1, named=True)
    return ListedStudyItem(
        number,
        row["item"],
        row["contrast"],
        row["phenomenon"],
        row["selected"],
        row["refined"],
        (evidence,),
    )


@router.get("/contrasts/{number}/refine", response_model=RefiningItemsAnswer)
def next_cards(
    request: Request,
    desk: Reader,
    number: Number,
    contrast: str | None = None,
    after: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    without: Annotated[list[int], Query(max_length=MOST_PASSED)] = [],  # noqa: B006  (FastAPI copies it)
    many: Annotated[int, Query(ge=1, le=MOST_ITEMS)] = 1,
) -> dict[str, Any]:
    """The next open pre-selected items, and the progress."""
    one = cached_study(request, desk, number)
    course = one.course(contrast or None)
    found = refining_items(desk, one, course, after, without, many)
    return {"cards": refining_item_values(found), "progress": progress_values(course.progress)}


@router.get("/contrasts/{number}/choices")
def get_choices(request: Request, desk: Reader, number: Number, item: str | None = None) -> StudyHistory:
    """What was ever said of the items of a study, or of one, in the order of time."""
    one = cached_study(request, desk, number)
    return StudyHistory(choices=history(desk, one.shown.name, item or None))


@router.post("/contrasts/{number}/choices", response_model=ChosenItems)
def choose_items(request: Request, desk: Annotator, number: Number, asked: StudyChoices) -> dict[str, Any]:
    """Keep and drop items; repeating a choice changes nothing."""
    one = cached_study(request, desk, number)
    changed = choose_many(desk, one.shown.name, {each.item: each.kept for each in asked.choices})
    course = cached_study(request, desk, number).course(None)
    return {"changed": changed, "progress": progress_values(course.progress)}


@router.post("/contrasts/{number}/undo", response_model=ChoiceUndone)
def undo_choice(request: Request, desk: Annotator, number: Number) -> dict[str, Any]:
    """Undo this person's last choice in a study."""
    one = cached_study(request, desk, number)
    taken = take_back(desk, one.shown.name)
    places = {item: place for place, item in enumerate(one.study.items["item"], start=1)}
    course = cached_study(request, desk, number).course(None)
    return {
        "items": list(taken.items),
        "numbers": [places[item] for item in taken.items],
        "change": taken.change,
        "progress": progress_values(course.progress),
    }


# Files have the same routes as on pages.
for path, hand_out in (
    ("/contrasts/{number}/download.{format}", report_download),
    ("/contrasts/{number}/chart.{ending}", chart_download),
    ("/contrasts/{number}/items/{item}/drawing.{ending}", drawing_download),
    ("/contrasts/{number}/file", study_download),
):
    router.add_api_route(path, hand_out, response_class=Response)
