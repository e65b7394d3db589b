"""API of search."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from lackmus.core.workspaces.people import Role
from lackmus.flows.search.searching import search as find
from lackmus.tables.search.concordance import concordance_values
from lackmus.web.http.auth import Reader, current_user
from lackmus.web.search.search_models import SearchAnswer, SearchApiParameters
from lackmus.web.search.search_page import download

router = APIRouter(tags=["search"])


@router.get("/search", response_model=SearchAnswer)
def search(request: Request, desk: Reader, asked: Annotated[SearchApiParameters, Query()]) -> dict[str, Any]:
    """A word, a phrase or a pattern in all texts: outputs, sources, rules, comments and more."""
    logged = current_user(request).role.may(Role.ANNOTATOR)
    return concordance_values(find(desk, asked.query, asked.first, asked.lines, logged))


# The file has the same route as on the page.
router.add_api_route("/search/download.{format}", download, response_class=Response)
