"""Trees + links + tests -> Good, Bad or Unknown for each keyword, with the evidence and the reason."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.study import FoundBy, Unknown
from lackmus.core.trees.clauses import features
from lackmus.core.trees.treebank import Rows, Treebank

# Words that tell nothing about the structure: a verb linked only with “the” is not aligned. Adpositions do
# tell: “pomocí” for “using” is another structure.
FUNCTION_WORDS = frozenset({"PUNCT", "CCONJ", "SCONJ", "DET", "PART", "PRON", "SYM"})
# Some function words belong to a predicate or introduce a clause, and count as it: “se” and “zu” as their
# verb, “aby”, “a” and “což” as their clause, “to” as the clause that depends on it (“za to, že přišel”).
_PARTS = frozenset({"mark", "cc", "expl", "aux", "cop", "compound"})
_HANGING = frozenset({"acl", "advcl", "ccomp", "csubj"})
_BEARING = frozenset({"VERB", "AUX", "NOUN", "PROPN"})
_KIN = {"VERB": "AUX", "AUX": "VERB", "NOUN": "PROPN", "PROPN": "NOUN"}

# What a target word is: Good (pass), Bad (fail), or neither.
Label = Callable[[int], Verdict | None]


class JudgedKeyword(NamedTuple):
    """A verdict, the reason if it is Unknown, and the rows of the target words that it rests on."""

    verdict: Verdict
    reason: Unknown | None = None
    found_by: FoundBy | None = None
    words: tuple[int, ...] = ()


class Neighbours:
    """For each of many words those that belong to it, in order: its links, or its dependents."""

    def __init__(self, owners: Rows, others: Rows, size: int) -> None:
        order = np.lexsort((others, owners))
        self._others: list[int] = others[order].tolist()
        self._starts: list[int] = np.searchsorted(owners[order], np.arange(size + 1)).tolist()

    def of(self, row: int) -> list[int]:
        """The rows that belong to a word."""
        return self._others[self._starts[row] : self._starts[row + 1]]


def linked(links: Rows, source: Treebank) -> Neighbours:
    """The target words of every source word."""
    return Neighbours(links[:, 0], links[:, 1], source.words)


def dependents(bank: Treebank) -> Neighbours:
    """The dependents of every word."""
    hanging = np.flatnonzero(bank.heads >= 0)
    return Neighbours(bank.heads[hanging], hanging, bank.words)


@dataclass(frozen=True)
class Ways:
    """Paths from a keyword to target words: links, and the fall-backs where there are no links."""

    source: Treebank
    target: Treebank
    links: Neighbours
    target_dependents: Neighbours
    clause_heads: Rows  # of the target: the head of every word's clause, -1 where there is none
    grown: Neighbours | None = None  # a fall-back; None switches it off
    source_dependents: Neighbours | None = None  # a fall-back; None switches it off

    def judge(self, keyword: int, label: Label) -> JudgedKeyword:
        """Judge the counterpart of the keyword; fall-backs are used only where there are no links."""
        found = self._by_links(keyword, self.links, FoundBy.LINK, label)
        if found.reason not in (Unknown.UNALIGNED, Unknown.FUNCTION_WORD):
            return found
        if self.grown is not None:
            further = self._by_links(keyword, self.grown, FoundBy.GROW, label)
            if further.reason not in (Unknown.UNALIGNED, Unknown.FUNCTION_WORD):
                return further
        if self.source_dependents is not None:
            head = self._by_clause(keyword)
            if head is not None:
                return _judged([head], FoundBy.CLAUSE, label)
        return found

    def _by_links(self, keyword: int, links: Neighbours, found_by: FoundBy, label: Label) -> JudgedKeyword:
        words = links.of(keyword)
        if not words:
            return JudgedKeyword(Verdict.WARNING, Unknown.UNALIGNED)
        content = self._content(words)
        if not content:
            content = self._content(self._owners(words))
            found_by = FoundBy.PART if found_by is FoundBy.LINK else found_by
        if found_by is FoundBy.GROW:
            content = [word for word in content if self._bears(word, keyword)]
        if not content:
            return JudgedKeyword(Verdict.WARNING, Unknown.FUNCTION_WORD, None, tuple(words))
        # If a verb is linked with a verb, further adverbs and auxiliaries do not count.
        own = self.source.upos[keyword]
        for tag in (own, _KIN.get(own)):
            if alike := [word for word in content if self.target.upos[word] == tag]:
                return _judged(alike, found_by, label)
        return _judged(content, found_by, label)

    def _bears(self, word: int, keyword: int) -> bool:
        """Whether a word can carry a structure: fall-backs link many words at random."""
        tag = self.target.upos[word]
        return tag in _BEARING or tag == self.source.upos[keyword] or "VerbForm=" in self.target.feats[word]

    def _content(self, words: Sequence[int]) -> list[int]:
        return [word for word in words if self.target.upos[word] not in FUNCTION_WORDS]

    def _owners(self, words: Sequence[int]) -> list[int]:
        """What function words belong to, where that is a predicate or a clause."""
        found = set()
        for word in words:
            if self.target.deprel[word].partition(":")[0] in _PARTS:
                found.add(int(self.target.heads[word]))
            elif "Rel" in features(self.target.feats[word]).get("PronType", "").split(","):
                found.add(int(self.clause_heads[word]))
            else:
                below = self.target_dependents.of(word)
                found |= {one for one in below if self.target.deprel[one].partition(":")[0] in _HANGING}
        return sorted(found - {-1})

    def _by_clause(self, keyword: int) -> int | None:
        """The clause of most of the keyword's dependents, if it has more than half of them."""
        assert self.source_dependents is not None
        heads = [
            int(self.clause_heads[word])
            for dependent in self.source_dependents.of(keyword)
            for word in self.links.of(dependent)
        ]
        heads = [head for head in heads if head >= 0]
        best = max(dict.fromkeys(heads), key=heads.count, default=None)
        return best if best is not None and 2 * heads.count(best) > len(heads) else None


def _judged(words: Sequence[int], found_by: FoundBy, label: Label) -> JudgedKeyword:
    said = {found for word in words if (found := label(word)) is not None}
    if len(said) == 1:
        return JudgedKeyword(said.pop(), None, found_by, tuple(words))
    reason = Unknown.DISAGREEING if said else Unknown.UNDECIDED
    return JudgedKeyword(Verdict.WARNING, reason, found_by, tuple(words))
