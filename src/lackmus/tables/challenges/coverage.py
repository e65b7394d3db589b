"""What metrics scored of a challenge, beside their accuracies: columns, cells, sentences."""

from collections.abc import Iterator, Mapping

from lackmus.core.base.choices import Counted
from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.tables.table import Cell, Column, Unit

_PAIRS = 3  # named before the rest is only counted


def coverage_columns(ranking: MetricRanking) -> Iterator[Column]:
    """Columns of how many tuples a metric scored, and in which language pairs; none if all scored all."""
    if ranking.partial:
        yield Column("Scored", Unit.COUNT)
        if len(ranking.challenge.pairs) > 1:
            yield Column("Language pairs")


def coverage_cells(ranking: MetricRanking, metric: str) -> Iterator[Cell]:
    """The cells of a metric in these columns."""
    if ranking.partial:
        yield Cell(ranking.coverage[metric].scored)
        if len(ranking.challenge.pairs) > 1:
            yield Cell(_pairs(ranking, metric))


def short(ranking: MetricRanking, labels: Mapping[str, str]) -> list[str]:
    """“MINE (480 of 960; de-en)” for each metric that did not score all tuples."""
    found = []
    for metric in ranking.partial:
        one = ranking.coverage[metric]
        of = f"; {_pairs(ranking, metric)}" if one.of_pairs > 1 else ""
        found.append(f"{labels.get(metric, metric)} ({one.scored:,} of {one.of:,}{of})")
    return found


def coverage_notes(ranking: MetricRanking, labels: Mapping[str, str]) -> Iterator[str]:
    """Which metrics did not score all tuples, and what that means for comparisons."""
    if ranking.partial:
        named = ", ".join(short(ranking, labels))
        if ranking.choices.counted is Counted.FAIR:
            fair = counted(next(iter(ranking.tallies.values())).n, "tuple")
            yield f"Not all metrics scored every tuple: {named}. Only the {fair} that all scored count."
        else:
            yield (
                f"Not all metrics scored every tuple: {named}. Each is counted on what it scored, and "
                "compared only in rows of which it scored all tuples: others may be easier or harder."
            )
    if ranking.absent:
        absent = ", ".join(labels.get(metric, metric) for metric in ranking.absent)
        yield f"Without a score of these tuples: {absent}."


def _pairs(ranking: MetricRanking, metric: str) -> str:
    one = ranking.coverage[metric]
    if len(one.pairs) == one.of_pairs:
        return "all"
    more = len(one.pairs) - _PAIRS
    return ", ".join(one.pairs[:_PAIRS]) + (f" and {more} more" if more > 0 else "")
