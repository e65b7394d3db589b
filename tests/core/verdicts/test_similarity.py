"""How often two systems get the same verdict, and who stands beside whom."""

import sys

import pytest
from hypothesis import given

from lackmus.core.verdicts.similarity import grouped, likeness, side_by_side
from tests.core.campaigns import campaigns, verdicts_of

ITEMS = [("A", "Ap")] * 4


def test_the_share_of_equal_verdicts() -> None:
    """On fair items only: the last one is open for C."""
    verdicts = verdicts_of(ITEMS, {"A": "+++-", "B": "+-+-", "C": "---?"})
    alike = likeness(verdicts, ["A", "B", "C"])
    assert alike["A", "B"] == alike["B", "A"] == pytest.approx(200 / 3)
    assert alike["A", "C"] == 0
    assert alike["B", "C"] == pytest.approx(100 / 3)
    assert len(alike) == 6


@pytest.mark.parametrize("systems", [{"A": "????", "B": "++++"}, {"A": "++--"}])
def test_nothing_to_compare(systems: dict[str, str]) -> None:
    """No fair item, or nobody to be like."""
    assert likeness(verdicts_of(ITEMS, systems), list(systems)) == {}


@given(campaigns(least_systems=2))
def test_likeness_is_a_share(campaign: tuple[list[tuple[str, str]], dict[str, str]]) -> None:
    """As counted by hand, item by item."""
    rows, systems = campaign
    alike = likeness(verdicts_of(rows, systems), list(systems))
    fair = [place for place in range(len(rows)) if all(signs[place] != "?" for signs in systems.values())]
    for (one, other), share in alike.items():
        same = sum(systems[one][place] == systems[other][place] for place in fair)
        assert share == pytest.approx(100 * same / len(fair))
    assert bool(alike) is bool(fair)


@pytest.mark.parametrize(
    "given_order, shares, order",
    [
        ("AB", {"AB": 50}, "AB"),
        ("ABC", {"AB": 10, "AC": 90, "BC": 20}, "ACB"),
        ("ABCD", {"AB": 10, "AC": 95, "AD": 11, "BC": 12, "BD": 90, "CD": 30}, "ACDB"),
        ("A", {}, "A"),
        ("", {}, ""),
    ],
)
def test_similar_systems_are_neighbours(given_order: str, shares: dict[str, float], order: str) -> None:
    """Pairs first, then the ends that fit best; the first given stays in the first half."""
    alike = {(pair[0], pair[1]): share for one, share in shares.items() for pair in (one, one[::-1])}
    assert "".join(side_by_side(given_order, alike)) == order


def test_the_most_and_the_least_alike() -> None:
    """The first of equals, in the order given."""
    alike = likeness(verdicts_of(ITEMS, {"A": "+++-", "B": "+-+-", "C": "--++", "D": "+++-"}), list("ABCD"))
    assert alike.ends == (("A", "D"), ("A", "C"))


@pytest.mark.parametrize("systems, most, groups", [(3, 5, 3), (12, 3, 3), (300, 30, 30)])
def test_groups_of_similar_systems(systems: int, most: int, groups: int) -> None:
    """Every system is in one group; copies of one behaviour stay together, and each group has a middle."""
    signs = {
        f"s{number:03}": format(number % groups, "05b").replace("0", "-").replace("1", "+")
        for number in range(systems)
    }
    alike = likeness(verdicts_of([("A", "Ap")] * 5, signs), list(signs))
    found = grouped(alike, most)
    assert len(found.groups) == groups
    assert sorted(name for group in found.groups for name in group.systems) == sorted(signs)
    assert all(len({signs[name] for name in group.systems}) == 1 for group in found.groups)
    assert all(group.middle in group.systems for group in found.groups)
    assert all(found.shares[at, at] == 100 for at, group in enumerate(found.groups) if len(group.systems) > 1)


def test_no_step_for_every_pair_of_systems() -> None:
    """Agreement of 300 systems, ordered and grouped, calls fewer functions than there are pairs."""
    signs = {
        f"s{number:03}": format(number, "09b").replace("0", "-").replace("1", "+") for number in range(300)
    }
    verdicts = verdicts_of([("A", "Ap")] * 9, signs)
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        alike = likeness(verdicts, list(signs))
        side_by_side(list(signs), alike)
        grouped(alike, 30)
    finally:
        sys.setprofile(None)
    assert calls < 300 * 299 / 2
