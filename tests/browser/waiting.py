"""Wait for what a page is to show or has heard: what Playwright's `expect` cannot say by itself."""

import json
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import TimeoutError as TooLate

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, Route

TIMEOUT = 120_000  # milliseconds for whatever is waited for: a busy machine is no reason to fail
_ANSWERS: "WeakKeyDictionary[Page, Counter[str]]" = WeakKeyDictionary()


def eventually(page: "Page", expression: str, expected: object = True) -> None:
    """Wait until a JavaScript expression has this value on the page."""
    wanted = json.dumps(json.dumps(expected, ensure_ascii=False, separators=(",", ":")), ensure_ascii=False)
    try:
        page.wait_for_function(f"() => JSON.stringify({expression}) === {wanted}")
    except TooLate:
        raise AssertionError(f"{expression} is {page.evaluate(expression)!r}, not {expected!r}") from None


def until(page: "Page", happened: Callable[[], bool], what: str) -> None:
    """Wait for what the test is told of, as by a route: it is told while Playwright waits for a page."""
    over = monotonic() + TIMEOUT / 1000
    while not happened():
        assert monotonic() < over, f"it never happened: {what}"
        page.evaluate("() => new Promise(requestAnimationFrame)")


def count_answers(page: "Page") -> None:
    """Count from now on how often each path was answered."""
    answers = _ANSWERS[page] = Counter()

    def count(request: "Request") -> None:
        answers[urlsplit(request.url).path] += 1

    page.on("requestfinished", count)


def answered(page: "Page", path: str, times: int = 1) -> None:
    """Wait until requests for this path have been answered so many times since the page was opened."""
    while _ANSWERS[page][path] < times:  # events are heard only while Playwright waits, so none is missed
        page.wait_for_event("requestfinished", lambda request: urlsplit(request.url).path == path)


def intercept(page: "Page", what: str, handler: Callable[[Any], object], **options: Any) -> None:
    """Let the test answer requests of a page that is open, from now on.

    Chromium tells the page of it by another way than of keys: on a busy machine the first requests
    still go out unseen. So one is tried until it is seen.
    """
    page.route(what, handler, **options)
    seen: list[str] = []

    def look(route: "Route") -> None:
        seen.append(route.request.url)
        route.continue_()

    probe = "/static/logo.svg?intercepted"
    page.route(f"**{probe}", look)
    while not seen:
        page.evaluate("(probe) => fetch(probe, { cache: 'no-store' }).then((answer) => answer.blob())", probe)
    page.unroute(f"**{probe}", look)
