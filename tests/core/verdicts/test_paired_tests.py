"""What an exact paired test would change about the best of rows, beside the published Z-test."""

from dataclasses import replace

import pytest
from hypothesis import given

from lackmus.core.base.choices import (
    By,
    Choices,
    Correction,
    Order,
    Test,
    TestChoice,
    Testing,
    chosen_testing,
)
from lackmus.core.challenges.ranking import RankingChoices, rank
from lackmus.core.verdicts.accuracies import Average, Score
from lackmus.core.verdicts.evaluation import SuiteEvaluation, compare_verdicts
from lackmus.core.verdicts.paired_tests import ClusterChange, PairedTest
from lackmus.tables.verdicts.evaluation import accuracies_table
from lackmus.tables.verdicts.paired_notes import paired_note, paired_values
from tests.core.campaigns import campaigns, suite_of, verdicts_of
from tests.core.rankings import challenge_of, metric_of

SUITE = suite_of("A/Ap")
Z, HOLM = Testing(), Testing(correction=Correction.HOLM)


def evaluated(
    rows: list[tuple[str, str]], systems: dict[str, str], testing: Testing = Z, order: Order = Order.GIVEN
) -> SuiteEvaluation:
    return compare_verdicts(SUITE, verdicts_of(rows, systems), Choices(order=order, testing=testing))


def one_row(testing: Testing = Z, **systems: str) -> SuiteEvaluation:
    """All items in one category of one phenomenon."""
    (n,) = {len(signs) for signs in systems.values()}
    return evaluated([("A", "Ap")] * n, systems, testing)


@pytest.mark.parametrize(
    "best, other, joins, leaves",
    [
        # 200 items, 100 against 88: z = 1.2. Yet the other loses 12 items and wins none: p = 1/4096.
        ("+" * 100 + "-" * 100, "+" * 88 + "-" * 112, [], ["other"]),
        # The same shares, but 44 items are lost and 32 won: a coin does that.
        ("+" * 100 + "-" * 100, "-" * 44 + "+" * 56 + "+" * 32 + "-" * 68, [], []),
        # 4 of 4 against 0 of 4: the Z-test has no error left, a coin wins four times in 1 of 16.
        ("++++", "----", ["other"], []),
        ("+++++", "-----", [], []),  # five times in 1 of 32: both tests tell them apart
        ("++++", "++++", [], []),
        ("----", "----", [], []),  # nobody passes anything
    ],
)
def test_who_would_join_or_leave(best: str, other: str, joins: list[str], leaves: list[str]) -> None:
    found = paired_values(one_row(best=best, other=other).paired)
    assert found is not None
    moved = {"joins": joins, "leaves": leaves}
    assert found["averages"] == {"micro": moved}
    rows = [{"category": "A", "phenomenon": name, **moved} for name in (None, "Ap")]
    assert found["rows"] == (rows if joins or leaves else [])
    assert (found["test"], found["alpha"], found["correction"]) == ("mcnemar", 0.05, "none")


def moved(row: Score, paired: Score) -> ClusterChange:
    return ClusterChange(
        row.category,
        row.phenomenon,
        tuple(name for name in paired.best if name not in row.best),
        tuple(name for name in row.best if name not in paired.best),
    )


@pytest.mark.parametrize("testing", [Z, HOLM], ids=["plain", "holm"])
@given(campaign=campaigns(least_systems=2))
def test_it_foretells_what_mcnemar_finds(
    testing: Testing, campaign: tuple[list[tuple[str, str]], dict[str, str]]
) -> None:
    """The clusters of `--test mcnemar` with the same correction, row by row, to the last system."""
    unpaired = evaluated(*campaign, testing)
    exact = evaluated(*campaign, replace(testing, test=Test.MCNEMAR, samples=100))
    micros = (one.averages[Average.MICRO] for one in (unpaired, exact))
    rows = [*zip(unpaired.rows, exact.rows, strict=True), tuple(micros)]
    expected = [change for before, after in rows if (change := moved(before, after)).joins or change.leaves]
    assert unpaired.paired is not None
    assert list(unpaired.paired.changes) == expected


def test_groups_of_metrics_have_changes_of_their_own() -> None:
    """Within a group only its members are compared, as if the others had not taken part."""
    challenge = challenge_of(*["Negation/Simple"] * 200)
    metrics = [
        metric_of("best", "+" * 150 + "-" * 50, group="one"),
        metric_of("sister", "+" * 138 + "-" * 62, group="one"),
        metric_of("poor", "+" * 60 + "-" * 140, group="two"),
        metric_of("poorer", "+" * 48 + "-" * 152, group="two"),
    ]
    found = rank(challenge, metrics).paired
    assert found is not None and found.grouped
    assert {change.leaves for change in found.changes} == {("sister",)}
    assert {change.leaves for change in found.changes_in_groups} == {("sister", "poorer")}
    values = paired_values(found)
    assert values is not None and values["groups"]["averages"]["micro"]["leaves"] == ["sister", "poorer"]
    chosen = RankingChoices(testing=chosen_testing(TestChoice.PAIRED))
    assert rank(challenge, metrics, chosen).paired is None


