"""Sentences as trees, column by column: what parsers give, and what queries read."""

# A corpus has half a million words, and a query asks the same of each of them. So each distinct value is
# examined once, and a relation is one step over whole columns.

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]  # numbers of words, counted through all sentences
Mask = NDArray[np.bool_]  # one boolean per word

ATTRIBUTES = ("form", "lemma", "upos", "xpos", "feats", "deprel")
NONE = "_"  # CoNLL-U's sign for an empty field


class Word(NamedTuple):
    """A word in its sentence; its head is the number of a word in the same sentence, 0 for the root."""

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str  # in CoNLL-U notation: Mood=Ind|Tense=Past
    head: int
    deprel: str
    start: int  # position in the text; the words of a contraction share it
    end: int


@dataclass(frozen=True)
class Sentence:
    """A line of text with its tree; where it has several sentences, with a tree and a root for each."""

    id: str
    text: str
    words: tuple[Word, ...]


@dataclass(frozen=True)
class Coded:
    """A column of strings: the distinct values, and for each word the code of its value."""

    codes: NDArray[np.int32]
    values: tuple[str, ...]

    def __getitem__(self, row: int) -> str:
        return self.values[int(self.codes[row])]

    def take(self, rows: Rows) -> "Coded":
        """The same column for other rows."""
        return Coded(self.codes[rows], self.values)


@dataclass(frozen=True)
class Treebank:
    """Many sentences. The words of sentence i are the rows from bounds[i] up to bounds[i + 1]."""

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    bounds: Rows
    heads: Rows  # the row of the head; -1 for a root
    form: Coded
    lemma: Coded
    upos: Coded
    xpos: Coded
    feats: Coded
    deprel: Coded
    spans: NDArray[np.int32] = field(repr=False)  # rows × (start, end): where words stand in their text

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def words(self) -> int:
        """The number of words."""
        return len(self.heads)

    @cached_property
    def lengths(self) -> Rows:
        """Words of each sentence."""
        return np.diff(self.bounds)

    @cached_property
    def sentence_of(self) -> Rows:
        """For each word the number of its sentence."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def column(self, name: str) -> Coded:
        """A column by name, one of ATTRIBUTES."""
        found = getattr(self, name)
        assert isinstance(found, Coded)
        return found

    def word(self, row: int) -> Word:
        """A word by its row."""
        first = int(self.bounds[self.sentence_of[row]])
        head = int(self.heads[row])
        start, end = self.spans[row]
        return Word(
            self.form[row],
            self.lemma[row],
            self.upos[row],
            self.xpos[row],
            self.feats[row],
            head - first + 1 if head >= 0 else 0,
            self.deprel[row],
            int(start),
            int(end),
        )

    def sentence(self, number: int) -> Sentence:
        """A sentence with its words."""
        first, after = self.bounds[number : number + 2].tolist()
        rows = slice(first, after)
        form, lemma, upos, xpos, feats, deprel = (
            [column.values[code] for code in column.codes[rows].tolist()]
            for column in map(self.column, ATTRIBUTES)
        )
        heads = [row - first + 1 if row >= 0 else 0 for row in self.heads[rows].tolist()]
        starts, ends = self.spans[rows].T.tolist()
        words = map(Word, form, lemma, upos, xpos, feats, heads, deprel, starts, ends)
        return Sentence(self.ids[number], self.texts[number], tuple(words))

    def take(self, numbers: Sequence[int] | Rows) -> "Treebank":
        """These sentences in this order; a sentence may be repeated."""
        chosen = np.asarray(numbers, dtype=np.int64)
        lengths = self.lengths[chosen]
        bounds = np.concatenate(([0], np.cumsum(lengths)))
        # The offset of each sentence's words: from the old rows to the new.
        moved = np.repeat(bounds[:-1] - self.bounds[chosen], lengths)
        rows = np.arange(bounds[-1]) - moved
        heads = self.heads[rows]
        return _built(
            (self.ids[number] for number in chosen.tolist()),
            (self.texts[number] for number in chosen.tolist()),
            bounds,
            np.where(heads < 0, -1, heads + moved),
            (self.column(name).take(rows) for name in ATTRIBUTES),
            self.spans[rows],
        )


def _built(
    ids: Iterable[str],
    texts: Iterable[str],
    bounds: Rows,
    heads: Rows,
    columns: Iterable[Coded],
    spans: NDArray[np.int32],
) -> Treebank:
    form, lemma, upos, xpos, feats, deprel = columns  # as in ATTRIBUTES
    return Treebank(tuple(ids), tuple(texts), bounds, heads, form, lemma, upos, xpos, feats, deprel, spans)


class Coding:
    """A growing column: a new value gets the next code."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict(count().__next__)
        self._codes: list[int] = []

    def __iadd__(self, values: Iterable[str]) -> Self:
        self._codes += map(self._numbers.__getitem__, values)
        return self

    def coded(self) -> Coded:
        """The column as it is now."""
        return Coded(np.array(self._codes, dtype=np.int32), tuple(self._numbers))


