"""Clauses: which word heads the clause that a word belongs to, and whether a word is finite."""

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np

from lackmus.core.trees.treebank import NONE, Coded, Mask, Rows, Treebank, coded

CLAUSAL = frozenset({"root", "csubj", "ccomp", "xcomp", "advcl", "acl", "parataxis", "appos", "dislocated"})
SUBJECTS = frozenset({"nsubj", "csubj"})
AUXILIARIES = frozenset({"aux", "cop"})
# “To be” in Slavic languages. Beside an infinitive it is an auxiliary of the future tense and of no other: in
# “je najít” and “létat jsem chtěl” it belongs to another predicate, even if a parser says otherwise.
_SLAVIC_BE = frozenset({"být", "byť", "być", "biti", "быть", "бути", "быць"})


@lru_cache(maxsize=1 << 16)  # a treebank has some hundred different ones
def features(feats: str) -> Mapping[str, str]:
    """Features by name, from a string such as Mood=Ind|Tense=Past."""
    pairs = (one.partition("=") for one in feats.split("|")) if feats not in (NONE, "") else ()
    return {name: value for name, _, value in pairs}


def true_of(column: Coded, claim: Callable[[str], bool]) -> Mask:
    """A mask of the words whose value satisfies the claim; each value is checked once."""
    truths = np.fromiter(map(claim, column.values), dtype=np.bool_, count=len(column.values))
    return truths[column.codes]


def finite_by_itself(feats: str) -> bool:
    """Whether a word is finite by its features: VerbForm=Fin, or a mood without any verb form, or an
    l-participle.

    Some treebanks give finite verbs a mood and no VerbForm. The l-participle of Slavic languages is a past
    tense: Czech has no auxiliary beside it in the third person. What has a case is an adjective.
    """
    found = features(feats)
    form = found.get("VerbForm")
    if form == "Part":
        return found.get("Tense") == "Past" and found.get("Voice") == "Act" and "Case" not in found
    return form == "Fin" or (form is None and "Mood" in found)


def finite_words(bank: Treebank) -> Mask:
    """A mask of words that are finite themselves, by an auxiliary, or by one shared with a first conjunct."""
    alone = true_of(bank.feats, finite_by_itself)
    helped = _heads_of(bank, alone & _helping(bank))
    # “has eaten and drunk”: the auxiliary depends on the first verb and serves both if they are alike.
    first = _first_conjuncts(bank)
    form = coded([features(one).get("VerbForm", NONE) for one in bank.feats.values]).codes[bank.feats.codes]
    alike: Mask = (form[first] == form) & (bank.upos.codes[first] == bank.upos.codes)
    finite: Mask = alone | helped | (alike & helped[first])
    return finite


def _helping(bank: Treebank) -> Mask:
    """Auxiliaries and copulas that make their head finite, if they are finite themselves.

    An infinitive is finite by an auxiliary that takes infinitives (“will”, “can”, “werden”, “bude”), never by
    a copula.
    """
    takes_infinitives = _has_relation(bank, frozenset({"aux"})) & (
        true_of(bank.feats, lambda feats: features(feats).get("Tense") == "Fut")
        | ~true_of(bank.lemma, lambda lemma: lemma in _SLAVIC_BE)
    )
    infinitive = true_of(bank.feats, lambda feats: features(feats).get("VerbForm") == "Inf")
    # A root has no head, so it is no auxiliary.
    return _has_relation(bank, AUXILIARIES) & (takes_infinitives | ~infinitive[bank.heads])


def clause_heads(bank: Treebank) -> Rows:
    """For each word the row of its clause's head; -1 if it is in no clause."""
    heads = _predicates(bank) & _clausal(bank)
    return _ends(np.where(heads, np.arange(bank.words), bank.heads))


def _predicates(bank: Treebank) -> Mask:
    """Verbs, participles that are tagged as adjectives, and what has a copula, an auxiliary or a subject."""
    verbs = true_of(bank.upos, lambda tag: tag in ("VERB", "AUX"))
    participles = true_of(bank.upos, lambda tag: tag == "ADJ")
    participles &= true_of(bank.feats, lambda feats: "VerbForm" in features(feats))
    return verbs | participles | _heads_of(bank, _has_relation(bank, AUXILIARIES | SUBJECTS))


def _clausal(bank: Treebank) -> Mask:
    """A mask of words that can head a clause; a conjunct counts as its first conjunct."""
    clausal = _has_relation(bank, CLAUSAL) | (bank.heads < 0)
    return clausal[_first_conjuncts(bank)]


def _first_conjuncts(bank: Treebank) -> Rows:
    conjunct = _has_relation(bank, frozenset({"conj"})) & (bank.heads >= 0)
    return _ends(np.where(conjunct, bank.heads, np.arange(bank.words)))


def _has_relation(bank: Treebank, names: frozenset[str]) -> Mask:
    """A mask of words with one of these relations, with or without a subtype."""
    return true_of(bank.deprel, lambda deprel: deprel.partition(":")[0] in names)


def _heads_of(bank: Treebank, words: Mask) -> Mask:
    heads = bank.heads[words]
    found = np.zeros(bank.words, dtype=np.bool_)
    found[heads[heads >= 0]] = True
    return found


def _ends(steps: Rows) -> Rows:
    """Where each word ends when it follows the steps until nothing moves; -1 is beyond a root."""
    ends = np.append(steps, -1)
    for _ in range(len(ends).bit_length()):  # every round doubles the steps
        further = ends[ends]
        if np.array_equal(further, ends):
            break
        ends = further
    return ends[:-1]
