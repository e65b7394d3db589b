"""Refine a study: keep or drop its pre-selected items, one key each."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.keeping import choose, take_back
from lackmus.web.contrasts.contrasts_page import Number
from lackmus.web.contrasts.refining_items import (
    MOST_ITEMS,
    MOST_PASSED,
    RefiningItem,
    refining_item,
    refining_items,
)
from lackmus.web.contrasts.studies import CachedStudy, cached_study
from lackmus.web.http.answers import back_to, page, query
from lackmus.web.http.auth import Annotator, Reader, current_user
from lackmus.web.outputs.uploads import Form, said
from lackmus.web.outputs.uploads import number as number_in
from lackmus.web.served import mark_of

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
