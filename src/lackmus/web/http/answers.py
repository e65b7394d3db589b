"""Responses: pages from templates, parts of pages, and errors in the requested form."""

import errno
import logging
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException as StarletteHTTPException

from lackmus import __version__
from lackmus.core.base.plurals import counted
from lackmus.core.outputs.fit import alarms
from lackmus.errors import LackmusError, UnavailableError
from lackmus.tables.table import Level, Unit, heat, shown
from lackmus.tables.workspaces.log_sentences import in_words
from lackmus.web.http.assets import address
from lackmus.web.http.auth import COOKIE, CurrentUser, LoginNeeded, csrf_of, current_user, is_api
from lackmus.web.http.formats import format_named, formats_named
from lackmus.web.http.navigation import NAVIGATION
from lackmus.web.http.remedies import on_page, status_of
from lackmus.web.http.texts import breakable, direction, endless, marked, spans, spotted
from lackmus.web.http.times import day, moment, since
from lackmus.web.served import served_by

_TEMPLATES = sorted(Path(__file__).parents[1].glob("*/templates"))  # each room has its own


@cache
def _environment() -> Environment:
    # Everything is escaped in every template: user texts are data.
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals.update(
        asset=address,
        shown=shown,
        heat=heat,
        counted=counted,
        alarms=alarms,
        Unit=Unit,
        Level=Level,
        version=__version__,
    )
    environment.filters.update(
        moment=moment,
        day=day,
        since=since,
        direction=direction,
        breakable=breakable,
        endless=endless,
        marked=marked,
        spans=spans,
        spotted=spotted,
        segment=segment,
        query=query,
        in_words=in_words,
        format_named=format_named,
        formats_named=formats_named,
    )
    return environment


def load_template(name: str) -> None:
    """Compile a template, which takes longer than rendering it."""
    _environment().get_template(name)


def segment(value: object) -> str:
    """A name as one URL path segment, slashes included."""
    return quote(str(value), safe="")


def query(values: Mapping[str, object]) -> str:
    """A URL query string; empty values are left out."""
    written = {name: value for name, value in values.items() if value not in (None, "", [], ())}
    return f"?{urlencode(written, doseq=True)}" if written else ""


def page(request: Request, template: str, status: int = 200, /, **content: Any) -> HTMLResponse:
    """A page from a template, whole or partial."""
    session = request.cookies.get(COOKIE) or token_urlsafe(32)
    known = getattr(request.state, "user", None)
    served = served_by(request)
    written = (
        _environment()
        .get_template(template)
        .render(
            {
                "request": request,
                "path": request.url.path,
                "user": known if isinstance(known, CurrentUser) else None,
                "alone": served.alone is not None,
                "navigation": NAVIGATION,
                "csrf": csrf_of(request, session),
                "theme": _theme(request),
                **content,
            }
        )
    )
    answer = HTMLResponse(written, status)
    if COOKIE not in request.cookies and served.alone is not None:
        put_session(answer, session, served.secure)
    return answer


def put_session(answer: Response, session: str, secure: bool, seconds: int | None = None) -> None:
    """Set the session cookie, which no script can read."""
    answer.set_cookie(
        COOKIE, session, httponly=True, samesite="lax", secure=secure, max_age=seconds, path="/"
    )


def _theme(request: Request) -> str:
    chosen = request.cookies.get("lackmus_theme", "")
    return chosen if chosen in ("light", "dark") else ""


def in_parts(request: Request) -> bool:
    """Whether htmx asks for a part of a page."""
    return request.headers.get("HX-Request") == "true"


def back_to(request: Request, place: str, said: str = "") -> Response:
    """Redirect after an action to the page that shows its result, with a message."""
    answer: Response
    if in_parts(request):
        answer = Response(status_code=204, headers={"HX-Redirect": _in_a_header(place)})
    else:
        answer = RedirectResponse(place, 303)
    if said:
        # No slash either: a cookie with one comes back in quotation marks.
        answer.set_cookie(
            "lackmus_said", quote(said[:500], safe="", errors="replace"), max_age=60, samesite="lax", path="/"
        )
    return answer


