"""Start and end the program: signals, exit codes, one line for a user's mistake."""

import gc
import os
import signal
import sys
from contextlib import suppress
from io import TextIOWrapper
from types import FrameType
from typing import NoReturn

from typer.exceptions import TyperException

from lackmus.cli.answers import say
from lackmus.cli.commands import app
from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError

_STOPPED = 128  # plus the number of the signal, as in shells: 130 for Ctrl-C
# New objects after which garbage is looked for: with Python's own number, 700, `evaluate` takes a tenth
# longer. It is never switched off, for a command may run for hours.
_OBJECTS = 200_000
_heard: list[int] = []  # received signals: after one, errors are part of stopping


def _stop(signum: int, frame: FrameType | None) -> None:
    """End the command as Ctrl-C does: every file and database that is open is closed in order."""
    if _heard and signum != signal.SIGINT:  # a session may send several when it ends: the first is enough
        return
    _heard.append(signum)
    raise SystemExit(_STOPPED + signum)


def _listen() -> None:
    """Install signal handlers that end a command in order; an ignored signal (nohup) stays ignored."""
    for number in _signals():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _signals() -> list[int]:
    """Return the signals that end a command, as far as this system has them."""
    return [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def main() -> None:
    """Run the command line; a user's mistake is one line, never a traceback."""
    _listen()
    _speak_utf8()
    gc.set_threshold(_OBJECTS)
    code: int | str | None = 0
    try:
        code = app(standalone_mode=False)
    except SystemExit as end:
        code = end.code
    except TyperException as mistake:
        # One line here too; without arguments Typer has shown the help.
        context, message = getattr(mistake, "ctx", None), mistake.format_message()
        if message:
            say(f"{message.rstrip('.')}. See {context.command_path if context else 'lackmus'} --help.")
        code = mistake.exit_code
    except LackmusError as problem:
        if not _heard:
            say(worded(problem))
        code = problem.exit_code
    except OSError as problem:
        # A name that is too long, or a loop of links, in any command.
        if problem.filename is None and not _heard:
            raise
        if not _heard:
            say(f"{problem.filename} cannot be used ({problem.strerror or problem}). Choose another place.")
        code = LackmusError.exit_code
    except BaseException:
        if not _heard:  # libraries may turn a signal into an error of their own
            raise
    if _heard:
        with suppress(OSError):  # the terminal may be gone
            if sys.stderr.isatty():
                print(file=sys.stderr)  # below the ^C
            say("stopped; no file was left half-written.")
        code = _STOPPED + _heard[0]
    _leave(code if isinstance(code, int) else 0)


def _leave(code: int) -> NoReturn:
    """End the program; exit handlers still run, unless Ctrl-C is pressed again."""
    for number in _signals():
        if signal.getsignal(number) is _stop:
            signal.signal(number, signal.SIG_DFL if number == signal.SIGINT else signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as problem:
            if not isinstance(problem, BrokenPipeError):
                code = code or 2
            with suppress(OSError):  # Python flushes again and would complain
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    gc.freeze()  # else Python looks for garbage once more: 0.02 s of `--help`, 0.05 s of nine systems
    sys.exit(code)


def _speak_utf8() -> None:
    """Files and pipes get UTF-8; a terminal gets what it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
