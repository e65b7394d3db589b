"""Studies go into a workspace and come out as they were; what people said of items is never overwritten."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from sqlalchemy import func, select

from lackmus.core.base.choices import Fallback, Symmetry
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.contrasts.study_lines import study_lines
from lackmus.core.trees.treebank import Sentence, Word, treebank
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError, NotFoundError
from lackmus.flows.workspaces.history import undo
from lackmus.flows.workspaces.log_pages import LogQuery, log_page
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.contrasts.studies import (
    add_study,
    load_study,
    remove_study,
    storable_study,
    studies_of,
    the_study,
    touched,
)
from lackmus.store.contrasts.study_choices import choices_of, choose, history_of
from lackmus.store.db import schema
from lackmus.store.db.changes import Change
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from lackmus.store.workspaces.people import add_person, give_role
from tests.store.grown import HOSTILE
from tests.store.older import make_old
from tests.store.soundness import faults
from tests.studied import WRITTEN, small_study

FIRST, SECOND, THIRD = (f"gerund-dass-s{number}-3" for number in range(3))
OTHER = {**WRITTEN, "Ahorn": "cccc"}  # a system that wrote something else


def small(name: str = "small", written: Mapping[str, str] = WRITTEN, **other: Any) -> ContrastStudy:
    """The study of the tests, or one that differs in something."""
    return replace(small_study(written), name=name, **other)


def do(workspace: OpenWorkspace, act: Callable[[Change], object], person: str = "Ada") -> int | None:
    """One change, if it changed anything."""
    with workspace.writing(person, "act") as change:
        act(change)
    return change.number if change.written else None


def kept(study: ContrastStudy, replacing: bool = False) -> Callable[[Change], object]:
    return lambda change: add_study(change, storable_study(study), replacing)


def said(**choices: bool | None) -> Callable[[Change], object]:
    """Items by the number of their sentence: `said(s0=True)`."""
    named = {f"gerund-dass-{name}-3": one for name, one in choices.items()}
    return lambda change: choose(change, the_study(change.connection, "small"), named)


def removed(change: Change) -> None:
    remove_study(change, the_study(change.connection, "small"))


def standing(workspace: OpenWorkspace) -> Mapping[str, object]:
    """All studies with everything in them, and what holds of their items."""
    with workspace.reading() as connection:
        return {
            one.name: (
                one,
                list(study_lines(load_study(connection, one))),
                choices_of(connection, one.number),
            )
            for one in studies_of(connection)
        }


def chosen(workspace: OpenWorkspace) -> dict[str, bool]:
    with workspace.reading() as connection:
        return choices_of(connection, the_study(connection, "small").number)


def token(workspace: OpenWorkspace, name: str = "small") -> str:
    with workspace.reading() as connection:
        return touched(connection, the_study(connection, name))


@pytest.fixture
def filled(workspace: OpenWorkspace) -> OpenWorkspace:
    fill(workspace)
    return workspace


def fill(workspace: OpenWorkspace) -> None:
    """#1 a study; #2 Ada keeps an item and drops another."""
    do(workspace, kept(small()))
    do(workspace, said(s0=True, s1=False))


# -- in and out --------------------------------------------------------------------------------------------


def odd() -> ContrastStudy:
    """Hostile words, a contraction, an empty output, a system without some, all that is optional."""
    study = small_study(refined={FIRST: True, SECOND: False})
    word = Word(HOSTILE, "\u202elemma", "VERB", "VBG", "Tense=Pres|VerbForm=Ger", 0, "root", 0, 4)
    part = Word("مرحبا", "_", "X", "_", "_", 1, "dep", 0, 4)
    targets = [study.targets.sentence(number) for number in range(len(study.targets))]
    targets[0] = Sentence("s0", "", ())
    targets[1] = Sentence("“s1”", HOSTILE, (word, part))
    without = {**study.target_of, "Linde": np.array([-1, 5, -1, -1])}
    return replace(
        study,
        name="odd",
        fallbacks=(Fallback.GROW, Fallback.CLAUSE),
        symmetry=Symmetry.GROW,
        targets=treebank(targets),
        target_of=without,
        selected_by="",
        about={"“ä”": HOSTILE},
        notes=(HOSTILE,),
        references=(),
        systems=("Ahorn", "Birke", "Linde", "human", "second"),
    )


