"""What is open in a campaign, who is offered what, and that nobody gets what another looks at."""

from datetime import UTC, datetime, timedelta

import polars as pl
import pytest

from lackmus.core.reviews.queue import open_texts, review_status
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.holdings import open_texts as open_numbers
from lackmus.store.reviews.claims import LASTS, claim, release
from lackmus.store.reviews.daily_progress import ruled_outcomes
from lackmus.store.reviews.inbox import inbox
from lackmus.store.reviews.queue import campaign_texts, campaign_verdicts, item_verdicts
from lackmus.store.reviews.review_records import read_review_records
from lackmus.store.suites.item_texts import item_texts
from lackmus.store.workspaces.people import entered
from tests.core.campaigns import suite_of
from tests.store.filled import add_suite
from tests.store.reviewed import campaign, drawn, number_of, say


def stands(workspace: OpenWorkspace, campaign: int = 1) -> dict[str, str]:
    """Each system's verdicts in signs, items in their order."""
    signs = {"pass": "+", "fail": "-", "unmatched": "?", "disputed": "!", "missing": " "}
    with workspace.reading() as connection:
        rows = campaign_verdicts(connection, campaign, 1).outputs.sort("system", "item")
    found: dict[str, str] = {}
    for system, verdict, reason in rows.select("system", "verdict", "reason").iter_rows():
        found[system] = found.get(system, "") + signs[reason or verdict]
    return found


def test_people_come_before_rules(workspace: OpenWorkspace) -> None:
    """What holds is what people decided, else what rules say; disputed and missing are open."""
    drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
    assert stands(workspace) == {"A": "+??-?+", "B": "+?-+? ", "C": "-+?+??"}
    say(workspace, "Ben", "+unclear 002", "-x 003", "-good 001", "+y 005")
    say(workspace, "Cem", "-y 005")
    assert stands(workspace) == {"A": "-+--!+", "B": "-+-+! ", "C": "-+?+??"}


@pytest.mark.parametrize("adjudicated", [False, True])
def test_all_places_agree_on_what_holds(workspace: OpenWorkspace, adjudicated: bool) -> None:
    """The review, the item's page, the server's ledger and the counts of the front page say the same."""
    drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
    say(workspace, "Ben", "+unclear 002", "-x 003", "-good 001", "+y 005", "+good 006")
    say(workspace, "Cem", "-y 005", "+unclear 002", "-good 006")
    if adjudicated:
        say(workspace, "Ada", "+y 005", adjudicate=True)
    with workspace.reading() as connection:
        rows = campaign_verdicts(connection, 1, 1).outputs.drop_nulls("text_id").unique("text_id")
        review = {number: said for number, *said in rows.select("text_id", "verdict", "reason").iter_rows()}
        items = rows["item_id"].unique().to_list()
        page = {
            one.number: [one.verdict, one.why]
            for item in items
            for one in item_texts(connection, item)
            if one.systems
        }
        records = read_review_records(connection)
        ruled = ruled_outcomes(connection, review)
        server = {number: [*(records.outcome(number) or ruled[number])] for number in review}
        assert review == page == server
        opened = {number for number, (verdict, _) in review.items() if verdict == "warning"}
        assert set(open_numbers(connection)) == opened
        disputed = sum(reason == "disputed" for _, reason in review.values())
        assert inbox(connection, "Ada").disputed == disputed == (1 if adjudicated else 2)


def test_another_campaign_shares_the_decision(workspace: OpenWorkspace) -> None:
    """A decision belongs to the text, whoever writes it, this year or next."""
    suite = suite_of("Ambiguity", "Negation")
    number = add_suite(workspace, suite)
    campaign(workspace, number, suite, "2025", A="?+")
    campaign(workspace, number, suite, "2026", B="??")
    say(workspace, "Ben", "+unclear 001")
    assert (stands(workspace, 1), stands(workspace, 2)) == ({"A": "++"}, {"B": "+?"})
    with workspace.reading() as connection:
        assert campaign_texts(connection, 1).height == 2
        rows = item_verdicts(connection, 1).outputs.sort("campaign").select("system", "verdict").rows()
    assert rows == [("A", "pass"), ("B", "pass")]


