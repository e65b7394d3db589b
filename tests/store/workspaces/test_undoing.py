"""Undo takes one change back and nothing else; what rests on it stands in the way."""

from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import select

from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.rules.held_rules import add_rules
from lackmus.store.rules.judging import rejudge
from lackmus.store.rules.rejudging import stale_items
from lackmus.store.suites.suites import load_suite
from lackmus.store.workspaces.history import entries, entry_of, undoings_of
from lackmus.store.workspaces.undo_conflicts import in_force
from lackmus.store.workspaces.undoing import STATES, UndoneChange, undo
from tests.refusals import refuses
from tests.store.grown import (
    HUSBAND,
    MAN,
    TEXTS,
    decide,
    edit_rule,
    grow,
    hand_in,
    held,
    judged_afresh,
    new_system,
    tell,
)

ANYBODY = Rule(Side.POSITIVE, Kind.PATTERN, r"[A-Z]")


@pytest.fixture
def grown(workspace: OpenWorkspace) -> OpenWorkspace:
    grow(workspace)
    return workspace


def take_back(workspace: OpenWorkspace, number: int | None = None, person: str = "Ada") -> UndoneChange:
    with workspace.writing(person, "undo") as change:
        return undo(change, number)


def standing(workspace: OpenWorkspace) -> dict[str, list[tuple[object, ...]]]:
    """What holds, whenever it began."""
    with workspace.reading() as connection:
        return {
            table.name: sorted(
                bulk.fetch(
                    connection,
                    select(*(column for column in table.c if column.name not in ("since", "until"))).where(
                        holds(table)
                    ),
                ),
                key=repr,
            )
            for table in (*STATES, schema.verdicts)
        }


def did(workspace: OpenWorkspace, act: Callable[[Change], object], person: str = "Ada") -> int:
    with workspace.writing(person, "act") as change:
        act(change)
    return change.number


def revise_item(change: Change) -> None:
    states = schema.item_states
    row = dict(
        change.connection.execute(select(states).where(states.c.item == 1, holds(states))).mappings().one()
    )
    values = {name: row[name] for name in row if name not in ("item", "since", "until")}
    change.revise(states, {"item": 1}, values | {"category": "Negation", "reserved": 1})


def rename(name: str) -> Callable[[Change], None]:
    return lambda change: change.revise(
        schema.campaign_states, {"campaign": 1}, {"name": name, "tags": "[]", "comment": ""}
    )


def retire_hand_in(change: Change) -> None:
    change.retire(schema.hand_in_states)


def replace_outputs(change: Change) -> None:
    change.retire(schema.hand_in_states)
    hand_in(change, 1, ("1", "Her spouse."), ("2", "A man."))


def save(change: Change) -> None:
    change.revise(schema.saved_reports, {"name": "Zoo"}, {"revision": 4, "request": "{}", "signature": "t"})


DEEDS: dict[str, Callable[[Change], object]] = {
    "a rule edited": lambda change: edit_rule(change, 2, ANYBODY),
    "an item changed": revise_item,
    "a mind changed": lambda change: decide(change, "Him.", "fail"),
    "a campaign renamed": rename("WMT 2026"),
    "outputs taken out": retire_hand_in,
    "outputs replaced": replace_outputs,
    "a new system": lambda change: hand_in(change, new_system(change, "WMT27", "B"), *TEXTS[:2]),
    "a report saved again": save,
}


@pytest.mark.parametrize("deed", DEEDS)
def test_back_and_forth(grown: OpenWorkspace, deed: str) -> None:
    """Undone, all is as before; undone again, as after; and the past stays as it was."""
    before = standing(grown)
    number = did(grown, DEEDS[deed])
    after = standing(grown)
    seen = {revision: held(grown, revision) for revision in range(1, number + 1)}
    assert after != before
    undone = take_back(grown)
    assert undone.entry.number == number
    kept = {"verdicts"} if "outputs" in deed or "system" in deed else set()  # texts that stay, unseen
    assert {name: rows for name, rows in standing(grown).items() if name not in kept} == {
        name: rows for name, rows in before.items() if name not in kept
    }
    assert judged_afresh(grown)
    take_back(grown, undone.number)
    assert standing(grown) == after
    take_back(grown)  # the deed once more, not the one before
    assert standing(grown)["item_states"] == before["item_states"]
    assert {revision: held(grown, revision) for revision in seen} == seen


def test_twice_undo_goes_back_twice(grown: OpenWorkspace) -> None:
    """Undoing is no deed itself; the log tells which undid which."""
    before = standing(grown)
    one, two = did(grown, rename("B")), did(grown, DEEDS["a rule edited"])
    assert [take_back(grown).entry.number for _ in range(2)] == [two, one]
    assert standing(grown) == before
    with grown.reading() as connection:
        log = [(one.number, one.undoes, one.undone_by) for one in entries(connection)][:4]
    assert log == [(9, 6, None), (8, 7, None), (7, None, 8), (6, None, 9)]


