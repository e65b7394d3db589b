"""Ask an engine for many translations: several requests at a time, with retries and rate limits.

One thread decides what is sent when, what is retried and what is stored. Each other thread sends one request
and returns its answer.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Event

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Ask, Limits, Reply, batches, too_long
from lackmus.core.engines.rate_limits import RateLimiter
from lackmus.engines import BadReplyError, BusyError, Engine, EngineError, TooLongError
from lackmus.errors import LackmusError
from lackmus.flows.fetching.transport import EngineCall, RequestThreads, shown

Keep = Callable[[Sequence[tuple[Ask, Reply]]], None]

_TICK = 0.1  # seconds between checks whether to stop
_TOLD = 0.2  # seconds between progress reports
_ODD = 4  # tries of a sentence without a valid answer
_ASIDE = 8  # requests beyond those in flight that may wait for a retry


@dataclass(frozen=True)
class RetryLimits:
    """How long an engine is tried before the run ends; earlier answers are kept."""

    tries: int = 8  # of one request, if nothing else is answered meanwhile
    longest: float = 120.0  # seconds of one wait: an engine that asks for more ends the run
    refusals: int = 20  # failures in a row without an answer; simultaneous ones count once
    first: float = 0.5  # seconds of the first back-off, doubled each time


@dataclass
class FetchProgress:
    """The progress of a run."""

    answered: int = 0
    retried: int = 0  # requests that were sent again
    waiting: float = 0.0  # seconds for which nothing may be sent just now
    trouble: EngineError | None = None  # what went wrong last, as long as nothing is answered
    too_long: list[Ask] = field(default_factory=list)
    failed: int = 0  # given up after several tries, while others were answered


_PATIENT = RetryLimits()


def _silent(_: FetchProgress) -> None:
    """A progress function that does nothing."""


def ask_all(
    engine: Engine,
    pair: Pair,
    asks: Iterable[Ask],
    keep: Keep,
    *,
    limits: Limits,
    stop: Event,
    patience: RetryLimits = _PATIENT,
    told: Callable[[FetchProgress], None] = _silent,
) -> FetchProgress:
    """Ask for everything and store each answer at once; returns the final tally.

    `keep` and `told` are called in the caller's thread, `told` several times a second. An answer may be
    stored twice if Ctrl-C comes at that moment. When the run ends by an error, `stop` or Ctrl-C, requests in
    flight are waited for and stored; a second Ctrl-C does not wait.
    """
    run = _SendingRun(engine, pair, asks, keep, limits, stop, patience, told)
    try:
        try:
            run.go()
        finally:
            run.wait()
    finally:
        run.dismiss()
    return run.tally


class _SendingRun:
    def __init__(
        self,
        engine: Engine,
        pair: Pair,
        asks: Iterable[Ask],
        keep: Keep,
        limits: Limits,
        stop: Event,
        patience: RetryLimits,
        told: Callable[[FetchProgress], None],
    ) -> None:
        self.tally = FetchProgress()
        self._limits, self._stop, self._patience = limits, stop, patience
        self._kept_by, self._told, self._told_at = keep, told, 0.0
        self._new: Iterator[list[Ask]] | None = batches(self._fitting(asks), limits)
        # Requests count as in flight until their answers are stored, so that an interruption finds them.
        self._flying: list[EngineCall] = []
        self._waiting: list[EngineCall] = []
        self._answers = 0
        self._given_up: LackmusError | None = None
        self._threads = RequestThreads(engine, pair)
        self._pace = RateLimiter(limits.in_flight, patience.first, random.random, time.monotonic())

    def go(self) -> None:
        """Run until everything is answered, the run is stopped, or it makes no sense to continue."""
        while not self._stop.is_set():
            self._keep()  # before more is sent: a kill loses only what is in flight
            self._send()
            self._tell()
            if not self._flying and not self._waiting and self._new is None:
                break
            self._threads.wait(self._until_next())
            self._hear()
        if self._given_up is not None and not self._stop.is_set():
            raise self._given_up

    def wait(self) -> None:
        """Send nothing more; wait for requests in flight and store their answers."""
        trouble: Exception | None = None
        while True:
            try:
                self._keep()
                trouble = None
            except Exception as caught:  # noqa: BLE001  (raised below, when no request is in flight)
                trouble = caught
            if not self._in_flight:
                break
            self._threads.wait(_TICK)
            self._tell()
        if trouble is not None:
            raise trouble
        self._tell(at_once=True)

    def dismiss(self) -> None:
        """End the threads; after a second Ctrl-C without waiting."""
        self._threads.dismiss(wait=not self._in_flight)

    @property
    def _in_flight(self) -> int:
        return sum(one.pending for one in self._flying)

    def _fitting(self, asks: Iterable[Ask]) -> Iterator[Ask]:
        for ask in asks:
            if too_long(ask, self._limits):
                self.tally.too_long.append(ask)
            else:
                yield ask

    def _send(self) -> None:
        """Send as many requests as the rate allows, retries first."""
        while self._pace.room(len(self._flying)):
            now = time.monotonic()
            if now < self._pace.opens() or (request := self._next(now)) is None:
                return
            if request.tries == 0:
                request.answers_before = self._answers
            else:
                self.tally.retried += 1
            request.sent, request.problem, request.heard, request.submitted = now, None, False, False
            self._pace.sent(now)
            self._flying.append(request)
            self._threads.submit(request, self._in_flight + 1)

    def _next(self, now: float) -> EngineCall | None:
        first = min(self._waiting, key=lambda one: one.ready, default=None)
        if first is not None and first.ready <= now:
            self._waiting.remove(first)
            return first
        if self._new is None or len(self._waiting) >= self._limits.in_flight + _ASIDE:
            return None
        if (batch := next(self._new, None)) is None:
            self._new = None
            return None
        return EngineCall(batch)

    def _until_next(self) -> float:
        """Seconds until something may be sent, if no answer comes before."""
        if not self._pace.room(len(self._flying)):
            return _TICK
        soonest = min((one.ready for one in self._waiting), default=0.0)
        if self._new is not None and len(self._waiting) < self._limits.in_flight + _ASIDE:
            soonest = 0.0
        elif not self._waiting:
            return _TICK
        return min(_TICK, max(0.0, max(soonest, self._pace.opens()) - time.monotonic()))

    def _hear(self) -> None:
        """Process the answers that came back."""
        for request in [one for one in self._flying if not one.pending and not one.heard]:
            request.heard = True
            if request.problem is None:
                self._answers += 1
                self._pace.answered()
                self.tally.trouble = None
            else:
                self._flying.remove(request)
                self._failed(request, request.problem)

    def _keep(self) -> None:
        """Store answers, while other requests are under way."""
        came = [one for one in self._flying if one.replies is not None]
        if not came:
            return
        kept = [pair for one in came for pair in zip(one.asks, one.replies or (), strict=True)]
        self._kept_by(kept)
        self._flying = [one for one in self._flying if one not in came]
        self.tally.answered += len(kept)

    def _tell(self, at_once: bool = False) -> None:
        now = time.monotonic()
        if not at_once and now < self._told_at + _TOLD:
            return
        self._told_at = now
        self.tally.waiting = 0.0 if at_once else self._pace.rest(now)
        told, self._told = self._told, _silent  # a failing progress function is not called again
        told(self.tally)
        self._told = told

    def _failed(self, request: EngineCall, problem: LackmusError) -> None:
        """Retry what may succeed later, split what was too large, give up what is hopeless."""
        now = time.monotonic()
        if isinstance(problem, TooLongError):
            self._pace.answered()
            if len(request.asks) == 1:
                self.tally.too_long += request.asks
            else:
                self._waiting[:0] = request.halves()
            return
        if not isinstance(problem, EngineError) or not problem.again:
            raise problem
        if problem.after is not None and problem.after > self._patience.longest:
            raise problem.adding(f"It wants no further request for {problem.after:,.0f} seconds.")
        self.tally.trouble = problem
        request.tries += 1
        busy, odd = isinstance(problem, BusyError), isinstance(problem, BadReplyError)
        if odd and len(request.asks) > 1 and request.tries > 1:
            self._waiting[:0] = request.halves()  # one of them may be the reason
            return
        if busy:
            self._pace.busy(now, request.sent, problem.after)
            request.ready = now  # the rate limiter knows when
        else:
            self._pace.failed(now, request.sent, problem.after)
            request.ready = now + self._pace.back_off(request.tries - 1)
        if self._pace.refusals >= self._patience.refusals:
            raise problem
        if request.tries < (min(_ODD, self._patience.tries) if odd else self._patience.tries):
            self._waiting.append(request)
        elif self._answers == request.answers_before:
            raise problem
        elif busy:
            self._waiting.append(request)  # others succeeded, so its turn comes later
        else:
            # The problem is with these sentences, not with the engine: fetch the others first.
            self.tally.failed += len(request.asks)
            self._given_up = self._given_up or problem.at(f"“{shown(request.asks[0].text)}”")
