"""The query language of trees: compile a text to a condition on a word."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache

from lackmus.core.base.texts import printable
from lackmus.core.trees.conditions import (
    ANYTHING,
    RELATIONS,
    UNNAMED,
    At,
    AttributeTest,
    Condition,
    Distance,
    Finite,
    Names,
    Not,
    Or,
    Relation,
    Same,
    WordOrder,
    conjunction,
)
from lackmus.core.trees.query_text import FEATURE, NAME, NUMBER, QueryError, QueryText, listed
from lackmus.core.trees.treebank import ATTRIBUTES, NONE

__all__ = ["MEANING", "Query", "QueryError", "compile_query"]

# The version of the language, for signatures; raised when the same query finds other words. Since 2 an
# infinitive is not finite by a copula, nor by a Slavic “to be” that is not in the future tense.
MEANING = 2
LONGEST = 10_000  # characters
DEEPEST = 50  # nested parentheses and negations
MOST_NAMES = 30
FARTHEST = 999_999  # words
UPOS = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN"),
    *("PUNCT", "SCONJ", "SYM", "VERB", "X"),
)
_JOINTS = ("and", "or", "not")
_ABOUT = ("finite", *ATTRIBUTES, *RELATIONS)  # first words of a condition
_KEYWORDS = (*_JOINTS, "distance", *_ABOUT)
_TESTS = ("!=", "!~", "=", "~")
_COMPARISONS = ("<=", ">=", "!=", "=", "<", ">")


@dataclass(frozen=True)
class Query:
    """A compiled query: a condition on one word, the focus, and the names it binds."""

    text: str
    known: tuple[str, ...] = ()  # names of words on the other side that it may use
    aligned: bool = False  # whether there is an aligned other side
    condition: Condition = field(default=ANYTHING, compare=False, repr=False)
    slot: str = field(default="", compare=False, repr=False)  # the name of the focus in the condition
    sides: Mapping[str, int] = field(
        default_factory=dict, compare=False, repr=False
    )  # of names; 1: the other
    names: tuple[str, ...] = field(default=(), compare=False)  # bound by it, in the order of the text

    @property
    def focus(self) -> str:
        """The author's name for the focus, if any."""
        return self.slot if self.slot in self.names else ""

    @property
    def certain(self) -> tuple[str, ...]:
        """The names that every match binds, in all alternatives."""
        bound = self.condition.binds | {self.slot}
        return tuple(name for name in self.names if name in bound)

    @property
    def needs(self) -> Names:
        """The names of the other side that it uses."""
        return self.condition.free & set(self.known)


def compile_query(text: str, known: Sequence[str] = (), aligned: bool = False) -> Query:
    """Compile a query. Only with `aligned` may it refer to the other side, by the `known` names."""
    return _compiled(text, tuple(known) if aligned else (), aligned)


@lru_cache(maxsize=256)  # contrasts share queries, so results are shared too
def _compiled(text: str, known: tuple[str, ...], aligned: bool) -> Query:
    if len(text) > LONGEST:
        said = f"a query has at most {LONGEST:,} characters, and this has {len(text):,}"
        raise QueryError(said, text, LONGEST)
    return _Parser(text, known, aligned).query()


