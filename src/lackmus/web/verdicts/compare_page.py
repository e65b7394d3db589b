"""Pages of comparisons: systems side by side, item by item, and their similarity."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from lackmus.core.verdicts.differing_items import ComparedItemsFilter, ComparedItemsMode, compared_items
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.suites.item_numbers import numbers_of
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.table import Report, Table
from lackmus.tables.verdicts.comparison import comparison_table, pairings_table
from lackmus.tables.verdicts.similarity import likeness_table, likeness_values
from lackmus.web.http.answers import page
from lackmus.web.http.auth import Reader
from lackmus.web.http.downloads import chart_file, formats, report_file, safe_name
from lackmus.web.http.remedies import on_page
from lackmus.web.reviews.deciding import deciding_wordings
from lackmus.web.verdicts.charts import drawing, picture
from lackmus.web.verdicts.comparisons import (
    CachedComparison,
    ComparedItemsQuery,
    ComparisonQuery,
    cached_comparison,
    comparison_file,
    settled,
)
from lackmus.web.verdicts.reports import CachedReport, ReportQuery, cached_report
from lackmus.write.charts.kinds import ChartKind, Theme

router = APIRouter()

_TABLED = 30  # systems for which the page shows every pair; with more, only files do


@router.get("/compare")
def compare_page(
    request: Request, desk: Reader, asked: Annotated[ComparedItemsQuery, Query()]
) -> HTMLResponse:
    """Two systems or more, item by item."""
    chosen, offered = settled(desk, asked, request=request)
    assert isinstance(chosen, ComparedItemsQuery)
    if offered.ground is None or len(chosen.systems) < 2:
        return page(request, "compare.html", asked=chosen, offered=offered, found=None, trouble="")
    try:
        one = cached_comparison(request, desk, chosen)
    except UnavailableError:
        raise
    except LackmusError as problem:  # one of them did not take part: another can be chosen
        return page(
            request,
            "compare.html",
            asked=chosen,
            offered=offered,
            found=None,
            trouble=on_page(problem),
        )
    sought = _sought(chosen, one)
    items = compared_items(one.comparison, sought, chosen.page)
    numbers = numbers_of(desk, chosen.suite or "", [each.item for each in items.items])
    wordings = [
        (numbers[each.item.key], said.text)
        for each in items.items
        for said in each.said
        if said.text is not None and each.item.key in numbers
    ]
    return page(
        request,
        "compare.html",
        asked=chosen,
        offered=offered,
        trouble="",
        found=one.comparison,
        told=one.reported,
        table=comparison_table(one.comparison),
        pairings=pairings_table(one.comparison) if len(one.comparison.pairings) > 1 else None,
        items=items,
        sought=sought,
        numbers=numbers,
        decides=deciding_wordings(request, desk, wordings, chosen.campaign, named=True),
        Mode=ComparedItemsMode,
        formats=formats(),
    )


def _sought(asked: ComparedItemsQuery, one: CachedComparison) -> ComparedItemsFilter:
    """The filters of the items; those of other systems or another suite are dropped."""
    sought = asked.sought
    if sought.category not in [row.category for row in one.comparison.rows]:
        sought = replace(sought, category=None, phenomenon=None)
    if sought.mode is ComparedItemsMode.ONLY and sought.system not in one.comparison.systems:
        sought = replace(sought, mode=ComparedItemsMode.DIFFER, system=None)
    return sought


@router.get("/compare/download.{format}")
def compare_file(
    request: Request, desk: Reader, asked: Annotated[ComparisonQuery, Query()], format: str
) -> Response:
    """The comparison as a file."""
    chosen, _ = settled(desk, asked, strict=True, request=request)
    return comparison_file(cached_comparison(request, desk, chosen), format)


@router.get("/compare/agreement")
def likeness_page(request: Request, desk: Reader, asked: Annotated[ComparisonQuery, Query()]) -> HTMLResponse:
    """How often two systems of a campaign get the same verdict."""
    chosen, offered = settled(desk, asked)
    if offered.ground is None:
        return page(request, "alike.html", asked=chosen, offered=offered, table=None, left_out={})
    reported = _report(request, desk, chosen).reported
    evaluation = reported.evaluation
    table: Table | None = None
    order = list(evaluation.systems)
    if len(order) <= _TABLED:
        table = likeness_table(evaluation, reported.labels)
        order = likeness_values(evaluation)["systems"]
    elif evaluation.fairness.fair:  # a million cells would not be shown anyway
        table = Table("Same verdict, in percent", (), (), evaluation.signature)
    return page(
        request,
        "alike.html",
        asked=chosen,
        offered=offered,
        table=table,
        order=order,
        left_out=reported.evaluation.left_out,
        formats=formats(),
    )


@router.get("/compare/agreement/figure")
def likeness_figure(
    request: Request, desk: Reader, asked: Annotated[ComparisonQuery, Query()]
) -> HTMLResponse:
    """The similarity of systems as a chart: a part of the page."""
    chosen, _ = settled(desk, asked)
    one = _report(request, desk, chosen)
    drawn = one.made.get(("figure", ChartKind.AGREEMENT), lambda: picture(one.reported, ChartKind.AGREEMENT))
    return page(request, "parts/figure.html", picture=drawn)


@router.get("/compare/agreement/chart.{ending}")
def likeness_chart(
    request: Request,
    desk: Reader,
    asked: Annotated[ComparisonQuery, Query()],
    ending: str,
    theme: Theme = Theme.LIGHT,
) -> Response:
    """The similarity of systems as a chart: svg, png or pdf."""
    chosen, _ = settled(desk, asked)
    reported = _report(request, desk, chosen).reported
    return chart_file(
        lambda ending: drawing(reported, ChartKind.AGREEMENT, ending, theme),
        safe_name(f"agreement-{chosen.campaign}"),
        ending,
    )


@router.get("/compare/agreement/download.{format}")
def likeness_file(
    request: Request, desk: Reader, asked: Annotated[ComparisonQuery, Query()], format: str
) -> Response:
    """The similarity of systems as a file."""
    chosen, _ = settled(desk, asked)
    reported = _report(request, desk, chosen).reported
    table = likeness_table(reported.evaluation, reported.labels)
    if table is None:
        raise HTTPException(404, "No item is settled for all systems, or there is only one.")
    report = Report(f"Lackmus: agreement between systems of {chosen.campaign}", (table,))
    return report_file(report, safe_name(f"agreement-{chosen.campaign}"), format)


def _report(request: Request, desk: Desk, asked: ComparisonQuery) -> CachedReport:
    """The report of its own page, so that it is evaluated once for both."""
    return cached_report(
        request, desk, ReportQuery(campaign=asked.campaign, suite=asked.suite, pair=asked.pair)
    )
