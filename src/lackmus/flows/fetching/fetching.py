"""Fetch outputs of an engine into a campaign; every sentence is asked only once."""

import json
import os
import secrets
import socket
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from threading import Event

from lackmus.core.base.plurals import counted
from lackmus.core.engines.engine import Ask, Origin, Reply, too_long
from lackmus.core.fetching.fetch import Estimate, FetchResult
from lackmus.core.outputs.outputs import HandIn
from lackmus.engines import EngineError, Keys
from lackmus.flows.fetching.engines import opened
from lackmus.flows.fetching.plans import VERB, Fetch, Plan, estimated, planned, renewed, shortened
from lackmus.flows.fetching.sending import FetchProgress, ask_all
from lackmus.flows.outputs.importing import take_in
from lackmus.flows.verdicts.requests import Progress, silent
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.fetching.fetches import (
    EngineRequest,
    Holder,
    add_request,
    keep_replies,
    release_lease,
    take_lease,
)

_RENEWED = 15.0  # seconds after which a fetch renews its lease


def estimate(desk: Desk, fetch: Fetch, keys: Keys | None = None) -> Estimate:
    """What a fetch would do and cost; nothing is translated."""
    with desk.open() as workspace, opened(fetch.engine, fetch.options, keys) as engine:
        return estimated(workspace, planned(workspace, desk, engine, fetch, tried=True))


def fetch(
    desk: Desk,
    fetch: Fetch,
    progress: Progress = silent,
    stop: Event | None = None,
    keys: Keys | None = None,
) -> FetchResult:
    """Fetch missing translations, then import all of them as the outputs of one system.

    Every answer is stored at once: an interrupted fetch resumes the next time.
    """
    with desk.open() as workspace, opened(fetch.engine, fetch.options, keys) as engine:
        plan = planned(workspace, desk, engine, fetch)
        with _leased(workspace, desk, plan.request) as lease:
            run = _FetchRun(workspace, desk, plan, lease, progress, stop or Event())
            problem = run.ask()
            while not problem and not run.stopped and (now := renewed(workspace, plan)).lines != plan.lines:
                plan = now  # the suite was edited meanwhile
                problem = run.ask(plan)
            return _handed_in(workspace, desk, plan, run, problem, progress)


def remarks(fetched: FetchResult, with_reserved: str) -> Iterator[str]:
    """Yield what is odd about translations that were fetched, a line each.

    `with_reserved` is how the face names the choice to send reserved items as well.
    """
    if fetched.problem:
        yield f"It gave no more: {fetched.problem}"
    if fetched.blank:
        yield f"{counted(fetched.blank, 'translation')} without a word: reports call that empty."
    if fetched.copied:
        yield f"{counted(fetched.copied, 'translation')} the same as what was sent."
    for mark, many in fetched.marked.items():
        yield f"{counted(many, 'translation')} marked as {mark}: open until a person decides."
    for rule, many in fetched.cleaned.items():
        yield f"{counted(many, 'answer')} cleaned by the rule “{rule}”; the workspace keeps what came."
    for missing in fetched.missing[:5] if fetched.imported else ():
        yield f"Missing: {missing}"
    if fetched.estimate.on_prompts:
        yield fetched.estimate.on_prompts
    if fetched.estimate.reserved:
        yield f"{fetched.estimate.reserved:,} reserved items were not sent. Send them with {with_reserved}."


class _Lease:
    """The right to ask, renewed now and then, so that no one waits for a killed process."""

    def __init__(self, workspace: OpenWorkspace, request: EngineRequest, person: str) -> None:
        self._workspace = workspace
        self._holder = Holder(socket.gethostname(), os.getpid(), secrets.token_hex(4), person)
        with workspace.claiming() as connection:
            self.number = add_request(connection, request)
            take_lease(connection, self.number, self._holder, _gone)
        self._renewed = time.monotonic()

    def renew(self) -> None:
        """Renew the lease."""
        if time.monotonic() - self._renewed > _RENEWED:
            with self._workspace.claiming() as connection:
                take_lease(connection, self.number, self._holder, _gone)
            self._renewed = time.monotonic()

    def release(self) -> None:
        """Release the lease."""
        with self._workspace.claiming() as connection:
            release_lease(connection, self.number, self._holder)


@contextmanager
def _leased(workspace: OpenWorkspace, desk: Desk, request: EngineRequest) -> Iterator[_Lease]:
    lease = _Lease(workspace, request, desk.who)
    try:
        yield lease
    finally:
        lease.release()