def test_texts_that_came_later_are_judged_too(grown: OpenWorkspace) -> None:
    """A system handed in after the edit: its new text has the verdict of the old rule after the undo."""
    did(grown, lambda change: edit_rule(change, 2, ANYBODY))
    did(grown, lambda change: hand_in(change, new_system(change, "WMT27", "B"), ("1", "Her one man.")))
    flips = take_back(grown, 6).flips
    assert flips == {("pass", "fail"): 2}  # also the one that nobody had written when the rule was edited
    assert judged_afresh(grown)
    with grown.reading() as connection:
        marks = dict(bulk.fetch(connection, select(schema.items.c.id, schema.items.c.judged)))
    assert marks[1] == 8


def test_an_item_that_comes_back_is_judged_by_its_rules(grown: OpenWorkspace) -> None:
    """Its rules may have changed while it was retired: by an undo, which asks nobody about its texts."""
    with grown.writing("Ada", "suite import") as change:
        change.retire(schema.item_states, schema.item_states.c.item == 1)
    take_back(grown, 3)  # the edited rule
    undone = take_back(grown, 6)  # the item is back, with the first wording
    assert judged_afresh(grown)
    assert undone.flips == {("pass", "warning"): 1}
    with grown.reading() as connection:
        assert stale_items(connection) == {}


def test_an_edit_of_another_rule_stands_not_in_the_way(grown: OpenWorkspace) -> None:
    """Both flipped the same text, but they are two deeds."""
    first = did(grown, lambda change: edit_rule(change, 2, Rule(Side.NEGATIVE, Kind.PATTERN, "Him")))

    def add(change: Change) -> None:
        add_rules(change, [(1, 5, ANYBODY, None)])
        rejudge(change, load_suite(change.connection, 1, only=[1]))

    did(grown, add)
    take_back(grown, first)
    assert judged_afresh(grown)
    with grown.reading() as connection:
        assert len(load_suite(connection, 1).suite.items[0].rules) == 3


def test_imports_share_texts(grown: OpenWorkspace) -> None:
    """What another system wrote too keeps its verdict when the first hand-in is undone."""
    did(grown, lambda change: hand_in(change, new_system(change, "WMT27", "B"), *TEXTS))
    before = held(grown)
    take_back(grown, 2)
    assert held(grown) == before


@pytest.mark.parametrize(
    "first, then, said",
    [
        (rename("B"), rename("C"), r"#6 \(act\) cannot be undone: #7 \(act\) by Ada changed the same since"),
        (DEEDS["a mind changed"], lambda change: decide(change, "Him.", "pass"), "Undo #7 first"),
        (DEEDS["a rule edited"], lambda change: edit_rule(change, 5, ANYBODY), "Undo #7 first"),
        (
            rename("B"),
            lambda change: new_system(change, "WMT26", "X"),
            "#7 .* took the name WMT26 since. Undo #7 first",
        ),
        (
            retire_hand_in,
            lambda change: hand_in(change, 1, ("1", "New.")),
            "#7 .* brought other outputs since. Undo #7 first",
        ),
        (
            lambda change: new_system(change, "WMT27", "B"),
            lambda change: hand_in(change, 2, ("1", "New.")),
            "#7 .* rests on it since. Undo #7 first",
        ),
    ],
    ids=["campaign", "decision", "rule", "name", "place", "rest"],
)
def test_what_came_later_first(
    grown: OpenWorkspace, first: Callable[[Change], object], then: Callable[[Change], object], said: str
) -> None:
    """Refused with the name of what stands in the way; once that is undone, it goes."""
    before = standing(grown)
    did(grown, first)
    did(grown, then)
    now = standing(grown)
    with refuses(LackmusError, match=said):
        take_back(grown, 6)
    assert standing(grown) == now
    take_back(grown, 7)
    take_back(grown, 6)
    assert {name: rows for name, rows in standing(grown).items() if name != "verdicts"} == {
        name: rows for name, rows in before.items() if name != "verdicts"
    }


def test_a_suite_stays_while_outputs_rest_on_it(grown: OpenWorkspace) -> None:
    """Outputs without a suite could not be read."""
    with refuses(LackmusError, match=r"#1 .* cannot be undone: #3 .*changed the same since"):
        take_back(grown, 1)
    for number in (3, 2, 1):
        take_back(grown, number)
    assert standing(grown)["suite_states"] == standing(grown)["rule_states"] == []


