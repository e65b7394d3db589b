"""Rating tasks and ratings in a workspace: appended, undone, kept apart by person, on both databases."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import select

from lackmus.core.ratings.orders import Turn
from lackmus.core.ratings.tasks import RatingScale, TaskPlan
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.keeping import keep, remove
from lackmus.flows.ratings import ratings, tasks
from lackmus.flows.ratings.ratings import StillOpenError
from lackmus.flows.workspaces.history import undo
from lackmus.flows.workspaces.log_pages import LogQuery, log_page
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import bulk, schema
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from lackmus.store.ratings.ratings import claim, ratings_of, task_state
from lackmus.store.ratings.tasks import NoSuchTaskError, texts_of, the_task
from lackmus.store.workspaces.people import add_person, remove_person
from tests.store.older import make_old
from tests.store.soundness import faults
from tests.studied import small_study

PLAN = TaskPlan(RatingScale(1, 5, "nonsense", "perfect"), references=("human",), people=2)


def desk(workspace: OpenWorkspace, person: str = "Ada") -> Desk:
    return Desk(person=person, opened=workspace)


@pytest.fixture
def task(workspace: OpenWorkspace) -> OpenWorkspace:
    """#1 a study, #2 a task by Ada, #3 Ann and Ben are annotators, Rea is a reader."""
    begin(workspace)
    return workspace


def begin(workspace: OpenWorkspace, plan: TaskPlan = PLAN) -> None:
    keep(desk(workspace), small_study())
    tasks.create(desk(workspace), "quality", "small", plan)
    with workspace.writing("Ada", "user add") as change:
        for name, role in {"Ann": Role.ANNOTATOR, "Ben": Role.ANNOTATOR, "Rea": Role.READER}.items():
            add_person(change, name, role)


def rate_all(workspace: OpenWorkspace, person: str, value: int = 3) -> int:
    """Rate one text after another until none is left; how many."""
    many = 0
    while cards := ratings.next_translations(desk(workspace, person), "quality").cards:
        ratings.rate(desk(workspace, person), "quality", {cards[0].key: value})
        many += 1
    return many


def held(workspace: OpenWorkspace) -> list[tuple[object, ...]]:
    with workspace.reading() as connection:
        return ratings_of(connection, 1).rows()


def first_key(workspace: OpenWorkspace, person: str = "Ann") -> str:
    return ratings.next_translations(desk(workspace, person), "quality").cards[0].key


def test_a_task_comes_out_as_it_was_made(task: OpenWorkspace) -> None:
    found = tasks.task(desk(task), "quality")
    assert (found.number, found.study_name, found.texts, found.sentences) == (1, "small", 8, 4)
    assert found.plan.scale == PLAN.scale and found.plan.systems == ("Ahorn", "Birke", "Linde")
    assert found.in_short == "8 texts of 4 sentences, 1–5, 2 annotators each"
    assert tasks.task(desk(task), 1) == found and faults(task) == []
    with pytest.raises(NoSuchTaskError, match="There is quality"):
        tasks.task(desk(task), "none")


@pytest.mark.parametrize("person, said", [("Ann", "Only an editor may make"), ("Ada", "already")])
def test_editors_make_tasks_under_free_names(task: OpenWorkspace, person: str, said: str) -> None:
    with pytest.raises(LackmusError, match=said):
        tasks.create(desk(task, person), "quality", "small", PLAN)


def test_each_text_is_rated_by_as_many_as_wanted(task: OpenWorkspace) -> None:
    assert [rate_all(task, person) for person in ("Ann", "Ben", "Ada")] == [8, 8, 0]
    (listed,) = tasks.tasks(desk(task, "Ann"))
    assert (listed.made, listed.own, listed.left, listed.done) == (16, 8, 0, True)
    assert tasks.progress(desk(task), "quality") == {"Ann": 8, "Ben": 8}


def test_a_changed_mind_adds_a_rating(task: OpenWorkspace) -> None:
    """The old one is kept, and the same again is no change."""
    key = first_key(task)
    for value in (2, 4, 4):
        ratings.rate(desk(task, "Ann"), "quality", {key: value})
    assert [row[3] for row in held(task)] == [4]
    with task.reading() as connection:
        rows = bulk.fetch(connection, select(schema.ratings.c.value, schema.ratings.c.until))
        assert sorted(rows) == [(2, 5), (4, None)]
        assert task.revision(connection).number == 5


