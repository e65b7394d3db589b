"""The parts of a tree query: conditions on a word, with names used only where they are bound."""

# A query may use a name anywhere after the relation that binds it: child(m: upos=PART) and m < k. Here the
# conditions that use the name move into the relation: child(m: upos=PART and m < k). So only relations search
# for words, and their results depend only on the names they need.

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

Names = frozenset[str]

UNNAMED = "·"  # prefix of the names of unnamed words
RELATIONS = ("parent", "child", "ancestor", "descendant", "sibling", "clause", "aligned", "node")


class Condition:
    """A condition on a word, given the words that names stand for."""

    @property
    def free(self) -> Names:
        """The names that it needs."""
        return Names()

    @property
    def binds(self) -> Names:
        """The names that it binds for later conditions."""
        return Names()

    @property
    def shows(self) -> bool:
        """Whether the words that make it true are part of the result."""
        return False


@dataclass(frozen=True)
class AttributeTest(Condition):
    """A test of a column or feature: one of these values or patterns, or that it exists."""

    attribute: str
    feature: bool
    operator: str = ""  # "=", "~", or empty: the feature exists
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finite(Condition):
    """The word or an auxiliary of it is finite."""


@dataclass(frozen=True, eq=False)
class Relation(Condition):
    """Some word in a relation to this one satisfies a condition."""

    kind: str
    name: str
    origin: str  # the name of this word
    inner: Condition

    @cached_property
    def free(self) -> Names:
        return self.inner.free - {self.name}

    @cached_property
    def binds(self) -> Names:
        return self.inner.binds | {self.name}

    @cached_property
    def shows(self) -> bool:
        return not self.name.startswith(UNNAMED) or self.inner.shows

    @cached_property
    def needs(self) -> tuple[str, ...]:
        """The names in `free`, in a fixed order."""
        return tuple(sorted(self.free))


@dataclass(frozen=True, eq=False)
class Same(Condition):
    """This word is the one of that name."""

    name: str

    @cached_property
    def free(self) -> Names:
        return Names((self.name,))


@dataclass(frozen=True, eq=False)
class WordOrder(Condition):
    """One word stands before another."""

    first: str
    second: str

    @cached_property
    def free(self) -> Names:
        return Names((self.first, self.second))


@dataclass(frozen=True, eq=False)
class Distance(Condition):
    """Two words are so many words apart."""

    first: str
    second: str
    operator: str
    words: int

    @cached_property
    def free(self) -> Names:
        return Names((self.first, self.second))


@dataclass(frozen=True, eq=False)
class At(Condition):
    """The word of that name satisfies a condition."""

    name: str
    inner: Condition

    @cached_property
    def free(self) -> Names:
        return self.inner.free | {self.name}

    @cached_property
    def binds(self) -> Names:
        return self.inner.binds

    @cached_property
    def shows(self) -> bool:
        return self.inner.shows


@dataclass(frozen=True, eq=False)
class Not(Condition):
    """A negation; names bound inside are known only inside."""

    inner: Condition

    @cached_property
    def free(self) -> Names:
        return self.inner.free


@dataclass(frozen=True, eq=False)
class And(Condition):
    """All conditions hold; none needs a name that another binds."""

    parts: tuple[Condition, ...]

    @cached_property
    def free(self) -> Names:
        return Names().union(*(part.free for part in self.parts))

    @cached_property
    def binds(self) -> Names:
        return Names().union(*(part.binds for part in self.parts))

    @cached_property
    def shows(self) -> bool:
        return any(part.shows for part in self.parts)


@dataclass(frozen=True, eq=False)
class Or(Condition):
    """One condition holds; afterwards only names that all of them bind are known."""

    parts: tuple[Condition, ...]

    @cached_property
    def free(self) -> Names:
        return Names().union(*(part.free for part in self.parts))

    @cached_property
    def binds(self) -> Names:
        first, *others = (part.binds for part in self.parts)
        return first.intersection(*others)

    @cached_property
    def shows(self) -> bool:
        return any(part.shows for part in self.parts)


ANYTHING = And(())


def parts_of(condition: Condition) -> tuple[Condition, ...]:
    """The conditions that must all hold."""
    return condition.parts if isinstance(condition, And) else (condition,)


def conjunction(conditions: Iterable[Condition], here: str) -> Condition:
    """All conditions on the word `here`; those that need a name move to where it is bound."""
    done: list[Condition] = []  # from the last to the first
    for part in reversed([part for condition in conditions for part in parts_of(condition)]):
        users = [one for one in done if one.free & part.binds]
        if users:
            done = [one for one in done if not one.free & part.binds]
            part = _around(part, users[::-1], here)
        done.append(part)
    return done[0] if len(done) == 1 else And(tuple(reversed(done)))


def _around(condition: Condition, users: Sequence[Condition], here: str) -> Condition:
    """A condition with those inside it that use its names; alternatives share them."""
    match condition:
        case Relation(kind, name, origin, inner):
            moved = (_seen(one, here, name, kind != "aligned") for one in users)
            return Relation(kind, name, origin, conjunction([inner, *moved], name))
        case At(name, inner):
            return At(name, conjunction([inner, *(_seen(one, here, name, False) for one in users)], name))
        case Or(parts):
            return Or(tuple(_around(part, users, here) for part in parts))
        case _:
            return conjunction([condition, *users], here)


def _seen(condition: Condition, home: str, here: str, near: bool) -> Condition:
    """A condition on the word `home`, restated for the word `here` or for its sentence."""
    match condition:
        case WordOrder() | Distance():
            return condition
        case Relation(kind="node") if near:  # the same for every word of the sentence
            return condition
        case At(name, inner):
            return inner if name == here else condition
        case _:
            return At(home, condition)