@pytest.mark.parametrize(
    "person, number, said",
    [
        ("Ben", 3, "Only an editor may undo what others did.* Ask Ada"),
        ("Eve", None, "There is nothing of Eve to undo"),
        ("Ada", 99, "There is no change #99"),
        ("Ada", 7, "There is no change #7"),  # the undo itself
        ("Ada", 6, "made template abcdef"),
        ("Ada", None, "made template abcdef"),  # not silently the one before
    ],
)
def test_not_everything_is_undone(grown: OpenWorkspace, person: str, number: int | None, said: str) -> None:
    """One line, and no trace in the log."""
    tell(grown)
    with refuses(LackmusError, match=said):
        take_back(grown, number, person)
    with grown.reading() as connection:
        assert entry_of(connection, 7) is None


def test_undone_is_undone(grown: OpenWorkspace) -> None:
    """Twice the same is refused, with the way to do it again."""
    again = take_back(grown, 4).number
    with refuses(LackmusError, match=f"is undone already. Do it again: lackmus undo {again}"):
        take_back(grown, 4)


def test_an_editor_may_undo_what_others_did(grown: OpenWorkspace) -> None:
    """Ben's decision is taken back by Ada; Ben stays a person of the workspace."""
    take_back(grown, 4, "Ada")
    assert standing(grown)["decisions"] == []
    assert (2, "annotator") in standing(grown)["person_states"]


def test_the_first_deed_makes_nobody_less(workspace: OpenWorkspace) -> None:
    """Whoever acts first is admin, and stays so if the act is undone."""
    grow(workspace)
    for number in (3, 2, 1):
        take_back(workspace, number)
    assert (1, "admin") in standing(workspace)["person_states"]


def test_roles_are_given_by_admins(grown: OpenWorkspace) -> None:
    """Whoever is no admin any more cannot get it back by undoing, and somebody must stay one."""

    def role(person: int, role: str) -> Callable[[Change], None]:
        return lambda change: change.revise(schema.person_states, {"person": person}, {"role": role})

    made = did(grown, role(2, "admin"))
    left = did(grown, role(1, "annotator"))
    with refuses(LackmusError, match=r"Only an admin may give roles\. Ask Ben"):
        take_back(grown, left, "Ada")
    with refuses(LackmusError, match="There would be no admin any more"):
        take_back(grown, made, "Ben")
    take_back(grown, left, "Ben")
    take_back(grown, made, "Ada")
    assert standing(grown)["person_states"] == [(1, "admin"), (2, "annotator")]


def test_where_nobody_was_admin_undo_is_not_to_blame(grown: OpenWorkspace) -> None:
    """A workspace from before there were admins: what is undone has nothing to do with roles."""
    with grown.writing("Ada", "decide") as change:
        states = schema.person_states
        change.connection.execute(states.update().where(states.c.role == "admin").values(role="editor"))
    assert take_back(grown, 4, "Ada").entry.number == 4


def test_judging_alone_is_no_deed(grown: OpenWorkspace) -> None:
    """Undo passes over a change that only let the rules speak."""

    def judge(change: Change) -> None:
        change.retire(schema.verdicts, schema.verdicts.c.text == 1)
        change.add(schema.verdicts, ["text", "verdict"], [(1, "warning")])

    number = did(grown, judge)
    with refuses(LackmusError, match="changed nothing that could be undone"):
        take_back(grown, number)
    assert take_back(grown).entry.number == 5


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_was_done_can_all_be_undone(grown: OpenWorkspace, seed: int) -> None:
    """Deeds, undoings and doings again as they come; undone to the first, all is as it was."""
    chance = Random(seed)
    before = {name: rows for name, rows in standing(grown).items() if name != "verdicts"}
    deeds = [
        *(rename(name) for name in "BC"),
        *(
            lambda change, text=text: decide(change, text, chance.choice(["pass", "fail"]))
            for _, text in TEXTS[:3]
        ),
        lambda change: edit_rule(change, _rule(change), chance.choice([ANYBODY, HUSBAND, MAN])),
        replace_outputs,
        save,
    ]
    refused = 0
    for _ in range(25):
        if chance.random() < 0.5:
            did(grown, chance.choice(deeds))
        else:
            with grown.reading() as connection:
                numbers = [one.number for one in entries(connection) if one.number > 5]
            try:
                take_back(grown, chance.choice(numbers) if numbers else 99)
            except LackmusError:
                refused += 1
        assert judged_afresh(grown)
    while True:
        with grown.reading() as connection:
            left = [
                one for one in entries(connection) if one.number > 5 and not one.undone_by and not one.undoes
            ]
            if not left:
                break
            undoings = undoings_of(connection)
            # What was done again counts as of then: the latest word on each thing goes first.
            order = in_force([one.number for one in reversed(list(entries(connection)))], undoings)
        take_back(grown, next(number for number in reversed(order) if number > 5))
    assert {name: rows for name, rows in standing(grown).items() if name != "verdicts"} == before
    assert refused


def _rule(change: Change) -> int:
    """A rule of the first item that holds now."""
    return load_suite(change.connection, 1).rules["de-en:1"][0]
