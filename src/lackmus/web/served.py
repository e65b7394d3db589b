"""What one server serves: a workspace that it keeps open, and what it keeps in memory for all visitors."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from threading import Event

from starlette.requests import HTTPConnection

from lackmus.flows.outputs.staged_uploads import Stagings
from lackmus.flows.workspaces import accounts
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.fetching.worker_process import Worker
from lackmus.web.http.attempts import Attempts
from lackmus.web.http.cache import Kept
from lackmus.web.http.stale_cache import Glances


@dataclass(frozen=True)
class Caches:
    """What took long to work out."""

    kept: Kept = field(default_factory=Kept)  # of a revision
    # What no decision changes; decisions make revisions so fast that it would soon be crowded out.
    lasting: Kept = field(default_factory=Kept)
    glances: Glances = field(default_factory=Glances)


@dataclass(frozen=True)
class Served:
    """One workspace, open as long as the server runs."""

    desk: Desk  # nobody's: requests are answered at desks of their own
    folder: Path  # for files that were uploaded and not yet taken in; gone with the server
    alone: str | None = None  # who sits before the machine, where no log-in is needed
    hosts: tuple[str, ...] = ()  # names under which the server is called; any if empty
    secure: bool = False  # reached by https, so that cookies must not travel otherwise
    caches: Mapping[bool, "Caches"] = field(  # what may hold reserved items apart from what does not
        default_factory=lambda: {shows: Caches() for shows in (True, False)}, repr=False
    )
    attempts: Attempts = field(default_factory=Attempts, repr=False)
    stagings: Stagings = field(default_factory=Stagings, repr=False)  # uploads that wait to be stored
    ending: Event = field(default_factory=Event, repr=False)  # set when the server ends: whoever waits goes

    @cached_property
    def key(self) -> bytes:
        """What no page elsewhere can know; the same after a restart, so that open pages go on working."""
        return accounts.key_of(self.desk).encode()

    @cached_property
    def worker(self) -> Worker:
        """Who works on fetches; nobody, until there is one."""
        return Worker(self.desk, self.folder)

    def desk_of(self, person: str, shows_reserved: bool = False, comment: str = "") -> Desk:
        """Where a visitor works."""
        return replace(self.desk, person=person, shows_reserved=shows_reserved, comment=comment)

    def cached(self, desk: Desk) -> "Caches":
        """What is kept for all visitors who see the same as this one."""
        return self.caches[desk.shows_reserved]


def mark_of(desk: Desk) -> str:
    """A name for the workspace under which browsers keep unsent decisions, which must not reach another."""
    with desk.open() as workspace:
        return sha256(workspace.name.encode()).hexdigest()[:12]


def served_by(request: HTTPConnection) -> Served:
    """What the server of a request serves."""
    served = request.app.state.served
    assert isinstance(served, Served)
    return served
