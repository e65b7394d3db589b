"""Threads that send requests to an engine and return the answers."""

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

_LINE = 200  # characters of a plug-in's message


@dataclass(eq=False)
class EngineCall:
    """Some asks in flight or waiting; the sending thread records the result."""

    asks: list[Ask]
    ready: float = 0.0  # not to be sent before
    tries: int = 0
    sent: float = 0.0
    submitted: bool = False  # a thread has it, or will take it next
    answers_before: int = 0  # number of answers when it was first sent
    replies: list[Reply] | None = None
    problem: LackmusError | None = None
    heard: bool = False  # the result was processed

    @property
    def pending(self) -> bool:
        """Whether it is in flight."""
        return self.submitted and self.replies is None and self.problem is None

    def halves(self) -> list["EngineCall"]:
        """Two smaller requests instead."""
        middle = len(self.asks) // 2
        return [EngineCall(self.asks[:middle]), EngineCall(self.asks[middle:])]


class RequestThreads:
    """Threads that make one try each; as many as were ever needed at once."""

    def __init__(self, engine: Engine, pair: Pair) -> None:
        self._engine, self._pair = engine, pair
        self._todo: SimpleQueue[EngineCall | None] = SimpleQueue()
        self._landed: SimpleQueue[None] = SimpleQueue()
        self._threads: list[Thread] = []

    def submit(self, request: EngineCall, in_flight: int) -> None:
        """Send a request, with that many in flight."""
        if len(self._threads) < in_flight:
            # A daemon, so that the program can end after a second Ctrl-C.
            self._threads.append(Thread(target=self._work, name="lackmus-carrier", daemon=True))
            self._threads[-1].start()
        request.submitted = True
        self._todo.put(request)

    def wait(self, seconds: float) -> None:
        """Wait until an answer comes, at most so long."""
        with suppress(Empty):
            self._landed.get(timeout=seconds)
            while True:
                self._landed.get_nowait()

    def dismiss(self, wait: bool) -> None:
        """Accept no more requests; without waiting, each thread ends after its last answer."""
        for _ in self._threads:
            self._todo.put(None)
        for thread in self._threads if wait else ():
            if thread.is_alive():  # Ctrl-C can come before it has started
                thread.join()

    def _work(self) -> None:
        for request in iter(self._todo.get, None):
            try:
                request.replies = self._ask(request.asks)
            except LackmusError as problem:
                request.problem = problem.rewritten(self._engine.keys.scrub)
            except BaseException as problem:  # noqa: BLE001  (any error of a plug-in)
                request.problem = strange(self._engine, problem)
            self._landed.put(None)

    def _ask(self, asks: Sequence[Ask]) -> list[Reply]:
        """One try; as many answers as asks, in order, or an error."""
        if asks[0].prompt:
            found: Sequence[str | Reply] = [self._engine.prompted(asks[0], self._pair)]
        elif asks[0].before:
            found = [self._engine.in_context(asks[0].text, asks[0].before, self._pair)]
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
    """The error for a bug in an engine, without any key."""
    scrub = engine.keys.scrub
    line = shown(scrub(" ".join(str(problem).split())), _LINE)
    why = f"{type(problem).__name__}: {line}" if line else type(problem).__name__
    said = EngineError(f"{_called(engine)} failed ({why}).", "Tell the author of this engine.")
    traced = "".join(traceback.format_exception(problem))
    if scrub(traced) == traced:
        said.__cause__ = problem
    return said


def _called(engine: Engine) -> str:
    return engine.LABEL or type(engine).__name__


def shown(text: str, most: int = 60) -> str:
    """The beginning of a text."""
    return text if len(text) <= most else f"{text[:most]}…"
