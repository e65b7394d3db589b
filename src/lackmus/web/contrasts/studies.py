"""URL parameters of studies, and a cache of loaded studies."""

from dataclasses import dataclass, field, replace

from fastapi import Request
from fastapi.responses import Response
from markupsafe import Markup
from pydantic import Field

from lackmus.core.base.choices import USUAL_TENDENCIES, ItemSet, TendencyTable, Testing, chosen_testing
from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.refining import RefiningOrder, refining_order
from lackmus.core.contrasts.shares import Tendencies, tendencies
from lackmus.core.contrasts.study import ContrastStudy, FoundBy, Unknown
from lackmus.core.contrasts.study_items import (
    BehindTendency,
    NoSuchItemsError,
    Refined,
    StudyIndex,
    StudyItemPage,
    items_behind,
    study_index,
)
from lackmus.core.contrasts.study_sentences import SentenceView, in_words
from lackmus.core.trees.drawing import ROOM, drawing
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.keeping import NoSuchStudyError, StudyShown, choices, load, studies, touched
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.tables.contrasts.sentences import lead
from lackmus.tables.contrasts.shares import SHORT_FORMATS, tendency_tables
from lackmus.tables.table import Report, Table
from lackmus.web.http.addresses import QueryModel
from lackmus.web.http.cache import AnswerCache
from lackmus.web.http.downloads import report_file, safe_name
from lackmus.web.served import served_by
from lackmus.web.verdicts.charts import Picture, inlined
from lackmus.web.verdicts.chosen_tests import TestsQuery
from lackmus.write.charts import render, tendency_chart
from lackmus.write.charts.kinds import TendencyKind, Theme
from lackmus.write.charts.page_charts import tendency_texts
from lackmus.write.tree_svg import measure, tree_svg

_MOST = 3  # cached studies: one of 25,000 translations takes about 100 MB
_STATES = 6  # cached states of kept and dropped items


class TendenciesQuery(TestsQuery):
    """Which tests find the best of a contrast."""

    @property
    def testing(self) -> Testing:
        """The tests as a core value."""
        return chosen_testing(self.test, self.correction, self.intervals)

    def link(self, **changes: object) -> dict[str, object]:
        """The URL parameters of the tests alone."""
        return self.link_of(TendenciesQuery, **changes)


class StudyItemsQuery(QueryModel):
    """Which number of a study is opened."""

    set: ItemSet | None = Field(None, description="Which items; else the set by which systems are ordered.")
    contrast: str | None = Field(None, description="By name or phenomenon; none for all.")
    system: str | None = Field(None, description="A system or a reference; none for all.")
    verdict: Verdict | None = Field(None, description="pass is Good, fail is Bad, warning is Unknown.")
    reason: Unknown | None = Field(None, description="Why a verdict is Unknown.")
    found_by: FoundBy | None = Field(None, description="How the word was found that a verdict looks at.")
    refined: Refined | None = Field(None, description="What a person decided about the item.")
    text: str = Field("", max_length=500, description="Somewhere in the source or in an output.")
    page: int = Field(1, ge=1, le=1_000_000)

    @property
    def behind(self) -> BehindTendency:
        """The place as a core value."""
        return BehindTendency(
            self.set,
            self.contrast,
            self.system,
            self.verdict,
            self.reason,
            self.found_by,
            self.refined,
            self.text,
        )

    def place(self, **changes: object) -> dict[str, object]:
        """The URL parameters, with some replaced; the first page by default."""
        own = self.model_dump(mode="json", exclude_defaults=True, exclude={"page"})
        return {**own, **changes}


@dataclass(frozen=True)
class CachedTendencies:
    """The results of a study, with cached tables."""

    tendencies: Tendencies
    made: AnswerCache = field(default_factory=AnswerCache, repr=False)

    @property
    def tables(self) -> dict[TendencyTable, Table]:
        """Its tables for a page; the first has the general notes."""
        return self.made.get("tables", lambda: self.tables_with(details=False))

    def tables_with(self, *, details: bool) -> dict[TendencyTable, Table]:
        """Its tables as in reports; `details` are whole sentences, only for files."""
        more = [TendencyTable.CORRELATION] if self.tendencies.correlated else []
        names = (*USUAL_TENDENCIES, *more)
        return dict(zip(names, tendency_tables(self.tendencies, names, details=details), strict=True))

    @property
    def lead(self) -> str:
        """The summary for readers."""
        return self.made.get("lead", lambda: lead(self.tendencies))


