"""What was fetched is kept once, found again by what was asked, and asked by one at a time."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select, update

from lackmus.core.base.pairs import Pair
from lackmus.core.engines.engine import Ask, Mark, Reply
from lackmus.errors import LackmusError
from lackmus.store.db import schema
from lackmus.store.db.changes import stamp
from lackmus.store.db.databases import TIMEOUT
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.fetching.fetches import (
    LASTS,
    EngineRequest,
    Holder,
    add_request,
    find_request,
    in_blocks,
    keep_replies,
    release_lease,
    replies_to,
    take_lease,
)

REQUEST = EngineRequest("deepl", Pair("de", "en"), {"formality": "less", "model_type": ""})
ADA = Holder("here", 1, "a", "Ada")
BEN = Holder("there", 2, "b", "Ben")


@pytest.fixture
def number(workspace: OpenWorkspace) -> int:
    """A request that somebody has made."""
    with workspace.claiming() as connection:
        return add_request(connection, REQUEST)


@pytest.mark.parametrize(
    "other, same",
    [
        (replace(REQUEST, identity={"model_type": "", "formality": "less"}), True),  # the order says nothing
        (replace(REQUEST, identity={"formality": "more", "model_type": ""}), False),
        (replace(REQUEST, identity={"formality": "less", "model_type": "", "round": "2027"}), False),
        (replace(REQUEST, pair=Pair("en", "de")), False),
        (replace(REQUEST, engine="azure"), False),
    ],
)
def test_a_request_is_known_by_all_that_matters(
    workspace: OpenWorkspace, number: int, other: EngineRequest, same: bool
) -> None:
    """Engine, pair, and every option that counts."""
    with workspace.claiming() as connection:
        assert (find_request(connection, other) == number) is same
        assert (add_request(connection, other) == number) is same


def test_answers_are_found_again(workspace: OpenWorkspace, number: int) -> None:
    """Whole, by the sentence and what stands before it; the first answer stays."""
    alone, after = Ask("Es regnet."), Ask("Es regnet.", ("Wie ist das Wetter?",))
    reply = Reply("It rains.", "“It rains.”", Mark.VERBOSE, ("quotes",), "m-1", 9)
    with workspace.claiming() as connection:
        keep_replies(connection, number, [(alone, reply), (after, Reply("It is raining."))])
        keep_replies(connection, number, [(alone, Reply("Rain."))])
    with workspace.reading() as connection:
        found = replies_to(connection, number, [alone, after, Ask("Es schneit.")])
        assert {ask: one for ask, (one, _) in found.items()} == {alone: reply, after: Reply("It is raining.")}
        assert replies_to(connection, number + 1, [alone]) == {}  # another request has none of them


def test_an_answer_that_no_database_could_hold_is_not_lost(workspace: OpenWorkspace, number: int) -> None:
    """It was paid for: what cannot be written is replaced by a sign."""
    with workspace.claiming() as connection:
        keep_replies(connection, number, [(Ask("a"), Reply("x\x00y\ud800z"))])
    with workspace.reading() as connection:
        ((reply, _),) = replies_to(connection, number, [Ask("a")]).values()
    assert reply.text == "x\ufffdy?z"


@pytest.mark.parametrize(
    "billed, kept", [(0, 0), (2**31 - 1, 2**31 - 1), (2**31, None), (10**30, None), (-1, None)]
)
def test_a_bill_that_no_database_could_hold(
    workspace: OpenWorkspace, number: int, billed: int, kept: int | None
) -> None:
    """The answer is worth more than its bill."""
    with workspace.claiming() as connection:
        keep_replies(connection, number, [(Ask("a"), Reply("x", billed=billed))])
        ((reply, _),) = replies_to(connection, number, [Ask("a")]).values()
    assert (reply.text, reply.billed) == ("x", kept)


def test_a_lease_outlasts_a_writer_who_waits() -> None:
    """Who keeps answers may have to wait for others, and cannot say meanwhile that it is still there."""
    assert timedelta(seconds=TIMEOUT) < LASTS


def test_many_answers_are_looked_up_in_parts(workspace: OpenWorkspace, number: int) -> None:
    """More than a database takes values in one question."""
    asks = [Ask(f"Satz {place}.") for place in range(1_200)]
    assert [len(block) for block in in_blocks(asks)] == [500, 500, 200]
    with workspace.claiming() as connection:
        keep_replies(connection, number, [(ask, Reply(ask.text.upper())) for ask in asks])
        assert connection.execute(select(func.count()).select_from(schema.replies)).scalar() == 1_200
        assert len(replies_to(connection, number, asks)) == 1_200


def test_one_at_a_time(workspace: OpenWorkspace, number: int) -> None:
    """The second learns who is at it; after the first is done it may."""
    with workspace.claiming() as connection:
        take_lease(connection, number, ADA, lambda _: False)
        take_lease(connection, number, ADA, lambda _: False)  # renewed
        with pytest.raises(LackmusError, match=r"Ada is fetching the very same just now \(on here\)"):
            take_lease(connection, number, BEN, lambda _: False)
        release_lease(connection, number, BEN)  # which is not Ben's to release
        with pytest.raises(LackmusError, match="Ada is fetching"):
            take_lease(connection, number, BEN, lambda _: False)
        release_lease(connection, number, ADA)
        take_lease(connection, number, BEN, lambda _: False)


@pytest.mark.parametrize("gone, silent", [(True, False), (False, True)])
def test_nobody_waits_for_the_dead(workspace: OpenWorkspace, number: int, gone: bool, silent: bool) -> None:
    """A process that is not there any more, or one that has said nothing for long."""
    with workspace.claiming() as connection:
        take_lease(connection, number, ADA, lambda _: False)
        if silent:
            before = stamp(datetime.now(UTC) - 2 * LASTS)
            connection.execute(update(schema.leases).values(renewed=before))
        take_lease(connection, number, BEN, lambda _: gone)


def test_two_requests_do_not_wait_for_each_other(workspace: OpenWorkspace, number: int) -> None:
    """A lease is for one request."""
    with workspace.claiming() as connection:
        other = add_request(connection, replace(REQUEST, engine="azure"))
        take_lease(connection, number, ADA, lambda _: False)
        take_lease(connection, other, BEN, lambda _: False)
