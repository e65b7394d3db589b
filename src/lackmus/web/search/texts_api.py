"""API of lists of texts, and of assigning many of them."""

from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from lackmus.core.search.concordance import ReviewPart
from lackmus.core.search.text_lists import TextLine
from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews.assigning import assign_texts
from lackmus.flows.search.text_lists import text_list, text_numbers
from lackmus.tables.search.text_lists import texts_values
from lackmus.web.http.auth import Editor, Reader, current_user
from lackmus.web.search.search_models import TextsApiParameters, TextsParameters
from lackmus.web.search.texts_page import download

router = APIRouter(tags=["search"])


class TextsAnswer(BaseModel):
    """Texts of systems; as from `lackmus review texts --format json`."""

    signature: str
    total: int
    first: int
    reserved: int = Field(description="Items that are hidden from this person.")
    review: str = Field(description="The list as the parameter `found` of review.")
    texts: list[TextLine]
    parts: list[ReviewPart]


class AllTextNumbers(BaseModel):
    """Texts by number."""

    texts: list[int]


class AssignTextsBody(BaseModel):
    """Texts for a person, who judges them in any case."""

    texts: Annotated[
        list[Annotated[int, Field(ge=1, le=2**31 - 1)]], Field(min_length=1, max_length=1_000_000)
    ]
    person: Annotated[str, Field(max_length=500, description="Empty: nobody.")] = ""
    log: Annotated[str, Field(max_length=2_000, description="Why, for the log")] = ""


class AssignedTextsAnswer(BaseModel):
    """What was assigned."""

    person: str
    texts: list[int] = Field(description="That were not so already.")
    unchanged: int
    said: str = Field(description="In words.")
    change: int | None


@router.get("/texts", response_model=TextsAnswer)
def texts(request: Request, desk: Reader, asked: Annotated[TextsApiParameters, Query()]) -> dict[str, Any]:
    """The texts of systems that pass the filters, in the order of a column."""
    logged = current_user(request).role.may(Role.ANNOTATOR)
    return texts_values(text_list(desk, asked.query, asked.sort, asked.first, asked.lines, logged))


# The file has the same route as on the page.
router.add_api_route("/texts/download.{format}", download, response_class=Response)


@router.get("/texts/numbers")
def numbers(desk: Reader, asked: Annotated[TextsParameters, Query()]) -> AllTextNumbers:
    """The numbers of all texts that pass the filters."""
    return AllTextNumbers(texts=text_numbers(desk, asked.query))


@router.post("/texts/assign", response_model=AssignedTextsAnswer)
def assign(desk: Editor, wanted: AssignTextsBody) -> dict[str, Any]:
    """Assign texts to a person, or to nobody; it is one change."""
    return asdict(assign_texts(replace(desk, comment=wanted.log.strip()), wanted.texts, wanted.person))
