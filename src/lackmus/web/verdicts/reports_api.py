"""API of reports: the same numbers as on the page and from `lackmus report --format json`."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from lackmus.core.verdicts.item_lists import ListedText, items_values
from lackmus.core.verdicts.system_groups import GroupRow
from lackmus.flows.verdicts.report_pages import SavedReport, numbers_of, saved_report, written
from lackmus.flows.verdicts.saved_reports import remove_saved, save, saved
from lackmus.plugins import PluginGroup, named
from lackmus.tables.verdicts.named import usual_tables
from lackmus.web.http.auth import Annotator, Editor, Reader
from lackmus.web.outputs.uploads import Form, upload_of
from lackmus.web.verdicts.reports import (
    ReportDownloadQuery,
    ReportItemsQuery,
    ReportQuery,
    asked_file,
    beside_scores,
    cached_groups,
    cached_report,
    listed_items,
    of_saved,
)
from lackmus.web.verdicts.reports_page import chart_download
from lackmus.write.charts.kinds import ChartKind, Theme

router = APIRouter(tags=["reports"])


class Accuracies(BaseModel):
    """One row: accuracies in percent, not rounded; null if no item counts."""

    model_config = ConfigDict(extra="allow")

    n: int
    accuracy: dict[str, float | None]
    best: list[str]
    worst: list[str]
    average: float | None
    detectable: float | None
    intervals: dict[str, list[float]] | None = None


class Reached(BaseModel):
    """A phenomenon beyond a threshold, with the accuracy that puts it there."""

    category: str
    phenomenon: str
    n: int
    accuracy: float


class BeyondThresholds(BaseModel):
    """All phenomena below the low threshold and above the high one."""

    below: list[Reached]
    above: list[Reached]


class ChosenThresholds(BeyondThresholds):
    """Phenomena beyond the thresholds, by the mean of the systems and by each of them."""

    low: float | None
    high: float | None
    min_items: int
    phenomena: int = Field(description="How many have so many items.")
    systems: dict[str, BeyondThresholds]


class ComparedGroups(BaseModel):
    """Groups of systems, with tests between them."""

    signature: str
    groups: dict[str, list[str]]
    outside: list[str]
    rows: list[GroupRow]
    averages: dict[str, GroupRow]
    in_short: str


class ReportRow(Accuracies):
    """The row of a category, or of a phenomenon."""

    category: str
    phenomenon: str | None


class CountedItems(BaseModel):
    """How many items there are, and how many of them count."""

    total: int
    fair: int
    excluded: int
    uncovered: int
    excluded_by_category: dict[str, int]


class OpenWarnings(BaseModel):
    """The open warnings of a system and their cost."""

    count: int
    share: float
    reasons: dict[str, int]
    price: int
    before: int


class UntestableTexts(BaseModel):
    """A system's texts that are not testable: their number, and their share of all in percent."""

    count: int
    share: float


class UntestableOfPhenomenon(BaseModel):
    """The texts on a phenomenon that are not testable."""

    category: str
    phenomenon: str
    n: int = Field(description="Items that the systems translated.")
    systems: dict[str, UntestableTexts]


class OutputsWithError(BaseModel):
    """A system's outputs with an error type."""

    count: int
    share: float | None = Field(
        description="Percent of its outputs that fail or are not testable; null where it has none."
    )


class ErrorTypeCounts(BaseModel):
    """How often people name an error type, by system."""

    category: str | None = Field(description="Null: on all items.")
    phenomenon: str | None
    error_type: str | None = Field(description="Null: outputs for which nobody names one.")
    systems: dict[str, OutputsWithError]


class EvaluatedReport(BaseModel):
    """A report with all its results; other keys may be added."""

    model_config = ConfigDict(extra="allow")

    signature: str
    systems: list[str]
    labels: dict[str, str]
    left_out: dict[str, str]
    items: CountedItems
    warnings: dict[str, OpenWarnings]
    untestable: dict[str, UntestableTexts]
    untestable_phenomena: list[UntestableOfPhenomenon] = Field(description="Those with any.")
    error_profile: list[ErrorTypeCounts] = Field(
        description="By phenomenon, then on all items; empty if nobody names an error type."
    )
    rows: list[ReportRow]
    averages: dict[str, Accuracies]
    bounds: dict[str, dict[str, float]]
    wins: dict[str, int]
    phenomenon_wins: dict[str, int]
    thresholds: ChosenThresholds | None = Field(description="None unless `low` or `high` is given.")
    groups: ComparedGroups | None = Field(default=None, description="There where `group_by` is given.")
    scores: list[dict[str, Any]] | None = Field(
        default=None, description="There where human scores were sent: correlations with them."
    )
    in_short: str


