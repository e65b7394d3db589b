"""The verbs of reviewing on a workspace: status, next, decide, conflicts, disputes, assign, agreement."""

from typing import Any

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.offers import Filters, Occasion, Offer
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.reviews import deciding, reviews, second_looks
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.reviews.rounds import judging_round
from lackmus.flows.workspaces import people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db.workspaces import OpenWorkspace, open_workspace
from lackmus.store.rules.held_rules import add_rules
from lackmus.store.rules.judging import rejudge
from lackmus.store.suites.suites import load_suite
from tests.core.campaigns import suite_of
from tests.refusals import refuses
from tests.store.filled import add_suite
from tests.store.reviewed import campaign, drawn, number_of, say

EVERYWHERE = Scope()
PASS, FAIL = Verdict.PASS, Verdict.FAIL


@pytest.fixture
def campaigned(where: str) -> str:
    """Item 2 has one open text, 3 and 5 two, 6 one but lacks an output; Ada is the editor."""
    with open_workspace(where, create=True) as workspace:
        drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
    return where


def texts(where: str, person: str, **filters: Any) -> list[str]:
    """All that somebody is offered; it is given back at once."""
    offers = reviews.next_texts(Desk(where, person), EVERYWHERE, 9, Filters(**filters)).offers
    with open_workspace(where) as workspace, workspace.claiming() as connection:
        connection.exec_driver_sql("DELETE FROM claims")
    return [one.text for one in offers]


def offered(where: str, person: str, many: int = 1, **filters: Any) -> tuple[Offer, ...]:
    """What somebody is offered, and keeps."""
    return reviews.next_texts(Desk(where, person), EVERYWHERE, many, Filters(**filters)).offers


def decide(where: str, person: str, *said: str, adjudicate: bool = False) -> deciding.SavedDecisions:
    """Let somebody decide, “+unclear 002”."""
    with open_workspace(where) as workspace:
        wanted = [(number_of(workspace, one[1:]), PASS if one[0] == "+" else FAIL) for one in said]
        return deciding.decide_in(workspace, Desk(where, person), wanted, adjudicate)


def test_from_the_queue_to_fair_items(campaigned: str) -> None:
    """Fewest open texts first; each decision tells what it won; the status follows."""
    status = reviews.status(Desk(campaigned), EVERYWHERE).review
    assert (status.total.fair, status.total.open, status.total.one_away) == (2, 6, 1)
    assert texts(campaigned, "Ben") == ["unclear 002", "x 003", "z 003", "y 005", "z 005", "z 006"]
    (fair,) = decide(campaigned, "Ben", "+unclear 002").outcomes
    assert [str(one) for one in fair.campaigns] == ["fair"]
    (half,) = decide(campaigned, "Ben", "-x 003").outcomes
    assert [str(one) for one in half.campaigns] == ["1 more open"]
    (blocked,) = decide(campaigned, "Ben", "-z 006").outcomes
    assert [str(one) for one in blocked.campaigns] == ["1 output missing"]
    assert texts(campaigned, "Ben") == ["z 003", "y 005", "z 005"]
    status = reviews.status(Desk(campaigned), EVERYWHERE).review
    assert (status.total.fair, status.total.open, status.total.one_away) == (3, 3, 1)


def test_filters(campaigned: str) -> None:
    """By category, phenomenon, reason and system; a slip is not mistaken for finished work."""
    assert texts(campaigned, "Ben", category="Negation") == ["y 005", "z 005", "z 006"]
    assert texts(campaigned, "Ben", system="B") == ["unclear 002", "y 005"]
    assert texts(campaigned, "Ben", reason="contradiction") == []
    for name, why in {
        "category": "--category: there is no Nogation. There are Ambiguity, Negation.",
        "reason": "--reason: there is no Nogation. There are contradiction, unmatched, timeout, verbose, "
        "refused, paragraphs, disputed.",
    }.items():
        with refuses(LackmusError, match=why):
            texts(campaigned, "Ben", **{name: "Nogation"})


def test_two_people_never_get_the_same_text(campaigned: str) -> None:
    """Whoever asks again gets the same."""
    assert [one.text for one in offered(campaigned, "Ben")] == ["unclear 002"]
    assert [one.text for one in offered(campaigned, "Cem", 2)] == ["x 003", "z 003"]
    assert [one.text for one in offered(campaigned, "Ben")] == ["unclear 002"]


