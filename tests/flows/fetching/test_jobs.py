"""Fetches that run for long: begun, cancelled, gone on with, and never twice; in both databases."""

import logging
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from lackmus.core.base.pairs import Pair
from lackmus.core.fetching.fetch import UNFINISHED, FetchJob, JobState
from lackmus.core.suites.suite import Draft, Item, Kind, Rule, Side
from lackmus.core.workspaces.people import Role
from lackmus.engines import Keys, QuotaError
from lackmus.errors import LackmusError
from lackmus.flows.fetching import job_work, jobs
from lackmus.flows.fetching.job_work import work
from lackmus.flows.fetching.jobs import (
    ForeignFetchError,
    NoSuchFetchError,
    ask,
    cancel,
    is_ours,
    job,
    job_signature,
    resume,
)
from lackmus.flows.fetching.plans import Fetch
from lackmus.flows.outputs import coverage
from lackmus.flows.suites.importing import import_suite
from lackmus.flows.workspaces.history import LogFilter, log
from lackmus.flows.workspaces.people import add_person
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.fetching.fetches import EngineRequest as Asked
from lackmus.store.fetching.fetches import Holder, find_request, release_lease, take_lease
from lackmus.store.fetching.jobs import move_job
from lackmus.web.http.remedies import on_page
from lackmus.write.suites.jsonl import write
from tests.flows.apprentice import KEY, SECRET, Apprentice, let_in
from tests.refusals import refuses

SENTENCES = ["One.", "Two.", "Three.", "Four.", "Five.", "Please do."]
WANTED = Fetch("apprentice", campaign="C1")
NOTHING = Event()  # that nobody sets


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    let_in(monkeypatch)
    monkeypatch.setattr(job_work, "_LOOKS", 0.01)


@pytest.fixture
def desk(where: str, workspace: OpenWorkspace, tmp_path: Path) -> Desk:
    """Six sentences; Ada has come first, Ben is an editor."""
    desk = Desk(where, "Ada", opened=workspace)
    rule = (Rule(Side.POSITIVE, Kind.PATTERN, "[A-Z]"),)
    items = (Item(Pair("en", "de"), str(n), "C", "P", one, rule) for n, one in enumerate(SENTENCES))
    (tmp_path / "small.jsonl").write_text(write(Draft("small", tuple(items))))
    import_suite(desk, tmp_path / "small.jsonl")
    add_person(desk, "Ben", Role.EDITOR)
    return desk


