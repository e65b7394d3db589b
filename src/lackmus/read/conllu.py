"""Read trees in CoNLL-U; errors name the sentence and the line."""

# A treebank has half a million lines: a sentence is read column by column, and word by word only where
# something is unusual.

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path
from typing import NamedTuple

from lackmus.core.base.plurals import counted
from lackmus.core.trees.sentence_bounds import LineSentence, gap_read, joined_parts
from lackmus.core.trees.treebank import NONE, Gathering, Treebank, tree_flaw
from lackmus.errors import LackmusError
from lackmus.read.files import File

_COLUMNS = 10
_FORM, _HEAD, _MISC = 1, 6, 9
_STRINGS = (1, 2, 3, 4, 5, 7)  # in the order of ATTRIBUTES
_IDS = tuple(map(str, range(1, 501)))  # enough for nearly every sentence
_NUMBERS = {str(number): number for number in range(501)}
_NAMED = re.compile(r"#\s*(sent_id|text|line_id|line_part)\s*=(.*)", re.DOTALL)
_PART = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")  # number of the sentence in its line, and how many there are
_RANGE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_EMPTY_NODE = re.compile(r"[0-9]+\.[0-9]+")
_DIGITS = 9  # no sentence has more words
MOST_WORDS = 20_000  # of a sentence; the longest of all public treebanks have some hundreds
_SHOWN = 40  # letters of a text in a message


def read_conllu(path: Path) -> Treebank:
    """The sentences of a file, also those without words if they have an id or a text.

    Sentences with `line_id` and `line_part` are joined to one line of text with several trees.
    """
    gathering = Gathering()
    for number, (first, *others) in enumerate(_lines(_blocks(path)), 1):
        whole, id = first.part(), first.id
        if others:
            whole, id = joined_parts([whole, *(block.part() for block in others)]), first.line_id
        gathering.add(id or str(number), whole.text, whole.columns, whole.heads, whole.starts, whole.ends)
    if not len(gathering):
        raise LackmusError(f"{path} holds no sentence. Name a file in CoNLL-U.")
    return gathering.treebank()


class _Tokens(NamedTuple):
    """The tokens of the text: words, and contractions of several words."""

    forms: Sequence[str]
    miscs: Sequence[str]
    widths: Sequence[int] | None = None  # number of words in each; None: one each


