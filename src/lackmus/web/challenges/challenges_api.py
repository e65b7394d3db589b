"""API of challenges: lists, rankings of metrics, and the tuples behind every number."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from lackmus.core.challenges.lists import ChallengeShown
from lackmus.core.challenges.preferences import MetricTally
from lackmus.core.challenges.tuple_pages import tuple_page_values
from lackmus.plugins import PluginGroup, named
from lackmus.web.challenges.challenges_page import (
    Number,
    challenge_download,
    chart_download,
    ranking_download,
)
from lackmus.web.challenges.rankings import (
    RankingQuery,
    TuplesQuery,
    all_shown,
    cached_challenge,
    ranking_report,
)
from lackmus.web.http.auth import Reader

router = APIRouter(tags=["challenges"])


class Challenges(BaseModel):
    """All challenges."""

    challenges: Sequence[ChallengeShown]


class RankedMetric(BaseModel):
    """A metric, and how often it prefers the better text."""

    model_config = ConfigDict(extra="allow")

    name: str
    group: str
    needs: list[str]
    higher: bool = Field(description="Higher is better.")
    right: int
    wrong: int
    ties: int
    scored: int = Field(description="Tuples that it scored.")
    scored_pairs: list[str]
    accuracy: float | None
    interval: list[float]
    tau: float | None
    rate: float | None = Field(description="Segments a second, where known.")
    signature: str


class MetricAccuracies(BaseModel):
    """One row: accuracies of metrics in percent, not rounded."""

    model_config = ConfigDict(extra="allow")

    n: int
    accuracy: dict[str, float | None]
    best: list[str]
    best_of_group: list[str]
    average: float | None
    tau: dict[str, float | None]


class RankingRow(MetricAccuracies):
    """The row of a category, or of a phenomenon."""

    category: str
    phenomenon: str | None
    ties: dict[str, int]


class RankingBaseline(BaseModel):
    """What length or position alone reaches, without reading a text; not ranked."""

    model_config = ConfigDict(extra="allow")

    name: str
    right: int
    wrong: int
    ties: int
    accuracy: float
    interval: list[float]


class RankedMetrics(BaseModel):
    """A ranking with all its results; other keys may be added."""

    model_config = ConfigDict(extra="allow")

    signature: str
    challenge: str
    tuples: int
    items: int
    metrics: list[RankedMetric]
    rows: list[RankingRow]
    averages: dict[str, MetricAccuracies]
    baselines: list[RankingBaseline]
    spans: dict[str, Any] | None = Field(description="Precision, recall and F1 of marked errors, by row.")
    hidden: int = Field(description="Phenomena with too few tuples.")
    in_short: str


class MarkedError(BaseModel):
    """A stretch of a text that is wrong, in characters from 0, half-open."""

    start: int
    end: int
    severity: str | None
    category: str | None


class TupleScores(BaseModel):
    """The scores of a metric for the two texts of a tuple."""

    metric: str
    better: float
    worse: float
    outcome: str = Field(description="right, wrong or tie.")
    spans: list[MarkedError] | None = Field(description="Errors that it marked in the worse text.")


class ChallengeTuple(BaseModel):
    """A tuple, with the writers of its texts, if known, and the scores of metrics."""

    tuple: str
    item: str
    pair: str
    category: str
    phenomenon: str
    source: str
    reference: str
    better: str
    worse: str
    reference_from: str
    better_from: str
    worse_from: str
    scores: list[TupleScores]
    worse_spans: list[MarkedError] | None = Field(description="Errors in the worse text, if marked.")
    better_grade: str | None
    worse_grade: str | None


class ChallengeTuples(BaseModel):
    """A page of the tuples behind a number, and the number itself."""

    n: int = Field(description="Tuples of the row.")
    tallies: dict[str, MetricTally] = Field(description="By metric.")
    counts: dict[str, int] = Field(description="How many tuples each outcome has.")
    page: int
    pages: int
    tuples: list[ChallengeTuple]


@router.get("/challenges")
def list_challenges(request: Request, desk: Reader) -> Challenges:
    """All challenges, in the order in which they came."""
    return Challenges(challenges=all_shown(request, desk))


@router.get("/challenges/{number}")
def show_challenge(request: Request, desk: Reader, number: Number) -> ChallengeShown:
    """What is known of a challenge."""
    return cached_challenge(request, desk, number).shown


@router.get("/challenges/{number}/ranking", response_model=RankedMetrics)
def get_ranking(
    request: Request, desk: Reader, number: Number, asked: Annotated[RankingQuery, Query()]
) -> Response:
    """The ranking of its metrics, as from `lackmus challenge report --format json`."""
    report = ranking_report(cached_challenge(request, desk, number).ranked(asked), asked.by)
    return Response(named(PluginGroup.WRITE_REPORT, "json").write(report), media_type="application/json")


@router.get("/challenges/{number}/tuples", response_model=ChallengeTuples)
def get_tuples(
    request: Request, desk: Reader, number: Number, asked: Annotated[TuplesQuery, Query()]
) -> dict[str, Any]:
    """The tuples behind a number of a ranking, with the scores of every metric."""
    return tuple_page_values(cached_challenge(request, desk, number).tuples(asked))


# Files have the same routes as on pages.
for path, hand_out in (
    ("/challenges/{number}/download.{format}", ranking_download),
    ("/challenges/{number}/chart.{ending}", chart_download),
    ("/challenges/{number}/file", challenge_download),
):
    router.add_api_route(path, hand_out, response_class=Response)
