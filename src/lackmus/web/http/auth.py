"""Authentication and roles: every route names the role it needs and gets a desk."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

from fastapi import Depends, HTTPException, Request

from lackmus.core.workspaces.people import Role
from lackmus.flows.workspaces import accounts
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.served import served_by

COOKIE = "lackmus_session"
HEADER = "X-CSRF-Token"
FIELD = "csrf"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True)
class CurrentUser:
    """The authenticated user of a request."""

    name: str
    role: Role
    by_token: bool = False  # a script: browsers cannot be made to send its token


class LoginNeeded(Exception):  # noqa: N818  (no error: the visitor is shown the way)
    """The request needs a log-in."""


def csrf_of(request: Request, session: str) -> str:
    """The CSRF token of forms, derived from the session and the server's key.

    The key matters without log-in: a page on another port of this machine could choose the session.
    """
    return hmac.new(served_by(request).key, f"csrf {session}".encode(), sha256).hexdigest()[:40]


def current_user(request: Request) -> CurrentUser:
    """The user by token, by session, or as the only user; found once per request."""
    known = getattr(request.state, "user", None)
    if isinstance(known, CurrentUser):
        return known
    served = served_by(request)
    said = request.headers.get("Authorization", "")
    scheme, _, token = said.partition(" ")
    found: CurrentUser | None = None
    if said:
        account = accounts.by_token(served.desk, token.strip()) if scheme.lower() == "bearer" else None
        found = CurrentUser(account.name, account.role, by_token=True) if account else None
    elif request.cookies.get(COOKIE):
        if served.alone is not None:
            found = CurrentUser(served.alone, Role.ADMIN)
        else:
            account = accounts.by_session(served.desk, request.cookies[COOKIE])
            found = CurrentUser(account.name, account.role) if account else None
    elif served.alone is not None and request.method in SAFE and not is_api(request):
        found = CurrentUser(served.alone, Role.ADMIN)  # the response sets the cookie
    if found is None:
        raise LoginNeeded
    request.state.user = found
    return found


def is_api(request: Request) -> bool:
    """Whether the request comes from a script, not from a browser's navigation."""
    path = request.url.path
    if path in ("/api/v1", "/api/v1/") and request.method in SAFE:  # the one address with a page for browsers
        return "text/html" not in request.headers.get("Accept", "")
    return path.startswith("/api/")


async def _trusted(request: Request, one: CurrentUser) -> None:
    """Refuse changes that come neither from our pages nor from a script with a token."""
    if one.by_token or request.method in SAFE:
        return
    sent = request.headers.get(HEADER)
    if sent is None and request.headers.get("Content-Type", "").startswith(
        ("application/x-www-form-urlencoded", "multipart/form-data")
    ):
        written = (await request.form()).get(FIELD)
        sent = written if isinstance(written, str) else None
    if sent is None or not hmac.compare_digest(
        sent.encode(errors="replace"), csrf_of(request, request.cookies[COOKIE]).encode()
    ):
        raise HTTPException(403, "The form does not come from a page of this server. Load the page again.")


def needs(least: Role, reserved: Role = Role.EDITOR) -> Callable[[Request], object]:
    """A dependency that requires at least this role and returns a desk.

    Below the role `reserved`, the desk hides the wording of reserved items (store/reserved.py).
    """

    async def desk(request: Request) -> Desk:
        from starlette.concurrency import run_in_threadpool

        one = await run_in_threadpool(current_user, request)
        if not one.role.may(least):  # checked first: without the role not even the form is read
            raise HTTPException(403, f"This is for {least}s; you are {one.role}. Ask an admin for the role.")
        await _trusted(request, one)
        return served_by(request).desk_of(one.name, one.role.may(reserved))

    desk.least = least  # type: ignore[attr-defined]  # for the tests that walk all routes
    desk.reserved = reserved  # type: ignore[attr-defined]
    return desk


def refuse_secrets(request: Request, wanted: bool) -> None:
    """Refuse files with reserved items to people who may not edit them."""
    if wanted and not current_user(request).role.may(Role.EDITOR):
        raise HTTPException(403, "Reserved items are kept secret: only editors can download them.")


Reader = Annotated[Desk, Depends(needs(Role.READER))]
Annotator = Annotated[Desk, Depends(needs(Role.ANNOTATOR))]
Editor = Annotated[Desk, Depends(needs(Role.EDITOR))]
Admin = Annotated[Desk, Depends(needs(Role.ADMIN))]
# In review annotators do see reserved items: otherwise they could not judge them.
Reviewer = Annotated[Desk, Depends(needs(Role.ANNOTATOR, reserved=Role.ANNOTATOR))]
ReviewReader = Annotated[Desk, Depends(needs(Role.READER, reserved=Role.ANNOTATOR))]
