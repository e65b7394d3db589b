"""What reviewing cost and won."""

from datetime import datetime, timedelta

import polars as pl
import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.effort import MADE, WARNING_HISTORY, Effort, effort, effort_values
from lackmus.tables.reviews.effort import effort_tables

NINE = datetime(2026, 5, 4, 9)
VERDICTS = {"+": Verdict.PASS, "-": Verdict.FAIL, "?": Verdict.WARNING}


def made(*strokes: tuple[str, float, int]) -> pl.DataFrame:
    """Decisions: who, minutes after nine, which text."""
    rows = [(text, person, NINE + timedelta(minutes=minutes)) for person, minutes, text in strokes]
    return pl.DataFrame(rows, schema=MADE.schema, orient="row")


def course(*outputs: str) -> pl.DataFrame:
    """Outputs such as “1?+d”: text, verdict when it came, verdict now, decided by a person."""
    rows = [(int(one[0]), VERDICTS[one[1]], VERDICTS[one[2]], one.endswith("d")) for one in outputs]
    return pl.DataFrame(rows, schema=WARNING_HISTORY.schema, orient="row")


@pytest.mark.parametrize(
    "strokes, decisions, texts, minutes, days",
    [
        ([], 0, 0, 0, 0),
        # The first decision took nobody knows how long.
        ([("Ada", 0, 1)], 1, 1, 0, 1),
        ([("Ada", 0, 1), ("Ada", 2, 2), ("Ada", 3, 3)], 3, 3, 3, 1),
        # In whatever order they come.
        ([("Ada", 3, 3), ("Ada", 0, 1), ("Ada", 2, 2)], 3, 3, 3, 1),
        # Five minutes are thought, more are a pause.
        ([("Ada", 0, 1), ("Ada", 5, 2)], 2, 2, 5, 1),
        ([("Ada", 0, 1), ("Ada", 5.1, 2)], 2, 2, 0, 1),
        # Of one stroke, such as a confirmed screen: the time before it counts once.
        ([("Ada", 0, 1), ("Ada", 2, 2), ("Ada", 2, 3), ("Ada", 2, 4)], 4, 4, 2, 1),
        # A changed mind is another decision on the same text.
        ([("Ada", 0, 1), ("Ada", 1, 1)], 2, 1, 1, 1),
        # Two people work at the same time; each has their own hours.
        ([("Ada", 0, 1), ("Ben", 1, 1), ("Ada", 2, 2), ("Ben", 4, 2)], 4, 2, 5, 1),
        # Midnight is a border for days, not for work.
        ([("Ada", 15 * 60 - 1, 1), ("Ada", 15 * 60 + 1, 2)], 2, 2, 2, 2),
    ],
)
def test_decisions_and_hours(
    strokes: list[tuple[str, float, int]], decisions: int, texts: int, minutes: float, days: int
) -> None:
    found = effort(made(*strokes), {})
    total = found.total
    assert (total.decisions, total.texts, total.days) == (decisions, texts, days)
    assert total.seconds == pytest.approx(60 * minutes)
    assert sum(day.total for day in found.days) == decisions
    assert sum(one.decisions for one in found.people) == decisions


def test_people_come_by_what_they_did_and_days_by_time() -> None:
    found = effort(made(("Ben", 0, 1), ("Ada", 1, 1), ("Ada", 2, 2), ("Ben", 24 * 60, 2), ("Ada", 5, 3)), {})
    assert [(one.person, one.decisions, one.first, one.last) for one in found.people] == [
        ("Ada", 3, "2026-05-04", "2026-05-04"),
        ("Ben", 2, "2026-05-04", "2026-05-05"),
    ]
    assert [(day.day, day.decisions, day.total) for day in found.days] == [
        ("2026-05-04", {"Ada": 3, "Ben": 1}, 4),
        ("2026-05-05", {"Ben": 1}, 1),
    ]
    assert found.people[0].per_hour == pytest.approx(3 / (4 / 60))
    assert found.people[1].per_hour is None


def test_time_before_a_decision_belongs_to_it_whatever_came_before() -> None:
    found = effort(made(("Ada", 0, 1), ("Ada", 2, 7), ("Ada", 3, 2)), {}, only=[7])
    assert (found.total.decisions, found.total.seconds) == (1, 120)
    assert [one.person for one in effort(made(("Ada", 0, 1), ("Ben", 1, 7)), {}, only=[7]).people] == ["Ben"]


