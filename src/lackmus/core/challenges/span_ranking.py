"""Rank metrics by the errors they find: precision, recall and F1 of their spans against the gold ones.

Over characters, and over all tuples of a row together: a character is found if it is in a span of both. The
program of SPAN-ACES counts other things, equal wordings of spans, tuple by tuple; its figure stands beside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from lackmus.core.base.choices import Testing
from lackmus.core.base.significance import best_of, bootstrap_p_values, bootstrap_passes, cluster
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.error_spans import Spans, merged, spans_of
from lackmus.core.challenges.metrics import Scored

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

HOW = "characters-micro"  # in the signature


@dataclass(frozen=True)
class SpanTally:
    """What the spans of a metric share with the gold ones, in characters."""

    shared: int
    given: int  # by the metric
    gold: int
    n: int  # tuples
    exact: float  # F1 over wordings of spans, the mean over tuples

    @property
    def precision(self) -> float | None:
        """Share of the marked characters that are wrong, in percent; None if none is marked."""
        return 100 * self.shared / self.given if self.given else None

    @property
    def recall(self) -> float | None:
        """Share of the wrong characters that are marked, in percent; None if none is wrong."""
        return 100 * self.shared / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both, in percent; None where there is no span at all."""
        return 200 * self.shared / (self.given + self.gold) if self.given + self.gold else None


@dataclass(frozen=True)
class SpanRow:
    """A category, one of its phenomena, or all tuples together (no category)."""

    category: str | None
    phenomenon: str | None
    n: int  # tuples with gold spans
    tallies: Mapping[str, SpanTally]
    best: tuple[str, ...] = ()
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # of F1


@dataclass(frozen=True)
class SpanRanking:
    """Metrics that give spans, compared on the tuples that have gold ones."""

    metrics: tuple[str, ...]  # the best first
    rows: tuple[SpanRow, ...]  # each category, followed by its phenomena
    whole: SpanRow
    unlocated: int  # tuples without gold spans


def span_ranking(challenge: ChallengeSet, scored: Sequence[Scored], testing: Testing) -> SpanRanking | None:
    """Metrics ranked by their spans; None where no tuple has gold spans or no metric gives any.

    Clusters and intervals are those of a bootstrap over items, because spans of a text are not independent.
    """
    giving = [one for one in scored if one.spans is not None]
    if not giving or not challenge.has_spans:
        return None
    frame = _counts(challenge, giving)
    if frame.is_empty():
        return None
    names = [one.about.name for one in giving]
    whole = _row(frame, None, None, names, testing)
    names.sort(key=lambda name: (-(whole.tallies[name].f1 or 0.0), name.casefold()))
    rows = []
    for (category,), part in sorted(frame.group_by("category"), key=lambda one: str(one[0])):
        rows.append(_row(part, str(category), None, names, testing))
        for (phenomenon,), finer in sorted(part.group_by("phenomenon"), key=lambda one: str(one[0])):
            rows.append(_row(finer, str(category), str(phenomenon), names, testing))
    gold = challenge.tuples["worse_spans"].is_not_null().sum()
    return SpanRanking(
        tuple(names),
        tuple(rows),
        replace(whole, tallies={name: whole.tallies[name] for name in names}),
        challenge.tuples.height - int(gold),
    )


def _counts(challenge: ChallengeSet, scored: Sequence[Scored]) -> pl.DataFrame:
    """For each tuple with gold spans and each metric that says something of it: counts of characters."""
    rows = []
    tuples = challenge.tuples.select("pair", "item", "category", "phenomenon", "worse", "worse_spans")
    given = [(one.about.name, one.spans.to_list()) for one in scored if one.spans is not None]
    for place, (pair, item, category, phenomenon, text, cell) in enumerate(tuples.iter_rows()):
        gold = spans_of(cell)
        if gold is None:
            continue
        for name, cells in given:
            found = spans_of(cells[place])
            if found is not None:
                counts = (*_shared(gold, found), _exact(text, gold, found))
                rows.append((place, f"{pair}:{item}", category, phenomenon, name, *counts))
    columns = ("place", "unit", "category", "phenomenon", "metric", "shared", "given", "gold", "exact")
    return pl.DataFrame(rows, schema=list(columns), orient="row", infer_schema_length=None)


def _shared(gold: Spans, found: Spans) -> tuple[int, int, int]:
    """How many characters are in both, in those of the metric, and in the gold ones."""
    ours = {place for start, end in merged(found) for place in range(start, end)}
    theirs = {place for start, end in merged(gold) for place in range(start, end)}
    return len(ours & theirs), len(ours), len(theirs)


def _exact(text: str, gold: Spans, found: Spans) -> float:
    """F1 over the different wordings of spans, as SPAN-ACES has it; 1 where neither side has one."""
    ours, theirs = (
        {wording for one in side if (wording := text[one.start : one.end].strip())} for side in (found, gold)
    )
    return 2 * len(ours & theirs) / (len(ours) + len(theirs)) if ours or theirs else 1.0


def _row(
    frame: pl.DataFrame, category: str | None, phenomenon: str | None, names: Sequence[str], testing: Testing
) -> SpanRow:
    n = frame["place"].n_unique()
    sums = frame.group_by("metric").agg(
        pl.col("shared", "given", "gold").sum(), pl.len().alias("n"), pl.col("exact").mean()
    )
    found = {name: SpanTally(*rest) for name, *rest in sums.iter_rows()}
    tallies = {name: found.get(name, SpanTally(0, 0, 0, 0, 0.0)) for name in names}
    intervals, best = _tested(frame, tallies, n, testing)
    return SpanRow(category, phenomenon, n, tallies, best, intervals)


def _tested(
    frame: pl.DataFrame, tallies: Mapping[str, SpanTally], n: int, testing: Testing
) -> tuple[dict[str, tuple[float, float]], tuple[str, ...]]:
    """Intervals of F1, and the best: only metrics with spans of all tuples are compared."""
    import numpy as np

    units = frame.select("unit").unique().sort("unit").with_row_index("row")
    names = [name for name, tally in tallies.items() if tally.n]
    table = np.zeros((units.height, 2 * len(names)))
    for column, name in enumerate(names):
        own = frame.filter(metric=name).group_by("unit").agg(pl.col("shared", "given", "gold").sum())
        own = own.join(units, on="unit")
        table[own["row"].to_numpy(), 2 * column] = 2 * own["shared"].to_numpy()
        table[own["row"].to_numpy(), 2 * column + 1] = (own["given"] + own["gold"]).to_numpy()
    sums = bootstrap_passes(table, testing.samples, testing.seed).astype(np.float64)
    above, below = sums[:, ::2], sums[:, 1::2]
    means = np.divide(above, below, out=np.zeros_like(above), where=below > 0)
    drawn: dict[str, Floats] = {name: means[:, column] for column, name in enumerate(names)}
    ends = [testing.alpha / 2, 1 - testing.alpha / 2]
    intervals = {name: _percent(np.quantile(one, ends)) for name, one in drawn.items()}
    rivals = [name for name, tally in tallies.items() if tally.n == n and tally.f1 is not None]
    if len(rivals) < 2:
        return intervals, ()
    best = best_of([tallies[name].f1 or 0.0 for name in rivals])
    p_values = bootstrap_p_values(np.stack([drawn[name] for name in rivals], axis=1), best)
    p_values[best] = 1.0
    return intervals, tuple(cluster(rivals, p_values, testing.alpha))


def _percent(ends: Any) -> tuple[float, float]:
    return 100 * float(ends[0]), 100 * float(ends[1])
