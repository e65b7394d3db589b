"""Campaigns over the years, on the items that are fair in all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.verdicts.comparing import TrendOfFiles
from lackmus.flows.verdicts.joining import offered_joins
from lackmus.flows.workspaces.overview import ListedCampaign
from lackmus.tables.table import Report
from lackmus.tables.verdicts.trend import trend_table
from lackmus.web.http.answers import page
from lackmus.web.http.auth import Reader
from lackmus.web.http.downloads import chart_file, formats, safe_name
from lackmus.web.http.remedies import on_page
from lackmus.web.verdicts.charts import Picture
from lackmus.web.verdicts.comparisons import (
    TrendQuery,
    cached_trend,
    trend_file,
    trend_is_cached,
    trend_settled,
)
from lackmus.write.charts import chart, render, report_charts
from lackmus.write.charts.kinds import ChartKind, Theme

router = APIRouter()


@router.get("/trend")
def trend_page(request: Request, desk: Reader, asked: Annotated[TrendQuery, Query()]) -> HTMLResponse:
    """Campaigns over time, on the items that are fair in all of them."""
    chosen, campaigns = trend_settled(desk, asked)
    here = [one for one in campaigns if one.ground(chosen.suite, chosen.pair) is not None]
    content = {
        "asked": chosen,
        "campaigns": campaigns,
        "grounds": _parts(campaigns),
        "systems": _returning(here, chosen),
        "tags": sorted({tag for one in here for tag in one.system_tags}),
        "formats": formats(),
    }
    if len(chosen.campaigns) < 2:
        return page(request, "trend.html", found=None, trouble="", **content)
    # A trend takes a second or more: the page shows the options first and loads the result.
    if request.headers.get("sec-fetch-dest") == "document" and not trend_is_cached(request, desk, chosen):
        return page(request, "trend.html", found=None, trouble="", later=True, **content)
    try:
        found = cached_trend(request, desk, chosen)
    except UnavailableError:
        raise
    except LackmusError as problem:  # nothing in common: other campaigns or systems can be chosen
        return page(request, "trend.html", found=None, trouble=on_page(problem), **content)
    return page(
        request,
        "trend.html",
        found=found,
        trouble="",
        table=trend_table(found.trend, found.labels, chosen.by).with_notes(found.notes),
        **content,
    )


@dataclass(frozen=True)
class Returning:
    """A system that occurs in several campaigns."""

    name: str
    chosen: bool


def _parts(campaigns: Sequence[ListedCampaign]) -> list[tuple[str, str]]:
    """Suites and pairs with outputs of at least two campaigns."""
    every = [(ground.suite, ground.pair) for one in campaigns for ground in one.grounds]
    return [ground for ground in dict.fromkeys(every) if every.count(ground) > 1]


def _returning(campaigns: Sequence[ListedCampaign], asked: TrendQuery) -> list[Returning]:
    """Systems in several campaigns, under any of their names."""
    systems = {
        one.name: ground.systems
        for one in campaigns
        if one.name in asked.campaigns and (ground := one.ground(asked.suite, asked.pair))
    }
    joined = offered_joins(systems, asked.same, asked.exact_names, [one.labels for one in campaigns])
    every = [joined.called(system) for of in systems.values() for system in of]
    chosen = set(map(joined.called, asked.systems))
    names = sorted({system for system in every if every.count(system) > 1}, key=str.casefold)
    return [Returning(name, name in chosen) for name in names]


@router.get("/trend/figure")
def trend_figure(request: Request, desk: Reader, asked: Annotated[TrendQuery, Query()]) -> HTMLResponse:
    """The trend as a chart: a part of the page."""
    chosen, _ = trend_settled(desk, asked)
    return page(request, "parts/figure.html", picture=trend_picture(cached_trend(request, desk, chosen)))


def trend_picture(found: TrendOfFiles) -> Picture:
    """The chart for the page, in the page's own colours."""
    ((title, words, drawn),) = report_charts(Report("", (), found.trend, labels=found.labels))
    # A chart escapes its texts and has no script, style or link.
    return Picture(ChartKind.TREND, title, words, Markup(drawn))  # noqa: S704


@router.get("/trend/chart.{ending}")
def trend_chart(
    request: Request,
    desk: Reader,
    asked: Annotated[TrendQuery, Query()],
    ending: str,
    theme: Theme = Theme.LIGHT,
) -> Response:
    """The trend as a chart: svg, png or pdf."""
    chosen, _ = trend_settled(desk, asked)
    found = cached_trend(request, desk, chosen)
    return chart_file(
        lambda ending: render(chart(ChartKind.TREND, found.trend, found.labels, theme), ending),
        safe_name("-".join(("trend", *chosen.campaigns))),
        ending,
    )


@router.get("/trend/download.{format}")
def trend_download(
    request: Request, desk: Reader, asked: Annotated[TrendQuery, Query()], format: str
) -> Response:
    """The trend as a file."""
    chosen, _ = trend_settled(desk, asked)
    return trend_file(cached_trend(request, desk, chosen), format, chosen.by)
