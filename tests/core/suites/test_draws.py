"""Which items are drawn, how many of each kind, and that the same seed draws them again."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.suites.draws import ALL, Amount, Per, draw
from lackmus.core.suites.suite import Item
from tests.core.campaigns import suite_of

MIXED = suite_of(*["A/p"] * 10, *["A/q"] * 3, *["B/r"] * 5, "B/s").items  # 19 items


def phenomena(items: tuple[Item, ...]) -> dict[str, int]:
    """How many of each phenomenon."""
    return dict(Counter(item.phenomenon for item in items))


@pytest.mark.parametrize(
    "written, amount",
    [
        ("all", ALL),
        (" All ", ALL),
        ("20", Amount(count=20)),
        ("10%", Amount(share=Fraction(1, 10))),
        ("10 %", Amount(share=Fraction(1, 10))),
        ("2.5%", Amount(share=Fraction(1, 40))),
        ("2,5 %", Amount(share=Fraction(1, 40))),
        ("100%", Amount(share=Fraction(1))),
    ],
)
def test_amounts(written: str, amount: Amount) -> None:
    """What users write; written again, it is read as the same."""
    assert Amount.parse(written) == amount
    assert Amount.parse(str(amount)) == amount


@pytest.mark.parametrize("written", ["", "0", "-3", "0%", "101%", "1.5", "ten", "%", "10%%", "٣", "1e3"])
def test_no_amounts(written: str) -> None:
    """The message says what would be one."""
    with pytest.raises(ValueError, match=r"is no amount: write “all”, a number from 1 such as 20"):
        Amount.parse(written)


@pytest.mark.parametrize(
    "amount, per, drawn",
    [
        ("all", Per.SUITE, {"p": 10, "q": 3, "r": 5, "s": 1}),
        ("2", Per.PHENOMENON, {"p": 2, "q": 2, "r": 2, "s": 1}),
        ("99", Per.PHENOMENON, {"p": 10, "q": 3, "r": 5, "s": 1}),
        ("50%", Per.PHENOMENON, {"p": 5, "q": 2, "r": 3, "s": 1}),  # halves go up
        ("1%", Per.PHENOMENON, {"p": 1, "q": 1, "r": 1, "s": 1}),  # of each at least one
        ("4", Per.CATEGORY, {"p": 3, "q": 1, "r": 3, "s": 1}),
        ("1%", Per.CATEGORY, {"p": 1, "q": 1, "r": 1, "s": 1}),
        ("50%", Per.CATEGORY, {"p": 5, "q": 2, "r": 2, "s": 1}),
        ("10", Per.SUITE, {"p": 5, "q": 1, "r": 3, "s": 1}),  # 5.3, 1.6, 2.6, 0.5
        ("5", Per.SUITE, {"p": 2, "q": 1, "r": 1, "s": 1}),  # 2.6, 0.8, 1.3, 0.3: p pays for the one of s
        ("1%", Per.SUITE, {"p": 1, "q": 1, "r": 1, "s": 1}),
    ],
)
def test_how_many_of_each(amount: str, per: Per, drawn: dict[str, int]) -> None:
    """Spread over the phenomena in proportion, one of each where that is possible."""
    assert phenomena(draw(MIXED, Amount.parse(amount), per, seed=3)) == drawn


def test_a_count_is_kept_even_where_phenomena_are_more() -> None:
    """Three of four phenomena, if three were asked for."""
    assert len(draw(MIXED, Amount(count=3))) == 3


@given(st.randoms(), st.integers(0, 99), st.integers(1, 19), st.sampled_from(Per))
def test_file_order_is_no_part_of_the_draw(random: Random, seed: int, count: int, per: Per) -> None:
    """Keys and seed say which; they come back in the order of the file."""
    other = list(MIXED)
    random.shuffle(other)
    amount = Amount(count=count)
    first, second = draw(MIXED, amount, per, seed), draw(other, amount, per, seed)
    assert set(first) == set(second)
    assert [item for item in other if item in set(first)] == list(second)


@given(st.integers(0, 99), st.integers(1, 9))
def test_more_includes_fewer(seed: int, count: int) -> None:
    """Who asks for more of every phenomenon keeps what is already translated."""
    fewer, more = (draw(MIXED, Amount(count=many), Per.PHENOMENON, seed) for many in (count, count + 1))
    assert set(fewer) < set(more)


def test_another_seed_draws_others() -> None:
    """The seed matters."""
    drawn = {draw(MIXED, Amount(count=5), seed=seed) for seed in range(10)}
    assert len(drawn) > 5


def test_only_among_some() -> None:
    """The items a system failed last time; keys of items that are no more are passed over."""
    failed = [MIXED[0].key, MIXED[11].key, "de-en:gone"]
    assert draw(MIXED, among=failed) == (MIXED[0], MIXED[11])
    assert draw(MIXED, among=[]) == ()


def test_reserved_items_are_asked_for() -> None:
    """A secret is drawn only by who says so, even if named."""
    items = (replace(MIXED[0], reserved=True), *MIXED[1:])
    assert draw(items) == MIXED[1:]
    assert draw(items, among={MIXED[0].key}) == ()
    assert draw(items, reserved=True) == items
