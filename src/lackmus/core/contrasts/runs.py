"""Judge contrasts on parsed and aligned sentences: queries find keywords, tests judge them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import polars as pl

from lackmus.core.base.choices import Fallback, Symmetry
from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.contrast import Contrast
from lackmus.core.contrasts.judging import JudgedKeyword, Ways, dependents, linked
from lackmus.core.contrasts.study import STUDY_ITEMS, STUDY_VERDICTS, ContrastShown, ContrastStudy, Unknown
from lackmus.core.trees.matching import Finder, finders
from lackmus.core.trees.query import Query
from lackmus.core.trees.treebank import Bitext, Rows, Treebank


@dataclass(frozen=True)
class KeywordLimits:
    """Which keywords are taken."""

    longest: int = 0  # words of a sentence; 0: any
    most: int = 0  # keywords of one contrast in one sentence; 0: all


@dataclass(frozen=True)
class KeywordHit:
    """A keyword that a query found: the number of its sentence, and of its words, counted from 0."""

    item: str
    contrast: Contrast
    sentence: int
    keyword: int | None  # None: an item whose keyword is no longer found
    nodes: Mapping[str, int] = field(default_factory=dict)
    refined: bool | None = None


@dataclass(frozen=True)
class Aligned:
    """Sentences beside their translations, pair by pair, with links of several symmetries (rows)."""

    source: Treebank  # the source sentence of each pair, repeated for every translation
    target: Treebank
    links: Mapping[Symmetry, Rows]
    pair_of: Mapping[str, Rows]  # translation -> for each sentence the number of its pair, or -1


def find(
    contrasts: Sequence[Contrast], source: Treebank, limits: KeywordLimits | None = None
) -> list[KeywordHit]:
    """The keywords of all contrasts, contrast by contrast."""
    limits = limits or KeywordLimits()
    finder = Finder(source)
    found = []
    for contrast in contrasts:
        taken: dict[int, int] = {}
        for match in finder.matches(contrast.source):
            number, first = match.sentence, int(source.bounds[match.sentence])
            if limits.longest and source.lengths[number] > limits.longest:
                continue
            taken[number] = taken.get(number, 0) + 1
            if limits.most and taken[number] > limits.most:
                continue
            keyword = match.row - first
            nodes = {name: row - first for name, row in match.nodes.items()}
            found.append(
                KeywordHit(item_id(contrast, source.ids[number], keyword), contrast, number, keyword, nodes)
            )
    return found


def item_id(contrast: Contrast, sentence: str, keyword: int) -> str:
    """What an item is called: its contrast, its sentence, and the number of its keyword, from 1."""
    return f"{contrast.name}-{sentence}-{keyword + 1}"


class Judge:
    """Judges keywords by the links of one symmetry; what contrasts share is worked out once."""

    def __init__(self, aligned: Aligned, symmetry: Symmetry, fallbacks: Sequence[Fallback] = ()) -> None:
        self._aligned = aligned
        links = aligned.links[symmetry]
        _, self._finder = finders(Bitext(aligned.source, aligned.target, links))
        self._known: dict[tuple[Query, int], bool] = {}
        grow, clause = Fallback.GROW in fallbacks, Fallback.CLAUSE in fallbacks
        self._ways = Ways(
            aligned.source,
            aligned.target,
            linked(links, aligned.source),
            dependents(aligned.target),
            self._finder.clause_heads,
            linked(aligned.links[Symmetry.GROW], aligned.source) if grow else None,
            dependents(aligned.source) if clause else None,
        )

    def judge(self, hit: KeywordHit, translation: str, good: Query, bad: Query | None) -> JudgedKeyword:
        """Judge what a translation has for a keyword."""
        pair = int(self._aligned.pair_of[translation][hit.sentence])
        if pair < 0:
            return JudgedKeyword(Verdict.WARNING, Unknown.MISSING)
        if hit.keyword is None or not (good.needs | (bad.needs if bad else set())) <= hit.nodes.keys():
            return JudgedKeyword(Verdict.WARNING, Unknown.NO_KEYWORD)
        if not self._aligned.target.lengths[pair]:
            return JudgedKeyword(Verdict.WARNING, Unknown.UNPARSED)
        first = int(self._aligned.source.bounds[pair])
        nodes = {name: first + number for name, number in hit.nodes.items()}

        def label(word: int) -> Verdict | None:
            """The verdict on a word: Good before Bad; without a test for Bad, everything else is Bad."""
            if self._holds(good, word, nodes):
                return Verdict.PASS
            return Verdict.FAIL if bad is None or self._holds(bad, word, nodes) else None

        return self._ways.judge(first + hit.keyword, label)

    def clause_head(self, word: int) -> int:
        """The head of the clause that a word of the target belongs to, or -1."""
        return int(self._finder.clause_heads[word])

    def _holds(self, query: Query, word: int, nodes: Mapping[str, int]) -> bool:
        """Whether a test holds; results of tests without source names are cached by word."""
        if query.needs:
            return self._finder.holds(query, word, nodes)
        key = (query, word)
        if key not in self._known:
            self._known[key] = self._finder.holds(query, word)
        return self._known[key]


@dataclass(frozen=True)
class StudyPlan:
    """How a study is made: its options."""

    name: str
    pair: str
    symmetry: Symmetry = Symmetry.INTERSECTION
    fallbacks: tuple[Fallback, ...] = ()
    selected_by: str = ""  # a reference; empty: all hits are selected
    about: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def study(
    hits: Sequence[KeywordHit],
    source: Treebank,
    aligned: Aligned,
    systems: Sequence[str],
    references: Sequence[str],
    made: StudyPlan,
) -> ContrastStudy:
    """Judge all keywords by all symmetries; fall-backs apply to the chosen one only."""
    contrasts = list(dict.fromkeys(hit.contrast for hit in hits))
    rows: list[dict[str, Any]] = []
    selected: set[str] = set()
    for symmetry in aligned.links:
        chosen = symmetry is made.symmetry
        judge = Judge(aligned, symmetry, made.fallbacks if chosen else ())
        for hit in hits:
            rows += _verdicts(hit, judge, symmetry, aligned, (*systems, *references))
        if chosen:
            selected = set(_selected(hits, aligned, made))
    items = [
        {
            "item": hit.item,
            "contrast": hit.contrast.name,
            "category": hit.contrast.category,
            "phenomenon": hit.contrast.phenomenon,
            "sentence": hit.sentence,
            "keyword": hit.keyword or 0,
            "selected": hit.item in selected,
            "refined": hit.refined,
        }
        for hit in hits
    ]
    whole = ContrastStudy(
        name=made.name,
        pair=made.pair,
        contrasts=tuple(map(_shown, contrasts)),
        systems=tuple(systems),
        references=tuple(references),
        selected_by=made.selected_by,
        symmetry=made.symmetry,
        fallbacks=made.fallbacks,
        items=pl.DataFrame(items, schema=STUDY_ITEMS.schema),
        verdicts=pl.DataFrame(rows, schema=STUDY_VERDICTS.schema),
        sources=source,
        targets=aligned.target,
        target_of=aligned.pair_of,
        links=_within(aligned, made.symmetry),
        about=made.about,
        notes=made.notes,
    )
    return only_needed(whole)


def _selected(hits: Sequence[KeywordHit], aligned: Aligned, made: StudyPlan) -> Iterator[str]:
    """Items for which the reference has what the contrast expects; by links alone, without fall-backs."""
    judge = Judge(aligned, made.symmetry)
    by = made.selected_by
    for hit in hits:
        if not by or judge.judge(hit, by, hit.contrast.reference, None).verdict is Verdict.PASS:
            yield hit.item


def _verdicts(
    hit: KeywordHit, judge: Judge, symmetry: Symmetry, aligned: Aligned, translations: Sequence[str]
) -> Iterator[dict[str, Any]]:
    for name in translations:
        said = judge.judge(hit, name, hit.contrast.good, hit.contrast.bad)
        first = int(aligned.target.bounds[aligned.pair_of[name][hit.sentence]]) if said.words else 0
        head = judge.clause_head(said.words[0]) if said.words else -1
        yield {
            "item": hit.item,
            "category": hit.contrast.category,
            "phenomenon": hit.contrast.phenomenon,
            "system": name,
            "symmetry": symmetry,
            "verdict": said.verdict,
            "reason": said.reason,
            "found_by": said.found_by,
            "aligned": [word - first for word in said.words],
            "clause": head - first if head >= 0 else None,
        }


def _shown(contrast: Contrast) -> ContrastShown:
    return ContrastShown(
        contrast.name,
        contrast.category,
        contrast.phenomenon,
        contrast.about,
        contrast.source.text,
        contrast.reference.text,
        contrast.good.text,
        contrast.bad.text if contrast.bad else "",
    )


def _within(aligned: Aligned, symmetry: Symmetry) -> Rows:
    """Links as pair, source word, target word, counted within their sentences."""
    links = aligned.links[symmetry]
    pairs = aligned.target.sentence_of[links[:, 1]]
    return np.column_stack(
        (pairs, links[:, 0] - aligned.source.bounds[pairs], links[:, 1] - aligned.target.bounds[pairs])
    )


def only_needed(study: ContrastStudy) -> ContrastStudy:
    """The study without sentences in which no query found anything."""
    kept = np.unique(study.items["sentence"].to_numpy().astype(np.int64))
    place = np.full(len(study.sources), -1, dtype=np.int64)
    place[kept] = np.arange(len(kept))
    targets = np.unique(np.concatenate([found[kept] for found in study.target_of.values()] or [kept[:0]]))
    targets = targets[targets >= 0]
    target_place = np.full(len(study.targets) + 1, -1, dtype=np.int64)  # the last row means “none”
    target_place[targets] = np.arange(len(targets))
    links = study.links[target_place[study.links[:, 0]] >= 0]
    links = np.column_stack((target_place[links[:, 0]], links[:, 1:]))
    return replace(
        study,
        items=study.items.with_columns(
            pl.Series("sentence", place[study.items["sentence"].to_numpy()], dtype=pl.UInt32)
        ),
        sources=study.sources.take(kept),
        targets=study.targets.take(targets),
        target_of={name: target_place[found[kept]] for name, found in study.target_of.items()},
        links=links[np.lexsort(links.T[::-1])],
    )