@pytest.mark.parametrize(
    "outputs, counts",
    [  # all, before, now, by people, by new rules, open again
        ([], (0, 0, 0, 0, 0, 0)),
        (["1++", "2--"], (2, 0, 0, 0, 0, 0)),
        (["1??", "2??"], (2, 2, 2, 0, 0, 0)),
        (["1?+d", "2?-", "3??"], (3, 3, 1, 1, 1, 0)),
        # Two people who differ have decided, but not settled.
        (["1+?", "2-?d"], (2, 0, 2, 0, 0, 2)),
        # Whoever overrules the rules settled no warning.
        (["1+-d"], (1, 0, 0, 0, 0, 0)),
        # Three systems wrote one text.
        (["1?+d", "1?+d", "1?+d", "2++"], (4, 3, 0, 3, 0, 0)),
    ],
)
def test_warnings_before_and_after(outputs: list[str], counts: tuple[int, ...]) -> None:
    (found,) = effort(made(), {"2026": course(*outputs)}).campaigns
    one = found.outputs
    assert (one.total, one.before, one.now, one.by_people, one.by_rules, one.reopened) == counts
    assert found.texts.total == len({output[0] for output in outputs})


@pytest.mark.parametrize(
    "strokes, outputs, said",
    [
        ([], [], "There are no outputs yet."),
        ([], ["1++"], "Of 1 output, 0 (0.0 %) were warnings when they came in. None is open any more."),
        (
            [("Ada", 0, 1), ("Ben", 0, 1), ("Ada", 2, 2), ("Ben", 3, 2)],
            ["1?+d", "2?-", "3??", "4++"],
            "Of 4 outputs, 3 (75.0 %) were warnings when they came in. 2 people made 4 decisions in "
            "5 minutes (48 an hour), which settled 1 of them. New rules settled 1. 1 (25.0 %) is still open.",
        ),
        (
            [("Ada", 4 * minute, minute) for minute in range(31)],
            ["1?+d", "2+?"],
            "Of 2 outputs, 1 (50.0 %) was a warning when they came in. 1 person made 31 decisions in "
            "2.0 hours (16 an hour), which settled 1 of them. 1 output that had been settled became "
            "open again. 1 (50.0 %) is still open.",
        ),
    ],
)
def test_the_sentence_of_a_paper(
    strokes: list[tuple[str, float, int]], outputs: list[str], said: str
) -> None:
    assert effort(made(*strokes), {"2026": course(*outputs)} if outputs else {}).sentence == said


@pytest.fixture
def some() -> Effort:
    """Two campaigns, two people."""
    strokes = made(("Ada", 0, 1), ("Ada", 1, 2), ("Ben", 0, 1))
    return effort(strokes, {"2025": course("1?+d", "2??"), "2026": course("1?+d")}, about={"revision": 7})


def test_tables_say_the_same(some: Effort) -> None:
    people, warnings, days = effort_tables(some)
    assert [[cell.value for cell in row.cells][:3] for row in people.rows] == [
        ["Ada", 2, 2],
        ["Ben", 1, 1],
        ["Everybody", 3, 2],
    ]
    assert [[cell.value for cell in row.cells][:4] for row in warnings.rows] == [
        ["2025", "outputs", 2, 2],
        ["2025", "texts", 2, 2],
        ["2026", "outputs", 1, 1],
        ["2026", "texts", 1, 1],
        ["All campaigns", "outputs", 3, 3],
    ]
    assert [cell.value for cell in days.rows[0].cells][:4] == ["2026-05-04", 2, 1, 3]
    assert "revision:7" in some.signature and some.sentence in people.notes


def test_values_say_the_same(some: Effort) -> None:
    values = effort_values(some)
    assert values["total"]["decisions"] == 3 and values["total"]["per_hour"] == 180
    assert values["campaigns"][0]["outputs"]["share_now"] == 50
    assert values["days"] == [{"day": "2026-05-04", "decisions": {"Ada": 2, "Ben": 1}, "seconds": 60.0}]
