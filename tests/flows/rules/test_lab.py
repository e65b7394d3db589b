"""The rule lab: trying changes nothing, saving changes what the impact told, and old rules come back."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.errors import LackmusError
from lackmus.flows.rules import lab
from lackmus.flows.rules.lab import RuleDraft, edits_for, impact, preview, save_rules
from lackmus.flows.rules.restoring import restore
from lackmus.flows.suites.item_pages import item_page
from lackmus.flows.workspaces.history import LogFilter, log, undo
from lackmus.flows.workspaces.workspaces import Desk, latest
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.reviews.decisions import decide
from lackmus.store.rules.edits import Add, Edit, Replace, Retire
from lackmus.store.rules.held_rules import HeldRule, held_rules
from lackmus.store.suites.catalogue import ItemMissing
from lackmus.web.http.remedies import status_of
from tests.store.rules.test_edits import GUY, HUBBY, HUSBAND, MAN, SPOUSE, filled

__all__ = ["filled"]  # a fixture: two items, two campaigns
RUNAWAY = Rule(Side.NEGATIVE, Kind.PATTERN, r"(\w+\s?)+!")
BROKEN = Rule(Side.NEGATIVE, Kind.PATTERN, "(man")


@pytest.fixture
def desk(filled: OpenWorkspace) -> Desk:
    """Where Ada works."""
    return Desk(person="Ada", opened=filled)


def wanted(desk: Desk, *more: Rule, without: Sequence[Rule] = ()) -> list[RuleDraft]:
    """The rules of the first item and more."""
    held = [one for one in item_page(desk, 1).rules if one.rule not in without]
    return [*(RuleDraft(one.rule, one.number) for one in held), *map(RuleDraft, more)]


def now(desk: Desk) -> list[Rule]:
    """The rules of the first item."""
    return [one.rule for one in item_page(desk, 1).rules]


def revision(desk: Desk) -> int:
    return latest(desk).number


# -- what has to be done -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows, edits",
    [
        ([(HUSBAND, 1), (MAN, 2)], []),
        ([(MAN, 2), (HUSBAND, 1)], []),  # another order is no edit
        ([(MAN, 1), (HUSBAND, 2)], []),  # nor are rows whose wordings were exchanged
        ([(HUSBAND, 1)], [Retire(2)]),
        ([(HUSBAND, 1), (GUY, 2)], [Replace(2, GUY)]),
        ([(HUSBAND, 1), (MAN, 2), (GUY, None)], [Add(GUY)]),
        ([(HUSBAND, 1), (MAN, 2), (MAN, None)], []),  # it is there already
        ([(HUSBAND, 1), (MAN, None)], []),  # taken out and written again
        ([(HUSBAND, 1), (HUSBAND, 2)], [Retire(2)]),  # two rules become one
        ([(GUY, None)], [Retire(1), Retire(2), Add(GUY)]),
        (
            [(GUY, 7), (HUSBAND, 1), (MAN, 2)],
            [Replace(7, GUY)],
        ),  # of another item, or later: the store refuses
        ([], [Retire(1), Retire(2)]),
    ],
)
def test_a_wanted_list_becomes_edits(rows: list[tuple[Rule, int | None]], edits: list[Edit]) -> None:
    seen = [HeldRule(1, 0, HUSBAND), HeldRule(2, 1, MAN)]
    assert edits_for(seen, [RuleDraft(rule, number) for rule, number in rows]) == edits


# -- preview -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules, verdicts",
    [
        ([HUSBAND, MAN], {"Her husband.": "pass", "Her man.": "fail", "Her guy.": "warning"}),
        ([HUSBAND, MAN, GUY], {"Her husband.": "pass", "Her man.": "fail", "Her guy.": "fail"}),
        ([], {"Her husband.": "warning", "Her man.": "warning", "Her guy.": "warning"}),
        ([BROKEN], {}),  # nothing is said while a rule cannot be read
    ],
)
def test_a_preview_judges_all_texts_and_writes_nothing(
    desk: Desk, rules: list[Rule], verdicts: dict[str, str]
) -> None:
    before = revision(desk)
    seen = preview(desk, 1, [RuleDraft(rule) for rule in rules])
    assert {one.stored.text: str(one.tried.verdict) for one in seen.texts} == verdicts
    assert [bool(one.error) for one in seen.checks] == [rule is BROKEN for rule in rules]
    assert revision(desk) == before


def test_a_preview_says_what_was_and_what_people_said(desk: Desk, filled: OpenWorkspace) -> None:
    guy = next(one.number for one in item_page(desk, 1).texts if one.text == "Her guy.")
    with filled.writing("Ben", "decide") as change:
        decide(change, [(guy, Verdict.PASS)])
    seen = {one.stored.text: one for one in preview(desk, 1, wanted(desk, GUY)).texts}
    told = seen["Her guy."]
    assert (told.stored.ruled, told.stored.decided, told.tried.verdict) == ("warning", "pass", "fail")
    assert told.stored.people == {"Ben": "pass"}
    assert [one.stored.systems for one in seen.values()] == [2, 2, 1]  # over both campaigns
    assert told.stored.systems == 2


def test_a_runaway_is_flagged_and_given_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "PREVIEW_SECONDS", -1.0)
    seen = preview(desk, 1, [RuleDraft(RUNAWAY)])
    assert seen.checks[0].risk is not None
    assert {one.tried.reason for one in seen.texts} == {"timeout"}


def test_an_item_that_is_not_there(desk: Desk) -> None:
    with pytest.raises(ItemMissing):
        preview(desk, 99, [])
    for verb in (impact, save_rules):
        with pytest.raises(ItemMissing):
            verb(desk, 99, [], 1)


# -- impact and saving -------------------------------------------------------------------------------------


def test_the_impact_tells_what_saving_does(desk: Desk, filled: OpenWorkspace) -> None:
    guy = next(one.number for one in item_page(desk, 1).texts if one.text == "Her guy.")
    with filled.writing("Ben", "decide") as change:
        decide(change, [(guy, Verdict.PASS)])
    base, rules = revision(desk), wanted(desk, GUY)
    foreseen = impact(desk, 1, rules, base)
    assert revision(desk) == base and now(desk) == [HUSBAND, MAN]
    saved = save_rules(replace(desk, comment="guys too"), 1, rules, base)
    assert saved.change == revision(desk) and foreseen.change is None
    for one in (foreseen, saved):
        assert one.edited.flips.select("text", "before", "after").rows() == [("Her guy.", "warning", "fail")]
        assert [(each.person, each.said, each.rules_say) for each in one.contradicted] == [
            ("Ben", "pass", "fail")
        ]
        assert one.edited.fair == ()  # Ben's decision had made it fair before
    assert now(desk) == [HUSBAND, MAN, GUY]
    (entry,) = log(desk, LogFilter(most=1))
    assert (entry.verb, entry.comment, entry.person) == ("rule add", "guys too", "Ada")


def test_what_was_contradicted_before_is_not_told_again(desk: Desk, filled: OpenWorkspace) -> None:
    man = next(one.number for one in item_page(desk, 1).texts if one.text == "Her man.")
    with filled.writing("Ben", "decide") as change:
        decide(change, [(man, Verdict.PASS)])
    assert impact(desk, 1, wanted(desk, GUY), revision(desk)).contradicted == ()


def test_campaigns_in_which_the_item_becomes_fair(desk: Desk) -> None:
    seen = impact(desk, 1, wanted(desk, GUY), revision(desk))
    assert (seen.edited.fair, seen.edited.unfair) == (("WMT1", "WMT2"), ())
    save_rules(desk, 1, wanted(desk, GUY), revision(desk))
    seen = impact(desk, 1, wanted(desk, without=[GUY]), revision(desk))
    assert (seen.edited.fair, seen.edited.unfair) == ((), ("WMT1", "WMT2"))


@pytest.mark.parametrize(
    "rules, told",
    [
        ([BROKEN], "does not"),
        ([Rule(Side.POSITIVE, Kind.FIXED, "a\x00")], "NUL"),
    ],
)
def test_what_cannot_be_saved_is_refused(desk: Desk, rules: list[Rule], told: str) -> None:
    with pytest.raises(LackmusError, match="Mend it"):
        save_rules(desk, 1, wanted(desk, *rules), revision(desk))
    assert now(desk) == [HUSBAND, MAN]


def test_blank_rows_are_no_rules(desk: Desk) -> None:
    seen = save_rules(desk, 1, wanted(desk, replace(GUY, value="  ")), revision(desk))
    assert seen.change is None and not seen.edited.changed


@pytest.mark.parametrize("base", [-1, 10**6])
def test_a_base_that_is_no_change(desk: Desk, base: int) -> None:
    with pytest.raises(LackmusError, match="no such change"):
        save_rules(desk, 1, wanted(desk, GUY), base)


def test_who_is_slower_sees_both_versions(desk: Desk) -> None:
    base = revision(desk)
    mine = [RuleDraft(GUY, one.number) if one.rule == MAN else one for one in wanted(desk)]
    save_rules(
        replace(desk, person="Ben"), 1,
        [RuleDraft(HUBBY, one.number) if one.rule == MAN else one for one in wanted(desk)], base,
    )  # fmt: skip
    with pytest.raises(lab.RulesMoved) as told:
        save_rules(desk, 1, mine, base)
    assert status_of(told.value) == 409 and told.value.base == revision(desk)
    assert {one.rule for one in told.value.now} == {HUSBAND, HUBBY}
    assert "Ben" in str(told.value) and "hubby" in str(told.value) and "lackmus rule" not in str(told.value)


def test_what_others_added_meanwhile_stays(desk: Desk) -> None:
    base, mine = revision(desk), wanted(desk, GUY)
    save_rules(replace(desk, person="Ben"), 1, wanted(desk, HUBBY), base)
    save_rules(desk, 1, mine, base)
    assert set(now(desk)) == {HUSBAND, MAN, HUBBY, GUY}


def test_slow_searches_end_before_anybody_has_to_wait(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What gave up before the change began is kept with it, and not searched under the lock."""
    monkeypatch.setattr(lab, "SAVING_SECONDS", -1.0)
    saved = save_rules(desk, 1, wanted(desk, RUNAWAY), revision(desk))
    assert any(one.startswith("2 texts take too long") for one in saved.warnings)
    said = {"Her husband.": "timeout", "Her man.": None, "Her guy.": "timeout"}  # a man fails without it
    assert {one.text: one.reason for one in item_page(desk, 1).texts} == said
    # The preview honours what was stored, however much time it has.
    assert {one.stored.text: one.tried.reason for one in preview(desk, 1, wanted(desk)).texts} == said


