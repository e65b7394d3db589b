"""A parse as one string, for messages between processes and for the cache."""

# Column by column, as in a treebank: one line each, with tabs between words.

import re
from collections.abc import Iterable, Sequence

from lackmus.core.trees.treebank import ATTRIBUTES, Gathering, Sentence, Treebank, Word

_ORDER = tuple(Word._fields.index(name) for name in (*ATTRIBUTES, "head", "start", "end"))
_HARMFUL = re.compile("[\t\n\ud800-\udfff]")  # would break a line, or cannot be written as UTF-8
_NUMBERS = re.compile(r"[0-9]+([\t\n][0-9]+)*")


def packed(sentence: Sentence) -> str:
    """The words of a sentence as a string; empty without words."""
    if not sentence.words:
        return ""
    columns = list(zip(*sentence.words, strict=True))
    return "\n".join(_line(list(map(str, columns[place]))) for place in _ORDER)


def _line(values: Sequence[str]) -> str:
    if _HARMFUL.search("".join(values)):
        values = [_HARMFUL.sub(" ", value) for value in values]
    return "\t".join(values)


def is_packed(written: str) -> bool:
    """Whether the string can be unpacked."""
    lines = written.split("\n")
    return not written or (
        len(lines) == len(_ORDER)
        and len({line.count("\t") for line in lines}) == 1
        and _NUMBERS.fullmatch("\n".join(lines[len(ATTRIBUTES) :])) is not None
    )


def packed_line(parses: Iterable[tuple[int, str]]) -> str:
    """Join the packed sentences of a line into one parse; each comes with its offset in the line.

    Each sentence keeps its root. If one was too long to parse and has no words, the line has none.
    """
    columns: list[list[str]] = [[] for _ in _ORDER]
    for place, written in parses:
        if not written:
            return ""
        before = len(columns[0])
        *strings, heads, starts, ends = (line.split("\t") for line in written.split("\n"))
        moved = [str(int(head) + before) if head != "0" else head for head in heads]
        placed = [[str(int(one) + place) for one in ones] for ones in (starts, ends)]
        for column, more in zip(columns, (*strings, moved, *placed), strict=True):
            column += more
    return "\n".join("\t".join(column) for column in columns) if columns[0] else ""


def unpacked(parses: Iterable[tuple[str, str, str]]) -> Treebank:
    """A treebank from ids, texts and packed words."""
    gathering = Gathering()
    for id, text, written in parses:
        if written:
            *columns, heads, starts, ends = (line.split("\t") for line in written.split("\n"))
            gathering.add(id, text, columns, list(map(int, heads)), map(int, starts), map(int, ends))
        else:
            gathering.add(id, text, ((),) * len(ATTRIBUTES), (), (), ())
    return gathering.treebank()
