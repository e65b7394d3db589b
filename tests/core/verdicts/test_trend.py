"""One suite across campaigns."""

import pytest

from lackmus.core.base.choices import Choices
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate
from lackmus.core.verdicts.trend import checkpoints, trend
from lackmus.tables.verdicts.trend import trend_table
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity", "Negation", items=3)


def campaign(**systems: str) -> SuiteEvaluation:
    """Systems judged together."""
    return evaluate(SUITE, outputs_of_signs(SUITE, **systems))


def test_only_items_fair_in_all_campaigns_count() -> None:
    """An item that is open in one year says nothing about the change to the next."""
    one = trend(
        {"2025": campaign(A="+-?+--", B="++++++"), "2026": campaign(A="+++++?", C="-+++--")}, Choices()
    )
    assert one.common == 4  # the third is open in 2025, the last in 2026
    assert one.systems == ("A",)
    assert one.averages[Average.MICRO].accuracy == {
        ("2025", "A"): 50.0,
        ("2025", "B"): 100.0,
        ("2026", "A"): 100.0,
        ("2026", "C"): 50.0,
    }


def test_differences_and_the_average_over_all_systems() -> None:
    """Same-name columns in points, and a mean over whoever took part in each year."""
    one = trend(
        {"2025": campaign(A="++----", B="++++++"), "2026": campaign(A="++++--", C="------")}, Choices()
    )
    micro = one.averages[Average.MICRO]
    assert micro.difference("A", "2025", "2026") == pytest.approx(100 / 3)
    assert micro.average == {"2025": pytest.approx(200 / 3), "2026": pytest.approx(100 / 3)}
    assert micro.average_difference("2025", "2026") == pytest.approx(-100 / 3)
    assert micro.difference("B", "2025", "2026") is None
    ambiguity = one.rows[0]
    assert (ambiguity.category, ambiguity.n) == ("Ambiguity", 3)
    assert ambiguity.difference("A", "2025", "2026") == pytest.approx(100 / 3)


def test_compared_systems_decide_what_is_fair() -> None:
    """Narrowed to one system, the others' warnings take no item away; the average still hears them all."""
    campaigns = {"2025": campaign(A="++++++", B="??+-+-"), "2026": campaign(A="+++++-", B="++++??")}
    assert trend(campaigns, Choices()).common == 2
    one = trend(campaigns, Choices(), compared=["A"])
    assert (one.common, one.systems) == (6, ("A",))
    assert one.averages[Average.MICRO].average["2025"] == pytest.approx((100 + 50) / 2)


def test_table_of_a_trend() -> None:
    """Campaigns and their difference side by side, for the average and each system that came back."""
    table = trend_table(trend({"x": campaign(A="++----"), "y": campaign(A="++++--")}, Choices()))
    assert [column.name for column in table.columns] == [
        "Category", "n", "Average x", "Average y", "Average Δ", "A x", "A y", "A Δ",
    ]  # fmt: skip
    assert [cell.value for cell in table.rows[0].cells][:2] == ["Ambiguity", 3]
    assert "trend:x+y" in table.signature


def test_three_campaigns_have_two_steps() -> None:
    """Each difference names its two campaigns."""
    years = {name: campaign(A="++++--") for name in ("x", "y", "z")}
    names = [column.name for column in trend_table(trend(years, Choices())).columns]
    assert "A Δ x→y" in names
    assert "A Δ y→z" in names


def test_systems_outside_the_average() -> None:
    """They change neither the mean nor the items, and keep their own columns."""
    campaigns = {
        "2025": campaign(A="++----", U="?+----"),
        "2026": campaign(A="++++--", U="+?++++", V="??----"),
    }
    assert trend(campaigns, Choices()).common == 4
    one = trend(campaigns, Choices(), unaveraged={"2025": ["U"], "2026": ["U", "V"]})
    assert one.common == 6
    micro = one.averages[Average.MICRO]
    assert micro.average == {"2025": pytest.approx(100 / 3), "2026": pytest.approx(200 / 3)}
    assert one.systems == ("A", "U")
    # The first two items are open for U in one of the years, so they count for it in neither.
    assert (micro.accuracy["2025", "U"], micro.accuracy["2026", "U"]) == (0.0, 100.0)
    assert one.averaged("2026") == ["A"]
    assert "unaveraged:2025/U+2026/U+2026/V|" in one.signature
    note = " ".join(trend_table(one, {"U": "Unsupervised"}).notes)
    assert "(2025 1, 2026 1)" in note
    assert "Not in the average: 2025 Unsupervised; 2026 Unsupervised, V." in note


