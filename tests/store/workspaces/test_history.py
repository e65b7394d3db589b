"""The log tells who changed what; the history of an item tells all that ever happened to it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from time import tzset

import pytest

from lackmus.core.suites.suite import Kind, Rule, Side
from lackmus.core.workspaces.history import ItemEvent
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.workspaces import the_revision
from lackmus.store.db import changes, schema
from lackmus.store.db.workspaces import OpenWorkspace
from lackmus.store.suites.item_history import find_items, item_events
from lackmus.store.workspaces.history import entries, undone_by
from lackmus.store.workspaces.undoing import undo
from tests.store.grown import HUSBAND, TEXTS, decide, edit_rule, grow, hand_in, text_number


@pytest.fixture
def grown(workspace: OpenWorkspace) -> OpenWorkspace:
    grow(workspace)
    return workspace


def events(workspace: OpenWorkspace, item: int = 1) -> list[ItemEvent]:
    with workspace.reading() as connection:
        return item_events(connection, item)


def said(workspace: OpenWorkspace, item: int = 1) -> list[tuple[object, ...]]:
    with workspace.reading() as connection:
        number = text_number(connection, "Her man.")
    return [
        (one.change, one.what.replace(f"text {number}", "text N"), one.before, one.after)
        for one in events(workspace, item)
    ]


HIM = r"\b(husband|Him)\b"


def test_everything_that_happened(grown: OpenWorkspace) -> None:
    """In the order of time: what was said of the item, its rules, outputs, verdicts and decisions."""
    assert said(grown) == [
        (1, "item added", None, "Sie sprach von ihrem Mann."),
        (1, "positive pattern 1 added", None, HUSBAND.value),
        (1, "negative pattern 2 added", None, r"\bman\b"),
        (2, "outputs in WMT26", None, "3 texts: A"),
        (2, "new texts judged", None, "1 fail, 1 pass, 1 warning"),
        (3, "positive pattern 4 edited", HUSBAND.value, HIM),
        (3, "verdicts flipped", None, "1 warning → pass"),
        (4, "text N decided: Her man.", None, "pass"),
    ]


def test_details_for_programs(grown: OpenWorkspace) -> None:
    """What a line only hints at."""
    by_kind = {one.kind: one for one in events(grown)}
    assert by_kind["rule"].details == {
        "rule": 4,
        "follows": 1,
        "side": "positive",
        "rule_kind": Rule(Side.POSITIVE, Kind.PATTERN, "").kind.value,
    }
    with grown.reading() as connection:
        text = text_number(connection, "Her man.")
    assert by_kind["decision"].details == {
        "text": text,
        "translation": "Her man.",
        "by": "Ben",
        "proposal": None,
    }
    assert by_kind["outputs"].details == {
        "campaign": "WMT26",
        "systems": ["A"],
        "files": ["out.tsv"],
        "texts": 3,
    }


def test_undo_is_part_of_it(grown: OpenWorkspace) -> None:
    """What was taken back, and what came back."""
    for number in (4, 3):
        with grown.writing("Ada", "undo") as change:
            undo(change, number)
    assert said(grown)[-4:] == [
        (6, "decision on text N taken back", "pass", None),
        (7, "positive pattern 1 brought back", None, HUSBAND.value),
        (7, "positive pattern 4 retired", HIM, None),
        (7, "verdicts flipped", None, "1 pass → warning"),
    ]


def test_fields_outputs_and_minds_change(grown: OpenWorkspace) -> None:
    """Field by field; outputs that were replaced; a mind that was changed, and an adjudication."""
    with grown.writing("Ada", "suite import") as change:
        change.revise(
            schema.item_states,
            {"item": 1},
            {
                **{"place": 9, "category": "Negation", "phenomenon": "Lexical", "paradigm": None},
                **{
                    "source": "Sie sprach von ihrem Mann.",
                    "comment": "",
                    "tags": '["x", "y"]',
                    "reserved": 1,
                },
            },
        )
    with grown.writing("Ada", "outputs import") as change:
        change.retire(schema.hand_in_states)
        hand_in(change, 1, *TEXTS[:1])
    with grown.writing("Ben", "decide") as change:
        decide(change, "Her man.", "fail")
    with grown.writing("Ada", "adjudicate") as change:
        decide(change, "Her man.", "pass", adjudicates=1)
    with grown.writing("Ada", "suite import") as change:
        change.retire(schema.item_states, schema.item_states.c.item == 1)
    assert said(grown)[8:] == [
        (6, "category", "Ambiguity", "Negation"),
        (6, "tags", None, "x, y"),
        (6, "reserved", "no", "yes"),
        (7, "outputs in WMT26 taken out", "3 texts: A", None),
        (7, "outputs in WMT26", None, "1 text: A"),
        (8, "text N decided: Her man.", "pass", "fail"),
        (9, "text N adjudicated: Her man.", None, "pass"),
        (10, "item retired", "Sie sprach von ihrem Mann.", None),
    ]


@pytest.mark.parametrize("name, found", [("1", [1]), ("de-en:2", [2]), ("en-de:2", []), ("3", [])])
def test_items_are_found_by_id(grown: OpenWorkspace, name: str, found: list[int]) -> None:
    """With or without the pair."""
    with grown.reading() as connection:
        assert [number for number, *_ in find_items(connection, name)] == found


@pytest.mark.parametrize(
    "asked, numbers",
    [
        ({}, [5, 4, 3, 2, 1]),
        ({"person": "Ben"}, [4]),
        ({"verb": "rule change"}, [3]),
        ({"verb": "rule"}, [3]),
        ({"verb": "ru"}, []),
        ({"only": {2, 4}}, [4, 2]),
        ({"since": datetime.now(UTC) + timedelta(days=1)}, []),
        ({"until": datetime.now(UTC) - timedelta(days=1)}, []),
        ({"since": datetime(2020, 1, 1), "until": datetime(2999, 1, 1)}, [5, 4, 3, 2, 1]),
    ],
)
def test_the_log_newest_first(grown: OpenWorkspace, asked: dict[str, object], numbers: list[int]) -> None:
    """Filtered by whatever is asked."""
    with grown.reading() as connection:
        assert [one.number for one in entries(connection, **asked)] == numbers  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "undoings, undone",
    [
        ({}, {}),
        ({2: 1}, {1: 2}),
        ({2: 1, 3: 2}, {2: 3}),  # done again
        ({2: 1, 3: 2, 4: 1}, {2: 3, 1: 4}),  # and undone again
        ({2: 1, 3: 2, 4: 3}, {3: 4, 1: 2}),  # the same in another way
    ],
)
def test_what_is_undone(undoings: dict[int, int], undone: dict[int, int]) -> None:
    """An undo that was undone does not count."""
    assert undone_by(undoings) == undone


def test_rules_without_a_successor(grown: OpenWorkspace) -> None:
    """Retired and added, not edited."""
    with grown.writing("Ada", "rule retire") as change:
        change.retire(schema.rule_states, schema.rule_states.c.rule == 2)
    with grown.writing("Ada", "rule change") as change:
        edit_rule(change, 4, HUSBAND)  # an old wording is the same rule again
    assert [(what, before, after) for _, what, before, after in said(grown)[8:]] == [
        ("negative pattern 2 retired", r"\bman\b", None),
        ("positive pattern 1 edited", HIM, HUSBAND.value),
        ("verdicts flipped", None, "1 fail → warning, 1 pass → warning"),
    ]


MIDNIGHT = "2026-05-01T00:00:00.000000Z"  # of change 1; change 2 came an hour later


@pytest.fixture
def by_the_clock(workspace: OpenWorkspace, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenWorkspace]:
    """Three changes; before the third the clock was set back by a year."""
    for at in (MIDNIGHT, "2026-05-01T01:00:00.000000Z", "2025-05-01T00:00:00.000000Z"):
        monkeypatch.setattr(changes, "now", lambda at=at: at)
        with workspace.writing("Ada", "suite import") as change:
            change.add(schema.suites, ["id"], [(change.number,)])
    yield workspace
    monkeypatch.undo()
    tzset()


@pytest.mark.parametrize(
    "zone, written, revision",
    [
        ("UTC", "2026-04-30", None),
        ("UTC", "2026-05-01", 3),
        ("UTC", "2026-05-01T00:00", 1),
        ("UTC", "2026-05-01T00:59:59", 1),
        ("UTC", "2026-05-01 03:00+02:00", 3),
        ("UTC", "2026-04-30T23:59:59.999999Z", None),
        ("ZON+1", "2026-04-30", 1),  # an hour behind: it was still April when the first came
        ("ZON+2", "2026-04-30", 3),
        ("ZON-1", "2026-04-30", None),
        ("ZON-1", "2026-05-01T01:00", 1),
        ("ZON-12", "0001-01-01", None),
        ("ZON+12", "0001-01-01", None),
        ("ZON-12", "9999-12-31", 3),
        ("ZON+12", "9999-12-31", 3),
        ("UTC", "0999-01-01", None),
    ],
)
def test_a_day_is_where_you_are(
    by_the_clock: OpenWorkspace,
    zone: str,
    written: str,
    revision: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A day ends at midnight here; a change under a clock set back counts with the one before it."""
    monkeypatch.setenv("TZ", zone)
    tzset()
    with by_the_clock.reading() as connection:
        if revision is None:
            with pytest.raises(LackmusError, match="did not exist yet"):
                the_revision(connection, written)
        else:
            assert the_revision(connection, written) == revision


