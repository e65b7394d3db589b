"""What stands for a keyword in a translation: a finite clause, an infinitive, a noun, or nothing at all."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import polars as pl

from lackmus.core.contrasts.study import ContrastStudy, Unknown
from lackmus.core.trees.clauses import AUXILIARIES, features, finite_words
from lackmus.core.trees.treebank import Treebank

_SUBORDINATE = frozenset({"acl", "advcl", "ccomp", "csubj", "xcomp"})


class Counterpart(StrEnum):
    """Of which kind a counterpart is; of several aligned words the kind that stands first here counts."""

    SUBORDINATE = "subordinate clause"  # a finite one
    FINITE = "finite clause"  # any other finite clause
    INFINITIVE = "infinitive"
    CONVERB = "converb"
    GERUND = "gerund"
    PARTICIPLE = "participle"
    VERBAL_NOUN = "verbal noun"  # where the parser tells it from other nouns
    NOUN = "noun"
    ADJECTIVE = "adjective"
    ADVERB = "adverb"
    ADPOSITION = "adposition"
    OTHER = "other word"
    FUNCTION_WORD = "function word only"
    UNALIGNED = "nothing aligned"
    NO_TREE = "no text or tree"


_ORDER = {kind: place for place, kind in enumerate(Counterpart)}
FOUND = frozenset(list(Counterpart)[: _ORDER[Counterpart.FUNCTION_WORD]])  # there is a counterpart
_FORMS = {
    "Inf": Counterpart.INFINITIVE,
    "Sup": Counterpart.INFINITIVE,
    "Conv": Counterpart.CONVERB,
    "Ger": Counterpart.GERUND,
    "Part": Counterpart.PARTICIPLE,
    "Vnoun": Counterpart.VERBAL_NOUN,
}
_TAGS = {
    "NOUN": Counterpart.NOUN,
    "PROPN": Counterpart.NOUN,
    "ADJ": Counterpart.ADJECTIVE,
    "ADV": Counterpart.ADVERB,
    "ADP": Counterpart.ADPOSITION,
}
_REASONS = {Unknown.UNALIGNED: Counterpart.UNALIGNED, Unknown.FUNCTION_WORD: Counterpart.FUNCTION_WORD}


@dataclass(frozen=True)
class Example:
    """A keyword and what one translation has for it."""

    item: str
    system: str
    sentence: int
    keyword: int
    target: int
    words: tuple[int, ...]  # of the target, from 0


@dataclass(frozen=True)
class Structure:
    """One structure of the source: how often it has which counterpart, in whose translations."""

    category: str
    keywords: int
    counts: Mapping[Counterpart, Mapping[str, int]]  # kinds that occur, in their order; by translation
    examples: Mapping[Counterpart, Example]

    def percent(self, kind: Counterpart, system: str) -> float:
        """Share of all keywords with this kind of counterpart, in percent."""
        return 100 * self.counts[kind].get(system, 0) / self.keywords

    def found(self, system: str) -> float:
        """Percent of the keywords that have any counterpart."""
        return sum(self.percent(kind, system) for kind in self.counts if kind in FOUND)


def counterparts(study: ContrastStudy) -> list[Structure]:
    """The counterparts of each structure in all translations, by the links of the chosen symmetry.

    A keyword counts once, however many contrasts ask about it. Items that a person dropped do not count.
    """
    items = study.items.filter(pl.col("refined").fill_null(True)).unique(
        ["category", "sentence", "keyword"], keep="first", maintain_order=True
    )
    verdicts = study.verdicts.filter(pl.col("symmetry") == study.symmetry).select(
        "item", "system", "reason", "aligned"
    )
    kinds = WordKinds(study.targets)
    found = []
    for (category,), own in items.group_by("category", maintain_order=True):
        rows = own.join(verdicts, on="item", how="inner", maintain_order="left")
        counts: dict[Counterpart, Counter[str]] = {}
        examples: dict[Counterpart, list[Example]] = {}
        for row in rows.iter_rows(named=True):
            target = int(study.target_of[row["system"]][row["sentence"]])
            kind = _counterpart(row, target, kinds)
            counts.setdefault(kind, Counter())[row["system"]] += 1
            if kind in FOUND:
                words = tuple(row["aligned"])
                one = Example(row["item"], row["system"], row["sentence"], row["keyword"], target, words)
                examples.setdefault(kind, []).append(one)
        ordered = sorted(counts, key=_ORDER.__getitem__)
        chosen = {kind: _example(study, examples[kind]) for kind in ordered if kind in examples}
        found.append(Structure(str(category), own.height, {kind: counts[kind] for kind in ordered}, chosen))
    return found


def keyword_counterparts(study: ContrastStudy, items: pl.DataFrame) -> pl.DataFrame:
    """The counterpart of each item in each translation: item, system, structure; null where there is none."""
    verdicts = study.verdicts.filter(pl.col("symmetry") == study.symmetry).select(
        "item", "system", "reason", "aligned"
    )
    kinds = WordKinds(study.targets)
    found = []
    rows = items.select("item", "sentence").join(verdicts, on="item", maintain_order="left")
    for row in rows.iter_rows(named=True):
        kind = _counterpart(row, int(study.target_of[row["system"]][row["sentence"]]), kinds)
        found.append((row["item"], row["system"], kind.value if kind in FOUND else None))
    columns = {"item": pl.String, "system": pl.String, "structure": pl.String}
    return pl.DataFrame(found, schema=columns, orient="row")


def _counterpart(row: Mapping[str, Any], target: int, kinds: "WordKinds") -> Counterpart:
    if row["reason"] in _REASONS:
        return _REASONS[row["reason"]]
    if target < 0 or not row["aligned"]:
        return Counterpart.NO_TREE
    return kinds.of(target, row["aligned"])


def _example(study: ContrastStudy, examples: Sequence[Example]) -> Example:
    """The example with the shortest sentences; of equal ones the first."""
    return min(
        examples,
        key=lambda one: len(study.sources.texts[one.sentence]) + len(study.targets.texts[one.target]),
    )


class WordKinds:
    """The kind of counterpart of words in a treebank."""

    def __init__(self, bank: Treebank) -> None:
        self._bank, self._finite = bank, finite_words(bank)
        self._known: dict[int, Counterpart] = {}

    def of(self, sentence: int, words: Sequence[int]) -> Counterpart:
        """The kind of some words of a sentence, counted from 0: the one that comes first in `Counterpart`."""
        first = int(self._bank.bounds[sentence])
        return min((self._kind(first + word) for word in words), key=_ORDER.__getitem__)

    def _kind(self, row: int) -> Counterpart:
        if row not in self._known:
            self._known[row] = self._looked_at(row)
        return self._known[row]

    def _looked_at(self, row: int) -> Counterpart:
        bank = self._bank
        if self._relation(row) in AUXILIARIES and bank.heads[row] >= 0:
            row = int(bank.heads[row])  # “wird” counts as its predicate
        if self._finite[row]:
            subordinate = self._relation(self._first_conjunct(row)) in _SUBORDINATE
            return Counterpart.SUBORDINATE if subordinate else Counterpart.FINITE
        form = features(bank.feats[row]).get("VerbForm", "")
        return _FORMS.get(form) or _TAGS.get(bank.upos[row], Counterpart.OTHER)

    def _first_conjunct(self, row: int) -> int:
        """The first conjunct of a coordination: all conjuncts share its position in the clause."""
        while self._relation(row) == "conj" and self._bank.heads[row] >= 0:
            row = int(self._bank.heads[row])
        return row

    def _relation(self, row: int) -> str:
        return self._bank.deprel[row].partition(":")[0]
