"""ACES as its authors score it: top categories of phenomena, tau with ties as discordant, the ACES score.

Phenomena, categories and weights are those of Amrhein, Moghe and Guillou (2022), *ACES: Translation Accuracy
Challenge Sets for Evaluating Machine Translation Metrics*, as the evaluation in EdinburghNLP/ACES has them.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean

from lackmus.core.challenges.challenge import ChallengeSet

STYLE, ACES = "style", "ACES"  # what `about` says of a challenge from a file in the form of ACES

WEIGHTS: Mapping[str, float] = {
    "addition": 5,
    "omission": 5,
    "mistranslation": 5,
    "untranslated": 1,
    "do not translate": 1,
    "overtranslation": 5,
    "undertranslation": 5,
    "real-world knowledge": 1,
    "wrong language": 1,
    "punctuation": 0.1,
}

# Phenomena by the beginning of their names; all 68 of ACES have exactly one of them.
_BEGINNINGS: Mapping[str, Sequence[str]] = {
    "addition": ("addition",),
    "omission": ("omission",),
    "mistranslation": (
        *("ambiguous-translation-wrong-", "anaphoric_", "coreference-based-on-commonsense", "hallucination-"),
        *("lexical-overlap", "modal_verb:", "nonsense", "ordering-mismatch", "overly-literal-vs-"),
        *("pleonastic_it:", "xnli-"),
    ),
    "untranslated": ("copy-source", "untranslated-vs-"),
    "do not translate": ("do-not-translate",),
    "overtranslation": ("hyponym-replacement",),
    "undertranslation": ("hypernym-replacement",),
    "real-world knowledge": ("antonym-replacement", "commonsense-", "real-world-knowledge-"),
    "wrong language": ("similar-language-",),
    "punctuation": ("punctuation:",),
}


def top_category(phenomenon: str) -> str | None:
    """The top category of a phenomenon of ACES; None for any other."""
    for category, beginnings in _BEGINNINGS.items():
        for beginning in beginnings:
            whole = beginning[-1] not in "-_:"
            if phenomenon == beginning or (not whole and phenomenon.startswith(beginning)):
                return category
    return None


def is_aces(challenge: ChallengeSet) -> bool:
    """Whether the challenge came in the form of ACES, and is scored as its authors do."""
    return challenge.about.get(STYLE) == ACES


def aces_score(taus: Mapping[str, Sequence[float]]) -> float | None:
    """The weighted sum over all ten categories of the mean tau of their phenomena; None if one has none."""
    if not all(taus.get(category) for category in WEIGHTS):
        return None
    return sum(weight * fmean(taus[category]) for category, weight in WEIGHTS.items())