@dataclass
class _Block:
    """The lines of one sentence, and their places in the file."""

    path: Path
    number: int  # of the sentence
    id: str = ""
    text: str | None = None
    line_id: str = ""  # of the line that it is part of
    line_part: tuple[int, int] = (1, 1)  # its number, and how many parts there are
    begins: int = 0  # the number of its first line in the file
    lines: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)  # the number of each line in the file

    @property
    def is_sentence(self) -> bool:
        """Whether it is a sentence; other comments may stand alone, as at the beginning of a file."""
        return bool(self.lines or self.id or self.text is not None)

    def comment(self, line: str) -> None:
        """Read a comment: an id, a text, or a part of a line; others are ignored."""
        if named := _NAMED.match(line):
            name, said = named.groups()
            if name == "text":
                self.text = said.strip(" \t")
            elif name == "sent_id":
                self.id = " ".join(said.split())
            elif name == "line_id":
                self.line_id = " ".join(said.split())
            elif part := _PART.fullmatch(said.strip()):
                self.line_part = int(part[1]), int(part[2])

    def part(self) -> LineSentence:
        """The sentence, checked."""
        cells = [line.split("\t") for line in self.lines]
        if not {len(row) for row in cells} <= {_COLUMNS}:
            raise self._wrong_columns(cells)
        columns = _turned(cells)
        tokens = _Tokens(columns[_FORM], columns[_MISC])
        if columns[0] != _IDS[: len(cells)]:  # contractions, empty nodes, or something is wrong
            cells, tokens = self._told_apart(cells)
            columns = _turned(cells)
        heads = self._heads(columns[_HEAD])
        strings: list[Sequence[str]] = [columns[place] for place in _STRINGS]
        if any("" in column for column in strings):
            strings = self._filled(strings)
        text = _written(tokens) if self.text is None else self.text
        starts, ends = self._spans(text, tokens)
        return LineSentence(
            text, strings, heads, starts, ends, gap_read(tokens.miscs[-1] if tokens.miscs else NONE)
        )

    def _told_apart(self, cells: Sequence[list[str]]) -> tuple[list[list[str]], _Tokens]:
        """Split cells into words and tokens, some of them contractions; empty nodes are dropped."""
        words, tokens, widths = list[list[str]](), list[list[str]](), list[int]()
        last, opened = 0, 0  # the last word of the current contraction, and its line
        for place, row in zip(self.places, cells, strict=True):
            due = len(words) + 1
            if row[0] == str(due):
                words.append(row)
                if due > last:
                    tokens.append(row)
                    widths.append(1)
            elif ends := _RANGE.fullmatch(row[0]):
                first, before = int(ends[1]), last
                last, opened = int(ends[2]), place
                if not before < due == first <= last:
                    raise self._wrong(place, f"the range {row[0]} does not fit here, before word {due}")
                if not row[_FORM]:
                    raise self._wrong(place, f"the range {row[0]} has no form")
                tokens.append(row)
                widths.append(last - first + 1)
            elif not _EMPTY_NODE.fullmatch(row[0]):
                raise self._wrong_id(place, row[0], due)
        if last > len(words):
            many = counted(len(words), "word")
            raise self._wrong(opened, f"the range ends with word {last}, and the sentence has {many}")
        return words, _Tokens([row[_FORM] for row in tokens], [row[_MISC] for row in tokens], widths)

    def _heads(self, written: Sequence[str]) -> list[int]:
        """The heads as numbers; an error if they make no tree."""
        try:
            heads = [_NUMBERS[head] for head in written]
        except KeyError:
            heads = [self._number(*each) for each in enumerate(written, 1)]
        if flaw := tree_flaw(heads):
            word, fact = flaw
            raise self._wrong(self._line_of(word), fact)
        return heads

    def _number(self, word: int, head: str) -> int:
        if not (head.isdecimal() and head.isascii() and len(head) <= _DIGITS):
            fact = f"word {word} has the head {_shown(head)}, which is no number of a word"
            raise self._wrong(self._line_of(word), fact)
        return int(head)

    def _filled(self, strings: Sequence[Sequence[str]]) -> list[Sequence[str]]:
        """Columns with empty values replaced; a word without a form is an error."""
        if "" in strings[0]:
            word = strings[0].index("") + 1
            raise self._wrong(self._line_of(word), f"word {word} has no form")
        return [[value or NONE for value in column] for column in strings]

    def _spans(self, text: str, tokens: _Tokens) -> tuple[list[int], list[int]]:
        """Start and end of each word in the text, which must consist of the words and white space."""
        starts, ends = list[int](), list[int]()
        at = 0
        for form in tokens.forms:
            start = text.find(form, at)
            if start != at and (start < 0 or text[at:start].strip()):
                raise self._parted(text[at:], tokens, len(starts))
            at = start + len(form)
            starts.append(start)
            ends.append(at)
        if starts and text[at:].strip():
            raise self._parted(text[at:], tokens, len(starts))
        if tokens.widths is None:
            return starts, ends
        return _repeated(starts, tokens.widths), _repeated(ends, tokens.widths)

    def _parted(self, rest: str, tokens: _Tokens, number: int) -> LackmusError:
        """The error for a text that differs from its words, from a token on."""
        remedy = "Correct the words or the comment # text."
        goes_on = _shown(rest.strip()) if rest.strip() else "at its end"
        if number == len(tokens.forms):
            return self._wrong(self.places[-1], f"after the last word the text goes on: {goes_on}", remedy)
        widths = tokens.widths or [1] * len(tokens.forms)
        first, last = sum(widths[:number]) + 1, sum(widths[: number + 1])
        id = f"{first}-{last}" if last > first else str(first)
        fact = f"word {id} is {_shown(tokens.forms[number])}, and there the text is {goes_on}"
        return self._wrong(self._line_of(id), fact, remedy)

    def _wrong_columns(self, cells: Sequence[Sequence[str]]) -> LackmusError:
        there = zip(self.places, cells, strict=True)
        place, row = next((place, row) for place, row in there if len(row) != _COLUMNS)
        if len(row) < _COLUMNS <= len(" ".join(row).split()):
            return self._wrong(place, "spaces stand where tabs must be", "Put a tab between columns.")
        many = counted(len(row), "column")
        return self._wrong(place, f"{many} where {_COLUMNS} are needed, with a tab between them")

    def _wrong_id(self, place: int, id: str, due: int) -> LackmusError:
        if not (id.isdecimal() and id.isascii()):
            return self._wrong(place, f"{_shown(id)} is no id of a word" if id else "the id is missing")
        ids = [line.partition("\t")[0] for line in self.lines]
        if ids.count(id) > 1:
            return self._wrong(place, f"the id {id} stands there {ids.count(id)} times")
        why = "they are not in order" if str(due) in ids else "that one is missing"
        return self._wrong(place, f"word {id} stands where word {due} should, and {why}")

    def _wrong(self, line: int, fact: str, remedy: str = "Correct it there.") -> LackmusError:
        return LackmusError(f"{self.path}, sentence {self.id or self.number}, line {line}: {fact}. {remedy}")

    def too_long(self) -> LackmusError:
        """The error for a sentence with too many words."""
        fact = f"the sentence that begins here has more than {MOST_WORDS:,} words"
        return self._wrong(self.places[0], fact, "Put a blank line between sentences.")

    def follows(self, part: int, parts: int) -> LackmusError:
        """The error for a missing part of a line."""
        fact = f"part {part} of {parts} of a line should stand here"
        return self._wrong(
            self.begins, fact, "Put all parts of a line behind each other, or drop # line_part."
        )

    def _line_of(self, id: int | str) -> int:
        ids = [line.partition("\t")[0] for line in self.lines]
        return self.places[ids.index(str(id))]