@pytest.mark.parametrize("test", [TestChoice.MCNEMAR, TestChoice.BOOTSTRAP, TestChoice.PAIRED])
def test_a_paired_choice_needs_no_remark(test: TestChoice) -> None:
    found = one_row(chosen_testing(test, samples=100), best="+++++-", other="-----+")
    assert found.paired is None and paired_values(found.paired) is None
    assert "paired test" not in " ".join(accuracies_table(found).notes)


def test_one_system_is_compared_with_nobody() -> None:
    assert one_row(alone="++-").paired is None


def test_paired_is_short_for_its_parts() -> None:
    """The same choices, so the same signature and the same numbers."""
    assert chosen_testing(TestChoice.PAIRED) == Testing(Test.MCNEMAR, Correction.HOLM)
    parts = chosen_testing(TestChoice.PAIRED, samples=500, seed=3).parts
    assert (parts["test"], parts["correction"]) == ("mcnemar+bootstrap(macro)", "holm")
    assert (parts["samples"], parts["seed"]) == (500, 3)


@pytest.mark.parametrize("asked", list(TestChoice))
def test_other_tests_are_what_they_are_called(asked: TestChoice) -> None:
    if asked is not TestChoice.PAIRED:
        assert chosen_testing(asked, Correction.HOLM) == Testing(Test(asked), Correction.HOLM)


def changes(count: int, phenomenon: bool = False) -> tuple[ClusterChange, ...]:
    return tuple(ClusterChange(f"C{n}", f"P{n}" if phenomenon else None, ("x",), ()) for n in range(count))


@pytest.mark.parametrize(
    "found, by, said",
    [
        (
            (),
            By.CATEGORY,
            "An exact paired test (McNemar) finds the same best in all 15 rows. "
            "Macro-averages are not tested.",
        ),
        (
            (ClusterChange("C", None, ("x",), ()), ClusterChange(None, None, ("y",), ("x", "z"))),
            By.CATEGORY,
            "An exact paired test (McNemar) would change the best in 2 of 15 rows: Micro: + Ypsilon, − x, z; "
            "C: + x. + joins the best, − leaves them; macro-averages are not tested.",
        ),
        (  # rows that the table does not show are not counted
            changes(3, phenomenon=True),
            By.CATEGORY,
            "An exact paired test (McNemar) finds the same best in all 15 rows. "
            "Macro-averages are not tested.",
        ),
        (
            changes(8),
            By.PHENOMENON,
            "An exact paired test (McNemar) would change the best in 8 of 115 rows: C0: + x; C1: + x; "
            "C2: + x; C3: + x; C4: + x; and 3 more rows, which that test shows. + joins the best, − leaves "
            "them; macro-averages are not tested.",
        ),
        (
            (ClusterChange("C", "P", tuple("abcdef"), ()),),
            By.PHENOMENON,
            "An exact paired test (McNemar) would change the best in 1 of 115 rows: P: + a, b, c, d and 2 "
            "more. + joins the best, − leaves them; macro-averages are not tested.",
        ),
    ],
)
def test_the_sentence(found: tuple[ClusterChange, ...], by: By, said: str) -> None:
    test = PairedTest(14, 100, found, 0.05, Correction.NONE)
    assert paired_note(test, by, "Micro", {"y": "Ypsilon"}) == [said]


def test_the_sentence_names_the_correction_and_groups() -> None:
    test = PairedTest(1, 1, (), 0.05, Correction.HOLM, True, (ClusterChange("C", None, (), ("x",)),))
    assert paired_note(test, By.CATEGORY, "Micro") == [
        "An exact paired test (McNemar, Holm) finds the same best in all 2 rows. Within groups, it would "
        "change the best in 1 of 2 rows: C: − x. + joins the best, − leaves them; "
        "macro-averages are not tested."
    ]


def test_the_sentence_stands_under_the_table() -> None:
    """And speaks of systems as the columns do."""
    best, other = "+" * 100 + "-" * 100, "+" * 88 + "-" * 112
    notes = accuracies_table(one_row(best=best, other=other), By.PHENOMENON, {"other": "O"}).notes
    assert "would change the best in 3 of 3 rows: A: − O; Micro-average (items): − O; Ap: − O." in notes[1]
