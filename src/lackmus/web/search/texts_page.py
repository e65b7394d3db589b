"""The page of all texts: filtered, sorted, marked to be assigned or reviewed."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import Reason
from lackmus.core.search.query import SearchState
from lackmus.core.search.text_lists import TextColumn
from lackmus.flows.search.searching import search_choices
from lackmus.flows.search.text_lists import text_list
from lackmus.flows.suites.item_lists import list_choices
from lackmus.web.http.answers import page, query
from lackmus.web.http.auth import Reader
from lackmus.web.search.search_models import TextsPageParameters

router = APIRouter()
PER_PAGE = 50
_PARTS = 4  # campaigns that are offered for review


@router.get("/texts")
def texts(request: Request, desk: Reader, asked: Annotated[TextsPageParameters, Query()]) -> Response:
    """The texts of systems as a list."""
    found = text_list(desk, asked.query, asked.sort, (asked.page - 1) * PER_PAGE, PER_PAGE)
    choices = search_choices(desk, asked.campaign)
    values = asked.link(page=None)
    within = choices.categories.get(asked.category)
    return page(
        request,
        "texts.html",
        asked=asked,
        values={name: value for name, value in values.items() if value},
        found=found,
        pages=max(1, -(-found.total // PER_PAGE)),
        parts=found.parts[:_PARTS],
        choices=choices,
        annotators=list_choices(desk, "").annotators,
        phenomena=within or sorted({one for some in choices.categories.values() for one in some}),
        address=lambda **others: f"/texts{query({**values, **others})}",
        pager=f"/texts{query(values)}{'&' if query(values) else '?'}",
        states=list(SearchState),
        verdicts=list(Verdict),
        reasons=[one for one in Reason if one is not Reason.MISSING],
        columns=list(TextColumn),
    )
