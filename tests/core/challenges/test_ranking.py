"""Metrics judged by what they prefer."""

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.choices import Correction, Intervals, Order, Test, Testing
from lackmus.core.challenges.metrics import MetricInfo, Need, Scored
from lackmus.core.challenges.preferences import MetricTally, matches, preferences
from lackmus.core.challenges.ranking import MetricRanking, RankingChoices, narrowed, rank
from lackmus.core.suites.suite import UnknownNameError
from lackmus.core.verdicts.accuracies import Average, averages, scores
from lackmus.core.verdicts.clusters import with_best
from tests.core.rankings import challenge_of, metric_of

TEN = ["Negation/Scope"] * 4 + ["Negation/Particle"] * 2 + ["Ambiguity/Lexical"] * 4


def ranked(*metrics: Scored, **choices: object) -> MetricRanking:
    """The ten tuples of two categories, ranked."""
    return rank(challenge_of(*TEN), metrics, RankingChoices(**choices))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "better, worse, higher, tally",
    [
        (0.8, 0.3, True, MetricTally(1, 0, 0)),
        (0.3, 0.8, True, MetricTally(0, 1, 0)),
        (0.3, 0.8, False, MetricTally(1, 0, 0)),  # an error rate: lower is better
        (0.8, 0.3, False, MetricTally(0, 1, 0)),
        (0.5, 0.5, True, MetricTally(0, 0, 1)),
        (0.5, 0.5, False, MetricTally(0, 0, 1)),
        (0.0, -0.0, True, MetricTally(0, 0, 1)),
        (0.1 + 0.2, 0.3, True, MetricTally(1, 0, 0)),  # a last digit is a difference
    ],
)
def test_right_only_if_strictly_better(better: float, worse: float, higher: bool, tally: MetricTally) -> None:
    """A tie is not right, and is counted apart; a metric speaks in its own direction."""
    one = Scored(MetricInfo("m", higher=higher), pl.Series([better]), pl.Series([worse]))
    ranking = rank(challenge_of("Negation"), [one])
    assert ranking.tallies == {"m": tally}
    assert ranking.averages[Average.MICRO].accuracy == {"m": 100.0 * tally.right}


@pytest.mark.parametrize(
    "signs, right, wrong, ties, accuracy, tau",
    [
        ("++++++++++", 10, 0, 0, 100, 1.0),
        ("----------", 0, 10, 0, 0, -1.0),
        ("==========", 0, 0, 10, 0, None),  # only ties: there is no tau
        ("++++++--==", 6, 2, 2, 60, 0.5),
        ("+-========", 1, 1, 8, 10, 0.0),
    ],
)
def test_tally(signs: str, right: int, wrong: int, ties: int, accuracy: float, tau: float | None) -> None:
    """Accuracy counts ties as not right, tau leaves them out."""
    tally = ranked(metric_of("m", signs)).tallies["m"]
    assert (tally.right, tally.wrong, tally.ties, tally.n) == (right, wrong, ties, 10)
    assert (tally.accuracy, tally.tau) == (accuracy, tau)


def test_rows_and_averages() -> None:
    """Categories pool their tuples; the averages are those of systems."""
    one = ranked(metric_of("m", "++=-" + "+-" + "++++"), metric_of("n", "----" + "++" + "----"))
    assert [(row.category, row.phenomenon, row.n) for row in one.rows] == [
        ("Ambiguity", None, 4),
        ("Ambiguity", "Lexical", 4),
        ("Negation", None, 6),
        ("Negation", "Particle", 2),
        ("Negation", "Scope", 4),
    ]
    assert [row.accuracy["m"] for row in one.rows] == [100, 100, 50, 50, 50]
    means = {kind: row.accuracy for kind, row in one.averages.items()}
    assert means[Average.MICRO] == {"m": 70, "n": 20}
    assert means[Average.CATEGORY_MACRO] == pytest.approx({"m": 75, "n": 100 / 6})
    assert means[Average.PHENOMENON_MACRO] == pytest.approx({"m": 200 / 3, "n": 100 / 3})
    assert one.averages[Average.MICRO].average == 45  # the mean over metrics
    assert one.row_tallies["Negation", None]["m"] == MetricTally(3, 2, 1)
    assert one.row_tallies["Negation", "Scope"]["m"] == MetricTally(2, 1, 1)
    assert one.taus(Average.CATEGORY_MACRO)["m"] == pytest.approx((1 + 1 / 5) / 2)


