"""What lets people in: passwords as Argon2, sessions and tokens as digests, so that nobody can read them."""

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
LASTS = timedelta(days=14)  # a session that nobody uses
EXTENDED = timedelta(hours=1)  # how often a session that is used is written anew, at most
_HASHER = PasswordHasher()


def digest_of(secret: str) -> str:
    """What is stored of a session or a token. They are random and long, so that one round is enough."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def any_accounts(connection: Connection) -> bool:
    """Whether anybody can log in."""
    passwords, states = schema.passwords, schema.person_states
    query = select(passwords.c.person).join(states, states.c.person == passwords.c.person)
    return connection.execute(query.where(holds(states)).limit(1)).first() is not None


# -- passwords ---------------------------------------------------------------------------------------------


def hashed_new(password: str, called: str) -> str:
    """A password that somebody is to have from now on, as it is stored; none that is guessed at once.

    Those that people have already still open, however simple.
    """
    stored = hashed(password)
    if problem := too_simple(password, called):
        raise LackmusError(problem)
    return stored


def hashed(password: str) -> str:
    """A password as it is stored."""
    if len(password) < SHORTEST:
        raise LackmusError(f"The password has fewer than {SHORTEST} characters. Take a longer one.")
    if len(password) > LONGEST:
        raise LackmusError(f"The password has more than {LONGEST:,} characters. Take a shorter one.")
    return _HASHER.hash(_typed(storable(password, "the password")))


def _typed(password: str) -> str:
    """Keyboards make the same letter in different ways."""
    return unicodedata.normalize("NFC", password)


@cache
def _nobodys() -> str:
    """What the password of an unknown name is compared with: that must take as long as any other."""
    return _HASHER.hash(secrets.token_hex(16))


def fits(password: str, stored: str | None) -> bool:
    """Whether it is the password; to find out that there is none takes as long."""
    nobodys = _nobodys()
    try:
        right = _HASHER.verify(stored or nobodys, _typed(password[:LONGEST]))
    except (VerificationError, InvalidHashError, UnicodeEncodeError):
        return False
    return right and stored is not None and len(password) <= LONGEST


def outdated(stored: str) -> bool:
    """Whether passwords are hashed with more care by now."""
    return _HASHER.check_needs_rehash(stored)


def password_of(connection: Connection, called: str) -> tuple[int, str] | None:
    """Somebody who can log in: their number, and the hash of their password."""
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
    """Let somebody log in by this password from now on, and by no session that they have already."""
    number = _own(change, called, "set the passwords of others")
    connection, passwords = change.connection, schema.passwords
    connection.execute(delete(passwords).where(passwords.c.person == number))
    connection.execute(insert(passwords).values(person=number, hash=stored, at=change.at))
    connection.execute(delete(schema.sessions).where(schema.sessions.c.person == number))
    change.written = True


def rehash(connection: Connection, person: int, before: str, after: str) -> None:
    """The same password, stored with more care."""
    passwords = schema.passwords
    same = (passwords.c.person == person, passwords.c.hash == before)
    connection.execute(update(passwords).where(*same).values(hash=after))


def _own(change: Change, called: str, to_do: str) -> int:
    """The number of whoever it concerns: what is not one's own is for admins."""
    number = the_person(change.connection, checked_name(called, "the person's name"))
    if number != change.person:
        need_admin(change, to_do)
    return number


# -- sessions ----------------------------------------------------------------------------------------------


def open_session(connection: Connection, person: int, stored: str | None = None) -> str | None:
    """A new session, told once; none if the password is not what it was when it was looked at."""
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


# Asked with every request, so they are put together once.
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
    """Whose session it is, with their role of now, and whether it should be extended."""
    found = connection.execute(_BY_SESSION, {"digest": digest_of(session), "at": stamp(at)}).first()
    if found is None:
        return None
    return Account(str(found[0]), Role(found[1])), str(found[2]) < stamp(at + LASTS - EXTENDED)


def extend_session(connection: Connection, session: str, at: datetime) -> None:
    """It was used."""
    sessions = schema.sessions
    connection.execute(
        update(sessions).where(sessions.c.digest == digest_of(session)).values(expires=stamp(at + LASTS))
    )


def close_session(connection: Connection, session: str) -> None:
    """It opens nothing any more."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.digest == digest_of(session)))


# -- tokens ------------------------------------------------------------------------------------------------


def make_token(change: Change, called: str, for_what: str) -> str:
    """A new token, told once."""
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
    """The tokens of somebody, or of everybody, in the order in which they were made."""
    tokens, people = schema.tokens, schema.people
    query = select(tokens.c.id, people.c.name, tokens.c.name, tokens.c.made, tokens.c.used).join_from(
        tokens, people, people.c.id == tokens.c.person
    )
    if called is not None:
        query = query.where(people.c.name == called)
    return [Token(*row) for row in bulk.fetch(connection, query.order_by(tokens.c.id))]


def revoke_token(change: Change, number: int) -> Token:
    """Let a token open nothing any more."""
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
    """Let no token of somebody open anything any more."""
    number = _own(change, called, "revoke the tokens of others")
    held = tokens_of(change.connection, called)
    if held:
        change.connection.execute(delete(schema.tokens).where(schema.tokens.c.person == number))
        change.about = f"{called}: {', '.join(f'{one.number} for {one.name}' for one in held)}"
        change.written = True
    return held


def by_token(connection: Connection, token: str) -> tuple[Account, str | None] | None:
    """Whose token it is, with their role of now, and the day on which it was last used."""
    found = connection.execute(_BY_TOKEN, {"digest": digest_of(token)}).first()
    return None if found is None else (Account(str(found[0]), Role(found[1])), found[2])


def use_token(connection: Connection, token: str, day: str) -> None:
    """It was used on this day."""
    tokens = schema.tokens
    connection.execute(update(tokens).where(tokens.c.digest == digest_of(token)).values(used=day))


def key_of(connection: Connection) -> str:
    """What only this workspace knows, and keeps when the server starts anew."""
    return str(connection.execute(select(func.min(schema.workspace.c.token))).scalar() or "")
