"""Tests of what has changed from campaign to campaign."""

from itertools import product
from math import comb

import pytest

from lackmus.core.base.choices import By, Choices
from lackmus.core.base.significance import sign_flip_p, two_tailed_p
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.core.verdicts.joined_names import Joining
from lackmus.core.verdicts.trend import CampaignTrend, checkpoints, trend
from lackmus.tables.table import Level, Table
from lackmus.tables.verdicts.trend import trend_table
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity/lexical", "Ambiguity/structural", "Negation", items=10)


def campaign(**systems: str) -> SuiteEvaluation:
    """Systems judged together; a name may stand for another one, such as Online_A for Online-A."""
    return evaluate(SUITE, outputs_of_signs(SUITE, **systems))


def coin(gained: int, lost: int) -> float:
    """Exact McNemar, two-tailed, written out."""
    flips = gained + lost
    as_far = sum(comb(flips, heads) for heads in range(max(gained, lost), flips + 1))
    return min(1.0, 2.0 * as_far / (1 << flips))


# Lexical ambiguity gains nine items and loses one, structural ambiguity one each, negation nothing.
BEFORE = "---------+" + "+-" + "+" * 8 + "+" * 10
AFTER = "+++++++++-" + "-+" + "+" * 8 + "+" * 10


def followed(**options: object) -> CampaignTrend:
    """One system under two spellings, and another one each year."""
    years = {"x": campaign(Online_A=BEFORE, B=BEFORE), "y": campaign(onlineA=AFTER, C=BEFORE)}
    return trend(years, Choices(), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "row, gained, lost, rows",
    [
        (("Ambiguity", None), 10, 2, 2),
        (("Negation", None), 0, 0, 2),
        (("Ambiguity", "lexical"), 9, 1, 3),
        (("Ambiguity", "structural"), 1, 1, 3),
        (Average.MICRO, 10, 2, 1),
    ],
)
def test_a_system_that_came_back(row: tuple[str, str | None], gained: int, lost: int, rows: int) -> None:
    """Exact McNemar, two-tailed; the smallest p of a level pays for all of its rows."""
    change = followed().change(row, "onlineA", "x", "y")
    assert change is not None
    assert (change.gained, change.lost) == (gained, lost)
    p = coin(gained, lost)
    assert change.p_value == pytest.approx(p)
    assert change.corrected == pytest.approx(min(1.0, rows * p))


def test_the_average_is_tested_on_the_shares_of_its_systems() -> None:
    """Half of the systems won: with one more that stayed the same, a share of each item has changed."""
    one = followed()
    change = one.change(("Ambiguity", None), None, "x", "y")
    assert change is not None
    assert (change.n, change.gained, change.lost) == (20, 10, 2)
    assert change.p_value == pytest.approx(two_tailed_p(10, 2))
    assert one.change(("Ambiguity", None), "B", "x", "y") is None  # took part once


