"""Compile costly patterns in a separate process first, which can be ended."""

import atexit
import json
import sys
from collections.abc import Sequence
from threading import Lock, Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subprocess import Popen

MEGABYTES = 1_024  # of memory, the interpreter included
SECONDS = 5  # of work for one pattern; the largest that are allowed need one
_TIMEOUT = 60.0  # seconds after which a process that does not answer is ended
_MANY = 1_000  # cached answers


class PatternTrials:
    """One process for all trials: started with the first, ended on timeout, then restarted."""

    def __init__(
        self,
        megabytes: int = MEGABYTES,
        seconds: int = SECONDS,
        patience: float = _TIMEOUT,
        program: Sequence[str] = ("-m", "lackmus.machine.pattern_worker"),
    ) -> None:
        self._seconds, self._patience = seconds, patience
        self._words = [sys.executable, "-P", *program, str(megabytes), str(seconds)]
        self._lock = Lock()
        self._process: Popen[str] | None = None
        self._known: dict[str, str] = {}

    def problem_of(self, pattern: str) -> str:
        """Why a pattern cannot be compiled with limited memory and time; empty if it can."""
        with self._lock:
            if pattern not in self._known:
                if len(self._known) >= _MANY:
                    self._known.clear()
                self._known[pattern] = self._tried(pattern)
            return self._known[pattern]

    def close(self) -> None:
        """End the process; the next trial starts another."""
        with self._lock:
            self._end()

    def _tried(self, pattern: str) -> str:
        if self._process is None or self._process.poll() is not None:
            self._end()
            try:
                self._process = self._started()
            except OSError:
                return ""  # no process can be started here; allowed patterns compile in less than a second
            if not self._answer(None):  # the process does not run here; continue as above
                self._end()
                return ""
        answer = self._answer(pattern)
        if not answer:
            self._end()
            return f"it is too large: compiling it takes more than {self._seconds} seconds"
        said: str = json.loads(answer)
        return said

    def _started(self) -> "Popen[str]":
        import subprocess  # imported late: most runs need no trial

        return subprocess.Popen(  # noqa: S603  (no shell, and words of our own)
            self._words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C at the terminal must not reach it: we end it
        )

    def _answer(self, pattern: str | None) -> str:
        """The next line of the process after sending a pattern; empty if it has ended."""
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        watch = Timer(_TIMEOUT if pattern is None else self._patience, process.kill)
        watch.daemon = True
        watch.start()
        try:
            if pattern is not None:
                process.stdin.write(f"{json.dumps(pattern)}\n")
                process.stdin.flush()
            return process.stdout.readline()
        except OSError:  # it ended while we wrote
            return ""
        finally:
            watch.cancel()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # unwritten data has no reader
                    continue


_TRIALS = PatternTrials()
atexit.register(_TRIALS.close)
problem_of = _TRIALS.problem_of
