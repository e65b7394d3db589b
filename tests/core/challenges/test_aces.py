"""ACES as its authors score it: top categories, tau with ties as discordant, the ACES score."""

from dataclasses import replace

import polars as pl
import pytest

from lackmus.core.base.choices import TauTies
from lackmus.core.challenges.aces import ACES, STYLE, WEIGHTS, aces_score, top_category
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.core.challenges.preferences import MetricTally
from lackmus.core.challenges.ranking import MetricRanking, RankingChoices, rank
from lackmus.core.verdicts.accuracies import Average
from tests.read.tuples import challenge_of

# One phenomenon of each top category, and two of real-world knowledge.
PHENOMENA = {
    "addition": "addition",
    "omission": "omission",
    "hallucination-number-level-2": "mistranslation",
    "copy-source": "untranslated",
    "do-not-translate": "do not translate",
    "hyponym-replacement": "overtranslation",
    "hypernym-replacement": "undertranslation",
    "antonym-replacement": "real-world knowledge",
    "real-world-knowledge-entailment": "real-world knowledge",
    "similar-language-low": "wrong language",
    "punctuation:deletion_commas": "punctuation",
}
TUPLES_EACH = 4


def aces(*phenomena: str) -> ChallengeSet:
    """Four tuples of each phenomenon."""
    rows = [
        {"tuple": f"{name}/{n}", "category": top_category(name) or name, "phenomenon": name}
        for name in phenomena
        for n in range(TUPLES_EACH)
    ]
    return replace(challenge_of(*rows), about={STYLE: ACES})


def scored(challenge: ChallengeSet, outcomes: str, name: str = "m") -> Scored:
    """Scores of a metric whose preferences repeat: + right, - wrong, = a tie."""
    worse = [
        {"+": 0.0, "-": 2.0, "=": 1.0}[outcomes[n % len(outcomes)]] for n in range(challenge.tuples.height)
    ]
    better = pl.Series([1.0] * challenge.tuples.height)
    return Scored(MetricInfo(name), better, pl.Series(worse))


def ranked(outcomes: str, *phenomena: str, choices: RankingChoices | None = None) -> MetricRanking:
    challenge = aces(*(phenomena or PHENOMENA))
    return rank(challenge, [scored(challenge, outcomes)], choices)


@pytest.mark.parametrize(
    "phenomenon, category",
    [
        *PHENOMENA.items(),
        ("coreference-based-on-commonsense", "mistranslation"),
        ("commonsense-only-ref-ambiguous", "real-world knowledge"),
        ("anaphoric_group_it-they:deletion", "mistranslation"),
        ("overly-literal-vs-ref-word", "mistranslation"),
        ("xnli-omission-neutral", "mistranslation"),
        ("addition-of-mine", None),
        ("Simple past", None),
    ],
)
def test_top_categories(phenomenon: str, category: str | None) -> None:
    assert top_category(phenomenon) == category


@pytest.mark.parametrize(
    "right, wrong, ties, ours, theirs", [(3, 1, 0, 0.5, 0.5), (2, 0, 2, 1.0, 0.0), (0, 0, 4, None, -1.0)]
)
def test_tau_with_ties(right: int, wrong: int, ties: int, ours: float | None, theirs: float) -> None:
    """Theirs is 2 · accuracy − 1."""
    tally = MetricTally(right, wrong, ties)
    assert (tally.tau, tally.aces_tau) == (ours, theirs)
    assert tally.aces_tau == pytest.approx(2 * (tally.accuracy or 0) / 100 - 1)


def test_the_default_of_challenges_in_the_form_of_aces() -> None:
    """Their tau is the default and in the signature; ours can be asked for. Other challenges keep ours."""
    found = ranked("++==")
    assert found.taus(Average.MICRO) == {"m": 0.0}
    assert found.taus(Average.MICRO, TauTies.OUT) == {"m": 1.0}
    assert "|tau:ties-discordant|" in found.signature
    other = rank(replace(found.challenge, about={}), found.scored)
    assert (other.taus(Average.MICRO), other.aces_scores) == ({"m": 1.0}, {})
    assert "|tau:" not in other.signature


@pytest.mark.parametrize("outcomes, tau", [("+", 1.0), ("+++-", 0.5), ("++==", 0.0), ("=", -1.0)])
def test_the_score_is_the_weighted_sum(outcomes: str, tau: float) -> None:
    """With the same tau everywhere it is the sum of the weights, times tau."""
    assert sum(WEIGHTS.values()) == pytest.approx(29.1)
    assert ranked(outcomes).aces_scores == {"m": pytest.approx(29.1 * tau)}


def test_a_category_is_the_mean_of_its_phenomena() -> None:
    taus = {name: [1.0] for name in WEIGHTS} | {"addition": [1.0, 0.0], "punctuation": [-1.0]}
    assert aces_score(taus) == pytest.approx(29.1 - 2.5 - 0.2)


def test_no_score_of_a_part() -> None:
    """One category is missing, or phenomena are hidden."""
    assert ranked("+", *list(PHENOMENA)[1:]).aces_scores == {}
    assert ranked("+", choices=RankingChoices(min_items=9)).aces_scores == {}