@pytest.mark.parametrize("kind", Average)
def test_the_average_is_that_without_them(kind: Average) -> None:
    """Row by row as if they had been left out altogether."""
    years = {"x": {"A": "+-?+--", "U": "+-??+-"}, "y": {"A": "+++-+?", "B": "+-+-+-", "U": "++++++"}}
    outside = {year: ["U"] for year in years}
    whole = trend({year: campaign(**one) for year, one in years.items()}, Choices(), unaveraged=outside)
    without = {
        year: campaign(**{name: signs for name, signs in one.items() if name != "U"})
        for year, one in years.items()
    }
    less = trend(without, Choices())
    assert whole.averages[kind].average == less.averages[kind].average
    assert [(row.category, row.n, row.average) for row in whole.rows] == [
        (row.category, row.n, row.average) for row in less.rows
    ]


def test_asked_for_by_name_they_decide() -> None:
    """A column that is wanted must be fair, in the average or not."""
    campaigns = {"x": campaign(A="++++++", U="??+-+-"), "y": campaign(A="+++++-", U="++++++")}
    one = trend(campaigns, Choices(), compared=["A", "U"], unaveraged={"x": ["U"], "y": ["U"]})
    assert one.common == 4
    assert one.averages[Average.MICRO].average == {"x": 100.0, "y": 75.0}


@pytest.mark.parametrize(
    "unaveraged, said",
    [({"x": ["A"]}, "no system of x is left for the average"), ({"x": ["Z"], "z": ["A"]}, None), ({}, None)],
)
def test_whom_an_average_can_do_without(unaveraged: dict[str, list[str]], said: str | None) -> None:
    """Not everybody; names that are not there change nothing."""
    campaigns = {"x": campaign(A="++++++"), "y": campaign(A="+++++-")}
    if said:
        with pytest.raises(ValueError, match=said):
            trend(campaigns, Choices(), unaveraged=unaveraged)
    else:
        plain = trend(campaigns, Choices())
        one = trend(campaigns, Choices(), unaveraged=unaveraged)
        assert (one.signature, one.unaveraged) == (plain.signature, {})


def test_no_campaigns() -> None:
    """Nothing to follow."""
    with pytest.raises(ValueError, match="needs campaigns"):
        trend({}, Choices())


def test_checkpoints_of_a_model() -> None:
    """Systems of one campaign in the order given, on the items settled for all that are named."""
    evaluation = campaign(B="++++--", A="+-?+--", C="++++++", other="??????")
    one = checkpoints(evaluation, ["A", "B", "C"], Choices())
    assert (one.campaigns, one.common, one.checkpoints) == (("A", "B", "C"), 5, True)
    assert one.averages[Average.MICRO].average == {"A": 40.0, "B": 60.0, "C": 100.0}
    assert [(row.category, row.n, row.average) for row in one.rows] == [
        ("Ambiguity", 2, {"A": 50.0, "B": 100.0, "C": 100.0}),
        ("Negation", 3, {"A": pytest.approx(100 / 3), "B": pytest.approx(100 / 3), "C": 100.0}),
    ]
    assert one.signature.startswith("checkpoints:A+B+C|suite:drawn|")
    table = trend_table(one, {"A": "10k"})
    assert [column.name for column in table.columns] == [
        "Category", "n", "10k", "B", "C", "Δ 10k→B", "Δ B→C",
    ]  # fmt: skip
    assert table.notes[0] == "5 items are settled for all 3 checkpoints."
    assert table.notes[1].startswith("Changes are tested on the same items: exact McNemar, two-tailed;")


def test_checkpoints_are_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are: what was evaluated together is only taken apart."""
    evaluation = campaign(**{f"s{number}": "++?+--" for number in range(9)})

    def never(*_: object, **__: object) -> None:
        raise AssertionError("evaluated again")

    monkeypatch.setattr("lackmus.core.verdicts.evaluation.scores", never)
    one = checkpoints(evaluation, [f"s{number}" for number in range(9)], Choices())
    assert one.averages[Average.MICRO].average == {f"s{number}": 60.0 for number in range(9)}


@pytest.mark.parametrize("systems", [[], ["A", "A"]])
def test_what_are_no_checkpoints(systems: list[str]) -> None:
    """Nobody, or the same twice."""
    with pytest.raises(ValueError, match="checkpoints are different systems"):
        checkpoints(campaign(A="++++++"), systems, Choices())
