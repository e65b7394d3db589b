"""Decisions: the latest of each person holds, none is lost, and nobody is overruled by a rule."""

from dataclasses import replace

import polars as pl
import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.reviews.decisions import (
    decide,
    decided_texts,
    decisions_of,
    opinions_of,
    take_back,
    withdraw,
)
from lackmus.store.rules.held_rules import add_rules
from lackmus.store.rules.judging import rejudge
from lackmus.store.suites.suites import load_suite
from lackmus.store.workspaces.people import add_person
from tests.core.campaigns import suite_of
from tests.refusals import refuses
from tests.store.reviewed import SAID, drawn, number_of, say


def held(workspace: OpenWorkspace, revision: int | None = None) -> dict[str, str]:
    """What holds of each text: pass, fail or the reason of a warning."""
    with workspace.reading() as connection:
        found = decided_texts(connection, revision=revision)
    return {text: reason or verdict for _, _, text, verdict, reason in found.iter_rows()}


def rows(workspace: OpenWorkspace) -> int:
    """How many decisions were ever made."""
    with workspace.reading() as connection:
        return len(connection.execute(schema.decisions.select()).all())


def last(workspace: OpenWorkspace) -> int:
    """The number of the last change."""
    with workspace.reading() as connection:
        return workspace.revision(connection).number


@pytest.fixture
def small(workspace: OpenWorkspace) -> OpenWorkspace:
    """Two open texts, of one item each; Ada is the editor."""
    drawn(workspace, A="??", B="++")
    return workspace


# Sign, then ! for adjudicating; x withdraws. Ada is the editor.
HOLDS = {
    "Ben +, Cem +": "pass",
    "Ben +, Ben -": "fail",  # a changed mind
    "Ben +, Cem -": "disputed",
    "Ben +, Cem -, Ben -": "fail",  # convinced
    "Ben +, Cem -, Cem x": "pass",
    "Ben +, Cem -, Ada -": "disputed",  # one more opinion settles nothing
    "Ben +, Cem -, Ada -!": "fail",
    "Ben +, Cem -, Ada -!, Ben -, Ben +": "fail",  # adjudicated stays adjudicated
    "Ben +, Cem -, Ada -!, Ada +": "pass",  # the editor thinks again, and still adjudicates
    "Ben +, Cem -, Ada -!, Ada -": "fail",  # says the same again without adjudicating
    "Ben +, Cem -, Ada -!, Ada x": "disputed",
    "Ben +, Ada -, Ada -!": "fail",
    "Ben +, Ada -, Ada -!, Ada x": "disputed",  # the editor's own opinion is there again
    "Ben +, Ada -, Ada -!, Ada +, Ada x": "disputed",
    "Ben +, Ada -, Ada -!, Ada x, Ada x": "pass",
    "Ben +, Ben x": None,
}


def test_what_holds(workspace: OpenWorkspace) -> None:
    """Everybody's latest decision, the adjudicated one before all, and a dispute while people differ."""
    count = len(HOLDS) + len(HOLDS) % 2
    drawn(workspace, A="?" * count)
    expected = {}
    for place, (said, holds) in enumerate(HOLDS.items(), start=1):
        text = number_of(workspace, f"unclear {place:03}")
        for person, sign in (one.split() for one in said.split(", ")):
            with workspace.writing(person, "test") as change:
                if sign == "x":
                    withdraw(change, [text])
                else:
                    decide(change, [(text, SAID[sign[0]])], adjudicate=sign.endswith("!"))
        if holds:
            expected[f"unclear {place:03}"] = holds
    assert held(workspace) == expected


def test_the_same_decision_again_is_none(small: OpenWorkspace) -> None:
    """Neither in the history nor in the log."""
    say(small, "Ben", "+unclear 001")
    before = last(small)
    (saved,) = say(small, "Ben", "+unclear 001")
    assert not saved.changed
    assert (last(small), rows(small)) == (before, 1)


def test_any_past_state_can_be_read(small: OpenWorkspace) -> None:
    """Each change of mind ends a decision and begins another."""
    states = []
    for said in ("+unclear 001", "-unclear 001", "+unclear 002"):
        say(small, "Ben", said)
        states.append((last(small), held(small)))
    with small.writing("Ben", "review withdraw") as change:
        withdraw(change, [number_of(small, "unclear 001")])
    states.append((last(small), {"unclear 002": "pass"}))
    assert [held(small, revision) for revision, _ in states] == [state for _, state in states]
    assert held(small) == states[-1][1]
    assert rows(small) == 3


def test_several_in_one_change(small: OpenWorkspace) -> None:
    """One line in the log, which says what was done."""
    say(small, "Ben", "+unclear 001", "-unclear 002", "+unclear 001")
    with small.reading() as connection:
        last_one = connection.execute(schema.changes.select().order_by(schema.changes.c.id.desc())).first()
    assert last_one is not None
    assert last_one.about == "2 texts: 1 pass, 1 fail"
    assert held(small) == {"unclear 001": "pass", "unclear 002": "fail"}


@pytest.mark.parametrize(
    "said, adjudicate, why",
    [
        ([(99, Verdict.PASS)], False, "There is no text 99. Texts have the numbers that lackmus review next"),
        ([(1, Verdict.PASS)], True, "Only an editor may adjudicate. Ask Ada"),
        ([(1, Verdict.PASS), (1, Verdict.FAIL)], False, "Text 1 cannot be both pass and fail."),
        ([(1, Verdict.WARNING)], False, "Text 1: a decision is pass, fail or untestable, not warning."),
    ],
)
def test_what_is_refused(
    small: OpenWorkspace, said: list[tuple[int, Verdict]], adjudicate: bool, why: str
) -> None:
    """In one line, and nothing is saved."""
    with refuses(LackmusError, match=why), small.writing("Ben", "test") as change:
        decide(change, said, adjudicate)
    assert rows(small) == 0


