"""What counts, and how it adds up."""

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.choices import Choices, Correction, Counted, Intervals, Order, Repeats, Test, Testing
from lackmus.core.verdicts.accuracies import (
    Average,
    averages,
    bounds,
    counted_rows,
    fairness,
    scores,
    warnings,
)
from lackmus.core.verdicts.evaluation import SuiteEvaluation, compare_verdicts, evaluate
from tests.core.campaigns import campaigns, outputs_of_signs, suite_of, verdicts_of

SUITE = suite_of("Ambiguity", "Negation/Negated modal", "Negation/Not", items=2)
ROWS = [(item.category, item.phenomenon) for item in SUITE.items]


def evaluated(choices: Choices | None = None, **systems: str) -> SuiteEvaluation:
    """Six items: two Ambiguity, two Negated modal, two Not."""
    return compare_verdicts(SUITE, verdicts_of(ROWS, systems), choices or Choices())


def test_accuracies_and_averages() -> None:
    """A category pools its items; each average says what it averages."""
    one = evaluated(A="+++-++", B="+-----")
    assert [(row.category, row.phenomenon, row.n, row.accuracy["A"]) for row in one.rows] == [
        ("Ambiguity", None, 2, 100.0),
        ("Ambiguity", "Ambiguity", 2, 100.0),
        ("Negation", None, 4, 75.0),
        ("Negation", "Negated modal", 2, 50.0),
        ("Negation", "Not", 2, 100.0),
    ]
    assert one.averages[Average.MICRO].accuracy["A"] == pytest.approx(500 / 6)
    assert one.averages[Average.CATEGORY_MACRO].accuracy["A"] == pytest.approx((100 + 75) / 2)
    assert one.averages[Average.PHENOMENON_MACRO].accuracy["A"] == pytest.approx((100 + 50 + 100) / 3)
    assert one.averages[Average.MICRO].average == pytest.approx((500 / 6 + 100 / 6) / 2)
    assert one.averages[Average.CATEGORY_MACRO].n == 6


def test_only_fair_items_count() -> None:
    """An open warning of one system takes the item from all; the report says which and because of whom."""
    one = evaluated(A="++?+++", B="++++??", C="++++?+")
    assert (one.fairness.total, one.fairness.fair, one.fairness.excluded) == (6, 3, 3)
    assert one.fairness.excluded_by_category == {"Negation": 3}
    assert one.fairness.prices == {"A": 1, "B": 1, "C": 0}  # only B keeps the last item open
    assert one.warnings["B"].count == 2
    assert one.warnings["B"].share == pytest.approx(100 / 3)


def test_a_row_without_items_is_shown() -> None:
    """n = 0 is kept, left out of averages, and counted."""
    one = evaluated(A="++++??", B="++--++")
    empty = next(row for row in one.rows if row.phenomenon == "Not")
    assert (empty.n, dict(empty.accuracy), empty.best, empty.average) == (0, {}, (), None)
    assert one.findings.uncounted == 1
    assert one.averages[Average.PHENOMENON_MACRO].accuracy["B"] == pytest.approx((100 + 0) / 2)


def test_bounds() -> None:
    """If all open warnings failed, and if all passed, on all items."""
    one = evaluated(A="++?--?", B="++++++")
    assert one.bounds.low["A"] == pytest.approx(100 / 3)
    assert one.bounds.high["A"] == pytest.approx(200 / 3)
    assert (one.bounds.low["B"], one.bounds.high["B"]) == (100, 100)


@pytest.mark.parametrize(
    "order, systems",
    [
        (Order.CATEGORY_MACRO, ("B", "a", "C")),  # B 75, a 50, C 0
        (Order.MICRO, ("a", "B", "C")),  # a 4 of 6, B 3 of 6
        (Order.NAME, ("a", "B", "C")),
        (Order.GIVEN, ("C", "B", "a")),
    ],
)
def test_order_of_columns(order: Order, systems: tuple[str, ...]) -> None:
    """By category macro-average unless asked otherwise."""
    one = evaluated(Choices(order=order), C="------", B="+++---", a="--++++")
    assert one.systems == systems


