"""Fetches that run for long: asked for on a page, worked on by a worker, cancelled, and gone on with."""

import json
import logging
import secrets
import traceback
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Any

from sqlalchemy import Connection

from lackmus.core.fetch_jobs import RESUMABLE, UNFINISHED, FetchJob, JobState, job_result
from lackmus.core.fetches import Fetched
from lackmus.core.people import Role
from lackmus.core.tables import counted
from lackmus.engines import Keys
from lackmus.errors import LackmusError
from lackmus.flows.engines import refuse_trusted
from lackmus.flows.fetch_plans import Fetch
from lackmus.flows.fetching import estimate, fetch
from lackmus.flows.seals import is_ours, seal_of
from lackmus.flows.workspaces import Desk
from lackmus.store.borders import storable
from lackmus.store.fetch_jobs import add_job, find_job, jobs_in, move_job, tell_job
from lackmus.store.fetches import TakenError
from lackmus.store.people import number_of, role_of, the_person
from lackmus.store.workspaces import Workspace

MOST = 20  # fetches of one person that are not over
_LOOKS = 0.5  # seconds between two looks whether to stop, and two words about how far it is
_ALIVE = 10.0  # seconds after which a fetch says that it is still there, even if nothing happens
_GONE = timedelta(seconds=60)  # after that nobody waits for whoever says nothing any more
_ELSEWHERE = "Waiting for the machine on which it was asked for"
_OLD = timedelta(days=7)  # what stopped longer ago is not offered again by itself


class NotThereError(LackmusError):
    """A fetch that is not there."""

    status = 404


class NotYoursError(LackmusError):
    """A fetch of somebody else."""

    status = 403


# -- asking, looking, cancelling -----------------------------------------------------------------------------


def ask(desk: Desk, wanted: Fetch, trusted: bool) -> FetchJob:
    """Ask for a fetch. What can be wrong is found out now; `trusted` is whoever runs the server."""
    check(wanted, trusted)
    told = estimate(desk, wanted)
    wanted = replace(wanted, campaign=told.campaign, system=told.system)
    if wanted.template is None:  # whatever comes in meanwhile, it stays the same fetch
        wanted = replace(wanted, suite=told.suite, pair=told.pair)
    asked = written(wanted)
    asked["seal"] = seal_of(_purpose(asked))
    with desk.open() as workspace, workspace.claiming() as connection:
        person = the_person(connection, desk.who)
        own = [one for one in jobs_in(connection, UNFINISHED) if one.person == desk.who]
        same = next((one for one in own if one.asked == asked and one.state is not JobState.CANCELLING), None)
        if same is not None:  # a button that was pressed twice
            return same
        if len(own) >= MOST:
            raise LackmusError(f"{MOST} fetches of yours are not over yet. Wait for one, or cancel it.")
        token = secrets.token_urlsafe(16)
        add_job(connection, token, person, asked)
        return _found(connection, token)


def check(wanted: Fetch, trusted: bool) -> None:
    """Refuse what only whoever runs the server may name: programs, files, addresses; and what is no text."""
    for value in (wanted.round, *wanted.options.values()):
        storable(value, "An option")
    if not trusted:
        refuse_trusted(wanted.engine, wanted.options)


def job(desk: Desk, token: str) -> FetchJob:
    """One fetch, whoever asked for it."""
    with desk.open() as workspace, workspace.reading() as connection:
        return _found(connection, token)


def jobs(desk: Desk, mine: bool = False) -> list[FetchJob]:
    """Fetches, those that are over included, the newest first."""
    with desk.open() as workspace, workspace.reading() as connection:
        return [one for one in jobs_in(connection) if not mine or one.person == desk.who]


def pending(desk: Desk) -> list[FetchJob]:
    """What goes on, whoever asked for it, and what of one's own could go on."""
    lately = (datetime.now(UTC) - _OLD).isoformat()
    with desk.open() as workspace, workspace.reading() as connection:
        found = jobs_in(connection, (*UNFINISHED, JobState.STOPPED))
    return [one for one in found if one.unfinished or (one.person == desk.who and one.changed > lately)]


def unfinished(desk: Desk) -> list[str]:
    """What a worker is to work on, the oldest first."""
    with desk.open() as workspace, workspace.reading() as connection:
        return [one.token for one in reversed(jobs_in(connection, UNFINISHED, most=1000))]


