"""Challenges and rankings of metrics as reports: what was built, tuples one by one, tables of metrics."""

from collections.abc import Mapping, Sequence

from lackmus.core.base.choices import By, RankingTable
from lackmus.core.challenges.building import Built
from lackmus.core.challenges.lists import MetricShown, ShownTuples
from lackmus.core.challenges.metrics import MetricInfo
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.engines.engine import OptionShown
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.reports import check_labels
from lackmus.metrics import Metric, metric_class, metric_names
from lackmus.tables.challenges.building import build_tables, built_values
from lackmus.tables.challenges.lists import stacked_tuples_table, tuples_table, tuples_values
from lackmus.tables.challenges.ranking import lead, ranking_tables
from lackmus.tables.table import Report

_STACKED = ("terminal", "latex")  # formats without room for four texts side by side


def built_report(built: Built) -> Report:
    """Return what a challenge was built from, and what could not be used."""
    return Report(f"Lackmus: {built.challenge.name}", build_tables(built), built_values(built))


def tuples_report(shown: ShownTuples, form: str, most: int = 20, more: str = "") -> Report:
    """Return tuples one by one, as a format has room for them; `most` of them, or all.

    `more` is how the face shows more of them.
    """
    table = stacked_tuples_table if form in _STACKED else tuples_table
    return Report(f"Lackmus: {shown.challenge.name}", (table(shown, most, more),), tuples_values(shown, most))


def ranking_report(
    ranking: MetricRanking,
    tables: Sequence[RankingTable] = (),
    by: By = By.CATEGORY,
    labels: Mapping[str, str] | None = None,
) -> Report:
    """Return a ranking in the requested tables, by default the usual two."""
    labels = labels or {}
    check_labels(labels, ranking.metrics, "metric")
    usual = RankingTable.CATEGORIES if by is By.CATEGORY else RankingTable.PHENOMENA
    if RankingTable.ACES in tables and not any(ranking.top_taus.values()):
        raise LackmusError(
            f"{ranking.challenge.name} has no phenomena of ACES, or did not come in its form.",
            argument="table",
        )
    if RankingTable.SPANS in tables and ranking.spans is None:
        raise LackmusError(
            f"{ranking.challenge.name} has no marked errors, or no metric marks any.", argument="table"
        )
    own = _own_table(ranking)
    for name in (RankingTable.ERROR_FREE, RankingTable.CORRELATIONS):
        if name in tables and name is not own:
            kind = (
                "a challenge of texts with grades"
                if name is RankingTable.CORRELATIONS
                else "an error-free one"
            )
            raise LackmusError(f"{ranking.challenge.name} is not {kind}.", argument="table")
    marking = [RankingTable.SPANS] if ranking.spans is not None else []
    alone = [] if ranking.challenge.single else [RankingTable.BASELINES]
    drawn = list(
        dict.fromkeys(tables or [usual, RankingTable.METRICS, *filter(None, [own]), *marking, *alone])
    )
    return Report(
        title=f"Lackmus: {ranking.challenge.name}",
        tables=tuple(ranking_tables(ranking, drawn, labels)),
        answer=ranking,
        lead=lead(ranking, labels),
        labels=labels,
        chosen=bool(tables),
    )


def _own_table(ranking: MetricRanking) -> RankingTable | None:
    """The table that only challenges of this kind have."""
    if ranking.challenge.single:
        return RankingTable.ERROR_FREE
    return RankingTable.CORRELATIONS if ranking.challenge.graded else None


def scores_report(ranking: MetricRanking) -> Report:
    """Return metrics and their scores, without the rows of the challenge."""
    return Report(
        title=f"Lackmus: {ranking.challenge.name}",
        tables=tuple(ranking_tables(ranking, [RankingTable.METRICS], {})),
        answer=ranking,
        lead=lead(ranking, {}),
    )


def metrics() -> list[MetricShown]:
    """All metrics by name; one that cannot be loaded has the reason."""
    shown = []
    for name in metric_names():
        try:
            shown.append(_shown(name, metric_class(name)))
        except LackmusError as problem:
            shown.append(MetricShown(MetricInfo(name), name, problem=str(problem)))
    return shown


def metric(name: str) -> MetricShown:
    """One metric; the error for an unknown name lists the known ones."""
    return _shown(name, metric_class(name))


def _shown(name: str, kind: type[Metric]) -> MetricShown:
    return MetricShown(
        MetricInfo(kind.LABEL or name, kind.NEEDS, kind.HIGHER, kind.GROUP),
        name,
        kind.ABOUT,
        tuple(
            OptionShown(one.name, one.help, one.default, one.choices, one.required, one.counts, one.trusted)
            for one in kind.OPTIONS
        ),
    )