def test_wins() -> None:
    """In how many categories and phenomena a system is among the best."""
    one = evaluated(A="++++++", B="++----")
    assert one.wins == {"A": 2, "B": 1}
    assert one.phenomenon_wins == {"A": 3, "B": 1}


def test_who_did_not_take_part_is_left_out() -> None:
    """A file of blanks would leave no fair item; it is left out, named, and kept only when asked."""
    suite = suite_of("Ambiguity", items=6)
    outputs = outputs_of_signs(suite, A="+++++-", B="++++--")
    blank = outputs.filter(pl.col("system") == "A").with_columns(
        pl.lit("blank").alias("system"), pl.lit("").alias("text")
    )
    both = pl.concat([outputs, blank])
    assert evaluate(suite, both).left_out == {"blank": "of 6 items: 6 blank"}
    assert evaluate(suite, both).systems == ("A", "B")
    assert evaluate(suite, both, Choices(keep=("blank",))).systems == ("A", "B", "blank")


def test_own_counting() -> None:
    """Contrasts count each system's own settled items, so every test takes two counts."""
    verdicts = verdicts_of(ROWS, {"A": "++??--", "B": "+-+-+-"})
    own = scores(verdicts, ["A", "B"], Counted.OWN)
    assert averages(own, ["A", "B"])[Average.MICRO].counts == {"A": 4, "B": 6}
    assert averages(own, ["A", "B"])[Average.MICRO].accuracy == {"A": 50.0, "B": 50.0}


@pytest.mark.parametrize("test", list(Test))
@pytest.mark.parametrize("correction", list(Correction))
def test_every_test_crowns_the_better(test: Test, correction: Correction) -> None:
    """On many items a large difference is seen by every test, in rows and averages."""
    suite = suite_of("Ambiguity", "Negation", items=40)
    rows = [(item.category, item.phenomenon) for item in suite.items]
    systems = {"good": "+" * 80, "nearly": "-" + "+" * 79, "bad": "+-" * 40}
    one = compare_verdicts(suite, verdicts_of(rows, systems), Choices(testing=Testing(test, correction)))
    for row in (*one.rows, *one.averages.values()):
        assert set(row.best) == {"good", "nearly"}, row


def test_wilson_intervals_on_request() -> None:
    """Accuracies of counts get an interval; means of accuracies do not."""
    one = evaluated(Choices(testing=Testing(intervals=Intervals.WILSON)), A="+++-++", B="+-----")
    low, high = one.averages[Average.MICRO].intervals["A"]
    assert low < 100 * 5 / 6 < high
    assert one.averages[Average.CATEGORY_MACRO].intervals == {}
    assert evaluated(A="++++++").averages[Average.MICRO].intervals == {}


def test_the_signature_names_the_choices() -> None:
    """What was compared, on how many items, by which test, reading and version."""
    plain = evaluated(A="+++-++", B="+----?").signature
    for part in (
        "suite:drawn",
        "pair:de-en",
        "systems:2",
        "items:5/6",
        "test:z",
        "folding:nfc+space+apostrophe",
        "version:",
    ):
        assert part in plain
    testing = Testing(Test.BOOTSTRAP, Correction.HOLM, Intervals.WILSON, samples=200, seed=7)
    chosen = evaluated(Choices(repeats=Repeats.ALL, testing=testing), A="+++-++", B="+----?").signature
    for part in (
        "test:bootstrap",
        "correction:holm",
        "intervals:wilson",
        "samples:200",
        "seed:7",
        "repeats:all",
    ):
        assert part in chosen


def test_nothing_fair() -> None:
    """No fair item is an answer too: rows with n = 0 and the prices."""
    one = evaluated(A="?+++++", B="+?????")
    assert one.fairness.fair == 0
    assert one.fairness.prices == {"A": 1, "B": 5}
    assert "nothing can be compared" in one.in_short


# What holds for every campaign


@given(campaigns(), st.randoms())
def test_order_of_systems_and_items_does_not_matter(drawn, random) -> None:  # type: ignore[no-untyped-def]
    """Rows, averages, bounds and clusters are the same for a shuffled table."""
    rows, systems = drawn
    verdicts = verdicts_of(rows, systems)
    shuffled = verdicts.sample(fraction=1, shuffle=True, seed=random.randrange(1000))
    one, other = (compare_verdicts(SUITE, frame, Choices()) for frame in (verdicts, shuffled))
    assert one.systems == other.systems
    assert one.rows == other.rows
    assert one.averages == other.averages
    assert one.fairness == other.fairness
    assert one.bounds == other.bounds


