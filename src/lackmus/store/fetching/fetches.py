"""Data from engines: requests, every answer as soon as it came, and current fetches."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Ask, Mark, Origin, OriginShown, Reply, origin_shown
from lackmus.errors import LackmusError
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import now, stamp
from lackmus.store.db.databases import TIMEOUT
from lackmus.store.db.identity import digest, storable

_One = TypeVar("_One")
# After that, a silent fetch is considered dead. A writer may wait nearly as long for others.
LASTS = timedelta(seconds=TIMEOUT + 60)
_MOST = 2**31  # the largest number in both databases; a larger bill is wrong anyway


class TakenError(LackmusError):
    """The same fetch is running elsewhere: not a failure, just wait."""


@dataclass(frozen=True)
class EngineRequest:
    """A request to an engine, with everything that its answers depend on."""

    engine: str
    pair: Pair
    identity: Mapping[str, str]

    @property
    def digest(self) -> str:
        """A digest of the request."""
        asked = json.dumps([self.engine, str(self.pair), sorted(self.identity.items())], ensure_ascii=False)
        return sha256(asked.encode()).hexdigest()


@dataclass(frozen=True)
class Holder:
    """Who is fetching: a process on a machine, for a person."""

    host: str
    process: int
    nonce: str
    person: str


def find_request(connection: Connection, request: EngineRequest) -> int | None:
    """The number of an earlier identical request, if any."""
    table = schema.requests
    found = connection.execute(select(table.c.id).where(table.c.digest == request.digest)).scalar()
    return None if found is None else int(found)


def add_request(connection: Connection, request: EngineRequest) -> int:
    """The number of a request, new or not; the caller holds the write lock."""
    found = find_request(connection, request)
    if found is not None:
        return found
    table = schema.requests
    number = (connection.execute(select(func.max(table.c.id))).scalar() or 0) + 1
    identity = json.dumps(dict(sorted(request.identity.items())), ensure_ascii=False)
    row = (number, request.digest, request.engine, str(request.pair), storable(identity, "an option"))
    bulk.insert(connection, table, ["id", "digest", "engine", "pair", "identity"], [row])
    return number


# -- answers -----------------------------------------------------------------------------------------------


def ask_digest(ask: Ask) -> int:
    """A digest of an ask: the sentence, those before it, and the prompt that is its own."""
    prompt = (f"\x1d{ask.prompt}",) if ask.prompt else ()
    return digest("\x1e".join((ask.text, *ask.before, *prompt)))


def keep_replies(connection: Connection, request: int, answered: Sequence[tuple[Ask, Reply]]) -> None:
    """Store answers; existing ones stay."""
    table = schema.replies
    at = now()
    rows = [
        {
            "request": request,
            "digest": ask_digest(ask),
            "source": ask.text,
            "before": json.dumps(ask.before, ensure_ascii=False),
            "text": _kept(reply.text),
            "raw": None if reply.raw is None else _kept(reply.raw),
            "mark": reply.mark,
            "cleaned": json.dumps(reply.cleaned),
            "model": _kept(reply.model),
            "billed": reply.billed if 0 <= (reply.billed or 0) < _MOST else None,
            "at": at,
        }
        for ask, reply in answered
    ]
    dialect: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


def _kept(text: str) -> str:
    """An answer in storable form: it was paid for, so invalid characters are replaced."""
    return text.replace("\x00", "\ufffd").encode("utf-8", errors="replace").decode()


def replies_to(connection: Connection, request: int, asks: Sequence[Ask]) -> dict[Ask, tuple[Reply, str]]:
    """The stored answers to asks, with their times."""
    table = schema.replies
    by_digest = {ask_digest(ask): ask for ask in asks}
    found = {}
    for some in bulk.parts(list(by_digest)):
        query = select(
            table.c.digest, table.c.text, table.c.raw, table.c.mark, table.c.cleaned, table.c.model,
            table.c.billed, table.c.at,
        ).where(table.c.request == request, table.c.digest.in_(some))  # fmt: skip
        for number, text, raw, mark, cleaned, model, billed, at in bulk.fetch(connection, query):
            reply = Reply(text, raw, Mark(mark) if mark else None, tuple(json.loads(cleaned)), model, billed)
            found[by_digest[number]] = reply, at
    return found


def in_blocks(asks: Iterable[_One]) -> Iterator[list[_One]]:
    """Chunks that fit into one query."""
    iterator = iter(asks)
    while block := list(islice(iterator, bulk.FEW)):
        yield block


# -- who is asking -----------------------------------------------------------------------------------------


def take_lease(connection: Connection, request: int, holder: Holder, gone: Callable[[Holder], bool]) -> None:
    """Allow one fetch at a time, since two would pay for the same. Dead holders are ignored."""
    table = schema.leases
    row = connection.execute(
        select(table.c.holder, table.c.renewed).where(table.c.request == request)
    ).first()
    if row is not None:
        other = Holder(**json.loads(row[0]))
        late = datetime.fromisoformat(row[1]) + LASTS < datetime.now(UTC)
        if other != holder and not late and not gone(other):
            raise TakenError(
                f"{other.person} is fetching the very same just now (on {other.host}).",
                "Wait until that is over: what it fetches need not be asked for again.",
            )
    connection.execute(delete(table).where(table.c.request == request))
    renewed = stamp(datetime.now(UTC))
    row_now = (request, json.dumps(asdict(holder), ensure_ascii=False), renewed)
    bulk.insert(connection, table, ["request", "holder", "renewed"], [row_now])


def release_lease(connection: Connection, request: int, holder: Holder) -> None:
    """Release the lease, unless another process has it already."""
    table = schema.leases
    own = json.dumps(asdict(holder), ensure_ascii=False)
    connection.execute(delete(table).where(table.c.request == request, table.c.holder == own))


# -- where outputs come from -------------------------------------------------------------------------------


def origins_of(connection: Connection, hand_ins: Sequence[int]) -> dict[int, Origin]:
    """The origins of hand-ins that an engine wrote."""
    table = schema.origins
    found = {}
    for some in bulk.parts(hand_ins):
        query = select(table.c.hand_in, table.c.request, table.c.about, table.c.signature)
        for number, request, about, signature in bulk.fetch(
            connection, query.where(table.c.hand_in.in_(some))
        ):
            found[number] = Origin(request, about, signature)
    return found


def origins_shown(connection: Connection, hand_ins: Sequence[int]) -> dict[int, OriginShown]:
    """The origins as people read them."""
    found = origins_of(connection, hand_ins)
    table = schema.requests
    asked = sorted({one.request for one in found.values()})
    engines: dict[int, str] = {}
    for some in bulk.parts(asked):
        engines |= dict(
            bulk.fetch(connection, select(table.c.id, table.c.engine).where(table.c.id.in_(some)))
        )
    return {number: origin_shown(engines[one.request], one) for number, one in found.items()}