def _gone(other: Holder) -> bool:
    """Whether a process of this machine has ended; unknown for other machines."""
    if other.host != socket.gethostname() or os.name != "posix":  # elsewhere the call is a signal
        return False
    try:
        os.kill(other.process, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it exists and belongs to another user
        return False
    return False


class _FetchRun:
    """A running fetch."""

    def __init__(
        self,
        workspace: OpenWorkspace,
        desk: Desk,
        plan: Plan,
        lease: _Lease,
        progress: Progress,
        stop: Event,
    ) -> None:
        self._workspace, self._plan, self._lease, self._stop = workspace, plan, lease, stop
        self._progress, self._words = progress, desk.words
        self.estimate = estimated(workspace, plan)
        self._known = self.estimate.cached
        self.number = lease.number
        self.asked = self.retried = 0
        self._too_long: set[Ask] = set()  # according to the engine's answers
        self._tally = FetchProgress()
        self.stopped = False

    def ask(self, plan: Plan | None = None) -> EngineError | None:
        """Ask until all is answered, it is stopped, or the engine fails; returns the reason of the latter."""
        self._plan = plan = plan or self._plan
        while True:
            before = self.asked
            try:
                ask_all(
                    plan.engine,
                    plan.pair,
                    self._open(),
                    self._keep,
                    limits=plan.limits,
                    stop=self._stop,
                    told=self._told,
                )
            except EngineError as problem:
                self._count()
                return problem
            except KeyboardInterrupt:  # answers in flight have been stored
                self.stopped = True
                return None
            self._count()
            if self._stop.is_set():
                self.stopped = True
                return None
            if self.asked == before:  # nothing is open, not even halves of passages with unclear answers
                return None

    def _count(self) -> None:
        self.retried += self._tally.retried
        self._too_long.update(self._tally.too_long)

    def hopeless(self, ask: Ask) -> bool:
        """Whether the engine cannot take it."""
        return ask in self._too_long or too_long(ask, self._plan.limits)

    def _open(self) -> Iterator[Ask]:
        for piece in self._plan.pieces(self._workspace):
            if piece.reply is None and not self.hopeless(piece.ask):
                yield piece.ask

    def _keep(self, answered: Sequence[tuple[Ask, Reply]]) -> None:
        with self._workspace.claiming() as connection:
            keep_replies(connection, self.number, answered)
        lines = self._plan.fetch.document
        self.asked += sum(ask.text.count("\n") + 1 if lines else 1 for ask, _ in answered)

    def _told(self, tally: FetchProgress) -> None:
        self._tally = tally
        self._lease.renew()
        waiting = f"waiting {tally.waiting:.0f} s" if tally.waiting >= 1 else ""
        trouble = "" if tally.trouble is None else shortened(self._words(tally.trouble))
        why = ": ".join(one for one in (waiting, trouble) if one)
        done = min(self._known + self.asked, self.estimate.sentences)
        self._progress(f"Fetching ({why})" if why else "Fetching", done, self.estimate.sentences)


def _handed_in(
    workspace: OpenWorkspace,
    desk: Desk,
    plan: Plan,
    run: _FetchRun,
    problem: EngineError | None,
    progress: Progress,
) -> FetchResult:
    """Import all answers as the outputs of a system, if complete or if a part is enough."""
    sources: list[str] = []
    texts: list[str] = []
    marks: list[str] = []
    places: list[tuple[str, int]] = []
    missing: list[str] = []
    marked: Counter[str] = Counter()
    cleaned: Counter[str] = Counter()
    blank = copied = 0
    models: dict[str, None] = {}
    unanswered = 0
    for piece in plan.pieces(workspace):
        if piece.reply is None:
            missing.append(shortened(piece.ask.text))
            unanswered += 0 if run.hopeless(piece.ask) else len(piece.lines)
            continue
        mark = piece.reply.mark
        cleaned.update(piece.reply.cleaned)
        models |= {piece.reply.model: None} if piece.reply.model else {}
        for place, text in zip(piece.lines, piece.texts, strict=True):
            marked.update([mark] if mark else [])
            blank += not text.strip()
            copied += text.strip() == plan.lines[place].source.strip()
            places += [(item, len(texts)) for item in plan.lines[place].items]
            sources.append(plan.lines[place].source)
            texts.append(text)
            marks.append(mark or "")
    fetched = FetchResult(
        run.estimate,
        run.asked,
        run.retried,
        dict(marked),
        dict(cleaned),
        tuple(models),
        run.stopped,
        tuple(missing),
        blank=blank,
        copied=copied,
        problem="" if problem is None else desk.words(problem),
    )
    if unanswered and not (plan.fetch.partial and texts and not run.stopped):
        if problem is not None:
            if not texts:  # nothing to continue with
                raise problem
            there = f"{len(plan.lines) - unanswered:,} of {counted(len(plan.lines), 'sentence')} are kept"
            raise problem.adding(
                code="fetch-unfinished",
                there=there,
            )
        return fetched
    about = {**asdict(plan.about), "models": list(models), "company": plan.fetch.company}
    origin = Origin(run.number, json.dumps(about, ensure_ascii=False), run.estimate.signature)
    file = f"fetched from {run.estimate.engine}"
    hand_in = HandIn(run.estimate.system, file, sources, texts, places, marks=marks, origin=origin)
    imported = take_in(workspace, desk, plan.stored, plan.seen, [hand_in], plan.wanted, VERB, progress)
    return FetchResult(**{**vars(fetched), "imported": imported})