def _lines(blocks: Iterator[_Block]) -> Iterator[list[_Block]]:
    """Sentences grouped by line of text."""
    found: list[_Block] = []
    for block in blocks:
        number, many = block.line_part
        first = found[0] if found else block
        due = len(found) + 1, first.line_part[1]
        if block.line_part != due or block.line_id != first.line_id:
            raise block.follows(*due)
        found.append(block)
        if number == many:
            yield found
            found = []
    if found:
        raise found[-1].follows(len(found) + 1, found[0].line_part[1])


def _blocks(path: Path) -> Iterator[_Block]:
    """Sentence by sentence."""
    block = _Block(path, 1)
    for place, line in enumerate(chain(File(path).lines, [""]), 1):
        if not line or line.isspace():
            if block.is_sentence:
                yield block
            block = _Block(path, block.number + block.is_sentence)
            continue
        block.begins = block.begins or place
        if line[0] == "#":
            block.comment(line)
        else:
            block.lines.append(line)
            block.places.append(place)
            if len(block.lines) > MOST_WORDS:
                raise block.too_long()


def _turned(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Rows as columns."""
    return list(zip(*rows, strict=True)) or [()] * _COLUMNS


def _written(tokens: _Tokens) -> str:
    """The text from the tokens, where no comment gives it."""
    pieces = (
        form if "SpaceAfter=No" in misc.split("|") else f"{form} "
        for form, misc in zip(tokens.forms, tokens.miscs, strict=True)
    )
    return "".join(pieces).removesuffix(" ")


def _repeated(places: Sequence[int], widths: Sequence[int]) -> list[int]:
    """One entry per word; the words of a contraction share its place."""
    return list(chain.from_iterable(map(repeat, places, widths)))


def _shown(text: str) -> str:
    """The beginning of a text in quotes."""
    return f"“{text[:_SHOWN]}{'…' if len(text) > _SHOWN else ''}”"
