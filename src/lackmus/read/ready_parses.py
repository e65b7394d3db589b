"""Read the parse of given lines; a parse that does not match them is an error."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import text_key
from lackmus.core.trees.treebank import Treebank
from lackmus.errors import LackmusError
from lackmus.read.conllu import read_conllu

_SHOWN = 40  # letters of a text in a message
_FARTHEST, _ENOUGH = 20, 3  # how many lines two files may be shifted, and how many must match to show it


def read_parses(path: Path, texts: Sequence[str]) -> Treebank:
    """The parse of these lines: one sentence each, whose text equals the line except for white space.

    A blank line has no words: in the file its sentence is empty or missing.
    """
    bank = read_conllu(path)
    lines = [_FilledLine(number, key) for number, key in enumerate(map(text_key, texts), 1) if key]
    sentences = [_FilledLine(number, key) for number, key in enumerate(map(text_key, bank.texts), 1) if key]
    if [one.key for one in lines] != [one.key for one in sentences]:
        raise _mismatch(path, lines, sentences)
    if len(sentences) < len(bank):
        bank = bank.take([one.number - 1 for one in sentences])
    if len(lines) == len(texts):
        return bank
    lengths, ids, parsed = np.zeros(len(texts), dtype=np.int64), [""] * len(texts), list(texts)
    for line, length, id, text in zip(lines, bank.lengths.tolist(), bank.ids, bank.texts, strict=True):
        place = line.number - 1
        lengths[place], ids[place], parsed[place] = length, id, text
    bounds = np.concatenate(([0], np.cumsum(lengths)))
    return replace(bank, ids=tuple(ids), texts=tuple(parsed), bounds=bounds)


class _FilledLine(NamedTuple):
    """A line that is not blank."""

    number: int
    key: str


def _mismatch(path: Path, lines: Sequence[_FilledLine], sentences: Sequence[_FilledLine]) -> LackmusError:
    """The error for the first line that differs from its sentence, with the likely cause."""
    same = 0
    for line, sentence in zip(lines, sentences, strict=False):
        if line.key != sentence.key:
            break
        same += 1
    begins = f"{path} is not the parse of these lines"
    if same == len(sentences):
        first, missing = lines[same], counted(len(lines) - same, "line has", "lines have")
        fact = f"{missing} no sentence there, from line {first.number} on ({_shown(first.key)})"
    elif same == len(lines):
        more = counted(len(sentences) - same, "sentence")
        fact = (
            f"it has {more} more, from sentence {sentences[same].number} on ({_shown(sentences[same].key)})"
        )
    else:
        line, sentence = lines[same], sentences[same]
        place = max(0, _apart(line.key, sentence.key) - _SHOWN // 2)
        fact = (
            f"line {line.number} is {_shown(line.key, place)}, "
            f"and sentence {sentence.number} is {_shown(sentence.key, place)}"
        )
        if guess := _guess([one.key for one in lines[same:]], [one.key for one in sentences[same:]]):
            fact = f"{fact}; from line {line.number} on {guess}"
    return LackmusError(f"{begins}: {fact}. Parse each line as one sentence, all of them and no others.")


def _guess(lines: Sequence[str], sentences: Sequence[str]) -> str:
    """How the two files may be shifted, if the following lines support it."""
    for far in range(2, _FARTHEST):
        if "".join(sentences[:far]).replace(" ", "") == lines[0].replace(" ", ""):
            return f"it is ahead: that line is {far} sentences there"
    for far in range(1, _FARTHEST):
        if _same(lines[far:], sentences):
            return f"it is {counted(far, 'sentence')} behind"
        if _same(lines, sentences[far:]):
            return f"it is {counted(far, 'sentence')} ahead"
    return ""


def _same(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether they begin alike for long enough to be no accident."""
    begin, other = some[:_ENOUGH], others[:_ENOUGH]
    return begin == other and (len(begin) == _ENOUGH or 0 < len(some) == len(others))


def _apart(one: str, other: str) -> int:
    """The first position at which two texts differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (this, that) in pairs if this != that), min(len(one), len(other)))


def _shown(text: str, start: int = 0) -> str:
    """A piece of a text in quotes."""
    after = start + _SHOWN
    return f"“{'…' if start else ''}{text[start:after]}{'…' if len(text) > after else ''}”"