def test_what_is_shown(campaigned: str) -> None:
    """Source, rules, the other texts with verdicts, and how many wrote it."""
    (one,) = offered(campaigned, "Ben")
    assert (one.source, one.systems, one.others_open, one.blocked) == ("Satz 2.", 2, 0, False)
    assert [(other.text, other.systems, other.verdict) for other in one.others] == [("good 002", 1, PASS)]
    assert [rule.value for rule in one.rules] == ["good", "bad"]


def test_disputes_are_for_editors(campaigned: str) -> None:
    """They see who said what; others are not asked."""
    decide(campaigned, "Ben", "+unclear 002")
    (outcome,) = decide(campaigned, "Cem", "-unclear 002").outcomes
    assert (outcome.verdict, outcome.reason) == (Verdict.WARNING, "disputed")
    assert "unclear 002" not in texts(campaigned, "Dana")
    (one,) = offered(campaigned, "Ada", reason="disputed")
    assert one.opinions == {"Ben": PASS, "Cem": FAIL}
    found = second_looks.disputed(Desk(campaigned), EVERYWHERE).texts
    assert found.select("text", "passed", "failed").rows() == [("unclear 002", ["Ben"], ["Cem"])]
    decide(campaigned, "Ada", "-unclear 002", adjudicate=True)
    assert second_looks.disputed(Desk(campaigned), Scope("WMT26")).texts.is_empty()
    assert offered(campaigned, "Ada", reason="disputed") == ()


def test_conflicts(campaigned: str) -> None:
    """A rule that comes to say the opposite is listed, and the decision counts."""
    decide(campaigned, "Ben", "+unclear 002")
    assert second_looks.contradicted(Desk(campaigned), EVERYWHERE).texts.is_empty()
    with open_workspace(campaigned) as workspace, workspace.writing("Ada", "rule add") as change:
        item = load_suite(change.connection, 1).items["de-en:002"]
        add_rules(change, [(item, 9, Rule(Side.NEGATIVE, Kind.PATTERN, "unclear"), None)])
        rejudge(change, load_suite(change.connection, 1, only=[item]))
    for scope in (EVERYWHERE, Scope("WMT26")):
        found = second_looks.contradicted(Desk(campaigned), scope).texts
        assert found.select("text", "decided", "ruled").rows() == [("unclear 002", "pass", "fail")]
    assert reviews.status(Desk(campaigned), EVERYWHERE).review.total.fair == 3
    (outcome,) = decide(campaigned, "Cem", "+unclear 002").outcomes
    assert outcome.contradicts


def test_a_second_person(campaigned: str) -> None:
    """Half of what people judge goes to Ben, once; it comes first, and nobody tells him the first opinion."""
    decide(campaigned, "Ada", "+unclear 002", "+x 003", "+y 005")
    ada, ben = Desk(campaigned, "Ada"), Desk(campaigned, "Ben")
    with refuses(LackmusError, match="There is no person named Ben"):
        second_looks.assign(ada, EVERYWHERE, "50%", "Ben", seed=1)
    people.add_person(ada, "Ben")
    given = second_looks.assign(ada, EVERYWHERE, "50%", "Ben", seed=1)
    assert (given.new, given.before, given.of) == (3, 0, 6)
    again = second_looks.assign(ada, EVERYWHERE, "50%", "Ben", seed=2)
    assert (again.new, again.before, again.change) == (0, 3, None)
    offers = reviews.next_texts(ben, EVERYWHERE, 9).offers
    first = [one for one in offers if one.occasion is Occasion.ASSIGNED]
    assert list(offers[:3]) == first
    assert all(one.reason is None and not one.opinions for one in first)
    assert {one.text for one in offers} >= {"z 003", "z 005", "z 006"}  # and what is open anyway
    decide(campaigned, "Ben", *(f"-{one.text}" for one in first))
    second = [one.text for one in first if one.text in ("z 003", "z 005", "z 006")]
    third = reviews.next_texts(ada, EVERYWHERE, 9).offers
    assert [one.text for one in third if one.occasion is Occasion.SECOND] == second