def test_small_phenomena_are_hidden() -> None:
    """They have no row and no part in the macro-average of phenomena; their categories keep their tuples."""
    one = ranked(metric_of("m", "++--" + "++" + "++++"), min_items=3)
    assert [row.phenomenon for row in one.phenomena] == ["Lexical", "Scope"]
    assert one.hidden == 1
    assert [row.n for row in one.categories] == [4, 6]
    assert one.averages[Average.MICRO].accuracy == {"m": 80}
    assert one.averages[Average.PHENOMENON_MACRO].accuracy == {"m": 75}
    assert one.averages[Average.PHENOMENON_MACRO].n == 8
    assert ("Negation", "Particle") not in one.row_tallies
    assert "min-items:3" in one.signature


@pytest.mark.parametrize("test", Test)
def test_all_phenomena_may_be_hidden(test: Test) -> None:
    """Then there is no macro-average of phenomena, and no crash."""
    metrics = metric_of("m", "+" * 10), metric_of("n", "-" * 10)
    one = ranked(*metrics, min_items=100, testing=Testing(test, samples=20))
    assert one.averages[Average.PHENOMENON_MACRO].accuracy == {}
    assert one.averages[Average.CATEGORY_MACRO].best == ("m",)
    assert set(one.taus(Average.PHENOMENON_MACRO).values()) == {None}


def test_the_bootstrap_sees_no_hidden_phenomenon() -> None:
    """What is left out of an average is left out of its test: here the hidden one would turn the cluster."""
    challenge = challenge_of(*["A/large"] * 20, "A/small")
    metrics = [metric_of("m", "+" * 20 + "-"), metric_of("n", "+" * 16 + "-" * 4 + "+")]
    testing = Testing(Test.BOOTSTRAP, samples=200)
    hiding, showing = (
        rank(challenge, metrics, RankingChoices(min_items=least, testing=testing)) for least in (2, 1)
    )
    assert hiding.averages[Average.PHENOMENON_MACRO].best == ("m",)
    assert showing.averages[Average.PHENOMENON_MACRO].best == ("n",)


def test_groups_stand_side_by_side() -> None:
    """The known ones first, users' own by name; the best first in each."""
    one = ranked(
        metric_of("free", "+" * 10, needs=(Need.SOURCE,)),
        metric_of("weak", "+" * 3 + "-" * 7),
        metric_of("mine", "+" * 5 + "-" * 5),
        metric_of("strong", "+" * 9 + "-"),
        metric_of("plain", "+" * 2 + "-" * 8, group="baseline"),
        metric_of("other", "-" * 10, group="Aardvarks"),
        groups={"mine": "our own", "nobody": "nowhere"},
    )
    assert list(one.members) == ["baseline", "reference-based", "reference-free", "Aardvarks", "our own"]
    assert one.metrics == ["plain", "strong", "weak", "free", "other", "mine"]
    assert one.groups["mine"] == "our own"
    assert [each.about.name for each in one.scored] == one.metrics


@pytest.mark.parametrize(
    "order, metrics",
    [
        (Order.CATEGORY_MACRO, ["b", "a", "C"]),
        (Order.MICRO, ["a", "b", "C"]),
        (Order.NAME, ["a", "b", "C"]),
        (Order.GIVEN, ["C", "b", "a"]),
    ],
)
def test_order(order: Order, metrics: list[str]) -> None:
    """As asked, within each group."""
    c, b = metric_of("C", "-" * 10), metric_of("b", "-" * 6 + "+" * 4)
    assert ranked(c, b, metric_of("a", "+" * 5 + "-" * 5), order=order).metrics == metrics


def test_the_order_of_files_says_nothing() -> None:
    """Same metrics in another order, same tuples in another order: the same ranking."""
    challenge = challenge_of(*TEN)
    metrics = [metric_of("b", "+-" * 5), metric_of("B", "-+" * 5), metric_of("c", "+" * 5 + "=" * 5)]
    choices = RankingChoices(testing=Testing(Test.BOOTSTRAP, samples=50))
    mixed = [7, 3, 0, 9, 1, 4, 8, 2, 6, 5]
    again = replace(challenge, tuples=challenge.tuples[mixed])
    turned = [replace(one, better=one.better[mixed], worse=one.worse[mixed]) for one in reversed(metrics)]
    one, other = rank(challenge, metrics, choices), rank(again, turned, choices)
    assert (one.signature, one.metrics, one.rows) == (other.signature, other.metrics, other.rows)
    assert one.averages == other.averages


TESTS = [Testing(test, correction, samples=100) for test in Test for correction in Correction]


