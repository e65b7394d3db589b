"""Score several hypotheses against one reference: the only module that uses private names of sacrebleu.

Publicly a metric learns its references when it is made, or takes them apart for every hypothesis. BLEU of two
hypotheses a reference takes two and a half times as long in either way.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loading it takes longer than starting the command line may
    from sacrebleu.metrics.base import Metric


def sentence_scores(metric: "Metric", reference: str, hypotheses: Sequence[str]) -> Iterator[float]:
    """Yield the score of each hypothesis; the metric must have been made with some reference."""
    metric._ref_cache = metric._cache_references([[reference]])  # as its constructor does it
    for hypothesis in hypotheses:
        yield metric.corpus_score([hypothesis], None).score  # a corpus of one sentence
