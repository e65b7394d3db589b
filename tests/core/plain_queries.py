"""Queries at random, and what they mean: tried out word by word, from left to right, with every choice."""

import operator
import random
from collections.abc import Callable, Iterator
from typing import Any

from lackmus.core.trees.clauses import clause_heads, finite_words
from lackmus.core.trees.treebank import Bitext, Word

COMPARISONS = {
    **{"=": operator.eq, "!=": operator.ne, "<": operator.lt},
    **{"<=": operator.le, ">": operator.gt, ">=": operator.ge},
}
RELATIONS = ("parent", "child", "ancestor", "descendant", "sibling", "clause", "node", "aligned")
TESTS: dict[str, Callable[[Word], bool]] = {
    "upos=VERB": lambda word: word.upos == "VERB",
    "upos=NOUN|AUX": lambda word: word.upos in ("NOUN", "AUX"),
    "form~b$": lambda word: word.form.endswith("b"),
    "lemma!=a": lambda word: word.lemma != "a",
    "deprel=acl": lambda word: word.deprel.split(":")[0] == "acl",
    "Gender=Masc": lambda word: "Masc" in word.feats,
    "Mood": lambda word: "Mood=" in word.feats,
    "VerbForm=_": lambda word: "VerbForm=" not in word.feats,
}
Expression = tuple[Any, ...]


