"""What systems tend to choose: own counting, means, order, sets of items, references apart."""

from dataclasses import replace

import polars as pl
import pytest

from lackmus.core.base.choices import Intervals, ItemSet, Symmetry, Test, Testing
from lackmus.core.contrasts.out_of_order import Deviation
from lackmus.core.contrasts.shares import CounterpartTally, Panel, ShareMeasure, counts_by, mean, tendencies
from lackmus.core.contrasts.study import FOUND_BY, ContrastStudy, Overall
from lackmus.core.verdicts.judging import VERDICT
from tests.studied import FINITE, NONFINITE, WRITTEN, small_study
from tests.tallied import Counts, real_life, tallied_study

GERUND, PASSIVE = "EN gerund → CS clause", "EN passive → CS active"


@pytest.mark.parametrize(
    "tally, total, share, unknown",
    [
        (CounterpartTally(3, 1, 0), 4, 75.0, 0.0),
        (CounterpartTally(1, 1, 2), 4, 50.0, 50.0),  # Unknown is no part of the share
        (CounterpartTally(0, 5, 5), 10, 0.0, 50.0),
        (CounterpartTally(0, 0, 3), 3, None, 100.0),
        (CounterpartTally(0, 0, 0), 0, None, None),
    ],
)
def test_tally(tally: CounterpartTally, total: int, share: float | None, unknown: float | None) -> None:
    """Good of Good and Bad; percents are of all keywords."""
    assert (tally.total, tally.share, tally.percent(tally.unknown)) == (total, share, unknown)


def test_each_system_counts_its_own() -> None:
    """What is Unknown for one system still counts for the others."""
    found = tendencies(small_study())
    panel = found.panels[ItemSet.SELECTED]
    assert {who: panel.tally(FINITE, who) for who in WRITTEN} == {
        "Ahorn": CounterpartTally(2, 1, 1),
        "Birke": CounterpartTally(1, 3, 0),
        "Linde": CounterpartTally(3, 1, 0),
        "human": CounterpartTally(4, 0, 0),
        "second": CounterpartTally(2, 1, 1),
    }
    assert panel.tally(NONFINITE, "Birke") == CounterpartTally(0, 0, 0)  # nothing of it is selected
    assert panel.means["Ahorn"] == pytest.approx(200 / 3)


def test_means_are_of_contrasts_not_of_keywords() -> None:
    """However many keywords a contrast has, it weighs as much as another."""
    found = tendencies(tallied_study({GERUND: {"A": (90, 10, 0)}, PASSIVE: {"A": (1, 3, 6)}}))
    assert found.leading.means["A"] == pytest.approx((90 + 25) / 2)
    assert found.leading.total("A") == CounterpartTally(91, 13, 6)
    assert found.leading.mean_over(PASSIVE, found.systems) == 25.0


def test_a_contrast_of_which_nothing_is_known_is_no_part_of_a_mean() -> None:
    """A system that has no share at all stands last."""
    found = tendencies(
        tallied_study({GERUND: {"A": (1, 3, 0), "B": (0, 0, 4)}, PASSIVE: {"A": (0, 0, 4), "B": (0, 0, 4)}})
    )
    assert found.leading.means == {"A": 25.0}
    assert found.systems == ("A", "B")


@pytest.mark.parametrize("order", [("Ahorn", "Birke", "Linde"), ("Linde", "Birke", "Ahorn")])
def test_systems_by_mean_share(order: tuple[str, ...]) -> None:
    """Highest first, whatever the order in which they were given; equals by name."""
    assert tendencies(replace(small_study(), systems=order)).systems == ("Linde", "Ahorn", "Birke")
    equal = {GERUND: {"b": (1, 1, 0), "A": (1, 1, 0), "C": (2, 0, 0)}}
    assert tendencies(tallied_study(equal)).systems == ("C", "A", "b")


