"""Fetch requests from pages and scripts, and the progress of fetches."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from fastapi import Request
from fastapi.sse import format_sse_event
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from lackmus.core.engines.engine import EngineShown, OptionShown
from lackmus.core.fetching.fetch import Estimate, FetchJob
from lackmus.errors import LackmusError
from lackmus.flows.fetching import engines, fetching, jobs
from lackmus.flows.fetching.plans import Fetch
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.outputs.uploads import NEW, number, part_of, said, ticked
from lackmus.web.served import Served, served_by

MOST_CONTEXT = 20
MOST_IN_FLIGHT = 64
MOST_PRICE = 1_000_000
_MOST_DIGITS = 12
OPTION = "option-"  # prefix of option names in forms
_TICK = 0.4  # seconds between two checks of a fetch
_PING = 15.0  # seconds after which a silent stream sends a sign of life, for proxies
_LONGEST = 600.0  # seconds of a stream; then the browser reconnects and is authenticated again


def asked_in(form: FormData) -> Fetch:
    """The fetch request in a form."""
    suite, pair = part_of(form)
    options = {
        name.removeprefix(OPTION): value
        for name in form
        if name.startswith(OPTION) and (value := said(form, name))
    }
    template = said(form, "template")
    return Fetch(
        said(form, "engine") or "",
        options,
        said(form, "new_campaign") if said(form, "campaign") == NEW else said(form, "campaign"),
        number(form, "year", 1900, 2999),
        said(form, "system"),
        None if template else suite,
        None if template else pair,
        template,
        number(form, "context", 0, MOST_CONTEXT) or 0,
        ticked(form, "document"),
        said(form, "round") or "",
        number(form, "in_flight", 1, MOST_IN_FLIGHT),
        ticked(form, "with_reserved"),
        ticked(form, "replace"),
        price=_price(form),
    )


def _price(form: FormData) -> float | None:
    """A price, if there is one."""
    written = said(form, "price")
    if written is None:
        return None
    plain = written.isascii() and written.replace(".", "", 1).isdecimal() and len(written) <= _MOST_DIGITS
    if not plain or float(written) > MOST_PRICE:
        raise LackmusError(f"price: “{written[:50]}” is no number from 0 to {MOST_PRICE:,}.")
    return float(written)


def digest(wanted: Fetch) -> str:
    """A digest of a fetch request: agreeing to one price is not agreeing to another."""
    return sha256(json.dumps(jobs.written(wanted), sort_keys=True).encode()).hexdigest()[:32]


def estimate(request: Request, desk: Desk, wanted: Fetch) -> Estimate:
    """The estimated cost; nothing is translated."""
    jobs.check(wanted, trusts(request))
    return fetching.estimate(desk, wanted)


def begin(request: Request, desk: Desk, wanted: Fetch) -> FetchJob:
    """Start a fetch and queue it."""
    job = jobs.ask(desk, wanted, trusts(request))
    served_by(request).worker.begin(job.token)
    return job


def resume(request: Request, desk: Desk, token: str, partial: bool) -> FetchJob:
    """Continue a fetch."""
    job = jobs.resume(desk, token, trusts(request), partial)
    if job.unfinished:
        served_by(request).worker.begin(token)
    return job


def trusts(request: Request) -> bool:
    """Whether the user may name programs and addresses: only on their own machine."""
    return served_by(request).alone is not None


def offered(request: Request) -> list[EngineShown]:
    """All engines; programs and addresses behind a name are shown only to the owner of the machine."""
    return _discreet(request, engines.engines())


def offered_engine(request: Request, name: str) -> EngineShown:
    """One engine by name."""
    return _discreet(request, [engines.engine(name)])[0]


def closed_options(request: Request, name: str) -> list[OptionShown]:
    """Required options that only the administrator can set."""
    one = engines.engine(name)
    known = dict(one.set)
    needed = (option for option in one.options if option.required and option.trusted)
    return [] if trusts(request) else [option for option in needed if not known.get(option.name)]


def _discreet(request: Request, found: Sequence[EngineShown]) -> list[EngineShown]:
    if trusts(request):
        return list(found)
    return [
        replace(one, set=tuple((name, value) for name, value in one.set if name not in _trusted(one)))
        for one in found
    ]


def _trusted(one: EngineShown) -> set[str]:
    return {option.name for option in one.options if option.trusted}


async def progress_events(served: Served, desk: Desk, job: FetchJob) -> AsyncIterator[bytes]:
    """The progress of a fetch as events, until it is over or the server ends."""
    yield b"retry: 1000\n\n"
    begun = spoken = time.monotonic()
    told: dict[str, Any] | None = None
    while True:
        now = progress_values(job)
        if now != told:
            told, spoken = now, time.monotonic()
            yield format_sse_event(data_str=json.dumps(now))
        elif time.monotonic() - spoken > _PING:
            spoken = time.monotonic()
            yield b": still there\n\n"
        if not job.unfinished or time.monotonic() - begun > _LONGEST:
            return
        await asyncio.sleep(_TICK)
        if served.ending.is_set():
            return
        try:
            job = await run_in_threadpool(jobs.job, desk, job.token)
        except LackmusError:  # the workspace is unavailable; the browser reconnects and gets the error
            return


def progress_values(job: FetchJob) -> dict[str, Any]:
    """The progress of a fetch as plain values."""
    return {name: getattr(job, name) for name in ("state", "since", "stage", "done", "total")}
