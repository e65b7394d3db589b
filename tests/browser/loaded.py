"""What every server loads: done once, in a process from which the servers of the tests are forked."""

import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import altair  # noqa: F401  (a server loads it for its first chart)

from lackmus.__main__ import main
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.app import create_app
from lackmus.web.served import Served

create_app(Served(Desk(), Path()))  # which loads all pages


def run(arguments: list[str], said: Connection) -> None:
    """The program with these arguments, as `python -m lackmus` is; what it says on stderr is passed on."""
    os.setsid()
    os.dup2(said.fileno(), 2)
    said.close()
    sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115  (for as long as there is a process)
    sys.argv = ["lackmus", *arguments]
    main()
