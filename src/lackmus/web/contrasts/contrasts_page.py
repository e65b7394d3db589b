"""Pages of contrasts: shares, the items behind every number, and single sentences as trees."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from lackmus.core.base.choices import Correction, Intervals, ItemSet, TendencyTable, TestChoice
from lackmus.core.base.verdict import BY_RULES
from lackmus.core.contrasts.shares import SAID, TENDENCY
from lackmus.core.contrasts.study import FoundBy, Unknown
from lackmus.core.contrasts.study_items import Refined
from lackmus.core.contrasts.study_sentences import (
    HOW,
    WHY,
    SentenceView,
    in_words,
    sentence_view,
    verdicts_on,
)
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.keeping import history
from lackmus.web.contrasts.share_links import example_links, links
from lackmus.web.contrasts.studies import (
    CachedStudy,
    CachedTendencies,
    StudyItemsQuery,
    TendenciesQuery,
    all_shown,
    cached_study,
    file_name,
    sentence_drawing,
    sentence_picture,
    tendency_drawing,
    tendency_file,
    tendency_kinds,
    tendency_picture,
)
from lackmus.web.http.answers import page, query
from lackmus.web.http.auth import Reader
from lackmus.web.http.downloads import chart_file, formats
from lackmus.web.outputs.file_downloads import choices_file, study_file
from lackmus.write.charts.kinds import TendencyKind, Theme

router = APIRouter()

Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
_OFFERED = {"test": TestChoice, "correction": Correction, "intervals": Intervals}
_FILES = {"study": study_file, "choices": choices_file}


@router.get("/contrasts")
def all_studies(request: Request, desk: Reader) -> Response:
    """All studies, newest first, and how to make one."""
    return page(request, "contrasts.html", studies=all_shown(request, desk)[::-1])


@router.get("/contrasts/{number}")
def study_page(
    request: Request, desk: Reader, number: Number, asked: Annotated[TendenciesQuery, Query()]
) -> Response:
    """A study: shares, counts, reasons of Unknown, and how reliable all that is."""
    one = cached_study(request, desk, number)
    found = one.found(asked)
    return page(
        request,
        "contrast.html",
        path="/contrasts",
        here=f"/contrasts/{number}",
        one=one,
        asked=asked,
        found=found,
        tendency=TENDENCY,
        lead=found.lead.removeprefix(TENDENCY).strip(),
        tables=_tables(found, number),
        kinds=found.made.get("kinds", lambda: tendency_kinds(found.tendencies)),
        options=_OFFERED,
        formats=formats(),
    )


def _way(number: int) -> Callable[[Mapping[str, object]], str]:
    """A function for the URLs of items; there are many with the same beginning."""
    here = f"/contrasts/{number}/items"
    return lambda where: f"{here}{query(where)}"


def _tables(found: CachedTendencies, number: int) -> dict[str, tuple[Any, ...]]:
    """The tables by name, with links to the items behind their numbers."""
    tables = {
        name: (table, links(name, table, found.tendencies, _way(number)))
        for name, table in found.tables.items()
    }
    shown, _ = tables[TendencyTable.COUNTERPARTS]
    examples = example_links(shown, found.tendencies, f"/contrasts/{number}")
    tables[TendencyTable.COUNTERPARTS] = shown, examples
    return {name.value: both for name, both in tables.items()}


@router.get("/contrasts/{number}/items")
def items_page(
    request: Request, desk: Reader, number: Number, asked: Annotated[StudyItemsQuery, Query()]
) -> Response:
    """The items behind a number, with keyword and aligned words marked."""
    one = cached_study(request, desk, number)
    found = one.items(asked)
    return page(
        request,
        "contrast_items.html",
        path="/contrasts",
        here=f"/contrasts/{number}",
        one=one,
        asked=asked,
        found=found,
        said=SAID,
        sets={chosen.value: _set_name(one, chosen) for chosen in one.study.sets},
        phenomena=list(dict.fromkeys(contrast.phenomenon for contrast in one.study.contrasts)),
        reasons=list(Unknown),
        ways=list(FoundBy),
        refined=list(Refined),
        verdicts=list(BY_RULES),
    )


def _set_name(one: CachedStudy, chosen: ItemSet) -> str:
    """The name of a set as in the tables: without a selecting reference, all hits."""
    return str(ItemSet.HITS if chosen is ItemSet.SELECTED and not one.study.selected_by else chosen)


@router.get("/contrasts/{number}/items/{item}")
def item_page(
    request: Request, desk: Reader, number: Number, item: Number, system: str = "", whole: bool = False
) -> Response:
    """One keyword with a system's translation: both sentences as trees, and the evidence in words."""
    one = cached_study(request, desk, number)
    name = one.item(item)
    verdicts = verdicts_on(one.study, name)
    view = view_of(one, item, system)
    drawn, shortened = sentence_picture(view, whole)
    return page(
        request,
        "contrast_item.html",
        path="/contrasts",
        here=f"/contrasts/{number}",
        place=f"/contrasts/{number}/items/{item}",
        one=one,
        item=one.study.items.row(item - 1, named=True),
        number=item,
        many=one.study.items.height,
        contrast=next(
            each for each in one.study.contrasts if each.name == one.study.items["contrast"][item - 1]
        ),
        view=view,
        verdicts=verdicts,
        drawn=drawn,
        shortened=shortened,
        whole=whole,
        words=in_words(view, view.evidence.system),
        said=SAID,
        why=WHY,
        how=HOW,
        history=history(desk, one.shown.name, name),
    )