@pytest.mark.parametrize("testing", TESTS, ids=lambda one: f"{one.test}-{one.correction}")
def test_clusters_are_those_of_systems(testing: Testing) -> None:
    """Over all metrics as among systems; within a group as if the others had not taken part.

    Who is alone in a group has beaten nobody there.
    """
    metrics = [
        metric_of("a", "+" * 38 + "-" * 2, group="one"),
        metric_of("b", "+" * 30 + "-" * 10, group="one"),
        metric_of("c", "-" * 6 + "+" * 25 + "=" * 9, group="two"),
        metric_of("d", "+" * 12 + "-" * 28, group="two"),
        metric_of("e", "-" * 40, group="three"),
    ]
    challenge = challenge_of(*["A/x"] * 10, *["A/y"] * 10, *["B/z"] * 20)
    one = rank(challenge, metrics, RankingChoices(testing=testing))
    verdicts = preferences(challenge, metrics)
    for names, field in [
        (one.metrics, "best"),
        *((names, "best_of_group") for names in one.members.values() if len(names) > 1),
    ]:
        rows = scores(verdicts, names)
        wanted, means = with_best(rows, averages(rows, names), verdicts, names, testing)
        for got, want in zip([*one.rows, *one.averages.values()], [*wanted, *means.values()], strict=True):
            assert tuple(name for name in getattr(got, field) if name in names) == want.best
    assert not any("e" in row.best_of_group for row in one.rows)
    micro = one.averages[Average.MICRO]
    assert "a" in micro.best
    assert "d" not in micro.best_of_group


def test_intervals_if_asked() -> None:
    """Wilson's, as for systems."""
    one = ranked(metric_of("m", "+" * 10), testing=Testing(intervals=Intervals.WILSON))
    assert one.averages[Average.MICRO].intervals["m"] == pytest.approx((72.2467, 100))
    assert ranked(metric_of("m", "+" * 10)).averages[Average.MICRO].intervals == {}


def test_one_tuple_and_only_ties() -> None:
    """A row of one tuple shows nothing; where everybody ties, everybody is best."""
    one = rank(challenge_of("A"), [metric_of("m", "="), metric_of("n", "=")])
    assert [row.best for row in one.rows] == [("m", "n"), ("m", "n")]
    assert one.wins == {"m": 1, "n": 1}


@pytest.mark.parametrize("name", ["item", "*", "a|b:c", "^x$", "système “é”", "tie", "line\nbreak", ""])
@pytest.mark.parametrize("test", Test)
def test_any_name_is_a_name(name: str, test: Test) -> None:
    """Names are data: none of them is a column, a pattern or a part of the signature."""
    metrics = metric_of(name, "+" * 9 + "-"), metric_of("system", "-" * 10, group=f"g {name}")
    one = ranked(*metrics, testing=Testing(test, samples=20))
    assert one.tallies[name] == MetricTally(9, 1, 0)
    assert one.averages[Average.MICRO].best == (name,)
    assert "\n" not in one.signature


@pytest.mark.parametrize(
    "metrics, said",
    [
        ([metric_of("m", "+" * 10), metric_of("m", "-" * 10)], "several called m"),
        ([metric_of("m", "+" * 9)], "no number for every tuple"),
        ([Scored(MetricInfo("m"), pl.Series([float("nan")] * 10), pl.Series([1.0] * 10))], "no number"),
        (
            [Scored(MetricInfo("m"), pl.Series([None] * 10, dtype=pl.Float64), pl.Series([1.0] * 10))],
            "no number",
        ),
        ([], "needs a metric"),
    ],
)
def test_what_cannot_be_ranked(metrics: list[Scored], said: str) -> None:
    """Whoever reads scores has to see to it."""
    with pytest.raises(ValueError, match=said):
        ranked(*metrics)


def test_tuples_have_names_of_their_own() -> None:
    """Or two of them would count as one."""
    twice = challenge_of("A", "A")
    same = replace(twice, tuples=twice.tuples.with_columns(pl.lit("t").alias("tuple")))
    with pytest.raises(ValueError, match="share a name"):
        rank(same, [metric_of("m", "++")])


def test_signature() -> None:
    """The challenge's own parts, then what was ranked and how; a seed of each kind."""
    one = ranked(metric_of("m", "+" * 10), testing=Testing(Test.BOOTSTRAP, samples=20, seed=3))
    parts = dict(part.split(":", 1) for part in one.signature.split("|"))
    assert (parts["challenge"], parts["seed"], parts["built-by"]) == ("drawn", "7", "0.0")
    assert (parts["tuples"], parts["metrics"], parts["pair"]) == ("10", "1", "de-en")
    assert (parts["test"], parts["samples"], parts["test-seed"]) == ("bootstrap", "20", "3")
    assert parts["groups"] == "reference-based(1)"
    other = ranked(metric_of("m", "+" * 9 + "="), testing=one.choices.testing)
    assert other.signature != one.signature  # one preference is another ranking