# -- bringing back -----------------------------------------------------------------------------------------


def edited(desk: Desk) -> None:
    """MAN becomes GUY, HUSBAND goes, HUBBY comes."""
    rules = [RuleDraft(GUY, one.number) for one in wanted(desk) if one.rule == MAN]
    save_rules(desk, 1, [*rules, RuleDraft(HUBBY)], revision(desk))


def test_an_old_set_comes_back_by_a_new_change(desk: Desk) -> None:
    first = revision(desk)
    edited(desk)
    assert set(now(desk)) == {GUY, HUBBY}
    done = restore(desk, 1, revision=first)
    assert now(desk) == [HUSBAND, MAN] and done.change == revision(desk)
    (entry,) = log(desk, LogFilter(most=1))
    assert entry.verb == "rule restore"
    undo(desk)
    assert set(now(desk)) == {GUY, HUBBY}


@pytest.mark.parametrize("old, rules", [(MAN, {MAN, HUBBY}), (HUSBAND, {HUSBAND, GUY, HUBBY})])
def test_an_old_rule_comes_back_in_its_place(desk: Desk, old: Rule, rules: set[Rule]) -> None:
    number = next(one.number for one in wanted(desk) if one.rule == old)
    edited(desk)
    restore(desk, 1, rule=number)
    assert set(now(desk)) == rules
    assert restore(desk, 1, rule=number).change is None  # it is there


