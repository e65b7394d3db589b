"""Control texts look like open ones, and what is said of them is no decision, in both databases."""

from dataclasses import asdict, replace

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.known_verdicts import Agreed, KnownChoice
from lackmus.core.reviews.offers import Filters, Offer
from lackmus.core.suites.draws import ALL
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.reviews import deciding, remarks, reviews
from lackmus.flows.reviews.controls import controls, remove_controls, set_controls
from lackmus.flows.reviews.known_choices import control_agreement
from lackmus.flows.reviews.live_review import LiveReview
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.workspaces import history, people
from lackmus.flows.workspaces.history import LogFilter
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import bulk, schema
from lackmus.store.db.workspaces import OpenWorkspace
from tests.store.reviewed import drawn, number_of, say

HERE = Scope("WMT26")
PASS, FAIL = Verdict.PASS, Verdict.FAIL
CHOICE = KnownChoice(amount=ALL)


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Ada and Dora agree on five texts of twelve open ones; Ben and Cem annotate."""
    drawn(workspace, A="abcdef", B="ghijkl")
    desk = Desk(workspace.name, "Ada", opened=workspace)
    for person in ("Ben", "Cem", "Dora"):
        people.add_person(desk, person, Role.ANNOTATOR)
    for person in ("Ada", "Dora"):
        say(workspace, person, "+a 001", "-b 002", "+d 004", "-e 005", "+f 006")
    return desk


def as_(desk: Desk, person: str) -> Desk:
    """Somebody else at the same workspace."""
    return replace(desk, person=person)


def decisions_by(workspace: OpenWorkspace, person: str) -> int:
    """How many decisions a person has made."""
    table, names = schema.decisions, schema.people
    with workspace.reading() as connection:
        query = table.select().join(names, names.c.id == table.c.person).where(names.c.name == person)
        return len(bulk.fetch(connection, query))


def told(offer: Offer) -> dict[str, object]:
    """All that tells one text from another but its wording and place."""
    without = ("item_id", "item", "category", "phenomenon", "source", "text_id", "text", "others", "rules")
    return {name: value for name, value in asdict(offer).items() if name not in without}


def test_a_person_cannot_tell_them(desk: Desk, workspace: OpenWorkspace) -> None:
    """Half of Ben's texts are control texts: nothing that he is shown differs, and counts fall by one."""
    set_controls(desk, HERE, "50%", CHOICE)
    board, ben = LiveReview(workspace), as_(desk, "Ben")
    known = {number_of(workspace, text) for text in ("a 001", "b 002", "d 004", "e 005", "f 006")}
    met, shown, left, done = set(), [], [], []
    while texts := board.next(ben, HERE).texts:
        (offer,) = texts
        shown.append(told(offer))
        page = board.next(ben, HERE)  # what is claimed comes first
        assert [one.text_id for one in page.texts] == [offer.text_id]
        met |= {offer.text_id} & known
        result = board.decide(ben, HERE, [(offer.text_id, PASS)])
        (one,) = result.decisions
        assert (one.verdict, one.reason, one.rules_say) == (PASS, None, Verdict.WARNING)
        assert one.own_since == result.change
        assert board.text(ben, HERE, offer.text_id).own is PASS
        left.append((page.fitting, page.progress.open, result.progress.open))
        done.append(result.progress.decided_today)
    assert met == known
    assert len(shown) == 12
    assert {one["reason"] for one in shown} == {"unmatched"}
    assert {str({**one, "unfair": "", "others_open": 0}) for one in shown} == {
        str({**shown[0], "unfair": "", "others_open": 0})
    }
    assert left == [(many, many, many - 1) for many in range(12, 0, -1)]
    assert done == list(range(1, 13))
    assert decisions_by(workspace, "Ben") == 7
    mine = board.next(ben, HERE, Filters(mine=True), 12, together=False).texts
    assert len(mine) == 12 and {one.own for one in mine} == {PASS}
    words = {(one.verb, one.about.partition(":")[2]) for one in history.log(ben, LogFilter(person="Ben"))}
    assert words == {("review decide", " pass")}


def test_verdicts_stay_as_they_are(desk: Desk, workspace: OpenWorkspace) -> None:
    """An answer changes no verdict; undo takes it back, on the page, on the command line and in the log."""
    set_controls(desk, HERE, "50%", CHOICE)
    board, ben = LiveReview(workspace), as_(desk, "Ben")
    before = reviews.status(desk, HERE).review
    control = _next_control(workspace, board, ben)
    board.decide(ben, HERE, [(control, Verdict.UNTESTABLE)])
    assert reviews.status(desk, HERE).review == before
    assert LiveReview(workspace).text(ben, HERE, control).own is Verdict.UNTESTABLE  # another server
    assert remarks.take_back(ben).texts == (control,)
    assert board.text(ben, HERE, control).own is None
    done = deciding.decide(ben, [(control, PASS)])
    assert (done.outcomes[0].verdict, done.outcomes[0].reason) == (PASS, None)
    assert deciding.withdraw(ben, [control]).outcomes[0].before is PASS
    assert decisions_by(workspace, "Ben") == 0
    with pytest.raises(LackmusError, match="You have not decided text"):
        deciding.withdraw(ben, [control])


