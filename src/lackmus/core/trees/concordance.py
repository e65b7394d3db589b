"""Keyword in context: the found words below each other, with their context."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lackmus.core.base.choices import CONTEXT, Sorting
from lackmus.core.base.texts import one_line
from lackmus.core.trees.matching import Match
from lackmus.core.trees.treebank import Treebank

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