def test_references_stand_apart() -> None:
    """They are in no order, in no cluster, and in no correlation."""
    found = tendencies(small_study())
    assert found.everybody == ("Linde", "Ahorn", "Birke", "human", "second")
    assert {one for row in found.leading.rows for one in row.best} <= {*found.systems}
    assert set(found.correlated[0].points) == {*found.systems}
    assert found.leading.means["human"] == 100.0
    assert [found.selecting("human", one) for one in ItemSet] == [True, True, False]
    assert not any(found.selecting("second", one) for one in ItemSet)


def test_refined_leads_where_somebody_chose() -> None:
    """What was neither kept nor dropped is pre-selected and no more."""
    kept = {"gerund-dass-s0-3": True, "gerund-dass-s2-3": True, "gerund-dass-s3-3": False}
    found = tendencies(small_study(refined=kept))
    assert list(found.panels) == [ItemSet.REFINED, ItemSet.SELECTED, ItemSet.HITS]
    assert found.leading.tally(FINITE, "Ahorn") == CounterpartTally(1, 1, 0)
    assert found.panels[ItemSet.SELECTED].tally(FINITE, "Ahorn") == CounterpartTally(2, 1, 1)
    assert found.panels[ItemSet.HITS].tally(NONFINITE, "Birke") == CounterpartTally(3, 1, 0)
    assert list(tendencies(small_study()).panels) == [ItemSet.SELECTED, ItemSet.HITS]


def test_a_refined_set_without_items_does_not_lead() -> None:
    """Somebody dropped everything so far."""
    found = tendencies(small_study(refined={"gerund-dass-s0-3": False}))
    assert found.leading.chosen is ItemSet.SELECTED


def test_nothing_is_selected() -> None:
    """There are hits, so there is something to show; without any, there is an empty answer."""
    none = small_study({**WRITTEN, "human": "X" * 4})  # not aligned in any of the four
    assert tendencies(none).leading.chosen is ItemSet.HITS
    empty = replace(none, items=none.items.clear(), verdicts=none.verdicts.clear())
    found = tendencies(empty)
    assert found.leading.means == {}
    assert found.correlated[0].correlation.why_not == "no system has both"


@pytest.mark.parametrize(
    "part, out",
    [
        # In percent of keywords A, B and C have 10, 30, 20 Bad and 50, 60, 70 Good; shares are 83, 67, 78.
        (ShareMeasure.BAD, {"C": Deviation.LOWER}),
        (ShareMeasure.GOOD, {"B": Deviation.HIGHER, "C": Deviation.HIGHER}),
        (ShareMeasure.SHARE, {"C": Deviation.HIGHER}),
    ],
)
def test_bad_good_and_share_have_their_own_order(part: ShareMeasure, out: dict[str, Deviation]) -> None:
    """Of Bad more is worse, and Unknown counts in Bad and Good but not in shares."""
    counts: dict[str, Counts] = {"A": (50, 10, 40), "B": (60, 30, 10), "C": (70, 20, 10)}
    panel = tendencies(tallied_study({GERUND: counts})).leading
    assert panel.out_of_order(GERUND, "ABC", part) == out
    assert Panel(ItemSet.HITS, {}, {}, (), {}).out_of_order(GERUND, "ABC", part) == {}


def test_clusters_of_a_contrast() -> None:
    """By a Z-test on what each system knows; far fewer known keywords tell less."""
    found = tendencies(
        tallied_study(
            {GERUND: {"A": (80, 20, 0), "B": (60, 40, 0), "C": (3, 2, 95), "human": (0, 9, 0)}}, ["human"]
        )
    )
    assert found.leading.best(GERUND) == ("A", "C")
    assert found.leading.best("unheard of") == ()


@pytest.mark.parametrize("test", [Test.MCNEMAR, Test.BOOTSTRAP])
def test_tests_on_the_same_items_take_what_everybody_knows(test: Test) -> None:
    """Unknown is no fail: A is Unknown where B is Good, and on the other items they are alike."""
    study = tallied_study({GERUND: {"A": (20, 20, 60), "B": (20, 20, 60)}})
    better = (pl.col("system") == "B") & (pl.col("verdict") == "warning")
    verdict = pl.when(better).then(pl.lit("pass", VERDICT)).otherwise("verdict").alias("verdict")
    known = replace(study, verdicts=study.verdicts.with_columns(verdict))
    found = tendencies(known, Testing(test=test, samples=200))
    assert found.leading.tally(GERUND, "B").share == 80.0
    assert found.leading.best(GERUND) == ("A", "B")


