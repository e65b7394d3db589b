"""The page of a search, and its downloads."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import Reason
from lackmus.core.search.folding import Fold
from lackmus.core.search.query import Matching, Place, SearchOrder, SearchState, SystemsShown
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.search.searching import search as find
from lackmus.flows.search.searching import search_choices
from lackmus.tables.search.concordance import concordance_report, counts_in_words, remarks, share_of
from lackmus.web.http.answers import page, query
from lackmus.web.http.auth import Reader, current_user
from lackmus.web.http.downloads import formats, report_file, safe_name
from lackmus.web.http.remedies import on_page, status_of
from lackmus.web.reviews.deciding import deciding
from lackmus.web.search.search_models import SearchPageParameters, SearchParameters

router = APIRouter()
PER_PAGE = 50
_PARTS = 4  # campaigns that are offered for review


@router.get("/search")
def search(request: Request, desk: Reader, asked: Annotated[SearchPageParameters, Query()]) -> Response:
    """Keywords in context."""
    found, problem, status = None, "", 200
    if asked.wanted:
        logged = current_user(request).role.may(Role.ANNOTATOR)
        try:
            found = find(desk, asked.query, (asked.page - 1) * PER_PAGE, PER_PAGE, logged)
        except UnavailableError:
            raise
        except LackmusError as wrong:
            problem, status = on_page(wrong), status_of(wrong)
    choices = search_choices(desk, asked.campaign, asked.anonymous)
    values = asked.values(page=None)
    outputs = [line.text_id for line in found.lines if line.place is Place.OUTPUT] if found else ()
    within = choices.categories.get(asked.category)
    return page(
        request,
        "search.html",
        status,
        asked=asked,
        found=found,
        problem=problem,
        decides=deciding(request, desk, [one for one in outputs if one], asked.campaign),
        told=counts_in_words(found) if found else "",
        remarks=remarks(found) if found else (),
        pages=max(1, -(-found.total // PER_PAGE)) if found else 1,
        parts=found.parts[:_PARTS] if found else (),
        share_of=share_of,
        choices=choices,
        phenomena=within or sorted({one for some in choices.categories.values() for one in some}),
        formats=formats(),
        address=lambda **others: f"/search{query({**values, **others})}",
        download=lambda form: f"/search/download.{form}{query(values)}",
        pager=f"/search{query(values)}&",
        matchings=list(Matching),
        folds=list(Fold),
        places=list(Place),
        orders=list(SearchOrder),
        states=list(SearchState),
        shown_systems=list(SystemsShown),
        verdicts=list(Verdict),
        reasons=[one for one in Reason if one is not Reason.MISSING],
    )


@router.get("/search/download.{format}")
def download(
    request: Request, desk: Reader, format: str, asked: Annotated[SearchParameters, Query()]
) -> Response:
    """All lines of a search as a file."""
    logged = current_user(request).role.may(Role.ANNOTATOR)
    report = concordance_report(find(desk, asked.query, logged=logged))
    return report_file(report, safe_name("search", asked.wanted[:40]), format)