def cancel(desk: Desk, token: str) -> FetchJob:
    """Stop a fetch; what was fetched is kept. What is over stays as it is."""
    with desk.open() as workspace, workspace.claiming() as connection:
        _need_owner(connection, desk, _found(connection, token), "cancel")
        if not move_job(connection, token, [JobState.WAITING], JobState.CANCELLED):
            move_job(connection, token, [JobState.RUNNING], JobState.CANCELLING)
        return _found(connection, token)


def resume(desk: Desk, token: str, trusted: bool, partial: bool = False) -> FetchJob:
    """Let a fetch go on that was cancelled or stopped, or that was asked for on another machine.

    With `partial` what is there is stored even if nothing more comes.
    """
    with desk.open() as workspace, workspace.claiming() as connection:
        found = _found(connection, token)
        _need_owner(connection, desk, found, "go on with")
        before = RESUMABLE if ours(found) else (*RESUMABLE, JobState.WAITING)
        if not ours(found):
            check(fetch_of(found.asked), trusted)
        asked = {**found.asked, "seal": seal_of(_purpose(found.asked))}
        move_job(
            connection, token, before, JobState.WAITING, {**asked, "partial": True} if partial else asked
        )
        return _found(connection, token)


def ours(found: FetchJob) -> bool:
    """Whether it was asked for here: what else a workspace holds neither runs programs nor spends money."""
    return is_ours(_purpose(found.asked), found.asked.get("seal"))


def _purpose(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"engine": asked.get("engine"), "options": asked.get("options")}


def give_up(desk: Desk, token: str, said: str) -> None:
    """Stop a fetch that cannot be worked on."""
    with desk.open() as workspace, workspace.claiming() as connection:
        move_job(connection, token, UNFINISHED, JobState.STOPPED, problem=said)


def fetch_of(asked: Mapping[str, Any]) -> Fetch:
    """What was asked for, as it was; a later version may know more about it."""
    known = {one.name for one in fields(Fetch)}
    return Fetch(**{name: value for name, value in asked.items() if name in known})


