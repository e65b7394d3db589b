"""Compare and trend: systems side by side, how alike they are, campaigns over the years."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from lackmus.core.comparison_tables import comparison_table, comparison_tables, listed, pairings_table
from lackmus.core.contests import Mode, Sought, contests
from lackmus.core.likeness_tables import likeness_table, likeness_values
from lackmus.core.tables import Report
from lackmus.core.trends import trend_table
from lackmus.errors import LackmusError
from lackmus.flows.item_numbers import numbers_of
from lackmus.flows.overview import Campaigned, campaigned
from lackmus.flows.stored_comparing import StoredTrend
from lackmus.flows.workspaces import Desk
from lackmus.web.answers import page
from lackmus.web.compared import (
    AskedComparison,
    AskedContests,
    AskedTrend,
    Compared,
    comparison_at_hand,
    report_file,
    settled,
    trend_at_hand,
)
from lackmus.web.files import saved_as
from lackmus.web.pictures import Picture, drawing, picture
from lackmus.web.reporting import PICTURES, Asked, AtHand, at_hand, formats, safe_name
from lackmus.web.visitors import Reader
from lackmus.web.wording import in_page_words
from lackmus.write.charts import chart, render, report_charts
from lackmus.write.charts.kinds import Kind, Theme

router = APIRouter()
_SHOWN = 200  # differing items in a file that people read


@router.get("/compare")
def compare_page(request: Request, desk: Reader, asked: Annotated[AskedContests, Query()]) -> HTMLResponse:
    """Two systems or more, item by item."""
    chosen, offered = settled(desk, asked)
    assert isinstance(chosen, AskedContests)
    if offered.ground is None or len(chosen.systems) < 2:
        return page(request, "compare.html", asked=chosen, offered=offered, found=None, trouble="")
    try:
        one = comparison_at_hand(request, desk, chosen)
    except LackmusError as problem:  # one of them did not take part: another can be chosen
        return page(
            request,
            "compare.html",
            asked=chosen,
            offered=offered,
            found=None,
            trouble=in_page_words(str(problem)),
        )
    sought = _sought(chosen, one)
    items = contests(one.comparison, sought, chosen.page)
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
        numbers=numbers_of(desk, chosen.suite or "", [each.item for each in items.items]),
        Mode=Mode,
        formats=formats(),
    )


def _sought(asked: AskedContests, one: Compared) -> Sought:
    """Which items are looked at; what was chosen for other systems or another suite is forgotten."""
    sought = asked.sought
    if sought.category not in [row.category for row in one.comparison.rows]:
        sought = replace(sought, category=None, phenomenon=None)
    if sought.mode is Mode.ONLY and sought.system not in one.comparison.systems:
        sought = replace(sought, mode=Mode.DIFFER, system=None)
    return sought


@router.get("/compare/download.{format}")
def compare_file(
    request: Request, desk: Reader, asked: Annotated[AskedComparison, Query()], format: str
) -> Response:
    """The comparison as a file."""
    chosen, _ = settled(desk, asked, strict=True)
    return comparison_file(comparison_at_hand(request, desk, chosen), format)


def comparison_file(one: Compared, format: str) -> Response:
    """A comparison as `lackmus compare` writes it."""
    first, *others = comparison_tables(one.comparison, _SHOWN)
    title = f"Lackmus: {listed(one.comparison.systems)}"
    tables = (first.with_notes(one.reported.notes), *others)
    report = Report(title, tables, one.comparison, suspicions=one.reported.suspicions)
    return report_file(report, "-".join(("compare", *one.comparison.systems)), format)


@router.get("/compare/agreement")
def likeness_page(request: Request, desk: Reader, asked: Annotated[AskedComparison, Query()]) -> HTMLResponse:
    """How often two systems of a campaign get the same verdict."""
    chosen, offered = settled(desk, asked)
    if offered.ground is None:
        return page(request, "alike.html", asked=chosen, offered=offered, table=None, left_out={})
    reported = _report(request, desk, chosen).reported
    return page(
        request,
        "alike.html",
        asked=chosen,
        offered=offered,
        table=likeness_table(reported.evaluation, reported.labels),
        order=likeness_values(reported.evaluation)["systems"],
        left_out=reported.evaluation.left_out,
        formats=formats(),
    )


@router.get("/compare/agreement/figure")
def likeness_figure(
    request: Request, desk: Reader, asked: Annotated[AskedComparison, Query()]
) -> HTMLResponse:
    """The same as a picture: a part of the page."""
    chosen, _ = settled(desk, asked)
    one = _report(request, desk, chosen)
    drawn = one.made.get(("figure", Kind.AGREEMENT), lambda: picture(one.reported, Kind.AGREEMENT))
    return page(request, "parts/figure.html", picture=drawn)


@router.get("/compare/agreement/chart.{ending}")
def likeness_chart(
    request: Request,
    desk: Reader,
    asked: Annotated[AskedComparison, Query()],
    ending: str,
    theme: Theme = Theme.LIGHT,
) -> Response:
    """The same as a file."""
    chosen, _ = settled(desk, asked)
    reported = _report(request, desk, chosen).reported
    return _chart(
        drawing(reported, Kind.AGREEMENT, _ending(ending), theme), f"agreement-{chosen.campaign}", ending
    )


@router.get("/compare/agreement/download.{format}")
def likeness_file(
    request: Request, desk: Reader, asked: Annotated[AskedComparison, Query()], format: str
) -> Response:
    """The table as a file."""
    chosen, _ = settled(desk, asked)
    reported = _report(request, desk, chosen).reported
    table = likeness_table(reported.evaluation, reported.labels)
    if table is None:
        raise HTTPException(404, "No item is settled for all systems, or there is only one.")
    report = Report(f"Lackmus: agreement between systems of {chosen.campaign}", (table,))
    return report_file(report, f"agreement-{chosen.campaign}", format)


def _report(request: Request, desk: Desk, asked: AskedComparison) -> AtHand:
    """The very report that its own page shows, so that it is evaluated once for both."""
    return at_hand(request, desk, Asked(campaign=asked.campaign, suite=asked.suite, pair=asked.pair))


# -- over time ---------------------------------------------------------------------------------------------


@router.get("/trend")
def trend_page(request: Request, desk: Reader, asked: Annotated[AskedTrend, Query()]) -> HTMLResponse:
    """Campaigns over time, on the items that are fair in all of them."""
    chosen, campaigns = trend_settled(desk, asked)
    here = [one for one in campaigns if one.ground(chosen.suite, chosen.pair) is not None]
    content = {
        "asked": chosen,
        "campaigns": campaigns,
        "grounds": _grounds(campaigns),
        "systems": _returning(here, chosen),
        "tags": sorted({tag for one in here for tag in one.system_tags}),
        "formats": formats(),
    }
    if len(chosen.campaigns) < 2:
        return page(request, "trend.html", found=None, trouble="", **content)
    try:
        found = trend_at_hand(request, desk, chosen)
    except LackmusError as problem:  # nothing in common: other campaigns or systems can be chosen
        return page(request, "trend.html", found=None, trouble=in_page_words(str(problem)), **content)
    return page(
        request,
        "trend.html",
        found=found,
        trouble="",
        table=trend_table(found.trend, found.labels).with_notes(found.notes),
        **content,
    )


def _grounds(campaigns: Sequence[Campaigned]) -> list[tuple[str, str]]:
    """Suites and pairs for which at least two campaigns have outputs."""
    every = [(ground.suite, ground.pair) for one in campaigns for ground in one.grounds]
    return [ground for ground in dict.fromkeys(every) if every.count(ground) > 1]


def _returning(campaigns: Sequence[Campaigned], asked: AskedTrend) -> list[str]:
    """Systems that came back, by name: only they can be followed."""
    every = [
        system
        for one in campaigns
        if one.name in asked.campaigns and (ground := one.ground(asked.suite, asked.pair))
        for system in ground.systems
    ]
    return sorted({system for system in every if every.count(system) > 1}, key=str.casefold)


def trend_settled(desk: Desk, asked: AskedTrend) -> tuple[AskedTrend, list[Campaigned]]:
    """What is meant where it was left open: the ground that most campaigns share, and all of these.

    Campaigns that have no outputs for it are left out; the others come in the order of time.
    """
    every = [one for one in campaigned(desk) if one.grounds]
    shared = [(ground.suite, ground.pair) for one in every for ground in one.grounds]
    fitting = [
        ground
        for ground in dict.fromkeys(shared)
        if asked.suite in (None, ground[0]) and asked.pair in (None, ground[1])
    ]
    if not fitting:
        return asked.model_copy(update={"campaigns": []}), every
    suite, pair = max(fitting, key=shared.count)
    there = [one for one in every if any((g.suite, g.pair) == (suite, pair) for g in one.grounds)]
    named = [one.name for one in there if not asked.campaigns or one.name in asked.campaigns]
    known = {system for one in there for ground in one.grounds for system in ground.systems}
    tags = {tag for one in there for tag in one.system_tags}
    found = {
        "suite": suite,
        "pair": pair,
        "campaigns": named,
        "systems": [name for name in asked.systems if name in known],
        "exclude_tags": [tag for tag in asked.exclude_tags if tag in tags],
    }
    return asked.model_copy(update=found), there


@router.get("/trend/figure")
def trend_figure(request: Request, desk: Reader, asked: Annotated[AskedTrend, Query()]) -> HTMLResponse:
    """The trend as a picture: a part of the page."""
    chosen, _ = trend_settled(desk, asked)
    return page(request, "parts/figure.html", picture=trend_picture(trend_at_hand(request, desk, chosen)))


def trend_picture(found: StoredTrend) -> Picture:
    """The chart for the page, in the page's own colours."""
    ((title, words, drawn),) = report_charts(Report("", (), found.trend, labels=found.labels))
    # A chart escapes its texts and holds no script, no style and no link.
    return Picture(Kind.TREND, title, words, Markup(drawn))  # noqa: S704