class Gathering:
    """Collects sentences as columns, to build a treebank."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._texts: list[str] = []
        self._lengths: list[int] = []
        self._columns = [Coding() for _ in ATTRIBUTES]
        self._heads: list[int] = []
        self._starts: list[int] = []
        self._ends: list[int] = []

    def __len__(self) -> int:
        return len(self._ids)

    def add(
        self,
        id: str,
        text: str,
        columns: Iterable[Iterable[str]],
        heads: Sequence[int],
        starts: Iterable[int],
        ends: Iterable[int],
    ) -> None:
        """Add a sentence: columns in the order of ATTRIBUTES, heads as numbers of words."""
        self._ids.append(id)
        self._texts.append(text)
        self._lengths.append(len(heads))
        for gathered, column in zip(self._columns, columns, strict=True):
            gathered += column
        self._heads += heads
        self._starts += starts
        self._ends += ends

    def treebank(self) -> Treebank:
        """The treebank of all sentences so far."""
        bounds = np.concatenate(([0], np.cumsum(self._lengths, dtype=np.int64)))
        within = np.array(self._heads, dtype=np.int64)
        first = np.repeat(bounds[:-1], self._lengths)
        return _built(
            self._ids,
            self._texts,
            bounds,
            np.where(within == 0, -1, first + within - 1),
            (column.coded() for column in self._columns),
            np.array([self._starts, self._ends], dtype=np.int32).T.reshape(-1, 2),
        )


def treebank(sentences: Iterable[Sentence]) -> Treebank:
    """A treebank from sentences."""
    gathering = Gathering()
    for one in sentences:
        columns = tuple(zip(*one.words, strict=True)) or ((),) * len(Word._fields)
        form, lemma, upos, xpos, feats, heads, deprel, starts, ends = columns
        gathering.add(one.id, one.text, (form, lemma, upos, xpos, feats, deprel), heads, starts, ends)
    return gathering.treebank()


def tree_flaw(heads: Sequence[int]) -> tuple[int, str] | None:
    """Why these heads make no tree, with the number of a word involved; None if they make one."""
    size = len(heads)
    roots = []
    for number, head in enumerate(heads, 1):
        if head == 0:
            roots.append(number)
        elif not 0 < head <= size:
            words = "1 word" if size == 1 else f"{size} words"
            return number, f"word {number} has the head {head}, and the sentence has {words}"
    if len(roots) > 1:
        return roots[1], f"words {roots[0]} and {roots[1]} are both roots"
    if size and not roots:
        return 1, "no word is the root, with the head 0"
    hangs = bytearray(size + 1)  # words known to depend on the root
    hangs[0] = 1
    for number in range(1, size + 1):
        way: list[int] = []
        while not hangs[number]:
            if len(way) > size:
                return _circle(heads, number)
            way.append(number)
            number = heads[number - 1]
        for passed in way:
            hangs[passed] = 1
    return None


def _circle(heads: Sequence[int], inside: int) -> tuple[int, str]:
    """A cycle of words, found from one of its words."""
    ring = [inside]
    while (above := heads[ring[-1] - 1]) != inside:
        ring.append(above)
    ring.sort()
    if len(ring) == 1:
        return inside, f"word {inside} hangs on itself"
    some = ", ".join(map(str, ring[:5])) + (", …" if len(ring) > 5 else "")
    return ring[0], f"the words {some} hang on each other in a circle"


def coded(values: Sequence[str]) -> Coded:
    """A column from strings."""
    column = Coding()
    column += values
    return column.coded()


@dataclass(frozen=True)
class Bitext:
    """Sentences and their translations: number i of the one is a translation of number i of the other.

    A link is a row of the source and a row of the target. A sentence that many systems translated stands
    in the source as many times.
    """

    source: Treebank
    target: Treebank
    links: Rows = field(repr=False)  # links × 2


def joined(banks: Sequence[Treebank]) -> Treebank:
    """Treebanks concatenated; at least one is needed."""
    if len(banks) == 1:
        return banks[0]
    before = np.cumsum([0, *(bank.words for bank in banks[:-1])], dtype=np.int64)
    moved = list(zip(banks, before, strict=True))
    return _built(
        chain.from_iterable(bank.ids for bank in banks),
        chain.from_iterable(bank.texts for bank in banks),
        np.concatenate([[0], *(bank.bounds[1:] + first for bank, first in moved)]),
        np.concatenate([np.where(bank.heads < 0, -1, bank.heads + first) for bank, first in moved]),
        (_joined([bank.column(name) for bank in banks]) for name in ATTRIBUTES),
        np.concatenate([bank.spans for bank in banks]),
    )


def _joined(columns: Sequence[Coded]) -> Coded:
    places: dict[str, int] = {}
    codes = []
    for column in columns:
        renumbered = [places.setdefault(value, len(places)) for value in column.values]
        codes.append(np.array(renumbered, dtype=np.int32)[column.codes])
    return Coded(np.concatenate(codes), tuple(places))
