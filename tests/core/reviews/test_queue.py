"""What to review first, and how much is left."""

from datetime import timedelta
from itertools import groupby
from random import Random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import TimePerText
from lackmus.core.reviews.offers import PersonContext
from lackmus.core.reviews.queue import STANDING, review_status
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.core.rules.judge import Reason
from lackmus.tables.reviews.status import spoken, status_tables
from lackmus.tables.table import Table

# What each system wrote for an item: a letter is a text; capitals are settled, the others open; a blank is
# missing. Keys are item, category and phenomenon.
Drawn = dict[tuple[str, str, str], str]


def standing(drawn: Drawn, names: str = "XYZ") -> pl.DataFrame:
    """The verdicts of a campaign as they stand."""
    ids: dict[tuple[str, str], int] = {}
    rows = []
    for (item, category, phenomenon), texts in drawn.items():
        for system, text in zip(names, texts, strict=False):
            there, settled = text != " ", text.isupper()
            text_id = ids.setdefault((item, text), len(ids)) if there else None
            verdict = Verdict.PASS if settled else Verdict.WARNING
            reason = None if settled else Reason.UNMATCHED if there else Reason.MISSING
            named = (item, category, phenomenon, system, text if there else None)
            rows.append((text_id, *named, verdict, reason))
    frame = pl.DataFrame(rows, schema=STANDING.schema, orient="row")
    return frame.with_columns(pl.col("item").rank("dense").cast(pl.Int64).alias("item_id"))


def queue(standing: pl.DataFrame) -> list[int]:
    """The open texts in the order in which an editor gets them."""
    return WorkQueue(standing).offered(PersonContext(editor=True)).numbers()


def order(drawn: Drawn) -> list[str]:
    """The queue as “item.text”."""
    frame = standing(drawn)
    work_queue = WorkQueue(frame)
    return [f"{work_queue.item_of(number).key}.{work_queue.text(number)}" for number in queue(frame)]


@pytest.mark.parametrize(
    "drawn, wanted",
    [
        # The fewest open texts first, however many systems wrote them.
        ({("1", "A", "p"): "abC", ("2", "A", "p"): "aaa"}, ["2.a", "1.a", "1.b"]),
        # Phenomena stay together among equals.
        (
            {("1", "A", "q"): "aXX", ("2", "A", "p"): "aXX", ("3", "A", "q"): "aXX", ("4", "A", "p"): "aXX"},
            ["2.a", "4.a", "1.a", "3.a"],
        ),
        # … but not at the price of more open texts.
        (
            {("1", "A", "p"): "aXX", ("2", "A", "p"): "abX", ("3", "B", "q"): "aXX"},
            ["1.a", "3.a", "2.a", "2.b"],
        ),
        # An item that lacks an output comes last: nobody can make it fair.
        ({("1", "A", "p"): "a X", ("2", "A", "p"): "abc"}, ["2.a", "2.b", "2.c", "1.a"]),
        # Nothing open, or nothing that a text could be decided for.
        ({("1", "A", "p"): "ABC", ("2", "A", "p"): "A B"}, []),
        ({}, []),
    ],
)
def test_working_order(drawn: Drawn, wanted: list[str]) -> None:
    """Unblocked first, then the fewest open texts, then phenomenon by phenomenon."""
    assert order(drawn) == wanted


def test_repeats_of_a_system_are_one_system() -> None:
    """A system that wrote the text for both repeats of a sentence counts once."""
    frame = standing({("1", "A", "p"): "aaX"}, names="XXZ")
    assert WorkQueue(frame).written_by(0) == ["X"]


campaigns = st.dictionaries(
    st.tuples(st.sampled_from("123456"), st.just("A"), st.just("p")),
    st.text("abcXY ", min_size=3, max_size=3),
).map(lambda drawn: {(i, c, "pq"[int(i) % 2]): texts for (i, c, _), texts in drawn.items()})


@settings(max_examples=40)
@given(campaigns, st.randoms(use_true_random=False))
def test_the_order_depends_on_nothing_else(drawn: Drawn, chance: Random) -> None:
    """However the outputs come, the queue is the same, and all texts of an item stand together."""
    frame = standing(drawn)
    mixed = frame[chance.sample(range(frame.height), frame.height)] if frame.height else frame
    assert queue(mixed) == queue(frame)
    items = [WorkQueue(frame).item_of(number).key for number in queue(frame)]
    assert len(list(groupby(items))) == len(set(items))


