"""Credentials: passwords as Argon2 hashes, sessions and tokens as digests."""

import secrets
import unicodedata
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from lackmus.core.workspaces.passwords import too_simple
from lackmus.core.workspaces.people import Account, Role, Token
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds, now, stamp
from lackmus.store.db.identity import name as checked_name
from lackmus.store.db.identity import storable
from lackmus.store.workspaces.people import need_admin, the_person

SHORTEST, LONGEST = 10, 1000  # characters of a password
LASTS = timedelta(days=14)  # of an unused session
EXTENDED = timedelta(hours=1)  # how often a used session is extended, at most
_HASHER = PasswordHasher()


def digest_of(secret: str) -> str:
    """The stored digest of a session or token. They are random and long, so one round is enough."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def any_accounts(connection: Connection) -> bool:
    """Whether there is any account with a password."""
    passwords, states = schema.passwords, schema.person_states
    query = select(passwords.c.person).join(states, states.c.person == passwords.c.person)
    return connection.execute(query.where(holds(states)).limit(1)).first() is not None


# -- passwords ---------------------------------------------------------------------------------------------


def hashed_new(password: str, called: str) -> str:
    """The hash of a new password; simple passwords are refused.

    Existing passwords stay valid, even simple ones.
    """
    stored = hashed(password)
    if problem := too_simple(password, called):
        raise LackmusError(problem)
    return stored


def hashed(password: str) -> str:
    """The hash of a password."""
    if len(password) < SHORTEST:
        raise LackmusError(f"The password has fewer than {SHORTEST} characters. Take a longer one.")
    if len(password) > LONGEST:
        raise LackmusError(f"The password has more than {LONGEST:,} characters. Take a shorter one.")
    return _HASHER.hash(_typed(storable(password, "the password")))


def _typed(password: str) -> str:
    """The password normalised, since keyboards compose letters in different ways."""
    return unicodedata.normalize("NFC", password)


@cache
def _hash_of_no_account() -> str:
    """A dummy hash for unknown names, so that the check takes as long as any other."""
    return _HASHER.hash(secrets.token_hex(16))


def fits(password: str, stored: str | None) -> bool:
    """Whether the password is right; without a hash, the check takes as long."""
    nobodys = _hash_of_no_account()
    try:
        right = _HASHER.verify(stored or nobodys, _typed(password[:LONGEST]))
    except (VerificationError, InvalidHashError, UnicodeEncodeError):
        return False
    return right and stored is not None and len(password) <= LONGEST


def outdated(stored: str) -> bool:
    """Whether the hash uses outdated parameters."""
    return _HASHER.check_needs_rehash(stored)


def password_of(connection: Connection, called: str) -> tuple[int, str] | None:
    """A person who can log in: number, and password hash."""
    people, passwords, states = schema.people, schema.passwords, schema.person_states
    query = (
        select(people.c.id, passwords.c.hash)
        .join(passwords, passwords.c.person == people.c.id)
        .join(states, states.c.person == people.c.id)
        .where(people.c.name == called, holds(states))
    )
    found = connection.execute(query).first()
    return None if found is None else (int(found[0]), str(found[1]))


def set_password(change: Change, called: str, stored: str) -> None:
    """Set a person's password and end their sessions."""
    number = _own(change, called, "set the passwords of others")
    connection, passwords = change.connection, schema.passwords
    connection.execute(delete(passwords).where(passwords.c.person == number))
    connection.execute(insert(passwords).values(person=number, hash=stored, at=change.at))
    connection.execute(delete(schema.sessions).where(schema.sessions.c.person == number))
    change.written = True


def rehash(connection: Connection, person: int, before: str, after: str) -> None:
    """Store the same password with new hash parameters."""
    passwords = schema.passwords
    same = (passwords.c.person == person, passwords.c.hash == before)
    connection.execute(update(passwords).where(*same).values(hash=after))


def _own(change: Change, called: str, to_do: str) -> int:
    """The number of the person; only admins may act for others."""
    number = the_person(change.connection, checked_name(called, "the person's name"))
    if number != change.person:
        need_admin(change, to_do)
    return number


# -- sessions ----------------------------------------------------------------------------------------------


def open_session(connection: Connection, person: int, stored: str | None = None) -> str | None:
    """Start a session and return its secret; None if the password was changed meanwhile."""
    sessions, passwords = schema.sessions, schema.passwords
    if stored is not None:
        held = connection.execute(select(passwords.c.hash).where(passwords.c.person == person)).scalar()
        if held != stored:
            return None
    at = datetime.now(UTC)
    connection.execute(delete(sessions).where(sessions.c.expires <= stamp(at)))
    value = secrets.token_urlsafe(32)
    connection.execute(
        insert(sessions).values(digest=digest_of(value), person=person, expires=stamp(at + LASTS))
    )
    return value


