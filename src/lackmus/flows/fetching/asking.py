"""Ask an engine for many translations: several requests at a time, again where that helps, politely.

One thread decides everything: what is sent when, what is tried again, what is kept. The others each carry one
request to the engine and its answer back.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Event

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Ask, Limits, Reply, batches, too_long
from lackmus.core.engines.pacing import Pace
from lackmus.engines import BadReplyError, BusyError, Engine, EngineError, TooLongError
from lackmus.errors import LackmusError
from lackmus.flows.fetching.transport import Carriers, Request, shown

Keep = Callable[[Sequence[tuple[Ask, Reply]]], None]

_TICK = 0.1  # seconds after which whoever waits looks whether it is to stop
_TOLD = 0.2  # seconds between two words about how far it is
_ODD = 4  # tries of a sentence to which no sensible answer comes
_ASIDE = 8  # requests more than can be in flight that may wait for another try


@dataclass(frozen=True)
class Patience:
    """How long an engine is tried before the run ends; what was fetched until then is kept."""

    tries: int = 8  # of one request, if nothing else is answered meanwhile
    longest: float = 120.0  # seconds of one wait: an engine that asks for more ends the run
    refusals: int = 20  # failures in a row without any answer; what fails together counts once
    first: float = 0.5  # seconds of the first back-off, doubled each time


@dataclass
class Tally:
    """How far a run is."""

    answered: int = 0
    retried: int = 0  # requests that were sent again
    waiting: float = 0.0  # seconds for which nothing may be sent just now
    trouble: EngineError | None = None  # what went wrong last, as long as nothing is answered
    too_long: list[Ask] = field(default_factory=list)
    failed: int = 0  # given up after several tries, while others were answered


_PATIENT = Patience()


def _silent(_: Tally) -> None:
    """Nobody wants to know."""


def ask_all(
    engine: Engine,
    pair: Pair,
    asks: Iterable[Ask],
    keep: Keep,
    *,
    limits: Limits,
    stop: Event,
    patience: Patience = _PATIENT,
    told: Callable[[Tally], None] = _silent,
) -> Tally:
    """Ask for everything and have each answer kept as soon as it comes; how far it came when all is over.

    `keep` and `told` are called by whoever calls this, `told` several times a second, also while nothing
    happens. What was kept may be kept once more if Ctrl-C comes in that very moment. Whatever ends the run,
    an error, `stop` or Ctrl-C, what is in flight is waited for and kept; a second Ctrl-C does not wait.
    """
    run = _Run(engine, pair, asks, keep, limits, stop, patience, told)
    try:
        try:
            run.go()
        finally:
            run.wait()
    finally:
        run.dismiss()
    return run.tally


class _Run:
    def __init__(
        self,
        engine: Engine,
        pair: Pair,
        asks: Iterable[Ask],
        keep: Keep,
        limits: Limits,
        stop: Event,
        patience: Patience,
        told: Callable[[Tally], None],
    ) -> None:
        self.tally = Tally()
        self._limits, self._stop, self._patience = limits, stop, patience
        self._kept_by, self._told, self._told_at = keep, told, 0.0
        self._new: Iterator[list[Ask]] | None = batches(self._fitting(asks), limits)
        # Requests stay among those in flight until their answers are kept: whatever interrupts us finds them.
        self._flying: list[Request] = []
        self._waiting: list[Request] = []
        self._answers = 0
        self._given_up: LackmusError | None = None
        self._carriers = Carriers(engine, pair)
        self._pace = Pace(limits.in_flight, patience.first, random.random, time.monotonic())

    def go(self) -> None:
        """Until everything is answered, somebody stops it, or it makes no sense to go on."""
        while not self._stop.is_set():
            self._keep()  # before more is sent: whoever is killed loses no more than is in flight
            self._send()
            self._tell()
            if not self._flying and not self._waiting and self._new is None:
                break
            self._carriers.wait(self._until_next())
            self._hear()
        if self._given_up is not None and not self._stop.is_set():
            raise self._given_up

    def wait(self) -> None:
        """Nothing more is sent; what is in flight comes home and is kept."""
        trouble: Exception | None = None
        while True:
            try:
                self._keep()
                trouble = None
            except Exception as caught:  # noqa: BLE001  (raised below, when nobody is under way any more)
                trouble = caught
            if not self._in_flight:
                break
            self._carriers.wait(_TICK)
            self._tell()
        if trouble is not None:
            raise trouble
        self._tell(at_once=True)

    def dismiss(self) -> None:
        """Let the carriers go; after a second Ctrl-C nobody waits for them."""
        self._carriers.dismiss(wait=not self._in_flight)

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
        """As many as the pace allows, first those that were tried before."""
        while self._pace.room(len(self._flying)):
            now = time.monotonic()
            if now < self._pace.opens() or (request := self._next(now)) is None:
                return
            if request.tries == 0:
                request.answers_before = self._answers
            else:
                self.tally.retried += 1
            request.sent, request.problem, request.heard, request.carried = now, None, False, False
            self._pace.sent(now)
            self._flying.append(request)
            self._carriers.carry(request, self._in_flight + 1)

    def _next(self, now: float) -> Request | None:
        first = min(self._waiting, key=lambda one: one.ready, default=None)
        if first is not None and first.ready <= now:
            self._waiting.remove(first)
            return first
        if self._new is None or len(self._waiting) >= self._limits.in_flight + _ASIDE:
            return None
        if (batch := next(self._new, None)) is None:
            self._new = None
            return None
        return Request(batch)

    def _until_next(self) -> float:
        """Seconds until something may be sent, if nothing lands before."""
        if not self._pace.room(len(self._flying)):
            return _TICK
        soonest = min((one.ready for one in self._waiting), default=0.0)
        if self._new is not None and len(self._waiting) < self._limits.in_flight + _ASIDE:
            soonest = 0.0
        elif not self._waiting:
            return _TICK
        return min(_TICK, max(0.0, max(soonest, self._pace.opens()) - time.monotonic()))

    def _hear(self) -> None:
        """What came back tells how to go on."""
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
        """Keep what has come; the others are on their way meanwhile."""
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
        told, self._told = self._told, _silent  # who raises an error is told nothing more
        told(self.tally)
        self._told = told

    def _failed(self, request: Request, problem: LackmusError) -> None:
        """Try again what may succeed later, make smaller what was too large, give up on what is hopeless."""
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
            request.ready = now  # the pace knows when
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
            self._waiting.append(request)  # others were luckier, and its turn comes
        else:
            # It is about these sentences, not about the engine: the others are fetched first.
            self.tally.failed += len(request.asks)
            self._given_up = self._given_up or problem.at(f"“{shown(request.asks[0].text)}”")
