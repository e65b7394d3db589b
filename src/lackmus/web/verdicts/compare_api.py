"""API of comparisons and trends."""

import json
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from lackmus.core.verdicts.differing_items import (
    ComparedText,
    NoSuchComparedSystemError,
    compared_items,
    compared_items_values,
)
from lackmus.flows.suites.item_numbers import numbers_of
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.verdicts.similarity import likeness_values
from lackmus.web.http.auth import Reader
from lackmus.web.verdicts.compare_page import likeness_chart, likeness_file
from lackmus.web.verdicts.comparisons import (
    CachedComparison,
    ComparedItemsQuery,
    ComparisonQuery,
    TrendQuery,
    cached_comparison,
    cached_trend,
    comparison_file,
    settled,
    trend_file,
    trend_settled,
)
from lackmus.web.verdicts.reports import ReportQuery, cached_report
from lackmus.web.verdicts.trend_page import trend_chart
from lackmus.write.reports.json import comparison_json, trend_json

router = APIRouter(tags=["compare"])


class ComparedItemAnswer(BaseModel):
    """An item with the texts of all compared systems."""

    item: str
    item_id: int | None
    category: str
    phenomenon: str
    source: str
    outcome: str
    systems: Sequence[ComparedText]


class ComparedItemsAnswer(BaseModel):
    """A page of the items of a comparison."""

    counts: dict[str, int]
    only: dict[str, int]
    total: int
    page: int
    pages: int
    items: list[ComparedItemAnswer]


class AlikeShown(BaseModel):
    """How often two systems get the same verdict."""

    one: str
    other: str
    percent: float
    same: int


class LikenessShown(BaseModel):
    """Every pair of systems of a campaign, similar ones side by side."""

    signature: str
    systems: list[str]
    n: int
    pairs: list[AlikeShown]


def _compared(request: Request, desk: Desk, asked: ComparisonQuery) -> tuple[CachedComparison, str]:
    chosen, offered = settled(desk, asked, strict=True, request=request)
    if offered.ground is None or len(chosen.systems) < 2:
        raise HTTPException(404, "There are no two systems with outputs for one suite yet.")
    return cached_comparison(request, desk, chosen), chosen.suite or ""


@router.get("/compare")
def compare(request: Request, desk: Reader, asked: Annotated[ComparisonQuery, Query()]) -> dict[str, Any]:
    """Two or more systems compared, as from `lackmus compare --format json`."""
    one, _ = _compared(request, desk, asked)
    answer: dict[str, Any] = json.loads(comparison_json(one.comparison, one.reported.suspicions))
    return answer


@router.get("/compare/items", response_model=ComparedItemsAnswer)
def compare_items(
    request: Request, desk: Reader, asked: Annotated[ComparedItemsQuery, Query()]
) -> dict[str, Any]:
    """The items of a comparison, page by page: what only one system passes, where they differ …"""
    one, suite = _compared(request, desk, asked)
    try:
        found = compared_items(one.comparison, asked.sought, asked.page)
    except NoSuchComparedSystemError as problem:
        raise HTTPException(404, f"{problem}.") from None
    return compared_items_values(found, numbers_of(desk, suite, [each.item for each in found.items]))


@router.get("/compare/download.{format}", response_class=Response)
def compare_download(
    request: Request, desk: Reader, asked: Annotated[ComparisonQuery, Query()], format: str
) -> Response:
    """A comparison as a file."""
    return comparison_file(_compared(request, desk, asked)[0], format)


@router.get("/compare/agreement", response_model=LikenessShown)
def compare_agreement(
    request: Request, desk: Reader, asked: Annotated[ComparisonQuery, Query()]
) -> dict[str, Any]:
    """On how many items every pair of systems gets the same verdict."""
    chosen, offered = settled(desk, asked, strict=True)
    if offered.ground is None:
        raise HTTPException(404, "There are no outputs yet.")
    wanted = ReportQuery(campaign=chosen.campaign, suite=chosen.suite, pair=chosen.pair)
    return likeness_values(cached_report(request, desk, wanted).reported.evaluation)


@router.get("/trend")
def trend(request: Request, desk: Reader, asked: Annotated[TrendQuery, Query()]) -> dict[str, Any]:
    """Campaigns over time on the items fair in all of them, as `lackmus trend --format json`."""
    chosen, _ = trend_settled(desk, asked)
    found = cached_trend(request, desk, chosen)
    answer: dict[str, Any] = json.loads(trend_json(found.trend, found.suspicions))
    return answer


@router.get("/trend/download.{format}", response_class=Response)
def trend_download(
    request: Request, desk: Reader, asked: Annotated[TrendQuery, Query()], format: str
) -> Response:
    """A trend as a file."""
    chosen, _ = trend_settled(desk, asked)
    return trend_file(cached_trend(request, desk, chosen), format, chosen.by)


# Files have the same routes as on pages.
for path, hand_out in (
    ("/compare/agreement/chart.{ending}", likeness_chart),
    ("/compare/agreement/download.{format}", likeness_file),
    ("/trend/chart.{ending}", trend_chart),
):
    router.add_api_route(path, hand_out, response_class=Response)
