"""Who proposes: the preferred scorer, unless a simpler one does better on decisions that were hidden."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from lackmus.core.proposals.corpus import Known, TextCorpus
from lackmus.core.proposals.evidence import LinkCounter
from lackmus.core.proposals.model import Scorer
from lackmus.core.proposals.trust import FOLDS, Calibration, HiddenDecisions, uncalibrated


@dataclass(frozen=True)
class MeasuredScorer:
    """A scorer, and how far its proposals can be trusted."""

    scorer: Scorer
    calibration: Calibration


def measured(
    corpus: TextCorpus, known: Known, scorers: Sequence[Scorer], counter: LinkCounter
) -> MeasuredScorer:
    """Measure scorers, the preferred one first, on hidden decisions; return the one to use."""
    if len(known.decisions) < FOLDS:
        return MeasuredScorer(scorers[0], uncalibrated(corpus))
    found = [
        HiddenDecisions.of(corpus, known, lambda now, one=one: one.chances(now, counter.evidence(now)))  # type: ignore[misc]
        for one in scorers
    ]
    place = preferred([one.wrong for one in found])
    return MeasuredScorer(scorers[place], found[place].calibration(corpus))


def preferred(wrong: Sequence[int]) -> int:
    """The first scorer, unless another has fewer errors by more than chance: the root of the first one's."""
    best = min(range(len(wrong)), key=lambda place: wrong[place])
    return best if wrong[0] - wrong[best] > sqrt(wrong[0]) else 0