class ItemOfReport(BaseModel):
    """An item behind a number."""

    item: str
    item_id: int | None
    category: str
    phenomenon: str
    guideline: str
    source: str
    counts: bool
    reserved: bool
    texts: Sequence[ListedText]


class ItemsOfReport(BaseModel):
    """A page of the items behind a number, and the number itself."""

    n: int = Field(description="Items of the row that count.")
    passes: dict[str, int] = Field(description="How many of them each system passes.")
    accuracy: float | None
    counts: dict[str, int] = Field(description="How many items each mode has.")
    page: int
    pages: int
    items: list[ItemOfReport]


class RemovedReport(BaseModel):
    """The removed name of a report."""

    change: int
    name: str


class SavedReportBody(BaseModel):
    """The name and the options of a report to save."""

    name: str = Field(min_length=1, max_length=200)
    replace: bool = Field(default=False, description="The name may mean another report so far.")
    report: ReportQuery = ReportQuery()


def _evaluated(request: Request, desk: Reader, asked: ReportQuery) -> Response:
    one = cached_report(request, desk, asked)
    report = written(one.reported, usual_tables(asked.by), grouped=cached_groups(one, asked))
    content = named(PluginGroup.WRITE_REPORT, "json").write(report)
    return Response(content, media_type="application/json")


@router.get("/report", response_model=EvaluatedReport)
def get_report(request: Request, desk: Reader, asked: Annotated[ReportQuery, Query()]) -> Response:
    """Compare the systems of a campaign."""
    return _evaluated(request, desk, asked)


@router.post("/report/scores", response_model=EvaluatedReport, openapi_extra=upload_of("file"))
def post_scores(
    request: Request, desk: Reader, asked: Annotated[ReportQuery, Query()], form: Form
) -> Response:
    """Compare the systems of a campaign beside the human scores of a file: its `scores` have them."""
    reported = beside_scores(request, desk, asked, form)
    content = named(PluginGroup.WRITE_REPORT, "json").write(written(reported, usual_tables(asked.by)))
    return Response(content, media_type="application/json")


@router.get("/report/items", response_model=ItemsOfReport)
def get_items(request: Request, desk: Reader, asked: Annotated[ReportItemsQuery, Query()]) -> dict[str, Any]:
    """The items behind a number of a report, with the texts of all systems."""
    one = cached_report(request, desk, asked)
    found = listed_items(one, asked)
    return items_values(found, numbers_of(desk, one.reported, found))


@router.get("/report/download", response_class=Response)
def get_file(
    request: Request,
    desk: Reader,
    asked: Annotated[ReportDownloadQuery, Query()],
    format: Annotated[str, Query(description="csv, excel, html, json, latex, markdown or parquet.")] = "csv",
) -> Response:
    """A report as a file."""
    return asked_file(cached_report(request, desk, asked), asked, format)


@router.get("/report/chart.{ending}", response_class=Response)
def get_chart(
    request: Request,
    desk: Reader,
    asked: Annotated[ReportQuery, Query()],
    ending: str,
    kind: Literal["verdicts", "phenomena", "heatmap", "agreement"],
    theme: Theme = Theme.LIGHT,
) -> Response:
    """A chart of a report as svg, png or pdf."""
    return chart_download(request, desk, asked, ending, ChartKind(kind), theme)


@router.get("/reports")
def get_saved(desk: Reader) -> list[SavedReport]:
    """The reports that have a name."""
    return saved(desk)


@router.get("/reports/{name:path}", response_model=EvaluatedReport)
def get_saved_report(request: Request, desk: Reader, name: str) -> Response:
    """A saved report, with its options and at its revision."""
    return _evaluated(request, desk, of_saved(saved_report(desk, name)))


@router.delete("/reports/{name:path}")
def delete_saved(desk: Annotator, name: str) -> RemovedReport:
    """Remove a saved report: one's own, or any as an editor; undo restores it."""
    return RemovedReport(change=remove_saved(desk, name), name=name)


@router.post("/reports", status_code=201)
def post_saved(request: Request, desk: Editor, wanted: SavedReportBody) -> SavedReport:
    """Save a report under a name, so that its numbers can be reproduced later."""
    name = wanted.name.strip()
    found = cached_report(request, desk, wanted.report).reported
    save(desk, name, wanted.report.stored, found, wanted.replace)
    return saved_report(desk, name)
