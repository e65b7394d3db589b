"""Log in and out: a new session each time, with limited attempts."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from lackmus.flows.workspaces import accounts
from lackmus.web.http.answers import page, put_session
from lackmus.web.http.auth import COOKIE, LoginNeeded, current_user
from lackmus.web.http.navigation import own_path
from lackmus.web.served import served_by

router = APIRouter()
SECONDS = 365 * 86_400  # seconds that a browser keeps the cookie; the server ends unused sessions


@router.get("/login")
def login_page(request: Request, next: str = "/") -> Response:
    """The log-in page; a user with a session is redirected."""
    try:
        current_user(request)
    except LoginNeeded:
        return page(request, "login.html", next=own_path(next), name="", said="")
    return RedirectResponse(own_path(next), 303)


@router.post("/login")
def log_in(
    request: Request,
    name: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    next: Annotated[str, Form()] = "/",
) -> Response:
    """Start a session if the password is right; errors do not reveal whether the name exists."""
    served = served_by(request)
    place = own_path(next)
    if served.alone is not None:
        return RedirectResponse(place, 303)
    try:
        with tried(request, name) as wait:
            if wait:
                answer: Response = _again(request, 429, place, name, waiting(wait))
                answer.headers["Retry-After"] = str(ceil(wait))
                return answer
            session = accounts.log_in(served.desk, name, password)
            if session is None:
                raise LoginNeeded
    except LoginNeeded:
        return _again(request, 401, place, name, "Name or password is wrong. Both distinguish A and a.")
    if COOKIE in request.cookies:
        accounts.log_out(served.desk, request.cookies[COOKIE])
    answer = RedirectResponse(place, 303)
    put_session(answer, session, served.secure, SECONDS)
    return answer


def _again(request: Request, status: int, place: str, name: str, said: str) -> Response:
    return page(request, "login.html", status, next=place, name=name[:500], said=said)


@contextmanager
def tried(request: Request, name: str) -> Iterator[float]:
    """Guard a password check: yields seconds to wait, or 0; an exception counts as a failed try."""
    attempts = served_by(request).attempts
    address = request.client.host if request.client else ""
    wait = attempts.begin(name, address)
    if wait:
        yield wait
        return
    with attempts.looking():
        yield 0.0
    attempts.succeed(name, address)


def waiting(seconds: float) -> str:
    """When the next try is allowed, in words."""
    many = ceil(seconds)
    return f"Too many wrong passwords from here. Try again in {many} second{'s' * (many > 1)}."


@router.post("/logout")
def log_out(request: Request) -> Response:
    """End the session, here and in the workspace."""
    served = served_by(request)
    if COOKIE in request.cookies and served.alone is None:
        accounts.log_out(served.desk, request.cookies[COOKIE])
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax", secure=served.secure)
    return answer
