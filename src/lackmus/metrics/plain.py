"""Edit distance and length ratio: baselines that know nothing about languages."""

from abc import abstractmethod
from collections.abc import Sequence

from lackmus.core.challenges.metrics import BASELINE, Segment
from lackmus.machine.options import Option
from lackmus.metrics.protocol import Metric

UNIT = Option("unit", "what is counted", "character", ("character", "word"))


class PlainMetric(Metric):
    """Compares two texts as sequences of characters or words."""

    GROUP = BASELINE
    BATCH = 10_000
    OPTIONS = (UNIT,)
    HOW = ""  # how the score is made, for the signature

    @abstractmethod
    def of(self, hypothesis: Sequence[str], reference: Sequence[str]) -> float:
        """The score of one translation."""

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """One by one."""
        if self.options["unit"] == "word":
            return [self.of(one.hypothesis.split(), one.reference.split()) for one in segments]
        return [self.of(one.hypothesis, one.reference) for one in segments]

    def signature(self) -> str:
        """The description; there is no version."""
        return f"{self.HOW}|unit:{self.options['unit']}"


class EditDistance(PlainMetric):
    """Levenshtein distance per character (or word) of the reference; 0 for the reference itself."""

    LABEL = "edit distance"
    ABOUT = "insertions, deletions and replacements for each character or word of the reference"
    HIGHER = False
    HOW = "levenshtein/reference"

    def of(self, hypothesis: Sequence[str], reference: Sequence[str]) -> float:
        """The distance; an empty reference counts as one character."""
        from rapidfuzz.distance import Levenshtein

        return Levenshtein.distance(hypothesis, reference) / max(1, len(reference))


class LengthRatio(PlainMetric):
    """How near the length is to that of the reference; 1 where they are equal."""

    LABEL = "length ratio"
    ABOUT = "length of the translation and of the reference, the shorter divided by the longer"
    HOW = "shorter/longer"

    def of(self, hypothesis: Sequence[str], reference: Sequence[str]) -> float:
        """The ratio; two empty texts give 1."""
        longer = max(len(hypothesis), len(reference))
        return min(len(hypothesis), len(reference)) / longer if longer else 1.0
