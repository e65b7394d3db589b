"""Tests of a query on a value: each distinct value is tested once."""

from collections.abc import Callable
from unicodedata import normalize

from lackmus.core.rules.patterns import compile_pattern
from lackmus.core.trees.clauses import features
from lackmus.core.trees.conditions import AttributeTest
from lackmus.core.trees.treebank import NONE

Claim = Callable[[str], bool]


def column_of(test: AttributeTest) -> str:
    """The column that holds what is tested."""
    return "feats" if test.feature else test.attribute


def claim_of(test: AttributeTest) -> Claim:
    """Whether a value of that column passes the test."""
    claim = _matching(test) if test.operator == "~" else _equal(test)
    if not test.feature:
        return claim

    def of_features(feats: str) -> bool:
        value = features(feats).get(test.attribute)
        if not test.operator:
            return value is not None
        if value is None:
            return test.operator == "=" and claim(NONE)
        # A word of two genders matches each: Gender=Masc,Neut.
        return claim(value) or ("," in value and any(map(claim, value.split(","))))

    return of_features


def _equal(test: AttributeTest) -> Claim:
    wanted = frozenset(test.values)
    if column_of(test) == "deprel":  # any subtype, unless the query names one
        return lambda value: value in wanted or value.partition(":")[0] in wanted
    return lambda value: value in wanted or (not value.isascii() and normalize("NFC", value) in wanted)


def _matching(test: AttributeTest) -> Claim:
    claims = [_search(value) for value in test.values]
    return claims[0] if len(claims) == 1 else lambda value: any(claim(value) for claim in claims)


def _search(pattern: str) -> Claim:
    compiled = compile_pattern(pattern)
    fast = compiled.fast
    assert fast is not None  # patterns that can run away were refused when compiled

    def found(value: str) -> bool:
        if not value.isascii():
            value = normalize("NFC", value)
        # No pattern is meant for a “word” so long that a search would need a time limit.
        return not compiled.timed(value) and fast(value) is not None

    return found
