"""Trust is measured, and few decisions never claim much."""

import numpy as np
import pytest

from lackmus.core.proposals.corpus import Floats, Known
from lackmus.core.proposals.evidence import LinkCounter
from lackmus.core.proposals.links import links_of
from lackmus.core.proposals.model import EvidenceScorer
from lackmus.core.proposals.trust import Calibration, Scale, calibrated
from tests.core.proposals.grids import campaign


def scale(sure: Floats, right: list[bool]) -> Scale:
    """Of decisions that all weigh the same."""
    return Scale.fitted(sure, np.array(right), np.ones(len(right)))


@pytest.mark.parametrize(
    "right, wrong, most",
    [(3, 0, 0.65), (20, 0, 0.93), (200, 0, 0.993), (2000, 0, 1.0), (200, 4, 0.98), (0, 5, 0.5)],
)
def test_what_can_be_claimed(right: int, wrong: int, most: float) -> None:
    """The lower end of what was measured."""
    told = scale(np.ones(right + wrong), [True] * right + [False] * wrong).of(np.ones(1))[0]
    assert most - 0.06 <= told <= most


def test_trust_rises_with_certainty() -> None:
    """Also where chance made the surer ones worse."""
    chance = np.random.default_rng(1)
    sure = chance.uniform(0, 5, 2000)
    right = chance.uniform(0, 1, 2000) < 0.5 + sure / 10
    told = scale(sure, list(right)).of(np.linspace(0, 6, 50))
    assert (np.diff(told) >= 0).all() and told[0] < 0.6 and 0.85 < told[-1] < 1


def test_nothing_known_no_trust() -> None:
    """Neither without decisions nor with nothing but noise."""
    made = campaign()
    counter = LinkCounter(links_of(made.corpus, made.open))
    scorer = EvidenceScorer(made.corpus)

    def chances(known: Known) -> Floats:
        return scorer.chances(known, counter.evidence(known))

    nothing = calibrated(made.corpus, made.known, chances)
    assert set(nothing.trust(chances(made.known), made.known)) == {0.5}
    half = made.open[::2]
    noise = made.known.decided(half, np.random.default_rng(2).integers(0, 2, len(half)))
    assert calibrated(made.corpus, noise, chances).trust(chances(noise), noise).max() < 0.8
    true = made.known.decided(half, made.answers[half])
    assert calibrated(made.corpus, true, chances).trust(chances(true), true).max() > 0.95


def test_a_new_item_of_a_little_known_phenomenon() -> None:
    """However sure the proposal, its trust is no more than the decisions on its phenomenon can support."""
    made = campaign()
    known = made.known.decided(made.open[:10], made.answers[made.open[:10]])
    sure = Scale(np.zeros(1), np.ones(1))
    trust = Calibration(made.corpus, sure, sure, {}).trust(np.full(len(made.corpus), 0.999), known)
    beside = np.isin(made.corpus.item, made.corpus.item[made.open[:10]])
    assert (trust[beside] == 1).all()
    assert set(trust[~beside].round(3)) == {0.859}  # ten of ten, with its interval
