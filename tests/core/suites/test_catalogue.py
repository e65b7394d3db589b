"""A suite to browse: counted as a tree, filtered as a list."""

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.lint import Code, Severity, lint
from lackmus.core.suites.catalogue import Catalogue
from lackmus.core.suites.item_filters import (
    NOBODY,
    CatalogueItem,
    ItemFilter,
    ItemStandings,
    ItemState,
    LastItemChange,
)
from lackmus.core.suites.suite import Item, Kind, Phenomenon, Rule, Side, Suite

DE_EN, EN_DE = Pair("de", "en"), Pair("en", "de")
HUSBAND = Rule(Side.POSITIVE, Kind.PATTERN, r"\bhusband\b")
MAN = Rule(Side.NEGATIVE, Kind.PATTERN, r"\bMan\b")
BROKEN = Rule(Side.NEGATIVE, Kind.PATTERN, "(")
SUITE = Suite(
    "small",
    (
        Item(DE_EN, "a1", "Ambiguity", "Lexical", "Ihr Mann kam.", (HUSBAND, MAN), tags=("hard",)),
        Item(
            DE_EN,
            "a2",
            "Ambiguity",
            "Structural",
            "Er sah die Frau.",
            (HUSBAND, BROKEN),
            tags=("old", "hard"),
        ),
        Item(DE_EN, "n1", "Negation", "Scope", "Nicht ÄLLE kamen.", comment="Look twice.", reserved=True),
        Item(EN_DE, "a1", "Ambiguity", "Lexical", "The bank closed.", (MAN,), paradigm="bank"),
    ),
    (Phenomenon("Ambiguity", "Lexical", "Look."), Phenomenon("Ambiguity", "Unused", "?")),
)
NUMBERS = {item.key: number for number, item in enumerate(SUITE.items, start=1)}
CHANGES = {1: LastItemChange(3, "2026-05-01T10:00", "Cem"), 2: LastItemChange(4, "2026-05-02T10:00", "Ada")}
BOOK = Catalogue(1, 1, SUITE, NUMBERS, lint({"small": SUITE}, min_items=1), True, changes=CHANGES)
STANDINGS = ItemStandings({2: 1, 4: 3}, {1, 3}, {1: "Ben", 3: "Cem"})
GONE = CatalogueItem(9, Item(DE_EN, "old", "Negation", "Scope", "Alt."))


@pytest.mark.parametrize(
    "wanted, found",
    [
        (ItemFilter(), [1, 2, 3, 4]),
        (ItemFilter(pair="de-en"), [1, 2, 3]),
        (ItemFilter(category="Ambiguity"), [1, 2, 4]),
        (ItemFilter(category="Ambiguity", phenomenon="Lexical"), [1, 4]),
        (ItemFilter(category="Nothing"), []),
        (ItemFilter(q="a1"), [1, 4]),
        (ItemFilter(q=" älle "), [3]),  # whatever the case
        (ItemFilter(q="HUSBAND"), [1, 2]),  # in a rule
        (ItemFilter(q="h.sband"), []),  # no pattern
        (ItemFilter(finding="error"), [2]),
        (ItemFilter(finding="pattern-broken"), [2]),
        (ItemFilter(finding="rules-missing"), [3]),
        (ItemFilter(finding="any"), [2, 3, 4]),
        (ItemFilter(finding="no such"), []),
        (ItemFilter(state=ItemState.RESERVED), [3]),
        (ItemFilter(state=ItemState.RULELESS), [3]),
        (ItemFilter(state=ItemState.OPEN), [2, 4]),
        (ItemFilter(state=ItemState.OPEN, pair="en-de"), [4]),
        (ItemFilter(state=ItemState.SETTLED), [1, 3]),
        (ItemFilter(state=ItemState.FAIR), [1, 3]),
        (ItemFilter(state=ItemState.UNFAIR), [2, 4]),
        (ItemFilter(state=ItemState.PUBLIC), [1, 2, 4]),
        (ItemFilter(state=ItemState.UNTAGGED), [3, 4]),
        (ItemFilter(tag="hard"), [1, 2]),
        (ItemFilter(tag="ha"), []),
        (ItemFilter(paradigm="bank"), [4]),
        (ItemFilter(assigned="Ben"), [1]),
        (ItemFilter(assigned=NOBODY), [2, 4]),
        (ItemFilter(since="2026-05-02"), [2]),
        (ItemFilter(since="2026-05-01", by="Cem"), [1]),
        (ItemFilter(q="look twice"), [3]),  # in a comment
        (ItemFilter(state=ItemState.RETIRED), [9]),
        (ItemFilter(state=ItemState.RETIRED, q="neu"), []),
    ],
)
def test_what_a_filter_leaves(wanted: ItemFilter, found: list[int]) -> None:
    """In the order of the suite; items 2 and 4 have open texts, and one was retired."""
    assert [line.number for line in BOOK.chosen(wanted, STANDINGS, [GONE])] == found


