"""Draft a pattern for an item: it covers the passes that were decided, and none of the fails."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from lackmus.core.base.texts import folded, text_key
from lackmus.core.proposals.wordings import plain_words
from lackmus.core.rules.patterns import PatternError, compile_pattern

LEAST_DECIDED = 3  # texts of the item
LEAST_PASSES = 2  # a single one is a fixed sentence
_LEAST_KEPT = 2  # words that all passes have; with fewer the pattern is a list of sentences
_MOST_SPANS = 6  # that stand for each other in one place
_LONGEST = 200  # characters of a pattern that people still read

_Span = tuple[str, ...]


def drafted(passes: Sequence[str], fails: Collection[str]) -> str | None:
    """Return a short pattern that matches all passes and no fail; None where there is none to be found.

    A text may be given several times: the commonest pass is what the others are aligned to. Fails are those
    that people decided, and those that siblings lend.
    """
    keyed = Counter(folded(text_key(text)) for text in passes)
    against = {folded(text_key(text)) for text in fails}
    if len(keyed) < LEAST_PASSES or len(keyed) + len(against) < LEAST_DECIDED:
        return None
    common = min(keyed, key=lambda text: (-keyed[text], len(text), text))
    pattern = _written(_signed(common), [_signed(text) for text in sorted(keyed)])
    return pattern if pattern and fits(pattern, keyed, against) else None


def fits(pattern: str, passes: Collection[str], fails: Collection[str]) -> bool:
    """Whether a pattern is short, cannot run away, and matches all passes and no fail."""
    if len(pattern) > _LONGEST:
        return False
    try:
        compiled = compile_pattern(pattern)
    except PatternError:
        return False
    if compiled.risk or any(compiled.timed(text) for text in (*passes, *fails)):
        return False
    return all(compiled.search(text) for text in passes) and not any(compiled.search(text) for text in fails)


def _signed(text: str) -> _Span:
    """The words with the space before each that has one; signs at the end of the text are left out."""
    found: list[str] = []
    place = 0
    for word in plain_words(text):
        start = text.index(word, place)
        found.append(text[place:start] + word)
        place = start + len(word)
    while found and not found[-1].strip()[-1].isalnum():
        found.pop()
    if found:
        found[0] = found[0][0].lower() + found[0][1:]
    return tuple(found)


def _written(common: _Span, passes: Sequence[_Span]) -> str | None:
    """The words that all passes have, with what stands between them as alternatives."""
    aligned = [_aligned(common, words) for words in passes]
    kept = sorted(set(range(len(common))).intersection(*(found.keys() for found in aligned)))
    if len(kept) < _LEAST_KEPT:
        return None
    spans: dict[int, set[_Span]] = defaultdict(set)
    for words, found in zip(passes, aligned, strict=True):
        places = [-1, *(found[place] for place in kept), len(words)]
        for number, (start, end) in enumerate(pairwise(places)):
            spans[number].add(words[start + 1 : end])
    if max(map(len, spans.values())) > _MOST_SPANS:
        return None
    parts = [
        _alternatives({(_initial(span[0]), *map(_escaped, span[1:])) if span else () for span in spans[0]})
    ]
    for number, place in enumerate(kept):
        seen = {words[found[place]] for words, found in zip(passes, aligned, strict=True)}
        first = any(found[place] == 0 for found in aligned)
        parts.append(_kept(common[place], seen, first))
        parts.append(_alternatives({tuple(map(_escaped, span)) for span in spans[number + 1]}))
    return f"\\b{''.join(parts).lstrip()}\\b"


def _kept(word: str, seen: Collection[str], first: bool) -> str:
    """A word that all passes have; the space before it is optional if one of them has none."""
    bare = word.strip()
    written = _initial(bare) if first else _escaped(bare)
    spaced = {one != one.strip() for one in seen}
    return (" ?" if len(spaced) > 1 else " " if True in spaced else "") + written


def _aligned(common: _Span, words: _Span) -> dict[int, int]:
    """Where each word of the commonest pass stands in another."""
    one, other = ([word.strip() for word in text] for text in (common, words))
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return {block.a + step: block.b + step for block in blocks for step in range(block.size)}


def _alternatives(spans: Collection[_Span]) -> str:
    """Written spans as alternatives, word by word if they are equally long; optional if one is empty."""
    if len({len(span) for span in spans}) == 1 and len(next(iter(spans))) > 1:
        return "".join(_alternatives({(word,) for word in column}) for column in zip(*spans, strict=True))
    said = sorted({"".join(span) for span in spans if span})
    if not said:
        return ""
    if len(spans) == 1:
        return said[0]
    if () not in spans and all(one.startswith(" ") for one in said):
        return f" ({'|'.join(one[1:] for one in said)})"
    return f"({'|'.join(said)}){'?' if () in spans else ''}"


def _escaped(word: str) -> str:
    return re.escape(word).replace("\\ ", " ").replace("\\-", "-")


def _initial(word: str) -> str:
    """A word that begins a text: its first letter is large or small."""
    lower, upper = word[0], word[0].upper()
    start = f"[{upper}{lower}]" if lower != upper and len(upper) == 1 else _escaped(lower)
    return start + _escaped(word[1:])


__all__ = ["LEAST_DECIDED", "LEAST_PASSES", "drafted", "fits"]
