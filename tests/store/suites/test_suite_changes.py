"""A suite comes in, changes by history and comes out as it was, whatever stands in it."""

from dataclasses import replace

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.revisions import SuiteRevision, revise
from lackmus.core.suites.suite import Item, Kind, Phenomenon, Rule, Side, Suite
from lackmus.errors import LackmusError
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.rules.held_rules import held_rules
from lackmus.store.suites.suite_changes import apply_revision, reserve_items, storable_suite
from lackmus.store.suites.suites import load_suite, suite_names

DE_EN, EN_DE = Pair("de", "en"), Pair("en", "de")
HUSBAND = Rule(Side.POSITIVE, Kind.PATTERN, r"\bhusband\b")
MAN = Rule(Side.NEGATIVE, Kind.PATTERN, r"\bman\b")
SPOUSE = Rule(Side.POSITIVE, Kind.FIXED, "spouse")


def item(id_: str, *rules: Rule, pair: Pair = DE_EN, **more: object) -> Item:
    """An item with these rules."""
    return Item(pair, id_, "Ambiguity", "Lexical", f"Satz {id_}.", rules, **more)  # type: ignore[arg-type]


def bring_in(workspace: OpenWorkspace, suite: Suite) -> tuple[SuiteRevision, list[int]]:
    """Import a suite; what it changed, and the items that have to be judged again."""
    with workspace.writing("Ada", "suite import") as change:
        number = suite_names(change.connection).get(suite.name)
        stored = None if number is None else load_suite(change.connection, number)
        revision = revise(stored.suite if stored else None, storable_suite(suite))
        touched = [] if revision.empty else apply_revision(change, stored, revision)[1]
    return revision, touched


def stored(workspace: OpenWorkspace, revision: int | None = None) -> Suite:
    """The suite as it comes out."""
    with workspace.reading() as connection:
        return load_suite(connection, 1, revision).suite


def revision_of(workspace: OpenWorkspace) -> int:
    with workspace.reading() as connection:
        return workspace.revision(connection).number


FIRST = Suite(
    "small",
    (item("1", HUSBAND, MAN), item("2", HUSBAND), item("1", pair=EN_DE)),
    (Phenomenon("Ambiguity", "Lexical", "Look at the context."),),
)


def test_the_same_suite_again_changes_nothing(workspace: OpenWorkspace) -> None:
    """And leaves no trace in the log."""
    bring_in(workspace, FIRST)
    revision, _ = bring_in(workspace, FIRST)
    assert revision.empty
    assert revision_of(workspace) == 1
    assert stored(workspace) == FIRST


@pytest.mark.parametrize(
    "after, touched",
    [
        (replace(FIRST, items=FIRST.items[1:]), 0),  # retired
        (replace(FIRST, items=(*FIRST.items, item("9", MAN), item("3", MAN))), 0),  # added, in that order
        (replace(FIRST, items=(item("1", HUSBAND, MAN, comment="?", tags=("a", "b")), *FIRST.items[1:])), 0),
        (replace(FIRST, items=(item("1", HUSBAND, MAN, paradigm="p"), *FIRST.items[1:])), 0),
        (replace(FIRST, items=(item("1", HUSBAND), *FIRST.items[1:])), 1),  # a rule less
        (replace(FIRST, items=(item("1", HUSBAND, MAN, SPOUSE), *FIRST.items[1:])), 1),  # a rule more
        (replace(FIRST, items=(FIRST.items[0], item("2", MAN), FIRST.items[2])), 1),  # another rule
        (replace(FIRST, phenomena=(Phenomenon("Ambiguity", "Lexical", "Look twice."),)), 0),
        (replace(FIRST, phenomena=(*FIRST.phenomena, Phenomenon("Ambiguity", "Other", "New."))), 0),
    ],
)
def test_what_a_file_changes(workspace: OpenWorkspace, after: Suite, touched: int) -> None:
    """The suite is what the file says, only items whose rules changed are judged again, the past stays."""
    bring_in(workspace, FIRST)
    _, again = bring_in(workspace, after)
    assert len(again) == touched
    assert stored(workspace) == after
    assert stored(workspace, revision=1) == FIRST
    assert bring_in(workspace, after)[0].empty


def test_an_edited_rule_is_followed_by_its_successor(workspace: OpenWorkspace) -> None:
    """Nothing is overwritten: the successor takes the place and knows whose."""
    bring_in(workspace, FIRST)
    wives = replace(HUSBAND, value=r"\bhusbands?\b")
    bring_in(workspace, replace(FIRST, items=(item("1", wives, MAN), *FIRST.items[1:])))
    with workspace.reading() as connection:
        states = connection.exec_driver_sql(
            "SELECT value, place, follows, since, until FROM rule_states JOIN rules ON rules.id = rule "
            "WHERE item = 1 ORDER BY since, place"
        )
        assert [tuple(row) for row in states] == [
            (HUSBAND.value, 0, None, 1, 2),
            (MAN.value, 1, None, 1, None),
            (wives.value, 0, 1, 2, None),
        ]


