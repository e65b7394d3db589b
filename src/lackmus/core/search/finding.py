"""Find a word, a phrase or a pattern in a column of texts."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from lackmus.core.base.exceptions import Sendable
from lackmus.core.base.texts import TYPOGRAPHIC_APOSTROPHES, folded
from lackmus.core.rules.patterns import (
    Pattern,
    PatternError,
    PatternTimeout,
    TimeLeft,
    always,
    compile_pattern,
)
from lackmus.core.search.folding import (
    Fold,
    Folds,
    folded_column,
    folded_text,
    folded_with_places,
    original_span,
)
from lackmus.core.search.query import Matching, SearchQuery

_LOOK = 500  # texts between two looks at the clock
# Scripts that write words without spaces: Thai to Burmese, Khmer, kana and Chinese characters.
_NO_SPACES = re.compile(
    "[\u0e00-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)

HITS = {"row": pl.UInt32, "start": pl.UInt32, "end": pl.UInt32}


class NothingWantedError(ValueError):
    """There is nothing to search for."""


class SearchTooSlow(Sendable):
    """The time for a search was over; how many texts were searched by then."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__(done, total)
        self.done, self.total = done, total


@dataclass(frozen=True)
class TextFinder:
    """What finds the wanted words in texts."""

    pattern: Pattern
    folds: Folds
    literal: str  # every match contains it; empty if there is no such string
    apostrophes: bool  # whether typographic apostrophes are read as '

    @property
    def sees_apostrophes(self) -> bool:
        """Whether texts without the typographic apostrophes are needed to find those that may match."""
        return self.apostrophes and (not self.literal or "'" in self.literal)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where the text has the wanted words, from left to right; matches of nothing are left out."""
        seen, places = folded_with_places(folded(text) if self.apostrophes else text, self.folds)
        for span in self.pattern.spans(seen):
            if span[0] < span[1]:
                yield original_span(span, places, text)


@dataclass(frozen=True)
class SearchHits:
    """Where a column of texts has the wanted words."""

    frame: pl.DataFrame  # HITS
    given_up: int = 0  # texts on which a pattern took too long


def finder_of(query: SearchQuery) -> TextFinder:
    """What finds the words of a search; may raise PatternError and NothingWantedError."""
    folds = frozenset(query.fold)
    wanted = unicodedata.normalize("NFC", query.wanted)
    if query.matching is not Matching.PATTERN:
        wanted = " ".join(wanted.split())
    if not wanted.strip():
        raise NothingWantedError
    plain = not any(one in wanted for one in TYPOGRAPHIC_APOSTROPHES)
    if query.matching is Matching.PATTERN:
        if Fold.ACCENTS in folds:
            wanted = folded_text(wanted, [Fold.ACCENTS])
        # Case is folded by the engine: letters of a pattern such as \S have a meaning of their own.
        written = f"(?i){wanted}" if Fold.CASE in folds else wanted
        try:
            return TextFinder(compile_pattern(written), folds & {Fold.ACCENTS}, "", plain)
        except PatternError as problem:
            at = problem.position
            if at is None or written == wanted:
                raise
            shifted = str(problem).replace(f"at {at}", f"at {at - 4}")
            raise PatternError(shifted, at - 4) from None
    seen = folded_text(wanted, folds)
    if query.matching is Matching.PART:
        return TextFinder(compile_pattern(re.escape(seen)), folds, seen, plain)
    literals = [part for part in re.split(r"[*\s]+", seen) if part]
    if not literals:
        raise NothingWantedError
    return TextFinder(compile_pattern(_whole_words(seen)), folds, max(literals, key=len), plain)


def _whole_words(words: str) -> str:
    """The pattern of a phrase as whole words; where a script has no spaces, a word may begin anywhere."""
    before = r"(?<!\w)" if _is_bounded(words[0]) else ""
    after = r"(?!\w)" if _is_bounded(words[-1]) else ""
    phrase = r"\s+".join(r"\w*".join(map(re.escape, word.split("*"))) for word in words.split(" "))
    return f"{before}{phrase}{after}"


def _is_bounded(letter: str) -> bool:
    return (letter.isalnum() or letter == "_") and not _NO_SPACES.match(letter)


def seen_by(texts: pl.Series, apostrophes: bool, folds: Folds) -> pl.Series:
    """The texts as finders with these settings see them."""
    if apostrophes:
        for sign in TYPOGRAPHIC_APOSTROPHES:
            texts = texts.str.replace_all(sign, "'", literal=True)
    return folded_column(texts, folds)


def find(finder: TextFinder, texts: pl.Series, seen: pl.Series, patient: TimeLeft = always) -> SearchHits:
    """All places in the texts, in their order; SearchTooSlow when the time is over.

    `seen` are the same texts by `seen_by`, with apostrophes as the finder sees them.
    """
    rows = list(range(len(texts)))
    if finder.literal:
        found = seen.str.contains(finder.literal, literal=True).arg_true()
        rows, texts = found.to_list(), texts.gather(found)
        seen = seen_by(seen.gather(found), finder.apostrophes, frozenset())
    hits: tuple[list[int], list[int], list[int]] = ([], [], [])
    given_up, search = 0, finder.pattern.search
    for done, (row, text, folded_one) in enumerate(zip(rows, texts.to_list(), seen.to_list(), strict=True)):
        if (done % _LOOK == 0 or given_up) and not patient():
            raise SearchTooSlow(done, len(rows))
        try:
            if search(folded_one) is None:
                continue
            for start, end in finder.spans(text):
                for column, value in zip(hits, (row, start, end), strict=True):
                    column.append(value)
        except PatternTimeout:
            given_up += 1
    return SearchHits(pl.DataFrame(dict(zip(HITS, hits, strict=True)), schema=HITS), given_up)
