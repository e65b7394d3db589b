"""Run programs of this machine: bytes in, bytes out, with limits on time and output."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from threading import Lock, Thread
from typing import IO

from lackmus.errors import Argument, LackmusError
from lackmus.machine.options import Option
from lackmus.machine.packages import MissingPartError

LARGEST = 64 * 2**20  # bytes of output at a time; a batch of translations is far smaller
_COMPLAINT = 4096  # last bytes of stderr that are kept
_TIMEOUT = 5.0  # seconds for what should be quick


def timeout_option(default: str) -> Option:
    """The option for the time limit of a program."""
    return Option("timeout", "seconds for which one run may take", default, counts=False)


class ProgramError(LackmusError):
    """A program failed."""

    exit_code = 1


class Programs:
    """Running programs of one plug-in. Closing ends them and all their child processes.

    `trouble` is raised where another try may help, `nonsense` where an answer cannot be one.
    """

    def __init__(
        self,
        label: str,
        seconds: float,
        environment: Mapping[str, str] | None = None,
        trouble: type[LackmusError] = ProgramError,
        nonsense: type[LackmusError] = ProgramError,
        said_in: str = "option",
    ) -> None:
        self._label, self._seconds, self._environment = label, seconds, environment
        self._said_in = said_in  # where users give it more time
        self._trouble, self._nonsense = trouble, nonsense
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = Lock()

    def run(self, words: Sequence[str], sent: bytes = b"", *, speaks: bool = True) -> bytes:
        """Run a program without a shell and return its output.

        With `speaks`, output on stderr alone means failure; a program that writes files may print nothing.
        """
        with TemporaryFile() as given:  # a file, so that nothing is written while reading
            given.write(sent)
            given.seek(0)
            process = self._start(words, given)
        assert process.stdout is not None and process.stderr is not None
        said, complained = _Reader(process.stdout, LARGEST), _Reader(process.stderr)
        over = time.monotonic() + self._seconds
        try:
            self._wait(process, said, over)
            complained.join(_TIMEOUT)
        except BaseException:  # for any reason: no program may keep running
            end(process)
            raise
        finally:
            with self._lock:
                self._running.discard(process)
            for reader in (said, complained):
                reader.close()
        if process.returncode:
            raise self._trouble(f"{self._label} {ended(process.returncode)}{complained.last_line}.")
        if speaks and not said.read and complained.read:  # a pipe of programs may fail without a status
            raise self._trouble(f"{self._label} said nothing{complained.last_line}.")
        return bytes(said.read)

    def _start(self, words: Sequence[str], given: IO[bytes]) -> "subprocess.Popen[bytes]":
        try:
            with self._lock:
                process = subprocess.Popen(  # noqa: S603  (the owner of this machine names the program)
                    list(words),
                    stdin=given,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env=self._environment,
                    start_new_session=True,  # own process group, so that all of it can be ended
                )
                self._running.add(process)
                return process
        except (OSError, ValueError) as problem:
            why = problem.strerror if isinstance(problem, OSError) else str(problem)
            raise MissingPartError(f"{self._label}: {words[0]} cannot be started ({why}).") from None

    def _wait(self, process: "subprocess.Popen[bytes]", said: "_Reader", over: float) -> None:
        """Wait until all output is read and the process has ended."""
        said.join(over - time.monotonic())
        if said.full:
            raise self._nonsense(f"{self._label} said more than {LARGEST // 2**20} MB.")
        if not said.is_alive():
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, over - time.monotonic()))
                return
        raise self._trouble(
            f"{self._label} took longer than {self._seconds:g} seconds.",
            code="more-time",
            where=Argument(self._said_in),
            how="timeout=…" if self._said_in == "option" else "'command:timeout=…'",
        )

    def close(self) -> None:
        """End all running programs."""
        with self._lock:
            running = list(self._running)
        for process in running:
            end(process)


class _Reader(Thread):
    """Reads a pipe to its end, so that it never fills up: up to a limit, or only the last bytes."""

    def __init__(self, pipe: IO[bytes], most: int | None = None) -> None:
        super().__init__(daemon=True)
        self._pipe, self._most = pipe, most
        self.read = bytearray()
        self.full = False
        self.start()

    def run(self) -> None:
        while piece := os.read(self._pipe.fileno(), 65536):
            self.read += piece
            if self._most is None:
                del self.read[:-_COMPLAINT]
            elif len(self.read) > self._most:
                self.full = True
                return

    def join(self, timeout: float | None = None) -> None:
        super().join(max(0.0, timeout) if timeout is not None else None)

    def close(self) -> None:
        """Close the pipe; if another process holds its other end, the reader thread stays."""
        self.join(_TIMEOUT)
        if not self.is_alive():
            self._pipe.close()

    @property
    def last_line(self) -> str:
        """The last line of the output in brackets; it is most often the reason."""
        lines = bytes(self.read).decode("utf-8", "replace").split("\n")
        last = next((" ".join(line.split()) for line in reversed(lines) if line.strip()), "")
        return f" ({last[:200]})" if last else ""


def ended(status: int) -> str:
    if status > 0:
        return f"ended with status {status}"
    name = next((one.name for one in signal.Signals if one == -status), str(-status))
    return f"was ended by {name}"


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a program with all its child processes."""
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_TIMEOUT)