def test_a_retired_item_that_comes_back_is_the_same(workspace: OpenWorkspace) -> None:
    """Its texts and decisions are found again; other rules than before judge it again."""
    bring_in(workspace, FIRST)
    bring_in(workspace, replace(FIRST, items=FIRST.items[1:]))
    back = replace(FIRST, items=(*FIRST.items[1:], item("1", SPOUSE, MAN)))
    assert bring_in(workspace, back)[1] == [1]
    assert stored(workspace).by_key["de-en:1"].rules == (MAN, SPOUSE)
    with workspace.reading() as connection:
        numbers = load_suite(connection, 1).items
        assert numbers["de-en:1"] == 1
        assert held_rules(connection, [1])[1][0].number == 2  # the rule it kept all the time


def test_reserved_items_keep_their_place(workspace: OpenWorkspace) -> None:
    """Keeping an item secret changes nothing else about it."""
    bring_in(workspace, FIRST)
    with workspace.writing("Ada", "suite split") as change:
        reserve_items(change, load_suite(change.connection, 1), {"de-en:2"})
    assert [(one.key, one.reserved) for one in stored(workspace).items] == [
        ("de-en:1", False),
        ("de-en:2", True),
        ("en-de:1", False),
    ]
    with workspace.writing("Ada", "suite split") as change:  # once is enough
        reserve_items(change, load_suite(change.connection, 1), {"de-en:2"})
    assert revision_of(workspace) == 2


HOSTILE = [
    "'; DROP TABLE items; --",
    '"quoted" \\ ` %s ? :name {x} $1 \\N \\.',
    "<script>alert(1)</script>",
    "\u202eright to left\u202c \u200f",
    "tab\tline\nreturn\r\nend \x01\x1f\x7f\x85\u2028",
    "e\u0301 is not \u00e9",
    "🏴\U000e0067 \U0010ffff \ufeff",
    "x" * 1_000_000,
]


def hostile(text: str) -> Item:
    """An item that is the text all over."""
    rules = tuple(Rule(side, kind, text) for kind in Kind for side in Side)
    category, phenomenon = (f"{sign}{text[:400]}".strip() for sign in "cp")
    id_ = f"i{text[:100]}".strip()
    return Item(DE_EN, id_, category, phenomenon, text, rules, text, text, (text[:100], ""))


def test_what_stands_in_a_suite_is_data(workspace: OpenWorkspace) -> None:
    """It comes out as it went in, and is known when it comes again."""
    items = tuple(map(hostile, HOSTILE))
    told = [Phenomenon(one.category, one.phenomenon, one.source) for one in items]
    suite = Suite("Robert'); DROP TABLE suites; --", items, tuple(told))
    bring_in(workspace, suite)
    assert stored(workspace) == suite
    assert bring_in(workspace, suite)[0].empty


@pytest.mark.parametrize("bad, why", [("a\x00b", "NUL"), ("a\ud800b", "half a character")])
@pytest.mark.parametrize("field", ["id", "category", "phenomenon", "source", "comment", "paradigm"])
def test_what_no_database_keeps_is_refused(field: str, bad: str, why: str) -> None:
    """With the item and the reason."""
    suite = Suite("small", (replace(FIRST.items[0], **{field: bad}),))  # type: ignore[arg-type]
    with pytest.raises(LackmusError, match=f"item de-en:.*{why}"):
        storable_suite(suite)


@pytest.mark.parametrize(
    "suite, why",
    [
        (Suite("small", (item("1", replace(MAN, value="\x00")),)), "item de-en:1: a rule has a NUL"),
        (Suite("small", (item("1", tags=("\ud800",)),)), "item de-en:1: a tag has half a character"),
        (Suite("small", (), (Phenomenon("c", "p", "\x00"),)), "c, p: its guideline has a NUL"),
        (Suite("small", (), (Phenomenon("€" * 400, "€" * 400),)), "too long"),
        (Suite("small", (replace(FIRST.items[0], category="c" * 501),)), "its category is longer than 500"),
        (Suite("small", (item("1"), item(" 1 "))), "item de-en:1 stands there twice"),
        (Suite(" ", ()), "the suite's name is empty"),
    ],
)
def test_what_cannot_be_stored_is_refused(suite: Suite, why: str) -> None:
    """Before anyone waits for a database."""
    with pytest.raises(LackmusError, match=why):
        storable_suite(suite)


def test_a_suite_of_many_items(workspace: OpenWorkspace) -> None:
    """More than one question to the database may name."""
    many = Suite("many", tuple(item(str(number), HUSBAND, MAN) for number in range(1_200)))
    bring_in(workspace, many)
    edited = replace(many, items=tuple(replace(one, rules=(SPOUSE, MAN)) for one in many.items))
    assert len(bring_in(workspace, edited)[1]) == 1_200
    assert stored(workspace) == edited
    with workspace.reading() as connection:
        held = connection.exec_driver_sql("SELECT count(*) FROM rule_states WHERE until IS NULL")
        assert held.scalar() == 2_400


def test_a_tag_that_is_too_long_is_refused_with_its_item() -> None:
    suite = Suite("small", (replace(FIRST.items[0], tags=("short", "x" * 101)),))
    with pytest.raises(
        LackmusError, match=r"item de-en:.*: the tag “x{20}…” has 101 characters, more than 100"
    ):
        storable_suite(suite)