def test_an_amount_that_is_none(campaigned: str) -> None:
    """Said with the option."""
    with refuses(LackmusError, match="--double: “many” is no amount"):
        second_looks.assign(Desk(campaigned, "Ada"), EVERYWHERE, "many", "Ada")


def test_agreement(campaigned: str) -> None:
    """Of the workspace, of a campaign, and as it was."""
    decide(campaigned, "Ben", "+unclear 002", "+x 003", "+y 005", "-z 005")
    with open_workspace(campaigned) as workspace, workspace.reading() as connection:
        then = workspace.revision(connection).number
    decide(campaigned, "Cem", "+unclear 002", "-x 003", "+y 005", "-z 005")
    decide(campaigned, "Ada", "-x 003", adjudicate=True)
    for name in (None, "WMT26"):
        found = second_looks.agreement_of(Desk(campaigned), name)
        assert (found.people, found.overall.texts) == (("Ben", "Cem"), 4)
        assert found.overall.percent.value == 75.0
        assert found.overall.kappa is not None
        assert found.overall.kappa.value == pytest.approx(0.5)
    assert second_looks.agreement_of(Desk(campaigned), as_of=str(then)).overall.texts == 0


def test_scopes(where: str) -> None:
    """What there is only one of need not be named; what is named must be there."""
    suite = suite_of("Ambiguity", "Negation")
    with open_workspace(where, create=True) as workspace:
        number = add_suite(workspace, suite)
        campaign(workspace, number, suite, "2025", A="?+")
        campaign(workspace, number, suite, "2026", A="??")
    desk = Desk(where, "Ada")
    for scope, why in {
        Scope(): "Say which campaign is meant: 2025, 2026.",
        Scope("2027"): "There is no campaign 2027. There are 2025, 2026.",
        Scope("2025", "other"): "--suite: 2025 has no outputs for other, only for drawn.",
        Scope("2025", pair="en-de"): "--pair: there are no items for en-de, only for de-en.",
    }.items():
        with refuses(LackmusError, match=why):
            reviews.status(desk, scope)
    (outcome,) = decide(where, "Ada", "+unclear 001").outcomes
    assert [(one.campaign, str(one)) for one in outcome.campaigns] == [("2025", "fair"), ("2026", "fair")]
    assert reviews.status(desk, Scope("2026")).review.total.open == 1


def test_a_round(campaigned: str) -> None:
    """Text after text, with skipping and taking back; a disputed one is adjudicated by whoever may."""
    decide(campaigned, "Ben", "+unclear 002")
    decide(campaigned, "Cem", "-unclear 002")
    people.give_role(Desk(campaigned, "Ada"), "Ben", Role.EDITOR)
    with judging_round(Desk(campaigned, "Ben"), EVERYWHERE, Filters(category="Ambiguity")) as session:

        def shown() -> list[str]:
            return [one.text for one in session.next().offers]

        with refuses(LackmusError, match="There is no decision of this round to take back"):
            session.take_back()
        (disputed,) = session.next().offers
        assert disputed.text == "unclear 002"
        session.decide(disputed, FAIL)
        (x,) = session.next().offers
        session.skip(x)
        assert [one.text for one in offered(campaigned, "Cem")] == ["x 003"]  # somebody else may have it
        (z,) = session.next().offers
        session.decide(z, PASS)
        assert (x.text, z.text, shown()) == ("x 003", "z 003", [])
        session.take_back()
        assert shown() == ["z 003"]
    with open_workspace(campaigned) as workspace:
        found = held(workspace)
    assert found == {"unclear 002": "fail"}


def held(workspace: OpenWorkspace) -> dict[str, str]:
    """What holds of each text."""
    from lackmus.store.reviews.decisions import decided_texts

    with workspace.reading() as connection:
        return {text: verdict for _, _, text, verdict, _ in decided_texts(connection).iter_rows()}


def test_who_is_left_out_is_told(where: str) -> None:
    """A system that did not take part keeps nobody waiting."""
    with open_workspace(where, create=True) as workspace:
        drawn(workspace, A="+?++++++++", B="+?++++++++", C="+         ")
        say(workspace, "Ben", "+unclear 002")
    found = reviews.status(Desk(where), EVERYWHERE)
    assert (found.review.total.fair, list(found.left_out)) == (10, ["C"])