@pytest.mark.parametrize(
    "study",
    [
        small(),
        odd(),
        small(links=np.zeros((0, 3), dtype=np.int64)),
        small(scores=(), notes=(), about={}),
        small(targets=small().targets.take(np.arange(20)[::-1])),  # values in another order than they occur
    ],
    ids=["small", "odd", "no links", "nothing said", "turned around"],
)
def test_a_study_comes_out_as_it_went_in(workspace: OpenWorkspace, study: ContrastStudy) -> None:
    do(workspace, kept(study))
    with workspace.reading() as connection:
        (shown,) = studies_of(connection)
        found = load_study(connection, shown)
    assert list(study_lines(found)) == list(study_lines(study))
    assert found.items.equals(study.items) and found.verdicts.equals(study.verdicts)
    assert found.links.dtype == study.links.dtype and found.links.tolist() == study.links.tolist()
    assert {name: rows.tolist() for name, rows in found.target_of.items()} == {
        name: rows.tolist() for name, rows in study.target_of.items()
    }
    assert (shown.name, shown.pair, shown.items, shown.selected) == (
        study.name,
        study.pair,
        study.items.height,
        study.items["selected"].sum(),
    )
    assert (shown.systems, shown.references) == (study.systems, study.references)
    assert shown.contrasts == ("gerund-dass", "gerund-zu")
    assert faults(workspace) == []


def test_what_is_shown_of_it(filled: OpenWorkspace) -> None:
    with filled.reading() as connection:
        (shown,) = studies_of(connection)
    assert (shown.items, shown.selected, shown.kept, shown.dropped) == (8, 4, 1, 1)
    assert (shown.person, shown.in_short) == ("Ada", "2 contrasts, 8 items, 3 systems, en-de")


def test_an_unknown_name_tells_those_there(filled: OpenWorkspace) -> None:
    with filled.reading() as connection, pytest.raises(LackmusError, match="no study second") as told:
        the_study(connection, "second")
    assert str(told.value).endswith("There is small.")
    assert isinstance(told.value, NotFoundError)


# -- names -------------------------------------------------------------------------------------------------


def test_a_name_is_had_by_one_only(filled: OpenWorkspace) -> None:
    """The very same again is no change; another one must be asked for."""
    before = standing(filled)
    assert do(filled, kept(small(" small "))) is None
    with pytest.raises(LackmusError, match=r"There is a study small already.*8 items.*Ada"):
        do(filled, kept(small(written=OTHER)))
    assert standing(filled) == before
    assert do(filled, kept(small("second")))
    assert list(standing(filled)) == ["small", "second"]


def test_what_people_said_outlives_a_newer_study(filled: OpenWorkspace) -> None:
    """Where items are the same: by name, keyword and sentence. Who said it, and when, stays."""
    with filled.reading() as connection:
        before = history_of(connection, 1)
    newer = small(written=OTHER)
    texts = ("Another sentence.", *newer.sources.texts[1:])
    newer = replace(newer, sources=replace(newer.sources, texts=texts))
    do(filled, said(s2=True), "Ben")
    do(filled, kept(newer, replacing=True))
    assert chosen(filled) == {SECOND: False, THIRD: True}
    with filled.reading() as connection:
        after = history_of(connection, the_study(connection, "small").number)
    assert [(one.item, one.kept, one.person) for one in after] == [
        (SECOND, False, "Ada"),
        (THIRD, True, "Ben"),
    ]
    assert after[0] == before[1]
    assert faults(filled) == []


