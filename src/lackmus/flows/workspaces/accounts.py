"""Accounts: passwords, sessions of browsers, tokens for scripts."""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from lackmus.core.workspaces.people import Account, Role, Token
from lackmus.errors import Argument, LackmusError, UnavailableError
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.machine.files import read_small, why_unread
from lackmus.store.workspaces import accounts as stored


def password_in(file: Path | BinaryIO) -> str:
    """Return the first line of a file or of standard input."""
    try:
        return read_small(file).split("\n", 1)[0].removesuffix("\r")
    except (OSError, ValueError) as problem:
        named = file if isinstance(file, Path) else "-"
        raise LackmusError(f"it cannot be read ({why_unread(problem)}).").at(
            Argument("password_file", str(named))
        ) from None


# -- on every request: one query each, without waiting for writers -------------------------------------------


def by_session(desk: Desk, session: str) -> Account | None:
    """The account of a valid session, which is extended by use."""
    at = datetime.now(UTC)
    with desk.open() as workspace:
        with workspace.reading() as connection:
            found = stored.by_session(connection, session, at)
        if found is None:
            return None
        account, old = found
        if old:
            with suppress(UnavailableError), workspace.claiming(patient=False) as connection:
                stored.extend_session(connection, session, at)
        return account


def by_token(desk: Desk, token: str) -> Account | None:
    """The account of a token; the day of its use is recorded."""
    today = datetime.now(UTC).date().isoformat()
    with desk.open() as workspace:
        with workspace.reading() as connection:
            found = stored.by_token(connection, token)
        if found is None:
            return None
        account, used = found
        if used != today:
            with suppress(UnavailableError), workspace.claiming(patient=False) as connection:
                stored.use_token(connection, token, today)
        return account


def any_accounts(desk: Desk) -> bool:
    """Whether there is any account with a password."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.any_accounts(connection)


def key_of(desk: Desk) -> str:
    """The secret key of the workspace, for CSRF tokens."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.key_of(connection)


# -- logging in --------------------------------------------------------------------------------------------


def check_password(desk: Desk, name: str, password: str) -> tuple[int, str] | None:
    """The person, if the password is right; an unknown name takes as long as a wrong password."""
    with desk.open() as workspace, workspace.reading() as connection:
        # Invalid text is never sent to the database.
        asked = name.strip().replace("\x00", "\ufffd").encode("utf-8", "replace").decode()
        known = stored.password_of(connection, asked)
    return known if stored.fits(password, known[1] if known else None) else None


def log_in(desk: Desk, name: str, password: str) -> str | None:
    """Start a session, if the password is right."""
    known = check_password(desk, name, password)
    if known is None:
        return None
    person, held = known
    renewed = stored.hashed(password) if stored.outdated(held) else held
    with desk.open() as workspace, workspace.claiming() as connection:
        if renewed != held:
            stored.rehash(connection, person, held, renewed)
        return stored.open_session(connection, person, renewed)


def log_out(desk: Desk, session: str) -> None:
    """End a session."""
    with desk.open() as workspace, workspace.claiming() as connection:
        stored.close_session(connection, session)


def set_password(desk: Desk, name: str, password: str) -> None:
    """Set a person's password; only they and admins may. Their sessions end."""
    hashed = stored.hashed_new(password, name)
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "user password", name, desk.comment, least=Role.READER) as change,
    ):
        stored.set_password(change, name, hashed)


def change_password(desk: Desk, old: str, new: str) -> str:
    """Change one's password with the old one; all sessions end, and a new one starts."""
    if check_password(desk, desk.who, old) is None:
        raise LackmusError("That is not your password until now. Try again.")
    set_password(desk, desk.who, new)
    session = log_in(desk, desk.who, new)
    if session is None:
        raise LackmusError("Your password was changed at the same moment. Log in again.")
    return session


# -- tokens ------------------------------------------------------------------------------------------------


def make_token(desk: Desk, name: str, for_what: str) -> str:
    """Make a token for a person's scripts; the secret is returned only once."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "user token", comment=desk.comment, least=Role.READER) as change,
    ):
        return stored.make_token(change, name, for_what)


def list_tokens(desk: Desk, name: str | None = None) -> list[Token]:
    """The tokens of a person, or of all."""
    with desk.open() as workspace, workspace.reading() as connection:
        return stored.tokens_of(connection, name)


def revoke_token(desk: Desk, number: int) -> Token:
    """Revoke a token; for its owner and for admins."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "user revoke", comment=desk.comment, least=Role.READER) as change,
    ):
        return stored.revoke_token(change, number)


def revoke_tokens(desk: Desk, name: str) -> list[Token]:
    """Revoke all tokens of a person and return them."""
    with (
        desk.open() as workspace,
        workspace.writing(desk.who, "user revoke all", comment=desk.comment, least=Role.READER) as change,
    ):
        return stored.revoke_tokens(change, name)
