"""One keyword and what one system made of it: both sentences, the clauses that matter, and the links."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import polars as pl

from lackmus.core.base.choices import ItemSet, Symmetry
from lackmus.core.contrasts.shares import SAID
from lackmus.core.contrasts.study import ContrastStudy, FoundBy, Unknown
from lackmus.core.contrasts.study_verdicts import Evidence, VerdictFilter, shown_verdicts
from lackmus.core.trees.clauses import clause_heads
from lackmus.core.trees.drawing import DrawnSentence, Strength
from lackmus.core.trees.treebank import NONE, Sentence, Treebank, Word

WHY = {
    Unknown.MISSING: "The system has no text for this sentence.",
    Unknown.UNPARSED: "The text has no words, or too many for a parser.",
    Unknown.NO_KEYWORD: "The source was parsed into other words than when it was selected.",
    Unknown.UNALIGNED: "No word of the output is aligned with the keyword.",
    Unknown.FUNCTION_WORD: "The keyword is aligned with punctuation or function words only.",
    Unknown.DISAGREEING: "Several words are aligned with the keyword, and some are Good, others Bad.",
    Unknown.UNDECIDED: "By the tests of the contrast the word is neither Good nor Bad.",
}
HOW = {
    FoundBy.LINK: "By a link of the alignment.",
    FoundBy.GROW: "By a fall-back: only the links of grow-diag-final-and have a word for the keyword.",
    FoundBy.CLAUSE: "By a fall-back: words around the keyword lead to this clause.",
}


@dataclass(frozen=True)
class SentenceView:
    """Everything that a page shows of one verdict."""

    evidence: Evidence
    source: Sentence
    target: Sentence | None  # none: the system has no text
    above: DrawnSentence
    below: DrawnSentence | None
    links: dict[tuple[int, int], Strength]


def evidence_of(study: ContrastStudy, verdicts: pl.DataFrame) -> tuple[Evidence, ...]:
    """The evidence of some rows of the study's verdicts, in their order of items and systems."""
    if not verdicts.height:
        return ()
    items = study.items.join(verdicts.select("item").unique(), on="item", how="semi", maintain_order="left")
    few = replace(study, items=items, verdicts=verdicts)
    (symmetry,) = verdicts["symmetry"].unique()
    return shown_verdicts(few, VerdictFilter(ItemSet.HITS, symmetry=Symmetry(symmetry))).verdicts


def verdicts_on(study: ContrastStudy, item: str, symmetry: Symmetry | None = None) -> tuple[Evidence, ...]:
    """The verdicts of all systems and references on one item, with their evidence."""
    chosen = symmetry or study.symmetry
    rows = study.verdicts.filter((pl.col("item") == item) & (pl.col("symmetry") == chosen))
    return evidence_of(study, rows)


def sentence_view(study: ContrastStudy, evidence: Evidence) -> SentenceView:
    """Both sentences of a verdict with their clauses and links."""
    (sentence,) = study.items.filter(pl.col("item") == evidence.item)["sentence"]
    target = int(study.target_of[evidence.system][sentence])
    keyword = evidence.keyword[0] if evidence.keyword else None
    aligned = [number for number, _ in evidence.aligned]
    clause = evidence.clause[0] if evidence.clause else None
    above = _half(study.sources, sentence, [] if keyword is None else [keyword], keyword)
    if target < 0:
        return SentenceView(evidence, study.sources.sentence(sentence), None, above, None, {})
    below = _half(study.targets, target, aligned, clause)
    links = {
        (one, other): _strength(one, other, keyword, aligned, above, below)
        for one, other in study.links_of(target).tolist()
    }
    if keyword is not None:
        # Words found by a fall-back, or by another symmetry, have no link here.
        links = {(keyword, other): Strength.FALLBACK for other in aligned} | links
    return SentenceView(
        evidence,
        study.sources.sentence(sentence),
        study.targets.sentence(target),
        above,
        below,
        links,
    )


def _strength(
    one: int,
    other: int,
    keyword: int | None,
    aligned: Sequence[int],
    above: DrawnSentence,
    below: DrawnSentence,
) -> Strength:
    if one == keyword and (other in aligned or not aligned):
        return Strength.KEYWORD
    return Strength.CLAUSE if one in above.clause or other in below.clause else Strength.OTHER


def _half(bank: Treebank, number: int, marked: Iterable[int], within: int | None) -> DrawnSentence:
    """A sentence with the clause of a marked word; without a word, no clause."""
    alone = bank.take([number])
    words = alone.sentence(0).words
    if within is None:
        return DrawnSentence(words, frozenset(marked))
    heads = clause_heads(alone)
    head = int(heads[within])
    clause = {word for word, other in enumerate(heads.tolist()) if other == head and head >= 0}
    return DrawnSentence(words, frozenset(marked), frozenset(clause), head if head >= 0 else None)


# -- in words ----------------------------------------------------------------------------------------------


def in_words(view: SentenceView, called: str) -> str:
    """The drawing as text, for screen readers; `called` is the name of the system."""
    one = view.evidence
    said = [f"Source: {view.source.text}"]
    if one.keyword:
        said.append(f"Keyword: {described(one.keyword[1])}, in the clause “{_clause(view.above)}”.")
    if view.target is None:
        return " ".join([*said, f"{called} has no text for it."])
    said.append(f"{called}: {view.target.text}")
    if one.aligned:
        words = "; ".join(described(word) for _, word in one.aligned)
        said.append(f"Aligned with the keyword: {words}.")
    if one.clause and view.below:
        said.append(f"The clause found is “{_clause(view.below)}”, headed by “{one.clause[1].form}”.")
    said.append(f"{SAID[one.verdict]}.")
    said += [WHY[Unknown(one.reason)]] if one.reason else []
    return " ".join(said)


def described(word: Word) -> str:
    """“ging”, lemma gehen, VERB, Mood=Ind, ccomp."""
    parts = (f"lemma {word.lemma}" if word.lemma != NONE else NONE, word.upos, word.feats, word.deprel)
    return ", ".join([f"“{word.form}”", *(part for part in parts if part not in (NONE, ""))])


def _clause(half: DrawnSentence) -> str:
    """The words of a clause, with dots where others stand between them."""
    found: list[str] = []
    last = None
    for number in sorted(half.clause or half.marked):
        if last is not None and number > last + 1:
            found.append("…")
        found.append(half.words[number].form)
        last = number
    return " ".join(found)