@pytest.mark.parametrize("asked", [{}, {"rule": 99}, {"revision": 0}, {"revision": 10**6}])
def test_what_never_was_cannot_come_back(desk: Desk, asked: dict[str, int]) -> None:
    with pytest.raises(LackmusError):
        restore(desk, 1, **asked)


def test_versions_tell_who_when_and_what(desk: Desk) -> None:
    edited(desk)
    last, first = item_page(desk, 1).versions
    assert last.latest and not first.latest
    told = {one.what.split()[-1]: one for one in last.steps}
    assert set(told) == {"edited", "retired", "added"}
    step = told["edited"]
    assert ["".join(part.text for part in side if part.changed) for side in (step.old, step.new)] == [
        "bman",
        "bguy",
    ]


def test_the_page_of_a_retired_item(desk: Desk, filled: OpenWorkspace) -> None:
    from lackmus.store.db import schema

    with filled.writing("Ada", "item retire") as change:
        change.retire(schema.item_states, schema.item_states.c.item == 1)
    one = item_page(desk, 1)
    assert not one.stored.held and one.around.before is one.around.after is None
    with pytest.raises(LackmusError, match="retired"):
        save_rules(desk, 1, [RuleDraft(SPOUSE)], revision(desk))


def test_neighbours_are_those_of_the_phenomenon(desk: Desk) -> None:
    assert [(one.around.before, one.around.after) for one in (item_page(desk, 1), item_page(desk, 2))] == [
        (None, 2),
        (1, None),
    ]


def test_who_looks_at_names_is_logged(desk: Desk) -> None:
    assert item_page(desk, 1).systems is None
    before = revision(desk)
    assert item_page(desk, 1, reveal=True).systems is not None
    (entry,) = log(desk, LogFilter(most=1))
    assert (entry.number, entry.verb) == (before + 1, "review reveal") and "de-en:1" in entry.about


def test_held_rules_keep_their_places(desk: Desk, filled: OpenWorkspace) -> None:
    """An edited rule stands where its predecessor stood."""
    rules = [RuleDraft(HUBBY, one.number) if one.rule == HUSBAND else one for one in wanted(desk)]
    save_rules(desk, 1, rules, revision(desk))
    with filled.reading() as connection:
        assert [(one.place, one.rule) for one in held_rules(connection, [1])[1]] == [(0, HUBBY), (1, MAN)]
