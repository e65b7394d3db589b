"""Load in the background what first visits need: routes, templates, modules, the newest campaign."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from threading import Event

from fastapi import FastAPI

from lackmus.errors import LackmusError
from lackmus.flows.reviews import live_board
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.http.answers import load_template

_PAUSE = 0.005  # seconds between two steps, in which requests go first
_PAUSES = 40  # at most before one step: a page may keep a stream open as long as it is looked at
# The other pages compile theirs when they are first visited, which takes about 20 ms each.
_TEMPLATES = (
    "base.html",
    "macros.html",
    "overview.html",
    "parts/glance.html",
    "parts/won.html",
    "suites.html",
    "suite.html",
    "parts/suite_tree.html",
    "trend.html",
    "parts/figure.html",
    "parts/files.html",
    "review.html",
    "report.html",
)
_LATE = ("lackmus.write.suites", "numpy", "altair", "vl_convert", "lackmus.write.charts")


def warm_up(steps: Iterator[None], ending: Event, busy: Callable[[], bool]) -> None:
    """Take all steps, each when no request is being answered or has been for too long; stop at the end."""
    for _ in steps:
        for _ in range(_PAUSES):
            if ending.wait(_PAUSE):
                return
            if not busy():
                break


def warming(app: FastAPI, desk: Desk) -> Iterator[None]:
    """Load one small thing after the other; what is needed by most pages comes first."""
    for name in _TEMPLATES:
        load_template(name)
        yield
    # FastAPI works out the routes of a router when it first looks for a path among them.
    nowhere = {"type": "http", "method": "GET", "path": "/-", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(dict(nowhere))
        yield
    with suppress(LackmusError):  # a page that needs the campaign says what is wrong with it
        live_board.choices(desk, Scope())
    yield
    for name in _LATE:
        module = import_module(name)
        yield
        if name.startswith("lackmus."):
            for found in iter_modules(module.__path__, f"{name}."):
                import_module(found.name)
                yield
