"""Waiting uploads: stored under random names, judged one at a time, deleted after a day."""

import logging
import os
import secrets
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from threading import Event, Lock, Thread
from typing import BinaryIO

from lackmus.core.base.plurals import counted
from lackmus.errors import LackmusError, NotFoundError, UnavailableError
from lackmus.flows.outputs import handing_in
from lackmus.flows.outputs.handing_in import HandInRequest, Staged, UploadFindings, hand_in
from lackmus.flows.outputs.labels import label_of
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.read.budgets import Budget, TooHeavyError
from lackmus.read.files import weighed

MOST_BYTES = 4 * 2**30  # of all uploads together
MOST = 50  # uploads of all people
MOST_OF_ONE = 10  # uploads of one person; the oldest is removed
MOST_FILES = 500  # of one upload
KEPT = timedelta(hours=24)
_TIMEOUT = 60.0  # seconds that a script waits for other uploads
_PIECE = 2**20


class NoSuchUploadError(NotFoundError):
    """There is no such upload, or it belongs to another person."""


class UploadState(StrEnum):
    """The state of an upload."""

    JUDGING = "judging"
    JUDGED = "judged"
    STORING = "storing"
    STORED = "stored"


@dataclass
class StagedUpload:
    """One upload: its files and state. Only the worker and the common lock change it."""

    token: str  # random, known only to its owner
    person: str
    folder: Path
    handing: HandInRequest
    at: datetime = field(default_factory=lambda: datetime.now(UTC))
    state: UploadState = UploadState.JUDGING
    stage: str = "Waiting for other uploads"
    done: int = 0
    total: int = 0
    findings: UploadFindings | None = None
    over: Event = field(default_factory=Event)  # nothing is in progress

    @property
    def size(self) -> int:
        """Bytes on disk."""
        also = [self.handing.source] if self.handing.source else []
        return (
            sum(one.size for one in (*self.handing.files, *also))
            if self.state is not UploadState.STORED
            else 0
        )

    @property
    def standing(self) -> str:
        """The state in words; unreadable files are not called judged."""
        if self.working:
            return "being worked on"
        found = self.findings
        if found is None:
            return "judged, not stored"
        said = ["judged, not stored" if found.systems else "not judged"]
        said += [f"{one.file} cannot be read: {one.problem}" for one in found.unread[:1]]
        if len(found.unread) > 1:
            said.append(f"{counted(len(found.unread) - 1, 'more file')} cannot be read")
        if found.problem and not found.unread:
            said.append(found.problem)
        return "; ".join(said)

    @property
    def working(self) -> bool:
        """Whether work is in progress."""
        return self.state in (UploadState.JUDGING, UploadState.STORING)


