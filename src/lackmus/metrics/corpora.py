"""BLEU, chrF and TER of a whole test set: one number a system, as papers give it, by sacrebleu."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # importing it takes too long for the start of the command line
    from sacrebleu.metrics.base import Metric

CORPUS_METRICS = ("bleu", "chrf", "ter")
LABELS = {"bleu": "BLEU", "chrf": "chrF", "ter": "TER"}


class CorpusScore(NamedTuple):
    """A score with its signature."""

    value: float
    signature: str


def corpus_score(name: str, texts: Sequence[str], references: Sequence[Sequence[str]]) -> CorpusScore:
    """One of CORPUS_METRICS on a test set with one or more references, each as long as the texts."""
    metric = _metric(name)
    value = metric.corpus_score(list(texts), [list(one) for one in references]).score
    return CorpusScore(value, f"{LABELS[name]}|{metric.get_signature()}")


def _metric(name: str) -> "Metric":
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF
    from sacrebleu.metrics.ter import TER

    kinds: dict[str, type[Metric]] = {"bleu": BLEU, "chrf": CHRF, "ter": TER}
    return kinds[name]()