def _next_control(workspace: OpenWorkspace, board: LiveReview, desk: Desk) -> int:
    """The first control text that a person is given; open texts before it are judged."""
    known = {number_of(workspace, text) for text in ("a 001", "b 002", "d 004", "e 005", "f 006")}
    while (one := board.next(desk, HERE).texts[0].text_id) not in known:
        board.give_back(desk, [one])
        seen = [one]
        while (one := board.next(desk, HERE, None, 1, seen).texts[0].text_id) not in known:
            seen.append(one)
        return one
    return one


def test_the_command_line_gives_the_same(desk: Desk, workspace: OpenWorkspace) -> None:
    """Both count and order alike, whoever asks."""
    set_controls(desk, HERE, "30%", CHOICE)
    for person in ("Ben", "Cem", "Ada"):
        own = as_(desk, person)
        ours = LiveReview(workspace).next(own, HERE, None, 12, together=False)
        with workspace.claiming() as connection:
            connection.exec_driver_sql("DELETE FROM claims")
        theirs = reviews.next_texts(own, HERE, 12)
        with workspace.claiming() as connection:
            connection.exec_driver_sql("DELETE FROM claims")
        assert list(theirs.offers) == [replace(one, proposal=None) for one in ours.texts]
        assert len(ours.texts) == ours.fitting
        assert ours.fitting in ((7,) if person == "Ada" else (9, 10, 11))


def test_agreement_with_them(desk: Desk, workspace: OpenWorkspace) -> None:
    """What was answered is told by person and phenomenon, also when they are removed, and as of a change."""
    given = set_controls(desk, HERE, "50%", CHOICE)
    assert (given.texts, given.people, [one.texts for one in given.phenomena]) == (5, (), [2, 3])
    ben, board = as_(desk, "Ben"), LiveReview(workspace)
    control = _next_control(workspace, board, ben)
    board.decide(ben, HERE, [(control, FAIL)])
    (ours, one) = control_agreement(desk)
    assert (ours.person, ours.texts, ours.phenomenon, one.texts) == ("Ben", 1, None, 1)
    removed = remove_controls(desk, HERE)
    assert controls(desk) == []
    assert [one.rate for one in controls(desk, as_of=str(given.change))] == ["50%"]
    assert _counts(control_agreement(desk, "WMT26")) == _counts((ours, one))
    assert control_agreement(desk, as_of=str(given.change)) == ()
    assert board.text(ben, HERE, control).own is FAIL  # it goes on looking like a decision
    history.undo(desk, removed.change)
    assert [one.texts for one in controls(desk)] == [5]


def _counts(agreed: object) -> list[tuple[int, int]]:
    assert isinstance(agreed, tuple)
    return [(one.texts, one.same) for one in agreed if isinstance(one, Agreed)]


def test_a_text_that_is_open_again_is_decided(desk: Desk, workspace: OpenWorkspace) -> None:
    """Its answer was no decision, and now it is asked for."""
    set_controls(desk, HERE, "50%", CHOICE)
    board, ben = LiveReview(workspace), as_(desk, "Ben")
    control = _next_control(workspace, board, ben)
    deciding.withdraw(desk, [control])
    deciding.withdraw(as_(desk, "Dora"), [control])
    board.decide(ben, HERE, [(control, FAIL)])
    assert decisions_by(workspace, "Ben") == 1


@pytest.mark.parametrize(
    "rate, texts, said",
    [
        ("51%", {}, "rate: “51%” is no rate of control texts"),
        ("5%", {"c 003": None}, "has no known verdict: nobody adjudicated it"),
        ("5%", {"c 003": PASS}, "is open, and as a control text it would stay so. Decide it first"),
        ("5%", {"a 001": FAIL}, "is pass by people's decisions, not fail"),
        ("5%", {"a 001": Verdict.WARNING}, "a known verdict is pass, fail"),
    ],
)
def test_what_is_no_control_text(
    desk: Desk, workspace: OpenWorkspace, rate: str, texts: dict[str, Verdict | None], said: str
) -> None:
    """One line says why, and what helps."""
    single = {number_of(workspace, text): verdict for text, verdict in texts.items()}
    with pytest.raises(LackmusError, match=said):
        set_controls(desk, HERE, rate, KnownChoice(amount=ALL, texts=single))
    with pytest.raises(LackmusError, match="Only an editor may"):
        set_controls(as_(desk, "Ben"), HERE, "5%", CHOICE)
