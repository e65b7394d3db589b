"""Tuples one by one, with the scores that a metric gave to both texts: where was it right, where wrong?"""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from lackmus.core.base.choices import Preference
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.core.challenges.preferences import margins, outcomes


@dataclass(frozen=True)
class ShownTuples:
    """Tuples with the scores of a metric, the worst misjudged first; without scores, as they stand.

    The frame has the columns of TUPLES and, with scores, better_score, worse_score and outcome.
    """

    challenge: ChallengeSet
    metric: MetricInfo | None
    tuples: pl.DataFrame
    counts: Mapping[Preference, int]  # of all tuples, not only the shown outcome


def shown_tuples(
    challenge: ChallengeSet, scored: Scored | None, outcome: Preference | None = None
) -> ShownTuples:
    """The tuples of a challenge, with what one metric says about them."""
    if scored is None:
        return ShownTuples(challenge, None, challenge.tuples, {})
    frame = challenge.tuples.with_columns(
        scored.better.alias("better_score"),
        scored.worse.alias("worse_score"),
        outcomes(scored).alias("outcome"),
        margins(scored).alias("margin"),
    )
    counts = dict(frame.group_by("outcome").len().iter_rows())  # null: not scored
    if outcome is not None:
        frame = frame.filter(pl.col("outcome") == outcome.value)
    frame = frame.sort("margin", maintain_order=True, nulls_last=True).drop("margin")
    return ShownTuples(challenge, scored.about, frame, {one: counts.get(one.value, 0) for one in Preference})