@pytest.fixture
def stops(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """What tells the fetches that run to stop."""
    found: list[Event] = []
    begin = job_work._Watched.__enter__

    def noted(self: job_work._Watched) -> None:
        found.append(self.stop)
        begin(self)

    monkeypatch.setattr(job_work._Watched, "__enter__", noted)
    return found


def running(desk: Desk, token: str) -> None:
    """Wait until the row says so."""
    for _ in range(3000):
        if job(desk, token).state is JobState.RUNNING:
            return
        NOTHING.wait(0.01)
    raise AssertionError("it never ran")


def test_from_asking_to_the_outputs(desk: Desk) -> None:
    """What it did stands in the row, in the campaign and in the log."""
    begun = ask(desk, WANTED, False)
    assert (begun.state, begun.asked["campaign"], begun.asked["system"], begun.asked["suite"]) == (
        JobState.WAITING,
        "C1",
        "Apprentice",
        "small",
    )
    assert jobs.unfinished(desk) == [begun.token]
    assert work(replace(desk, person=None), begun.token, NOTHING) and jobs.unfinished(desk) == []
    done = job(desk, begun.token)
    assert (done.state, done.done, done.total) == (JobState.DONE, 6, 6)
    assert ((done.result or {})["asked"], (done.result or {})["marked"], (done.result or {})["missing"]) == (
        6,
        {"refused": 1},
        0,
    )
    (held,) = coverage.held(desk)
    (hand_in,) = held.campaign.systems[0].current
    assert hand_in.origin is not None and hand_in.origin.facts == [
        ("Engine", "apprentice"),
        ("Model", "apprentice-1"),
        ("Version", "3"),
        ("Price", "1,000.00 EUR for a million characters (price list of 2026-01)"),
    ]
    assert coverage.steps(desk, held.campaign.systems[0])[0].what.startswith(
        "Fetched from apprentice: 6 outp"
    )
    assert [(one.person, one.verb) for one in log(desk, LogFilter(most=1))] == [("Ada", "outputs fetch")]
    assert work(desk, begun.token, NOTHING) and sorted(Apprentice.asked) == sorted(SENTENCES)


def test_a_button_that_is_pressed_twice(desk: Desk) -> None:
    """One fetch; another person's, or other options, are another one."""
    first = ask(desk, WANTED, False)
    assert ask(desk, WANTED, False).token == first.token
    assert ask(desk, replace(WANTED, options={"style": "fancy"}), False).token != first.token
    assert ask(replace(desk, person="Ben"), WANTED, False).token != first.token


def test_mistakes_are_told_at_once(desk: Desk) -> None:
    for wanted, said in (
        (replace(WANTED, engine="nobody"), "[Tt]here is no engine nobody"),
        (replace(WANTED, suite="large"), "no suite large"),
        (replace(WANTED, options={"book": "/etc/passwd"}), "the administrator of the server"),
    ):
        with refuses(LackmusError, match=said):
            ask(desk, wanted, False)
    assert jobs.jobs(desk) == []
    assert ask(desk, replace(WANTED, options={"book": "mine"}), True).asked["options"] == {"book": "mine"}


def test_nobody_fills_the_queue(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST", 1)
    ask(desk, WANTED, False)
    with refuses(LackmusError, match="not over yet"):
        ask(desk, replace(WANTED, round="2"), False)


def test_cancelled_in_the_middle_and_gone_on_with(
    desk: Desk, stops: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is under way comes home; nothing is asked twice."""
    begun = ask(desk, WANTED, False)

    def tired(sources: Sequence[str]) -> None:
        if not Apprentice.asked:
            running(desk, begun.token)
            assert cancel(desk, begun.token).state is JobState.CANCELLING
            assert stops[0].wait(30)

    monkeypatch.setattr(Apprentice, "meanwhile", tired)
    assert work(desk, begun.token, NOTHING)
    over = job(desk, begun.token)
    assert (over.state, over.done, Apprentice.asked) == (JobState.CANCELLED, 2, SENTENCES[:2])
    assert work(desk, begun.token, NOTHING) and len(Apprentice.asked) == 2  # until somebody says so
    assert resume(desk, begun.token, False).state is JobState.WAITING
    assert work(desk, begun.token, NOTHING)
    done = job(desk, begun.token)
    assert (done.state, (done.result or {})["asked"], (done.result or {})["cached"]) == (JobState.DONE, 4, 2)
    assert Apprentice.asked == SENTENCES


def test_a_worker_that_has_to_go(desk: Desk, stops: list[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one goes on; unless it was cancelled just then."""
    begun, ending = ask(desk, WANTED, False), Event()

    def end(sources: Sequence[str]) -> None:
        ending.set()
        assert stops[-1].wait(30)

    monkeypatch.setattr(Apprentice, "meanwhile", end)
    assert work(desk, begun.token, ending)
    assert (job(desk, begun.token).state, Apprentice.asked) == (JobState.WAITING, SENTENCES[:2])
    assert jobs.unfinished(desk) == [begun.token]
    with desk.open() as workspace, workspace.claiming() as connection:
        move_job(connection, begun.token, UNFINISHED, JobState.RUNNING)
        move_job(connection, begun.token, UNFINISHED, JobState.CANCELLING)
    assert work(desk, begun.token, Event()) and job(desk, begun.token).state is JobState.CANCELLED


def test_a_worker_that_was_killed(desk: Desk) -> None:
    """Its row still says that it runs."""
    begun = ask(desk, WANTED, False)
    with desk.open() as workspace, workspace.claiming() as connection:
        move_job(connection, begun.token, UNFINISHED, JobState.RUNNING)
    assert work(desk, begun.token, NOTHING) and job(desk, begun.token).state is JobState.DONE


def test_what_waits_is_cancelled_at_once(desk: Desk) -> None:
    begun = ask(desk, WANTED, False)
    assert cancel(desk, begun.token).state is JobState.CANCELLED
    assert work(desk, begun.token, NOTHING) and Apprentice.asked == []


def test_trouble_stops_it_and_a_part_will_do(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its remedy is that of a page."""

    def tired(sources: Sequence[str]) -> None:
        if len(Apprentice.asked) >= 4:
            raise QuotaError("Apprentice is tired.", "Type --sleep.", page="Let it sleep.")

    monkeypatch.setattr(Apprentice, "meanwhile", tired)
    desk = replace(desk, words=on_page)
    begun = ask(desk, WANTED, False)
    assert work(desk, begun.token, NOTHING)
    over = job(desk, begun.token)
    assert (over.state, over.done) == (JobState.STOPPED, 4)
    assert over.problem.startswith("Apprentice is tired. Let it sleep. 4 of 6 sentences are kept")
    assert [one.token for one in jobs.pending(desk)] == [begun.token]
    assert jobs.pending(replace(desk, person="Ben")) == []
    resume(desk, begun.token, False, partial=True)
    assert work(desk, begun.token, NOTHING)
    done = job(desk, begun.token)
    assert (done.state, (done.result or {})["missing"], done.problem) == (JobState.DONE, 2, "")


def test_our_own_mistakes_tell_no_secret(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The log has what it was, the page that there was one, and neither has the key."""

    def broken(*_: object) -> None:
        raise RuntimeError(f"cannot pickle {SECRET}")

    monkeypatch.setattr("lackmus.flows.fetching.fetching._handed_in", broken)
    begun = ask(desk, WANTED, False)
    with caplog.at_level(logging.ERROR):
        assert work(desk, begun.token, NOTHING, Keys({KEY: SECRET}))
    over = job(desk, begun.token)
    assert over.state is JobState.STOPPED and "Lackmus made a mistake" in over.problem
    assert "cannot pickle (key)" in caplog.text and SECRET not in caplog.text


def test_somebody_else_is_at_the_very_same(desk: Desk) -> None:
    """That is no failure: it waits, says for whom, and then everything is known."""
    begun = ask(desk, WANTED, False)
    other = Holder("elsewhere", 1, "x", "Cem")
    with desk.open() as workspace:
        done = ask(desk, replace(WANTED, campaign="C2"), False)
        assert work(desk, done.token, NOTHING)
        with workspace.claiming() as connection:
            request = find_request(connection, Asked("apprentice", Pair("en", "de"), {"style": "plain"}))
            assert request is not None
            take_lease(connection, request, other, lambda _: False)
        assert work(desk, begun.token, NOTHING) is False
        waits = job(desk, begun.token)
        assert (waits.state, waits.stage) == (
            JobState.WAITING,
            "Cem is fetching the very same just now (on elsewhere)",
        )
        with workspace.claiming() as connection:
            move_job(connection, begun.token, UNFINISHED, JobState.RUNNING)  # by another server, say
        before = job(desk, begun.token)
        assert work(desk, begun.token, NOTHING) is False and job(desk, begun.token) == before
        with workspace.claiming() as connection:
            release_lease(connection, request, other)
    assert work(desk, begun.token, NOTHING)
    assert (job(desk, begun.token).result or {})["asked"] == 0 and len(Apprentice.asked) == 6


def strange(desk: Desk, begun: FetchJob, state: JobState) -> None:
    """A row that this machine did not write."""
    with desk.open() as workspace, workspace.claiming() as connection:
        move_job(connection, begun.token, UNFINISHED, state, {**begun.asked, "seal": "0" * 64})


def test_a_workspace_from_elsewhere_makes_nothing_run(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither programs nor bills; who wants it says so, and trusted options still need trust."""
    begun = ask(desk, replace(WANTED, options={"book": "evil"}), True)
    strange(desk, begun, JobState.WAITING)
    assert work(desk, begun.token, NOTHING) and Apprentice.asked == []
    waits = job(desk, begun.token)
    assert waits.state is JobState.WAITING and "the machine on which it was asked for" in waits.stage
    with refuses(LackmusError, match="the administrator of the server"):
        resume(desk, begun.token, False)
    strange(desk, begun, JobState.RUNNING)
    assert work(desk, begun.token, NOTHING) is False  # whoever is at it has said something just now
    monkeypatch.setattr(job_work, "_GONE", -job_work._GONE)
    assert work(desk, begun.token, NOTHING)
    assert job(desk, begun.token).problem.startswith("The process that worked on it has ended.")
    resume(desk, begun.token, True)
    assert work(desk, begun.token, NOTHING) and job(desk, begun.token).state is JobState.DONE


def test_whose_fetch_it_is(desk: Desk) -> None:
    """Editors see all; Ada is an admin, and may meddle with all."""
    ben = replace(desk, person="Ben")
    adas, bens = ask(desk, WANTED, False), ask(ben, WANTED, False)
    assert [one.person for one in jobs.jobs(ben)] == ["Ben", "Ada"]
    assert [one.person for one in jobs.jobs(ben, mine=True)] == ["Ben"]
    for meddle in (cancel, lambda desk, token: resume(desk, token, True)):
        with refuses(ForeignFetchError, match="Only Ada or an admin"):
            meddle(ben, adas.token)
    assert cancel(desk, bens.token).state is JobState.CANCELLED
    for token in ("", "nothing", "\x00", "\ud800"):
        with pytest.raises(NoSuchFetchError):
            job(desk, token)


ASKED: dict[str, Any] = {"engine": "command", "options": {"cmd": "cat", "lines": "1"}}


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One on which nothing was sealed yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    "asked, ours",
    [
        (ASKED, True),
        ({"options": {"lines": "1", "cmd": "cat"}, "engine": "command"}, True),  # in whatever order
        ({**ASKED, "engine": "apertium"}, False),
        ({**ASKED, "options": {"cmd": "rm -r /", "lines": "1"}}, False),
        ({}, False),
    ],
)
def test_a_seal_fits_what_it_was_made_for(asked: dict[str, Any], ours: bool) -> None:
    assert is_ours(asked, job_signature(ASKED)) is ours


@pytest.mark.parametrize("seal", [None, "", 7, "0" * 64, "é", {"a": 1}])
def test_what_is_no_seal(seal: object) -> None:
    assert not is_ours(ASKED, seal)


def test_another_machine_has_other_seals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = job_signature(ASKED)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    assert not is_ours(ASKED, here)


def test_only_its_user_can_read_the_key(machine: Path) -> None:
    """However many need it first, there is one; nothing else is left."""
    with ThreadPoolExecutor(8) as pool:
        assert len({*pool.map(job_signature, [ASKED] * 32)}) == 1
    (file,) = (one for one in machine.rglob("*") if one.is_file())
    assert file.stat().st_size == 32
    assert os.name != "posix" or file.stat().st_mode & 0o077 == 0
