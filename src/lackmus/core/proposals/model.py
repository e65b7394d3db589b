"""How likely each text passes, learnt from decisions: by a small model, or by the evidence alone."""

from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np

from lackmus.core.proposals.corpus import PASS, Flags, Floats, Ints, Known, TextCorpus
from lackmus.core.proposals.evidence import LinkEvidence
from lackmus.core.proposals.features import hashed

LEAST = 20  # decisions before a model says anything
_STRENGTH = 30.0  # how closely the model follows decisions
_EVIDENCE_SCALE = 0.3  # of evidence beside words
_PRIOR = 0.4  # where nothing at all is known
_SINGLE = 2.0  # the weight of a text that one system alone wrote: new texts are mostly such
_SMALLEST = 1e-6


class Scorer(Protocol):
    """Fitted to what is known, it gives every text its chance to pass."""

    name: str

    def chances(self, known: Known, evidence: LinkEvidence) -> Floats:
        """The chance of each text of the corpus to pass."""
        ...


def model_at_hand() -> bool:
    """Whether scikit-learn is installed; without it evidence speaks alone."""
    return find_spec("sklearn") is not None


def majorities(corpus: TextCorpus, known: Known) -> Floats:
    """The share of passes among people's decisions: in the phenomenon of each text, else its category."""
    shares = np.full(len(corpus), _PRIOR)
    decided = known.decisions
    passed = (known.verdict[decided] == PASS).astype(float)
    for about in (corpus.category, corpus.phenomenon):
        size = int(about.max(initial=0)) + 1
        counts = np.bincount(about[decided], minlength=size)
        passes = np.bincount(about[decided], passed, size)
        found = ((passes + _PRIOR) / (counts + 1))[about]
        shares = np.where(counts[about] > 0, found, shares)
    return shares


class MajorityScorer:
    """The majority of the phenomenon, else of the category."""

    name = "majority"

    def __init__(self, corpus: TextCorpus) -> None:
        self.corpus = corpus

    def chances(self, known: Known, evidence: LinkEvidence) -> Floats:
        """The share of passes, whatever the evidence."""
        return majorities(self.corpus, known)


class EvidenceScorer:
    """Without a model: the strongest link of a text, otherwise the majority of its phenomenon."""

    name = "evidence"

    def __init__(self, corpus: TextCorpus) -> None:
        self.corpus = corpus

    def chances(self, known: Known, evidence: LinkEvidence) -> Floats:
        """The mean of the strongest evidence for and against, in odds, beside the majority."""
        shares = np.clip(majorities(self.corpus, known), 0.02, 0.98)
        columns = evidence.features()
        inside, between = columns[:, 0] + columns[:, 1], columns[:, 4] + columns[:, 5]
        odds = np.log(shares / (1 - shares)) + inside + between
        found: Floats = 1 / (1 + np.exp(-odds))
        return found


class ModelScorer:
    """A logistic regression on words and evidence."""

    name = "model"

    def __init__(self, corpus: TextCorpus) -> None:
        self.corpus = corpus
        self._words = hashed(corpus)

    def chances(self, known: Known, evidence: LinkEvidence) -> Floats:
        """Learn from the decisions of people; before there are some of both kinds, the majority speaks."""
        decided = known.decisions
        answers = known.verdict[decided]
        if len(decided) < LEAST or len(np.unique(answers)) < 2:
            return majorities(self.corpus, known)
        rows = self._rows(evidence)
        odds = self._fitted(rows[decided], answers, decided).decision_function(rows)
        found: Floats = 1 / (1 + np.exp(-odds))
        return found

    def _rows(self, evidence: LinkEvidence) -> Any:
        from scipy import sparse

        beside = sparse.csr_matrix((evidence.features() * _EVIDENCE_SCALE).astype(np.float32))
        return sparse.hstack([self._words, beside], format="csr")

    def _fitted(self, rows: Any, answers: Ints, decided: Ints) -> Any:
        from sklearn.linear_model import LogisticRegression

        weights = np.where(self.corpus.single[decided], _SINGLE, 1.0)
        model = LogisticRegression(C=_STRENGTH / _SINGLE, solver="liblinear", tol=1e-2, random_state=0)
        return model.fit(rows, answers, sample_weight=weights)


def certainty(chances: Floats) -> Floats:
    """How far from undecided: odds without their sign."""
    safe = np.clip(chances, _SMALLEST, 1 - _SMALLEST)
    sure: Floats = np.abs(np.log(safe / (1 - safe)))
    return sure


def right(chances: Floats, verdict: Ints) -> Flags:
    """Whether the likelier verdict is the one that is known."""
    same: Flags = (chances >= 0.5) == (verdict == PASS)
    return same
