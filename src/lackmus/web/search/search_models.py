"""The parameters of a search as pages and API take them, and the answer of the API."""

from dataclasses import fields
from typing import Annotated, Any

from pydantic import BaseModel, Field

from lackmus.core.search.concordance import SearchLine
from lackmus.core.search.folding import Fold
from lackmus.core.search.query import (
    Matching,
    Place,
    SearchOrder,
    SearchQuery,
    SearchState,
    SystemsShown,
)
from lackmus.core.search.text_lists import TextColumn
from lackmus.web.http.addresses import QueryModel

_Name = Annotated[str, Field(max_length=1_000)]
_Decided = Annotated[str, Field(max_length=500, description="Only texts that this person decided.")]
_Assigned = Annotated[str, Field(max_length=500, description="Only texts of this person, or of nobody.")]


class SearchParameters(QueryModel):
    """A search with its filters; empty ones let everything pass."""

    wanted: str = Field("", alias="q", max_length=1_000, description="A word, a phrase or a pattern.")
    matching: Matching = Field(
        Matching.WORDS, alias="match", description="Whole words (* stands for letters), part, pattern."
    )
    fold: list[Fold] = Field([], description="What is ignored: case, accents.")
    places: list[Place] = Field([], alias="in", description="Where; everywhere if empty.")
    suite: _Name = ""
    pair: _Name = ""
    category: _Name = ""
    phenomenon: _Name = ""
    campaign: _Name = ""
    system: _Name = ""
    item: Annotated[str, Field(max_length=1_000, description="By its id, or by pair and id.")] = ""
    texts: Annotated[str, Field(max_length=20_000, description="By number: 12-40,45.")] = ""
    items: Annotated[str, Field(max_length=20_000, description="Of items by number, likewise.")] = ""
    verdict: _Name = ""
    reason: _Name = ""
    state: SearchState | None = Field(None, description="open, settled, or decided by people")
    decided_by: _Decided = ""
    assigned: _Assigned = ""
    order: SearchOrder = Field(SearchOrder.PLACE, alias="sort")
    systems: SystemsShown = Field(
        SystemsShown.COUNT, description="count, named, or each: the log records that you looked"
    )
    anonymous: bool = Field(False, description="Systems under their aliases.")
    width: int = Field(SearchQuery.width, ge=5, le=1_000, description="Columns of context on each side.")

    @property
    def query(self) -> SearchQuery:
        """The search as flows take it."""
        said: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(SearchQuery)}
        lists = {name: tuple(dict.fromkeys(said[name])) for name in ("fold", "places")}
        return SearchQuery(**{**said, **lists})

    def values(self, **changes: object) -> dict[str, object]:
        """The parameters of an address, with some replaced; defaults are left out."""
        return {**self.model_dump(mode="json", exclude_defaults=True, by_alias=True), **changes}


class SearchPageParameters(SearchParameters):
    """A page of a search."""

    page: int = Field(1, ge=1, le=1_000_000)


class SearchApiParameters(SearchParameters):
    """Some lines of a search."""

    first: int = Field(0, ge=0, le=100_000_000, description="The place of the first line, from 0.")
    lines: int = Field(100, ge=0, le=10_000)


class SearchAnswer(BaseModel):
    """Keywords in context, with counts over all lines; as from `lackmus search --format json`."""

    signature: str
    query: dict[str, Any]
    total: int
    texts: int
    outputs: int
    searched: int
    first: int
    given_up: int
    reserved: int
    review: str = Field(description="The search as the parameter `found` of review.")
    lines: list[SearchLine]
    wordings: list[dict[str, Any]]
    systems: list[dict[str, Any]]
    parts: list[dict[str, Any]]


class TextsParameters(QueryModel):
    """A list of texts with its filters; empty ones let everything pass."""

    q: Annotated[str, Field(max_length=1_000, description="Only texts with this word or phrase.")] = ""
    suite: _Name = ""
    pair: _Name = ""
    category: _Name = ""
    phenomenon: _Name = ""
    item: Annotated[str, Field(max_length=1_000, description="By its id, or by pair and id.")] = ""
    campaign: _Name = ""
    system: _Name = ""
    verdict: _Name = ""
    reason: _Name = ""
    state: SearchState | None = Field(None, description="open, settled, or decided by people")
    texts: Annotated[str, Field(max_length=20_000, description="By number: 12-40,45.")] = ""
    items: Annotated[str, Field(max_length=20_000, description="Of items by number, likewise.")] = ""
    decided_by: _Decided = ""
    assigned: _Assigned = ""
    systems: SystemsShown = Field(
        SystemsShown.COUNT, description="count, or named: the log records that you looked"
    )
    anonymous: bool = Field(False, description="Systems under their aliases.")
    sort: Annotated[
        str, Field(max_length=50, description=f"{', '.join(TextColumn)}; with a hyphen from the last on")
    ] = ""

    @property
    def query(self) -> SearchQuery:
        """The filters as flows take them."""
        own = {one.name for one in fields(SearchQuery)} & set(type(self).model_fields)
        return SearchQuery(self.q, **{name: getattr(self, name) for name in own})


class TextsPageParameters(TextsParameters):
    """A page of a list of texts."""

    page: int = Field(1, ge=1, le=1_000_000)


class TextsApiParameters(TextsParameters):
    """Some lines of a list of texts."""

    first: int = Field(0, ge=0, le=100_000_000, description="The place of the first line, from 0.")
    lines: int = Field(100, ge=0, le=10_000)
