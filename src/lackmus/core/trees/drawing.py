"""Where words, arcs and links are drawn: a sentence above its translation, each with the arcs of a clause."""

# Everything is worked out in pixels from left to right and in levels from the words outward, so that the
# renderer (such as SVG) decides nothing. Only the renderer knows text widths, so it passes a function.

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby, pairwise
from unicodedata import bidirectional

from lackmus.core.base.texts import printable
from lackmus.core.trees.arcs import Arc, WordPosition, arcs
from lackmus.core.trees.treebank import NONE, Word

Measure = Callable[[str, float, bool], float]  # text, font size, bold -> width

FORM, LEMMA, TAG, LABEL = 15.0, 12.0, 10.5, 10.5  # font sizes
ROOM = 1040.0  # a wider sentence is shown only around its clause
_GAP = 14.0  # between two words
_LEAST = 30.0  # width of a word at least, so that arcs have room
_MOST = 26  # letters of a word; the others are cut
_FEW = 1  # hidden words that would take no less room than the dots
_BESIDE = 2  # words on either side of a marked one that are always shown
_FIRST = 12  # words shown if a sentence has no clause
_BENDS = 36.0  # width of an arc beside its label


class Strength(StrEnum):
    """How important a link is."""

    KEYWORD = "keyword"  # the verdict rests on it
    FALLBACK = "fall-back"  # the verdict rests on it, although there is no link
    CLAUSE = "clause"
    OTHER = "other"


@dataclass(frozen=True)
class DrawnSentence:
    """A sentence to be drawn."""

    words: tuple[Word, ...]
    marked: frozenset[int] = frozenset()  # the keyword, or its counterparts
    clause: frozenset[int] = frozenset()  # words whose arcs are drawn
    head: int | None = None  # of the clause


@dataclass(frozen=True)
class PlacedWord:
    """A word, or dots for several."""

    numbers: tuple[int, ...]  # of the word, or of all words behind the dots
    x: float  # of its middle
    wide: float
    form: str
    lemma: str
    tag: str
    marked: bool = False
    inside: bool = False  # part of the clause

    @property
    def hidden(self) -> bool:
        """Whether only dots are shown."""
        return self.form == "…"


@dataclass(frozen=True)
class PlacedSentence:
    """A sentence with positions."""

    words: tuple[PlacedWord, ...]
    arcs: tuple[Arc, ...]

    @property
    def levels(self) -> int:
        """How high its arcs go."""
        return max((arc.level for arc in self.arcs), default=0)


@dataclass(frozen=True)
class Link:
    """A link between a source word and a target word."""

    source: int
    target: int
    start: float
    end: float
    strength: Strength


@dataclass(frozen=True)
class Drawing:
    """Everything to be drawn."""

    wide: float
    source: PlacedSentence
    target: PlacedSentence | None
    links: tuple[Link, ...]

    @property
    def shortened(self) -> bool:
        """Whether words are left out."""
        lines = (self.source, *([self.target] if self.target else []))
        return any(word.hidden for line in lines for word in line.words)


def drawing(
    source: DrawnSentence,
    target: DrawnSentence | None,
    links: Mapping[tuple[int, int], Strength],
    measure: Measure,
    room: float | None = ROOM,
) -> Drawing:
    """Compute all positions; sentences wider than the room are shown only around their clauses."""
    others = target or DrawnSentence(())
    first, second = _shown(source, others, links, measure, room)
    above, below = _line(source, first, measure), _line(others, second, measure)
    wides = _wide(above), _wide(below)
    wide = max(wides)
    shift = _shift(above, below, links, wides)
    above, below = _moved(above, max(shift, 0.0)), _moved(below, max(-shift, 0.0))
    at = [{number: word for word in line.words for number in word.numbers} for line in (above, below)]
    drawn = tuple(
        Link(one, other, at[0][one].x, at[1][other].x, strength)
        for (one, other), strength in sorted(links.items(), key=lambda link: _order(link[1]))
        if not (at[0][one].hidden or at[1][other].hidden)
    )
    return Drawing(wide, above, below if target is not None else None, drawn)


def _order(strength: Strength) -> int:
    """The drawing order of links: important ones last, so that they are on top."""
    return -list(Strength).index(strength)


# -- which words are shown ---------------------------------------------------------------------------------


def _shown(
    source: DrawnSentence,
    target: DrawnSentence,
    links: Iterable[tuple[int, int]],
    measure: Measure,
    room: float | None,
) -> tuple[set[int], set[int]]:
    around = [half.clause | _near(half) | _above(half) for half in (source, target)]
    linked = (
        {one for one, other in links if other in around[1]},
        {other for one, other in links if one in around[0]},
    )
    found = []
    for half, near, more in zip((source, target), around, linked, strict=True):
        whole = set(range(len(half.words)))
        fits = room is None or _wide(_line(half, whole, measure)) <= room
        found.append(whole if fits else _filled(near | more, len(whole)))
    return found[0], found[1]


def _near(half: DrawnSentence) -> frozenset[int]:
    """Marked words and their neighbours, because a clause may have only one word."""
    whole = range(len(half.words))
    beside = range(-_BESIDE, _BESIDE + 1)
    return frozenset(one + step for one in half.marked for step in beside if one + step in whole)


