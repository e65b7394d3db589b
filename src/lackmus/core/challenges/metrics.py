"""What is known of a metric, and the scores that it gave to a challenge."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import inf, isfinite
from typing import NamedTuple

import polars as pl


class Need(StrEnum):
    """What a metric looks at beside the translation itself."""

    SOURCE = "source"
    REFERENCE = "reference"


BASELINE, REFERENCE_BASED, REFERENCE_FREE = "baseline", "reference-based", "reference-free"
GROUPS = (BASELINE, REFERENCE_BASED, REFERENCE_FREE)  # in the order of a report; users may have others


class Segment(NamedTuple):
    """A translation with its source and its reference; what a metric does not need is empty."""

    source: str
    reference: str
    hypothesis: str


@dataclass(frozen=True)
class MetricInfo:
    """What a metric declares; `name` is its unique name in reports."""

    name: str
    needs: tuple[Need, ...] = (Need.REFERENCE,)
    higher: bool = True  # higher is better
    group: str = ""  # its group in rankings, unless a campaign names another
    signature: str = ""  # how its numbers are made: a version, a model, options
    threshold: float | None = None  # the score from which on it calls a text free of errors, if it says so

    @property
    def usual_group(self) -> str:
        """Its own group, or the one that follows from what it needs."""
        return self.group or (REFERENCE_BASED if Need.REFERENCE in self.needs else REFERENCE_FREE)


@dataclass(frozen=True)
class Scored:
    """The scores of one metric for the better and the worse text of every tuple, in the challenge's order.

    Both are null where the metric did not score the tuple, as one of a single language pair.
    """

    about: MetricInfo
    better: pl.Series  # Float64, no NaN
    worse: pl.Series
    seconds: float | None = None  # that computing took, if known
    computed: int = 0  # segments that were computed in these seconds
    file: str = field(default="")  # from which they were read, if from a file
    spans: pl.Series | None = None  # SPANS: errors that it found in each worse text, if it gives any

    def only(self, kept: pl.Series) -> "Scored":
        """The scores of some tuples."""
        spans = None if self.spans is None else self.spans.filter(kept)
        return replace(self, better=self.better.filter(kept), worse=self.worse.filter(kept), spans=spans)

    @property
    def answered(self) -> pl.Series:
        """For each tuple: did the metric score it?"""
        return self.better.is_not_null() & self.worse.is_not_null()

    @property
    def whole(self) -> bool:
        """Whether it scored every tuple."""
        return bool(self.answered.all())

    @property
    def rate(self) -> float | None:
        """Segments a second."""
        rate = self.computed / self.seconds if self.seconds and self.computed else inf
        return rate if isfinite(rate) else None  # a file may claim that it took no time
