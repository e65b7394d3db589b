"""One item changes at a time: the suite is then what importing the edited file would have made of it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.revisions import GuidelineRevision, revise
from lackmus.core.suites.suite import Item, Kind, Phenomenon, Rule, Side, Suite
from lackmus.errors import LackmusError
from lackmus.store.db.changes import Change
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.suites.catalogue import (
    ItemMissing,
    last_suite_change,
    open_texts_of,
    retired_items,
    stored_item,
)
from lackmus.store.suites.item_changes import (
    ItemConflict,
    add_item,
    bring_back,
    retire_item,
    revise_item,
    set_guideline,
)
from lackmus.store.suites.suite_changes import apply_revision, new_suite, storable_suite
from lackmus.store.suites.suites import StoredSuite, load_suite
from lackmus.store.workspaces.undoing import undo
from lackmus.web.http.remedies import status_of
from tests.store.reviewed import drawn, say

DE_EN = Pair("de", "en")
HUSBAND = Rule(Side.POSITIVE, Kind.PATTERN, r"\bhusband\b")
SPOUSE = Rule(Side.POSITIVE, Kind.FIXED, "spouse")
MAN = Rule(Side.NEGATIVE, Kind.PATTERN, r"\bman\b")
TOLD = Phenomenon("Ambiguity", "Lexical", "Look at the context.")


def item(id_: str, *rules: Rule, **more: object) -> Item:
    """An item with these rules."""
    said = Item(DE_EN, id_, "Ambiguity", "Lexical", f"Satz {id_}.", rules)
    return replace(said, **more)  # type: ignore[arg-type]


FIRST = Suite("small", (item("1", HUSBAND, MAN), item("2", HUSBAND), item("3")), (TOLD,))


@pytest.fixture
def filled(workspace: OpenWorkspace) -> OpenWorkspace:
    """A workspace with one suite, whose items have the numbers 1 to 3."""
    with workspace.writing("Ada", "suite import") as change:
        new_suite(change, FIRST)
    return workspace


def stored(workspace: OpenWorkspace, number: int = 1) -> StoredSuite:
    """A suite as it stands."""
    with workspace.reading() as connection:
        return load_suite(connection, number)


def do(workspace: OpenWorkspace, deed: Callable[[Change], object], person: str = "Ada") -> Change:
    """One change."""
    with workspace.writing(person, "test") as change:
        deed(change)
    return change


def guideline(before: str, after: str, phenomenon: str = "Lexical") -> GuidelineRevision:
    return GuidelineRevision("Ambiguity", phenomenon, before, after)


# -- the same as importing the edited file -----------------------------------------------------------------

NEW = item("9", HUSBAND, SPOUSE, MAN, tags=("a",), paradigm="p", comment="?", reserved=True)
MOVED = item("2", HUSBAND, category="Negation", phenomenon="Scope", source="Anders.", tags=("x", "y"))


@pytest.mark.parametrize(
    "deed, after",
    [
        (lambda change: add_item(change, 1, NEW), replace(FIRST, items=(*FIRST.items, NEW))),
        (
            lambda change: revise_item(change, 2, MOVED),
            replace(FIRST, items=(FIRST.items[0], MOVED, FIRST.items[2])),
        ),
        (lambda change: revise_item(change, 2, FIRST.items[1]), FIRST),
        (lambda change: retire_item(change, 1), replace(FIRST, items=FIRST.items[1:])),
        (
            lambda change: set_guideline(change, 1, guideline(TOLD.guideline, "Look twice.")),
            replace(FIRST, phenomena=(replace(TOLD, guideline="Look twice."),)),
        ),
    ],
    ids=["add", "revise", "same", "retire", "guideline"],
)
def test_as_if_the_edited_file_were_imported(
    filled: OpenWorkspace, deed: Callable[[Change], object], after: Suite
) -> None:
    """Items, rules, order, guidelines and digest; and undoing it leads back."""
    do(filled, deed)
    edited = stored(filled)
    with filled.writing("Ada", "suite import") as change:
        imported = new_suite(change, replace(FIRST, name="other"))
    with filled.writing("Ada", "suite import") as change:
        there = load_suite(change.connection, imported)
        revision = revise(there.suite, storable_suite(replace(after, name="other")))
        apply_revision(change, there, revision)
    other = stored(filled, imported)
    assert replace(edited.suite, name="other") == other.suite
    assert edited.suite.digest == other.suite.digest
    assert edited.suite.items == after.items


@pytest.mark.parametrize(
    "deed",
    [
        lambda change: add_item(change, 1, NEW),
        lambda change: revise_item(change, 2, MOVED),
        lambda change: retire_item(change, 1),
        lambda change: set_guideline(change, 1, guideline(TOLD.guideline, "")),
    ],
    ids=["add", "revise", "retire", "guideline"],
)
def test_undoing_leads_back(filled: OpenWorkspace, deed: Callable[[Change], object]) -> None:
    """Every one of them is one change."""
    before = stored(filled)
    done = do(filled, deed)
    assert stored(filled).suite != before.suite
    do(filled, lambda change: undo(change, done.number))
    assert stored(filled) == before


@pytest.mark.parametrize("gone", ["retire", "undo"])
def test_what_was_retired_comes_back_as_it_was(filled: OpenWorkspace, gone: str) -> None:
    """In its place and with its rules, whether it was retired or its addition undone."""
    added = do(filled, lambda change: add_item(change, 1, NEW))
    whole = stored(filled)
    do(
        filled,
        (lambda change: retire_item(change, 4)) if gone == "retire" else lambda c: undo(c, added.number),
    )
    assert stored(filled).suite == FIRST
    with filled.reading() as connection:
        assert [one.item.key for one in retired_items(connection, 1)] == ["de-en:9"]
        assert stored_item(connection, 4).item == NEW
    do(filled, lambda change: bring_back(change, 4))
    assert stored(filled) == whole


# -- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deed, said",
    [
        (lambda change: add_item(change, 1, item("1")), "has an item de-en:1 already"),
        (lambda change: add_item(change, 1, item(" ")), "needs an id"),
        (lambda change: add_item(change, 1, item("9", category="\t")), "needs a category"),
        (lambda change: add_item(change, 1, item("9", phenomenon="")), "needs a phenomenon"),
        (lambda change: add_item(change, 1, item("9", source=" ")), "needs a source sentence"),
        (
            lambda change: add_item(change, 1, item("9", Rule(Side.POSITIVE, Kind.PATTERN, "("))),
            "not compile",
        ),
        (lambda change: add_item(change, 1, item("9", source="a\x00")), "NUL"),
        (lambda change: add_item(change, 1, item("9", category="c" * 501)), "longer than 500"),
        (lambda change: add_item(change, 7, item("9")), "no suite of the number 7"),
        (lambda change: revise_item(change, 1, item("1", source="")), "needs a source sentence"),
        (lambda change: revise_item(change, 9, item("1")), "no item of the number 9"),
        (lambda change: retire_item(change, 9), "no item of the number 9"),
        (lambda change: bring_back(change, 1), "nothing to bring back"),
        (lambda change: set_guideline(change, 1, guideline("", "x", "Other")), "no phenomenon"),
        (lambda change: set_guideline(change, 1, guideline("Something else.", "x")), "changed the guideline"),
    ],
)
def test_refused_in_words(filled: OpenWorkspace, deed: Callable[[Change], object], said: str) -> None:
    """And nothing is written."""
    before = stored(filled)
    with pytest.raises(LackmusError, match=said):
        do(filled, deed)
    assert stored(filled) == before


def test_a_retired_item_is_not_written_twice(filled: OpenWorkspace) -> None:
    """Its history would be torn in two."""
    do(filled, lambda change: retire_item(change, 1))
    with pytest.raises(LackmusError, match=r"was retired from the suite\. Bring that one back"):
        do(filled, lambda change: add_item(change, 1, item("1")))
    with pytest.raises(LackmusError, match="was retired"):
        do(filled, lambda change: revise_item(change, 1, item("1", source="Neu.")))
    with pytest.raises(LackmusError, match="was retired"):
        do(filled, lambda change: retire_item(change, 1))


@pytest.mark.parametrize("missing", [7, 2**31 - 1])
def test_what_never_was_is_missing(filled: OpenWorkspace, missing: int) -> None:
    """A page can tell it from a mistake."""
    with pytest.raises(ItemMissing) as told, filled.reading() as connection:
        stored_item(connection, missing)
    assert status_of(told.value) == 404


def test_somebody_else_was_faster(filled: OpenWorkspace) -> None:
    """Both versions are told, nothing is lost, and whoever insists may."""
    seen = do(filled, lambda change: revise_item(change, 3, item("3", comment="one"))).number
    do(filled, lambda change: revise_item(change, 2, item("2", comment="theirs")), "Ben")
    with pytest.raises(ItemConflict, match="Ben changed item de-en:2 meanwhile") as told:
        do(filled, lambda change: revise_item(change, 2, item("2", comment="mine"), seen))
    assert isinstance(told.value.now, Item)
    assert told.value.now.comment == "theirs"
    # The same words again are no quarrel, nor is an item that nobody touched.
    assert not do(filled, lambda change: revise_item(change, 2, item("2", comment="theirs"), seen)).written
    assert do(filled, lambda change: revise_item(change, 1, item("1", comment="mine"), seen)).written
    do(filled, lambda change: revise_item(change, 2, item("2", comment="mine"), told.value.base))
    assert stored(filled).suite.by_key["de-en:2"].comment == "mine"


def test_only_the_item_is_written(filled: OpenWorkspace) -> None:
    """The others keep the states that they had."""
    change = do(filled, lambda change: revise_item(change, 2, item("2", comment="new")))
    with filled.reading() as connection:
        assert [stored_item(connection, number).touched for number in (1, 2, 3)] == [1, change.number, 1]


# -- what browsing asks ------------------------------------------------------------------------------------


def test_what_is_open_is_counted_by_item(workspace: OpenWorkspace) -> None:
    """Texts that neither rules nor people have settled; people who differ have settled nothing."""
    suite = drawn(workspace, A="+?ab", B="-?aa")
    with workspace.reading() as connection:
        assert open_texts_of(connection, suite) == {2: 1, 3: 1, 4: 2}
        assert open_texts_of(connection, suite, [3, 1]) == {3: 1}
        (two,) = (one for one in load_suite(connection, suite).suite.items if one.id.endswith("2"))
    say(workspace, "Ben", f"+a {two.id[:-1]}3")
    with workspace.reading() as connection:
        assert open_texts_of(connection, suite) == {2: 1, 4: 2}
    say(workspace, "Cleo", f"-a {two.id[:-1]}3")
    with workspace.reading() as connection:
        assert open_texts_of(connection, suite) == {2: 1, 3: 1, 4: 2}


def test_decisions_do_not_touch_suites(workspace: OpenWorkspace) -> None:
    """So that what was worked out about them can be kept while others review."""
    suite = drawn(workspace, A="+a", B="-a")
    with workspace.reading() as connection:
        before = last_suite_change(connection)
        last = load_suite(connection, suite).suite.items[1]
    say(workspace, "Ben", f"+a {last.id}")
    with workspace.reading() as connection:
        assert last_suite_change(connection) == before
    change = do(workspace, lambda change: retire_item(change, 1))
    with workspace.reading() as connection:
        assert last_suite_change(connection) == change.number
