"""Find the words that satisfy a query, and the words that its names stand for."""

# Masks over the whole treebank leave few words. Where names depend on each other, those few are searched one
# by one; what a relation found is remembered by the names that it depends on, so that a long sentence is not
# searched again for each of its words.

from collections.abc import Mapping
from itertools import repeat
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from lackmus.core.base.exceptions import Sendable
from lackmus.core.trees.conditions import (
    And,
    At,
    Condition,
    Distance,
    Not,
    Or,
    Relation,
    Same,
    WordOrder,
    parts_of,
)
from lackmus.core.trees.masks import TreeMasks, placed
from lackmus.core.trees.query import Query
from lackmus.core.trees.relations import EDGES
from lackmus.core.trees.treebank import Bitext, Mask, Rows, Treebank

MOST_STEPS = 200_000  # words looked at in one sentence
HERE = ""  # a name that no word has
NO_NAMES: Mapping[str, int] = MappingProxyType({})  # an empty binding of names

Nodes = dict[str, int]


class SearchLimit(Sendable):  # no mistake in the query: it may work on other sentences
    """A query needs too many steps on one sentence; it carries the sentence's number."""

    def __init__(self, sentence: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Match(NamedTuple):
    """A word that satisfies a query, and the first words found for its names, all as rows."""

    sentence: int
    row: int
    nodes: Mapping[str, int]


class Finder:
    """Runs queries on one treebank; with an alignment also across to its translation."""

    def __init__(self, bank: Treebank) -> None:
        self.bank = bank
        self.masks = TreeMasks(bank)
        self._search: _Search | None = None

    @property
    def clause_heads(self) -> Rows:
        """The head of each word's clause; -1 where there is none."""
        return self.masks.relations.clause_heads

    def mask(self, query: Query) -> Mask:
        """Where a query holds that needs no outside names."""
        self._demand(query, NO_NAMES)
        found = self.masks.bounds(query.condition)
        mask = found.must.copy()
        for row in np.flatnonzero(found.may & ~found.must).tolist():
            mask[row] = self._match(query, row, NO_NAMES) is not None
        return mask

    def matches(self, query: Query) -> list[Match]:
        """All words that satisfy a query without outside names, in the order of the corpus."""
        self._demand(query, NO_NAMES)
        bounds = self.masks.bounds(query.condition)
        rows = np.flatnonzero(bounds.may)
        named = self.masks.named(query.condition, rows) if bounds.exact else None
        if named is None:
            return [found for row in rows.tolist() if (found := self._match(query, row, NO_NAMES))]
        named[query.slot] = rows
        columns = [named[name].tolist() for name in query.names]
        chosen = zip(*columns, strict=True) if columns else repeat(())
        nodes = (dict(zip(query.names, words, strict=True)) for words in chosen)
        return list(map(Match, self.bank.sentence_of[rows].tolist(), rows.tolist(), nodes))

    def match(self, query: Query, row: int, nodes: Mapping[str, int] = NO_NAMES) -> Match | None:
        """The match of one word with a query, given the rows of the names it needs; None if it fails."""
        self._demand(query, nodes)
        return self._match(query, row, nodes)

    def holds(self, query: Query, row: int, nodes: Mapping[str, int] = NO_NAMES) -> bool:
        """Whether one word satisfies a query; mostly known without a search."""
        self._demand(query, nodes)
        bounds = self.masks.bounds(query.condition)
        if bounds.must[row] or not bounds.may[row]:
            return bool(bounds.must[row])
        return self._match(query, row, nodes) is not None

    def _demand(self, query: Query, nodes: Mapping[str, int]) -> None:
        missing = sorted(query.needs - nodes.keys())
        if missing:
            raise ValueError(f"no words are given for these names: {', '.join(missing)}")

    def _match(self, query: Query, row: int, nodes: Mapping[str, int]) -> Match | None:
        sentence = int(self.bank.sentence_of[row])
        if self._search is None or (self._search.query, self._search.sentence) != (query, sentence):
            self._search = _Search(self.masks, query, sentence)
        found = self._search.find(query.condition, row, {**nodes, query.slot: row}, 0)
        if found is None:
            return None
        found = {**found, query.slot: row}
        return Match(sentence, row, {name: found[name] for name in query.names if name in found})


def finders(bitext: Bitext) -> tuple[Finder, Finder]:
    """Finders for source and target; each reaches the other through the links."""
    source, target = Finder(bitext.source), Finder(bitext.target)
    source.masks.other, target.masks.other = target.masks, source.masks
    source.masks.relations.links = bitext.links
    target.masks.relations.links = bitext.links[:, ::-1]
    return source, target


class _Search:
    """The search of one query in one sentence."""

    def __init__(self, masks: TreeMasks, query: Query, sentence: int) -> None:
        self.query, self.sentence = query, sentence
        self.own = masks
        self.steps = 0
        self._candidates: dict[tuple[Condition, int], Rows] = {}
        self._known: dict[tuple[Relation, int, tuple[int, ...]], Nodes | None] = {}
        self._trees: dict[int, tuple[Rows, Rows]] = {}

    def masks(self, side: int) -> TreeMasks:
        return self.own.across("aligned") if side else self.own

    def find(self, condition: Condition, row: int, nodes: Nodes, side: int) -> Nodes | None:
        """The named words that make a condition true of a word; None where it is false."""
        bounds = self.masks(side).bounds(condition)
        if not bounds.may[row]:
            return None
        if bounds.exact and not condition.shows:
            return {}
        match condition:
            case And(parts):
                return self._all(parts, row, nodes, side)
            case Or(parts):
                tried = (self.find(part, row, nodes, side) for part in parts)
                return next((found for found in tried if found is not None), None)
            case Not(inner):
                return {} if self.find(inner, row, nodes, side) is None else None
            case At(name, inner):
                return self.find(inner, nodes[name], nodes, self.query.sides[name])
            case Same() | WordOrder() | Distance():
                return {} if placed(condition, {**nodes, HERE: row}, HERE) else None
            case Relation():
                return self._related(condition, row, nodes, side)
        raise AssertionError(condition)

    def _all(self, parts: tuple[Condition, ...], row: int, nodes: Nodes, side: int) -> Nodes | None:
        every: Nodes = {}
        for part in parts:
            found = self.find(part, row, nodes, side)
            if found is None:
                return None
            every |= found
        return every

    def _related(self, relation: Relation, row: int, nodes: Nodes, side: int) -> Nodes | None:
        masks = self.masks(side)
        place = -1 if relation.kind == "node" else row
        if relation.kind == "clause":
            place = int(masks.relations.clause_heads[row])
        key = (relation, place, tuple(nodes[name] for name in relation.needs))
        if key not in self._known:
            if relation.kind in EDGES and masks.bounds(relation).exact:
                rows = masks.witnesses(relation, np.array([row]))
            else:
                rows = self._within_reach(relation, row, nodes, side)
            self._known[key] = self._first(relation, rows, nodes, side)
        return self._known[key]

    def _first(self, relation: Relation, rows: Rows, nodes: Nodes, side: int) -> Nodes | None:
        """The first of these words that satisfies the relation's condition."""
        near = 1 - side if relation.kind == "aligned" else side
        name, inner = relation.name, relation.inner
        for row in rows.tolist():
            self._step(1)
            found = self.find(inner, row, {**nodes, name: row}, near)
            if found is not None:
                return {name: row, **found}
        return None

    def _step(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise SearchLimit(self.sentence)

    # --- words in a relation ---------------------------------------------------------------------------

    def _within_reach(self, relation: Relation, row: int, nodes: Nodes, side: int) -> Rows:
        """The words that a relation leads to, without those that cannot match."""
        masks, near = self.masks(side), 1 - side if relation.kind == "aligned" else side
        rows = self._may(relation.inner, near)
        self._step(1 + len(rows) // 1000)
        match relation.kind:
            case "parent":
                rows = rows[rows == masks.bank.heads[row]]
            case "child":
                rows = rows[masks.bank.heads[rows] == row]
            case "sibling":
                head = masks.bank.heads[row]
                rows = rows[(masks.bank.heads[rows] == head) & (rows != row) & (head >= 0)]
            case "clause":
                rows = rows[rows == masks.relations.clause_heads[row]]
            case "aligned":
                rows = rows[np.isin(rows, masks.relations.linked(row))]
            case "ancestor" | "descendant":
                rows = rows[self._on_the_line(relation.kind, row, rows, side)]
        known = {**nodes, relation.name: rows}
        for part in parts_of(relation.inner):
            if isinstance(part, WordOrder | Distance | Same):
                rows = rows[np.broadcast_to(placed(part, known, relation.name), rows.shape)]
                known[relation.name] = rows
        return rows

    def _may(self, condition: Condition, side: int) -> Rows:
        """Words of the sentence that may satisfy a condition."""
        key = (condition, side)
        if key not in self._candidates:
            masks = self.masks(side)
            first, last = masks.bank.bounds[self.sentence : self.sentence + 2].tolist()
            self._candidates[key] = first + np.flatnonzero(masks.bounds(condition).may[first:last])
        return self._candidates[key]

    def _on_the_line(self, kind: str, row: int, rows: Rows, side: int) -> Mask:
        """Which of these words are ancestors, or descendants, of a word."""
        first = int(self.masks(side).bank.bounds[self.sentence])
        entered, left = self._tree(side)
        these, this = rows - first, row - first
        upper, lower = (these, this) if kind == "ancestor" else (this, these)
        found: Mask = (entered[upper] < entered[lower]) & (left[upper] >= left[lower])
        return found

    def _tree(self, side: int) -> tuple[Rows, Rows]:
        """Entry and exit times of each word in a depth-first walk from the root."""
        if side in self._trees:
            return self._trees[side]
        bank = self.masks(side).bank
        first, last = bank.bounds[self.sentence : self.sentence + 2].tolist()
        below: list[list[int]] = [[] for _ in range(last - first + 1)]  # the last entry: the roots
        for word, head in enumerate(bank.heads[first:last].tolist()):
            below[head - first if head >= 0 else -1].append(word)
        entered = np.zeros(last - first, dtype=np.int64)
        left = np.zeros(last - first, dtype=np.int64)
        walk = list(below[-1])
        count = 0
        while walk:
            word = walk.pop()
            if word < 0:
                left[~word] = count
                continue
            count += 1
            entered[word] = count
            walk += [~word, *below[word]]
        self._trees[side] = entered, left
        return entered, left