def _above(half: DrawnSentence) -> frozenset[int]:
    """The head of the clause's head."""
    if half.head is None:
        return frozenset()
    return frozenset({half.words[half.head].head - 1} - {-1})


def _filled(shown: frozenset[int], many: int) -> set[int]:
    """The shown words, with single gaps filled; the first words if none are shown."""
    found = set(shown) or set(range(min(many, _FIRST)))
    for low, high in pairwise([-1, *sorted(found), many]):
        if high - low - 1 <= _FEW:
            found.update(range(low + 1, high))
    return found


# -- places ------------------------------------------------------------------------------------------------


def _line(half: DrawnSentence, shown: set[int], measure: Measure) -> PlacedSentence:
    words: list[PlacedWord] = []
    end = 0.0
    for there, run in groupby(range(len(half.words)), key=shown.__contains__):
        numbers = tuple(run)
        for part in [(number,) for number in numbers] if there else [numbers]:
            placed = _placed(half, part, measure) if there else _dots(part, measure)
            x = end + placed.wide / 2
            if words:
                x = max(x, words[-1].x + _between(half, words[-1], placed, measure))
            words.append(replace(placed, x=x))
            end = x + placed.wide / 2 + _GAP
    if _right_to_left(half.words):
        words = [replace(word, x=end - _GAP - word.x) for word in words]
    at = {word.numbers[0]: word for word in words if not word.hidden}
    return PlacedSentence(tuple(words), tuple(_arcs(half, at)))


def _placed(half: DrawnSentence, part: tuple[int, ...], measure: Measure) -> PlacedWord:
    (number,) = part
    word, inside, marked = half.words[number], number in half.clause, number in half.marked
    form, lemma, tag = (_cut(text) for text in (word.form, word.lemma, word.upos))
    needed = (
        measure(form, FORM, marked) + (10 if marked else 0),
        measure(lemma, LEMMA, False),
        measure(tag, TAG, False),
        measure(_cut(word.deprel), LABEL, False) + 8 if inside else 0,
        _LEAST,
    )
    return PlacedWord(part, 0.0, max(needed), form, lemma, tag, marked, inside)


def _between(half: DrawnSentence, one: PlacedWord, other: PlacedWord, measure: Measure) -> float:
    """The distance between two neighbours, so that an arc between them has room for its label."""
    if not (one.inside and other.inside):
        return 0.0
    first, second = one.numbers[0], other.numbers[0]
    names = [
        half.words[word].deprel for word in (first, second) if half.words[word].head - 1 in (first, second)
    ]
    return max((measure(_cut(name), LABEL, False) + _BENDS for name in names), default=0.0)


def _dots(part: tuple[int, ...], measure: Measure) -> PlacedWord:
    said = f"{len(part)} words"
    return PlacedWord(part, 0.0, max(_LEAST, measure(said, TAG, False)), "…", "", said)


def _cut(text: str) -> str:
    """A word cut to fit; empty if there is none."""
    whole = "" if text == NONE else printable(text)
    return whole if len(whole) <= _MOST else f"{whole[: _MOST - 1]}…"


def _right_to_left(words: Sequence[Word]) -> bool:
    """Whether the text runs right to left, by its first letter with a direction."""
    for word in words:
        for letter in word.form:
            way = bidirectional(letter)
            if way in ("L", "R", "AL"):
                return way != "L"
    return False


def _wide(line: PlacedSentence) -> float:
    return max((word.x + word.wide / 2 for word in line.words), default=0.0)


def _shift(
    above: PlacedSentence,
    below: PlacedSentence,
    links: Mapping[tuple[int, int], Strength],
    wides: tuple[float, float],
) -> float:
    """How far the narrower line moves right, so that the keyword's links are vertical if possible."""
    at = [{number: word.x for word in line.words for number in word.numbers} for line in (above, below)]
    strong = [pair for pair, strength in links.items() if strength in (Strength.KEYWORD, Strength.FALLBACK)]
    slack = wides[1] - wides[0]
    wanted = sum(at[1][other] - at[0][one] for one, other in strong) / len(strong) if strong else slack / 2
    return max(0.0, min(slack, wanted)) if slack >= 0 else min(0.0, max(slack, wanted))


def _moved(line: PlacedSentence, by: float) -> PlacedSentence:
    if not by:
        return line
    return PlacedSentence(
        tuple(replace(word, x=word.x + by) for word in line.words),
        tuple(replace(arc, start=arc.start + by, end=arc.end + by) for arc in line.arcs),
    )


def _arcs(half: DrawnSentence, at: Mapping[int, PlacedWord]) -> Iterator[Arc]:
    """The arcs within the clause, and that of its head."""
    inside = half.clause & at.keys()
    heads = {word: half.words[word].head - 1 for word in sorted(inside - {half.head})}
    return arcs(
        {word: head for word, head in heads.items() if head in inside},
        half.head if half.head in at else None,
        {word: _cut(half.words[word].deprel) for word in inside},
        {word: WordPosition(at[word].x, at[word].wide) for word in inside},
    )
