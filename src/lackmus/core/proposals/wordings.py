"""Words of texts, and the one place in which two texts differ."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

Words = tuple[str, ...]

MOST_WORDS = 4  # of a span in which two texts differ
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|'[^\W_]+|\S")
_NO_WORDS: Words = ()


def plain_words(text: str) -> list[str]:
    """The words and signs of a text; contractions are whole."""
    return _WORD.findall(text)


class Splitter:
    """Takes texts apart into words; where contractions divide, it learns from the texts themselves.

    A contraction is cut where what remains is a word of its own, and what is cut off, with its apostrophe,
    is cut off from most words. So no language needs a list.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        counts = Counter(word.lower() for text in texts for word in plain_words(text))
        self._whole = {word for word in counts if "'" not in word}
        hosts: dict[str, set[str]] = defaultdict(set)
        for word in counts:
            for host, clitic, _ in self._cuts(word):
                hosts[clitic].add(host)
        self._hosts = {clitic: len(found) for clitic, found in hosts.items()}
        self._known: dict[str, Words] = {}

    def __call__(self, text: str) -> Words:
        """The words of a text; the first has no capital."""
        words = [part for word in plain_words(text) for part in self._parts(word)]
        return (words[0].lower(), *words[1:]) if words else _NO_WORDS

    def _cuts(self, word: str) -> Iterator[tuple[str, str, int]]:
        """Host, clitic and place of every possible cut at, or one letter before, an apostrophe."""
        place = word.find("'", 1)
        if place < 0:
            return
        for cut in (place - 1, place):
            if word[:cut] in self._whole:
                yield word[:cut], word[cut:], cut
        if word[place + 1 :] in self._whole:
            yield word[place + 1 :], word[: place + 1], place + 1

    def _parts(self, word: str) -> Words:
        if "'" not in word[1:]:
            return (word,)
        if word not in self._known:
            best = max(self._cuts(word.lower()), key=lambda one: self._hosts.get(one[1], 0), default=None)
            self._known[word] = (word[: best[2]], word[best[2] :]) if best else (word,)
        return self._known[word]


@dataclass(frozen=True, slots=True)
class OneSpan:
    """Words here in place of words there; all else is the same."""

    here: Words
    there: Words
    start: int = 0  # how many words before it are the same

    @classmethod
    def between(cls, here: Words, there: Words, most: int = MOST_WORDS) -> Self | None:
        """The one span in which texts differ; None if it is longer on either side."""
        shorter, start, end = min(len(here), len(there)), 0, 0
        if abs(len(here) - len(there)) > most:
            return None
        while start < shorter and here[start] == there[start]:
            start += 1
        while end < shorter - start and here[-1 - end] == there[-1 - end]:
            end += 1
        if max(len(here), len(there)) - start - end > most:
            return None
        return cls(here[start : len(here) - end], there[start : len(there) - end], start)

    def __str__(self) -> str:
        """As people read it: there → here."""
        return f"{_shown(self.there)} → {_shown(self.here)}"


def _shown(words: Words) -> str:
    return " ".join(words) or "∅"


def skeleton(words: Words, kept: Iterable[str]) -> Words:
    """The words with those that are not kept masked; signs always stay."""
    keep = set(kept)
    return tuple(word if word in keep or not word[0].isalnum() else "_" for word in words)
