"""Pages of challenges: rankings of metrics, and the tuples behind every number."""

from collections.abc import Callable
from shlex import quote
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import Response

from lackmus.core.base.choices import (
    By,
    Correction,
    Counted,
    Intervals,
    Order,
    RankingTest,
    References,
    Trust,
)
from lackmus.core.challenges.error_spans import parts as error_parts
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.challenges.tuple_pages import ListedTuple, TupleMode, TupleOrder
from lackmus.core.rules.wording_differences import Stretch, differences, together
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError, UnavailableError
from lackmus.flows.workspaces.overview import listed_campaigns
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.plugins import PluginGroup, names
from lackmus.tables.challenges.baselines import baselines_table
from lackmus.tables.challenges.kinds import own_tables, spans_table
from lackmus.tables.challenges.ranking import lead, mcnemar_table, metrics_table, ranking_paired_notes
from lackmus.tables.table import Table
from lackmus.web.challenges.building import built_of
from lackmus.web.challenges.rankings import (
    CachedChallenge,
    CachedRanking,
    RankingQuery,
    TuplesQuery,
    all_shown,
    cached_challenge,
    file_name,
    ranking_drawing,
    ranking_file,
    ranking_kinds,
    ranking_picture,
)
from lackmus.web.http.answers import back_to, page, query
from lackmus.web.http.auth import Editor, Reader, current_user
from lackmus.web.http.downloads import chart_file, formats
from lackmus.web.http.remedies import on_page
from lackmus.web.http.table_parts import averages_of, block_of, blocks
from lackmus.web.outputs.file_downloads import challenge_file
from lackmus.web.outputs.uploads import Form
from lackmus.write.charts.kinds import RankingKind, Theme

router = APIRouter()

Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
_MANY, _LONG = 6, 10  # with more metrics or longer names, headings are vertical
_OFFERED = {
    "by": By,
    "order": Order,
    "counted": Counted,
    "test": RankingTest,
    "correction": Correction,
    "intervals": Intervals,
}
_WITH_KEY = ("blind", "wmt")  # files that include the key


@router.get("/challenges")
def all_challenges(request: Request, desk: Reader) -> Response:
    """All challenges, newest first, and how to make one."""
    found = all_shown(request, desk)
    grounds = _parts(desk)
    suite, campaign = next(((suite, names[0]) for (suite, _), names in grounds.items()), ("de-en", "2026"))
    example = {"suite": quote(suite), "campaign": quote(campaign), "name": quote(suite)}
    return page(request, "challenges.html", challenges=found[::-1], example=example)


