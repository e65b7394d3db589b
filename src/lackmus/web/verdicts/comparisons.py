"""URL parameters of comparisons and trends, and caches of both."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from fastapi import HTTPException, Request
from fastapi.responses import Response
from pydantic import Field

from lackmus.core.base.choices import By
from lackmus.core.verdicts.comparison import SystemComparison
from lackmus.core.verdicts.differing_items import ComparedItemsFilter, ComparedItemsMode
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.verdicts.comparing import Evaluated, TrendOfFiles, compare, trend
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
from lackmus.flows.workspaces.overview import CampaignPart, ListedCampaign, listed_campaigns
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.tables.table import Report
from lackmus.tables.verdicts.comparison import comparison_tables, listed
from lackmus.tables.verdicts.trend import trend_table
from lackmus.web.http.addresses import QueryModel
from lackmus.web.http.downloads import report_file, safe_name
from lackmus.web.served import served_by
from lackmus.web.verdicts.reports import ReportQuery, cached_report

_SHOWN = 200  # differing items in a file for readers


class ComparisonQuery(QueryModel):
    """Which systems are compared."""

    campaign: str | None = Field(None, description="The campaign; the latest unless another is named.")
    suite: str | None = Field(None, description="The suite; need not be named where there is one.")
    pair: str | None = Field(None, description="The language pair, such as de-en; likewise.")
    a: str | None = Field(None, description="A system, or CAMPAIGN/NAME of another; the best by default.")
    b: str | None = Field(None, description="Compared with it; the best of the others by default.")
    more: list[str] = Field([], description="Further systems.")

    @property
    def systems(self) -> list[str]:
        """All of them, each once."""
        return list(dict.fromkeys(name for name in (self.a, self.b, *self.more) if name))


class ComparedItemsQuery(ComparisonQuery):
    """Which items are shown."""

    mode: ComparedItemsMode = Field(ComparedItemsMode.DIFFER, description="Which of the items.")
    system: str | None = Field(None, description="Of mode `only`: the system that alone passes.")
    category: str | None = Field(None, description="Only items of this category.")
    phenomenon: str | None = Field(None, description="Only items of this phenomenon.")
    page: int = Field(1, ge=1, le=1_000_000)

    @property
    def sought(self) -> ComparedItemsFilter:
        """The filters as a core value."""
        return ComparedItemsFilter(self.mode, self.system, self.category, self.phenomenon)


class TrendQuery(QueryModel):
    """Which campaigns are compared."""

    campaigns: list[str] = Field([], description="In the order of time; all unless some are named.")
    suite: str | None = Field(None, description="The suite; need not be named where there is one.")
    pair: str | None = Field(None, description="The language pair; likewise.")
    systems: list[str] = Field([], description="Only these must be settled for an item to count.")
    exclude: list[str] = Field([], description="Not these systems at all.")
    exclude_tags: list[str] = Field([], description="Systems with these tags stay outside the averages.")
    same: list[str] = Field([], description="Two names that are one system, as A=B.")
    exact_names: bool = Field(False, description="Names to the letter: join none by spelling or label.")
    by: By = Field(By.CATEGORY, description="What the rows of tables are.")


@dataclass(frozen=True)
class ComparisonChoices:
    """The choices for a comparison, and the defaults."""

    campaigns: Sequence[ListedCampaign]
    campaign: ListedCampaign | None
    ground: CampaignPart | None
    others: Mapping[str, Sequence[str]]  # campaign -> systems on the same suite and pair, as CAMPAIGN/NAME

    @property
    def suites(self) -> list[str]:
        """Suites with outputs of the campaign."""
        return list(dict.fromkeys(one.suite for one in self.campaign.grounds)) if self.campaign else []

    @property
    def pairs(self) -> list[str]:
        """Pairs of the chosen suite."""
        if self.campaign is None or self.ground is None:
            return []
        return [one.pair for one in self.campaign.grounds if one.suite == self.ground.suite]


def settled(
    desk: Desk, asked: ComparisonQuery, strict: bool = False, request: Request | None = None
) -> tuple[ComparisonQuery, ComparisonChoices]:
    """The request with defaults: the latest campaign, its first suite, its two best systems.

    The best are those of the report, which is evaluated for the `request` if needed.
    """
    campaigns = [one for one in listed_campaigns(desk) if one.grounds]
    named_so = [one for one in campaigns if one.name == asked.campaign]
    if asked.campaign and not named_so:
        raise HTTPException(404, f"There is no campaign {asked.campaign} with outputs.")
    if not campaigns:
        return asked, ComparisonChoices(campaigns, None, None, {})
    one = named_so[0] if named_so else campaigns[-1]
    ground = one.ground(asked.suite, asked.pair)
    assert ground is not None
    others = {
        each.name: [
            f"{each.name}/{system}"
            for there in each.grounds
            if (there.suite, there.pair) == (ground.suite, ground.pair)
            for system in there.systems
        ]
        for each in campaigns
        if each.name != one.name
    }
    others = {name: systems for name, systems in others.items() if systems}
    free = [*ground.systems, *(system for systems in others.values() for system in systems)]
    known = [name for name in asked.systems if name in free]
    if request is not None and len(known) < 2:
        free = list(dict.fromkeys((*_best_first(request, desk, one.name, ground), *free)))
    # When the campaign is changed in the form, the systems of the old one are still sent.
    if strict and (unknown := [name for name in asked.systems if name not in free]):
        raise HTTPException(404, f"{one.name} has no system {unknown[0]} for {ground.suite} ({ground.pair}).")
    chosen = [*known, *(name for name in free if name not in known)][: max(2, len(known))]
    found: dict[str, object] = {"campaign": one.name, "suite": ground.suite, "pair": ground.pair}
    found |= {"a": chosen[0], "b": chosen[1] if len(chosen) > 1 else None, "more": chosen[2:]}
    return asked.model_copy(update=found), ComparisonChoices(campaigns, one, ground, others)


def _best_first(request: Request, desk: Desk, campaign: str, ground: CampaignPart) -> Sequence[str]:
    """The systems in the order of the campaign's report, without those that did not take part."""
    try:
        one = cached_report(
            request, desk, ReportQuery(campaign=campaign, suite=ground.suite, pair=ground.pair)
        )
    except UnavailableError:
        raise
    except LackmusError:  # nothing can be evaluated: keep any order
        return ()
    return one.reported.evaluation.systems


