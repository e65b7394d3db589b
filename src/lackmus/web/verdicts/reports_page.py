"""Pages of reports: the table, the items behind each number, charts, files, saved reports."""

from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response

from lackmus.core.base.choices import (
    By,
    Correction,
    Intervals,
    Order,
    Repeats,
    Semantics,
    TableName,
    TestChoice,
)
from lackmus.core.outputs.fit import alarms
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.item_lists import Mode
from lackmus.core.verdicts.many_systems import LISTED, ends_of, left_out
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.verdicts.comparing import Evaluated
from lackmus.flows.verdicts.report_pages import NoSuchReportError, SavedReport, numbers_of, saved_report
from lackmus.flows.verdicts.saved_reports import remove_saved, save, saved
from lackmus.tables.many_systems import readable
from lackmus.tables.table import Row, Table
from lackmus.tables.verdicts.error_profile import error_profile_table
from lackmus.tables.verdicts.evaluation import accuracies_table, paired_notes, systems_table, warnings_table
from lackmus.tables.verdicts.groups import groups_table
from lackmus.tables.verdicts.named import tables_of
from lackmus.tables.verdicts.thresholds import thresholds_table
from lackmus.tables.verdicts.untestable import untestable_table
from lackmus.web.http.answers import back_to, page, segment
from lackmus.web.http.auth import Annotator, CurrentUser, Editor, Reader
from lackmus.web.http.downloads import chart_file, formats
from lackmus.web.http.remedies import on_page
from lackmus.web.http.table_parts import averages_of, block_of, blocks
from lackmus.web.outputs.uploads import Form as UploadForm
from lackmus.web.reviews.deciding import deciding_wordings
from lackmus.web.verdicts.charts import drawing, kinds_of, picture
from lackmus.web.verdicts.reports import (
    CachedReport,
    ReportDownloadQuery,
    ReportItemsQuery,
    ReportQuery,
    asked_file,
    beside_scores,
    cached_groups,
    cached_report,
    file_name,
    listed_items,
    of_saved,
    settled,
)
from lackmus.write.charts.kinds import ChartKind, Theme

router = APIRouter()

_MANY, _LONG = 6, 10  # with more systems or longer names, headings are vertical
_OFFERED = {"by": By, "order": Order, "test": TestChoice, "correction": Correction, "intervals": Intervals}
_OFFERED |= {"semantics": Semantics, "repeats": Repeats}


@router.get("/report")
def report_page(request: Request, desk: Reader, asked: Annotated[ReportQuery, Query()]) -> Response:
    """The report of one campaign."""
    return _shown(request, desk, asked)


@router.get("/reports")
def saved_reports(request: Request, desk: Reader) -> Response:
    """The saved reports."""
    reports = list(reversed(saved(desk)))
    return page(
        request,
        "report_saved.html",
        path="/report",
        reports=reports,
        removable={
            one.name
            for one in reports
            if _may(request, Role.ANNOTATOR if one.person == desk.who else Role.EDITOR)
        },
    )


@router.post("/reports/remove")
def remove_page(request: Request, desk: Annotator, name: Annotated[str, Form()]) -> Response:
    """Remove a saved report; its owner and editors may."""
    change = remove_saved(desk, name)
    return back_to(request, "/reports", f"Removed {name}: change #{change}. The log can bring it back.")


@router.get("/reports/{name:path}")
def saved_page(request: Request, desk: Reader, name: str, by: By = By.CATEGORY) -> Response:
    """A saved report, with its options and at its revision."""
    one = saved_report(desk, name)
    return _shown(request, desk, of_saved(one, by), one)


@router.post("/report/save")
def save_page(
    request: Request,
    desk: Editor,
    asked: Annotated[ReportQuery, Query()],
    name: Annotated[str, Form()],
    replacing: Annotated[bool, Form()] = False,
) -> Response:
    """Save the report under a name, as it is now."""
    asked, _ = settled(desk, asked)
    save(desk, name.strip(), asked.stored, cached_report(request, desk, asked).reported, replacing)
    return back_to(request, f"/reports/{segment(name.strip())}", f"Saved as {name.strip()}.")