@pytest.mark.parametrize(
    "pair, categories, phenomena, places",
    [
        (None, [], [], [0, 1, 2, 3]),
        ("de-en", [], [], [0, 2]),
        (None, ["A"], [], [0, 1]),
        (None, [], ["y"], [1, 2]),
        (None, ["A"], ["y"], [1]),
        ("de-en", ["A", "B"], ["x", "y"], [0, 2]),
    ],
)
def test_a_part_of_a_challenge(
    pair: str | None, categories: list[str], phenomena: list[str], places: list[int]
) -> None:
    """One pair, some categories, some phenomena; scores go with their tuples."""
    challenge = challenge_of("A/x", "A/y", "B/y", "B/z", pairs=("de-en", "en-de"))
    metric = Scored(MetricInfo("m"), pl.Series([0.0, 1.0, 2.0, 3.0]), pl.Series([0.5] * 4))
    part, (scored,) = narrowed(challenge, [metric], pair, categories, phenomena)
    assert part.tuples["tuple"].to_list() == [f"t{place:04}" for place in places]
    assert scored.better.to_list() == places
    assert len(scored.worse) == len(places)
    assert len(part.segments) == 2 * len(places)  # their own, not those of the whole
    signed = rank(part, [scored]).signature
    assert ("only:" in signed) == bool(categories or phenomena)
    assert f"|pair:{'+'.join(part.pairs)}|" in signed


def test_a_part_of_a_part() -> None:
    """It says how it was narrowed, twice."""
    part = challenge_of("A/x", "A/y", "B/y").only(categories=["A"]).only(phenomena=["y"])
    assert part.tuples.height == 1
    assert part.about["only"] == "A > y"


@pytest.mark.parametrize(
    "asked, said",
    [
        ({"pair": "xx-yy"}, "no pair xx-yy. There are de-en"),
        ({"categories": ["C"]}, "no category C. There are A, B"),
        ({"categories": ["B"], "phenomena": ["x"]}, "no phenomenon x. There are y"),
    ],
)
def test_a_part_that_is_not_there(asked: dict[str, object], said: str) -> None:
    """The names that are there are listed."""
    with pytest.raises(UnknownNameError, match=said):
        challenge_of("A/x", "B/y").only(**asked)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "first, second, counts, p_value",
    [
        ("++++++----", "++++++----", (6, 0, 0, 4), 1.0),
        ("++++++----", "------====", (0, 6, 0, 4), 2 / 2**6),
        ("++++==----", "++--++--++", (2, 2, 4, 2), 2 * (15 + 6 + 1) / 2**6),
    ],
)
def test_mcnemar(first: str, second: str, counts: tuple[int, ...], p_value: float) -> None:
    """Only the tuples on which one of the two is right speak, as fair coins would; a tie is not right."""
    (match,) = matches(challenge_of(*TEN), [metric_of("a", first), metric_of("b", second)])
    assert (match.both, match.only_first, match.only_second, match.neither) == counts
    assert match.p_value == match.corrected == pytest.approx(min(1.0, p_value))


def test_matches_pay_for_each_other() -> None:
    """Three metrics are three pairs: the smallest p pays for all of them."""
    metrics = [metric_of("a", "+" * 10), metric_of("b", "+" * 10), metric_of("c", "-" * 10)]
    found = matches(challenge_of(*TEN), metrics)
    assert [(one.first, one.second) for one in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [one.corrected for one in found] == pytest.approx([1.0, 3 * 2 / 2**10, 3 * 2 / 2**10])


@given(st.lists(st.text("+-=", min_size=10, max_size=10), min_size=1, max_size=4), st.booleans())
def test_direction_makes_no_difference(drawn: list[str], named: bool) -> None:
    """A metric and its negative with the other direction are the same metric; rows add up to the whole."""
    up = [metric_of(f"m{place}", signs) for place, signs in enumerate(drawn)]
    down = [metric_of(f"m{place}", signs, higher=False) for place, signs in enumerate(drawn)]
    order = Order.NAME if named else Order.MICRO
    one, other = ranked(*up, order=order), ranked(*down, order=order)
    assert (one.rows, one.averages, one.signature) == (other.rows, other.averages, other.signature)
    for place, signs in enumerate(drawn):
        tally = one.tallies[f"m{place}"]
        assert (tally.right, tally.wrong, tally.ties) == tuple(map(signs.count, "+-="))
        for part in ("right", "wrong", "ties"):
            of_rows = [getattr(one.tallies_of(row)[f"m{place}"], part) for row in one.phenomena]
            assert sum(of_rows) == getattr(tally, part)