@dataclass(frozen=True)
class CachedComparison:
    """A finished comparison."""

    comparison: SystemComparison
    reported: Evaluated


def cached_comparison(request: Request, desk: Desk, asked: ComparisonQuery) -> CachedComparison:
    """The comparison; cached until the workspace changes."""
    key = (latest(desk).token, "compare", asked.campaign, asked.suite, asked.pair, tuple(asked.systems))
    wanted = FromWorkspace(desk, StoredRequest(asked.suite, asked.pair), asked.campaign, asked.systems)
    return served_by(request).cached(desk).kept.get(key, lambda: CachedComparison(*compare(wanted)))


def comparison_file(one: CachedComparison, format: str) -> Response:
    """A comparison as `lackmus compare` writes it."""
    first, *others = comparison_tables(one.comparison, _SHOWN)
    title = f"Lackmus: {listed(one.comparison.systems)}"
    tables = (first.with_notes(one.reported.notes), *others)
    report = Report(title, tables, one.comparison, suspicions=one.reported.suspicions)
    return report_file(report, safe_name("-".join(("compare", *one.comparison.systems))), format)


def trend_settled(desk: Desk, asked: TrendQuery) -> tuple[TrendQuery, list[ListedCampaign]]:
    """The request with defaults: the suite and pair that most campaigns share, and these campaigns.

    Campaigns that have no outputs for it are left out; the others come in the order of time.
    """
    every = [one for one in listed_campaigns(desk) if one.grounds]
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


def cached_trend(request: Request, desk: Desk, asked: TrendQuery) -> TrendOfFiles:
    """The trend that is asked for: likewise."""
    key, wanted = _trend_key(desk, asked)
    return (
        served_by(request)
        .cached(desk)
        .kept.get(
            key,
            lambda: trend(
                FromWorkspace(desk, wanted), asked.campaigns, same=asked.same, exact_names=asked.exact_names
            ),
        )
    )


def trend_is_cached(request: Request, desk: Desk, asked: TrendQuery) -> bool:
    """Whether the trend is cached."""
    return served_by(request).cached(desk).kept.has(_trend_key(desk, asked)[0])


def _trend_key(desk: Desk, asked: TrendQuery) -> tuple[Hashable, StoredRequest]:
    wanted = StoredRequest(
        asked.suite,
        asked.pair,
        tuple(asked.systems),
        tuple(asked.exclude),
        exclude_tags=tuple(asked.exclude_tags),
    )
    names = (tuple(asked.same), asked.exact_names)
    return (latest(desk).token, "trend", tuple(asked.campaigns), names, wanted), wanted


def trend_file(found: TrendOfFiles, format: str, by: By) -> Response:
    """A trend as `lackmus trend` writes it."""
    table = trend_table(found.trend, found.labels, by).with_notes(found.notes)
    report = Report("Lackmus: trend", (table,), found.trend, labels=found.labels, suspicions=found.suspicions)
    return report_file(report, safe_name("-".join(("trend", *found.trend.campaigns))), format)
