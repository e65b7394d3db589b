"""What lets people in: only digests are kept, and what ends opens nothing any more."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, update

from lackmus.core.workspaces.people import Account, Role
from lackmus.errors import LackmusError
from lackmus.flows.workspaces import accounts, people
from lackmus.flows.workspaces.history import LogFilter, log, undo
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import schema
from lackmus.store.db.changes import stamp
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.workspaces import accounts as stored

PASSWORD = "correct horse"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2 with little care, or the tests would take their time."""
    monkeypatch.setattr(stored, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def ada(workspace: OpenWorkspace) -> Desk:
    """The desk of Ada, who is admin; Ben is annotator, Eve reader, and all can log in."""
    desk = Desk(None, "Ada", opened=workspace)
    for name, role in {"Ada": None, "Ben": Role.ANNOTATOR, "Eve": Role.READER}.items():
        people.add_person(desk, name, role, PASSWORD)
    return desk


def session(desk: Desk, name: str) -> str:
    """Somebody has logged in."""
    value = accounts.log_in(desk, name, PASSWORD)
    assert value is not None
    return value


def test_nobody_can_log_in_until_somebody_can(workspace: OpenWorkspace) -> None:
    """A person alone is no account."""
    desk = Desk(None, "Ada", opened=workspace)
    assert not accounts.any_accounts(desk)
    people.add_person(desk, "Ben")
    assert not accounts.any_accounts(desk)
    accounts.set_password(desk, "Ben", PASSWORD)
    assert accounts.any_accounts(desk)
    assert [one.can_log_in for one in people.people(desk)] == [False, True]
    people.remove_person(desk, "Ben")
    assert not accounts.any_accounts(desk)


@pytest.mark.parametrize(
    "name, password, let_in",
    [
        ("Ben", PASSWORD, True),
        (" Ben ", PASSWORD, True),
        ("ben", PASSWORD, False),
        ("Ben", "correct  horse", False),
        ("Ben", "", False),
        ("Ben", PASSWORD + "x" * 2000, False),
        ("Ben", "\ud800", False),
        ("Zoe", PASSWORD, False),
        ("", "", False),
        ("Ben\x00", PASSWORD, False),
        ("\ud800", PASSWORD, False),
        ("' OR 1=1 --", PASSWORD, False),
    ],
)
def test_log_in(ada: Desk, name: str, password: str, let_in: bool) -> None:
    """By name and password, whatever letters somebody sends."""
    value = accounts.log_in(ada, name, password)
    assert (value is not None) is let_in
    if value:
        assert accounts.by_session(ada, value) == Account("Ben", Role.ANNOTATOR)


def test_an_unknown_name_costs_as_much(ada: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash is verified for it, too."""
    looked: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
            looked.append(str(password))
            return super().verify(hash, password)

    monkeypatch.setattr(stored, "_HASHER", Counting(time_cost=1, memory_cost=8, parallelism=1))
    for name in ("Ben", "Zoe"):
        assert accounts.check_password(ada, name, "wrong password") is None
    assert looked == ["wrong password"] * 2


def test_letters_are_the_same_however_they_are_typed(ada: Desk) -> None:
    """A keyboard may put the dots over a letter afterwards."""
    accounts.set_password(ada, "Ben", "zwölf Böden")
    assert accounts.check_password(ada, "Ben", "zwo\u0308lf Bo\u0308den")


@pytest.mark.parametrize("password, why", [("x" * 9, "fewer than 10"), ("x" * 1001, "more than 1,000")])
def test_passwords_have_a_length(ada: Desk, password: str, why: str) -> None:
    """Neither guessed in a moment nor hashed for minutes."""
    with pytest.raises(LackmusError, match=why):
        accounts.set_password(ada, "Ben", password)


def test_nothing_that_opens_a_door_is_kept(ada: Desk, workspace: OpenWorkspace) -> None:
    """Neither in the tables nor in the log."""
    secrets = [PASSWORD, session(ada, "Ben"), accounts.make_token(ada, "Ada", "notebook")]
    with workspace.reading() as connection:
        rows = [
            str(row)
            for table in schema.metadata.sorted_tables
            for row in connection.execute(select(table)).all()
        ]
    assert not [secret for secret in secrets if any(secret in row for row in rows)]
    assert sum("$argon2id$" in row for row in rows) == 3


def test_sessions_end(ada: Desk, workspace: OpenWorkspace) -> None:
    """By logging out, by another password, by removal, by disuse."""
    first, second = session(ada, "Ben"), session(ada, "Ben")
    assert first != second
    accounts.log_out(ada, first)
    assert (accounts.by_session(ada, first), accounts.by_session(ada, second) is None) == (None, False)
    accounts.set_password(ada, "Ben", PASSWORD)
    assert accounts.by_session(ada, second) is None
    third = session(ada, "Ben")
    with workspace.claiming() as connection:
        connection.execute(update(schema.sessions).values(expires=stamp(datetime.now(UTC))))
    assert accounts.by_session(ada, third) is None
    fourth = session(ada, "Ben")
    with workspace.reading() as connection:
        assert len(connection.execute(select(schema.sessions)).all()) == 1  # the old one is swept away
    token = accounts.make_token(ada, "Ben", "script")
    people.remove_person(ada, "Ben")
    undo(ada)
    assert [one.name for one in people.people(ada)] == ["Ada", "Ben", "Eve"]
    assert accounts.by_session(ada, fourth) is None
    assert accounts.by_token(ada, token) is None
    assert accounts.log_in(ada, "Ben", PASSWORD) is None


def test_a_session_holds_as_long_as_it_is_used(ada: Desk, workspace: OpenWorkspace) -> None:
    """It is written anew at most once an hour, and never waits for whoever writes."""
    value = session(ada, "Ben")

    def expires() -> str:
        with workspace.reading() as connection:
            return str(connection.execute(select(schema.sessions.c.expires)).scalar())

    def let_expire(left: timedelta) -> str:
        at = stamp(datetime.now(UTC) + left)
        with workspace.claiming() as connection:
            connection.execute(update(schema.sessions).values(expires=at))
        return at

    for left, extended in ((timedelta(days=14, minutes=-59), False), (timedelta(days=1), True)):
        at = let_expire(left)
        assert accounts.by_session(ada, value)
        assert (expires() > at) is extended
    at = let_expire(timedelta(days=1))
    with workspace.writing("Ada", "a long import"):
        assert accounts.by_session(ada, value)
        assert expires() == at
    assert accounts.by_session(ada, value)
    assert expires() > at


def test_a_role_holds_from_the_next_look_on(ada: Desk) -> None:
    """By session and by token."""
    value, token = session(ada, "Ben"), accounts.make_token(ada, "Ben", "script")
    people.give_role(ada, "Ben", Role.READER)
    for found in (accounts.by_session(ada, value), accounts.by_token(ada, token)):
        assert found == Account("Ben", Role.READER)


def test_hashes_grow_with_the_times(
    ada: Desk, workspace: OpenWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever logs in gets the present care."""
    monkeypatch.setattr(stored, "_HASHER", PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    session(ada, "Ben")
    with workspace.reading() as connection:
        found = connection.execute(select(schema.passwords.c.hash).order_by(schema.passwords.c.person))
        assert ["m=16,t=2" in one for one in found.scalars()] == [False, True, False]
    session(ada, "Ben")


def test_a_password_that_changes_meanwhile_opens_nothing(ada: Desk, workspace: OpenWorkspace) -> None:
    """What was looked at must still be there when the session is made."""
    known = accounts.check_password(ada, "Ben", PASSWORD)
    assert known
    accounts.set_password(ada, "Ben", PASSWORD)
    with workspace.claiming() as connection:
        assert stored.open_session(connection, *known) is None


def test_tokens(ada: Desk) -> None:
    """Made, used, listed, revoked."""
    ben = replace(ada, person="Ben")
    token = accounts.make_token(ben, "Ben", "notebook")
    assert accounts.by_token(ada, token) == Account("Ben", Role.ANNOTATOR)
    assert accounts.by_token(ada, token[:-1]) is None
    accounts.make_token(ada, "Ada", "cron")
    (one,) = accounts.list_tokens(ada, "Ben")
    assert (one.number, one.name, one.used) == (1, "notebook", datetime.now(UTC).date().isoformat())
    assert [one.used for one in accounts.list_tokens(ada)][1] is None
    assert accounts.revoke_token(ben, 1).name == "notebook"
    assert accounts.by_token(ada, token) is None
    assert [one.verb for one in log(ada, LogFilter(most=3))] == ["user revoke", "user token", "user token"]


def test_all_tokens_of_somebody(ada: Desk) -> None:
    """At once, by themselves or an admin, with one line in the log; where there are none, with none."""
    ben = replace(ada, person="Ben")
    tokens = [accounts.make_token(ben, "Ben", name) for name in ("notebook", "cron")]
    kept = accounts.make_token(ada, "Ada", "hers")
    with pytest.raises(LackmusError, match="revoke the tokens of others"):
        accounts.revoke_tokens(ben, "Ada")
    assert [one.name for one in accounts.revoke_tokens(ada, "Ben")] == ["notebook", "cron"]
    assert [accounts.by_token(ada, one) is None for one in (*tokens, kept)] == [True, True, False]
    assert accounts.revoke_tokens(ben, "Ben") == []
    (last,) = log(ada, LogFilter(most=1))
    assert (last.verb, last.about) == ("user revoke all", "Ben: 1 for notebook, 2 for cron")


def test_a_reader_has_a_password_and_tokens_too(ada: Desk) -> None:
    """They change nothing else."""
    eve = replace(ada, person="Eve")
    accounts.set_password(eve, "Eve", "another horse")
    assert accounts.log_in(ada, "Eve", "another horse")
    assert accounts.by_token(ada, accounts.make_token(eve, "Eve", "notebook"))


def test_own_password(ada: Desk) -> None:
    """Whoever knows the old one; the session goes on as a new one."""
    ben = replace(ada, person="Ben")
    before = session(ada, "Ben")
    with pytest.raises(LackmusError, match="not your password"):
        accounts.change_password(ben, "wrong horse", "another horse")
    after = accounts.change_password(ben, PASSWORD, "another horse")
    assert accounts.by_session(ada, before) is None
    assert accounts.by_session(ada, after)


@pytest.mark.parametrize(
    "who, do, why",
    [
        ("Ben", lambda desk: accounts.set_password(desk, "Ada", PASSWORD), "set the passwords of others"),
        ("Ben", lambda desk: accounts.make_token(desk, "Ada", "x"), "make tokens for others"),
        ("Ben", lambda desk: accounts.revoke_token(desk, 1), "revoke the tokens of others"),
        ("Ada", lambda desk: accounts.revoke_token(desk, 9), "There is no token 9"),
        ("Ada", lambda desk: accounts.make_token(desk, "Ada", " "), "what the token is for is empty"),
        ("Ada", lambda desk: accounts.make_token(desk, "Zoe", "x"), "There is no person named Zoe"),
        ("Ada", lambda desk: accounts.set_password(desk, "Zoe", PASSWORD), "There is no person named Zoe"),
    ],
)
def test_what_is_refused(ada: Desk, who: str, do, why: str) -> None:  # type: ignore[no-untyped-def]
    """What is not one's own is for admins; nothing is left of the attempt."""
    accounts.make_token(ada, "Ada", "mine")
    before = log(ada, LogFilter())
    with pytest.raises(LackmusError, match=why):
        do(replace(ada, person=who))
    assert log(ada, LogFilter()) == before


def test_nothing_of_it_can_be_undone(ada: Desk) -> None:
    """A password that comes back would be a trap."""
    accounts.set_password(ada, "Ben", "another horse")
    last = log(ada, LogFilter(most=1))[0]
    assert (last.verb, last.about) == ("user password", "Ben")
    with pytest.raises(LackmusError, match="changed nothing that could be undone"):
        undo(ada, last.number)
