"""Typing slips: words and names that are almost the same."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from unicodedata import normalize

from lackmus.core.lint.vocabulary import WORDS

_SHORTEST = 5  # in shorter words one letter makes another word too often: Date and Data
_JOINTS = re.compile(r"[\s\-‐‑‒–—_/&()\[\]]|(?<=\w)[,.:;]|\band\b")


def words_of(text: str) -> tuple[str, ...]:
    """Its words, without case and punctuation."""
    return tuple(re.findall(r"\w+", normalize("NFKC", text).casefold()))


def with_a_hole(words: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The words with each of them removed in turn: texts that differ in one word share one of these."""
    for place in range(len(words)):
        yield place, (*words[:place], "", *words[place + 1 :])


def one_typo_apart(first: str, second: str) -> bool:
    """Whether one letter is added, missing, different or swapped; a wrong first letter is no slip."""
    if first == second or first[:1] != second[:1]:
        return False
    if len(first) > len(second):
        first, second = second, first
    if len(second) - len(first) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), len(first))
    if len(first) < len(second):
        return first[start:] == second[start + 1 :]
    swapped = second[start + 1 : start + 2] + second[start : start + 1]
    return first[start + 1 :] == second[start + 1 :] or (
        first[start : start + 2] == swapped and first[start + 2 :] == second[start + 2 :]
    )


def shortened(word: str) -> set[str]:
    """The word, and the word without each of its letters: words one slip apart share one of these."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(1, len(word)))}


def stem(word: str) -> str:
    """The word without its English plural ending."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def known(word: str) -> bool:
    """Whether linguists write the word like this."""
    bare = stem(word).replace("isation", "ization")
    return word in WORDS or any(bare.removesuffix(ending) in WORDS for ending in ("", "d", "ed", "ly"))


@lru_cache(maxsize=4096)
def nearest(word: str) -> str | None:
    """The word that was most likely meant, where the one that stands there is unknown; else None."""
    if len(stem(word)) < _SHORTEST or not word.isalpha() or known(word):
        return None
    close = [one for one in WORDS if one_typo_apart(stem(word), one) or one_typo_apart(word, one)]
    return min(close, default=None)


def name_typo(first: str, second: str) -> str | None:
    """In what two names differ if it is only a slip, such as Idiom and idioms; None if they are different
    names.

    Past and Past II, Negation and Negative, Tense and Sense are two names each.
    """
    if first == second:
        return None
    if _joined(first) == _joined(second):
        return "case, spacing or punctuation"
    one, other = words_of(first), words_of(second)
    if one != other and len(one) == len(other):
        if list(map(stem, one)) == list(map(stem, other)):
            return "singular and plural"
        differing = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
        if len(differing) == 1 and _mistyped(*differing[0]):
            return "one letter"
    return None


def _joined(name: str) -> str:
    """The name without case and separators; numbers stay apart."""
    apart = re.sub(r"\d+", r"<\g<0>>", normalize("NFKC", name).casefold())
    return _JOINTS.sub("", apart)


def _mistyped(first: str, second: str) -> bool:
    return (
        min(len(stem(first)), len(stem(second))) >= _SHORTEST
        and first.isalpha()
        and second.isalpha()
        and not (known(first) and known(second))
        and (one_typo_apart(first, second) or one_typo_apart(stem(first), stem(second)))
    )