@pytest.mark.parametrize(
    "study, told",
    [
        (small(""), "the study's name is empty"),
        (small("x\x00"), "the study's name has a NUL"),
        (small("x", items=small().items.clear()), "x has no items"),
        (small("x", items=pl.concat([small().items, small().items])), "x has two items gerund-dass-s0-3"),
        (small("x", pair="\ud800"), "x: its pair has half a character"),
        (small("x", about={"aligner": "\x00"}), "x: aligner has a NUL"),
        (small("x", notes=("a", "ä\ud800")), "x: a note has half a character"),
        (
            small("x", sources=replace(small().sources, texts=("a", "b\x00", "c", "d"))),
            "x: a sentence has a NUL",
        ),
    ],
)
def test_what_cannot_be_kept_changes_nothing(study: ContrastStudy, told: str) -> None:
    """No database is asked: it is refused before."""
    with pytest.raises(LackmusError) as problem:
        storable_study(study)
    assert told in str(problem.value)


# -- keeping and dropping ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "acts, found",
    [
        ([], {FIRST: True, SECOND: False}),
        ([said(s0=False)], {FIRST: False, SECOND: False}),
        ([said(s0=None)], {SECOND: False}),
        ([said(s2=True), said(s2=None), said(s2=False)], {FIRST: True, SECOND: False, THIRD: False}),
        ([said(s0=None, s1=None, s2=True)], {THIRD: True}),
    ],
)
def test_the_latest_word_holds(
    filled: OpenWorkspace, acts: list[Callable[[Change], object]], found: dict[str, bool]
) -> None:
    for act in acts:
        assert do(filled, act)
    assert chosen(filled) == found
    assert faults(filled) == []


def test_saying_the_same_again_is_no_change(filled: OpenWorkspace) -> None:
    """Whoever says it: the page may send it twice."""
    for person in ("Ada", "Ben"):
        assert do(filled, said(s0=True, s1=False, s2=None), person) is None


def test_what_came_with_the_study_holds_until_somebody_says_otherwise(workspace: OpenWorkspace) -> None:
    came = replace(small_study(refined={FIRST: True, SECOND: True}), name="small")
    do(workspace, kept(came))
    do(workspace, said(s1=False, s2=True))
    with workspace.reading() as connection:
        (shown,) = studies_of(connection)
        study = load_study(connection, shown)
        assert load_study(connection, shown, with_choices=False).items.equals(came.items)
    assert (shown.kept, shown.dropped) == (2, 1)
    refined = dict(study.items.select("item", "refined").iter_rows())
    assert (refined[FIRST], refined[SECOND], refined[THIRD]) == (True, False, True)
    do(workspace, said(s1=None))
    with workspace.reading() as connection:
        (shown,) = studies_of(connection)
    assert (shown.kept, shown.dropped) == (3, 0)


def test_everything_said_is_remembered(filled: OpenWorkspace) -> None:
    """Two people differ: the later word holds, and the log knows both."""
    do(filled, said(s0=False), "Ben")
    do(filled, said(s0=True), "Ada")
    with filled.reading() as connection:
        told = [(one.kept, one.person, one.holds) for one in history_of(connection, 1, FIRST)]
        everything = history_of(connection, 1)
    assert told == [(True, "Ada", False), (False, "Ben", False), (True, "Ada", True)]
    assert len(everything) == 4 and [one.change for one in everything] == [2, 2, 3, 4]


def test_what_was_undone_and_done_again_was_said_once(filled: OpenWorkspace) -> None:
    desk = Desk(person="Ada", opened=filled)
    undo(desk, undo(desk, 2).number)
    with filled.reading() as connection:
        told = history_of(connection, 1)
    assert [(one.item, one.person, one.change, one.holds) for one in told] == [
        (FIRST, "Ada", 2, True),
        (SECOND, "Ada", 2, True),
    ]


def test_an_item_of_another_study_is_refused(filled: OpenWorkspace) -> None:
    before = standing(filled)
    with pytest.raises(LackmusError, match="small has no item gerund-dass-s9-3"):
        do(filled, said(s0=False, s9=True))
    assert standing(filled) == before


