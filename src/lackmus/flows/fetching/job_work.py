"""Work on a fetch that was started on a page, and record its progress."""

import logging
import traceback
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.fetching.fetch import UNFINISHED, FetchJob, FetchResult, JobState, job_result
from lackmus.engines import Keys
from lackmus.errors import LackmusError
from lackmus.flows.fetching.fetching import fetch
from lackmus.flows.fetching.jobs import fetch_of, ours
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.fetching.fetches import TakenError
from lackmus.store.fetching.jobs import find_job, move_job, tell_job

_LOOKS = 0.5  # seconds between two checks and progress reports
_ALIVE = 10.0  # seconds after which a silent fetch reports that it is alive
_GONE = timedelta(seconds=60)  # after that a silent fetch is considered dead
_ELSEWHERE = "Waiting for the machine on which it was asked for"


def work(desk: Desk, token: str, ending: Event, keys: Keys | None = None) -> bool:
    """Work on a fetch; returns False if another process works on the same, to be tried later.

    When `ending` is set the worker stops: requests in flight are finished, and the rest waits for the next
    worker.
    """
    keys = keys or Keys()
    with desk.open() as workspace:
        with workspace.claiming() as connection:
            found = find_job(connection, token)
            if found is not None and found.state is JobState.CANCELLING:  # and no worker was active any more
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
            if found.state is JobState.WAITING:  # otherwise its worker reports the progress
                with workspace.claiming() as connection:
                    tell_job(connection, token, _first_sentence(desk.words(problem)), found.done, found.total)
            return False
        except LackmusError as problem:
            said = {"problem": _without_path(workspace, keys.scrub(desk.words(problem)))}
        except Exception as problem:  # noqa: BLE001  (our own mistake: the server's log has what it was)
            told = keys.scrub("".join(traceback.format_exception(problem)))
            logging.getLogger("lackmus").error("A fetch failed: %s", told)
            said = {"problem": "Lackmus made a mistake here; what it was stands in the server's log."}
        with workspace.claiming() as connection:
            if after is JobState.DONE:  # other counts along the way, such as judging, do not matter
                many = said["result"]["sentences"]
                tell_job(connection, token, "", many, many)
            move_job(connection, token, _BEFORE.get(after, UNFINISHED), after, **said)
    return True


# A cancelled and resumed fetch is already waiting; one cancelled while the server ends stays so.
_BEFORE = {
    JobState.CANCELLED: (JobState.CANCELLING,),
    JobState.WAITING: (JobState.WAITING, JobState.RUNNING),
}


def _elsewhere(workspace: OpenWorkspace, found: FetchJob) -> bool:
    """Handle a fetch of another machine: leave it alone while that is alive."""
    with workspace.claiming() as connection:
        if found.state is JobState.WAITING:
            tell_job(connection, found.token, _ELSEWHERE, found.done, found.total)
            return True
        if datetime.fromisoformat(found.changed) + _GONE > datetime.now(UTC):
            return False
        said = "The process that worked on it has ended. Go on here if you like; what was fetched is kept."
        return move_job(connection, found.token, [JobState.RUNNING], JobState.STOPPED, problem=said)


def _ended(fetched: FetchResult, watched: "_Watched") -> tuple[JobState, dict[str, Any]]:
    """The final state of a fetch without problems."""
    if fetched.imported is not None:
        return JobState.DONE, {"result": job_result(fetched)}
    if fetched.stopped:
        return (JobState.CANCELLED if watched.cancelled else JobState.WAITING), {}
    many = counted(len(fetched.missing), "sentence")
    return JobState.STOPPED, {
        "problem": f"{many} came back without a translation. Go on later, or store what is there."
    }


class _Watched:
    """A fetch in work: its row has the progress, and is checked for a stop request."""

    def __init__(self, workspace: OpenWorkspace, token: str, ending: Event) -> None:
        self.stop = Event()
        self.cancelled = False
        self._workspace, self._token, self._ending = workspace, token, ending
        self._over = Event()
        self._now: tuple[str, int, int] | None = None
        self._told: tuple[str, int, int] | None = None
        self._quiet = 0.0
        self._thread = Thread(target=self._watch, name="lackmus fetch", daemon=True)

    def progress(self, stage: str, done: int, total: int) -> None:
        """Called by the fetch itself, without waiting for the database."""
        self._now = stage, done, total

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        with suppress(LackmusError):
            self._tell()  # the last report, which a page may show for long

    def _watch(self) -> None:
        while not self._over.wait(_LOOKS):
            if self._ending.is_set():
                self.stop.set()
            with suppress(LackmusError):  # a busy database; the next check is soon
                self._look()
                self._tell()

    def _look(self) -> None:
        with self._workspace.reading() as connection:
            found = find_job(connection, self._token)
        if found is None or found.state in (JobState.CANCELLING, JobState.CANCELLED):
            self.cancelled = True
            self.stop.set()

    def _tell(self) -> None:
        """Report only after the start: before, another process may be working on the same."""
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


def _without_path(workspace: OpenWorkspace, said: str) -> str:
    """The message without the path of the workspace, which only its owner should see."""
    return said.replace(workspace.name, "The workspace")
