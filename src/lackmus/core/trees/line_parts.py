"""Split a line with several sentences into their words, and join them again."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

_ESCAPED = {" ": "\\s", "\t": "\\t", "\r": "\\r", "\n": "\\n"}  # white space in MISC


def sentence_words(heads: Sequence[int]) -> list[range]:
    """The words of each sentence of a line, by their heads: no arc leads from one sentence to another.

    Words count from 0 here; a head counts from 1, and is 0 for a root. A tree is one sentence.
    """
    reach = list(range(len(heads)))  # the farthest word to the right that an arc joins with each
    for word, head in enumerate(heads):
        if head:
            left, right = sorted((word, head - 1))
            reach[left] = max(reach[left], right)
    found, first, last = [], 0, 0
    for word, right in enumerate(reach):
        last = max(last, right)
        if last == word:
            found.append(range(first, word + 1))
            first = last = word + 1
    return found


class LineSentence(NamedTuple):
    """A sentence of a line as in a file: columns of strings, heads within the sentence, and places."""

    text: str
    columns: Sequence[Sequence[str]]
    heads: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]
    gap: str = " "  # white space before the next


def joined_parts(parts: Iterable[LineSentence]) -> LineSentence:
    """The sentences of a line as one piece of text; each keeps its root."""
    every = list(parts)
    text, words = "", 0
    columns: list[list[str]] = [[] for _ in every[0].columns]
    heads, starts, ends = list[int](), list[int](), list[int]()
    for number, part in enumerate(every):
        place = len(text)
        text += part.text + (part.gap if number < len(every) - 1 else "")
        for column, more in zip(columns, part.columns, strict=True):
            column += more
        heads += [head + words if head else 0 for head in part.heads]
        starts += [start + place for start in part.starts]
        ends += [end + place for end in part.ends]
        words += len(part.heads)
    return LineSentence(text, columns, heads, starts, ends, every[-1].gap)


def gap_written(gap: str) -> str:
    """White space between two sentences as CoNLL-U writes it in MISC; empty for a single space."""
    if gap == " ":
        return ""
    return "SpacesAfter=" + "".join(_ESCAPED.get(sign, sign) for sign in gap) if gap else "SpaceAfter=No"


def gap_read(misc: str) -> str:
    """The white space encoded in MISC."""
    said = dict(one.partition("=")[::2] for one in misc.split("|"))
    if said.get("SpaceAfter") == "No":
        return ""
    written = said.get("SpacesAfter", "\\s")
    for sign, escape in _ESCAPED.items():
        written = written.replace(escape, sign)
    return written if not written.strip() else " "
