"""Who visits, and what they may do: every route says the least role that it needs, and gets a desk."""

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
class Visitor:
    """Who asks."""

    name: str
    role: Role
    by_token: bool = False  # a script, whose token no other page can make a browser send


class LoginNeeded(Exception):  # noqa: N818  (no error: the visitor is shown the way)
    """Nobody is logged in."""


def csrf_of(request: Request, session: str) -> str:
    """What a form must send along: only our own pages can know it, for no script has the session and the key.

    The key matters where there is no log-in: a page on another port of this machine could choose the session.
    """
    return hmac.new(served_by(request).key, f"csrf {session}".encode(), sha256).hexdigest()[:40]


def visitor(request: Request) -> Visitor:
    """Who asks, by token, by session, or because nobody else can; found once a request."""
    known = getattr(request.state, "visitor", None)
    if isinstance(known, Visitor):
        return known
    served = served_by(request)
    said = request.headers.get("Authorization", "")
    scheme, _, token = said.partition(" ")
    found: Visitor | None = None
    if said:
        account = accounts.by_token(served.desk, token.strip()) if scheme.lower() == "bearer" else None
        found = Visitor(account.name, account.role, by_token=True) if account else None
    elif request.cookies.get(COOKIE):
        if served.alone is not None:
            found = Visitor(served.alone, Role.ADMIN)
        else:
            account = accounts.by_session(served.desk, request.cookies[COOKIE])
            found = Visitor(account.name, account.role) if account else None
    elif served.alone is not None and request.method in SAFE and not is_api(request):
        found = Visitor(served.alone, Role.ADMIN)  # the answer brings the cookie along
    if found is None:
        raise LoginNeeded
    request.state.visitor = found
    return found


def is_api(request: Request) -> bool:
    """Whether a script asks, or a page's script, rather than a person."""
    return request.url.path.startswith("/api/")


async def _trusted(request: Request, one: Visitor) -> None:
    """What changes something must come from a page of ours, or from a script with a token."""
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
    """A dependency that lets in whoever has at least this role, and gives them a desk.

    At the desk of anybody below the role `reserved`, reserved items say nothing (store/reserved.py).
    """

    async def desk(request: Request) -> Desk:
        from starlette.concurrency import run_in_threadpool

        one = await run_in_threadpool(visitor, request)
        if not one.role.may(least):  # asked first: of whoever may not, not even the form is read
            raise HTTPException(403, f"This is for {least}s; you are {one.role}. Ask an admin for the role.")
        await _trusted(request, one)
        return served_by(request).desk_of(one.name, one.role.may(reserved))

    desk.least = least  # type: ignore[attr-defined]  # for the tests that walk all routes
    desk.reserved = reserved  # type: ignore[attr-defined]
    return desk


def refuse_secrets(request: Request, wanted: bool) -> None:
    """Files leave the house: reserved items go along only with those who may write them."""
    if wanted and not visitor(request).role.may(Role.EDITOR):
        raise HTTPException(403, "Reserved items are kept secret: only editors take them along.")


Reader = Annotated[Desk, Depends(needs(Role.READER))]
Annotator = Annotated[Desk, Depends(needs(Role.ANNOTATOR))]
Editor = Annotated[Desk, Depends(needs(Role.EDITOR))]
Admin = Annotated[Desk, Depends(needs(Role.ADMIN))]
# In review, and nowhere else, annotators see reserved items: they cannot judge what they do not see.
Reviewer = Annotated[Desk, Depends(needs(Role.ANNOTATOR, reserved=Role.ANNOTATOR))]
ReviewReader = Annotated[Desk, Depends(needs(Role.READER, reserved=Role.ANNOTATOR))]