class _Parser(QueryText):
    """Each rule of the grammar is a method; `here` is the name of the current word, `side` its side."""

    def __init__(self, text: str, known: tuple[str, ...], aligned: bool) -> None:
        super().__init__(text)
        self.known, self.aligned = known, aligned
        self.sides = dict.fromkeys(known, 1)
        self.visible = set(known)  # names that can be used here
        self.names: list[str] = []
        self.unnamed = 0
        self.depth = 0
        self.negated = 0

    @contextmanager
    def deeper(self, place: int) -> Iterator[None]:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"nested more than {DEEPEST} deep", place)
        yield
        self.depth -= 1

    def query(self) -> Query:
        if not self.text.strip():
            self.fail("the query is empty; ask for something, such as upos=VERB", 0)
        slot = self.name(0)
        condition = self.expression(slot, 0)
        if self.sign:
            self.fail(self.unexpected("the end"))
        return Query(self.text, self.known, self.aligned, condition, slot, self.sides, tuple(self.names))

    def unexpected(self, end: str) -> str:
        word = self.peek()
        if word.lower() in _JOINTS and word.lower() != word:
            return f"write {word.lower()} in small letters"
        if self.sign == ")":
            return "this ) closes nothing"
        if self.sign == ":":
            return "a name and a colon stand only at the beginning of a query or of a relation"
        return f"expected and, or or {end}, not {self.seen}"

    def name(self, side: int) -> str:
        """The given name of a word, or an internal one."""
        start, word, found = self.here, self.peek(), self.peek(NAME)
        if not found:
            self.unnamed += 1
            name = f"{UNNAMED}{self.unnamed}"
            self.sides[name] = side
            return name
        if word in _KEYWORDS:
            self.fail(f"{word} is a word of the language; choose another name", start)
        if word[0].isupper():
            self.fail(f"{word} would be a feature; names begin with a small letter", start)
        if word in self.visible:
            self.fail(f"{word} is already the name of another word", start)
        if self.sides.setdefault(word, side) != side:
            self.fail(f"{word} is already the name of a word of the other side", start)
        if len(self.sides) - self.unnamed - len(self.known) > MOST_NAMES:
            self.fail(f"a query has at most {MOST_NAMES} names", start)
        self.place = start + len(found)
        self.visible.add(word)
        if not self.negated and word not in self.names:
            self.names.append(word)
        return word

    def expression(self, here: str, side: int) -> Condition:
        before = set(self.visible)
        parts = [self.term(here, side)]
        after = self.visible
        while self.take_word("or"):
            self.visible = set(before)
            parts.append(self.term(here, side))
            after = after & self.visible  # afterwards only names that all alternatives bind are known
        self.visible = after
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def term(self, here: str, side: int) -> Condition:
        parts = [self.factor(here, side)]
        while self.take_word("and"):
            parts.append(self.factor(here, side))
        return conjunction(parts, here)

    def factor(self, here: str, side: int) -> Condition:
        start = self.here
        if self.take_word("not"):
            before = set(self.visible)
            self.negated += 1
            with self.deeper(start):
                inner = self.factor(here, side)
            self.negated -= 1
            self.visible = before
            return Not(inner)
        if self.take("("):
            with self.deeper(start):
                inner = self.expression(here, side)
                self.close(start)
            return inner
        return self.condition(here, side)

    def close(self, start: int) -> None:
        if not self.take(")"):
            if self.sign:
                self.fail(self.unexpected(")"))
            self.fail("this ( is never closed", start)

    def condition(self, here: str, side: int) -> Condition:
        start, word = self.here, self.peek()
        if not word or word in _JOINTS:
            self.fail(f"expected a condition, such as upos=VERB or child(…), not {self.seen}")
        self.place = start + len(word)
        if word == "distance":
            return self.distance()
        if word in _ABOUT or word[0].isupper():
            return self.about(word, start, here, side)
        if self.sign == "(":
            self.fail(f"there is no relation {word}; there are {listed(RELATIONS)}", start)
        if self.sign and self.sign in "=~!":
            features = "and features such as VerbForm"
            self.fail(f"there is no attribute {word}; there are {', '.join(ATTRIBUTES)}, {features}", start)
        if self.sign == ":":
            self.fail(self.unexpected(""))
        return self.of_name(self.usable(word, start), start, here, side)

    def of_name(self, name: str, start: int, here: str, side: int) -> Condition:
        """A condition that begins with the name of a word."""
        if self.take("."):
            at, word = self.here, self.peek()
            if word not in _ABOUT and not word[:1].isupper():
                self.fail(f"expected an attribute, a relation or finite after {name}., not {self.seen}")
            self.place = at + len(word)
            inner = self.about(word, at, name, self.sides[name])
            return inner if name == here else At(name, inner)
        if self.sign and self.sign in "<>":
            return self.order(name)
        if self.sides[name] != side:
            self.fail(f"{name} is a word of the other side; write aligned({name})", start)
        return ANYTHING if name == here else Same(name)

    def usable(self, word: str, start: int) -> str:
        """A name that is known here; otherwise an error."""
        if word not in self.visible:
            self.fail(self.unknown(word), start)
        return word

    def unknown(self, word: str) -> str:
        there = f"known here: {listed(sorted(self.visible))}" if self.visible else "no word has a name here"
        elsewhere = "; one that is bound under not, or in one of several alternatives, is known only there"
        return f"no word is named {word}; {there}{elsewhere if word in self.sides else ''}"

    def about(self, word: str, start: int, here: str, side: int) -> Condition:
        """A condition on the word `here`; its first token is already read."""
        if word in RELATIONS:
            return self.relation(word, start, here, side)
        return Finite() if word == "finite" else self.test(word, start)

    def relation(self, kind: str, start: int, here: str, side: int) -> Condition:
        if kind == "aligned" and not self.aligned:
            self.fail("aligned(…) asks for a word of the translation, and here is none", start)
        opened = self.here
        self.expect("(", f"after {kind}")
        near = 1 - side if kind == "aligned" else side
        with self.deeper(opened):
            name = self.name(near)
            inner = ANYTHING if self.sign == ")" else self.expression(name, near)
            self.close(opened)
        return Relation(kind, name, here, inner)

    def second(self, first: str, after: str) -> str:
        """The name of another word of the same side."""
        start, word = self.here, self.peek()
        if not word:
            self.fail(f"expected the name of a word after {after}, not {self.seen}")
        name = self.usable(word, start)
        if self.sides[name] != self.sides[first or name]:
            self.fail(f"{first} and {name} are words of two texts, which have no common order", start)
        self.place = start + len(word)
        return name

    def order(self, first: str) -> Condition:
        start = self.here
        sign = self.take_one(_COMPARISONS)
        if sign not in ("<", ">"):
            self.fail(f"expected < or >, not {sign}", start)
        second = self.second(first, sign)
        return WordOrder(first, second) if sign == "<" else WordOrder(second, first)

    def distance(self) -> Condition:
        self.expect("(", "after distance")
        first = self.second("", "distance(")
        self.expect(",", "between two names")
        second = self.second(first, ",")
        self.expect(")", "after two names")
        sign = self.take_one(_COMPARISONS)
        if not sign:
            self.fail(f"expected {listed(_COMPARISONS, 'or')} after distance(…), not {self.seen}")
        number = self.peek(NUMBER)
        if not number:
            self.fail(f"expected a number of words after {sign}, not {self.seen}")
        if len(number) > len(str(FARTHEST)):
            self.fail(f"a distance is at most {FARTHEST:,} words")
        self.place = self.here + len(number)
        return Distance(first, second, sign, int(number))

    def test(self, word: str, start: int) -> Condition:
        feature = word not in ATTRIBUTES
        if feature and word.lower() in _KEYWORDS:
            self.fail(f"write {word.lower()} in small letters; a feature of that name is feats.{word}", start)
        if word == "feats" and self.text.startswith(".", self.place):
            feature, start = True, self.place + 1
        if feature:
            found = FEATURE.match(self.text, start)
            if not found:
                self.fail("expected the name of a feature after feats.", start)
            word, self.place = found.group(), found.end()
        sign = self.take_one(_TESTS)
        if not sign and not feature:
            self.fail(f"expected {listed(_TESTS, 'or')} after {word}, not {self.seen}")
        if not sign:
            return AttributeTest(word, feature)
        values = self.values(word, sign)
        condition = AttributeTest(word, feature, sign[-1], values)
        return Not(condition) if sign[0] == "!" else condition

    def values(self, word: str, sign: str) -> tuple[str, ...]:
        values: list[str] = []
        after = sign
        while not values or self.take("|"):
            start = self.here
            value = self.value(after, sign[-1] == "~")
            if word == "upos" and sign[-1] == "=" and value not in (*UPOS, NONE):
                self.fail(f"there is no part of speech {printable(value)}; there are {listed(UPOS)}", start)
            values.append(value)
            after = "|"
        return tuple(values)
