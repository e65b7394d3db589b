"""Challenges are kept in a workspace with their scores."""

from pathlib import Path

import polars as pl
import pytest

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Need, Scored
from lackmus.errors import LackmusError
from lackmus.flows.challenges import keeping as flow
from lackmus.flows.workspaces.history import LogFilter, log, undo
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace
from tests.flows.challenges.test_material import SUITE
from tests.store.challenges.test_challenges import BLEU, KIWI, TER, challenge, scored
from tests.store.filled import add_suite


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Where Ada works."""
    return Desk(person="Ada", opened=workspace)


def test_every_deed_is_a_line_in_the_log(desk: Desk) -> None:
    """In words that tell what it was about; each can be undone."""
    flow.keep(desk, challenge(), "challenge import")
    many = [MetricInfo(f"m{number}", (Need.SOURCE,)) for number in range(5)]
    flow.keep_scores(desk, "first", [scored(one) for one in (BLEU, TER, *many)])
    flow.keep_scores(desk, "first", [scored(BLEU)])  # as before: no line
    flow.regroup(desk, "first", {"BLEU": "mine", "TER": ""})
    flow.remove_scores(desk, "first", ["TER"])
    flow.remove(desk, "first")
    lines = [(one.verb, one.about) for one in log(desk, LogFilter())][:5]
    assert lines == [
        ("challenge remove", "first: 3 tuples of 2 items, de-en, scored by 6 metrics"),
        ("challenge unscore", "first: TER"),
        ("challenge group", "first: BLEU in mine"),
        ("challenge score", "first: BLEU, TER, m0, m1, m2 and 2 more"),
        ("challenge import", "first: 3 tuples of 2 items, de-en"),
    ]
    undo(desk)
    undo(desk)
    found = {one.about.name: one.about.group for one in flow.scored(desk, "first")}
    assert found == {"BLEU": "mine", "TER": "", **{one.name: "" for one in many}}


def test_scores_of_a_challenge_that_was_replaced_meanwhile(desk: Desk) -> None:
    """As many tuples, but others: nobody would see it from the numbers."""
    old = challenge()
    flow.keep(desk, old)
    flow.keep_scores(desk, "first", [scored(BLEU)], of=old)
    flow.keep(desk, ChallengeSet("first", old.tuples.reverse()), replacing=True)
    with pytest.raises(LackmusError, match=r"first is another challenge by now .* Score it anew"):
        flow.keep_scores(desk, "first", [scored(BLEU)], of=old)
    assert flow.scored(desk, "first") == []


@pytest.mark.parametrize("ask", [flow.load, flow.scored, flow.challenge, flow.touched, flow.remove])
def test_an_unknown_challenge(desk: Desk, ask) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(flow.NoSuchChallengeError, match="The workspace has no challenge yet"):
        ask(desk, "first")


def test_who_keeps_one_in_memory_is_told_when_to_look_again(desk: Desk, workspace: OpenWorkspace) -> None:
    flow.keep(desk, challenge())
    seen = [flow.touched(desk, "first")]
    add_suite(workspace, SUITE)
    assert flow.touched(desk, "first") == seen[0]
    flow.keep_scores(desk, "first", [scored(KIWI)])
    seen.append(flow.touched(desk, "first"))
    undo(desk)
    seen.append(flow.touched(desk, "first"))
    assert len(set(seen)) == 3


@pytest.mark.parametrize(
    "name, verb, made",
    [
        ("ACES", flow.IMPORT, True),
        ("ACES", flow.BUILD, False),  # built of what?
        ("", flow.IMPORT, False),  # what cannot be kept leaves no workspace behind
    ],
)
def test_a_challenge_may_be_the_first_thing_of_a_workspace(
    tmp_path: Path, name: str, verb: str, made: bool
) -> None:
    desk = Desk(str(tmp_path / "lackmus.db"), "Ada")
    try:
        flow.keep(desk, challenge(name), verb)
    except LackmusError:
        assert not made
    assert (tmp_path / "lackmus.db").exists() is made
    assert flow.challenges_there(desk.workspace) == (["ACES"] if made else [])


def test_large_ones_come_out_as_they_went_in(desk: Desk) -> None:
    """More tuples than a database takes at once, and many metrics."""
    tuples = pl.concat([challenge().tuples] * 2_000).with_columns(
        pl.format("{}-{}", "tuple", pl.int_range(pl.len())).alias("tuple")
    )
    large = ChallengeSet("large", tuples)
    flow.keep(desk, large)
    numbers = pl.Series("better", [one / 7 for one in range(tuples.height)])
    given = [Scored(MetricInfo(f"m{one}"), numbers + one, numbers) for one in range(3)]
    flow.keep_scores(desk, "large", given)
    assert flow.load(desk, "large").tuples.equals(tuples)
    found = flow.scored(desk, "large")
    assert [one.about for one in found] == [one.about for one in given]
    assert all(one.better.equals(other.better) for one, other in zip(found, given, strict=True))