def _parts(desk: Desk) -> dict[tuple[str, str], list[str]]:
    """Suites and pairs with outputs, and their campaigns."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in listed_campaigns(desk):
        for ground in one.grounds:
            found.setdefault((ground.suite, ground.pair), []).append(one.name)
    return found


@router.get("/challenges/new")
def choose(request: Request, desk: Editor, part: str = "") -> Response:
    """The form for a new challenge."""
    grounds = _parts(desk)
    chosen = next((one for one in grounds if f"{one[1]}|{one[0]}" == part), next(iter(grounds), None))
    return page(
        request,
        "challenge_new.html",
        path="/challenges",
        grounds=list(grounds),
        chosen=chosen,
        campaigns=grounds[chosen] if chosen else [],
        trusts=list(Trust),
        references=list(References),
    )


@router.post("/challenges")
def build(request: Request, desk: Editor, form: Form) -> Response:
    """Build a challenge from campaigns and store it."""
    shown = built_of(desk, form)
    told = f"Built {shown.name}: {shown.in_short}. Now let metrics score it."
    return back_to(request, f"/challenges/{shown.number}", told)


@router.get("/challenges/{number}")
def challenge_page(
    request: Request, desk: Reader, number: Number, asked: Annotated[RankingQuery, Query()]
) -> Response:
    """A challenge with its ranking; problems are shown above the options."""
    one = cached_challenge(request, desk, number)
    content: dict[str, Any] = {
        "path": "/challenges",
        "one": one,
        "asked": asked,
        "here": f"/challenges/{number}",
        "options": _OFFERED,
        "files": ["jsonl"] if one.challenge.single else _files(request),
        "formats": formats(),
        "ranked": None,
        "quoted": quote(one.shown.name),  # quoted for a shell
        "problem": "",
    }
    if not one.scored:
        return page(request, "challenge.html", **content)
    try:
        found = one.ranked(asked)
    except UnavailableError:
        raise
    except LackmusError as problem:
        return page(request, "challenge.html", 400, **{**content, "problem": on_page(problem)})
    content |= {"ranked": found, "way": _way(number, asked)}
    return page(request, "challenge.html", **(content | _content(found, asked)))


def _way(number: int, asked: RankingQuery) -> Callable[..., str]:
    """A function for the URLs of tuples; there are many with the same beginning."""
    said = asked.link()

    def way(category: str | None = None, phenomenon: str | None = None, metric: str | None = None) -> str:
        where = {"category": category, "phenomenon": phenomenon, "metric": metric}
        return f"/challenges/{number}/tuples{query({**said, **where})}"

    return way


def _files(request: Request) -> list[str]:
    """Formats of challenges that the user may download."""
    editor = current_user(request).role.may(Role.EDITOR)
    return [name for name in names(PluginGroup.WRITE_CHALLENGE) if editor or name not in _WITH_KEY]


def _content(found: CachedRanking, asked: RankingQuery) -> dict[str, Any]:
    ranking, table = found.ranking, _whole(found)
    # The notes depend on which rows are unfolded; the table always has all rows.
    of_all_rows = ranking_paired_notes(ranking, By.PHENOMENON)
    return {
        "ranking": ranking,
        "paired": ranking_paired_notes(ranking, asked.by),
        "lead": found.made.get("lead", lambda: lead(ranking)),
        "table": table,
        "blocks": blocks(table, asked.by),
        "averages": averages_of(table),
        "upright": len(ranking.metrics) > _MANY or max(map(len, ranking.metrics)) > _LONG,
        "metrics": ranking.metrics,
        "each_metric": found.made.get("metrics", lambda: metrics_table(ranking)),
        "spans": found.made.get(
            ("spans", asked.by), lambda: None if ranking.spans is None else spans_table(ranking, asked.by)
        ),
        "own": found.made.get(("own", asked.by), lambda: own_tables(ranking, asked.by)),
        "alone": found.made.get(("alone", asked.by), lambda: baselines_table(ranking, asked.by)),
        "notes": [note for note in table.notes[1:] if note not in of_all_rows],  # the first is the summary
        "kinds": ranking_kinds(ranking),
    }


def _whole(found: CachedRanking) -> Table:
    """Categories with all phenomena, folded or not."""
    return found.table(By.PHENOMENON)


@router.get("/challenges/{number}/rows")
def rows_part(
    request: Request,
    desk: Reader,
    number: Number,
    asked: Annotated[TuplesQuery, Query()],
    start: Annotated[int, Query(ge=0)] = 0,
) -> Response:
    """Rows of a category, loaded when it unfolds or scrolls into view."""
    one = cached_challenge(request, desk, number)
    found = one.ranked(asked)
    block = block_of(_whole(found), asked.category, asked.by, start)
    if block is None:
        raise LackmusError(f"{one.shown.name} has no category {asked.category!r}.", "Open it again.")
    return page(
        request,
        "challenge_rows.html",
        table=_whole(found),
        metrics=found.ranking.metrics,
        way=_way(number, asked),
        block=block,
        asked=asked,
        here=f"/challenges/{number}",
    )


@router.get("/challenges/{number}/tuples")
def tuples_page(
    request: Request, desk: Reader, number: Number, asked: Annotated[TuplesQuery, Query()]
) -> Response:
    """The tuples behind a number, with both scores and the differing words marked."""
    one = cached_challenge(request, desk, number)
    found = one.tuples(asked)
    return page(
        request,
        "challenge_tuples.html",
        path="/challenges",
        here=f"/challenges/{number}",
        one=one,
        asked=asked,
        found=found,
        metrics=list(found.tallies),
        lower={each.about.name for each in one.scored if not each.about.higher},
        rows=_rows(one),
        differing_words=[_differing(each) for each in found.tuples],
        error_parts=error_parts,
        modes=list(TupleMode),
        orders=list(TupleOrder),
    )


def _differing(one: ListedTuple) -> tuple[tuple[Stretch, ...], ...]:
    """Both texts with the words that differ; a text that stands alone differs from none."""
    if one.better and one.worse:
        return tuple(map(together, differences(one.better, one.worse)))
    return (Stretch(one.better),), (Stretch(one.worse),)


def _rows(one: CachedChallenge) -> dict[str, list[str]]:
    """The phenomena of every category."""

    def made() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        kinds = one.challenge.tuples.select("category", "phenomenon").unique().sort("category", "phenomenon")
        for category, phenomenon in kinds.iter_rows():
            found.setdefault(category, []).append(phenomenon)
        return found

    return one.made.get("rows", made)


def _drawn(found: CachedRanking, kind: RankingKind) -> list[MetricRanking]:
    """The rankings of a chart: sorted accuracies have a panel for each language pair."""
    return found.by_pair() if kind is RankingKind.SORTED else [found.ranking]


@router.get("/challenges/{number}/pairs")
def pairs_page(
    request: Request, desk: Reader, number: Number, asked: Annotated[RankingQuery, Query()]
) -> Response:
    """McNemar's test for every pair of metrics."""
    one = cached_challenge(request, desk, number)
    found = one.ranked(asked)
    table = found.made.get("pairs of metrics", lambda: mcnemar_table(found.ranking))
    content = {"one": one, "asked": asked, "table": table, "here": f"/challenges/{number}"}
    return page(request, "challenge_pairs.html", path="/challenges", **content)


