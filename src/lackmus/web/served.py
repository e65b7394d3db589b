"""The state of one server: its open workspace and shared caches."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from threading import Event

from starlette.requests import HTTPConnection

from lackmus.flows.outputs.staged_uploads import StagedUploads
from lackmus.flows.workspaces import accounts
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.fetching.worker_process import Worker
from lackmus.web.http.attempts import Attempts
from lackmus.web.http.cache import AnswerCache
from lackmus.web.http.remedies import on_page
from lackmus.web.http.stale_cache import StaleCache


@dataclass(frozen=True)
class Caches:
    """Cached results."""

    kept: AnswerCache = field(default_factory=AnswerCache)  # of a revision
    # Results that decisions do not change; kept apart, since decisions create revisions quickly.
    lasting: AnswerCache = field(default_factory=AnswerCache)
    stale: StaleCache = field(default_factory=StaleCache)


@dataclass(frozen=True)
class Served:
    """One workspace, open while the server runs."""

    desk: Desk  # without a person: requests get desks of their own
    folder: Path  # for waiting uploads; removed with the server
    alone: str | None = None  # the person at this machine, if no log-in is needed
    hosts: tuple[str, ...] = ()  # allowed host names; any if empty
    secure: bool = False  # reached by https, so cookies must be secure
    caches: Mapping[bool, "Caches"] = field(  # results with reserved items apart from those without
        default_factory=lambda: {shows: Caches() for shows in (True, False)}, repr=False
    )
    attempts: Attempts = field(default_factory=Attempts, repr=False)
    stagings: StagedUploads = field(default_factory=StagedUploads, repr=False)  # uploads waiting to be stored
    ending: Event = field(default_factory=Event, repr=False)  # set when the server ends

    @cached_property
    def linting(self) -> ThreadPoolExecutor:
        """One suite at a time: linting takes a while, and other requests must be served."""
        return ThreadPoolExecutor(1, thread_name_prefix="lint")

    @cached_property
    def key(self) -> bytes:
        """A secret for CSRF tokens; stable across restarts, so that open pages keep working."""
        return accounts.key_of(self.desk).encode()

    @cached_property
    def worker(self) -> Worker:
        """The worker for fetches; created on first use."""
        return Worker(self.desk, self.folder)

    def desk_of(self, person: str, shows_reserved: bool = False, comment: str = "") -> Desk:
        """The desk of a user."""
        return replace(
            self.desk, person=person, shows_reserved=shows_reserved, comment=comment, words=on_page
        )

    def cached(self, desk: Desk) -> "Caches":
        """The caches for users with the same rights as this one."""
        return self.caches[desk.shows_reserved]


def mark_of(desk: Desk) -> str:
    """A key for the workspace, under which browsers store unsent decisions."""
    with desk.open() as workspace:
        return sha256(workspace.name.encode()).hexdigest()[:12]


def served_by(request: HTTPConnection) -> Served:
    """The server state of a request."""
    served = request.app.state.served
    assert isinstance(served, Served)
    return served
