"""What every server loads: done once, in the process from which they are forked."""

import gc
from pathlib import Path

import altair  # noqa: F401  (a server loads it for its first chart)

from lackmus.__main__ import main as main
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.app import create_app
from lackmus.web.http.answers import _environment
from lackmus.web.served import Served

create_app(Served(Desk(), Path()))  # which loads all pages
for _name in _environment().list_templates():
    _environment().get_template(_name)

gc.collect()
gc.freeze()  # what is here already need not be looked through by each server whenever it tidies up