# Queries of every request, built once.
_BY_SESSION = (
    select(schema.people.c.name, schema.person_states.c.role, schema.sessions.c.expires)
    .join_from(schema.sessions, schema.people, schema.people.c.id == schema.sessions.c.person)
    .join(schema.person_states, schema.person_states.c.person == schema.people.c.id)
    .where(
        schema.sessions.c.digest == bindparam("digest"),
        schema.sessions.c.expires > bindparam("at"),
        holds(schema.person_states),
    )
)
_BY_TOKEN = (
    select(schema.people.c.name, schema.person_states.c.role, schema.tokens.c.used)
    .join_from(schema.tokens, schema.people, schema.people.c.id == schema.tokens.c.person)
    .join(schema.person_states, schema.person_states.c.person == schema.people.c.id)
    .where(schema.tokens.c.digest == bindparam("digest"), holds(schema.person_states))
)


def by_session(connection: Connection, session: str, at: datetime) -> tuple[Account, bool] | None:
    """The account of a session with its current role, and whether to extend the session."""
    found = connection.execute(_BY_SESSION, {"digest": digest_of(session), "at": stamp(at)}).first()
    if found is None:
        return None
    return Account(str(found[0]), Role(found[1])), str(found[2]) < stamp(at + LASTS - EXTENDED)


def extend_session(connection: Connection, session: str, at: datetime) -> None:
    """Extend a used session."""
    sessions = schema.sessions
    connection.execute(
        update(sessions).where(sessions.c.digest == digest_of(session)).values(expires=stamp(at + LASTS))
    )


def close_session(connection: Connection, session: str) -> None:
    """End a session."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.digest == digest_of(session)))


# -- tokens ------------------------------------------------------------------------------------------------


def make_token(change: Change, called: str, for_what: str) -> str:
    """Make a token and return its secret."""
    number = _own(change, called, "make tokens for others")
    for_what = checked_name(for_what, "what the token is for")
    value = f"lackmus_{secrets.token_urlsafe(32)}"
    (token,) = change.ids(schema.tokens, 1)
    change.add(
        schema.tokens,
        ["id", "person", "name", "digest", "made"],
        [(token, number, for_what, digest_of(value), now())],
    )
    change.about = f"{called}: token {token} for {for_what}"
    return value


def tokens_of(connection: Connection, called: str | None = None) -> list[Token]:
    """The tokens of a person, or of all, in the order of creation."""
    tokens, people = schema.tokens, schema.people
    query = select(tokens.c.id, people.c.name, tokens.c.name, tokens.c.made, tokens.c.used).join_from(
        tokens, people, people.c.id == tokens.c.person
    )
    if called is not None:
        query = query.where(people.c.name == called)
    return [Token(*row) for row in bulk.fetch(connection, query.order_by(tokens.c.id))]


def revoke_token(change: Change, number: int) -> Token:
    """Revoke a token."""
    held = {one.number: one for one in tokens_of(change.connection)}
    if number not in held:
        raise LackmusError(f"There is no token {number}.", code="no-such-token")
    token = held[number]
    _own(change, token.person, "revoke the tokens of others")
    change.connection.execute(delete(schema.tokens).where(schema.tokens.c.id == number))
    change.about = f"{token.person}: token {number} for {token.name}"
    change.written = True
    return token


def revoke_tokens(change: Change, called: str) -> list[Token]:
    """Revoke all tokens of a person and return them."""
    number = _own(change, called, "revoke the tokens of others")
    held = tokens_of(change.connection, called)
    if held:
        change.connection.execute(delete(schema.tokens).where(schema.tokens.c.person == number))
        change.about = f"{called}: {', '.join(f'{one.number} for {one.name}' for one in held)}"
        change.written = True
    return held


def by_token(connection: Connection, token: str) -> tuple[Account, str | None] | None:
    """The account of a token with its current role, and the day of its last use."""
    found = connection.execute(_BY_TOKEN, {"digest": digest_of(token)}).first()
    return None if found is None else (Account(str(found[0]), Role(found[1])), found[2])


def use_token(connection: Connection, token: str, day: str) -> None:
    """Record the day on which a token was used."""
    tokens = schema.tokens
    connection.execute(update(tokens).where(tokens.c.digest == digest_of(token)).values(used=day))


def key_of(connection: Connection) -> str:
    """The secret key of the workspace, stable across server restarts."""
    return str(connection.execute(select(func.min(schema.workspace.c.token))).scalar() or "")
