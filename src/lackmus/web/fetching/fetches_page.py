"""Pages of fetches: choose an engine, see the cost, and watch the progress."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from fastapi.sse import EventSourceResponse

from lackmus.core.engines.engine import EngineShown
from lackmus.core.fetching.fetch import FetchJob
from lackmus.errors import LackmusError
from lackmus.flows.fetching import jobs
from lackmus.flows.outputs import coverage, templates
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.fetching.fetches import estimate_table
from lackmus.web.fetching.fetches import (
    MOST_CONTEXT,
    MOST_IN_FLIGHT,
    OPTION,
    asked_in,
    begin,
    closed_options,
    digest,
    estimate,
    offered,
    offered_engine,
    progress_events,
    resume,
    trusts,
)
from lackmus.web.http.answers import back_to, in_parts, page
from lackmus.web.http.auth import Editor
from lackmus.web.outputs.holdings import all_held
from lackmus.web.outputs.uploads import Form, said, ticked
from lackmus.web.served import served_by

router = APIRouter()
_FIELDS = (
    *("campaign", "new_campaign", "year", "part", "system", "template", "context", "document", "round"),
    *("in_flight", "with_reserved", "replace", "price"),
)


@router.get("/outputs/fetch")
def choose(
    request: Request, desk: Editor, engine: str = "", campaign: str = "", template: str = "", part: str = ""
) -> Response:
    """The form for a fetch."""
    one = offered_engine(request, engine) if engine else None
    return _form(request, desk, one, {"campaign": campaign, "template": template, "part": part})


@router.post("/outputs/fetch/estimate")
def look(request: Request, desk: Editor, form: Form) -> Response:
    """The estimated cost."""
    wanted = asked_in(form)
    one = offered_engine(request, wanted.engine)
    told = estimate(request, desk, wanted)
    shown = {"estimate": told, "table": estimate_table(told), "agreed": digest(wanted)}
    if in_parts(request):
        return page(request, "parts/fetch_estimate.html", engine=one, **shown)
    written = {name: value for name, value in form.items() if isinstance(value, str)}
    return _form(request, desk, one, written, **shown)


@router.post("/outputs/fetch")
def fetch(request: Request, desk: Editor, form: Form) -> Response:
    """Start a fetch; if it costs money, the price must have been shown."""
    wanted = asked_in(form)
    if offered_engine(request, wanted.engine).paid and said(form, "agreed") != digest(wanted):
        raise LackmusError(
            "This engine costs money, and the choices are others than those of the estimate. "
            "Estimate the cost first."
        )
    return back_to(request, _place(begin(request, desk, wanted).token))


@router.get("/outputs/fetches")
def fetches(request: Request, desk: Editor, mine: str = "") -> Response:
    """Recent fetches."""
    return page(request, "fetches.html", jobs=jobs.jobs(desk, mine == "1"), mine=mine == "1")


@router.get("/outputs/fetches/{token}")
def watch(request: Request, desk: Editor, token: str) -> Response:
    """A fetch with its progress and result."""
    return page(request, "fetch.html", **_shown(jobs.job(desk, token)))


@router.get("/outputs/fetches/{token}/progress")
def progress(request: Request, desk: Editor, token: str) -> Response:
    """The changing part of the page."""
    return page(request, "parts/fetch_progress.html", **_shown(jobs.job(desk, token)))


@router.get("/outputs/fetches/{token}/events")
def events(request: Request, desk: Editor, token: str) -> Response:
    """The progress as server-sent events."""
    job = jobs.job(desk, token)
    # Proxies must not buffer them.
    return EventSourceResponse(
        progress_events(served_by(request), desk, job), headers={"X-Accel-Buffering": "no"}
    )


@router.post("/outputs/fetches/{token}/cancel")
def cancel(request: Request, desk: Editor, token: str) -> Response:
    """Stop it; what was fetched is kept."""
    jobs.cancel(desk, token)
    return back_to(request, _place(token))


@router.post("/outputs/fetches/{token}/resume")
def go_on(request: Request, desk: Editor, token: str, form: Form) -> Response:
    """Continue a fetch."""
    resume(request, desk, token, ticked(form, "partial"))
    return back_to(request, _place(token))


def _place(token: str) -> str:
    return f"/outputs/fetches/{token}"


def _form(
    request: Request, desk: Desk, engine: EngineShown | None, written: dict[str, str], **more: Any
) -> Response:
    held = all_held(request, desk)
    covered = [each for one in held if one.campaign.name == written.get("campaign") for each in one.covered]
    if not written.get("part") and len(covered) == 1:  # a campaign with one suite and pair needs no choice
        written = {**written, "part": f"{covered[0].pair}|{covered[0].suite}"}
    known = dict(engine.set) if engine else {}
    written = {**dict.fromkeys(_FIELDS, ""), **written}
    return page(
        request,
        "fetch_new.html",
        engine=engine,
        engines=offered(request),
        written=written,
        options={
            option.name: written.get(f"{OPTION}{option.name}", known.get(option.name, option.default))
            for option in (engine.options if engine else ())
        },
        closed=closed_options(request, engine.name) if engine else [],
        trusts=trusts(request),
        campaigns=[one.campaign.name for one in held],
        templates=templates.templates(desk),
        parts=coverage.parts(desk),
        most_context=MOST_CONTEXT,
        most_in_flight=MOST_IN_FLIGHT,
        **{"estimate": None, **more},
    )


def _shown(job: FetchJob) -> dict[str, Any]:
    wanted = jobs.fetch_of(job.asked)
    return {"job": job, "wanted": wanted, "result": job.result, "ours": jobs.ours(job)}
