"""Long-running fetches: started on a page, listed, cancelled, resumed."""

import hmac
import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path
from sqlalchemy import Connection

from lackmus.core.fetching.fetch import RESUMABLE, UNFINISHED, FetchJob, JobState
from lackmus.core.workspaces.people import Role
from lackmus.errors import ForbiddenError, LackmusError, NotFoundError
from lackmus.flows.fetching.engines import refuse_trusted
from lackmus.flows.fetching.fetching import estimate
from lackmus.flows.fetching.plans import Fetch
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.machine.files import read_small_bytes, why_unread
from lackmus.store.db.identity import storable
from lackmus.store.fetching.jobs import add_job, find_job, jobs_in, move_job
from lackmus.store.workspaces.people import number_of, role_of, the_person


def job_signature(asked: Mapping[str, Any]) -> str:
    """The signature of a request with this machine's key; without a key, nothing is valid."""
    plain = json.dumps(asked, sort_keys=True)
    return hmac.new(_key(), plain.encode(), sha256).hexdigest()


def is_ours(asked: Mapping[str, Any], seal: object) -> bool:
    """Whether this request was signed on this machine."""
    return isinstance(seal, str) and hmac.compare_digest(seal.encode(), job_signature(asked).encode())


def _key() -> bytes:
    """The key, created once and private. If it is lost, fetches only have to be requested again."""
    file = _file()
    try:
        return read_small_bytes(file)
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        raise LackmusError(f"{file} cannot be read ({why_unread(problem)}).") from None
    fresh = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(secrets.token_bytes(32))
        with suppress(FileExistsError):  # the first process wins
            os.link(fresh, file)
        return read_small_bytes(file)
    except OSError as problem:
        raise LackmusError(f"{file} cannot be written ({problem.strerror}).") from None
    finally:
        fresh.unlink(missing_ok=True)


def _file() -> Path:
    return user_cache_path("lackmus") / "seal"


MOST = 20  # unfinished fetches of one person
_ALL = 10_000  # limit of unfinished fetches
_OLD = timedelta(days=7)  # older stopped fetches are not offered again


class NoSuchFetchError(NotFoundError):
    """A fetch that is not there."""


class ForeignFetchError(ForbiddenError):
    """The fetch belongs to another person."""


def ask(desk: Desk, wanted: Fetch, trusted: bool) -> FetchJob:
    """Start a fetch, after checking the request; `trusted` is the owner of the machine."""
    check(wanted, trusted)
    told = estimate(desk, wanted)
    wanted = replace(wanted, campaign=told.campaign, system=told.system)
    if wanted.template is None:  # so that later imports do not change the fetch
        wanted = replace(wanted, suite=told.suite, pair=told.pair)
    asked = written(wanted)
    asked["seal"] = job_signature(_purpose(asked))
    with desk.open() as workspace, workspace.claiming() as connection:
        person = the_person(connection, desk.who)
        own = [one for one in jobs_in(connection, UNFINISHED, most=_ALL) if one.person == desk.who]
        same = next((one for one in own if one.asked == asked and one.state is not JobState.CANCELLING), None)
        if same is not None:  # a button that was pressed twice
            return same
        if len(own) >= MOST:
            raise LackmusError(f"{MOST} fetches of yours are not over yet. Wait for one, or cancel it.")
        token = secrets.token_urlsafe(16)
        add_job(connection, token, person, asked)
        return _found(connection, token)


def check(wanted: Fetch, trusted: bool) -> None:
    """Refuse programs, files and addresses from users who do not own the machine; and invalid text."""
    for value in (wanted.round, *wanted.options.values()):
        storable(value, "An option")
    if not trusted:
        refuse_trusted(wanted.engine, wanted.options)


def job(desk: Desk, token: str) -> FetchJob:
    """One fetch, of any person."""
    with desk.open() as workspace, workspace.reading() as connection:
        return _found(connection, token)


def jobs(desk: Desk, mine: bool = False) -> list[FetchJob]:
    """Fetches, finished ones included, newest first."""
    with desk.open() as workspace, workspace.reading() as connection:
        return [one for one in jobs_in(connection) if not mine or one.person == desk.who]


def pending(desk: Desk) -> list[FetchJob]:
    """Running fetches of all people, and own ones that could be resumed."""
    lately = (datetime.now(UTC) - _OLD).isoformat()
    with desk.open() as workspace, workspace.reading() as connection:
        found = jobs_in(connection, (*UNFINISHED, JobState.STOPPED))
    return [one for one in found if one.unfinished or (one.person == desk.who and one.changed > lately)]


def unfinished(desk: Desk) -> list[str]:
    """The fetches to work on, oldest first."""
    with desk.open() as workspace, workspace.reading() as connection:
        return [one.token for one in reversed(jobs_in(connection, UNFINISHED, most=_ALL))]


def cancel(desk: Desk, token: str) -> FetchJob:
    """Stop a fetch; what was fetched is kept. A finished one is unchanged."""
    with desk.open() as workspace, workspace.claiming() as connection:
        _need_owner(connection, desk, _found(connection, token), "cancel")
        if not move_job(connection, token, [JobState.WAITING], JobState.CANCELLED):
            move_job(connection, token, [JobState.RUNNING], JobState.CANCELLING)
        return _found(connection, token)


def resume(desk: Desk, token: str, trusted: bool, partial: bool = False) -> FetchJob:
    """Continue a fetch that was cancelled or stopped, or started on another machine.

    With `partial` an incomplete result is stored.
    """
    with desk.open() as workspace, workspace.claiming() as connection:
        found = _found(connection, token)
        _need_owner(connection, desk, found, "go on with")
        before = RESUMABLE if ours(found) else (*RESUMABLE, JobState.WAITING)
        if not ours(found):
            check(fetch_of(found.asked), trusted)
        asked = {**found.asked, "seal": job_signature(_purpose(found.asked))}
        move_job(
            connection, token, before, JobState.WAITING, {**asked, "partial": True} if partial else asked
        )
        return _found(connection, token)


def ours(found: FetchJob) -> bool:
    """Whether it was started here: others in a workspace must not run programs or spend money."""
    return is_ours(_purpose(found.asked), found.asked.get("seal"))


def _purpose(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"engine": asked.get("engine"), "options": asked.get("options")}


def give_up(desk: Desk, token: str, said: str) -> None:
    """Stop a fetch that cannot be worked on."""
    with desk.open() as workspace, workspace.claiming() as connection:
        move_job(connection, token, UNFINISHED, JobState.STOPPED, problem=said)


def fetch_of(asked: Mapping[str, Any]) -> Fetch:
    """The request of a fetch; a later version may know more fields."""
    known = {one.name for one in fields(Fetch)}
    return Fetch(**{name: value for name, value in asked.items() if name in known})


def written(wanted: Fetch) -> dict[str, Any]:
    """The request as plain values."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(wanted)))
    return plain


def _found(connection: Connection, token: str) -> FetchJob:
    found = find_job(connection, token.replace("\x00", "").encode("utf-8", "replace").decode())
    if found is None:
        raise NoSuchFetchError("There is no such fetch. It may be long over; look under Outputs.")
    return found


def _need_owner(connection: Connection, desk: Desk, found: FetchJob, to_do: str) -> None:
    """Editors see all fetches; only the owner and admins may change one."""
    if found.person == desk.who:
        return
    number = number_of(connection, desk.who)
    role = role_of(connection, number) if number is not None else None
    if role is None or not role.may(Role.ADMIN):
        raise ForeignFetchError(f"Only {found.person} or an admin may {to_do} this fetch.")