@router.get("/trend/chart.{ending}")
def trend_chart(
    request: Request,
    desk: Reader,
    asked: Annotated[AskedTrend, Query()],
    ending: str,
    theme: Theme = Theme.LIGHT,
) -> Response:
    """The trend as a picture in a file."""
    chosen, _ = trend_settled(desk, asked)
    found = trend_at_hand(request, desk, chosen)
    drawn = render(chart(Kind.TREND, found.trend, found.labels, theme), _ending(ending))
    return _chart(drawn, "-".join(("trend", *chosen.campaigns)), ending)


@router.get("/trend/download.{format}")
def trend_download(
    request: Request, desk: Reader, asked: Annotated[AskedTrend, Query()], format: str
) -> Response:
    """The trend as a file."""
    chosen, _ = trend_settled(desk, asked)
    return trend_file(trend_at_hand(request, desk, chosen), format)


def trend_file(found: StoredTrend, format: str) -> Response:
    """A trend as `lackmus trend` writes it."""
    table = trend_table(found.trend, found.labels).with_notes(found.notes)
    report = Report("Lackmus: trend", (table,), found.trend, labels=found.labels, suspicions=found.suspicions)
    return report_file(report, "-".join(("trend", *found.trend.campaigns)), format)


def _ending(ending: str) -> str:
    if ending not in PICTURES:
        raise HTTPException(404, f"A chart is {', '.join(PICTURES)}.")
    return f".{ending}"


def _chart(drawn: bytes, name: str, ending: str) -> Response:
    return Response(drawn, 200, saved_as(safe_name(name), f".{ending}"), PICTURES[ending])
