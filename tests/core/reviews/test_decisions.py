"""What holds when people have spoken."""

from datetime import UTC, datetime, timedelta
from operator import itemgetter

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.decisions import DECISIONS, DecisionTimer, TimePerText, decided, held, pace
from lackmus.core.verdicts.judging import REASON, VERDICT, with_decisions

ANNA, BEN, ED = ("Anna", False), ("Ben", False), ("Ed", True)  # Ed is an editor and adjudicates


@pytest.mark.parametrize(
    "made, verdict, reason",
    [
        ([(ANNA, "pass")], "pass", None),
        ([(ANNA, "pass"), (ANNA, "fail")], "fail", None),  # a changed mind: the latest holds
        ([(ANNA, "pass"), (BEN, "pass")], "pass", None),
        ([(ANNA, "pass"), (BEN, "fail")], "warning", "disputed"),
        ([(ANNA, "pass"), (BEN, "fail"), (ANNA, "fail")], "fail", None),  # Anna came round
        ([(ANNA, "pass"), (BEN, "fail"), (ED, "fail")], "fail", None),
        (
            [(ANNA, "pass"), (BEN, "fail"), (ED, "fail"), (BEN, "pass")],
            "fail",
            None,
        ),  # adjudicated is adjudicated
        ([(ANNA, "pass"), (ED, "fail"), (ED, "pass")], "pass", None),
    ],
)
def test_what_holds_for_a_text(
    made: list[tuple[tuple[str, bool], str]], verdict: str, reason: str | None
) -> None:
    """Latest, adjudicated, or disputed."""
    rows = [("de-en:1", "a text", person, said, adjudicates) for (person, adjudicates), said in made]
    frame = decided(pl.DataFrame(rows, schema=DECISIONS.schema, orient="row"))
    assert frame.rows() == [("de-en:1", "a text", verdict, reason)]
    latest: dict[str, tuple[Verdict, bool]] = {}
    for (person, adjudicates), said in made:
        latest.pop(person, None)
        latest[person] = (Verdict(said), adjudicates)
    assert held(list(latest.values())) == (verdict, reason)  # the same for one text


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from([(ANNA, "pass"), (ANNA, "fail"), (BEN, "pass"), (BEN, "fail"), (ED, "fail")])),
    st.sampled_from([("pass", None), ("warning", "unmatched")]),
)
def test_people_come_before_rules(
    made: list[tuple[tuple[str, bool], str]], ruled: tuple[str, str | None]
) -> None:
    """One text and a table of texts: what people say holds, else what the rules say."""
    latest = {person: (Verdict(said), adjudicates) for (person, adjudicates), said in made}
    order = sorted(latest, key=lambda person: max(at for at, one in enumerate(made) if one[0][0] == person))
    rows = [("1", "a", person, said, adjudicates) for (person, adjudicates), said in made]
    rules = pl.DataFrame(
        [("1", "a", *ruled)],
        schema={"item": pl.String, "text": pl.String, "verdict": VERDICT, "reason": REASON},
        orient="row",
    )
    table = with_decisions(rules, decided(pl.DataFrame(rows, schema=DECISIONS.schema, orient="row")))
    assert table.select("verdict", "reason").row(0) == (held([latest[one] for one in order]) or ruled)


def test_texts_are_apart() -> None:
    """A decision belongs to one text of one item."""
    rows = [
        ("de-en:1", "a", "Anna", "pass", False),
        ("de-en:1", "b", "Ben", "fail", False),
        ("de-en:2", "a", "Ben", "fail", False),
    ]
    frame = decided(pl.DataFrame(rows, schema=DECISIONS.schema, orient="row"))
    assert frame["verdict"].to_list() == ["pass", "fail", "fail"]


def test_nobody_has_spoken() -> None:
    """No decisions, nothing decided."""
    assert decided(DECISIONS.empty()).is_empty()


def test_a_decision_is_on_the_text_not_on_its_spaces() -> None:
    """White space does not make another text, so it does not make another decision either."""
    rows = [("de-en:1", "a  text ", "Anna", "pass", False), ("de-en:1", "a text", "Ben", "fail", False)]
    frame = decided(pl.DataFrame(rows, schema=DECISIONS.schema, orient="row"))
    assert frame.rows() == [("de-en:1", "a text", "warning", "disputed")]


def test_a_withdrawn_decision_is_not_given() -> None:
    """Without Ben's, nobody differs from Anna any more; without the editor's, the dispute is back."""
    rows = [
        ("de-en:1", "a text", "Anna", "pass", False),
        ("de-en:1", "a text", "Ben", "fail", False),
        ("de-en:1", "a text", "Ed", "fail", True),
    ]
    kept = [[0, 1, 2], [0, 1], [0]]
    frames = [pl.DataFrame([rows[i] for i in one], schema=DECISIONS.schema, orient="row") for one in kept]
    assert [decided(frame)["verdict"].item() for frame in frames] == ["fail", "warning", "pass"]


def times(person: str, *seconds: float) -> list[tuple[str, datetime]]:
    """When somebody decided, in seconds from the start of the day."""
    return [(person, datetime(2026, 5, 1, tzinfo=UTC) + timedelta(seconds=s)) for s in seconds]


@pytest.mark.parametrize(
    "made, seconds, gaps",
    [
        (times("Anna", 0, 10, 20, 30, 40, 60), 10, 5),
        (times("Anna", 60, 40, 0, 20, 30, 10), 10, 5),  # in whatever order they come
        (times("Anna", 0, 10, 20, 30, 40), None, 0),  # four gaps are too few
        (times("Anna", 0, 10, 20, 30, 40, 341), None, 0),  # a break is no gap
        (times("Anna", 0, 10, 20, 30, 40, 340), 10, 5),  # five minutes are still thinking
        (times("Anna", 0, 10, 20, 30, 40, 40, 40, 40, 40, 40), None, 0),  # in one stroke: from a file
        (
            times("Anna", 0, 10, 20, 30) + times("Ben", 45, 75, 105, 135),
            20,
            6,
        ),  # each against the own last one
        ([], None, 0),
    ],
)
def test_pace(made: list[tuple[str, datetime]], seconds: float | None, gaps: int) -> None:
    """The median from one decision of a person to the next."""
    found = pace(made)
    assert found == (None if seconds is None else TimePerText(timedelta(seconds=seconds), gaps))
    watch = DecisionTimer()
    for person, at in sorted(made, key=itemgetter(1)):
        watch.click(["Anna", "Ben"].index(person), at)
    assert watch.pace == found  # told one by one


def test_time_left() -> None:
    """Open texts times the median gap."""
    assert TimePerText(timedelta(seconds=12), 8).time_left(100) == timedelta(minutes=20)
