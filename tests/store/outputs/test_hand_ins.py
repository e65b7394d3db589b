"""Outputs in a workspace: kept as they came, each distinct text once, in SQLite as in PostgreSQL."""

import polars as pl
import pytest
from sqlalchemy import func, select

from lackmus.core.base.pairs import Pair
from lackmus.core.outputs.fit import Damage, Suspicion
from lackmus.core.suites.suite import Item, Kind, Rule, Side, Suite
from lackmus.errors import LackmusError
from lackmus.store.db import schema
from lackmus.store.db.changes import Change
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.outputs.campaigns import add_campaign, add_systems
from lackmus.store.outputs.hand_ins import (
    NewHandIn,
    add_hand_ins,
    current_hand_ins,
    lines_of,
    outputs_digest,
    outputs_of_hand_ins,
    suspicions_from,
    suspicions_json,
)
from lackmus.store.outputs.holdings import failed_items, open_texts
from lackmus.store.suites.suite_changes import new_suite
from lackmus.store.suites.suites import load_suite

PAIR = Pair("de", "en")
RULES = (Rule(Side.POSITIVE, Kind.PATTERN, "good"), Rule(Side.NEGATIVE, Kind.PATTERN, "bad"))
SUITE = Suite(
    "small", tuple(Item(PAIR, str(number), "C", "P", f"Satz {number}.", RULES) for number in range(1, 4))
)
Lines = list[tuple[str, str]]  # id of the item, output


def frame(lines: Lines) -> pl.DataFrame:
    """Outputs as they are handed in."""
    return lines_of([f"de-en:{item}" for item, _ in lines], [text for _, text in lines], "A")


def bring(change: Change, **handed_in: Lines) -> list[int]:
    """The outputs of systems into campaign 1; systems are made as they come."""
    known = change.connection.execute(select(func.count()).select_from(schema.systems)).scalar_one()
    campaign = add_campaign(change, f"WMT{known}")
    systems = add_systems(change, campaign, list(handed_in), {}, {})
    stored = load_suite(change.connection, 1)
    new = [NewHandIn(systems[name].id, f"{name}.tsv", frame(lines)) for name, lines in handed_in.items()]
    return add_hand_ins(change, stored, PAIR, new)


@pytest.fixture
def small(workspace: OpenWorkspace) -> OpenWorkspace:
    """A workspace with the suite."""
    with workspace.writing("ada", "suite import") as change:
        assert new_suite(change, SUITE) == 1
    return workspace


HOSTILE = {
    "quotes": 'It\'s "good"; DROP TABLE texts; --',
    "html": "<b>good</b> &amp;",
    "right to left": "good \u202eabc\u202c",
    "spaces": "  good \t\u00a0 day ",
    "decomposed": "gu\u0308t",
    "json": '["good", {"a": 1}]',
    "blank": "",
    "long": "good " * 200_000,
    "line break": "good\nday\\n",
}


def test_outputs_come_out_as_they_went_in(small: OpenWorkspace) -> None:
    """Whatever stands in them."""
    with small.writing("ada", "outputs import") as change:
        numbers = bring(change, A=[("1", text) for text in HOSTILE.values()])
    with small.reading() as connection:
        found = outputs_of_hand_ins(connection, numbers)["text"].to_list()
    assert dict(zip(HOSTILE, found, strict=True)) == HOSTILE


@pytest.mark.parametrize("text, why", [("a\x00b", "NUL"), ("a\ud800b", "surrogate")])
def test_what_no_database_holds_is_refused(text: str, why: str) -> None:
    """With the system and the item, before anything is written."""
    with pytest.raises(LackmusError, match=f"A, item de-en:1: .*{why}"):
        frame([("1", text)])


def test_each_distinct_text_stands_once(small: OpenWorkspace) -> None:
    """Whoever wrote it, however it was spaced, in this import or an earlier one; repeats keep their order."""
    with small.writing("ada", "outputs import") as change:
        bring(change, A=[("1", "good"), ("2", "good"), ("1", "bad")], B=[("1", " good"), ("2", "else")])
    with small.writing("ada", "outputs import") as change:
        (third,) = bring(change, C=[("3", "good"), ("1", "bad"), ("2", "else"), ("1", "new")])
    with small.reading() as connection:
        texts = connection.execute(select(schema.texts.c.item, schema.texts.c.key)).all()
        assert sorted(texts) == [
            (1, "bad"), (1, "good"), (1, "new"), (2, "else"), (2, "good"), (3, "good"),
        ]  # fmt: skip
        judged = connection.execute(select(func.count()).select_from(schema.verdicts)).scalar()
        assert judged == len(texts)
        found = outputs_of_hand_ins(connection, [third])
        assert found.drop("text_id").rows() == [
            (third, 1, 0, "bad"), (third, 1, 1, "new"), (third, 2, 0, "else"), (third, 3, 0, "good"),
        ]  # fmt: skip
        assert len(open_texts(connection)) == 2  # “else” and “new”
        assert failed_items(connection, [third]) == {1}


def test_a_text_without_a_verdict_is_judged_when_it_comes_again(small: OpenWorkspace) -> None:
    """Such as after an import was undone, which ends the verdicts but keeps the texts."""
    with small.writing("ada", "outputs import") as change:
        bring(change, A=[("1", "good")])
    with small.writing("ada", "undo") as change:
        change.retire(schema.verdicts)
    with small.writing("ada", "outputs import") as change:
        bring(change, B=[("1", "good")])
    with small.reading() as connection:
        verdicts = schema.verdicts
        held = connection.execute(select(verdicts.c.verdict).where(verdicts.c.until.is_(None))).scalars()
        assert list(held) == ["pass"]


def test_many_items_at_once(workspace: OpenWorkspace) -> None:
    """More items than a query may list: what is known is found all the same."""
    items = tuple(Item(PAIR, str(number), "C", "P", f"Satz {number}.", RULES) for number in range(600))
    lines = [(str(number), f"good {number}") for number in range(600)]
    with workspace.writing("ada", "import") as change:
        new_suite(change, Suite("large", items))
        bring(change, A=lines)
        (again,) = bring(change, B=list(reversed(lines)))
    with workspace.reading() as connection:
        assert connection.execute(select(func.count()).select_from(schema.texts)).scalar() == 600
        assert outputs_of_hand_ins(connection, [again])["text"].to_list() == [text for _, text in lines]
        assert len(current_hand_ins(connection, 1)) == 1


@pytest.mark.parametrize(
    "other, same",
    [
        ([("2", "b"), ("1", "a")], True),  # another order of items
        ([("1", "a"), ("2", "c")], False),
        ([("1", "a")], False),
        ([("1", "a"), ("2", " b")], False),  # outputs, not texts
        ([("1", "a"), ("1", "b")], False),
    ],
)
def test_the_digest_of_outputs(other: Lines, same: bool) -> None:
    """What was written to which item, whatever the order of the lines."""
    assert (outputs_digest(frame([("1", "a"), ("2", "b")])) == outputs_digest(frame(other))) is same


def test_the_digest_keeps_the_order_of_repeats() -> None:
    """They are told apart by nothing else."""
    assert outputs_digest(frame([("1", "a"), ("1", "b")])) != outputs_digest(frame([("1", "b"), ("1", "a")]))


def test_suspicions_can_be_read_back() -> None:
    """As they were told when the file came."""
    told = [Suspicion(Damage.SHIFTED, 3, 90, -1, "“länger”"), Suspicion(Damage.FOREIGN, 1, 9, 0, "x")]
    assert suspicions_from(suspicions_json(told)) == told
