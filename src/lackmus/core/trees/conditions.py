"""What a tree query consists of: conditions on a word, and names that are used only where they are bound."""

# A query may use a name anywhere behind the relation that binds it: child(m: upos=PART) and m < k. Here what
# uses the name moves into the relation, child(m: upos=PART and m < k). So nothing but a relation ever has to
# look for words, and what it finds depends on the names that it needs and on nothing else.

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

Names = frozenset[str]

UNNAMED = "·"  # begins the names of words that the author gave none
RELATIONS = ("parent", "child", "ancestor", "descendant", "sibling", "clause", "aligned", "node")


class Condition:
    """True or not of a word, given the words that names stand for."""

    @property
    def free(self) -> Names:
        """Names that it needs."""
        return Names()

    @property
    def binds(self) -> Names:
        """Names that it gives to what stands behind it."""
        return Names()

    @property
    def shows(self) -> bool:
        """Whether somebody wants to know which words make it true."""
        return False


@dataclass(frozen=True)
class Test(Condition):
    """A column or a feature has one of these values, matches one of these patterns, or is there at all."""

    attribute: str
    feature: bool
    operator: str = ""  # "=", "~", or none: the feature is there
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finite(Condition):
    """The word or an auxiliary of it is finite."""


@dataclass(frozen=True, eq=False)
class Relation(Condition):
    """Some word that stands in a relation to this one satisfies a condition."""

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
        """The same names as `free`, in a fixed order."""
        return tuple(sorted(self.free))


@dataclass(frozen=True, eq=False)
class Same(Condition):
    """This word is the one of that name."""

    name: str

    @cached_property
    def free(self) -> Names:
        return Names((self.name,))


@dataclass(frozen=True, eq=False)
class Order(Condition):
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
    """Names bound in here are known in here only."""

    inner: Condition

    @cached_property
    def free(self) -> Names:
        return self.inner.free


@dataclass(frozen=True, eq=False)
class And(Condition):
    """All of them; none of them needs a name that another binds."""

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
    """One of them; only names that each of them binds are known behind it."""

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
    """What must hold at the same time."""
    return condition.parts if isinstance(condition, And) else (condition,)


def conjunction(conditions: Iterable[Condition], here: str) -> Condition:
    """All of them, said of the word named `here`; what needs a name moves to where it is bound."""
    done: list[Condition] = []  # from the last to the first
    for part in reversed([part for condition in conditions for part in parts_of(condition)]):
        users = [one for one in done if one.free & part.binds]
        if users:
            done = [one for one in done if not one.free & part.binds]
            part = _around(part, users[::-1], here)
        done.append(part)
    return done[0] if len(done) == 1 else And(tuple(reversed(done)))


def _around(condition: Condition, users: Sequence[Condition], here: str) -> Condition:
    """A condition with, inside it, those that use its names. They are shared, not copied, by alternatives."""
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
    """What is said of the word `home`, so that it can be said at the word `here`, perhaps of its sentence."""
    match condition:
        case Order() | Distance():
            return condition
        case Relation(kind="node") if near:  # the same whichever word of the sentence asks
            return condition
        case At(name, inner):
            return inner if name == here else condition
        case _:
            return At(home, condition)