def written(wanted: Fetch) -> dict[str, Any]:
    """The same as plain values."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(wanted)))
    return plain


def _found(connection: Connection, token: str) -> FetchJob:
    found = find_job(connection, token.replace("\x00", "").encode("utf-8", "replace").decode())
    if found is None:
        raise NotThereError("There is no such fetch. It may be long over; look under Outputs.")
    return found


def _need_owner(connection: Connection, desk: Desk, found: FetchJob, to_do: str) -> None:
    """Editors share a purse and see all fetches; whose it is, and admins, may meddle with it."""
    if found.person == desk.who:
        return
    number = number_of(connection, desk.who)
    role = role_of(connection, number) if number is not None else None
    if role is None or not role.may(Role.ADMIN):
        raise NotYoursError(f"Only {found.person} or an admin may {to_do} this fetch.")


# -- working on them -----------------------------------------------------------------------------------------


def work(desk: Desk, token: str, ending: Event, keys: Keys | None = None) -> bool:
    """Work on a fetch until it is over; whether it is. If not, somebody else is at the very same: try later.

    `ending` says that the worker has to go: what is under way comes home, and the rest waits for the next.
    """
    keys = keys or Keys()
    with desk.open() as workspace:
        with workspace.claiming() as connection:
            found = find_job(connection, token)
            if found is not None and found.state is JobState.CANCELLING:  # and nobody was at it any more
                move_job(connection, token, [JobState.CANCELLING], JobState.CANCELLED)
        if found is None or found.state not in (JobState.WAITING, JobState.RUNNING) or ending.is_set():
            return True
        if not ours(found):
            return _elsewhere(workspace, found)
        watched = _Watched(workspace, token, ending)
        after, said = JobState.STOPPED, dict[str, Any]()
        try:
            with watched:
                own = replace(desk, person=found.person)
                fetched = fetch(own, fetch_of(found.asked), watched.progress, watched.stop, keys)
            after, said = _ended(fetched, watched)
        except TakenError as problem:
            if found.state is JobState.WAITING:  # else whoever is at it says how far it is
                with workspace.claiming() as connection:
                    tell_job(connection, token, _first_sentence(problem.on_page), found.done, found.total)
            return False
        except LackmusError as problem:
            said = {"problem": _without_path(workspace, keys.scrub(problem.on_page))}
        except Exception as problem:  # noqa: BLE001  (our own mistake: the server's log has what it was)
            told = keys.scrub("".join(traceback.format_exception(problem)))
            logging.getLogger("lackmus").error("A fetch failed: %s", told)
            said = {"problem": "Lackmus made a mistake here; what it was stands in the server's log."}
        with workspace.claiming() as connection:
            if after is JobState.DONE:  # whatever else was counted on the way, such as judging
                many = said["result"]["sentences"]
                tell_job(connection, token, "", many, many)
            move_job(connection, token, _BEFORE.get(after, UNFINISHED), after, **said)
    return True


# Who was cancelled and let go on at once waits already; who is cancelled as the server ends stays so.
_BEFORE = {
    JobState.CANCELLED: (JobState.CANCELLING,),
    JobState.WAITING: (JobState.WAITING, JobState.RUNNING),
}


def _elsewhere(workspace: Workspace, found: FetchJob) -> bool:
    """What to do about a fetch of another machine: leave it to that, if it is still there."""
    with workspace.claiming() as connection:
        if found.state is JobState.WAITING:
            tell_job(connection, found.token, _ELSEWHERE, found.done, found.total)
            return True
        if datetime.fromisoformat(found.changed) + _GONE > datetime.now(UTC):
            return False
        said = "Whoever worked on it is gone. Go on here if you like; what was fetched is kept."
        return move_job(connection, found.token, [JobState.RUNNING], JobState.STOPPED, problem=said)


def _ended(fetched: Fetched, watched: "_Watched") -> tuple[JobState, dict[str, Any]]:
    """What became of a fetch that had no trouble."""
    if fetched.imported is not None:
        return JobState.DONE, {"result": job_result(fetched)}
    if fetched.stopped:
        return (JobState.CANCELLED if watched.cancelled else JobState.WAITING), {}
    many = counted(len(fetched.missing), "sentence")
    return JobState.STOPPED, {
        "problem": f"{many} came back without a translation. Go on later, or store what is there."
    }


class _Watched:
    """A fetch that is worked on: its row says how far it is, and is looked at for whether to stop."""

    def __init__(self, workspace: Workspace, token: str, ending: Event) -> None:
        self.stop = Event()
        self.cancelled = False
        self._workspace, self._token, self._ending = workspace, token, ending
        self._over = Event()
        self._now: tuple[str, int, int] | None = None
        self._told: tuple[str, int, int] | None = None
        self._quiet = 0.0
        self._thread = Thread(target=self._watch, name="lackmus fetch", daemon=True)

    def progress(self, stage: str, done: int, total: int) -> None:
        """Told by the fetch itself, which need not wait for the database."""
        self._now = stage, done, total

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        with suppress(LackmusError):
            self._tell()  # the last word, which a page may show for long

    def _watch(self) -> None:
        while not self._over.wait(_LOOKS):
            if self._ending.is_set():
                self.stop.set()
            with suppress(LackmusError):  # a busy database; the next look is soon
                self._look()
                self._tell()

    def _look(self) -> None:
        with self._workspace.reading() as connection:
            found = find_job(connection, self._token)
        if found is None or found.state in (JobState.CANCELLING, JobState.CANCELLED):
            self.cancelled = True
            self.stop.set()

    def _tell(self) -> None:
        """Only once it has begun: before that somebody else may be at the very same."""
        self._quiet += _LOOKS
        if self._now is None or (self._now == self._told and self._quiet < _ALIVE):
            return
        now = self._now
        with self._workspace.claiming() as connection:
            if self._told is None:
                move_job(connection, self._token, [JobState.WAITING, JobState.RUNNING], JobState.RUNNING)
            tell_job(connection, self._token, *now)
        self._told, self._quiet = now, 0.0


def _first_sentence(said: str) -> str:
    return said.partition(". ")[0].rstrip(".")


def _without_path(workspace: Workspace, said: str) -> str:
    """Where the workspace lies is nobody's business but its keeper's."""
    return said.replace(workspace.name, "The workspace")
