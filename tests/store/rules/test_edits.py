"""An edit of a rule retires it and adds its successor, judges what it touches, and overrules nobody."""

from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest
from sqlalchemy import event

from lackmus.core.base.pairs import Pair
from lackmus.core.base.verdict import Verdict
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite
from lackmus.errors import LackmusError
from lackmus.store.db import schema
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.hand_ins import add_hand_ins
from lackmus.store.reviews.decisions import decide
from lackmus.store.rules.edits import Add, Edit, Edited, Replace, Retire, RuleConflict, edit_rules
from lackmus.store.rules.held_rules import held_rules
from lackmus.store.rules.judging import judged_texts, stored_verdicts
from lackmus.store.suites.suite_changes import end_states, new_suite
from lackmus.store.suites.suites import load_suite
from tests.refusals import refuses

DE_EN = Pair("de", "en")
HUSBAND = Rule(Side.POSITIVE, Kind.PATTERN, r"\bhusband\b")
MAN = Rule(Side.NEGATIVE, Kind.PATTERN, r"\bman\b")
SPOUSE = Rule(Side.POSITIVE, Kind.FIXED, "spouse")
HUBBY = Rule(Side.POSITIVE, Kind.PATTERN, r"\bhubby\b")
GUY = Rule(Side.NEGATIVE, Kind.PATTERN, r"\bguy\b")
SUITE = Suite(
    "small",
    (
        Item(DE_EN, "1", "Ambiguity", "Lexical", "Sie sprach von ihrem Mann.", (HUSBAND, MAN)),
        Item(DE_EN, "2", "Ambiguity", "Lexical", "Ihr Mann kam.", (HUSBAND,)),
    ),
)
# What the systems of two campaigns wrote for the two items.
WMT1 = (
    ("Her husband.", "Her husband came."),
    ("Her man.", "Her husband came."),
    ("Her guy.", "The man came."),
)
WMT2 = (("Her husband.", "Her husband came."), ("Her guy.", "The man came."))


@pytest.fixture
def filled(workspace: OpenWorkspace) -> OpenWorkspace:
    """A suite of two items, and two campaigns."""
    with workspace.writing("Ada", "import") as change:
        suite = new_suite(change, SUITE)
        stored = load_suite(change.connection, suite)
        system = 0
        for campaign, outputs in enumerate((WMT1, WMT2), start=1):
            change.add(schema.campaigns, ["id"], [(campaign,)])
            state = (campaign, f"WMT{campaign}", "[]", "")
            change.add(schema.campaign_states, ["campaign", "name", "tags", "comment"], [state])
            numbers = range(system + 1, system + 1 + len(outputs))
            system = numbers[-1]
            change.add(schema.systems, ["id", "campaign"], [(number, campaign) for number in numbers])
            frames = [pl.DataFrame({"item": ["de-en:1", "de-en:2"], "text": texts}) for texts in outputs]
            add_hand_ins(
                change,
                stored,
                DE_EN,
                [(one, "file", lines, "[]") for one, lines in zip(numbers, frames, strict=True)],
            )
    return workspace


def edit(workspace: OpenWorkspace, *edits: Edit, who: str = "Ada", base: int | None = None) -> Edited:
    """Edit rules of the first item."""
    with workspace.writing(who, "rule change") as change:
        return edit_rules(change, 1, 1, edits, base)


def rules(workspace: OpenWorkspace, revision: int | None = None) -> dict[int, str]:
    """The rules of the first item by number."""
    with workspace.reading() as connection:
        return {one.number: one.rule.value for one in held_rules(connection, [1], revision)[1]}


def flipped(edited: Edited) -> list[tuple[str, str, str]]:
    return edited.flips.select("text", "before", "after").rows()


def revision_of(workspace: OpenWorkspace) -> int:
    with workspace.reading() as connection:
        return workspace.revision(connection).number


