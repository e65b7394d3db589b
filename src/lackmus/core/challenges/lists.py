"""Challenges, metrics and tuples as lists show them."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from lackmus.core.base.choices import Preference
from lackmus.core.base.plurals import counted
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.core.challenges.preferences import margins, outcomes
from lackmus.core.engines.engine import OptionShown


@dataclass(frozen=True)
class ChallengeShown:
    """What a list shows of a challenge: everything but its tuples and scores."""

    number: int
    name: str
    signature: str
    about: Mapping[str, str]
    tuples: int
    items: int
    phenomena: int
    pairs: tuple[str, ...]
    metrics: tuple[str, ...]  # that have scored it, in the order in which they came
    person: str  # who built or imported it
    at: str

    @property
    def in_short(self) -> str:
        """“4,012 tuples of 970 items, de-en”."""
        return f"{counted(self.tuples, 'tuple')} of {counted(self.items, 'item')}, {', '.join(self.pairs)}"


@dataclass(frozen=True)
class MetricShown:
    """An available metric as a list shows it, before it is loaded."""

    about: MetricInfo  # what it declares; options may change its needs
    name: str  # by which it is asked for
    described: str = ""
    options: tuple[OptionShown, ...] = ()
    problem: str = ""  # why it cannot be used here

    @property
    def needs(self) -> str:
        """What the metric needs beside the translation, in words."""
        return ", ".join(self.about.needs) or "nothing"

    @property
    def better(self) -> str:
        """Whether higher or lower scores are better, in words."""
        return "higher" if self.about.higher else "lower"


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