@router.get("/challenges/{number}/figure")
def figure_part(
    request: Request,
    desk: Reader,
    number: Number,
    asked: Annotated[RankingQuery, Query()],
    kind: RankingKind,
) -> Response:
    """A chart, loaded when it scrolls into view."""
    found = cached_challenge(request, desk, number).ranked(asked)
    drawn = found.made.get(("figure", kind), lambda: ranking_picture(_drawn(found, kind), kind))
    return page(request, "parts/chart_figure.html", picture=drawn, asked=asked, here=f"/challenges/{number}")


@router.get("/challenges/{number}/chart.{ending}")
def chart_download(
    request: Request,
    desk: Reader,
    number: Number,
    asked: Annotated[RankingQuery, Query()],
    ending: str,
    kind: RankingKind,
    theme: Theme = Theme.LIGHT,
) -> Response:
    """A chart of a ranking as svg, png or pdf."""
    found = cached_challenge(request, desk, number).ranked(asked)
    name = file_name(found, f"{kind}-{theme}" if theme is not Theme.LIGHT else kind.value)
    return chart_file(lambda ending: ranking_drawing(_drawn(found, kind), kind, ending, theme), name, ending)


@router.get("/challenges/{number}/download.{format}")
def ranking_download(
    request: Request, desk: Reader, number: Number, asked: Annotated[RankingQuery, Query()], format: str
) -> Response:
    """A ranking as a file, as `lackmus challenge report` writes it."""
    return ranking_file(cached_challenge(request, desk, number).ranked(asked), asked.by, format)


@router.get("/challenges/{number}/file")
def challenge_download(request: Request, desk: Reader, number: Number, format: str = "jsonl") -> Response:
    """The tuples of a challenge; blind files include the key, so they are for editors."""
    if format in _WITH_KEY and not current_user(request).role.may(Role.EDITOR):
        raise HTTPException(403, "Blind files include their key: only editors can download them.")
    return challenge_file(cached_challenge(request, desk, number).challenge, format)
