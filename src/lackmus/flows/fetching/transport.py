"""Carry requests to an engine and their answers back, several at a time, whatever the engine does."""

import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Ask, Reply
from lackmus.engines import BadReplyError, Engine, EngineError
from lackmus.errors import LackmusError

_LINE = 200  # letters of what a stranger's engine says


@dataclass(eq=False)
class Request:
    """Some asks on their way to the engine, or waiting for it. Who carries it writes down what came of it."""

    asks: list[Ask]
    ready: float = 0.0  # not to be sent before
    tries: int = 0
    sent: float = 0.0
    carried: bool = False  # somebody has it, or will take it next
    answers_before: int = 0  # that had come when it was sent for the first time
    replies: list[Reply] | None = None
    problem: LackmusError | None = None
    heard: bool = False  # what came back was looked at

    @property
    def pending(self) -> bool:
        """Whether it is under way."""
        return self.carried and self.replies is None and self.problem is None

    def halves(self) -> list["Request"]:
        """Two smaller ones instead."""
        middle = len(self.asks) // 2
        return [Request(self.asks[:middle]), Request(self.asks[middle:])]


class Carriers:
    """Threads that make one try each time; as many as were ever needed at once."""

    def __init__(self, engine: Engine, pair: Pair) -> None:
        self._engine, self._pair = engine, pair
        self._todo: SimpleQueue[Request | None] = SimpleQueue()
        self._landed: SimpleQueue[None] = SimpleQueue()
        self._threads: list[Thread] = []

    def carry(self, request: Request, in_flight: int) -> None:
        """Send one, as that many are in flight with it."""
        if len(self._threads) < in_flight:
            # A daemon: nobody waits for it at the end of the program after a second Ctrl-C.
            self._threads.append(Thread(target=self._carry, name="lackmus-carrier", daemon=True))
            self._threads[-1].start()
        request.carried = True
        self._todo.put(request)

    def wait(self, seconds: float) -> None:
        """Until something comes back, but not longer."""
        with suppress(Empty):
            self._landed.get(timeout=seconds)
            while True:
                self._landed.get_nowait()

    def dismiss(self, wait: bool) -> None:
        """No more requests; without waiting, each ends by itself when its last answer has come."""
        for _ in self._threads:
            self._todo.put(None)
        for thread in self._threads if wait else ():
            if thread.is_alive():  # Ctrl-C can come before it has begun
                thread.join()

    def _carry(self) -> None:
        for request in iter(self._todo.get, None):
            try:
                request.replies = self._ask(request.asks)
            except LackmusError as problem:
                request.problem = problem.rewritten(self._engine.keys.scrub)
            except BaseException as problem:  # noqa: BLE001  (whatever a stranger's engine does)
                request.problem = strange(self._engine, problem)
            self._landed.put(None)

    def _ask(self, asks: Sequence[Ask]) -> list[Reply]:
        """One try; as many answers as asks, in their order, or an error."""
        if asks[0].before:
            found: Sequence[str | Reply] = [self._engine.in_context(asks[0].text, asks[0].before, self._pair)]
        else:
            found = self._engine.translate([ask.text for ask in asks], self._pair)
        called = _called(self._engine)
        if isinstance(found, str) or len(found) != len(asks):
            many = "one text" if isinstance(found, str) else f"{len(found)} texts"
            raise BadReplyError(f"{called} was sent {len(asks)} texts and answered with {many}.")
        replies = [one if isinstance(one, Reply) else Reply(one) for one in found]
        if odd := [one.text for one in replies if not isinstance(one.text, str)]:
            raise BadReplyError(f"{called} answered with {type(odd[0]).__name__} instead of text.")
        return replies


def strange(engine: Engine, problem: BaseException) -> EngineError:
    """A mistake in somebody's engine: which, and what; never with a key in it."""
    scrub = engine.keys.scrub
    line = shown(scrub(" ".join(str(problem).split())), _LINE)
    why = f"{type(problem).__name__}: {line}" if line else type(problem).__name__
    said = EngineError(f"{_called(engine)} failed ({why}).", "Tell whoever wrote this engine.")
    traced = "".join(traceback.format_exception(problem))
    if scrub(traced) == traced:
        said.__cause__ = problem
    return said


def _called(engine: Engine) -> str:
    return engine.LABEL or type(engine).__name__


def shown(text: str, most: int = 60) -> str:
    """The beginning of a text."""
    return text if len(text) <= most else f"{text[:most]}…"