def test_only_ones_own_decision_can_be_withdrawn(small: OpenWorkspace) -> None:
    """What others decided is theirs."""
    say(small, "Ben", "+unclear 001")
    with refuses(LackmusError, match="You have not decided text"), small.writing("Cem", "x") as change:
        withdraw(change, [number_of(small, "unclear 001")])


@pytest.mark.parametrize("before", ["", "-"])
def test_a_decision_taken_back(small: OpenWorkspace, before: str) -> None:
    """What the person thought before holds again, if anything."""
    if before:
        say(small, "Ben", f"{before}unclear 001")
    (saved,) = say(small, "Ben", "+unclear 001")
    with small.writing("Ben", "review withdraw") as change:
        take_back(change, saved)
    assert held(small) == ({"unclear 001": "fail"} if before else {})


def test_a_decision_survives_rejudging(small: OpenWorkspace) -> None:
    """A rule that now says the opposite changes the verdict of the rules, not what people decided."""
    say(small, "Ben", "+unclear 001")
    with small.writing("Ada", "rule add") as change:
        item = load_suite(change.connection, 1).items["de-en:001"]
        add_rules(change, [(item, 9, Rule(Side.NEGATIVE, Kind.PATTERN, "unclear"), None)])
        _, after = rejudge(change, load_suite(change.connection, 1, only=[item]))
    assert after.filter(pl.col("text") == "unclear 001")["verdict"].to_list() == ["fail"]
    assert held(small) == {"unclear 001": "pass"}


def test_reading_a_part(small: OpenWorkspace) -> None:
    """By suite or by item; two suites may have items of one name."""
    other = drawn(small, "WMT27", replace(suite_of("Ambiguity", "Negation"), name="other"), A="?+")
    say(small, "Ben", "+unclear 002")
    with small.reading() as connection:
        (first,) = connection.execute(schema.texts.select().where(schema.texts.c.key == "unclear 002")).all()
        both = connection.execute(schema.texts.select().where(schema.texts.c.key == "unclear 001")).all()
    with small.writing("Ben", "test") as change:
        decide(change, [(both[0].id, Verdict.PASS), (both[1].id, Verdict.FAIL)])
    with small.reading() as connection:
        assert decided_texts(connection, other)["verdict"].to_list() == ["fail"]
        assert decided_texts(connection, 1)["verdict"].to_list() == ["pass", "pass"]
        assert decided_texts(connection)["reason"].null_count() == 3  # nobody differs
        assert decided_texts(connection, items=[first.item])["text"].to_list() == ["unclear 002"]
        made = decisions_of(connection, 1)
    assert made["item"].to_list() == ["de-en:002", "de-en:001"]
    assert made["person"].to_list() == ["Ben", "Ben"]


def test_opinions_are_ones_own(small: OpenWorkspace) -> None:
    """Who adjudicates knows what others think: what counts is what they thought before, if anything."""
    with small.writing("Ada", "user add") as change:
        add_person(change, "Eve", Role.EDITOR)
    say(small, "Ben", "+unclear 001")
    say(small, "Eve", "-unclear 001")
    then = last(small)
    say(small, "Eve", "+unclear 001", adjudicate=True)
    say(small, "Eve", "-unclear 001", adjudicate=True)
    say(small, "Ada", "-unclear 001", adjudicate=True)
    say(small, "Ada", "+unclear 002")
    with small.reading() as connection:
        now, past = opinions_of(connection), opinions_of(connection, then)
    own = [("unclear 001", "Ben", "pass"), ("unclear 001", "Eve", "fail")]
    numbers = {number_of(small, text): text for text in ("unclear 001", "unclear 002")}

    def told(frame: pl.DataFrame) -> list[tuple[str, str, str]]:
        return [(numbers[text], *row) for text, *row in frame.select("text_id", "person", "verdict").rows()]

    assert told(past) == own
    assert told(now) == [*own, ("unclear 002", "Ada", "pass")]
    assert now["category"].unique().sort().to_list() == ["Ambiguity", "Negation"]


def test_withdrawn_opinions_are_none(small: OpenWorkspace) -> None:
    """Even if something was thought before."""
    say(small, "Ben", "+unclear 001")
    with small.writing("Ben", "review withdraw") as change:
        withdraw(change, [number_of(small, "unclear 001")])
    with small.reading() as connection:
        assert opinions_of(connection).is_empty()


def test_the_text_of_a_retired_item_waits(small: OpenWorkspace) -> None:
    """Nobody decides about what no suite has any more, or takes anything back."""
    say(small, "Ben", "+unclear 001")
    text = number_of(small, "unclear 001")
    with small.writing("Ada", "suite import") as change:
        change.retire(schema.item_states, schema.item_states.c.item == 1)
    retired = r"is of de-en:001, which was retired\. Import"
    with refuses(LackmusError, match=retired), small.writing("Ben", "review decide") as change:
        decide(change, [(text, Verdict.FAIL)])
    with refuses(LackmusError, match=retired), small.writing("Ben", "review withdraw") as change:
        withdraw(change, [text])
    assert rows(small) == 1