def test_who_did_not_take_part_keeps_nobody_waiting(workspace: OpenWorkspace) -> None:
    """As in reports: such a system is named and left out."""
    drawn(workspace, A="+?++++++++", B="+?++++++++", C="+         ")
    with workspace.reading() as connection:
        found = campaign_verdicts(connection, 1, 1)
    assert found.left_out == {"C": "of 10 items: 9 missing"}
    assert (review_status(found.outputs).total.open, review_status(found.outputs).total.blocked) == (1, 0)


def test_an_item_looked_at_alone_stands_as_in_its_campaign(workspace: OpenWorkspace) -> None:
    """What a decision wins is told from the item alone, and is what the whole campaign says."""
    drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
    say(workspace, "Ben", "+unclear 002", "+y 005")
    say(workspace, "Cem", "-y 005")
    with workspace.reading() as connection:
        whole = campaign_verdicts(connection, 1, 1).outputs
        for item in whole["item_id"].unique():
            alone = item_verdicts(connection, item).outputs
            told = whole.filter(pl.col("item_id") == item)
            assert sorted(alone.select(told.columns).rows(), key=repr) == sorted(told.rows(), key=repr)


def test_a_past_state(workspace: OpenWorkspace) -> None:
    """Decisions made since are not there."""
    drawn(workspace, A="?+", B="++")
    with workspace.reading() as connection:
        then = workspace.revision(connection).number
    say(workspace, "Ben", "+unclear 001")
    with workspace.reading() as connection:
        assert open_texts(campaign_verdicts(connection, 1, 1, revision=then).outputs).height == 1
        assert open_texts(campaign_verdicts(connection, 1, 1).outputs).is_empty()


NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def claimed(workspace: OpenWorkspace) -> OpenWorkspace:
    """Texts 1, 2, 3 are open; Ben has claimed the first at noon."""
    drawn(workspace, A="???+")
    entered(workspace, "Ben")
    entered(workspace, "Cem")
    assert take(workspace, "Ben", 0) == [1]
    return workspace


def take(workspace: OpenWorkspace, name: str, minutes: float, many: int = 1, seen: int = 99) -> list[int]:
    """What somebody gets so long after noon."""
    person = entered(workspace, name)
    with workspace.claiming() as connection:
        return claim(connection, person, [1, 2, 3], many, seen, NOON + timedelta(minutes=minutes))


def test_nobody_gets_what_another_looks_at(claimed: OpenWorkspace) -> None:
    """Until the claim has run out, or was renewed by asking again."""
    assert take(claimed, "Cem", 1) == [2]
    assert take(claimed, "Ben", 14) == [1]  # the same again: renewed
    assert take(claimed, "Cem", 16, many=3) == [2, 3]
    assert take(claimed, "Cem", 14 + LASTS.total_seconds() / 60, many=3) == [1, 2, 3]


def test_claims_are_let_go(claimed: OpenWorkspace) -> None:
    """By deciding the text, or by skipping it."""
    say(claimed, "Ben", "+unclear 001")
    with claimed.reading() as connection:
        assert connection.execute(schema.claims.select()).all() == []
        before = claimed.revision(connection).number
    assert take(claimed, "Ben", 0, seen=before) == [1]  # an editor's list may still have it
    with claimed.claiming() as connection:
        release(connection, entered(claimed, "Ben"), [1])
    assert take(claimed, "Cem", 0) == [1]
    with claimed.reading() as connection:
        assert claimed.revision(connection).number == before  # claims are no history


def test_what_was_decided_meanwhile_is_not_offered(claimed: OpenWorkspace) -> None:
    """The list of candidates may be older than the last decision."""
    with claimed.reading() as connection:
        seen = claimed.revision(connection).number
    say(claimed, "Ben", "+unclear 001")
    assert number_of(claimed, "unclear 001") == 1
    assert take(claimed, "Cem", 1, seen=seen) == [2]