@router.post("/report/scores")
def scores_page(
    request: Request, desk: Reader, asked: Annotated[ReportQuery, Query()], form: UploadForm
) -> Response:
    """Accuracies beside the human scores of an uploaded file."""
    asked, _ = settled(desk, asked)
    reported = beside_scores(request, desk, asked, form)
    names = [TableName.SCORES, TableName.CORRELATIONS]
    tables = tables_of(reported.evaluation, names, reported.labels, by=By.PHENOMENON, human=reported.human)
    shown = [readable(table) for table in tables]
    return page(request, "report_scores.html", path="/report", asked=asked, reported=reported, tables=shown)


@router.get("/report/rows")
def rows_part(
    request: Request,
    desk: Reader,
    asked: Annotated[ReportItemsQuery, Query()],
    start: Annotated[int, Query(ge=0)] = 0,
) -> Response:
    """Rows of a category, loaded when it unfolds or scrolls into view."""
    one = cached_report(request, desk, asked)
    table = _cached_table(one, asked)
    block = block_of(table, asked.category, asked.by, start)
    if block is None:
        raise LackmusError(
            f"{one.reported.campaign} has no category {asked.category!r}.", "Open the report again."
        )
    return page(request, "report_rows.html", table=table, block=block, asked=asked)


@router.get("/report/figure")
def figure_part(
    request: Request, desk: Reader, asked: Annotated[ReportQuery, Query()], kind: ChartKind
) -> Response:
    """A chart, loaded when it scrolls into view."""
    one = cached_report(request, desk, asked)
    drawn = one.made.get(("figure", kind), lambda: picture(one.reported, kind))
    return page(request, "parts/chart_figure.html", picture=drawn, asked=asked, here="/report")


@router.get("/report/chart.{ending}")
def chart_download(
    request: Request,
    desk: Reader,
    asked: Annotated[ReportQuery, Query()],
    ending: str,
    kind: ChartKind,
    theme: Theme = Theme.LIGHT,
) -> Response:
    """A chart as a file."""
    one = cached_report(request, desk, settled(desk, asked)[0]).reported
    name = file_name(one, f"{kind}-{theme}" if theme is not Theme.LIGHT else kind.value)
    return chart_file(lambda ending: drawing(one, kind, ending, theme), name, ending)


@router.get("/report/download.{format}")
def download(
    request: Request, desk: Reader, asked: Annotated[ReportDownloadQuery, Query()], format: str
) -> Response:
    """The report as a file."""
    found, _ = settled(desk, asked)
    return asked_file(cached_report(request, desk, found), asked, format)


@router.get("/report/items")
def items_page(request: Request, desk: Reader, asked: Annotated[ReportItemsQuery, Query()]) -> Response:
    """The items behind a number, with the texts of all systems."""
    found, _ = settled(desk, asked)
    report = cached_report(request, desk, found)
    one, items = report.reported, listed_items(report, asked)
    here = f"{request.url.path}?{urlsplit(str(request.url)).query}"
    numbers = numbers_of(desk, one, items)
    wordings = [
        (numbers[each.item.key], text.text)
        for each in items.items
        for text in each.texts
        if text.text is not None and not each.veiled
    ]
    return page(
        request,
        "report_items.html",
        path="/report",
        asked=asked,
        found=found,
        reported=one,
        evaluation=one.evaluation,
        labels=one.labels,
        items=items,
        numbers=numbers,
        # An earlier state is read, not decided.
        decides=None
        if asked.as_of
        else deciding_wordings(request, desk, wordings, found.campaign, not asked.anonymous),
        modes=[
            mode for mode in Mode if mode is not Mode.UNTESTABLE or items.counts[mode] or mode is asked.mode
        ],
        here=here,
    )