@given(campaigns(least_systems=2))
def test_another_system_never_adds_fair_items(drawn) -> None:  # type: ignore[no-untyped-def]
    """Whoever joins can only take items away; the price says how many."""
    rows, systems = drawn
    everyone = verdicts_of(rows, systems)
    count = fairness(everyone, list(systems))
    for system in systems:
        without = fairness(everyone.filter(pl.col("system") != system), [s for s in systems if s != system])
        assert without.fair == count.fair + count.prices[system]


@given(campaigns())
def test_micro_is_the_item_weighted_mean_of_categories(drawn) -> None:  # type: ignore[no-untyped-def]
    """All items together are the categories together."""
    rows, systems = drawn
    found = scores(verdicts_of(rows, systems), list(systems))
    micro = averages(found, list(systems))[Average.MICRO]
    categories = [row for row in found if row.phenomenon is None and row.accuracy]
    for system, accuracy in micro.accuracy.items():
        weighted = sum(row.n * row.accuracy[system] for row in categories) / sum(row.n for row in categories)
        assert accuracy == pytest.approx(weighted)


@given(campaigns(), st.randoms())
def test_accuracies_lie_within_their_bounds(drawn, random) -> None:  # type: ignore[no-untyped-def]
    """However the open warnings are settled, the accuracy on all items ends within the bounds;
    and the accuracy on a system's own settled items lies there already."""
    rows, systems = drawn
    verdicts = verdicts_of(rows, systems)
    names = list(systems)
    limits = bounds(verdicts, names)
    settled = {
        name: "".join(random.choice("+-") if sign == "?" else sign for sign in signs)
        for name, signs in systems.items()
    }
    later = averages(scores(verdicts_of(rows, settled), names), names)[Average.MICRO].accuracy
    own = averages(scores(verdicts, names, Counted.OWN), names)[Average.MICRO].accuracy
    for accuracy in (later, own):
        for name, value in accuracy.items():
            assert limits.low[name] - 1e-9 <= value <= limits.high[name] + 1e-9


@given(campaigns(), st.sampled_from(Test), st.sampled_from(Correction))
def test_a_cluster_contains_the_best(drawn, test, correction) -> None:  # type: ignore[no-untyped-def]
    """In every row and average, by every test."""
    rows, systems = drawn
    choices = Choices(testing=Testing(test, correction, samples=50))
    one = compare_verdicts(SUITE, verdicts_of(rows, systems), choices)
    for row in (*one.rows, *one.averages.values()):
        if row.accuracy:
            top = max(row.accuracy.values())
            assert any(row.accuracy[system] == top for system in row.best)
        else:
            assert row.best == ()


@given(campaigns())
def test_warnings_add_up(drawn) -> None:  # type: ignore[no-untyped-def]
    """Counts, shares and counted rows describe one table."""
    rows, systems = drawn
    verdicts = verdicts_of(rows, systems)
    for name, warned in warnings(verdicts, list(systems)).items():
        assert warned.count == systems[name].count("?")
        assert warned.share == pytest.approx(100 * warned.count / len(rows))
    assert counted_rows(verdicts).height == fairness(verdicts, list(systems)).fair * len(systems)


def test_a_score_without_items_has_no_average() -> None:
    """The mean of nothing is not zero."""
    one = evaluated(A="++++++").rows[0]
    assert replace(one, accuracy={}).average is None


@pytest.mark.parametrize("test", list(Test))
@pytest.mark.parametrize("name", ["item", "category", "system", "passed", "*", "^.*$", "0", "a,b", "<b>"])
def test_a_system_may_have_any_name(name: str, test: Test) -> None:
    """Names come from files; none of them may be taken for a column or a pattern of columns."""
    systems = {name: "++++++", "other": "++----"}
    plain = compare_verdicts(SUITE, verdicts_of(ROWS, systems), Choices(testing=Testing(test, samples=100)))
    assert plain.averages[Average.MICRO].accuracy[name] == 100
    assert name in plain.averages[Average.MICRO].best
