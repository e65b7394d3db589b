"""Settings: own password and tokens; for admins facts about the workspace and a backup."""

from datetime import UTC, datetime
from math import ceil
from secrets import token_hex
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.background import BackgroundTask

from lackmus.core.base.plurals import counted
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.workspaces import accounts
from lackmus.flows.workspaces.copies import back_up
from lackmus.flows.workspaces.facts import facts
from lackmus.flows.workspaces.people import people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.http.answers import back_to, page, put_session
from lackmus.web.http.auth import Admin, Reader, current_user
from lackmus.web.served import served_by
from lackmus.web.workspaces.login_page import SECONDS, tried, waiting

router = APIRouter()


@router.get("/settings")
def settings(request: Request, desk: Reader) -> HTMLResponse:
    """Own settings, and those of the workspace."""
    about = facts(desk) if current_user(request).role is Role.ADMIN else None
    known = any(one.name == desk.who and one.can_log_in for one in people(desk))
    tokens = accounts.list_tokens(desk, desk.who)
    return page(request, "settings.html", about=about, tokens=tokens, made=None, can_log_in=known)


@router.post("/settings/password")
def change_password(
    request: Request,
    desk: Reader,
    new: Annotated[str, Form()],
    again: Annotated[str, Form()],
    old: Annotated[str, Form()] = "",
) -> Response:
    """Change the password; all other browsers are logged out."""
    if new != again:
        raise LackmusError("The new password was typed in two ways. Type it again.")
    tokens = len(accounts.list_tokens(desk, desk.who))
    kept = f" Your {counted(tokens, 'token stays', 'tokens stay')} valid; revoke what you do not trust."
    answer = back_to(
        request,
        "/settings#tokens" if tokens else "/settings",
        f"Your password is changed. Other browsers are logged out.{kept if tokens else ''}",
    )
    session = changed(request, desk, old, new)
    if session is not None:
        put_session(answer, session, served_by(request).secure, SECONDS)
    return answer


def changed(request: Request, desk: Desk, old: str, new: str) -> str | None:
    """Change the password and return a new session; None without log-in."""
    if served_by(request).alone is not None:
        accounts.set_password(desk, desk.who, new)
        return None
    with tried(request, desk.who) as wait:
        if wait:
            raise HTTPException(429, waiting(wait), {"Retry-After": str(ceil(wait))})
        return accounts.change_password(desk, old, new)


@router.post("/settings/tokens")
def make_token(request: Request, desk: Reader, for_what: Annotated[str, Form(alias="for")]) -> HTMLResponse:
    """Make a token for a script; its secret is shown once."""
    made = accounts.make_token(desk, desk.who, for_what)
    return page(request, "parts/tokens.html", tokens=accounts.list_tokens(desk, desk.who), made=made)


@router.post("/settings/tokens/revoke")
def revoke_tokens(request: Request, desk: Reader) -> Response:
    """Revoke all of one's tokens."""
    many = len(accounts.revoke_tokens(desk, desk.who))
    return back_to(request, "/settings#tokens", f"{counted(many, 'token')} revoked.")


@router.post("/settings/tokens/{number}/revoke")
def revoke_token(request: Request, desk: Reader, number: int) -> Response:
    """Revoke a token."""
    token = accounts.revoke_token(desk, number)
    return back_to(request, "/settings#tokens", f"The token for {token.name} is revoked.")


@router.post("/settings/backup")
def backup(request: Request, desk: Admin) -> FileResponse:
    """The whole workspace as a file, as it is at this moment."""
    file = served_by(request).folder / f"backup-{token_hex(8)}.db"
    back_up(desk, file)
    return FileResponse(
        file,
        media_type="application/vnd.sqlite3",
        filename=f"lackmus-{datetime.now(UTC):%Y-%m-%d-%H%M}.db",
        background=BackgroundTask(file.unlink, missing_ok=True),
    )
