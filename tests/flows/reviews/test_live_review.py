"""The board says what the command line says, whoever did what in between, in both databases."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import Seen
from lackmus.core.reviews.offers import Filters, Occasion
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.reviews import deciding, remarks, reviews, second_looks
from lackmus.flows.reviews.live_review import LiveReview
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.rules import rules
from lackmus.flows.workspaces import history, people
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.store.db import bulk, schema
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import campaigns_of, systems_of
from lackmus.store.reviews.claims import LASTS, claimed_texts
from lackmus.store.reviews.decisions import DecidedElsewhereError
from lackmus.store.workspaces.people import entered
from tests.core.campaigns import suite_of
from tests.refusals import refuses
from tests.store.filled import fill, hand_in
from tests.store.reviewed import campaign, drawn, hand_in_of, number_of, say

HERE = Scope("WMT26")
PASS, FAIL = Verdict.PASS, Verdict.FAIL
PEOPLE = ("Ada", "Ben", "Cem")


@pytest.fixture
def desk(workspace: OpenWorkspace) -> Desk:
    """Item 2 has one open text, 3 and 5 two, 6 one but lacks an output; Ada is the editor."""
    drawn(workspace, A="+?x-y+", B="+?-+y ", C="-+z+zz")
    return Desk(workspace.name, "Ada", opened=workspace)


def as_(desk: Desk, person: str) -> Desk:
    """Somebody else at the same workspace."""
    return replace(desk, person=person)


def unclaim(workspace: OpenWorkspace) -> None:
    """Nobody looks at anything."""
    with workspace.claiming() as connection:
        connection.exec_driver_sql("DELETE FROM claims")


def agrees(board: LiveReview, workspace: OpenWorkspace, desk: Desk, scope: Scope, filters: Filters) -> None:
    """Board and command line give the same texts, all about them, and the same counts."""
    unclaim(workspace)
    ours = board.next(desk, scope, filters, 9)
    unclaim(workspace)
    theirs = reviews.next_texts(desk, scope, 9, filters)
    unclaim(workspace)
    assert [replace(one, proposal=None) for one in ours.texts] == list(theirs.offers)
    about = {name: value and str(value) for name, value in theirs.about.items()}
    assert (ours.left, vars(ours.about)) == (theirs.left, about)
    assert ours.fitting == ours.left + len(ours.texts)
    status = reviews.status(desk, scope)
    total = status.review.total
    progress = ours.progress
    assert (progress.items, progress.fair, progress.open) == (total.items, total.fair, total.open)
    pace = status.review.pace
    assert progress.pace_seconds == (pace.gap.total_seconds() if pace else None)
    assert board.status(desk, scope) == status


# -- any history -------------------------------------------------------------------------------------------


def a_text(workspace: OpenWorkspace, chance: random.Random) -> int:
    """Any text."""
    with workspace.reading() as connection:
        numbers: list[int] = sorted(connection.execute(schema.texts.select()).scalars())
    return chance.choice(numbers)


def deciding_(desk: Desk, workspace: OpenWorkspace, chance: random.Random) -> None:
    """Somebody decides a text or two."""
    said = {a_text(workspace, chance): chance.choice([PASS, FAIL]) for _ in range(chance.randint(1, 2))}
    deciding.decide(desk, list(said.items()), chance.random() < 0.2)


def withdrawing(desk: Desk, workspace: OpenWorkspace, chance: random.Random) -> None:
    """Somebody takes something back."""
    deciding.withdraw(desk, [a_text(workspace, chance)])


def flagging(desk: Desk, workspace: OpenWorkspace, chance: random.Random) -> None:
    """Somebody wants to talk, or has talked."""
    remarks.flag(desk, a_text(workspace, chance), chance.random() < 0.7)


def commenting(desk: Desk, workspace: OpenWorkspace, chance: random.Random) -> None:
    """Somebody says something."""
    remarks.comment(desk, a_text(workspace, chance), chance.choice(["", "so?", "no!"]))


def ruling(desk: Desk, workspace: OpenWorkspace, chance: random.Random) -> None:
    """A sentence becomes a rule, or a pattern is added."""
    if chance.random() < 0.5:
        remarks.make_rule(desk, a_text(workspace, chance), chance.choice([PASS, FAIL]))
    else:
        rule = Rule(chance.choice(list(Side)), Kind.PATTERN, chance.choice("xyz"))
        rules.add_rule(desk, f"00{chance.randint(1, 6)}", rule)


def undoing(desk: Desk, workspace: OpenWorkspace, chance: random.Random) -> None:
    """Somebody takes back what they did last, or anything."""
    with workspace.reading() as connection:
        last = workspace.revision(connection).number
    history.undo(desk, None if chance.random() < 0.5 else chance.randint(1, last))


def assigning(desk: Desk, workspace: OpenWorkspace, chance: random.Random) -> None:
    """Some texts are to be judged twice."""
    second_looks.assign(desk, HERE, "50%", chance.choice(PEOPLE[1:]), seed=chance.randint(1, 9))


def promoting(desk: Desk, workspace: OpenWorkspace, chance: random.Random) -> None:
    """Somebody becomes editor, or no more."""
    people.give_role(desk, chance.choice(PEOPLE), chance.choice([Role.ANNOTATOR, Role.EDITOR]))


def replacing(desk: Desk, workspace: OpenWorkspace, chance: random.Random) -> None:
    """A system hands in something else."""
    suite = suite_of("Ambiguity/Word", "Negation/Scope", items=3)
    signs = "".join(chance.choice("+-?xy ") for _ in suite.items)
    with workspace.writing("Ada", "outputs import") as change:
        (number,) = (one.id for one in campaigns_of(change.connection) if one.name == "WMT26")
        system = chance.choice(systems_of(change.connection, number)).id
        states, ones = schema.hand_in_states, schema.hand_ins
        change.retire(
            states,
            states.c.hand_in.in_(ones.select().with_only_columns(ones.c.id).where(ones.c.system == system)),
        )
        hand_in(change, 1, {system: hand_in_of(suite, "any", signs)})


DEEDS: tuple[Callable[[Desk, OpenWorkspace, random.Random], None], ...] = (
    *(deciding_,) * 6,
    *(withdrawing, flagging, commenting, ruling, undoing) * 2,
    assigning,
    promoting,
    replacing,
)


def wishes(chance: random.Random) -> Filters:
    """Anything that can be wanted."""
    return Filters(
        category=chance.choice([None, None, None, "Negation"]),
        reason=chance.choice([None, None, None, "unmatched", "disputed"]),
        system=chance.choice([None, None, None, "B"]),
        mine=chance.random() < 0.2,
        flagged=chance.random() < 0.2,
        double=chance.random() < 0.2,
        item=chance.choice([None, None, None, "003", "de-en:005"]),
    )


@pytest.mark.parametrize("seed", range(2))
def test_any_history(workspace: OpenWorkspace, desk: Desk, seed: int) -> None:
    """After every deed, successful or refused, the board agrees, whether it was there or comes late."""
    chance = random.Random(seed)
    board = LiveReview(workspace)
    done = 0
    for _ in range(25):
        deed, person = chance.choice(DEEDS), as_(desk, chance.choice(PEOPLE))
        try:
            deed(person, workspace, chance)
            done += 1
        except LackmusError:
            pass
        asks = as_(desk, chance.choice(PEOPLE))
        filters = wishes(chance)
        agrees(board, workspace, asks, HERE, Filters())
        try:
            agrees(board, workspace, asks, HERE, filters)
        except LackmusError as problem:  # B may have handed in nothing, or nobody anything for an item
            assert re.search("there is no|nothing is there", str(problem))
    assert done > 8
    late = LiveReview(workspace)
    assert late.progress(desk, HERE) == board.progress(desk, HERE)
    assert late.progress(desk, HERE).fair_today == board.progress(desk, HERE).fair_today


def test_the_sample(workspace: OpenWorkspace) -> None:
    """Both campaigns of the bundled sample, before and after some decisions."""
    fill(workspace)
    desk = Desk(workspace.name, "Ada", opened=workspace)
    board = LiveReview(workspace)
    for year in ("2025", "2026", "2025"):
        agrees(board, workspace, desk, Scope(year), Filters())
        page = board.next(as_(desk, "Ben"), Scope(year), many=4, together=True)
        assert len({one.phenomenon for one in page.texts}) == 1
        board.decide(as_(desk, "Ben"), Scope(year), [(one.text_id, PASS) for one in page.texts])
        agrees(board, workspace, as_(desk, "Ben"), Scope(year), Filters())
        agrees(board, workspace, as_(desk, "Ben"), Scope(year), Filters(mine=True))


# -- single things -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("item", ["003", "de-en:003"])
def test_one_item_alone(workspace: OpenWorkspace, desk: Desk, item: str) -> None:
    """By its id or its key; a slip is no finished work."""
    board = LiveReview(workspace)
    assert texts(board, desk, 9, item=item) == ["x 003", "z 003"]
    agrees(board, workspace, desk, HERE, Filters(item=item))
    assert (board.has_item(HERE, "de-en:003"), board.has_item(HERE, "003")) == (True, False)
    for ask in (board.next, lambda *asked: reviews.next_texts(asked[0], asked[1], 1, asked[2])):
        with refuses(LackmusError, match="--item: nothing is there for an item 03"):
            ask(desk, HERE, Filters(item="03"))


def texts(board: LiveReview, desk: Desk, many: int = 1, **asked: object) -> list[str]:
    """What somebody gets next."""
    without = asked.pop("without", ())
    page = board.next(desk, HERE, Filters(**asked), many, without)  # type: ignore[arg-type]
    return [one.text for one in page.texts]


def test_claims_are_shared_with_the_command_line(workspace: OpenWorkspace, desk: Desk) -> None:
    """Two boards and a command line never give the same text; a person gets their own first again."""
    one, other = LiveReview(workspace), LiveReview(workspace)
    ben, cem, dana = (as_(desk, name) for name in ("Ben", "Cem", "Dana"))
    assert texts(one, ben, 2) == ["unclear 002", "x 003"]
    assert texts(other, cem) == ["z 003"]
    assert [offer.text for offer in reviews.next_texts(dana, HERE).offers] == ["y 005"]
    say(workspace, "Ada", "+z 005")  # now y 005 is the only one of its item, and would come first
    assert texts(one, ben, 2) == ["unclear 002", "x 003"]
    assert texts(other, ben, without=[number_of(workspace, "unclear 002")]) == ["x 003"]
    assert [offer.text for offer in reviews.next_texts(ben, HERE).offers] == ["unclear 002"]
    one.give_back(ben, [number_of(workspace, "unclear 002")])
    assert texts(other, cem, 2) == ["z 003", "unclear 002"]


def test_a_claim_ends(workspace: OpenWorkspace, desk: Desk) -> None:
    """After a quarter of an hour others get what nobody decided."""
    board = LiveReview(workspace)
    assert texts(board, as_(desk, "Ben")) == ["unclear 002"]
    with workspace.claiming() as connection:
        assert claimed_texts(connection, datetime.now(UTC) + LASTS - timedelta(minutes=1))
        assert not claimed_texts(connection, datetime.now(UTC) + LASTS)
    assert texts(board, as_(desk, "Cem")) == ["unclear 002"]


@pytest.mark.parametrize("asks", ["board", "command line"])
@pytest.mark.parametrize(
    "first, second, given",
    [
        ("Ada", "Ben", True),  # Ben is to judge it whoever else does
        ("Ben", "Ada", True),  # and Ben is not the other judge that it needs
        ("Ada", "Cem", False),  # Ada is
    ],
)
def test_a_text_for_two_is_kept_from_neither_by_the_other(
    workspace: OpenWorkspace, desk: Desk, asks: str, first: str, second: str, given: bool
) -> None:
    """Only whoever would take the same place has to wait, and is told so."""
    entered(workspace, "Ben")
    second_looks.assign(desk, HERE, "all", "Ben", seed=1)
    board = LiveReview(workspace)

    def ask(person: str) -> tuple[list[str], int]:
        if asks == "board":
            page = board.next(as_(desk, person), HERE, many=20)
            return [one.text for one in page.texts], page.left
        found = reviews.next_texts(as_(desk, person), HERE, 20)
        return [one.text for one in found.offers], found.left

    mine, _ = ask(first)
    theirs, left = ask(second)
    assert mine and bool(theirs) == given
    assert left == (0 if given else len(mine))
    if asks == "board" and not given:
        assert board.next(as_(desk, second), HERE, many=20).held == len(mine)


def test_what_nobody_waits_for_is_kept_from_nobody(workspace: OpenWorkspace, desk: Desk) -> None:
    """Two people who look at the same list of settled texts both see it."""
    say(workspace, "Ben", "+unclear 002")
    remarks.flag(desk, number_of(workspace, "unclear 002"))
    board = LiveReview(workspace)
    for person in ("Ada", "Ben", "Cem"):
        assert texts(board, as_(desk, person), flagged=True) == ["unclear 002"]


def test_other_people_decide_for_themselves(workspace: OpenWorkspace, desk: Desk) -> None:
    """What another person decided meanwhile keeps nobody from deciding otherwise."""
    board = LiveReview(workspace)
    number = number_of(workspace, "unclear 002")
    for person, verdict in (("Ben", PASS), ("Cem", FAIL)):
        done = board.decide(as_(desk, person), HERE, [(number, verdict)], seen={number: Seen(own_since=0)})
        assert done.change == done.decisions[0].own_since
    with pytest.raises(DecidedElsewhereError) as refused:
        board.decide(as_(desk, "Cem"), HERE, [(number, PASS)], seen={number: Seen(own_since=0)})
    assert [(one.text, one.verdict) for one in refused.value.texts] == [(number, FAIL)]
    with workspace.reading() as connection:
        assert [one[4] for one in bulk.fetch(connection, schema.decisions.select())] == ["pass", "fail"]


def test_many_at_once(workspace: OpenWorkspace, desk: Desk) -> None:
    """Whoever asks at the same moment gets something else, and no decision is lost."""
    board = LiveReview(workspace)
    together, got, problems = Barrier(6), [], []

    def work(person: str) -> None:
        try:
            together.wait()
            page = board.next(as_(desk, person), HERE)
            for one in page.texts:
                got.append(one.text_id)
                board.decide(as_(desk, person), HERE, [(one.text_id, PASS)])
        except BaseException as problem:  # noqa: BLE001
            problems.append(problem)

    workers = [Thread(target=work, args=(f"p{number}",)) for number in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not problems
    assert len(got) == len(set(got)) == 6
    progress = board.progress(desk, HERE)
    assert (progress.open, progress.fair, progress.fair_today) == (0, 5, 3)


def test_deciding_tells_what_it_won(workspace: OpenWorkspace, desk: Desk) -> None:
    """As the command line tells it; the same again is no change."""
    board, ben = LiveReview(workspace), as_(desk, "Ben")

    def decide(*said: str) -> list[tuple[bool, str]]:
        wanted = [(number_of(workspace, one[1:]), PASS if one[0] == "+" else FAIL) for one in said]
        return [(one.fair, one.unfair) for one in board.decide(ben, HERE, wanted).decisions]

    assert decide("+unclear 002") == [(True, "")]
    assert decide("+unclear 002", "-x 003") == [(True, ""), (False, "1 other text of it is open.")]
    assert decide("-z 006") == [(False, "1 output is missing.")]
    again = board.decide(ben, HERE, [(number_of(workspace, "x 003"), FAIL)])
    assert again.change is None
    assert (again.progress.decided_today, again.progress.fair_today) == (3, 1)
    (against,) = board.decide(ben, HERE, [(number_of(workspace, "good 001"), FAIL)]).decisions
    assert (against.verdict, against.rules_say, against.contradicts_rules) == (FAIL, PASS, True)
    with refuses(LackmusError, match="There is no text 999"):
        board.decide(ben, HERE, [(999, PASS)])


def test_an_editor_adjudicates(workspace: OpenWorkspace, desk: Desk) -> None:
    """On what is disputed an editor has the last word; sent twice, it is said once."""
    board = LiveReview(workspace)
    number = number_of(workspace, "unclear 002")
    say(workspace, "Ben", "+unclear 002")
    (result,) = board.decide(as_(desk, "Cem"), HERE, [(number, FAIL)]).decisions
    assert (result.verdict, result.reason, result.unfair) == (
        Verdict.WARNING,
        "disputed",
        "Only this text is open.",
    )
    (shown,) = board.next(desk, HERE, Filters(reason="disputed")).texts
    assert (shown.opinions, shown.own) == ({"Ben": PASS, "Cem": FAIL}, None)
    assert board.text(as_(desk, "Dana"), HERE, number).opinions == {}
    first, again = (board.decide(desk, HERE, [(number, FAIL)]) for _ in range(2))
    assert first.change is not None
    assert again.change is None
    assert first.decisions[0].fair
    assert history.log(desk, history.LogFilter(most=1))[0].verb == "review adjudicate"


def test_a_second_opinion_is_independent(workspace: OpenWorkspace, desk: Desk) -> None:
    """Neither the first verdict nor a proposal made from it is shown."""
    board, ben, cem = LiveReview(workspace), as_(desk, "Ben"), as_(desk, "Cem")
    people.add_person(desk, "Ben")
    second_looks.assign(desk, HERE, "100%", "Ben", seed=1)
    say(workspace, "Ben", "+unclear 002")
    page = board.next(cem, HERE, many=9)
    shown = {one.text: one for one in page.texts}["unclear 002"]
    assert (shown.occasion, shown.reason, shown.own) == (Occasion.SECOND, None, None)
    assert shown.proposal is None  # the only decision is the one that they must not know
    assert ben.who not in repr(shown)


def test_proposals(workspace: OpenWorkspace, desk: Desk) -> None:
    """The majority of what people decided of the phenomenon; before anybody has, of what rules settled."""
    board = LiveReview(workspace)
    negation = Filters(category="Negation")
    by_rules = board.next(desk, HERE, negation, many=2, together=True).texts[0].proposal
    assert by_rules is not None
    assert by_rules.because == "2 of 3 texts of the phenomenon that rules settled passed"
    unclaim(workspace)
    assert board.next(desk, HERE, many=2, together=True).texts[0].proposal is None  # two passed, two failed
    say(workspace, "Ben", "-z 003")
    proposal = board.next(desk, HERE, many=2, together=True).texts[0].proposal
    assert proposal is not None
    assert (proposal.verdict, proposal.share) == (FAIL, 1.0)
    assert proposal.because == "1 of 1 text of the phenomenon that people decided failed"
    assert board.next(desk, HERE).texts[0].proposal is None  # who looks at one text is not led


def test_mine_flagged_double(workspace: OpenWorkspace, desk: Desk) -> None:
    """What is settled can be looked at again, the latest first."""
    board, ben = LiveReview(workspace), as_(desk, "Ben")
    say(workspace, "Ben", "+unclear 002")
    say(workspace, "Ben", "+x 003")
    remarks.flag(as_(desk, "Cem"), number_of(workspace, "good 001"))
    assert texts(board, ben, 9, mine=True) == ["x 003", "unclear 002"]
    assert texts(board, ben, 9, flagged=True) == ["good 001"]
    second_looks.assign(desk, HERE, "100%", "Cem", seed=1)
    unclaim(workspace)
    assert set(texts(board, as_(desk, "Cem"), 9, double=True)) >= {"unclear 002", "x 003", "z 003"}
    remarks.flag(ben, number_of(workspace, "good 001"), flagged=False)  # whoever's flag it was
    assert texts(board, ben, 9, flagged=True) == []


def test_the_day_begins_anew(workspace: OpenWorkspace, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """At midnight (UTC) nothing is won yet; whoever starts late knows what was."""
    board = LiveReview(workspace)
    board.progress(desk, HERE)
    say(workspace, "Ada", "+unclear 002")
    now = board.progress(desk, HERE)
    assert (now.decided_today, now.fair_today) == (1, 1)
    assert LiveReview(workspace).progress(desk, HERE) == now

    class Tomorrow(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(UTC) + timedelta(days=1)

    for module in ("live_review", "live_state"):
        monkeypatch.setattr(f"lackmus.flows.reviews.{module}.datetime", Tomorrow)
    for one in (board, LiveReview(workspace)):
        then = one.progress(desk, HERE)
        assert (then.decided_today, then.fair_today, then.fair) == (0, 0, now.fair)


def test_another_history(workspace: OpenWorkspace, desk: Desk) -> None:
    """A workspace that was brought back from a copy is looked at as if for the first time."""
    board = LiveReview(workspace)
    say(workspace, "Ben", "+unclear 002")
    assert board.progress(desk, HERE).open == 5
    with workspace.claiming() as connection:  # the same number of changes, but another one
        connection.exec_driver_sql("DELETE FROM decisions")
        connection.exec_driver_sql("UPDATE changes SET token = 'other' WHERE id = 3")
    assert board.progress(desk, HERE).open == 6


def test_two_campaigns(workspace: OpenWorkspace, desk: Desk) -> None:
    """Each has its own lineup, and a decision counts in both; what is ambiguous is refused, or the latest."""
    suite = suite_of("Ambiguity/Word", "Negation/Scope", items=3)
    campaign(workspace, 1, suite, "WMT27", A="??++++")
    board = LiveReview(workspace)
    assert [one.text for one in board.next(desk, Scope("WMT27")).texts] == ["unclear 001"]
    assert board.progress(desk, Scope("WMT27")).open == 2
    say(workspace, "Ben", "+unclear 002")
    assert [board.progress(desk, Scope(name)).open for name in ("WMT26", "WMT27")] == [5, 1]
    with refuses(LackmusError, match="Say which campaign"):
        board.next(desk, Scope())
    found = board.choices(Scope())
    assert (found["campaigns"], found["about"]["campaign"], found["systems"]) == (
        ["WMT27", "WMT26"],
        "WMT27",
        ["A"],
    )
    assert found["categories"] == {"Ambiguity": ["Word"], "Negation": ["Scope"]}
    assert board.choices(Scope("WMT26"))["systems"] == ["A", "B", "C"]


@pytest.mark.parametrize("scope", [Scope(), HERE, Scope("WMT26", "drawn", "de-en"), Scope(pair="de-en")])
def test_what_there_is_one_of_need_not_be_named(workspace: OpenWorkspace, desk: Desk, scope: Scope) -> None:
    """However it is meant, it is loaded once, and told as it was asked for."""
    board = LiveReview(workspace)
    board.choices(Scope())
    loaded = dict(board._states._parts)
    agrees(board, workspace, desk, scope, Filters())
    assert board._states._parts == loaded


def test_an_empty_workspace(workspace: OpenWorkspace) -> None:
    """Nothing can be chosen, and it is said why nothing comes."""
    board, desk = LiveReview(workspace), Desk(workspace.name, "Ada", opened=workspace)
    assert board.choices(Scope())["campaigns"] == []
    with refuses(LackmusError, match="no campaign yet"):
        board.next(desk, Scope())


def test_a_slip_is_no_finished_work(workspace: OpenWorkspace, desk: Desk) -> None:
    """Filters that name nothing are refused."""
    for filters in (Filters("Nogation"), Filters(phenomenon="Nogation"), Filters(system="Nogation")):
        with refuses(LackmusError, match="there is no Nogation"):
            LiveReview(workspace).next(desk, HERE, filters)
