"""Evaluate conditions for all words of a treebank at once; with names, upper and lower bounds."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, ne, or_
from typing import Any, NamedTuple

import numpy as np

from lackmus.core.trees.clauses import finite_words, true_of
from lackmus.core.trees.conditions import (
    And,
    AttributeTest,
    Condition,
    Distance,
    Finite,
    Not,
    Or,
    Relation,
    Same,
    WordOrder,
    parts_of,
)
from lackmus.core.trees.relations import EDGES, NOWHERE, Pairs, TreeRelations
from lackmus.core.trees.treebank import Mask, Rows, Treebank
from lackmus.core.trees.word_tests import claim_of, column_of

Placing = WordOrder | Distance | Same  # depends on names alone
_COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    **{"=": eq, "!=": ne},
    **{"<": lt, "<=": le, ">": gt, ">=": ge},
}


class MaskBounds(NamedTuple):
    """Upper and lower bound of where a condition holds; the same array where both agree."""

    may: Mask
    must: Mask

    @property
    def exact(self) -> bool:
        """Whether the bounds agree, so that names make no difference."""
        return self.may is self.must


class TreeMasks:
    """Cached masks of conditions: queries share tests, and contrasts share queries."""

    def __init__(self, bank: Treebank) -> None:
        self.bank = bank
        self.relations = TreeRelations(bank)
        self.other: TreeMasks | None = None  # the translations
        self._bounds: dict[Condition, MaskBounds] = {}
        self._witnesses: dict[Relation, Rows] = {}

    def across(self, kind: str) -> "TreeMasks":
        """The masks of the side that a relation leads to."""
        if kind != "aligned":
            return self
        if self.other is None:
            raise ValueError("aligned(…) needs an alignment")
        return self.other

    def bounds(self, condition: Condition) -> MaskBounds:
        """Where a condition may hold, and where it must, for any words behind the names."""
        if condition not in self._bounds:
            self._bounds[condition] = self._found(condition)
        return self._bounds[condition]

    def _found(self, condition: Condition) -> MaskBounds:
        match condition:
            case AttributeTest():
                return _exact(true_of(self.bank.column(column_of(condition)), claim_of(condition)))
            case Finite():
                return _exact(finite_words(self.bank))
            case Not(inner):
                found = self.bounds(inner)
                return _exact(~found.may) if found.exact else MaskBounds(~found.must, ~found.may)
            case And(parts):
                return self._all_of(parts)
            case Or(parts):
                return _both([self.bounds(part) for part in parts], lambda masks: reduce(or_, masks))
            case Relation():
                near, between = self._apart(condition)
                return _both([near], lambda masks: self._related(condition, masks[0], between))
            case _:  # decided by names alone
                return MaskBounds(self._constant(True), self._constant(False))

    def _constant(self, truth: bool) -> Mask:
        return np.full(self.bank.words, truth)

    def _all_of(self, parts: Iterable[Condition]) -> MaskBounds:
        """Bounds of a conjunction. Forms and lemmas are tested last, on few words: they have many values."""
        early: list[MaskBounds] = []
        late: list[AttributeTest | Not] = []
        for part in parts:
            if isinstance(part, AttributeTest | Not) and _of_many_values(part) and part not in self._bounds:
                late.append(part)
            else:
                early.append(self.bounds(part))
        found = _both(early, lambda masks: reduce(and_, masks)) if early else _exact(self._constant(True))
        for part in late:
            found = _both([found, _exact(self._where(part, found.may))], lambda masks: reduce(and_, masks))
        return found

    def _where(self, part: AttributeTest | Not, mask: Mask) -> Mask:
        """A test evaluated only at the words of the mask."""
        test = part.inner if isinstance(part, Not) else part
        assert isinstance(test, AttributeTest)
        column, rows = self.bank.column(test.attribute), np.flatnonzero(mask)
        if len(rows) >= len(column.values):
            return self.bounds(part).may
        codes, places = np.unique(column.codes[rows], return_inverse=True)
        claim = claim_of(test)
        truths = np.fromiter((claim(column.values[code]) for code in codes), np.bool_, len(codes))
        found = self._constant(False)
        found[rows] = truths[places] != isinstance(part, Not)
        return found

    # --- relations --------------------------------------------------------------------------------------

    def _apart(self, relation: Relation) -> tuple[MaskBounds, list[Placing]]:
        """Bounds of a relation's condition on single words, and its conditions on pairs."""
        names = {relation.origin, relation.name}
        parts = parts_of(relation.inner)
        between = [part for part in parts if isinstance(part, Placing) and part.free <= names]
        near = self.across(relation.kind)
        if not between or not self.relations.enumerable(relation.kind):
            return near.bounds(relation.inner), []
        return near._all_of(part for part in parts if part not in between), between

    def _related(self, relation: Relation, mask: Mask, between: list[Placing]) -> Mask:
        if not between:
            return self.relations.having(relation.kind, mask)
        found = self._constant(False)
        for here, _ in self._pairs(relation, mask, between):
            found[here] = True
        return found

    def _pairs(
        self, relation: Relation, mask: Mask, between: list[Placing], rows: Rows | None = None
    ) -> Pairs:
        for here, there in self.relations.pairs(relation.kind, mask, rows):
            pairs = {relation.origin: here, relation.name: there}
            fit = [placed(part, pairs, relation.name) for part in between]
            good = reduce(and_, fit) if fit else slice(None)
            yield here[good], there[good]

    def witnesses(self, relation: Relation, rows: Rows) -> Rows:
        """For words of which an exact relation is true, the first word that makes it so."""
        if relation in self._witnesses:
            return self._witnesses[relation][rows]
        inner, between = self._apart(relation)
        found = None if between else self.relations.first(relation.kind, inner.may)
        if found is not None:
            self._witnesses[relation] = found
            return found[rows]
        found = np.full(self.bank.words, NOWHERE)
        for here, there in self._pairs(relation, inner.may, between, rows):
            np.minimum.at(found, here, there)
        if relation.kind in EDGES:  # cached for all words, not only for `rows`
            self._witnesses[relation] = found
        return found[rows]

    def named(self, condition: Condition, rows: Rows) -> dict[str, Rows] | None:
        """The first words for the names of an exact condition that holds at these rows; None: search."""
        found: dict[str, Rows] = {}
        for part in parts_of(condition):
            if not part.shows:
                continue
            if not isinstance(part, Relation) or not self.bounds(part).exact:
                return None
            there = self.witnesses(part, rows)
            inner = self.across(part.kind).named(part.inner, there)
            if inner is None:
                return None
            found |= {part.name: there, **inner}
        return found


def placed(condition: Placing, rows: Mapping[str, Any], here: str) -> Any:
    """Whether words or pairs satisfy an order condition; `here` names the word itself."""
    match condition:
        case Same(name):
            return rows[name] == rows[here]
        case WordOrder(first, second):
            return rows[first] < rows[second]
        case Distance(first, second, operator, words):
            return _COMPARISONS[operator](abs(rows[first] - rows[second]), words)


def _exact(mask: Mask) -> MaskBounds:
    return MaskBounds(mask, mask)


def _both(found: list[MaskBounds], step: Callable[[list[Mask]], Mask]) -> MaskBounds:
    """Apply one step to both bounds; only once if they are the same."""
    may = step([one.may for one in found])
    return (
        _exact(may) if all(one.exact for one in found) else MaskBounds(may, step([one.must for one in found]))
    )


def _of_many_values(condition: AttributeTest | Not) -> bool:
    test = condition.inner if isinstance(condition, Not) else condition
    return isinstance(test, AttributeTest) and column_of(test) in ("form", "lemma")
