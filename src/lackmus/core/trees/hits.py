"""Hits of a query for readers: keywords in context, and counts of what they are."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lackmus.core.base.choices import CONTEXT, Sorting
from lackmus.core.base.texts import one_line
from lackmus.core.trees.clauses import features
from lackmus.core.trees.matching import Match
from lackmus.core.trees.query import Query
from lackmus.core.trees.treebank import ATTRIBUTES, NONE, Treebank

_CUT = "…"


@dataclass(frozen=True)
class ConcordanceLine:
    """A keyword with its context, cut at whole words."""

    sentence: str
    left: str
    keyword: str
    right: str


def concordance(
    bank: Treebank, matches: Sequence[Match], width: int = CONTEXT, sorting: Sorting = Sorting.PLACE
) -> list[ConcordanceLine]:
    """A line for each hit, sorted; equal ones in the order of the texts."""
    lines = []
    for match in matches:
        text = one_line(bank.texts[match.sentence])
        start, end = bank.spans[match.row].tolist()
        left, right = text[:start].strip(), text[end:].strip()
        lines.append(ConcordanceLine(bank.ids[match.sentence], left, text[start:end], right))
    lines.sort(key=_KEYS[sorting])
    return [
        ConcordanceLine(one.sentence, _end(one.left, width), one.keyword, _beginning(one.right, width))
        for one in lines
    ]


_KEYS: Mapping[Sorting, Any] = {
    Sorting.PLACE: lambda line: 0,
    Sorting.LEFT: lambda line: line.left.casefold().split()[::-1],
    Sorting.KEYWORD: lambda line: line.keyword.casefold(),
    Sorting.RIGHT: lambda line: line.right.casefold().split(),
}


def _end(text: str, width: int) -> str:
    """The last words of a text that fit the width."""
    if len(text) <= width:
        return text
    kept = text[len(text) - width :]
    whole = kept if text[len(text) - width - 1].isspace() else kept.partition(" ")[2] or kept
    return f"{_CUT}{whole.lstrip()}"


def _beginning(text: str, width: int) -> str:
    if len(text) <= width:
        return text
    kept = text[:width]
    whole = kept if text[width].isspace() else kept.rpartition(" ")[0] or kept
    return f"{whole.rstrip()}{_CUT}"


_FEATURES = "feats."


class FieldError(ValueError):
    """The field to count does not exist."""


@dataclass(frozen=True)
class CountedField:
    """A field to count: a column or feature of the found word, or of a named one."""

    written: str
    node: str  # empty: the word found
    attribute: str
    feature: bool

    def value(self, bank: Treebank, match: Match) -> str | None:
        """The value of one hit; None if the word has none, or if there is no such word."""
        row = match.nodes.get(self.node) if self.node else match.row
        if row is None:
            return None
        if self.feature:
            return features(bank.feats[row]).get(self.attribute)
        found = bank.column(self.attribute)[row]
        return None if found == NONE else found


def field(written: str, query: Query) -> CountedField:
    """A field in the notation of queries: lemma, VerbForm, feats.VerbForm, and with a name k.lemma."""
    node, dot, rest = written.partition(".")
    if not dot or written.startswith(_FEATURES):
        node, rest = "", written
    if node and node not in query.names:
        names = ", ".join(query.names) or "none"
        raise FieldError(f"the query names no word {node}. Its names: {names}.")
    attribute = rest.removeprefix(_FEATURES)
    feature = rest.startswith(_FEATURES) or attribute[:1].isupper()
    if not attribute or (not feature and attribute not in ATTRIBUTES):
        known = ", ".join(ATTRIBUTES)
        raise FieldError(
            f"{rest or written} cannot be counted. There are {known}, and features such as VerbForm."
        )
    return CountedField(written, node, attribute, feature)


Counts = list[tuple[tuple[str | None, ...], int]]


def hit_counts(bank: Treebank, matches: Sequence[Match], fields: Sequence[CountedField]) -> Counts:
    """Value combinations and their counts, most frequent first, then alphabetically."""
    counts = Counter(tuple(field.value(bank, match) for field in fields) for match in matches)
    return sorted(counts.items(), key=lambda one: (-one[1], tuple(value or "" for value in one[0])))
