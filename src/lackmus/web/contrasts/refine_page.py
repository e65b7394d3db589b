"""Refine a study: keep or drop its pre-selected items, one key each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from lackmus.core.contrasts.refining import RefiningOrder, RefiningProgress
from lackmus.core.contrasts.study import Choice, ContrastShown
from lackmus.core.contrasts.study_items import evidence_values, word_values
from lackmus.core.contrasts.study_sentences import verdicts_on
from lackmus.core.contrasts.study_verdicts import Evidence
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.keeping import choose, history, take_back
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.contrasts.contrasts_page import Number
from lackmus.web.contrasts.studies import CachedStudy, cached_study
from lackmus.web.http.answers import back_to, page, query
from lackmus.web.http.auth import Annotator, Reader, current_user
from lackmus.web.outputs.uploads import Form, said
from lackmus.web.outputs.uploads import number as number_in
from lackmus.web.served import mark_of

MOST_ITEMS = 5  # loaded at once
MOST_PASSED = 200  # items that are loaded or not saved yet, and must not be loaded again


@dataclass(frozen=True)
class RefiningItem:
    """An item to keep or drop."""

    number: int  # from 1
    item: str
    contrast: ContrastShown
    source: str
    keyword: tuple[tuple[int, int], ...]  # its position in the source
    references: tuple[Evidence, ...]  # the selecting one first
    kept: bool | None
    selected: bool
    choices: tuple[Choice, ...]  # all choices about it
    before: int | None  # the item before it
    after: int | None


def refining_item(desk: Desk, one: CachedStudy, course: RefiningOrder, number: int) -> RefiningItem:
    """An item by its number."""
    item = one.item(number)
    row = one.study.items.row(number - 1, named=True)
    verdicts = verdicts_on(one.study, item)
    references = [each for each in verdicts if each.system in one.study.references]
    references.sort(key=lambda each: each.system != one.study.selected_by)
    keyword = next((each.keyword[1] for each in verdicts if each.keyword), None)
    return RefiningItem(
        number,
        item,
        next(each for each in one.study.contrasts if each.name == row["contrast"]),
        one.study.sources.texts[row["sentence"]],
        ((keyword.start, keyword.end),) if keyword else (),
        tuple(references),
        row["refined"],
        row["selected"],
        tuple(history(desk, one.shown.name, item)),
        course.beside(number, -1),
        course.beside(number, 1),
    )


def refining_items(
    desk: Desk, one: CachedStudy, course: RefiningOrder, after: int | None, without: Sequence[int], many: int
) -> list[RefiningItem]:
    """The next open items."""
    return [
        refining_item(desk, one, course, each) for each in course.next_open(after, frozenset(without), many)
    ]


def refining_item_values(found: Iterable[RefiningItem]) -> list[dict[str, Any]]:
    """Items as plain values."""
    return [
        {
            "number": one.number,
            "item": one.item,
            "contrast": one.contrast.name,
            "phenomenon": one.contrast.phenomenon,
            "about": one.contrast.about,
            "source": one.source,
            "keyword": next((word_values(each.keyword) for each in one.references if each.keyword), None),
            "references": [evidence_values(each) for each in one.references],
            "kept": one.kept,
            "selected": one.selected,
        }
        for one in found
    ]


def progress_values(progress: RefiningProgress) -> dict[str, int]:
    """The progress as plain values."""
    return {
        "selected": progress.selected,
        "kept": progress.kept,
        "dropped": progress.dropped,
        "left": progress.left,
    }


router = APIRouter()

Item = Annotated[int, Query(ge=1, le=2**31 - 1)]
_KEPT = {"keep": True, "drop": False, "open": None}


@router.get("/contrasts/{number}/refine")
def refine_page(
    request: Request,
    desk: Reader,
    number: Number,
    contrast: str = "",
    item: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> Response:
    """One item after another; readers only see the choices of others."""
    one = cached_study(request, desk, number)
    course = one.course(contrast or None)
    found: RefiningItem | None
    if item is not None:
        found = refining_item(desk, one, course, item)
    else:
        found = next(iter(refining_items(desk, one, course, None, (), 1)), None)
    return page(
        request,
        "contrast_refine.html",
        path="/contrasts",
        **_shown(request, one, contrast),
        card=found,
        progress=course.progress,
        first=course.numbers[0] if course.numbers else None,
        contrasts={each.name: each.phenomenon for each in one.study.contrasts},
        settings={
            "study": number,
            "contrast": contrast,
            "person": desk.who,
            "workspace": mark_of(desk),
        },
    )


def _shown(request: Request, one: CachedStudy, contrast: str) -> dict[str, Any]:
    """Template values beside the item itself."""
    return {
        "here": f"/contrasts/{one.shown.number}",
        "one": one,
        "contrast": contrast,
        "may": current_user(request).role.may(Role.ANNOTATOR),
    }


@router.get("/contrasts/{number}/refine/cards")
def cards_part(
    request: Request,
    desk: Reader,
    number: Number,
    contrast: str = "",
    after: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    without: Annotated[list[int], Query(max_length=MOST_PASSED)] = [],  # noqa: B006  (FastAPI copies it)
    many: Annotated[int, Query(ge=1, le=MOST_ITEMS)] = 1,
) -> Response:
    """The next open items: those after an item, then from the beginning."""
    one = cached_study(request, desk, number)
    found = refining_items(desk, one, one.course(contrast or None), after, without, many)
    return page(request, "contrast_cards.html", **_shown(request, one, contrast), cards=found)


@router.get("/contrasts/{number}/refine/card")
def card_part(request: Request, desk: Reader, number: Number, item: Item, contrast: str = "") -> Response:
    """One item, open or not."""
    one = cached_study(request, desk, number)
    found = refining_item(desk, one, one.course(contrast or None), item)
    return page(request, "contrast_cards.html", **_shown(request, one, contrast), cards=[found])


@router.post("/contrasts/{number}/refine")
def choose_one(request: Request, desk: Annotator, number: Number, form: Form) -> Response:
    """Keep or drop an item without scripts, then go to the next."""
    one = cached_study(request, desk, number)
    item, contrast = _item(form), said(form, "contrast") or ""
    kept = said(form, "kept") or ""
    if kept not in _KEPT:
        raise LackmusError("Say whether the item is kept or dropped.")
    choose(desk, one.shown.name, one.item(item), _KEPT[kept])
    ahead = one.course(contrast or None).next_open(item, {item})
    where = {"contrast": contrast, "item": ahead[0] if ahead else None}
    return back_to(request, f"/contrasts/{number}/refine{query(where)}")


def _item(form: Form) -> int:
    found = number_in(form, "item", 1, 2**31 - 1)
    if found is None:
        raise LackmusError("Say which item is meant.")
    return found


@router.post("/contrasts/{number}/refine/undo")
def undo_one(request: Request, desk: Annotator, number: Number, form: Form) -> Response:
    """Undo one's last choice in this study, and show it again."""
    one = cached_study(request, desk, number)
    taken = take_back(desk, one.shown.name)
    places = {item: place for place, item in enumerate(one.study.items["item"], start=1)}
    where = {"contrast": said(form, "contrast"), "item": places[taken.items[0]] if taken.items else None}
    return back_to(request, f"/contrasts/{number}/refine{query(where)}", f"Taken back: {taken.items[0]}.")
