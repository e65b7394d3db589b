"""The rows that all tables of a ranking share, and their title."""

from collections.abc import Iterator

from lackmus.core.base.choices import By
from lackmus.core.challenges.ranking import MetricRanking
from lackmus.core.verdicts.accuracies import Average, Score
from lackmus.tables.table import Level

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
