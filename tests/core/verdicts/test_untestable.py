"""Texts that are not testable: neither open nor settled, for no accuracy, and counted apart."""

import polars as pl
import pytest

from lackmus.core.base.choices import Choices
from lackmus.core.verdicts.comparison import compare
from lackmus.core.verdicts.differing_items import ComparedItemsFilter, ComparedItemsMode, compared_items
from lackmus.core.verdicts.evaluation import SuiteEvaluation, compare_verdicts
from lackmus.core.verdicts.item_lists import Behind, Mode, item_index, items_behind
from lackmus.core.verdicts.untestable import Untestable
from tests.core.campaigns import suite_of, verdicts_of

SUITE = suite_of("Ambiguity", "Negation/Not", items=2)


def evaluated(**systems: str) -> SuiteEvaluation:
    """Four items: two Ambiguity, two Not; x is not testable."""
    verdicts = verdicts_of([(item.category, item.phenomenon) for item in SUITE.items], systems)
    keys = {f"{number:03}": item.key for number, item in enumerate(SUITE.items)}
    keyed = verdicts.with_columns(pl.col("item").replace_strict(keys))
    return compare_verdicts(SUITE, keyed, Choices())


@pytest.mark.parametrize(
    ("a", "b", "fair", "accuracy", "price", "warnings", "low", "high", "share"),
    [
        ("++--", "++++", 4, 50.0, 0, 0, 50.0, 50.0, 0.0),
        ("++-x", "++++", 3, 200 / 3, 1, 0, 200 / 3, 200 / 3, 25.0),  # unfair, and no bound moves
        ("++x?", "++++", 2, 100.0, 2, 1, 200 / 3, 100.0, 25.0),  # the open one is a warning, the other is not
        ("+++x", "+++x", 3, 100.0, 0, 0, 100.0, 100.0, 25.0),  # it would not be fair without A either
        ("xxxx", "++++", 0, None, 4, 0, 0.0, 100.0, 100.0),  # nothing is known of A
    ],
)
def test_what_it_does_to_a_system(
    a: str,
    b: str,
    fair: int,
    accuracy: float | None,
    price: int,
    warnings: int,
    low: float,
    high: float,
    share: float,
) -> None:
    """The figures of system A beside B."""
    one = evaluated(A=a, B=b)
    assert (one.fairness.fair, one.fairness.prices["A"], one.warnings["A"].count) == (fair, price, warnings)
    assert one.averages["micro"].accuracy.get("A") == (accuracy and pytest.approx(accuracy))  # type: ignore[index]
    assert one.bounds.of("A") == pytest.approx((low, high))
    assert one.untestable["A"].share == share
    assert one.untestable["A"].count == a.count("x")
    apart = a.count("x") + b.count("x")
    assert ("|untestable:" in one.signature) == bool(apart)
    assert not apart or f"|untestable:{apart}|" in one.signature


def test_by_phenomenon() -> None:
    """Only phenomena that have any, each with the share of every system."""
    (row,) = evaluated(A="+++x", B="++xx").untestable_phenomena
    assert (row.category, row.phenomenon, row.n) == ("Negation", "Not", 2)
    assert (row.systems["A"], row.systems["B"]) == (Untestable(1, 50.0), Untestable(2, 100.0))
    assert evaluated(A="++++", B="----").untestable_phenomena == ()


def test_where_it_is_listed() -> None:
    """Its items have a list of their own, for any system or for one, and do not count."""
    index = item_index(evaluated(A="+x+?", B="+++-"))
    for system, many in ((None, 1), ("A", 1), ("B", 0)):
        found = items_behind(index, Behind(system=system, mode=Mode.UNTESTABLE))
        assert (found.counts[Mode.UNTESTABLE], len(found.items)) == (many, many)
        assert all(not one.fair for one in found.items)
    assert items_behind(index, Behind()).counts[Mode.ALL] == 2


def test_item_by_item() -> None:
    """A comparison counts such items apart, even if another text of them is open."""
    one = compare(evaluated(A="+x+x", B="+?--", C="xxxx"), ["A", "B"], Choices())
    total = one.total
    assert (total.n, total.all_pass, total.differ, total.open, total.untestable) == (2, 1, 1, 0, 2)
    assert "|untestable:2|" in one.signature
    found = compared_items(one, ComparedItemsFilter(ComparedItemsMode.UNTESTABLE))
    assert [each.item.id for each in found.items] == ["002", "004"]