@pytest.mark.parametrize(
    "order, found",
    [
        ("", [1, 2, 3, 4]),
        ("item", [1, 4, 2, 3]),  # equal ones in the order of the suite, also from the last on
        ("-item", [3, 2, 1, 4]),
        ("pair", [1, 2, 3, 4]),
        ("-pair", [4, 1, 2, 3]),
        ("source", [2, 1, 3, 4]),
        ("-category", [3, 2, 1, 4]),
        ("phenomenon", [1, 4, 3, 2]),
        ("paradigm", [4, 1, 2, 3]),  # those without one come last
        ("-paradigm", [4, 1, 2, 3]),
        ("-tags", [2, 1, 3, 4]),
        ("rules", [3, 4, 1, 2]),
        ("-open", [4, 2, 1, 3]),
        ("-fair", [1, 3, 2, 4]),
        ("-findings", [2, 3, 4, 1]),
        ("-reserved", [3, 1, 2, 4]),
        ("assigned", [1, 3, 2, 4]),
        ("-changed", [2, 1, 3, 4]),
        ("by", [2, 1, 3, 4]),
        ("comment", [3, 1, 2, 4]),
        ("no such", [1, 2, 3, 4]),
    ],
)
def test_the_order_of_a_list(order: str, found: list[int]) -> None:
    assert [line.number for line in BOOK.chosen(ItemFilter(), STANDINGS, order=order)] == found


def test_the_tree() -> None:
    """Categories and phenomena in the order of the suite, each with its items and what is wrong with them."""
    shown = [
        (branch.name, branch.items, [(twig.name, twig.items, twig.guideline) for twig in branch.phenomena])
        for branch in BOOK.tree()
    ]
    assert shown == [
        ("Ambiguity", 3, [("Lexical", 2, True), ("Structural", 1, False), ("Unused", 0, True)]),
        ("Negation", 1, [("Scope", 1, False)]),
    ]
    assert BOOK.tree()[0].findings[Severity.ERROR] == 1
    assert [(branch.name, branch.items) for branch in BOOK.tree("en-de")] == [("Ambiguity", 1)]


def test_findings_lead_to_their_items() -> None:
    """Those about a whole suite lead nowhere."""
    led = {one.code: BOOK.number_of(one) for one in BOOK.lint.findings}
    assert led[Code.PATTERN_BROKEN] == 2
    assert led[Code.RULES_MISSING] == 3
    assert led[Code.PHENOMENON_UNUSED] is None
    assert {one.code for one in BOOK.findings[""]} >= {Code.PHENOMENON_UNUSED}
    assert [(line.positive, line.negative, line.worst) for line in BOOK.lines][:2] == [
        (1, 1, None),
        (1, 1, Severity.ERROR),
    ]


def test_looking_again_finds_the_same() -> None:
    """What was found in items is kept, and what is about several of them is looked for again."""
    seen: dict[tuple[str, Item], tuple[object, ...]] = {}
    first = lint({"small": SUITE}, 1, seen)  # type: ignore[arg-type]
    assert len(seen) == 4
    assert lint({"small": SUITE}, 1, seen) == first == BOOK.lint  # type: ignore[arg-type]
    seen["small", SUITE.items[1]] = ()  # it is believed
    again = lint({"small": SUITE}, 1, seen)  # type: ignore[arg-type]
    assert Code.PATTERN_BROKEN not in again.counts
