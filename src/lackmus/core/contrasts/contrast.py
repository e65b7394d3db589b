"""A contrast: a structure of the source, and the counterpart in the target that is asked for."""

from dataclasses import dataclass

from lackmus.core.base.pairs import Pair
from lackmus.core.trees.query import Query, compile_query

KEYWORD = "k"  # the name of the word that a contrast is about, where its author gave none


@dataclass(frozen=True)
class Contrast:
    """What is looked for, and what counts as Good.

    The source query finds the keyword. Items are selected by what the reference has for it. A target word
    that is aligned with the keyword is Good, Bad or neither; without `bad`, whatever is not Good is Bad.
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
    only_named: bool = False  # it runs where a user names it, not with all that a pair has

    @property
    def label(self) -> str:
        """For signatures."""
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
    """A contrast of what its author wrote; queries on targets may use the names of the source query."""
    found = compile_query(source)
    known = found.certain  # a name of one alternative alone may stand for no word
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
