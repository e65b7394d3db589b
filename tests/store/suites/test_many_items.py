"""Many items at once: one change, undone by one undo, in both databases."""

from dataclasses import replace

import pytest

from lackmus.core.suites.item_edits import ItemAction, ItemsEdit
from lackmus.core.suites.suite import Item
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.suites.many_items import edit_items
from lackmus.flows.workspaces import history, people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.reviews.assignments import item_owners
from lackmus.store.suites.suites import load_suite
from tests.core.campaigns import suite_of
from tests.refusals import refuses
from tests.store.filled import add_suite

TAG, MOVE = ItemAction.TAG, ItemAction.MOVE


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Six items of two phenomena, and a second suite of one; Ben annotates, Eve reads."""
    add_suite(workspace, suite_of("Ambiguity/Word", "Negation/Scope", items=3))
    add_suite(workspace, replace(suite_of("Other/Thing"), name="second"))
    desk = Desk(workspace.name, "Ada", opened=workspace)
    people.add_person(desk, "Ben", Role.ANNOTATOR)
    people.add_person(desk, "Eve", Role.READER)
    return desk


def stands(desk: Desk) -> tuple[dict[int, Item], dict[int, str]]:
    """The items of the first suite, and to whom they are assigned."""
    with desk.open() as workspace, workspace.reading() as connection:
        stored = load_suite(connection, 1)
        return {number: stored.suite.by_key[key] for key, number in stored.items.items()}, item_owners(
            connection
        )


@pytest.mark.parametrize(
    ("edit", "changed", "said"),
    [
        (ItemsEdit(TAG, ("new", "hard")), [1, 2], "2 items tagged: +new, +hard"),
        (ItemsEdit(MOVE, phenomenon="Scope"), [1, 2], "2 items moved to Negation › Scope"),
        (ItemsEdit(MOVE, phenomenon="Far", category="Gap", new=True), [1, 2], "2 items moved to Gap › Far"),
        (ItemsEdit(ItemAction.RETIRE), [1, 2], "2 items retired"),
        (ItemsEdit(ItemAction.RESERVE), [1, 2], "2 items reserved"),
        (ItemsEdit(ItemAction.ASSIGN, person="Ben"), [1, 2], "2 items assigned to Ben"),
    ],
)
def test_is_one_change_and_one_undo(desk: Desk, edit: ItemsEdit, changed: list[int], said: str) -> None:
    """Doing it again changes nothing but for what is not so yet; items and order are as before after undo."""
    before = stands(desk)
    done = edit_items(desk, [1, 2, 2], edit)
    assert (list(done.items), done.unchanged, done.said) == (changed, 0, said)
    entry = history.log(desk, history.LogFilter(most=1))[0]
    assert (entry.number, entry.about) == (done.change, f"{done.suite}: {said}")
    after = stands(desk)
    assert after != before
    if edit.action is not ItemAction.RETIRE:
        again = edit_items(desk, [1, 2, 3], edit)
        assert (list(again.items), again.unchanged) == ([3], 2)
        history.undo(desk)
        assert edit_items(desk, [1, 2], edit).change is None
    history.undo(desk)
    assert stands(desk) == before


def test_back_from_where_they_were_sent(desk: Desk) -> None:
    before = stands(desk)
    for there, back in (
        (ItemsEdit(TAG, ("new",)), ItemsEdit(TAG, (), ("new", "not there"))),
        (ItemsEdit(ItemAction.RESERVE), ItemsEdit(ItemAction.RELEASE)),
        (ItemsEdit(ItemAction.RETIRE), ItemsEdit(ItemAction.RESTORE)),
        (ItemsEdit(ItemAction.ASSIGN, person="Ben"), ItemsEdit(ItemAction.UNASSIGN)),
    ):
        edit_items(desk, [2, 3], there)
        assert stands(desk) != before
        assert edit_items(desk, [1, 2, 3], back).items == (2, 3)
        assert stands(desk) == before


def test_the_history_of_an_item_knows(desk: Desk) -> None:
    edit_items(desk, [1, 2], ItemsEdit(TAG, ("hard",)))
    edit_items(desk, [1], ItemsEdit(ItemAction.ASSIGN, person="Ben"))
    edit_items(desk, [1], ItemsEdit(ItemAction.ASSIGN, person="Ada"))
    name = next(iter(stands(desk)[0].values())).id
    told = [(one.what, one.before, one.after) for one in history.history(desk, name, "drawn").events]
    assert told[-3:] == [
        ("tags", None, "hard"),
        ("assigned to", None, "Ben"),
        ("assigned to", "Ben", "Ada"),
    ]


MISTAKES: list[tuple[list[int], ItemsEdit, str]] = [
    ([], ItemsEdit(ItemAction.RETIRE), "No item is chosen. Choose some first."),
    (
        [1, 99],
        ItemsEdit(ItemAction.RETIRE),
        "There is no item of the number 99. Look it up in its suite.",
    ),
    ([1, 7], ItemsEdit(ItemAction.RETIRE), "of several suites: drawn, second. Change those of one"),
    ([1], ItemsEdit(TAG), "There is no tag to add or to remove. Name one."),
    (
        [1],
        ItemsEdit(TAG, ("x" * 101,)),
        "--add: the tag “x{20}…” has 101 characters, more than 100. Short",
    ),
    ([1], ItemsEdit(TAG, ("a\tb",)), "has a control character. Remove it; nothing was changed."),
    ([1], ItemsEdit(TAG, ("a,b",)), "--add: the tag “a,b” has a comma"),
    ([1], ItemsEdit(TAG, ("a",), ("a",)), "is to be added and removed. Choose one."),
    ([1], ItemsEdit(MOVE), "--to: say to which phenomenon"),
    (
        [1],
        ItemsEdit(MOVE, phenomenon="Scop"),
        "--to: there is no phenomenon Scop. There are Scope, Word. A new",
    ),
    (
        [1],
        ItemsEdit(MOVE, phenomenon="Scope", category="No"),
        "there is no No. There are Ambiguity, Negation",
    ),
    (
        [1],
        ItemsEdit(MOVE, phenomenon="Far", new=True),
        "A new phenomenon needs a category. Name it as well.",
    ),
    (
        [1],
        ItemsEdit(MOVE, phenomenon="x" * 501, category="c", new=True),
        "the phenomenon is longer than 500",
    ),
    ([1], ItemsEdit(ItemAction.ASSIGN, person=" "), "--to: say to whom the items are assigned."),
    ([1], ItemsEdit(ItemAction.ASSIGN, person="Eve"), "Eve is reader here and decides no texts."),
    ([1], ItemsEdit(ItemAction.ASSIGN, person="Zoe"), "Zoe"),
    ([1, 6], ItemsEdit(TAG, ("a",)), "1 of these 2 items is retired. Bring it back first; nothing was"),
]


def test_what_cannot_be_done_is_one_line(desk: Desk) -> None:
    """And nothing is changed."""
    edit_items(desk, [6], ItemsEdit(ItemAction.RETIRE))
    before = stands(desk)
    for numbers, edit, problem in MISTAKES:
        with refuses(LackmusError, match=problem):
            edit_items(desk, numbers, edit)
    assert stands(desk) == before