def _in_a_header(place: str) -> str:
    """A URL as a header value, as `RedirectResponse` writes it."""
    return quote(place, safe=":/%#?=@[]!$&'()*+,;", errors="replace")


# -- errors ------------------------------------------------------------------------------------------------


def lackmus_error(request: Request, problem: Exception) -> Response:
    """The response for a mistake of the user."""
    assert isinstance(problem, LackmusError)
    return _told(request, status_of(problem), _without_path(request, on_page(problem)))


def unavailable(request: Request, problem: Exception) -> Response:
    """The response for an unavailable, busy or full database; the server's log has the details."""
    assert isinstance(problem, UnavailableError)
    logging.getLogger("lackmus").warning("%s %s: %s", request.method, request.url.path, problem)
    return _told(request, 503, on_page(problem), {"Retry-After": str(problem.retry_after)})


def disk_full(request: Request, problem: Exception) -> Response:
    """The response for a full disk; other system errors count as bugs."""
    assert isinstance(problem, OSError)
    if problem.errno not in _FULL:
        raise problem
    return unavailable(request, UnavailableError(str(problem), code="disk-full", retry_after=30))


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


def _without_path(request: Request, said: str) -> str:
    """The message without paths of the workspace or uploads, which only the administrator should see."""
    served = served_by(request)
    name = served.desk.opened.name if served.desk.opened else ""
    if name and said.startswith((f"{name}:", f"{name} ")):
        said = f"The workspace{said[len(name) :]}"
    for place, called in ((name, "the workspace"), (str(served.folder.resolve()), "the server's folder")):
        if len(place) > 3:
            said = said.replace(place, called)
    return said


def http_error(request: Request, problem: Exception) -> Response:
    """The response for a missing page or missing rights."""
    assert isinstance(problem, StarletteHTTPException)
    said = "There is no such page." if problem.detail == "Not Found" else str(problem.detail)
    return _told(request, problem.status_code, said, problem.headers)


def unreadable(request: Request, problem: Exception) -> Response:
    """The response for a request with missing or invalid values."""
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "the request"
    return _told(request, 422, f"{where}: {first['msg']}.")


def login_needed(request: Request, _: Exception) -> Response:
    """Redirect to the log-in page, and back afterwards."""
    if is_api(request):
        return _told(
            request, 401, "Log in, or send a token: Authorization: Bearer …", {"WWW-Authenticate": "Bearer"}
        )
    asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    # An action cannot be repeated by opening its URL, and a part is no page.
    page_asked = request.method == "GET" and not in_parts(request) and asked != "/"
    place = "/login" + query({"next": asked if page_asked else ""})
    if in_parts(request):
        return Response(status_code=204, headers={"HX-Redirect": place})
    return RedirectResponse(place, 303)


def broken(request: Request, problem: Exception) -> Response:
    """The response for a bug: the user sees that it is one, the server's log the details."""
    return _told(request, 500, "Lackmus made a mistake here; what it was stands in the server's log.")


def _told(request: Request, status: int, said: str, headers: Mapping[str, str] | None = None) -> Response:
    if is_api(request):
        return JSONResponse({"error": said}, status, headers)
    if in_parts(request):
        # The page stays and shows the message above it (static/js/app.js).
        return PlainTextResponse(said, status, headers)
    # A known user keeps the page frame, even on routes without authentication. An error in finding the user
    # must not hide the original error.
    with suppress(Exception):
        current_user(request)
    answer = page(request, "error.html", status, said=said, status=status)
    answer.headers.update(headers or {})
    return answer


HANDLERS: Mapping[Any, Any] = {
    LackmusError: lackmus_error,
    UnavailableError: unavailable,
    OSError: disk_full,
    StarletteHTTPException: http_error,
    RequestValidationError: unreadable,
    LoginNeeded: login_needed,
    Exception: broken,
}