class StagedUploads:
    """All uploads of a server."""

    def __init__(
        self, most_bytes: int = MOST_BYTES, most_of_one: int = MOST_OF_ONE, most: int = MOST
    ) -> None:
        self._most_bytes, self._most_of_one, self._most = most_bytes, most_of_one, most
        self._all: dict[str, StagedUpload] = {}
        self._receiving: dict[Path, int] = {}
        self._unpacked: dict[Path, Budget] = {}
        self._lock = Lock()
        self._turn = Lock()  # one is judged at a time: memory holds one upload, and two are not faster

    # -- receiving -----------------------------------------------------------------------------------------

    def room(self, within: Path) -> Path:
        """A folder for the files of one upload."""
        self._clear()
        folder = within / secrets.token_hex(16)
        within.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)
        with self._lock:
            self._receiving[folder], self._unpacked[folder] = 0, Budget(handing_in.MOST_UNPACKED)
        return folder

    def keep(self, room: Path, sent_as: str | None, content: BinaryIO) -> Staged:
        """Store a received file under our own name; its original name is a label."""
        path = room / secrets.token_hex(16)
        size = 0
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            while piece := content.read(_PIECE):
                size += len(piece)
                with self._lock:
                    self._receiving[room] += len(piece)
                    used = sum(one.size for one in self._all.values()) + sum(self._receiving.values())
                if used > self._most_bytes:
                    raise LackmusError(
                        f"There is no room for more uploads ({self._most_bytes / 2**30:.1f} GB). "
                        "Store or discard one that waits, or upload fewer files at a time."
                    )
                file.write(piece)
        staged = Staged(path, label_of(sent_as), size)
        self._weigh(room, staged)
        return staged

    def _weigh(self, room: Path, one: Staged) -> None:
        """Refuse an upload that would not fit into memory."""
        try:
            weighed(one.path, self._unpacked[room])
        except TooHeavyError as problem:
            raise problem.calling(one.path, one.name) from None
        except LackmusError:  # damaged: reading it reports that, beside the other files
            return

    def clear(self, room: Path) -> None:
        """Delete a folder."""
        with self._lock:
            self._receiving.pop(room, None)
            self._unpacked.pop(room, None)
        shutil.rmtree(room, ignore_errors=True)

    # -- judging and storing -------------------------------------------------------------------------------

    def open(self, desk: Desk, room: Path, handing: HandInRequest) -> StagedUpload:
        """Start judging received files."""
        if len(handing.files) > MOST_FILES:
            raise LackmusError(f"{MOST_FILES} files can be uploaded at a time. Upload the others afterwards.")
        staging = StagedUpload(secrets.token_urlsafe(24), desk.who, room, handing)
        with self._lock:
            self._receiving.pop(room, None)
            self._unpacked.pop(room, None)
            self._all[staging.token] = staging
        self._clear()
        self._start(desk, staging)
        return staging

    def at_once(self, desk: Desk, handing: HandInRequest, tried: bool) -> UploadFindings:
        """Judge and store in one step, when no other upload is being processed."""
        if not self._turn.acquire(timeout=_TIMEOUT):
            raise LackmusError("Other uploads are being worked on. Try again in a few minutes.")
        try:
            return hand_in(desk, handing, tried)
        finally:
            self._turn.release()

    def of(self, desk: Desk, token: str) -> StagedUpload:
        """An upload of this person."""
        found = self._all.get(token)
        if found is None or found.person != desk.who:
            raise NoSuchUploadError(
                "This upload is not there any more: it was discarded, it is too old, or the server was "
                "started again. Upload the files once more."
            )
        return found

    def all_of(self, desk: Desk) -> list[StagedUpload]:
        """Waiting uploads of this person, newest first."""
        with self._lock:
            own = [one for one in self._all.values() if one.person == desk.who]
        return sorted((one for one in own if one.state is not UploadState.STORED), key=_age, reverse=True)

    def again(self, desk: Desk, token: str, change: Callable[[HandInRequest], HandInRequest]) -> StagedUpload:
        """Judge again with other options."""
        return self._next(desk, token, UploadState.JUDGING, change)

    def store(self, desk: Desk, token: str, change: Callable[[HandInRequest], HandInRequest]) -> StagedUpload:
        """Store it; repeating that changes nothing."""
        return self._next(desk, token, UploadState.STORING, change)

    def discard(self, desk: Desk, token: str) -> None:
        """Discard an upload; one in progress is discarded afterwards."""
        found = self.of(desk, token)
        if found.state is UploadState.STORING:
            raise LackmusError("It is being stored just now. Wait a moment.")
        with self._lock:
            self._all.pop(token, None)
        if not found.working:
            shutil.rmtree(found.folder, ignore_errors=True)

    def _next(
        self, desk: Desk, token: str, state: UploadState, change: Callable[[HandInRequest], HandInRequest]
    ) -> StagedUpload:
        found = self.of(desk, token)
        with self._lock:
            if found.state is UploadState.STORED:
                return found
            if found.working:
                raise LackmusError("It is being worked on just now. Wait a moment.")
            found.handing = change(found.handing)
            found.state, found.stage, found.done, found.total = state, "Waiting for other uploads", 0, 0
            found.over.clear()
        self._start(desk, found)
        return found

    def _start(self, desk: Desk, staging: StagedUpload) -> None:
        Thread(target=self._work, args=(desk, staging), name="lackmus upload", daemon=True).start()

    def _work(self, desk: Desk, staging: StagedUpload) -> None:
        def progress(stage: str, done: int, total: int) -> None:
            staging.stage, staging.done, staging.total = stage, done, total

        tried = staging.state is not UploadState.STORING
        with self._turn:
            progress("Reading", 0, len(staging.handing.files))
            try:
                findings = hand_in(desk.patiently(), staging.handing, tried, progress)
            except UnavailableError as problem:  # nothing was stored, and the findings stay as they were
                findings = replace(staging.findings or UploadFindings((), ()), problem=desk.words(problem))
            except Exception:  # a bug: the user sees that it is one, the log has the details
                logging.getLogger("lackmus").exception("An upload could not be judged")
                findings = UploadFindings(
                    (), (), problem="Lackmus made a mistake here; the server's log has it."
                )
        with self._lock:
            staging.findings = findings
            staging.state = UploadState.STORED if findings.stored else UploadState.JUDGED
            staging.handing = replace(staging.handing)  # without the cached lines of the source
            gone = findings.stored or staging.token not in self._all
            staging.over.set()
        if gone:
            shutil.rmtree(staging.folder, ignore_errors=True)

    def _clear(self) -> None:
        """Remove old and excess uploads, but none in progress."""
        with self._lock:
            idle = sorted((one for one in self._all.values() if not one.working), key=_age)
            old = [one for one in idle if datetime.now(UTC) - one.at > KEPT]
            for person in {one.person for one in idle}:
                own = [one for one in idle if one.person == person]
                old += own[: max(0, len(own) - self._most_of_one)]
            old += idle[: max(0, len(self._all) - self._most)]
            for one in old:
                self._all.pop(one.token, None)
        for one in old:
            shutil.rmtree(one.folder, ignore_errors=True)


def _age(one: StagedUpload) -> datetime:
    return one.at