def test_intervals_if_asked() -> None:
    """Wilson's, for each share."""
    found = tendencies(small_study(), Testing(intervals=Intervals.WILSON))
    low, high = found.leading.intervals(FINITE)["Ahorn"]
    assert low < 200 / 3 < high
    assert tendencies(small_study()).leading.intervals(FINITE) == {}


def test_symmetries_side_by_side() -> None:
    """The leading set with the links of each."""
    found = tendencies(small_study())
    assert list(found.by_symmetry) == [Symmetry.INTERSECTION, Symmetry.GROW]
    assert found.by_symmetry[Symmetry.GROW].tally(FINITE, "Ahorn") == CounterpartTally(2, 2, 0)
    assert found.by_symmetry[Symmetry.INTERSECTION].tallies == found.leading.tallies


@pytest.mark.parametrize(
    "found_by, tally", [("link", CounterpartTally(2, 1, 1)), ("clause", CounterpartTally(0, 0, 4))]
)
def test_symmetries_are_compared_without_fall_backs(found_by: str, tally: CounterpartTally) -> None:
    """What only a fall-back found is Unknown by links alone; elsewhere it counts."""
    study = small_study()
    way = pl.when(pl.col("found_by").is_not_null()).then(pl.lit(found_by, FOUND_BY)).alias("found_by")
    found = tendencies(replace(study, verdicts=study.verdicts.with_columns(way)))
    assert found.by_symmetry[Symmetry.INTERSECTION].tally(FINITE, "Ahorn") == tally
    assert found.leading.tally(FINITE, "Ahorn") == CounterpartTally(2, 1, 1)


def test_correlations_of_every_score_and_set() -> None:
    """Of systems that have both a share and a score; hits are correlated with nothing."""
    study = replace(
        small_study(refined={"gerund-dass-s0-3": True}),
        scores=(
            Overall("BLEU", {"Ahorn": 24.0, "Birke": 19.5, "Linde": 26.0}),
            Overall("human", {"Ahorn": 1.0, "Linde": 2.0, "unknown": 3.0}),
        ),
    )
    found = tendencies(study)
    assert [(one.overall.name, one.chosen, one.correlation.n) for one in found.correlated] == [
        ("BLEU", ItemSet.REFINED, 3),
        ("BLEU", ItemSet.SELECTED, 3),
        ("human", ItemSet.REFINED, 2),
        ("human", ItemSet.SELECTED, 2),
    ]
    assert found.correlated[1].points["Linde"] == (75.0, 26.0)
    assert found.correlated[1].correlation.rho == 1.0


def test_the_signature_changes_with_what_was_chosen() -> None:
    """Who kept other items has other numbers."""
    signatures = {
        tendencies(study).signature
        for study in (small_study(), small_study(refined={"gerund-dass-s0-3": True}), _other())
    }
    assert len(signatures) == 3
    assert "by:human" in tendencies(small_study()).signature
    assert "counted:own" in tendencies(small_study()).signature


def _other() -> ContrastStudy:
    return small_study({**WRITTEN, "Ahorn": "cccI"})


def test_the_same_twice() -> None:
    """Rows in another order change nothing."""
    study = real_life()
    shuffled = replace(study, verdicts=study.verdicts.sample(fraction=1, shuffle=True, seed=4))
    one, other = tendencies(study), tendencies(shuffled)
    assert (one.panels, one.correlated, one.signature) == (other.panels, other.correlated, other.signature)


def test_mean_of_what_is_known() -> None:
    """Nothing has no mean."""
    assert mean([1.0, None, 2.0]) == 1.5
    assert mean([None]) is None


def test_counts_by_reason() -> None:
    """In the order in which reasons are told, whatever the order of verdicts."""
    assert counts_by(small_study().verdicts, "reason") == {
        "Ahorn": {"not aligned": 2},
        "second": {"not aligned": 2},
    }
