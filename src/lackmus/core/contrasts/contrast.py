"""A contrast: a structure of the source and the expected structure of the target."""

from dataclasses import dataclass

from lackmus.core.base.pairs import Pair
from lackmus.core.trees.query import Query, compile_query

KEYWORD = "k"  # the name of the keyword in a query, where its author gave none


@dataclass(frozen=True)
class Contrast:
    """What is looked for, and what counts as Good.

    The source query finds the keyword. Items are selected by what the reference has for it. A target word
    that is aligned with the keyword is Good, Bad or neither; without `bad`, everything that is not Good is
    Bad.
    """

    name: str
    pair: Pair
    category: str  # the structure of the source: “Gerund”
    phenomenon: str  # with its counterpart: “EN gerund → CS finite clause”
    source: Query
    reference: Query
    good: Query
    bad: Query | None = None
    about: str = ""
    digest: str = ""  # of the file, for the signature: another query is another contrast
    only_named: bool = False  # it runs only when a user names it, not with all contrasts of a pair

    @property
    def label(self) -> str:
        """Name and digest of the contrast, for signatures."""
        return f"{self.name}@{self.digest}" if self.digest else self.name


def compiled(
    name: str,
    pair: Pair,
    category: str,
    phenomenon: str,
    source: str,
    good: str,
    reference: str = "",
    bad: str = "",
    about: str = "",
    digest: str = "",
) -> Contrast:
    """Build a contrast from its author's queries; target queries may use names of the source query."""
    found = compile_query(source)
    known = found.certain  # a name from one alternative alone may be unset
    return Contrast(
        name,
        pair,
        category,
        phenomenon,
        found,
        compile_query(reference or good, known, aligned=True),
        compile_query(good, known, aligned=True),
        compile_query(bad, known, aligned=True) if bad else None,
        about,
        digest,
    )
