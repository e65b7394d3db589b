"""A server of the tests: a process forked from one that has loaded and worked out all that servers need."""

import os
import sys
from multiprocessing.connection import Connection


def run(arguments: list[str], said: Connection) -> None:
    """The program with these arguments, as `python -m lackmus` is; what it says on stderr is passed on."""
    from tests.browser import warm

    os.setsid()
    os.dup2(said.fileno(), 2)
    said.close()
    sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115  (for as long as there is a process)
    sys.argv = ["lackmus", *arguments]
    warm.main()
