"""Assigned phenomena: the board knows them at once, later outputs belong to them, undo takes them back."""

from dataclasses import replace

import pytest

from lackmus.core.reviews.offers import AssignedTo, Filters
from lackmus.core.workspaces.people import Role
from lackmus.flows.reviews.assigning import assign_phenomena, assignments
from lackmus.flows.reviews.live_review import LiveReview
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.workspaces import history, people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import add_systems, campaigns_of
from lackmus.store.reviews.assignments import assign_items
from tests.core.campaigns import suite_of
from tests.store.filled import hand_in
from tests.store.reviewed import drawn, hand_in_of

HERE = Scope("WMT26")


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Three open texts of Word, three of Scope; Ada is the admin, Ben and Cem annotate, Eve reads."""
    drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
    desk = Desk(workspace.name, "Ada", opened=workspace)
    for person, role in (("Ben", Role.ANNOTATOR), ("Cem", Role.ANNOTATOR), ("Eve", Role.READER)):
        people.add_person(desk, person, role)
    return desk


def test_of_a_phenomenon(desk: Desk, workspace: OpenWorkspace) -> None:
    """Counts and texts of each person, before and after an import and an undo."""
    board = LiveReview(workspace)

    def seen(person: str, **filters: object) -> tuple[int, int, int]:
        """What the filters say of Word and of Scope, and what is to be judged in all."""
        own, wanted = replace(desk, person=person), Filters(**filters)  # type: ignore[arg-type]
        word, scope = board.counts(own, HERE, wanted).phenomena
        fitting = board.next(own, HERE, wanted).fitting
        board.give_back(own, [one.text_id for one in board.next(own, HERE, wanted).texts])
        assert word.in_category + scope.in_category == fitting
        return word.open, scope.open, fitting

    assert seen("Cem") == (3, 3, 6)
    given = assign_phenomena(desk, HERE, [(None, "Scope")], "Ben")
    assert (seen("Cem"), seen("Ben"), seen("Ada")) == ((3, 3, 3), (3, 3, 6), (3, 3, 6))
    assert seen("Ben", assigned=AssignedTo.ME) == (0, 3, 3)
    assert seen("Cem", assigned=AssignedTo.ANYONE) == (3, 3, 6)
    assert board.next(replace(desk, person="Ben"), HERE).texts[0].phenomenon == "Scope"
    suite = suite_of("Ambiguity/Word", "Negation/Scope", items=3)
    with workspace.writing("Ada", "outputs import") as change:  # three new texts of Scope
        (system,) = add_systems(change, campaigns_of(change.connection)[0], ["D"], {}, {}).values()
        hand_in(change, 1, {system.id: hand_in_of(suite, "D", "+++mny")})
    assert (seen("Cem"), seen("Ben", assigned=AssignedTo.ME)) == ((3, 6, 3), (0, 6, 6))
    assert assignments(desk, HERE) == board.assignments(desk, HERE)
    assert board.counts(replace(desk, person="Ben"), HERE, Filters()).yours.open == 6
    moved = assign_phenomena(desk, HERE, [("Negation", None)], "Cem")  # the phenomenon stays Ben's
    assert (moved.before, seen("Cem", assigned=AssignedTo.ME)) == ((), (0, 0, 0))
    history.undo(desk, given.change)
    assert (seen("Cem", assigned=AssignedTo.ME), seen("Ben")) == ((0, 6, 6), (3, 6, 3))


def test_of_an_item(desk: Desk, workspace: OpenWorkspace) -> None:
    """It wins over its phenomenon, and is nobody's once its person may not decide."""
    board = LiveReview(workspace)
    assign_phenomena(desk, HERE, [(None, "Scope")], "Ben")
    item = next(one.item_id for one in board.next(replace(desk, person="Ben"), HERE).texts)
    with workspace.writing("Ada", "suite edit") as change:
        assert assign_items(change, [item], 3) == [item]
        assert assign_items(change, [item], 3) == []
    assert [one.person for one in board.assignments(desk, HERE).people] == ["Ben", "Cem"]
    people.give_role(desk, "Cem", Role.READER)
    assert [one.person for one in board.assignments(desk, HERE).people] == ["Ben"]