@pytest.mark.parametrize(
    "differences",
    [[1, 2, 3], [5, -1, 2, 2, 0], [3, 3, -3, 6, 9], [-4, 1, 1], [7], [], [2, -2], [1] * 9 + [-1], [-8, 3, 5]],
)
def test_signs_by_lot(differences: list[int]) -> None:
    """The same as trying all signs."""
    reached = abs(sum(differences))
    tried = [
        abs(sum(sign * size for sign, size in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    assert sign_flip_p(differences) == pytest.approx(sum(total >= reached for total in tried) / len(tried))


def test_very_large_sums_are_taken_as_normal() -> None:
    """Which at that size gives the same number as listing them."""
    small = [3, 5, -2, 4, -1, 6, 2, -3] * 40
    large = [size * 10_000 + (place % 2) for place, size in enumerate(small)]
    assert sign_flip_p(large) == pytest.approx(sign_flip_p(small), rel=0.05)


def test_macro_averages_are_resampled() -> None:
    """A change in one category only, and one that is plain in all."""
    one = followed()
    kinds = (Average.CATEGORY_MACRO, Average.PHENOMENON_MACRO)
    assert all((change := one.change(kind, "onlineA", "x", "y")) and change.significant for kind in kinds)
    same = trend({"x": campaign(A=BEFORE), "y": campaign(A=BEFORE)}, Choices())
    assert {change.p_value for change in same.changes.values()} == {1.0}
    assert followed().changes == one.changes  # the same items are drawn again


def test_no_test_of_an_average_on_different_items() -> None:
    """Narrowed to some systems, the others count on items of their own."""
    years = {"x": campaign(A=BEFORE, B="?" + BEFORE[1:]), "y": campaign(A=AFTER, B=AFTER)}
    one = trend(years, Choices(), compared=["A"])
    assert one.change(Average.MICRO, None, "x", "y") is None
    assert one.change(Average.MICRO, "A", "x", "y") is not None
    assert "The average has no test here" in " ".join(trend_table(one).notes)


def test_systems_outside_the_average_have_tests_of_their_own() -> None:
    """On the items that are settled for them in both."""
    years = {"x": campaign(A=BEFORE, U="?" + BEFORE[1:]), "y": campaign(A=BEFORE, U=AFTER)}
    one = trend(years, Choices(), unaveraged={"x": ["U"], "y": ["U"]})
    micro, macro = (one.change(kind, "U", "x", "y") for kind in (Average.MICRO, Average.CATEGORY_MACRO))
    assert micro is not None and (micro.n, micro.gained, micro.lost) == (29, 9, 2)
    assert macro is not None and macro.n == 29
    average = one.change(Average.MICRO, None, "x", "y")
    assert average is not None and (average.n, average.p_value) == (30, 1.0)


def signs(table: Table) -> dict[str, str]:
    """The signs in the column of one system's change."""
    place = [column.name for column in table.columns].index("onlineA Δ")
    return {str(row.cells[0].value): row.cells[place].mark for row in table.rows}


def test_by_phenomenon() -> None:
    """Each category above its phenomena, each level corrected by itself."""
    table = trend_table(followed(), by=By.PHENOMENON)
    assert [(row.cells[0].value, row.level, row.group) for row in table.rows[:5]] == [
        ("Ambiguity", Level.GROUP, ""),
        ("lexical", Level.MEMBER, "Ambiguity"),
        ("structural", Level.MEMBER, "Ambiguity"),
        ("Negation", Level.GROUP, ""),
        ("Negation", Level.MEMBER, "Negation"),
    ]
    assert [row.cells[1].value for row in table.rows[:5]] == [20, 10, 10, 10, 10]
    assert table.columns[0].name == "Phenomenon"
    of = signs(table)
    # 10 : 2 pays for two categories (p = 0.077); 9 : 1 for three phenomena (p = 0.064).
    assert (of["Ambiguity"], of["lexical"], of["Micro-average (items)"]) == ("", "", "*")
    assert signs(trend_table(followed())) == {
        name: sign for name, sign in of.items() if name not in ("lexical", "structural")
    }
    assert [sign for sign, _ in table.legend] == ["*"]
    assert table.rows[1].cells[-1].p == pytest.approx(3 * coin(9, 1))


def test_joined_systems_are_said() -> None:
    """In the notes and in the signature, and names to the letter are systems of their own."""
    one = followed()
    assert one.systems == ("onlineA",)
    note = " ".join(trend_table(one).notes)
    assert "Online_A (x) = onlineA (y), by their spelling" in note
    assert "|joined:x/Online_A=y/onlineA|" in one.signature
    assert "test:mcnemar(two-tailed)+signs(average)+bootstrap(macro)|correction:holm(rows)" in one.signature
    apart = followed(joining=Joining(exact=True))
    assert (apart.systems, "joined" in apart.signature) == ((), False)
    assert "In more than one campaign: none." in " ".join(trend_table(apart).notes)
    assert apart.averages[Average.MICRO].average == one.averages[Average.MICRO].average


def test_what_could_not_be_joined_is_said() -> None:
    """With the campaign that has two of them."""
    years = {"x": campaign(Online_A=BEFORE), "y": campaign(onlineA=AFTER, ONLINEA=AFTER)}
    note = " ".join(trend_table(trend(years, Choices())).notes)
    assert "differ in spelling only: Online_A, onlineA, ONLINEA. y has more than one of them." in note


def test_either_name_can_be_asked_for() -> None:
    """Compared, and outside the average, by the older name or by the latest."""
    plain, older = (followed(compared=[name]) for name in ("onlineA", "Online_A"))
    assert (
        (plain.systems, plain.signature)
        == (older.systems, older.signature)
        == (("onlineA",), plain.signature)
    )
    outside = followed(unaveraged={year: ["Online_A"] for year in "xy"})
    assert outside.unaveraged == {"x": ("Online_A",), "y": ("onlineA",)}
    assert outside.averaged("y") == ["C"]


def test_checkpoints_are_tested_and_never_joined() -> None:
    """Names that differ in spelling only are still different checkpoints."""
    one = checkpoints(campaign(**{"step_1": BEFORE, "step1": AFTER}), ["step_1", "step1"], Choices())
    change = one.change(Average.MICRO, None, "step_1", "step1")
    assert change is not None and change.p_value == pytest.approx(two_tailed_p(2, 10))
    table = trend_table(one)
    assert [row.cells[-1].mark for row in table.rows if row.cells[0].value == "Micro-average (items)"] == [
        "*"
    ]
    assert one.joined.joins == ()
