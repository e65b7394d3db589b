"""Fetches that run for long: asked for on a page, looked at, cancelled, and gone on with."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from lackmus.core.fetching.jobs import RESUMABLE, UNFINISHED, FetchJob, JobState
from lackmus.core.workspaces.people import Role
from lackmus.errors import ForbiddenError, LackmusError, NotFoundError
from lackmus.flows.fetching.engines import refuse_trusted
from lackmus.flows.fetching.fetching import estimate
from lackmus.flows.fetching.job_signing import is_ours, seal_of
from lackmus.flows.fetching.plans import Fetch
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.identity import storable
from lackmus.store.fetching.jobs import add_job, find_job, jobs_in, move_job
from lackmus.store.workspaces.people import number_of, role_of, the_person

MOST = 20  # fetches of one person that are not over
_ALL = 10_000  # more are never unfinished
_OLD = timedelta(days=7)  # what stopped longer ago is not offered again by itself


class NotThereError(NotFoundError):
    """A fetch that is not there."""


class NotYoursError(ForbiddenError):
    """A fetch of somebody else."""


def ask(desk: Desk, wanted: Fetch, trusted: bool) -> FetchJob:
    """Ask for a fetch. What can be wrong is found out now; `trusted` is whoever runs the server."""
    check(wanted, trusted)
    told = estimate(desk, wanted)
    wanted = replace(wanted, campaign=told.campaign, system=told.system)
    if wanted.template is None:  # whatever comes in meanwhile, it stays the same fetch
        wanted = replace(wanted, suite=told.suite, pair=told.pair)
    asked = written(wanted)
    asked["seal"] = seal_of(_purpose(asked))
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
    """Refuse what only whoever runs the server may name: programs, files, addresses; and what is no text."""
    for value in (wanted.round, *wanted.options.values()):
        storable(value, "An option")
    if not trusted:
        refuse_trusted(wanted.engine, wanted.options)


def job(desk: Desk, token: str) -> FetchJob:
    """One fetch, whoever asked for it."""
    with desk.open() as workspace, workspace.reading() as connection:
        return _found(connection, token)


def jobs(desk: Desk, mine: bool = False) -> list[FetchJob]:
    """Fetches, those that are over included, the newest first."""
    with desk.open() as workspace, workspace.reading() as connection:
        return [one for one in jobs_in(connection) if not mine or one.person == desk.who]


def pending(desk: Desk) -> list[FetchJob]:
    """What goes on, whoever asked for it, and what of one's own could go on."""
    lately = (datetime.now(UTC) - _OLD).isoformat()
    with desk.open() as workspace, workspace.reading() as connection:
        found = jobs_in(connection, (*UNFINISHED, JobState.STOPPED))
    return [one for one in found if one.unfinished or (one.person == desk.who and one.changed > lately)]


def unfinished(desk: Desk) -> list[str]:
    """What a worker is to work on, the oldest first."""
    with desk.open() as workspace, workspace.reading() as connection:
        return [one.token for one in reversed(jobs_in(connection, UNFINISHED, most=_ALL))]


def cancel(desk: Desk, token: str) -> FetchJob:
    """Stop a fetch; what was fetched is kept. What is over stays as it is."""
    with desk.open() as workspace, workspace.claiming() as connection:
        _need_owner(connection, desk, _found(connection, token), "cancel")
        if not move_job(connection, token, [JobState.WAITING], JobState.CANCELLED):
            move_job(connection, token, [JobState.RUNNING], JobState.CANCELLING)
        return _found(connection, token)


def resume(desk: Desk, token: str, trusted: bool, partial: bool = False) -> FetchJob:
    """Let a fetch go on that was cancelled or stopped, or that was asked for on another machine.

    With `partial` what is there is stored even if nothing more comes.
    """
    with desk.open() as workspace, workspace.claiming() as connection:
        found = _found(connection, token)
        _need_owner(connection, desk, found, "go on with")
        before = RESUMABLE if ours(found) else (*RESUMABLE, JobState.WAITING)
        if not ours(found):
            check(fetch_of(found.asked), trusted)
        asked = {**found.asked, "seal": seal_of(_purpose(found.asked))}
        move_job(
            connection, token, before, JobState.WAITING, {**asked, "partial": True} if partial else asked
        )
        return _found(connection, token)


def ours(found: FetchJob) -> bool:
    """Whether it was asked for here: what else a workspace holds neither runs programs nor spends money."""
    return is_ours(_purpose(found.asked), found.asked.get("seal"))


def _purpose(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"engine": asked.get("engine"), "options": asked.get("options")}


def give_up(desk: Desk, token: str, said: str) -> None:
    """Stop a fetch that cannot be worked on."""
    with desk.open() as workspace, workspace.claiming() as connection:
        move_job(connection, token, UNFINISHED, JobState.STOPPED, problem=said)


def fetch_of(asked: Mapping[str, Any]) -> Fetch:
    """What was asked for, as it was; a later version may know more about it."""
    known = {one.name for one in fields(Fetch)}
    return Fetch(**{name: value for name, value in asked.items() if name in known})


def written(wanted: Fetch) -> dict[str, Any]:
    """The same as plain values."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(wanted)))
    return plain


def _found(connection: Connection, token: str) -> FetchJob:
    found = find_job(connection, token.replace("\x00", "").encode("utf-8", "replace").decode())
    if found is None:
        raise NotThereError("There is no such fetch. It may be long over; look under Outputs.")
    return found


def _need_owner(connection: Connection, desk: Desk, found: FetchJob, to_do: str) -> None:
    """Editors share a purse and see all fetches; whose it is, and admins, may meddle with it."""
    if found.person == desk.who:
        return
    number = number_of(connection, desk.who)
    role = role_of(connection, number) if number is not None else None
    if role is None or not role.may(Role.ADMIN):
        raise NotYoursError(f"Only {found.person} or an admin may {to_do} this fetch.")
