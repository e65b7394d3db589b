"""The page of all texts: filtered, sorted, marked to be assigned or reviewed."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import Reason
from lackmus.core.search.query import SearchState
from lackmus.core.search.text_lists import TextColumn
from lackmus.core.workspaces.people import Role
from lackmus.flows.search.searching import search_choices
from lackmus.flows.search.text_lists import text_list
from lackmus.flows.suites.item_lists import list_choices
from lackmus.tables.search.text_lists import texts_report
from lackmus.web.http.answers import page, query
from lackmus.web.http.auth import Reader, current_user
from lackmus.web.http.downloads import formats, report_file
from lackmus.web.search.search_models import TextsPageParameters, TextsParameters

router = APIRouter()
PER_PAGE = 50
_PARTS = 4  # campaigns that are offered for review


@router.get("/texts")
def texts(request: Request, desk: Reader, asked: Annotated[TextsPageParameters, Query()]) -> Response:
    """The texts of systems as a list."""
    logged = current_user(request).role.may(Role.ANNOTATOR)
    found = text_list(desk, asked.query, asked.sort, (asked.page - 1) * PER_PAGE, PER_PAGE, logged)
    choices = search_choices(desk, asked.campaign, asked.anonymous)
    values = asked.link(page=None)
    people = list_choices(desk, "").annotators
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
        annotators=people,
        deciders=sorted({*people, *filter(None, [asked.decided_by])}),
        phenomena=within or sorted({one for some in choices.categories.values() for one in some}),
        address=lambda **others: f"/texts{query({**values, **others})}",
        pager=f"/texts{query(values)}{'&' if query(values) else '?'}",
        states=list(SearchState),
        verdicts=list(Verdict),
        reasons=[one for one in Reason if one is not Reason.MISSING],
        columns=list(TextColumn),
        formats=formats(),
        download=lambda form: f"/texts/download.{form}{query(values)}",
    )


@router.get("/texts/download.{format}")
def download(
    request: Request, desk: Reader, format: str, asked: Annotated[TextsParameters, Query()]
) -> Response:
    """All texts of a list as a file."""
    logged = current_user(request).role.may(Role.ANNOTATOR)
    return report_file(texts_report(text_list(desk, asked.query, asked.sort, logged=logged)), "texts", format)
