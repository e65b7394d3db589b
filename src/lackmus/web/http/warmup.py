"""Load in the background what first requests need: routes, templates, modules, the newest campaign, texts."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from threading import Event

from fastapi import FastAPI

from lackmus.errors import LackmusError
from lackmus.flows.reviews import live_review
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.search.searching import searched_corpus
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.http.answers import load_template

_PAUSE = 0.005  # seconds between two steps, so that requests come first
_PAUSES = 40  # pauses before a step at most: a page may keep a stream open for long
# Other templates are compiled on first use, which takes about 20 ms each.
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
    """Run all steps, each while no request is answered or after a limit; stop when the server ends."""
    for _ in steps:
        for _ in range(_PAUSES):
            if ending.wait(_PAUSE):
                return
            if not busy():
                break


def warming(app: FastAPI, desk: Desk) -> Iterator[None]:
    """Load one small part after the other; those that most pages need come first."""
    for name in _TEMPLATES:
        load_template(name)
        yield
    # FastAPI prepares the routes of a router on its first lookup.
    nowhere = {"type": "http", "method": "GET", "path": "/-", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(dict(nowhere))
        yield
    with suppress(LackmusError):  # the page of the campaign reports what is wrong
        live_review.choices(desk, Scope())
    yield
    with suppress(LackmusError):
        searched_corpus(desk)
    yield
    for name in _LATE:
        module = import_module(name)
        yield
        if name.startswith("lackmus."):
            for found in iter_modules(module.__path__, f"{name}."):
                import_module(found.name)
                yield
