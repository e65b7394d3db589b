"""What all tables of a ranking share: rows, titles, and what metrics scored of a challenge."""

from collections.abc import Iterator, Mapping

from lackmus.core.base.choices import By, Counted
from lackmus.core.base.plurals import counted
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.verdicts.accuracies import Average, Score
from lackmus.tables.table import Cell, Column, Level, Unit

AVERAGES = {  # names for people, in the order of a report
    Average.MICRO: "Micro-average (tuples)",
    Average.CATEGORY_MACRO: "Macro-average (categories)",
    Average.PHENOMENON_MACRO: "Macro-average (phenomena)",
}

_PAIRS = 5  # named in a sentence before the rest is only counted


def lines(ranking: MetricRanking, by: By) -> Iterator[tuple[Score, str, Level, Average | None]]:
    """The rows of a table, with their names and levels."""
    for row in ranking.rows:
        if by is By.PHENOMENON:
            level = Level.GROUP if row.phenomenon is None else Level.MEMBER
            yield row, row.phenomenon or row.category or "", level, None
        elif row.phenomenon is None:
            yield row, row.category or "", Level.BODY, None
    for kind, name in AVERAGES.items():
        yield ranking.averages[kind], name, Level.AVERAGE, kind


def title(ranking: MetricRanking) -> str:
    """The title with the language pairs, unless the challenge's name has them; many are shortened."""
    pairs = ranking.challenge.pairs
    of = pairs if len(pairs) <= _PAIRS else [f"{len(pairs)} pairs"]
    part = ranking.challenge.about.get("only")
    return ", ".join(filter(None, dict.fromkeys((ranking.challenge.name, *of, part))))


_NAMED_PAIRS = 3  # named before the rest is only counted


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
    more = len(one.pairs) - _NAMED_PAIRS
    return ", ".join(one.pairs[:_NAMED_PAIRS]) + (f" and {more} more" if more > 0 else "")