@dataclass(frozen=True)
class CachedStudy:
    """A loaded study in its refined state, with cached results."""

    shown: StudyShown
    study: ContrastStudy
    made: AnswerCache = field(default_factory=AnswerCache, repr=False)

    def found(self, asked: TendenciesQuery) -> CachedTendencies:
        """Its results; computed once for every test."""
        return self.made.get(asked.testing, lambda: CachedTendencies(tendencies(self.study, asked.testing)))

    def index(self) -> StudyIndex:
        """The index of its items."""
        return self.made.get("index", lambda: study_index(self.study))

    def items(self, asked: StudyItemsQuery) -> StudyItemPage:
        """A page of the items behind a number."""
        try:
            return items_behind(self.index(), asked.behind, asked.page)
        except NoSuchItemsError as problem:
            raise LackmusError(f"{self.shown.name}: {problem}. Open the study and choose a number.") from None

    def course(self, contrast: str | None) -> RefiningOrder:
        """Its pre-selected items in order."""
        self.refuse_unknown(contrast)
        return refining_order(self.study, contrast)

    def refuse_unknown(self, contrast: str | None) -> None:
        """Raise an error for a contrast that is not in the study."""
        known = {name for one in self.study.contrasts for name in (one.name, one.phenomenon)}
        if contrast is not None and contrast not in known:
            raise LackmusError(f"{self.shown.name} has no contrast {contrast}. Open the study again.")

    def item(self, number: int) -> str:
        """The name of an item by its number, from 1."""
        if not 1 <= number <= self.study.items.height:
            raise NoSuchStudyError(f"{self.shown.name} has no item {number}. Open the study again.")
        return str(self.study.items["item"][number - 1])


def all_shown(request: Request, desk: Desk) -> list[StudyShown]:
    """All studies of the workspace; cached until it changes."""
    key = (latest(desk).token, "studies")
    return served_by(request).cached(desk).kept.get(key, lambda: studies(desk))


def cached_study(request: Request, desk: Desk, number: int) -> CachedStudy:
    """The study with this number: loaded once, and refined again when choices change."""
    one = next((shown for shown in all_shown(request, desk) if shown.number == number), None)
    if one is None:
        raise NoSuchStudyError(f"There is no study {number}. It may be removed; look at the list.")
    lasting = served_by(request).cached(desk).lasting
    loaded = lasting.get("studies", lambda: AnswerCache(_MOST))
    states = lasting.get("refined studies", lambda: AnswerCache(_STATES))

    def made() -> CachedStudy:
        # Trees and verdicts never change; choices about items do.
        study = loaded.get((one.number, one.digest), lambda: load(desk, one.name, with_choices=False))
        return CachedStudy(one, replace(study, name=one.name).refined(choices(desk, one.name)))

    return states.get((one.number, one.name, touched(desk, one.name)), made)


def tendency_report(found: CachedTendencies, format: str = "json") -> Report:
    """A study as a report, as in `lackmus contrast report`."""
    one = found.tendencies
    tables = found.tables if format in SHORT_FORMATS else found.tables_with(details=True)
    return Report(f"Lackmus: {one.study.name}", tuple(tables.values()), one, lead=found.lead)


def tendency_file(found: CachedTendencies, format: str) -> Response:
    """A study's report as a file in one of the report formats."""
    return report_file(tendency_report(found, format), file_name(found.tendencies.study, "report"), format)


def file_name(study: ContrastStudy, what: str) -> str:
    """The file name of a study, without ending."""
    return safe_name("contrasts", study.name[:60], study.pair, what)


def tendency_kinds(found: Tendencies) -> dict[TendencyKind, str]:
    """What can be drawn of a study: correlation only where there are overall scores."""
    return {kind: title for kind, (title, _) in tendency_texts(found, {}).items()}


def tendency_picture(found: Tendencies, kind: TendencyKind) -> Picture:
    """A chart of a study for the page."""
    drawn = tendency_drawing(found, kind, ".svg", Theme.PAGE)
    title, words = tendency_texts(found, {})[kind]
    return Picture(kind, title, words, inlined(drawn))


def tendency_drawing(found: Tendencies, kind: TendencyKind, ending: str, theme: Theme) -> bytes:
    """A chart of a study as a file."""
    known = tendency_kinds(found)
    if kind not in known:
        there = ", ".join(known) or "none"
        raise LackmusError(f"There is no chart {kind} of this study. There are: {there}.")
    return render(tendency_chart(kind, found, {}, theme), ending)


def sentence_picture(view: SentenceView, whole: bool) -> tuple[Markup, bool]:
    """Both sentences as SVG, and whether words are left out."""
    drawn = drawing(view.above, view.below, view.links, measure, None if whole else ROOM)
    svg = tree_svg(drawn, view.above, view.below, view.evidence.verdict, Theme.PAGE)
    # All texts in it are escaped, and it has no script, style or link; this is tested.
    return Markup(svg), drawn.shortened  # noqa: S704


def sentence_drawing(view: SentenceView, whole: bool, ending: str, theme: Theme) -> bytes:
    """Both sentences as a file."""
    drawn = drawing(view.above, view.below, view.links, measure, None if whole else ROOM)
    told = in_words(view, view.evidence.system)
    svg = tree_svg(drawn, view.above, view.below, view.evidence.verdict, theme, told)
    if ending == ".svg":
        return svg.encode()
    import vl_convert

    if ending == ".pdf":
        return vl_convert.svg_to_pdf(svg)
    return vl_convert.svg_to_png(svg, scale=2)
