"""Run parsers in several processes, and end them all."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from queue import Empty, SimpleQueue
from typing import Self

from lackmus.errors import LackmusError
from lackmus.machine.programs import end, ended

Batch = Sequence[str]
_SOON = 0.2  # seconds


class WorkerError(LackmusError):
    """A parser process has died."""

    exit_code = 1


def parsed_by_several(
    name: str, options: Mapping[str, str], batches: Sequence[Batch], processes: int
) -> Iterator[tuple[Batch, list[str]]]:
    """Yield each batch with its packed parses as soon as it is done, in any order."""
    with ExitStack() as stack:
        # Exit order: no new work, then the processes, then the threads.
        threads = stack.enter_context(ThreadPoolExecutor(processes, "lackmus parsing"))
        idle: SimpleQueue[_Worker] = SimpleQueue()
        for _ in range(processes):
            idle.put(stack.enter_context(_Worker(name, options)))
        stack.callback(threads.shutdown, wait=False, cancel_futures=True)

        def ask(batch: Batch) -> tuple[Batch, list[str]]:
            worker = idle.get()
            try:
                return batch, worker.ask(batch)
            finally:
                idle.put(worker)

        done: SimpleQueue[Future[tuple[Batch, list[str]]]] = SimpleQueue()
        for batch in batches:
            threads.submit(ask, batch).add_done_callback(done.put)
        left = len(batches)
        while left:
            # Only the main thread acts on Ctrl-C, so it never sleeps for long.
            with suppress(Empty):
                yield done.get(timeout=_SOON).result()
                left -= 1


class _Worker:
    """A process with its own parser."""

    def __init__(self, name: str, options: Mapping[str, str]) -> None:
        # Own process group: Ctrl-C reaches only the parent, which ends it. If the parent dies, the pipe
        # closes.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "lackmus.parsers.worker_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._say({"name": name, "options": dict(options), "path": sys.path})

    def ask(self, batch: Batch) -> list[str]:
        """The packed parses of a batch."""
        self._say(list(batch))
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise WorkerError(f"A process that was parsing {ended(self._process.wait())}.")
        answer: list[str] | dict[str, str] = json.loads(line)
        if isinstance(answer, dict):
            raise LackmusError(answer["wrong"])
        return answer

    def _say(self, message: object) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it died; its answer has the reason
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end(self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()