def _shown(request: Request, desk: Reader, asked: ReportQuery, one: SavedReport | None = None) -> Response:
    """The page of a report, saved or not; problems are shown above the options."""
    asked, choices = settled(desk, asked)
    content: dict[str, Any] = {
        "path": "/report",
        "asked": asked,
        "choices": choices,
        "saved": one,
        "options": _OFFERED,
        "may_save": _may(request, Role.EDITOR),
        "reported": None,
        "problem": "",
        **_other_rows(asked, one),
    }
    if choices.campaign is None:
        return page(request, "report.html", **content)
    try:
        report = cached_report(request, desk, asked)
        cached_groups(report, asked)  # tags that make no groups are reported above the options, too
    except (NoSuchReportError, UnavailableError):
        raise
    except LackmusError as problem:
        return page(request, "report.html", 400, **{**content, "problem": on_page(problem)})
    return page(request, "report.html", **(content | _content(report, asked)))


def _other_rows(asked: ReportQuery, one: SavedReport | None) -> dict[str, Any]:
    """The URL parameters for the other kind of rows; a saved report keeps its own address."""
    other = By.CATEGORY if asked.by is By.PHENOMENON else By.PHENOMENON
    if one is None:
        return {"here": "/report", "toggled": asked.link(by=other.value)}
    return {"here": f"/reports/{segment(one.name)}", "toggled": {"by": other.value}}


def _content(report: CachedReport, asked: ReportQuery) -> dict[str, Any]:
    reported = report.reported
    evaluation, labels = reported.evaluation, reported.labels
    table = _cached_table(report, asked)
    paired = paired_notes(evaluation, asked.by, labels)
    said = {evaluation.in_short_by(labels), *_absences(evaluation), *paired}
    notes = report.made.get(("notes", asked.by), lambda: accuracies_table(evaluation, asked.by, labels).notes)
    shown = ends_of(evaluation.systems, LISTED)
    names = [labels.get(system, system) for system in shown]
    return {
        "reported": reported,
        "evaluation": evaluation,
        "labels": labels,
        "lead": evaluation.in_short_by(labels),
        "alarms": [told for name, found in reported.suspicions.items() for told in alarms(name, found)],
        "table": table,
        "blocks": blocks(table, asked.by),
        "averages": averages_of(table),
        "paired": paired,
        "upright": len(names) > _MANY or max(map(len, names)) > _LONG,
        "shown_systems": shown,
        "left_out": left_out(len(evaluation.systems), len(shown)),
        "groups": (groups := cached_groups(report, asked)) and groups_table(groups, asked.by, labels),
        "beyond": readable(thresholds_table(evaluation, labels)) if asked.thresholds.given else None,
        "costs": readable(systems_table(evaluation, labels)),
        "warnings": readable(warnings_table(evaluation, labels)),
        "untestable": readable(untestable_table(evaluation, labels)) if evaluation.any_untestable else None,
        "errors": readable(error_profile_table(evaluation, labels)) if evaluation.error_profile else None,
        "notes": [note for note in notes if note not in said],
        "kinds": kinds_of(evaluation),
        "formats": formats(),
        "open_texts": sum(one.count for one in evaluation.warnings.values()),
        "untestable_texts": evaluation.any_untestable,
        "texts": evaluation.verdicts.height,
    }


def _absences(evaluation: SuiteEvaluation) -> list[str]:
    """Notes about absent systems, which the page already shows elsewhere."""
    return [
        f"{name} was left out: it did not take part ({why})." for name, why in evaluation.left_out.items()
    ]


def _cached_table(one: CachedReport, asked: ReportQuery) -> Table:
    return one.made.get(("table", asked.by, asked.worst), lambda: _table(one.reported, asked.by, asked.worst))


def _table(reported: Evaluated, by: By, worst: bool) -> Table:
    """Categories with their phenomena; how large a difference rows could show only among phenomena."""
    table = readable(accuracies_table(reported.evaluation, By.PHENOMENON, reported.labels, worst))
    if by is By.PHENOMENON or len(reported.evaluation.systems) == 1:
        return table
    rows = tuple(Row(row.cells[:-1], row.level, row.group) for row in table.rows)
    return Table(table.title, table.columns[:-1], rows, table.signature, table.notes, marks=table.marks)


def _may(request: Request, least: Role) -> bool:
    user = getattr(request.state, "user", None)
    return isinstance(user, CurrentUser) and user.role.may(least)
