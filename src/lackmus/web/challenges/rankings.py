"""URL parameters of rankings, and a cache of loaded challenges."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fastapi import Request
from fastapi.responses import Response
from pydantic import Field

from lackmus.core.base.choices import By, Counted, Order, RankingTest, chosen_testing
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import Scored
from lackmus.core.challenges.ranking import MetricRanking, RankingChoices
from lackmus.core.challenges.tuple_pages import (
    BehindRanking,
    NoSuchTuplesError,
    TupleIndex,
    TupleMode,
    TupleOrder,
    TuplePage,
    tuple_index,
    tuples_behind,
)
from lackmus.errors import LackmusError
from lackmus.flows.challenges.challenges import ChallengePart, by_pair, ranked
from lackmus.flows.challenges.keeping import (
    ChallengeShown,
    NoSuchChallengeError,
    challenges,
    load,
    scored,
    touched,
)
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.tables.challenges.baselines import baselines_table
from lackmus.tables.challenges.chart_texts import metrics_text, sorted_text, speed_text
from lackmus.tables.challenges.kinds import own_tables, spans_table
from lackmus.tables.challenges.ranking import lead, metrics_table, ranking_table
from lackmus.tables.table import Report, Table
from lackmus.web.http.cache import AnswerCache
from lackmus.web.http.downloads import report_file, safe_name
from lackmus.web.served import served_by
from lackmus.web.verdicts.charts import Picture, inlined
from lackmus.web.verdicts.chosen_tests import TestsQuery
from lackmus.write.charts import ranking_chart, render
from lackmus.write.charts.kinds import RankingKind, Theme

_MOST = 6  # cached challenges: one of 10,000 tuples and 25 metrics takes about 20 MB


class RankingQuery(TestsQuery):
    """The options of a ranking in a URL."""

    test: RankingTest = Field(  # type: ignore[assignment]
        RankingTest.AUTO,
        description="Which test finds the best of a row: `auto` is `z`, but `item-bootstrap` where every "
        "right text is a reference; `paired` is `mcnemar` with the correction `holm`.",
    )
    pair: str | None = Field(None, description="Only tuples of this language pair, such as de-en.")
    by: By = Field(By.CATEGORY, description="What the rows of tables are.")
    metrics: list[str] = Field([], description="Only these metrics.")
    min_items: int = Field(1, ge=1, le=1_000_000, description="Phenomena with fewer tuples are not shown.")
    order: Order = Field(Order.CATEGORY_MACRO, description="Of metrics within their groups.")
    counted: Counted = Field(
        Counted.OWN,
        description="Where metrics scored different tuples: each one's own, compared where that is all, "
        "or fair, those that all scored.",
    )
    samples: int = Field(1000, ge=100, le=10_000, description="Of the bootstrap.")
    seed: int = Field(1, ge=0, le=2**31, description="Of the bootstrap.")

    @property
    def chosen(self) -> ChallengePart:
        """The chosen part of the challenge, and the chosen metrics."""
        return ChallengePart(self.pair, metrics=tuple(self.metrics))

    @property
    def choices(self) -> RankingChoices:
        """The options as core values."""
        testing = chosen_testing(self.test, self.correction, self.intervals, self.samples, self.seed)
        chosen = self.test is not RankingTest.AUTO
        return RankingChoices({}, self.min_items, self.order, testing, chosen, self.counted)

    def link(self, **changes: object) -> dict[str, object]:
        """The URL parameters of the ranking alone."""
        return self.link_of(RankingQuery, **changes)


class TuplesQuery(RankingQuery):
    """Which number of a ranking is opened."""

    category: str | None = Field(None, description="The row's category; none for all tuples.")
    phenomenon: str | None = Field(None, description="The row's phenomenon; none for the whole category.")
    metric: str | None = Field(None, description="The column; none for the whole row.")
    outcome: TupleMode = Field(TupleMode.ALL, description="Which of the tuples.")
    sort: TupleOrder = Field(TupleOrder.MARGIN, description="Which comes first.")
    page: int = Field(1, ge=1, le=1_000_000)

    @property
    def behind(self) -> BehindRanking:
        """The place as a core value."""
        return BehindRanking(self.category, self.phenomenon, self.metric, self.outcome, self.sort)

    def place(self, **changes: object) -> dict[str, object]:
        """The URL parameters, with some replaced; the first page by default."""
        own = self.model_dump(mode="json", exclude_defaults=True, exclude={"page"})
        said = {**own, **changes}
        usual = {"outcome": TupleMode.ALL, "sort": TupleOrder.MARGIN}
        return {name: value for name, value in said.items() if value != usual.get(name)}


@dataclass(frozen=True)
class CachedRanking:
    """A ranking, with cached results."""

    ranking: MetricRanking
    choices: RankingChoices
    made: AnswerCache = field(default_factory=AnswerCache, repr=False)

    def table(self, by: By) -> Table:
        """Its table."""
        return self.made.get(("table", by), lambda: ranking_table(self.ranking, by))

    def by_pair(self) -> list[MetricRanking]:
        """The rankings of each language pair."""
        return self.made.get("pairs", lambda: by_pair(self.ranking, self.choices))

    def index(self) -> TupleIndex:
        """The index of its tuples and outcomes."""
        return self.made.get("tuples", lambda: tuple_index(self.ranking.challenge, self.ranking.scored))


@dataclass(frozen=True)
class CachedChallenge:
    """A loaded challenge with its scores and cached rankings."""

    shown: ChallengeShown
    challenge: ChallengeSet
    scored: Sequence[Scored]
    made: AnswerCache = field(default_factory=AnswerCache, repr=False)

    def ranked(self, asked: RankingQuery) -> CachedRanking:
        """The ranking for these options; an error without scores."""
        key = tuple((name, repr(value)) for name, value in asked.link(by=None).items())
        choices = asked.choices
        return self.made.get(
            key, lambda: CachedRanking(ranked(self.challenge, self.scored, asked.chosen, choices), choices)
        )

    def tuples(self, asked: TuplesQuery) -> TuplePage:
        """A page of the tuples behind a number; without scores, of all tuples."""
        if self.scored:
            index = self.ranked(asked).index()
        else:
            index = self.made.get("tuples", lambda: tuple_index(self.challenge, ()))
        try:
            return tuples_behind(index, asked.behind, asked.page)
        except NoSuchTuplesError as problem:
            raise LackmusError(
                f"{self.shown.name}: {problem}. Open the challenge and choose a number."
            ) from None


def all_shown(request: Request, desk: Desk) -> list[ChallengeShown]:
    """All challenges of the workspace; cached until it changes."""
    key = (latest(desk).token, "challenges")
    return served_by(request).cached(desk).kept.get(key, lambda: challenges(desk))


def cached_challenge(request: Request, desk: Desk, number: int) -> CachedChallenge:
    """The challenge with this number; cached until it or its scores change."""
    one = next((shown for shown in all_shown(request, desk) if shown.number == number), None)
    if one is None:
        raise NoSuchChallengeError(f"There is no challenge {number}. It may be removed; look at the list.")
    held = served_by(request).cached(desk).lasting.get("challenges", lambda: AnswerCache(_MOST))
    key = (one.number, one.name, touched(desk, one.name))
    return held.get(key, lambda: CachedChallenge(one, load(desk, one.name), scored(desk, one.name)))


def ranking_report(one: CachedRanking, by: By) -> Report:
    """A ranking as a report, as in `lackmus challenge report`."""
    ranking = one.ranking
    spans = () if ranking.spans is None else (spans_table(ranking, by),)
    alone = () if ranking.challenge.single else (baselines_table(ranking, by),)
    tables = (one.table(by), metrics_table(ranking), *own_tables(ranking, by), *spans, *alone)
    return Report(f"Lackmus: {ranking.challenge.name}", tables, ranking, lead=lead(ranking))


def ranking_file(one: CachedRanking, by: By, format: str) -> Response:
    """A ranking as a file in one of the report formats."""
    return report_file(ranking_report(one, by), file_name(one, by.value), format)


def file_name(one: CachedRanking, what: str) -> str:
    """The file name of a ranking, without ending."""
    challenge = one.ranking.challenge
    return safe_name("challenge", challenge.name[:60], *challenge.pairs[:2], what)


TITLES = {
    RankingKind.HEATMAP: "Heat map of categories",
    RankingKind.SORTED: "Phenomena, from the hardest to the easiest",
    RankingKind.SPEED: "Accuracy against speed",
}


def ranking_kinds(ranking: MetricRanking) -> dict[RankingKind, str]:
    """The possible charts of a ranking: speed only if known, phenomena only if shown."""
    there = {
        RankingKind.SORTED: bool(ranking.phenomena),
        RankingKind.SPEED: any(one.rate for one in ranking.scored),
    }
    return {kind: title for kind, title in TITLES.items() if there.get(kind, True)}


def ranking_picture(rankings: Sequence[MetricRanking], kind: RankingKind) -> Picture:
    """A chart of a ranking for the page; several rankings if each language pair has a panel."""
    drawn = ranking_drawing(rankings, kind, ".svg", Theme.PAGE)
    return Picture(kind, TITLES[kind], _words(rankings, kind), inlined(drawn))


def ranking_drawing(rankings: Sequence[MetricRanking], kind: RankingKind, ending: str, theme: Theme) -> bytes:
    """A chart of a ranking as a file."""
    known = ranking_kinds(rankings[0])
    if kind not in known:
        raise LackmusError(f"There is no chart {kind} of this ranking. There are {', '.join(known)}.")
    return render(ranking_chart(kind, rankings, {}, theme), ending)


def _words(rankings: Sequence[MetricRanking], kind: RankingKind) -> str:
    match kind:
        case RankingKind.SORTED:
            return sorted_text(rankings)
        case RankingKind.HEATMAP:
            return metrics_text(rankings[0], {})
        case RankingKind.SPEED:
            return speed_text(rankings[0], {})
