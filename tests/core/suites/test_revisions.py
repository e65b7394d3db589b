"""What importing a changed file does, and what it must not do."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.pairs import Pair
from lackmus.core.base.verdict import Verdict
from lackmus.core.rules.judge import judge_text
from lackmus.core.suites.folded_decisions import with_decisions
from lackmus.core.suites.revisions import FieldChange, RuleReplacement, SuiteRevision, apply, revise
from lackmus.core.suites.suite import Item, Kind, Phenomenon, Rule, RuleScope, Side, Suite
from lackmus.tables.suites.revisions import revision_tables

PLUS, MINUS = Side.POSITIVE, Side.NEGATIVE
PASS, FAIL = Verdict.PASS, Verdict.FAIL


def pattern(value: str, side: Side = PLUS) -> Rule:
    """A pattern."""
    return Rule(side, Kind.PATTERN, value)


def fixed(value: str, side: Side = PLUS) -> Rule:
    """A fixed string."""
    return Rule(side, Kind.FIXED, value)


def item(number: int, *rules: Rule, pair: str = "de-en", **fields: Any) -> Item:
    """An item, with what matters in a test."""
    made = Item(Pair.parse(pair), str(number), "A", "p", f"Satz {number}.", rules)
    return replace(made, **fields)


def suite(*items: Item, guidelines: dict[str, str] | None = None) -> Suite:
    """A suite whose phenomena are all of category A."""
    told = tuple(Phenomenon("A", name, guideline) for name, guideline in (guidelines or {}).items())
    return Suite("small", items, told)


def keys(items: tuple[Item, ...]) -> list[str]:
    """Which items."""
    return [one.key for one in items]


def test_the_first_import_adds_all() -> None:
    """Nothing was there."""
    new = suite(item(1, pattern("a")), item(2), guidelines={"p": "Look closely."})
    revision = revise(None, new)
    assert revision.added == new.items
    assert revision.summary == "2 items added, 1 guideline added."
    assert apply(None, revision) == new


def test_importing_again_changes_nothing() -> None:
    """Nor does another order of items or rules, or a rule written twice."""
    old = suite(item(1, pattern("a"), pattern("b")), item(2), guidelines={"p": "Look."})
    new = suite(item(2), item(1, pattern("b"), pattern("a"), pattern("b")), guidelines={"p": "Look."})
    for one in (old, new):
        revision = revise(old, one)
        assert revision.empty
        assert revision == SuiteRevision("small")
        assert revision.summary == "Nothing changes."


@pytest.mark.parametrize(
    "field, before, after",
    [
        ("category", "A", "B"),
        ("phenomenon", "p", "q"),
        ("source", "Satz 1.", "Satz eins."),
        ("paradigm", None, "gehen"),
        ("comment", "", "Vorsicht"),
        ("tags", ("a",), ("a", "b")),
        ("reserved", False, True),
        ("prompt", "", "Translate formally."),
        ("stretch", "", "Satz"),
        ("occurrence", 1, 2),
        ("scope", RuleScope.TEXT, RuleScope.PARAGRAPH),
        ("plain_rules", (), ("He is a man.",)),
    ],
)
def test_fields(field: str, before: Any, after: Any) -> None:
    """Each is compared, and said with both values."""
    old, new = suite(item(1, **{field: before})), suite(item(1, **{field: after}))
    (changed,) = revise(old, new).changed
    assert changed.fields == (FieldChange(field, before, after),)
    assert apply(old, revise(old, new)).items == new.items


def test_added_and_retired() -> None:
    """What the file has more, and what it lacks."""
    revision = revise(suite(item(1), item(2)), suite(item(2), item(3)))
    assert (keys(revision.added), keys(revision.retired)) == (["de-en:3"], ["de-en:1"])
    assert revision.summary == "1 item added, 1 item retired."


def test_other_pairs_are_not_touched() -> None:
    """A file about German–English says nothing about English–German, whatever the ids."""
    other = item(1, pair="en-de"), item(2, pair="en-de", phenomenon="q")
    old = suite(item(1), *other, guidelines={"q": "Look."})
    new = suite(item(2), guidelines={"p": "New."})
    revision = revise(old, new)
    assert keys(revision.retired) == ["de-en:1"]
    assert [(one.phenomenon, one.before, one.after) for one in revision.guidelines] == [("p", "", "New.")]
    assert keys(apply(old, revision).items) == ["en-de:1", "en-de:2", "de-en:2"]


def test_an_empty_file_touches_nothing() -> None:
    """It has no pair."""
    assert revise(suite(item(1)), suite()).empty


def test_secrets_are_kept() -> None:
    """Public files lack reserved items, or do not say that they are reserved."""
    secret = item(1, reserved=True, phenomenon="q"), item(2, reserved=True)
    old = suite(*secret, item(3), guidelines={"q": "Look."})
    revision = revise(old, suite(item(2), item(3), guidelines={"p": "New."}))
    assert (revision.kept_secret, revision.still_reserved) == (1, 1)
    assert (revision.retired, revision.changed) == ((), ())
    assert [one.phenomenon for one in revision.guidelines] == ["p"]
    assert revision.notes == (
        "1 reserved item is not in the file; kept.",
        "1 reserved item is not marked so in the file; still reserved.",
    )


@pytest.mark.parametrize(
    "before, after, edited, added, retired",
    [
        # One of a kind went and one came: a successor, however different.
        (["cat"], ["The dogs?"], [("cat", "The dogs?")], [], []),
        (["cat", "cow"], ["cow", "dog"], [("cat", "dog")], [], []),
        # Several: the most alike are paired.
        (["a big house", "ten trees"], ["ten trees?", "a (big )?house"], [(0, 1), (1, 0)], [], []),
        (["a big house", "xyz"], ["a big house?", "Wien"], [(0, 0)], ["Wien"], ["xyz"]),
        (["a big house"], ["a big house?", "a big horse"], [(0, 0)], ["a big horse"], []),
        (["abc", "xyz"], ["Wien"], [], ["Wien"], ["abc", "xyz"]),
        (["green tea", "xyz"], ["red wine", "Wien"], [], ["red wine", "Wien"], ["green tea", "xyz"]),
        # Only more, only fewer.
        ([], ["a", "b"], [], ["a", "b"], []),
        (["a", "b"], ["b"], [], [], ["a"]),
    ],
)
def test_rules(
    before: list[str],
    after: list[str],
    edited: list[tuple[str | int, str | int]],
    added: list[str],
    retired: list[str],
) -> None:
    """An edit retires a rule and names its successor; numbers are places in the lists."""
    old, new = suite(item(1, *map(pattern, before))), suite(item(1, *map(pattern, after)))
    (one,) = revise(old, new).changed
    expected = {
        (before[a] if isinstance(a, int) else a, after[b] if isinstance(b, int) else b) for a, b in edited
    }
    assert {(edit.old.value, edit.new.value) for edit in one.edited} == expected
    assert [rule.value for rule in one.added] == added
    assert [rule.value for rule in one.retired] == retired
    assert set(apply(old, revise(old, new)).items[0].rules) == set(new.items[0].rules)


def test_an_edit_keeps_side_and_kind() -> None:
    """A pattern that becomes a string, or changes sides, is another rule."""
    old = suite(item(1, pattern("house"), fixed("A house.")))
    new = suite(item(1, pattern("house", MINUS), fixed("A house!")))
    (one,) = revise(old, new).changed
    assert one.edited == (RuleReplacement(fixed("A house."), fixed("A house!")),)
    assert (one.added, one.retired) == ((pattern("house", MINUS),), (pattern("house"),))


def test_very_long_rules_are_not_compared() -> None:
    """Two of a megabyte would take hours; they are retired and added."""
    old = suite(item(1, fixed("ab" * 500_000), fixed("x")))
    new = suite(item(1, fixed("ab" * 500_001), fixed("ab" * 500_002)))
    (one,) = revise(old, new).changed
    assert (one.edited, len(one.added), len(one.retired)) == ((), 2, 2)


@pytest.mark.parametrize(
    "before, after, changes",
    [
        ({}, {"p": "New."}, [("p", "", "New.")]),
        ({"p": "Old."}, {"p": "New."}, [("p", "Old.", "New.")]),
        ({"p": "Old.", "q": "Too."}, {"q": "Too."}, [("p", "Old.", "")]),
        ({"p": "Old."}, {}, []),  # some formats have no place for guidelines
    ],
)
def test_guidelines(
    before: dict[str, str], after: dict[str, str], changes: list[tuple[str, str, str]]
) -> None:
    """Added, changed, retired."""
    old, new = suite(item(1), guidelines=before), suite(item(1), guidelines=after)
    revision = revise(old, new)
    assert [(one.phenomenon, one.before, one.after) for one in revision.guidelines] == changes
    assert revise(apply(old, revision), new).empty


@pytest.mark.parametrize(
    "rule, decided, already",
    [
        (fixed("Well."), PASS, 1),
        (fixed(" Well. "), PASS, 1),
        (fixed("Well.", MINUS), FAIL, 1),
        (fixed("Well.", MINUS), PASS, 0),  # the file says otherwise
        (fixed("Well."), Verdict.WARNING, 0),  # disputed
        (fixed("Well"), PASS, 0),  # another text
        (pattern("Well."), PASS, 0),
    ],
)
def test_folded_decisions_are_recognised(rule: Rule, decided: Verdict, already: int) -> None:
    """A string that only says what people decided came from an export."""
    old = suite(item(1, pattern("a")))
    revision = revise(old, suite(item(1, pattern("a"), rule)), {("de-en:1", "Well."): decided})
    assert (revision.already_decided, revision.empty) == (already, bool(already))


def test_a_folded_decision_is_nobodys_successor() -> None:
    """An export from before the rule was edited: the rule is replaced by the old one, not by a decision."""
    old = suite(item(1, fixed("Well so.")))
    new = suite(item(1, fixed("Well."), fixed("Well so!")))
    (one,) = revise(old, new, {("de-en:1", "Well."): PASS}).changed
    assert one.edited == (RuleReplacement(fixed("Well so."), fixed("Well so!")),)


# Random suites: few values, so that they often meet.
VALUES = ["", "a", "b", "ab", "a b", "A b.", "a|b"]
RULES = st.builds(Rule, st.sampled_from(Side), st.sampled_from(Kind), st.sampled_from(VALUES))
ITEMS = st.builds(
    Item,
    st.sampled_from([Pair("de", "en"), Pair("en", "de")]),
    st.sampled_from("12345"),
    st.sampled_from(["A", "B"]),
    st.sampled_from("pq"),
    st.sampled_from(["Satz.", "Zwei Sätze."]),
    st.lists(RULES, max_size=5).map(tuple),
    st.sampled_from([None, "gehen"]),
    st.sampled_from(["", "Vorsicht"]),
    st.sampled_from([(), ("neu",)]),
    st.booleans(),
)
SUITES = st.builds(
    Suite,
    st.just("random"),
    st.lists(ITEMS, max_size=6, unique_by=lambda one: one.key).map(tuple),
    st.lists(
        st.builds(Phenomenon, st.sampled_from("AB"), st.sampled_from("pqr"), st.sampled_from(["", "Look."])),
        max_size=3,
    ).map(tuple),
)
DECIDED = st.dictionaries(
    st.tuples(
        st.sampled_from([f"{pair}:{number}" for pair in ("de-en", "en-de") for number in "12345"]),
        st.sampled_from(VALUES[1:]),
    ),
    st.sampled_from(Verdict),
)


@given(SUITES, SUITES)
def test_after_the_import_the_suite_judges_like_the_file(old: Suite, new: Suite) -> None:
    """Every item of the file, and of its pairs no other but secrets."""
    applied = apply(old, revise(old, new))
    for one in new.items:
        ours = applied.by_key[one.key]
        assert (ours.category, ours.phenomenon, ours.source) == (one.category, one.phenomenon, one.source)
        assert [judge_text(ours, text).verdict for text in VALUES] == [
            judge_text(one, text).verdict for text in VALUES
        ]
    for one in applied.items:
        assert one.key in new.by_key or one.pair not in new.pairs or one.reserved
    assert all(applied.by_key[one.key].reserved for one in old.items if one.reserved)


@given(st.none() | SUITES, SUITES, DECIDED)
def test_twice_is_once(old: Suite | None, new: Suite, decided: dict[tuple[str, str], Verdict]) -> None:
    """The second import of a file changes nothing."""
    applied = apply(old, revise(old, new, decided))
    assert revise(applied, new, decided).empty


@given(SUITES, DECIDED)
def test_our_own_export_changes_nothing(ours: Suite, decided: dict[tuple[str, str], Verdict]) -> None:
    """Decisions folded in or not, with the secrets or without."""
    export = with_decisions(ours, decided).suite
    public = replace(export, items=tuple(one for one in export.items if not one.reserved))
    assert revise(ours, export, decided).empty
    assert revise(ours, public, decided).empty
    assert revise(ours, ours, decided).empty


def test_what_people_overruled_is_kept_and_said() -> None:
    """An export leaves such a string out; importing it again must not retire it."""
    old = suite(item(1, fixed("Well.")))
    revision = revise(old, suite(item(1, fixed("Well.", MINUS))), {("de-en:1", "Well."): FAIL})
    assert revision.empty
    assert (revision.already_decided, revision.overruled) == (1, 1)
    assert "1 fixed string is not in the file and decided against by people; kept." in revision.notes


def test_tables() -> None:
    """Counts first, then every item with what was and what will be."""
    old = suite(
        item(1, pattern("cat"), fixed("x"), tags=("a",)),
        item(2),
        item(9),
        guidelines={"p": "Look.", "q": "See."},
    )
    new = suite(
        item(1, pattern("cats?"), fixed("y", MINUS), reserved=True), item(3), guidelines={"p": "Listen."}
    )
    tables = revision_tables(revise(old, new))
    shown = [[tuple(cell.value for cell in row.cells) for row in table.rows] for table in tables]
    assert shown == [
        [
            ("items added", 1),
            ("items changed", 1),
            ("items retired", 2),
            ("rules added", 1),
            ("rules edited", 1),
            ("rules retired", 1),
            ("guidelines changed", 1),
            ("guidelines retired", 1),
        ],
        [("de-en:3", "A", "p", "Satz 3.")],
        [
            ("de-en:1", "tags", "a", None),
            ("de-en:1", "reserved", "no", "yes"),
            ("de-en:1", "positive pattern", "cat", "cats?"),
            ("de-en:1", "positive fixed string", "x", None),
            ("de-en:1", "negative fixed string", None, "y"),
        ],
        [("de-en:2", "A", "p", "Satz 2."), ("de-en:9", "A", "p", "Satz 9.")],
        [("A", "p", "Look.", "Listen."), ("A", "q", "See.", None)],
    ]
    assert tables[0].notes[0].startswith("1 item added, 1 item changed, 2 items retired, 1 rule added, ")


def test_long_tables_are_cut() -> None:
    """And say how many rows are missing; long sentences end in an ellipsis."""
    new = suite(*(item(number, source="lang " * 100) for number in range(7)))
    _, added = revision_tables(revise(None, new), most=5)
    assert len(added.rows) == 5
    assert added.notes == ("2 more rows are not shown.",)
    assert len(str(added.rows[0].cells[3].value)) == 200
    assert len(revision_tables(revise(None, new), most=None)[1].rows) == 7


def test_nothing_to_show() -> None:
    """One table all the same, which says so."""
    (table,) = revision_tables(revise(suite(item(1)), suite(item(1))))
    assert (table.rows, table.notes) == ((), ("Nothing changes.",))
