"""Ranking many metrics with all clusters, against a plain numpy computation of their accuracies alone."""

from random import Random

import numpy as np
import polars as pl

from benchmarks.measure import ratios, report
from lackmus.core.challenges.challenge import TUPLES, ChallengeSet
from lackmus.core.challenges.metrics import GROUPS, MetricInfo, Scored
from lackmus.core.challenges.ranking import rank

METRICS, TUPLE_COUNT, CATEGORIES, PHENOMENA = 25, 10_000, 14, 100
WITHIN = 1.0  # seconds


def main() -> None:
    """Print by how many seconds the whole ranking takes longer."""
    challenge, scored = _material()
    ranking = rank(challenge, scored)
    by_hand = _by_hand(challenge, scored)
    if {(row.category, row.phenomenon): row.accuracy for row in ranking.rows} != by_hand:
        raise SystemExit("The two ways do not give the same accuracies.")
    plain, ours, _ = ratios(lambda: _by_hand(challenge, scored), lambda: rank(challenge, scored))
    report(
        f"ranking {METRICS} metrics × {TUPLE_COUNT:,} tuples with all clusters, against numpy's accuracies",
        f"+ {ours - plain:.2f} s ({ours:.2f} s / {plain:.2f} s)",
        f"≤ + {WITHIN:g} s",
        ours - plain <= WITHIN,
    )


def _by_hand(
    challenge: ChallengeSet, scored: list[Scored]
) -> dict[tuple[str | None, str | None], dict[str, float]]:
    """What a user would write: who is right, and the mean of it in every category and phenomenon."""
    right = np.column_stack([one.better.to_numpy() > one.worse.to_numpy() for one in scored])
    found: dict[tuple[str | None, str | None], dict[str, float]] = {}
    category = challenge.tuples["category"].to_numpy()
    phenomenon = challenge.tuples["phenomenon"].to_numpy()
    for name in sorted(set(category)):
        of_category = category == name
        parts = [(None, of_category)]
        parts += [(one, of_category & (phenomenon == one)) for one in sorted(set(phenomenon[of_category]))]
        for part, chosen in parts:
            passes = 100 * right[chosen].sum(axis=0) / chosen.sum()
            found[name, part] = {
                one.about.name: float(share) for one, share in zip(scored, passes, strict=True)
            }
    return found


def _material() -> tuple[ChallengeSet, list[Scored]]:
    """A challenge of the size of a shared task; scores are drawn, and better metrics are more often right."""
    dice = Random(1)
    rows = []
    for place in range(TUPLE_COUNT):
        number = min(dice.randrange(PHENOMENA), dice.randrange(PHENOMENA))  # some are large, some small
        names = f"category {number % CATEGORIES:02}", f"phenomenon {number:03}"
        texts = (f"Satz {place // 5}.", f"Sentence {place // 5}.", f"Right {place}.", f"Wrong {place}.")
        rows.append((f"{place:05}", f"{place // 5:05}", "de-en", *names, *texts, "", "", ""))
    tuples = pl.DataFrame(rows, schema=TUPLES.schema, orient="row")
    scored = []
    for place in range(METRICS):
        random = np.random.default_rng(place)
        better, worse = random.normal(place / METRICS, 1, TUPLE_COUNT), random.normal(0, 1, TUPLE_COUNT)
        about = MetricInfo(f"metric {place}", group=GROUPS[place % len(GROUPS)])
        scored.append(Scored(about, pl.Series(np.round(better, 2)), pl.Series(np.round(worse, 2))))
    return ChallengeSet("drawn", tuples), scored


if __name__ == "__main__":
    main()
