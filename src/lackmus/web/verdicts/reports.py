"""URL parameters of reports, and a cache of evaluated reports."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from fastapi import Request
from fastapi.responses import Response
from pydantic import Field
from starlette.datastructures import FormData

from lackmus.core.base.choices import (
    MIN_ITEMS,
    By,
    Choices,
    Order,
    Repeats,
    Semantics,
    TableName,
    TestChoice,
    Thresholds,
    chosen_testing,
)
from lackmus.core.suites.suite import SuitePart
from lackmus.core.verdicts.item_lists import (
    Behind,
    ItemList,
    Mode,
    NoSuchRowError,
    item_index,
    items_behind,
    published,
)
from lackmus.core.verdicts.system_groups import GroupedSystems
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.verdicts.comparing import Evaluated, evaluate
from lackmus.flows.verdicts.groups import groups_of
from lackmus.flows.verdicts.human_scores import human_comparisons
from lackmus.flows.verdicts.report_pages import ReportChoices, SavedReport, offered, request_of, seen, written
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.verdicts.named import usual_tables
from lackmus.web.http.cache import AnswerCache
from lackmus.web.http.downloads import report_file, safe_name
from lackmus.web.http.files import drop, put_aside, put_by
from lackmus.web.outputs.uploads import files
from lackmus.web.served import served_by
from lackmus.web.verdicts.chosen_tests import TestsQuery

_MOST = 6  # cached reports: one of half a million outputs takes 75 MB


class ReportQuery(TestsQuery):
    """The options of a report in a URL."""

    campaign: str | None = Field(
        default=None, description="The campaign; need not be named where there is one."
    )
    suite: str | None = Field(default=None, description="The suite; likewise.")
    pair: str | None = Field(default=None, description="The language pair, such as de-en; likewise.")
    by: By = Field(default=By.CATEGORY, description="What the rows of tables are.")
    systems: list[str] = Field(
        default=[], description="Only these systems, in this order (commas or repeated)."
    )
    exclude: list[str] = Field(default=[], description="Not these systems.")
    tags: list[str] = Field(default=[], description="Only systems with one of these tags.")
    exclude_tags: list[str] = Field(default=[], description="No systems with one of these tags.")
    keep: list[str] = Field(default=[], description="Systems that count although they look absent.")
    categories: list[str] = Field(default=[], description="Only items of these categories.")
    phenomena: list[str] = Field(default=[], description="Only items of these phenomena.")
    order: Order | None = Field(default=None, description="Of systems; as given where `systems` are named.")
    semantics: Semantics = Field(default=Semantics.DEFAULT, description="How texts are judged.")
    repeats: Repeats = Field(default=Repeats.FIRST, description="What counts where a sentence repeats.")
    samples: int = Field(default=1000, ge=100, le=10_000, description="Of the bootstrap.")
    seed: int = Field(default=1, ge=0, le=2**31, description="Of the bootstrap.")
    as_of: str | None = Field(default=None, description="As it was: a day, a time, a change, a saved report.")
    anonymous: bool = Field(default=False, description="Systems under anonymous names.")
    group_by: list[str] = Field(default=[], description="Compare groups of systems by these tags.")
    low: float | None = Field(
        default=None, ge=0, le=100, description="List all phenomena below so many percent."
    )
    high: float | None = Field(
        default=None, ge=0, le=100, description="List all phenomena above so many percent."
    )
    min_items: int = Field(
        default=MIN_ITEMS, ge=1, le=1_000_000, description="Sentences name only rows with so many items."
    )
    worst: bool = Field(
        default=False, description="Tables mark the significantly worst of each row, too; JSON always does."
    )

    @property
    def thresholds(self) -> Thresholds:
        """Which phenomena sentences name."""
        return Thresholds(self.low, self.high, self.min_items)

    @property
    def stored(self) -> StoredRequest:
        """The options as the flow takes them."""
        return StoredRequest(
            self.suite,
            self.pair,
            tuple(self.systems),
            tuple(self.exclude),
            tuple(self.tags),
            tuple(self.exclude_tags),
            SuitePart(tuple(self.categories), tuple(self.phenomena)),
            Choices(
                self.semantics,
                self.repeats,
                self.order or (Order.GIVEN if self.systems else Order.CATEGORY_MACRO),
                tuple(self.keep),
                chosen_testing(self.test, self.correction, self.intervals, self.samples, self.seed),
                thresholds=self.thresholds,
            ),
            self.as_of,
            self.anonymous,
            tuple(self.group_by),
        )

    def link(self, **changes: object) -> dict[str, object]:
        """The URL parameters, with some replaced; defaults are left out."""
        return self.link_of(ReportQuery, **changes)


class ReportItemsQuery(ReportQuery):
    """Which number of a report is opened."""

    category: str | None = Field(default=None, description="The row's category; none for all items.")
    phenomenon: str | None = Field(
        default=None, description="The row's phenomenon; none for the whole category."
    )
    system: str | None = Field(default=None, description="The column; none for the whole row.")
    mode: Mode = Field(default=Mode.ALL, description="Which of the items.")
    every: bool = Field(default=False, description="Also items that do not count.")
    page: int = Field(default=1, ge=1, le=1_000_000)

    @property
    def behind(self) -> Behind:
        """The place as a core value."""
        return Behind(self.category, self.phenomenon, self.system, self.mode, self.every)

    def place(self, **changes: object) -> dict[str, object]:
        """The URL parameters, with some replaced."""
        said: dict[str, object] = {
            **self.link(),
            "category": self.category,
            "phenomenon": self.phenomenon,
            "system": self.system,
            "mode": self.mode.value,
            "every": "1" if self.every else "",
            **changes,
        }
        return said | ({"mode": ""} if said["mode"] == Mode.ALL else {})


class ProfileQuery(ReportQuery):
    """Which system's profile is requested."""

    system: str | None = Field(default=None, description="The system; the first of the report by default.")