def test_going_back_shows_what_was_said(task: OpenWorkspace) -> None:
    """Text by text to the first; a correction does not change the order."""
    mine = desk(task, "Ann")
    keys = []
    for value in (1, 2, 3):
        keys.append(first_key(task))
        ratings.rate(mine, "quality", {keys[-1]: value})
    ratings.rate(mine, "quality", {keys[0]: 5})
    last = ratings.before(mine, "quality")
    assert last is not None and (last.key, last.value) == (keys[2], 3)
    seen = [last.key]
    while one := ratings.before(mine, "quality", seen[-1]):
        seen.append(one.key)
    assert seen == keys[::-1] and ratings.card(mine, "quality", keys[0]).value == 5
    assert ratings.before(mine, "quality", first_key(task)) == last  # of a text not yet rated


def test_undo_takes_a_rating_back(task: OpenWorkspace) -> None:
    key = first_key(task)
    ratings.rate(desk(task, "Ann"), "quality", {key: 2})
    ratings.rate(desk(task, "Ann"), "quality", {key: 4})
    undo(desk(task, "Ann"), None)
    assert [row[3] for row in held(task)] == [2]
    undo(desk(task, "Ann"), None)
    assert held(task) == [] and faults(task) == []


def test_what_is_not_on_the_scale_or_not_ones_own_is_refused(task: OpenWorkspace) -> None:
    key = first_key(task)
    with pytest.raises(LackmusError, match="6 is not on the scale from 1 to 5"):
        ratings.rate(desk(task, "Ann"), "quality", {key: 6})
    for person, wrong in (("Ben", key), ("Ann", "0" * 16), ("Ann", "")):
        with pytest.raises(NoSuchTaskError, match="has no text"):
            ratings.rate(desk(task, person), "quality", {wrong: 3})
    with pytest.raises(LackmusError, match="Rea is reader here and may only look"):
        ratings.rate(desk(task, "Rea"), "quality", {key: 3})
    assert held(task) == []


def test_claims_keep_texts_from_others_for_a_while(workspace: OpenWorkspace) -> None:
    begin(workspace, TaskPlan(people=1))
    ann = ratings.next_translations(desk(workspace, "Ann"), "quality", many=5)
    ben = ratings.next_translations(desk(workspace, "Ben"), "quality", many=8)
    assert len(ann.cards) == 5 and len(ben.cards) == 3
    assert not {card.text + card.source for card in ann.cards} & {
        card.text + card.source for card in ben.cards
    }
    again = ratings.next_translations(desk(workspace, "Ann"), "quality", many=8)
    assert {card.key for card in again.cards} == {card.key for card in ann.cards}
    with workspace.claiming() as connection:
        long_ago = datetime.now(UTC) - timedelta(hours=1)
        claim(connection, 1, 2, range(8), long_ago)
    assert len(ratings.next_translations(desk(workspace, "Ben"), "quality", many=8).cards) == 8


def test_who_comes_late_is_not_refused(workspace: OpenWorkspace) -> None:
    """A rating that waited in a browser is saved, even if others were enough meanwhile."""
    begin(workspace, TaskPlan(people=1))
    key = first_key(workspace)
    with workspace.claiming() as connection:
        connection.execute(schema.rating_claims.delete())
    rate_all(workspace, "Ben")
    assert len(held(workspace)) == 8
    ratings.rate(desk(workspace, "Ann"), "quality", {key: 3})
    assert len(held(workspace)) == 9


def test_annotators_see_the_report_when_they_are_done(task: OpenWorkspace) -> None:
    """Editors and readers see it at any time, once there is something."""
    with pytest.raises(LackmusError, match="has no ratings yet"):
        ratings.report(desk(task), "quality")
    rate_all(task, "Ann")
    for person, sees in {"Ann": True, "Ben": False, "Ada": True, "Rea": True}.items():
        assert ratings.may_see(desk(task, person), "quality") is sees
    with pytest.raises(StillOpenError, match="8 texts left for Ben to rate"):
        ratings.report(desk(task, "Ben"), "quality")
    found = ratings.report(desk(task, "Rea"), "quality")
    assert (found.ratings, found.rated) == (8, 8)