@pytest.mark.parametrize(
    "edits, after, flips, fair, unfair",
    [
        ([Add(GUY)], [HUSBAND, MAN, GUY], [("Her guy.", "warning", "fail")], ("WMT1", "WMT2"), ()),
        ([Retire(2)], [HUSBAND], [("Her man.", "fail", "warning")], (), ()),
        ([Replace(1, HUBBY)], [HUBBY, MAN], [("Her husband.", "pass", "warning")], (), ()),
        (
            [Replace(2, GUY)],
            [HUSBAND, GUY],
            [("Her man.", "fail", "warning"), ("Her guy.", "warning", "fail")],
            ("WMT2",),
            (),
        ),
        ([Add(SPOUSE)], [HUSBAND, MAN, SPOUSE], [], (), ()),
        ([Replace(1, MAN)], [MAN], [("Her husband.", "pass", "warning")], (), ()),  # two become one
        ([Retire(1), Add(HUSBAND)], [MAN, HUSBAND], [], (), ()),  # comes back, as the last
        ([Add(GUY), Retire(2), Replace(1, SPOUSE)], [GUY, SPOUSE], None, (), ()),
    ],
)
def test_edits(
    filled: OpenWorkspace,
    edits: Sequence[Edit],
    after: list[Rule],
    flips: list[tuple[str, str, str]] | None,
    fair: tuple[str, ...],
    unfair: tuple[str, ...],
) -> None:
    """What flips is told, and so is where the item counts now; the other item is not touched."""
    edited = edit(filled, *edits)
    assert sorted(one.rule.value for one in edited.after) == sorted(rule.value for rule in after)
    assert {one.number: one.rule.value for one in edited.after} == rules(filled)
    assert (edited.fair, edited.unfair) == (fair, unfair)
    if flips is not None:
        assert flipped(edited) == flips
    assert list(rules(filled, revision=1).values()) == [HUSBAND.value, MAN.value]
    with filled.reading() as connection:
        kept = stored_verdicts(connection)
        stored = load_suite(connection, 1)
        texts = kept.join(stored.item_numbers, on="item_id", maintain_order="left")
        fresh = judged_texts(connection, stored, texts.select("text_id", "item", "text"))
        assert kept.drop("item_id", "text").equals(fresh.drop("item", "text"))
        other = connection.exec_driver_sql("SELECT judged FROM items WHERE id = 2").scalar()
    assert other == 1


def test_an_item_ceases_to_be_fair(filled: OpenWorkspace) -> None:
    """What one edit wins another loses."""
    edit(filled, Add(GUY))
    edited = edit(filled, Retire(3 + 1))
    assert (edited.fair, edited.unfair) == ((), ("WMT1", "WMT2"))


def test_what_is_there_already_is_no_change(filled: OpenWorkspace) -> None:
    """Two people with one idea: the second finds it done, and the log has one line."""
    nothing: list[list[Edit]] = [[Add(MAN)], [Replace(2, MAN)], [Add(HUSBAND), Add(MAN)], []]
    for edits in nothing:
        assert not edit(filled, *edits).changed
    assert revision_of(filled) == 1


def test_a_decision_survives_an_edit(filled: OpenWorkspace) -> None:
    """Where the rules now contradict a person the text is told, and the decision holds."""
    with filled.writing("Bo", "decide") as change:
        decide(change, [(3, Verdict.PASS)])  # her guy
    edited = edit(filled, Add(GUY))
    assert edited.contradicted.select("text", "decided", "ruled").rows() == [("Her guy.", "pass", "fail")]
    assert edited.fair == ()  # it was fair by the decision already
    with filled.reading() as connection:
        held = connection.exec_driver_sql("SELECT verdict FROM decisions WHERE until IS NULL").all()
    assert [tuple(row) for row in held] == [("pass",)]


# Two at once


@pytest.mark.parametrize(
    "first, second, now, said",
    [
        (
            [Replace(1, HUBBY)],
            Replace(1, SPOUSE),
            HUBBY,
            r"Ada put rule 4 in its place .*hubby.*You wanted positive fixed string “spouse”.*rule change 4",
        ),
        ([Replace(1, HUBBY)], Retire(1), HUBBY, "Ada put rule 4 .*You wanted to retire it.*rule retire 4"),
        ([Retire(1)], Replace(1, SPOUSE), None, "Ada retired it .*You wanted .*“spouse”.*lackmus rule add"),
        ([Retire(1)], Retire(1), None, "Ada retired it .*Nothing was changed or is left to do"),
    ],
)
def test_two_people_edit_one_rule(
    filled: OpenWorkspace, first: list[Edit], second: Replace | Retire, now: Rule | None, said: str
) -> None:
    """The second is told what stands there, who put it there, and what they themselves wanted."""
    edit(filled, *first)
    with refuses(RuleConflict, match=said) as caught:
        edit(filled, second, who="Bo", base=1)
    standing = caught.value.standing
    assert (standing.now.rule if standing.now else None) == now
    assert (standing.event.person, standing.event.change) == ("Ada", 2)
    assert (caught.value.meant, caught.value.edit) == (HUSBAND, second)
    assert revision_of(filled) == 2  # nothing was written


def test_the_successor_of_successors_is_told(filled: OpenWorkspace) -> None:
    """However often the rule was edited meanwhile, the one that stands there now is shown."""
    edit(filled, Replace(1, HUBBY))
    edit(filled, Replace(4, SPOUSE), who="Cy")
    with refuses(RuleConflict, match=r"Cy put rule 5 in its place .*spouse"):
        edit(filled, Replace(1, GUY), who="Bo")


