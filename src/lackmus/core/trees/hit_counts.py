"""Count the lemmas, tags or features of found words, alone or in combination."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from lackmus.core.trees.clauses import features
from lackmus.core.trees.matching import Match
from lackmus.core.trees.query import Query
from lackmus.core.trees.treebank import ATTRIBUTES, NONE, Treebank

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
