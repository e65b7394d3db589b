"""Fetches as rows: they move from state to state by whoever is first, and say how far they are."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from lackmus.core.fetching.fetch import RESUMABLE, UNFINISHED, FetchJob, JobState
from lackmus.store.db import schema
from lackmus.store.db.changes import stamp
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.fetching.jobs import KEPT, add_job, find_job, jobs_in, move_job, tell_job
from lackmus.store.workspaces.people import entered

ODD = {"engine": "x", "options": {"prompt": "naïve \x00 \ud800 🌳 ' \" %s"}}


@pytest.fixture
def three(workspace: OpenWorkspace) -> OpenWorkspace:
    """Three fetches of Ada that wait."""
    person = entered(workspace, "Ada")
    with workspace.claiming() as connection:
        for token in ("a", "b", "c"):
            add_job(connection, token, person, ODD)
    return workspace


def job(workspace: OpenWorkspace, token: str = "a") -> FetchJob:
    with workspace.reading() as connection:
        found = find_job(connection, token)
    assert found is not None
    return found


def test_a_fetch_waits_as_it_was_asked_for(three: OpenWorkspace) -> None:
    """Whatever letters it is made of."""
    found = job(three)
    assert (found.person, found.asked, found.state, found.total) == ("Ada", ODD, JobState.WAITING, 0)
    with three.reading() as connection:
        assert [one.token for one in jobs_in(connection)] == ["c", "b", "a"]
        assert [one.token for one in jobs_in(connection, most=1)] == ["c"]
        assert jobs_in(connection, RESUMABLE) == []
        assert find_job(connection, "d") is None


@pytest.mark.parametrize(
    "before, after, moved",
    [
        (UNFINISHED, JobState.RUNNING, True),
        ([JobState.RUNNING], JobState.CANCELLING, False),  # it waits
        ([JobState.WAITING], JobState.CANCELLED, True),
        (RESUMABLE, JobState.WAITING, False),
        (UNFINISHED, JobState.DONE, True),
    ],
)
def test_who_comes_too_late_moves_nothing(
    three: OpenWorkspace, before: list[JobState], after: JobState, moved: bool
) -> None:
    with three.claiming() as connection:
        assert move_job(connection, "a", before, after) is moved
    assert job(three).state is (after if moved else JobState.WAITING)
    assert job(three, "b").state is JobState.WAITING


def test_what_it_says_on_its_way(three: OpenWorkspace) -> None:
    """It is where it was while it is being cancelled; what it said before going on is forgotten."""
    with three.claiming() as connection:
        move_job(connection, "a", UNFINISHED, JobState.RUNNING)
        tell_job(connection, "a", "Fetching", 3, 9)
        move_job(connection, "a", UNFINISHED, JobState.CANCELLING)
    found = job(three)
    assert (found.stage, found.done, found.total) == ("Fetching", 3, 9) and found.since is not None
    with three.claiming() as connection:
        move_job(connection, "a", UNFINISHED, JobState.STOPPED, problem="No more. \ud800")
        tell_job(connection, "a", "Fetching", 4, 9)  # a word that came too late
    found = job(three)
    assert (found.stage, found.done, found.problem, found.state in RESUMABLE) == (
        "",
        3,
        "No more. \ud800",
        True,
    )
    with three.claiming() as connection:
        move_job(connection, "a", RESUMABLE, JobState.WAITING, {**ODD, "partial": True})
    assert (job(three).problem, job(three).asked["partial"]) == ("", True)


def test_what_is_long_over_is_forgotten(three: OpenWorkspace) -> None:
    """What is not over is not, however old it is."""
    old = stamp(datetime.now(UTC) - KEPT - KEPT)
    person = entered(three, "Ada")
    with three.claiming() as connection:
        move_job(connection, "a", UNFINISHED, JobState.DONE, result={"asked": 1})
        connection.execute(update(schema.fetches).values(changed=old))
        add_job(connection, "d", person, {})
        assert [one.token for one in jobs_in(connection)] == ["d", "c", "b"]