def test_hidden_repeats_are_told_by_nothing(workspace: OpenWorkspace) -> None:
    """A repeat is a card like any other, with a key of its own; only the report knows."""
    begin(workspace, TaskPlan(references=("human", "second"), people=1, repeats=50, seed=2))
    with workspace.claiming() as connection:  # the small study has too few texts for a repeat
        values = (connection.execute(select(schema.rating_texts)).mappings().all())[0]
        rows = [{**values, "place": 8 + number, "text": f"Text {number}."} for number in range(12)]
        connection.execute(schema.rating_texts.insert(), rows)
        connection.execute(schema.rating_tasks.update().values(texts=20))
    seen, lefts = [], []
    while cards := (offered := ratings.next_translations(desk(workspace, "Ann"), "quality")).cards:
        seen.append(cards[0])
        lefts.append(offered.progress.left)
        progress = ratings.rate(desk(workspace, "Ann"), "quality", {cards[0].key: 50})
        assert progress.rated == len(seen)
    assert len(seen) > 20 and len({card.key for card in seen}) == len(seen)
    texts = [(card.source, card.text) for card in seen]
    assert len(set(texts)) == 20
    assert all(before - after == 1 for before, after in pairwise(lefts[:20]))  # while new ones come
    repeats = [row for row in held(workspace) if row[2] == 1]
    assert len(repeats) == len(seen) - 20
    assert ratings.report(desk(workspace), "quality").raters[0].repeats == len(repeats)


def test_a_removed_task_is_gone_with_its_ratings_until_undone(task: OpenWorkspace) -> None:
    rate_all(task, "Ann")
    with pytest.raises(LackmusError, match="Only an editor"):
        tasks.remove(desk(task, "Ann"), "quality")
    tasks.remove(desk(task), "quality")
    assert tasks.tasks(desk(task)) == [] and held(task) == []
    undo(desk(task), None)
    assert len(held(task)) == 8 and faults(task) == []
    with pytest.raises(LackmusError, match="cannot be undone"):
        undo(desk(task), 2)  # a task with ratings


def test_a_task_stays_when_its_study_goes(task: OpenWorkspace) -> None:
    """It rests on what the study was: the report is there, and says whose it is."""
    rate_all(task, "Ann")
    before = ratings.report(desk(task), "quality")
    remove(desk(task), "small")
    after = ratings.report(desk(task), "quality")
    assert after.systems == before.systems and after.task.study_name == "small"


def test_the_log_tells_who_rated_but_not_what(task: OpenWorkspace) -> None:
    ratings.rate(desk(task, "Ann"), "quality", {first_key(task): 2})
    page = log_page(desk(task), LogQuery())
    entry = page.entries[0]
    assert (entry.person, entry.verb, entry.about) == ("Ann", "rate", "quality: a text")
    subject = page.subjects[entry.number]
    assert (subject.kind, subject.number, subject.name) == ("rating", 1, "quality")


def test_who_is_removed_looks_at_nothing_any_more(task: OpenWorkspace) -> None:
    first_key(task)
    with task.writing("Ada", "user remove") as change:
        remove_person(change, "Ann")
    with task.reading() as connection:
        assert bulk.fetch(connection, select(schema.rating_claims)) == []


def test_sheets_are_rated_elsewhere(task: OpenWorkspace) -> None:
    """A sheet has a person's texts in their order; what comes back is saved under the same keys."""
    cards = ratings.sheet_of(desk(task), "quality", "Ann")
    assert len(cards) == 8
    ratings.rate(desk(task, "Ann"), "quality", {card.key: 4 for card in cards}, ratings.IMPORT)
    assert ratings.sheet_of(desk(task), "quality", "Ann") == ()
    with task.reading() as connection:
        found = the_task(connection, "quality")
        assert task_state(connection, found, 2, "Ann").rated == tuple(Turn(place) for place in range(8))
        assert {card.text for card in cards} == {one.text for one in texts_of(connection, 1)}


@pytest.mark.usefixtures("migrations")
def test_an_older_workspace_takes_a_task(tmp_path: Path) -> None:
    """One that knew nothing of ratings is brought up to date."""
    file = str(tmp_path / "lackmus.db")
    make_old(file, "0008")
    with open_workspace(file) as workspace:
        begin(workspace)
        assert rate_all(workspace, "Ann") == 8
