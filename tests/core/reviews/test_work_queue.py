"""The lineup says what the oracle says, whatever is told to it."""

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.assignments import PhenomenonAssignment
from lackmus.core.reviews.decisions import Outcome
from lackmus.core.reviews.offers import AssignedTo, Filters, PersonContext
from lackmus.core.reviews.queue import STANDING, review_status
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.core.rules.judge import Reason
from lackmus.core.verdicts.judging import REASON, VERDICT
from tests.core.reviews.queue_oracle import offered

ITEMS, SYSTEMS, TEXTS = 5, ("A", "B", "C"), 3
OUTCOMES: list[Outcome] = [
    (Verdict.PASS, None),
    (Verdict.FAIL, None),
    (Verdict.FAIL, Reason.EMPTY),
    (Verdict.WARNING, Reason.UNMATCHED),
    (Verdict.WARNING, Reason.CONTRADICTION),
    (Verdict.WARNING, Reason.DISPUTED),
    (Verdict.UNTESTABLE, None),
]
numbers = st.integers(1, ITEMS * TEXTS)
people = st.integers(1, 2)
assigned = st.builds(
    PhenomenonAssignment, st.sampled_from(["aa", "bb"]), st.just("a"), st.sampled_from(["", "p", "q"]), people
)
some = st.lists(numbers, unique=True, max_size=6)


@st.composite
def standings(draw: st.DrawFn) -> pl.DataFrame:
    """Any outputs of three systems, some of them missing; texts 1 to 3 are of the first item, and so on."""
    said = [draw(st.sampled_from(OUTCOMES)) for _ in range(ITEMS * TEXTS)]
    names = [draw(st.tuples(st.sampled_from("ÄBa"), st.sampled_from("pq"))) for _ in range(ITEMS)]
    keys = draw(st.permutations(["aa:1", "aa:10", "bb:2", "aa:x", "bb:é"]))
    rows = []
    for item in range(ITEMS):
        if draw(st.booleans()):  # somebody has it
            for system in SYSTEMS:
                place = draw(st.integers(0, TEXTS))
                number = item * TEXTS + place if place else None
                verdict, why = said[number - 1] if number else (Verdict.WARNING, Reason.MISSING)
                text = f"text {number}" if number else None
                rows.append((number, keys[item], *names[item], system, text, verdict, why, item + 100))
    return pl.DataFrame(rows, schema={**STANDING, "item_id": pl.Int64}, orient="row")


@st.composite
def wishes(draw: st.DrawFn) -> tuple[PersonContext, Filters]:
    """Anybody who wants anything."""
    wanted = PersonContext(
        draw(some),
        draw(some),
        draw(some),
        draw(st.booleans()),
        flagged=draw(some),
        double=draw(some),
        person=1,
        phenomena=draw(st.lists(assigned, max_size=3, unique_by=lambda one: one.phenomenon)),
        items=draw(st.dictionaries(st.integers(100, 99 + ITEMS), people, max_size=2)),
    )
    filters = Filters(
        category=draw(st.sampled_from([None, None, "a"])),
        phenomenon=draw(st.sampled_from([None, None, "p"])),
        reason=draw(st.sampled_from([None, None, "unmatched", "disputed"])),
        system=draw(st.sampled_from([None, None, "B"])),
        mine=draw(st.booleans()),
        flagged=draw(st.booleans()),
        double=draw(st.booleans()),
        item=draw(st.sampled_from([None, None, "aa:10", "aa:x"])),
        items=draw(st.sampled_from([None, None, "100-102,104"])),
        assigned=draw(st.sampled_from([None, *AssignedTo])),
    )
    return wanted, filters


@settings(max_examples=40)
@given(standings(), wishes(), st.lists(st.tuples(numbers, st.sampled_from(OUTCOMES))), some)
def test_as_the_oracle_has_it(
    stands: pl.DataFrame,
    wish: tuple[PersonContext, Filters],
    told: list[tuple[int, Outcome]],
    aside: list[int],
) -> None:
    """The same texts in the same order and the same counts, before and after anything is told."""
    queue = WorkQueue(stands)
    for number, outcome in [(0, OUTCOMES[0]), *told]:
        if number in queue:
            queue.tell(number, outcome)
            stands = _told(stands, number, outcome)
        status = review_status(stands)
        assert (queue.fair, queue.open) == (status.total.fair, status.total.open)
    line = queue.offered(*wish)
    wanted = [(one, why) for one, why in offered(stands, *wish).iter_rows() if one not in aside]
    assert line.count(aside) == len(wanted)
    for many in (1, 3, 99):
        assert line.first(many, aside) == wanted[:many]
    assert line.only(aside).first(99) == [
        one for one in offered(stands, *wish).iter_rows() if one[0] in aside
    ]
    assert review_status(queue.standing()) == status


def _told(stands: pl.DataFrame, number: int, outcome: Outcome) -> pl.DataFrame:
    verdict, why = outcome
    own = pl.when(pl.col("text_id") == number)
    return stands.with_columns(
        own.then(pl.lit(verdict, dtype=VERDICT)).otherwise("verdict").alias("verdict"),
        own.then(pl.lit(why, dtype=REASON)).otherwise("reason").alias("reason"),
    )


@settings(max_examples=40)
@given(standings(), st.lists(st.tuples(numbers, st.sampled_from(OUTCOMES)), max_size=5))
def test_what_the_day_has_won(stands: pl.DataFrame, told: list[tuple[int, Outcome]]) -> None:
    """Items that are fair and were not in the morning, whether one was there all day or comes in late."""
    early = WorkQueue(stands)
    began = {one.number: early.is_fair(one.number) for one in early.items}
    morning = {number: early.outcome(number) for number, _ in told if number in early}
    for number, outcome in told:
        if number in early:
            early.tell(number, outcome)
    won = sum(early.is_fair(item) and not fair for item, fair in began.items())
    late = WorkQueue(early.standing().join(stands.select("item", "item_id").unique(), on="item"))
    late.begin_day(morning)
    assert (early.won, late.won) == (won, won)
    early.begin_day()
    assert early.won == 0


def test_who_wrote_what() -> None:
    """Systems, their number, and the other texts of the item."""
    rows = [
        (1, "i", "C", "p", "B", "one", "pass", None, 7),
        (1, "i", "C", "p", "A", "one", "pass", None, 7),
        (2, "i", "C", "p", "C", "two", "warning", "unmatched", 7),
        (None, "i", "C", "p", "D", None, "warning", "missing", 7),
    ]
    queue = WorkQueue(pl.DataFrame(rows, schema={**STANDING, "item_id": pl.Int64}, orient="row"))
    assert (queue.written_by(1), queue.writers(1), queue.texts_of(7)) == (["A", "B"], 2, [1, 2])
    assert (queue.item_of(2).missing, queue.open_texts(7), queue.text(2)) == (1, 1, "two")
    assert (queue.kinds, queue.systems) == ({"C": ["p"]}, ["A", "B", "C", "D"])