def view_of(one: CachedStudy, item: int, system: str) -> SentenceView:
    """A system's translation of an item; by default the first system's."""
    verdicts = verdicts_on(one.study, one.item(item))
    if not verdicts:
        raise LackmusError(f"{one.shown.name}: no system has translated item {item}.")
    found = next((each for each in verdicts if each.system == system), None) if system else verdicts[0]
    if found is None:
        there = ", ".join(each.system for each in verdicts)
        raise LackmusError(f"{one.shown.name} has no system {system}. There are {there}.")
    return sentence_view(one.study, found)


@router.get("/contrasts/{number}/items/{item}/drawing.{ending}")
def drawing_download(
    request: Request,
    desk: Reader,
    number: Number,
    item: Number,
    ending: str,
    system: str = "",
    whole: bool = False,
    theme: Theme = Theme.LIGHT,
) -> Response:
    """Both sentences of an item as svg, png or pdf."""
    one = cached_study(request, desk, number)
    view = view_of(one, item, system)
    name = file_name(one.study, f"{view.evidence.item[:60]}-{view.evidence.system[:40]}")
    return chart_file(lambda ending: sentence_drawing(view, whole, ending, theme), name, ending)


@router.get("/contrasts/{number}/figure")
def figure_part(
    request: Request,
    desk: Reader,
    number: Number,
    asked: Annotated[TendenciesQuery, Query()],
    kind: TendencyKind,
) -> Response:
    """A chart, loaded when it scrolls into view."""
    found = cached_study(request, desk, number).found(asked)
    drawn = found.made.get(("figure", kind), lambda: tendency_picture(found.tendencies, kind))
    return page(request, "parts/chart_figure.html", picture=drawn, asked=asked, here=f"/contrasts/{number}")


@router.get("/contrasts/{number}/chart.{ending}")
def chart_download(
    request: Request,
    desk: Reader,
    number: Number,
    asked: Annotated[TendenciesQuery, Query()],
    ending: str,
    kind: TendencyKind,
    theme: Theme = Theme.LIGHT,
) -> Response:
    """A chart of a study as svg, png or pdf."""
    found = cached_study(request, desk, number).found(asked).tendencies
    name = file_name(found.study, f"{kind}-{theme}" if theme is not Theme.LIGHT else kind.value)
    return chart_file(lambda ending: tendency_drawing(found, kind, ending, theme), name, ending)


@router.get("/contrasts/{number}/download.{format}")
def report_download(
    request: Request, desk: Reader, number: Number, asked: Annotated[TendenciesQuery, Query()], format: str
) -> Response:
    """A study's report as a file, as `lackmus contrast report` writes it."""
    return tendency_file(cached_study(request, desk, number).found(asked), format)


@router.get("/contrasts/{number}/file")
def study_download(request: Request, desk: Reader, number: Number, what: str = "study") -> Response:
    """The study itself, as `lackmus contrast` reads it; or its kept and dropped items."""
    if what not in _FILES:
        raise LackmusError(f"There is no file {what}. There are {', '.join(_FILES)}.")
    return _FILES[what](cached_study(request, desk, number).study)