@settings(max_examples=25)
@given(campaigns)
def test_deciding_the_first_leaves_the_others_in_order(drawn: Drawn) -> None:
    """So a queue that was asked for a while ago is still the right one."""
    frame = standing(drawn)
    while texts := queue(frame):
        first = pl.col("text_id").eq_missing(texts[0])
        frame = frame.with_columns(
            pl.when(first)
            .then(pl.lit("pass", dtype=frame["verdict"].dtype))
            .otherwise("verdict")
            .alias("verdict")
        )
        assert queue(frame) == texts[1:]


STATUS = standing(
    {
        ("1", "A", "p"): "ABC",  # fair
        ("2", "A", "p"): "aBa",  # one decision away, though two systems wrote the text
        ("3", "A", "p"): "abC",
        ("4", "B", "q"): "aBC",  # only X keeps it
        ("5", "B", "q"): "AB ",  # only Z keeps it, and nobody can help
        ("6", "B", "q"): "a B",
    }
)


def test_status_by_category() -> None:
    """Items, fair ones, those one decision away, open texts, blocked items."""
    status = review_status(STATUS)
    told = [
        (one.category, one.items, one.fair, one.one_away, one.open, one.blocked)
        for one in (*status.categories, status.total)
    ]
    assert told == [("A", 3, 1, 1, 3, 0), ("B", 3, 0, 1, 2, 2), ("All categories", 6, 1, 2, 5, 2)]
    assert status.reasons == {"unmatched": 5}


def test_status_by_system() -> None:
    """Open outputs, missing ones, and the items that a system alone keeps from being fair."""
    told = [(one.system, one.open, one.missing, one.alone) for one in review_status(STATUS).systems]
    assert told == [("X", 4, 0, 1), ("Z", 1, 1, 1), ("Y", 1, 1, 0)]


def test_a_finished_campaign() -> None:
    """Nothing is open, everything is fair, and no time is left to spend."""
    status = review_status(standing({("1", "A", "p"): "ABC"}), TimePerText(timedelta(seconds=9), 5))
    assert (status.total.open, status.total.fair) == (0, 1)
    assert status.time_left == timedelta(0)
    assert all(system.open == system.alone == 0 for system in status.systems)


def test_an_empty_campaign() -> None:
    """Nobody has handed in anything yet."""
    status = review_status(STANDING.empty())
    assert (status.total.items, status.systems, status.time_left) == (0, (), None)
    assert status_tables(status)[0].rows[-1].cells[1].value == 0


def values(table: Table) -> list[list[object]]:
    """The cells of a table."""
    return [[cell.value for cell in row.cells] for row in table.rows]


def test_status_tables() -> None:
    """By category with a line for all, by system, by reason; the signature says whose verdicts they are."""
    status = review_status(STATUS, TimePerText(timedelta(seconds=12), 30), {"campaign": "WMT21"})
    categories, systems, reasons = status_tables(status)
    assert values(categories)[-1] == ["All categories", 6, 1, 2, 5, 2]
    assert values(systems)[0] == ["X", 4, 0, 1]
    assert values(reasons) == [["unmatched", 5, 100.0]]
    assert "12 s a text" in categories.notes[0]
    assert "about 60 s" in categories.notes[0]
    assert categories.signature.startswith(
        "review:status|campaign:WMT21|systems:3|items:1/6|open:5|pace:12s/30|"
    )


def test_a_status_without_pace_says_so() -> None:
    """No number is better than an invented one."""
    categories, *_ = status_tables(review_status(STATUS))
    assert "Too few decisions" in categories.notes[0]
    assert "pace" not in categories.signature


@pytest.mark.parametrize(
    "time, said",
    [
        (timedelta(seconds=4.25), "4.2 s"),
        (timedelta(seconds=42), "42 s"),
        (timedelta(minutes=20), "20 min"),
        (timedelta(hours=16, minutes=1), "16 h 1 min"),
        (timedelta(minutes=59, seconds=59), "1 h 0 min"),
    ],
)
def test_time_as_people_say_it(time: timedelta, said: str) -> None:
    """No finer than anybody would."""
    assert spoken(time) == said
