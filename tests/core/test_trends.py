"""One suite across campaigns."""

import pytest

from lackmus.core.choices import Choices
from lackmus.core.evaluations import Evaluation, evaluate
from lackmus.core.scores import Average
from lackmus.core.trends import trend, trend_table

from .campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity", "Negation", items=3)


def campaign(**systems: str) -> Evaluation:
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