class ReportDownloadQuery(ReportQuery):
    """The content of a report file."""

    tables: list[TableName] = Field(default=[], description="Tables by name, instead of the usual ones.")
    examples: int = Field(
        default=1, ge=1, le=100, description="Of the table of examples: items per phenomenon."
    )


def of_saved(saved: SavedReport, by: By = By.CATEGORY) -> ReportQuery:
    """The options of a saved report, at its revision."""
    one = request_of(saved)
    testing = one.choices.testing
    return ReportQuery(
        campaign=saved.request["campaign"],
        suite=one.suite,
        pair=one.pair,
        by=by,
        systems=list(one.systems),
        exclude=list(one.exclude),
        tags=list(one.tags),
        exclude_tags=list(one.exclude_tags),
        keep=list(one.choices.keep),
        categories=list(one.part.categories),
        phenomena=list(one.part.phenomena),
        order=one.choices.order,
        test=TestChoice(testing.test),
        correction=testing.correction,
        intervals=testing.intervals,
        semantics=one.choices.semantics,
        repeats=one.choices.repeats,
        samples=testing.samples,
        seed=testing.seed,
        as_of=saved.name,
        anonymous=one.anonymous,
        group_by=list(one.group_by),
        low=one.choices.thresholds.low,
        high=one.choices.thresholds.high,
        min_items=one.choices.thresholds.min_items,
    )


@dataclass(frozen=True)
class CachedReport:
    """An evaluated report with cached results."""

    reported: Evaluated
    made: AnswerCache = field(default_factory=AnswerCache, repr=False)


def cached_report(request: Request, desk: Desk, asked: ReportQuery) -> CachedReport:
    """The report; evaluated once while its data stay the same."""
    wanted = asked.stored
    revision, latest = seen(desk, asked.as_of)
    reports = served_by(request).cached(desk).lasting.get("reports", lambda: AnswerCache(_MOST))
    key = (revision.token, latest, asked.campaign, wanted)
    return reports.get(key, lambda: CachedReport(evaluate(FromWorkspace(desk, wanted, asked.campaign))))


def cached_groups(one: CachedReport, asked: ReportQuery) -> GroupedSystems | None:
    """The requested groups of systems, if any."""
    by = tuple(asked.group_by)
    return one.made.get(("groups", by), lambda: groups_of(one.reported.evaluation, one.reported.tags, by))


def beside_scores(request: Request, desk: Desk, asked: ReportQuery, form: FormData) -> Evaluated:
    """The report beside the human scores of an uploaded file; nothing of it is kept."""
    sent = files(form, "file")
    if not sent:
        raise LackmusError("No file came. Choose one with human scores.")
    reported = cached_report(request, desk, asked).reported
    folder, name = served_by(request).folder, Path(sent[0].filename or "The file").name
    token = put_aside(folder, sent[0].file, desk.who)
    place = put_by(folder, token, desk.who)
    try:
        human = human_comparisons(
            reported.evaluation, [place], reported.labels, anonymous=asked.anonymous, called=name
        )
    except LackmusError as problem:
        raise problem.calling(place, name) from None
    finally:
        drop(folder, token, desk.who)
    return replace(reported, human=human)


def settled(desk: Desk, asked: ReportQuery) -> tuple[ReportQuery, ReportChoices]:
    """The options with defaults: the latest campaign, and its first suite."""
    try:
        choices = offered(desk, asked.campaign, asked.suite, asked.pair, asked.as_of, asked.anonymous)
    except UnavailableError:
        raise
    except LackmusError:  # an invalid time; the report itself says so
        choices = offered(desk, asked.campaign, asked.suite, asked.pair, None, asked.anonymous)
    found = {"campaign": choices.campaign, "suite": choices.suite, "pair": choices.pair}
    return asked.model_copy(update=found), choices


def file_name(reported: Evaluated, what: str) -> str:
    """What a file of a report is called, without its ending."""
    suite = reported.evaluation.suite
    parts = (reported.campaign, suite.name, *(str(pair) for pair in suite.pairs), what)
    return safe_name(*(part[:60] for part in dict.fromkeys(parts)))  # limited, so that each part fits


def asked_file(one: CachedReport, asked: ReportDownloadQuery, format: str) -> Response:
    """A report in one of the formats that `lackmus report` writes."""
    groups = cached_groups(one, asked)
    tables = asked.tables or usual_tables(asked.by, asked.thresholds, groups is not None)
    answer = written(one.reported, tables, bool(asked.tables), asked.examples, asked.worst, groups, asked.by)
    return report_file(answer, file_name(one.reported, "-".join(asked.tables) or asked.by.value), format)


def listed_items(one: CachedReport, asked: ReportItemsQuery) -> ItemList:
    """A page of items; with anonymous names, reserved sentences are hidden too."""
    index = one.made.get("items", lambda: item_index(one.reported.evaluation))
    try:
        found = items_behind(index, asked.behind, asked.page)
    except NoSuchRowError as problem:
        raise LackmusError(
            f"{one.reported.campaign}: {problem}. Open the report and choose a number."
        ) from None
    return published(found) if asked.anonymous else found