def test_an_edit_of_several_is_whole_or_not_at_all(filled: OpenWorkspace) -> None:
    """The good half of a conflict is not written either."""
    edit(filled, Retire(1))
    before = rules(filled)
    with pytest.raises(RuleConflict):
        edit(filled, Add(GUY), Retire(1), who="Bo")
    assert rules(filled) == before


def test_the_same_edit_twice_is_done_once(filled: OpenWorkspace) -> None:
    """Both wanted the same: nobody is bothered."""
    edit(filled, Replace(1, HUBBY))
    assert not edit(filled, Replace(1, HUBBY), who="Bo", base=1).changed


def test_a_rule_that_came_later_was_not_meant(filled: OpenWorkspace) -> None:
    """Who looked at a revision can only mean what held there."""
    edit(filled, Retire(1))
    edit(filled, Add(HUSBAND))
    with refuses(RuleConflict, match="Ada put it back"):
        edit(filled, Retire(1), who="Bo", base=2)
    assert edit(filled, Retire(1), who="Bo", base=1).changed  # seen, gone and back: what they saw holds


# What is refused, and what is only warned of


REFUSED: list[tuple[Edit, str]] = [
    (Add(Rule(Side.POSITIVE, Kind.PATTERN, "(")), r"does not compile \(.* at 0\)"),
    (Replace(1, Rule(Side.POSITIVE, Kind.PATTERN, "a**")), r"does not compile \(multiple repeat at 2\)"),
    (Add(Rule(Side.POSITIVE, Kind.FIXED, " ")), "needs a wording"),
    (Add(Rule(Side.POSITIVE, Kind.FIXED, "a\x00")), "the rule has a NUL"),
    (Add(Rule(Side.POSITIVE, Kind.PATTERN, "\ud800")), "the rule has half a character"),
    (Retire(77), "There is no rule 77"),
    (Retire(3), "Rule 3 belongs to another item"),
]


def test_what_is_refused(filled: OpenWorkspace) -> None:
    """With the reason, and nothing is written."""
    for bad, why in REFUSED:
        with refuses(LackmusError, match=why):
            edit(filled, bad)
    assert revision_of(filled) == 1


def test_what_is_unclear_is_refused(filled: OpenWorkspace) -> None:
    """Two fates of one rule, and rules of an item that the suite no longer has."""
    with refuses(LackmusError, match="Rule 1 is edited twice at once"):
        edit(filled, Replace(1, HUBBY), Retire(1))
    with filled.writing("Ada", "suite import") as change:
        end_states(change, schema.item_states.c.item, [1])
    with refuses(LackmusError, match="The item was retired"):
        edit(filled, Add(GUY))


def test_a_runaway_is_taken_with_a_warning(filled: OpenWorkspace) -> None:
    """It is searched under the time limit, so it may stay."""
    edited = edit(filled, Add(Rule(Side.NEGATIVE, Kind.PATTERN, "(a+)+b")))
    assert edited.changed
    assert len(edited.warnings) == 1
    assert "can run away" in edited.warnings[0]


# How much an edit looks at

GROWING = {  # with the items of a suite
    *("items", "item_states", "rules", "rule_states", "texts", "outputs"),
    *("verdicts", "searches", "decisions"),
}


def test_an_edit_scans_no_table_that_grows(tmp_path: Any) -> None:
    """It must take no longer in a suite of thousands of items: everything is found by an index."""
    from lackmus.store.db.workspaces import open_workspace

    plans: dict[str, list[str]] = {}

    def explain(connection: Any, cursor: Any, statement: str, parameters: Any, *more: Any) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")):
            values = parameters[0] if isinstance(parameters, list) else parameters
            asking = connection.connection.cursor()
            plan = asking.execute(f"EXPLAIN QUERY PLAN {statement}", values)
            plans[statement] = [row[3] for row in plan]
            asking.close()

    with open_workspace(str(tmp_path / "lackmus.db"), create=True) as workspace:
        filled.__wrapped__(workspace)  # type: ignore[attr-defined]
        with workspace.writing("Bo", "decide") as change:
            decide(change, [(3, Verdict.PASS)])
        event.listen(workspace.engine, "before_cursor_execute", explain)
        edited = edit(workspace, Replace(2, GUY), Add(SPOUSE), base=1)
        assert edited.unfair  # so that outputs were looked at
        with pytest.raises(RuleConflict):
            edit(workspace, Retire(2))
    scanned = {
        statement: step
        for statement, steps in plans.items()
        for step in steps
        if step.startswith("SCAN") and step.split()[1] in GROWING
    }
    assert len(plans) > 10
    assert scanned == {}