# -- who may, and undo -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act, editors_only",
    [
        (removed, True),
        (kept(small(written=OTHER), replacing=True), True),
        (kept(small("second")), False),
        (said(s0=False), False),
    ],
    ids=["remove", "replace", "another", "choose"],
)
def test_what_others_made_is_for_editors_to_remove(
    filled: OpenWorkspace, act: Callable[[Change], object], editors_only: bool
) -> None:
    """Ben is an annotator, then an editor; whoever only looks may do none of it."""
    before = standing(filled)
    do(filled, lambda change: [add_person(change, name) for name in ("Ben", "Cem")])
    do(filled, lambda change: give_role(change, "Cem", Role.READER))
    with pytest.raises(LackmusError, match="Cem is reader here"):
        do(filled, act, "Cem")
    if editors_only:
        with pytest.raises(LackmusError, match="Only an editor may"):
            do(filled, act, "Ben")
        do(filled, lambda change: give_role(change, "Ben", Role.EDITOR))
    assert standing(filled) == before
    assert do(filled, act, "Ben")
    assert standing(filled) != before


DEEDS: dict[str, Callable[[Change], object]] = {
    "another study": kept(small("second")),
    "replaced": kept(small(written=OTHER), replacing=True),
    "removed": removed,
    "dropped": said(s0=False, s2=True),
    "left open": said(s1=None),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_back_and_forth(filled: OpenWorkspace, deed: str) -> None:
    """Undone, all is as before; undone again, as after; tokens tell that something happened."""
    desk = Desk(person="Ada", opened=filled)
    before, seen = standing(filled), token(filled)
    number = do(filled, DEEDS[deed])
    after = standing(filled)
    assert after != before
    undone = undo(desk)
    assert (undone.entry.number, standing(filled)) == (number, before)
    assert (token(filled) == seen) is (deed == "another study")
    undo(desk, undone.number)
    assert standing(filled) == after
    assert faults(filled) == []


@pytest.mark.parametrize(
    "acts, number, told",
    [
        ([], 1, r"#2 \(act\) by Ada rests on it since. Undo #2 first"),
        ([said(s0=False)], 2, "#3 .* changed the same"),
        ([kept(small(written=OTHER), replacing=True), said(s2=True)], 3, "#4 .* rests on it"),
        ([removed, kept(small(written=OTHER))], 3, "#4 .* took the name small"),
    ],
)
def test_what_came_later_stands_in_the_way(
    filled: OpenWorkspace, acts: list[Callable[[Change], object]], number: int, told: str
) -> None:
    for act in acts:
        do(filled, act)
    before = standing(filled)
    with pytest.raises(LackmusError, match=told):
        undo(Desk(person="Ada", opened=filled), number)
    assert standing(filled) == before


def test_the_log_leads_to_studies_that_are_there(filled: OpenWorkspace) -> None:
    do(filled, kept(small("second")))
    do(filled, lambda change: remove_study(change, the_study(change.connection, "second")))
    subjects = log_page(Desk(person="Ada", opened=filled), LogQuery()).subjects
    assert {change: (one.kind, one.number, one.name) for change, one in subjects.items()} == {
        1: ("study", 1, "small"),
        2: ("study", 1, "small"),
    }


def test_trees_are_kept_once(filled: OpenWorkspace) -> None:
    """Choosing copies nothing."""
    do(filled, said(s2=False))
    with filled.reading() as connection:
        many = connection.execute(select(func.count()).select_from(schema.study_sentences)).scalar()
    assert many == 4 + 20


@pytest.mark.usefixtures("migrations")
def test_an_older_workspace_takes_a_study(tmp_path: Path) -> None:
    """One that knew nothing of studies is brought up to date."""
    file = str(tmp_path / "lackmus.db")
    make_old(file, "0006")
    with open_workspace(file) as workspace:
        fill(workspace)
        assert chosen(workspace) == {FIRST: True, SECOND: False}