class Author:
    """Writes queries of every shape; a name is used where it is known, and nowhere else."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.sides = {"k": 0}

    def query(self) -> Expression:
        return self.expression(["k"], 0, 3)[0]

    def expression(self, known: list[str], side: int, depth: int) -> tuple[Expression, list[str]]:
        first, bound = self.term(known, side, depth)
        if self.draw.random() < 0.7:
            return first, bound
        if self.draw.random() < 0.5:  # both alternatives bind the same names
            return ("or", first, self.reworded(first)), bound
        return ("or", first, self.term(known, side, depth)[0]), []

    def term(self, known: list[str], side: int, depth: int) -> tuple[Expression, list[str]]:
        parts: list[Expression] = []
        bound: list[str] = []
        for _ in range(self.draw.choice((1, 2, 2, 3))):
            part, more = self.factor([*known, *bound], side, depth)
            parts.append(part)
            bound += more
        return ("and", *parts), bound

    def factor(self, known: list[str], side: int, depth: int) -> tuple[Expression, list[str]]:
        chance = self.draw.random()
        if not depth or chance < 0.25:
            return self.leaf(known, side), []
        if chance < 0.35:
            return ("not", self.expression(known, side, depth - 1)[0]), []
        if chance < 0.45:
            return self.expression(known, side, depth - 1)
        kind = self.draw.choice(RELATIONS)
        near = 1 - side if kind == "aligned" else side
        name = f"n{len(self.sides)}" if self.draw.random() < 0.7 else ""
        if name:
            self.sides[name] = near
        names = [name] if name else []
        inner, bound = self.expression([*known, *names], near, depth - 1)
        relation = ("relation", kind, name, inner)
        asked = self.draw.choice([*known, *[""] * 9])
        return ("at", asked, relation) if self.sides.get(asked) == side else relation, [*names, *bound]

    def leaf(self, known: list[str], side: int) -> Expression:
        chance = self.draw.random()
        near = [name for name in known if self.sides[name] == side]
        if near and chance < 0.15:
            return "same", self.draw.choice(near)
        if near and chance < 0.3:
            return "order", self.draw.choice(near), self.draw.choice("<>"), self.draw.choice(near)
        if near and chance < 0.45:
            sign, number = self.draw.choice(list(COMPARISONS)), self.draw.randrange(4)
            return "distance", self.draw.choice(near), self.draw.choice(near), sign, number
        test = self.draw.choice([("test", self.draw.choice(list(TESTS))), ("finite",)])
        return ("at", self.draw.choice(known), test) if known and chance < 0.6 else test

    def reworded(self, expression: Expression) -> Expression:
        """The same names and relations with other tests."""
        if expression[0] == "test":
            return "test", self.draw.choice(list(TESTS))
        return tuple(self.reworded(part) if isinstance(part, tuple) else part for part in expression)


def text_of(expression: Expression) -> str:
    """As a user would write it."""
    match expression:
        case ("test" | "same", str(text)):
            return text
        case ("finite",):
            return "finite"
        case ("order", first, sign, second):
            return f"{first} {sign} {second}"
        case ("distance", first, second, sign, number):
            return f"distance({first}, {second}) {sign} {number}"
        case ("at", name, inner):
            return f"{name}.{text_of(inner)}"
        case ("not", inner):
            return f"not ({text_of(inner)})"
        case ("and", *parts):
            return " and ".join(map(text_of, parts))
        case ("or", *parts):
            return f"({' or '.join(map(text_of, parts))})"
        case ("relation", kind, name, inner):
            return f"{kind}({name}{':' * bool(name)} {text_of(inner)})"
    raise AssertionError(expression)


class Plain:
    """Tries every word for every name, in the order of the text."""

    def __init__(self, bitext: Bitext, sides: dict[str, int]) -> None:
        self.banks = bitext.source, bitext.target
        self.links = [tuple(link) for link in bitext.links.tolist()]
        self.sides = sides
        self.words = [[bank.word(row) for row in range(bank.words)] for bank in self.banks]
        self.clauses = [clause_heads(bank).tolist() for bank in self.banks]
        self.finite = [finite_words(bank).tolist() for bank in self.banks]

    def solutions(
        self, expression: Expression, side: int, row: int, nodes: dict[str, int]
    ) -> Iterator[dict[str, int]]:
        """Every choice of words that makes an expression true of a word."""
        match expression:
            case ("or", *parts):
                for part in parts:
                    yield from self.solutions(part, side, row, nodes)
            case ("and", first, *others):
                for found in self.solutions(first, side, row, nodes):
                    yield from self.solutions(("and", *others), side, row, found)
            case ("at", name, inner):
                yield from self.solutions(inner, self.sides[name], nodes[name], nodes)
            case ("relation", kind, name, inner):
                near = 1 - side if kind == "aligned" else side
                for other in self.related(kind, side, row):
                    yield from self.solutions(inner, near, other, {**nodes, name: other} if name else nodes)
            case _:
                if self.holds(expression, side, row, nodes):
                    yield nodes

    def holds(self, expression: Expression, side: int, row: int, nodes: dict[str, int]) -> bool:
        match expression:
            case ("and",):
                return True
            case ("test", text):
                return TESTS[text](self.words[side][row])
            case ("finite",):
                return bool(self.finite[side][row])
            case ("same", name):
                return nodes[name] == row
            case ("order", first, sign, second):
                return bool(COMPARISONS[sign](nodes[first], nodes[second]))
            case ("distance", first, second, sign, number):
                return bool(COMPARISONS[sign](abs(nodes[first] - nodes[second]), number))
            case ("not", inner):
                return next(self.solutions(inner, side, row, nodes), None) is None
        raise AssertionError(expression)

    def related(self, kind: str, side: int, row: int) -> list[int]:
        bank = self.banks[side]
        heads = bank.heads.tolist()
        first, after = bank.bounds[bank.sentence_of[row] :][:2].tolist()
        everybody = range(first, after)
        match kind:
            case "parent":
                return [heads[row]] if heads[row] >= 0 else []
            case "child":
                return [other for other in everybody if heads[other] == row]
            case "ancestor":
                return sorted(self.above(heads, row))
            case "descendant":
                return [other for other in everybody if row in self.above(heads, other)]
            case "sibling":
                return [other for other in everybody if heads[other] == heads[row] >= 0 and other != row]
            case "clause":
                return [self.clauses[side][row]] if self.clauses[side][row] >= 0 else []
            case "node":
                return list(everybody)
        return sorted(link[1 - side] for link in self.links if link[side] == row)

    def above(self, heads: list[int], row: int) -> list[int]:
        above = []
        while (row := heads[row]) >= 0:
            above.append(row)
        return above
