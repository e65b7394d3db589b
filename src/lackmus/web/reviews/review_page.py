"""The review page: the frame; the texts come through the API."""

from collections.abc import Collection
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from lackmus.core.reviews.offers import AssignedTo
from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews import live_review
from lackmus.flows.reviews.reviews import Scope
from lackmus.web.http.answers import page
from lackmus.web.http.auth import Reviewer, current_user
from lackmus.web.served import mark_of

router = APIRouter()
MANY = 20  # lines of a screen
# Whose texts: editors get those of others last, other people only if they ask.
_EDITORS = {"": "Anybody", "me": "Me"}
_OTHERS = {"": "Me or nobody", "me": "Me", "anyone": "Anybody"}


@router.get("/review")
def review(
    request: Request,
    desk: Reviewer,
    campaign: str = "",
    suite: str = "",
    pair: str = "",
    category: str = "",
    phenomenon: str = "",
    reason: str = "",
    system: str = "",
    mine: str = "",
    flagged: str = "",
    double: str = "",
    item: str = "",
    items: Annotated[str, Query(max_length=20_000)] = "",
    found: Annotated[str, Query(max_length=20_000)] = "",
    assigned: str = "",
    many: str = "",
) -> Response:
    """Review open texts, one by one or a screen at a time."""
    choices = live_review.choices(desk, Scope(campaign or None, suite or None, pair or None))
    if not choices["campaigns"]:
        return page(request, "review.html", settings=None, first=None)
    scope: dict[str, str | None] = choices["about"]
    first = live_review.training_first(desk, Scope(**scope))
    if first is not None:
        return page(request, "review.html", settings=None, first=first)
    categories: dict[str, list[str]] = choices["categories"]
    within = _there(category, categories)
    phenomena = (
        categories[within] if within else sorted({one for some in categories.values() for one in some})
    )
    # Filters that another campaign does not have are dropped, so that changing the campaign always works.
    filters = {
        "category": within,
        "phenomenon": _there(phenomenon, phenomena),
        "reason": _there(reason, choices["reasons"]),
        "system": _there(system, choices["systems"]),
        "mine": mine == "1",
        "flagged": flagged == "1",
        "double": double == "1",
        "item": item if item and live_review.has_item(desk, Scope(**scope), item) else None,
        "items": items or None,
        "found": found or None,
        "assigned": _there(assigned, list(AssignedTo)),
    }
    editor = current_user(request).role.may(Role.EDITOR)
    wanted = live_review.search_again(desk, Scope(**scope), found) if found else ""
    whose = {"me": "yours", "anyone": "anybody’s"}.get(assigned, "")
    told = {"found": wanted, "assigned": whose, "items": "marked items"}  # instead of their numbers
    return page(
        request,
        "review.html",
        settings={
            "person": desk.who,
            "workspace": mark_of(desk),
            "editor": editor,
            "scope": scope,
            "filters": filters,
            "many": 1 if many in ("", "1") else MANY,
            "progress": live_review.progress(desk, Scope(**scope)),
        },
        choices=choices,
        wanted=wanted,
        whose=_EDITORS if editor else _OTHERS,
        filtered=[
            name if value is True else told.get(name, value) for name, value in filters.items() if value
        ],
    )


def _there(asked: str, known: Collection[str]) -> str | None:
    return asked if asked in known else None