AHEAD = ["2026-05-01T00:00:00.000000Z", "2099-01-01T00:00:00.000000Z", "2026-05-01T01:00:00.000000Z"]


def test_one_wrong_clock_spoils_no_later_change(
    workspace: OpenWorkspace, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The next change bears its own time, the log keeps the order, a past state is found, and one is told."""
    monkeypatch.setattr(changes, "_told", set())
    for at in [*AHEAD, "2026-05-01T02:00:00.000000Z"]:
        monkeypatch.setattr(changes, "now", lambda at=at: at)
        with workspace.writing("Ada", "suite import") as change:
            change.add(schema.suites, ["id"], [(change.number,)])
    with workspace.reading() as connection:
        assert [entry.at for entry in entries(connection)][::-1] == [*AHEAD, "2026-05-01T02:00:00.000000Z"]
        asked = ("2026-05-01T00:30Z", "2026-05-01T01:30Z", "2026-05-01T02:30Z", "2098-01-01T00:00Z")
        assert [the_revision(connection, time) for time in asked] == [1, 3, 4, 4]
    assert [record.message for record in caplog.records] == [
        "The clock of this machine says 2026-05-01 01:00, but the last change bears 2099-01-01 00:00 (UTC). "
        "Check the clock; changes stay in their order."
    ]
