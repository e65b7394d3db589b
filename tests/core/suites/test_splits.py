"""Which part of a suite is kept secret."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil, floor
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.pairs import Pair
from lackmus.core.suites.splits import given_away, reserve
from lackmus.core.suites.suite import Draft, Item, Suite
from lackmus.read.suites import read_suite
from tests.core.campaigns import suite_of


def sizes(suite: Draft, keys: frozenset[str]) -> dict[str, int]:
    """How many of each phenomenon are reserved."""
    return dict(Counter(item.phenomenon for item in suite.items if item.key in keys))


def with_paradigms(suite: Suite, paradigms: str) -> Suite:
    """One letter per item; a dot is none."""
    items = zip(suite.items, paradigms, strict=True)
    return Suite("drawn", tuple(replace(item, paradigm=None if p == "." else p) for item, p in items))


@pytest.mark.parametrize(
    "made, share, total",
    [
        ({"p": 7}, 0.5, {3, 4}),
        ({"p": 7, "q": 7}, 0.5, {7}),  # 3 + 4, not 4 + 4
        ({"p": 7, "q": 7, "r": 7, "s": 7}, 0.5, {14}),
        ({"p": 10, "q": 5, "r": 5}, 0.1, {3}),  # 1 + 0.5 + 0.5, but of each at least one
        ({"p": 2, "q": 2, "r": 2}, 0.9, {3}),  # never all
        ({"p": 1, "q": 1, "r": 1, "s": 1}, 0.5, {2}),
        ({"p": 5}, 0, {0}),
        ({"p": 5}, 1, {4}),
        ({}, 0.5, {0}),
    ],
)
def test_how_many(made: Mapping[str, int], share: float, total: set[int]) -> None:
    """As near to the share as can be."""
    suite = suite_of(*(f"A/{name}" for name, many in made.items() for _ in range(many)))
    for seed in range(5):
        assert len(reserve(suite, share, seed)) in total


@st.composite
def suites(draw: st.DrawFn, paradigms: bool = True) -> Suite:
    """Items of two pairs and a few phenomena, some in paradigms, some reserved already."""
    made = []
    for number in range(draw(st.integers(1, 30))):
        paradigm = draw(st.sampled_from([None, None, "x", "y", "z"])) if paradigms else None
        made.append(
            Item(
                Pair("de", draw(st.sampled_from(["en", "fr"]))),
                f"{number:02}",
                "A",
                draw(st.sampled_from("pqrs")),
                f"Satz {number}.",
                paradigm=paradigm,
                reserved=paradigms and draw(st.integers(0, 9)) == 0,
            )
        )
    return Suite("drawn", tuple(made))


SHARES = st.sampled_from([0.1, 0.25, 1 / 3, 0.5, 0.75, 0.9])


@given(suites(), SHARES, st.integers(0, 9))
def test_some_of_every_phenomenon(suite: Suite, share: float, seed: int) -> None:
    """Neither all nor none of two or more, and what was secret stays so."""
    kept = reserve(suite, share, seed)
    already = {item.key for item in suite.items if item.reserved}
    assert already <= kept <= suite.by_key.keys()
    strata = defaultdict(list)
    for item in suite.items:
        strata[item.pair, item.phenomenon].append(item)
    for items in strata.values():
        if len(items) > 1:
            assert any(item.key in kept for item in items)
            assert all(item.reserved for item in items) or any(item.key not in kept for item in items)


@given(suites(), SHARES, st.integers(0, 9))
def test_paradigms_stay_together(suite: Suite, share: float, seed: int) -> None:
    """One sentence of a paradigm gives the others away; only what is all one paradigm is split."""
    suite = Suite("open", tuple(replace(item, reserved=False) for item in suite.items))
    kept = reserve(suite, share, seed)
    blocks = defaultdict(set)
    for item in suite.items:
        blocks[item.pair, item.phenomenon].add(item.paradigm or item.key)
    sides = defaultdict(set)
    for item in suite.items:
        if item.paradigm and len(blocks[item.pair, item.phenomenon]) > 1:
            sides[item.pair, item.phenomenon, item.paradigm].add(item.key in kept)
    assert all(len(side) == 1 for side in sides.values())


@given(suites(paradigms=False), SHARES, st.integers(0, 9))
def test_the_total_is_as_near_as_can_be(suite: Suite, share: float, seed: int) -> None:
    """Every phenomenon rounded down or up; no other rounding comes nearer, in either pair."""
    kept = reserve(suite, share, seed)
    exact = Fraction(share).limit_denominator(10**6)
    for pair in suite.pairs:
        items = [item for item in suite.items if item.pair == pair]
        roundings = []
        for size in Counter(item.phenomenon for item in items).values():
            least, most = (1, size - 1) if size > 1 else (0, 1)
            quota = exact * size
            roundings.append({min(max(least, n), most) for n in (floor(quota), ceil(quota))})
        nearest = min(abs(sum(some) - exact * len(items)) for some in product(*roundings))
        assert abs(sum(item.key in kept for item in items) - exact * len(items)) == nearest


@given(suites(), st.randoms(), st.integers(0, 9))
def test_file_order_is_no_part_of_it(suite: Suite, random: Random, seed: int) -> None:
    """Keys and seed say which."""
    items = list(suite.items)
    random.shuffle(items)
    assert reserve(Suite("other", tuple(items)), 0.5, seed) == reserve(suite, 0.5, seed)


def test_another_seed_reserves_others() -> None:
    """The seed matters."""
    suite = suite_of("A", items=20)
    assert len({reserve(suite, 0.5, seed) for seed in range(10)}) > 5


@pytest.mark.parametrize(
    "paradigms, share, total",
    [
        ("aabbccdd", 0.5, 4),
        ("aaaabbcc", 0.5, 4),
        ("aaaaaaab", 0.5, None),  # one or seven of eight: either is possible
        ("aaaaaaaa", 0.5, 4),  # all one paradigm: split
        ("aaaa....", 0.5, 4),
        ("aaa.....", 0.25, 2),
    ],
)
def test_paradigms_add_up(paradigms: str, share: float, total: int | None) -> None:
    """Whole paradigms that come nearest to the share."""
    suite = with_paradigms(suite_of(*["A/p"] * 8), paradigms)
    for seed in range(5):
        assert len(reserve(suite, share, seed)) in ({total} if total else {1, 7})


def test_other_phenomena_make_up_for_a_large_paradigm() -> None:
    """Where one cannot meet its share the others bring the total home."""
    suite = suite_of(*["A/p"] * 4, *["A/q"] * 3, *["A/r"] * 3)
    suite = with_paradigms(suite, "aaab" + "." * 6)
    for seed in range(5):
        kept = reserve(suite, 0.5, seed)
        # 1 or 3 of p, 1 or 2 of q and of r: 1 + 2 + 2 or 3 + 1 + 1.
        assert len(kept) == 5
        assert sizes(suite, kept)["p"] in (1, 3)


def test_reserving_more_later_keeps_the_secret() -> None:
    """What is reserved counts towards the share, and its paradigm comes along."""
    suite = with_paradigms(suite_of(*["A/p"] * 8), "aabbccdd")
    half = Suite("half", tuple(replace(item, reserved=item.id == "001") for item in suite.items))
    kept = reserve(half, 0.5)
    assert {"de-en:001", "de-en:002"} <= kept
    assert len(kept) == 4
    again = Suite("again", tuple(replace(item, reserved=item.key in kept) for item in suite.items))
    assert reserve(again, 0.5, seed=7) == kept
    assert reserve(again, 0.1, seed=7) == kept


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_shares_have_bounds(share: float) -> None:
    """From 0 to 1."""
    with pytest.raises(ValueError, match="is not between 0 and 1"):
        reserve(suite_of("A"), share)


def test_a_sentence_in_two_phenomena_is_no_secret() -> None:
    """Its other item is public; the same sentence within one phenomenon stays on one side."""
    one, two, three = suite_of("A/p", "A/q", "A/q").items
    suite = Suite("twins", (one, replace(two, source=f"{one.source} "), three))
    assert given_away(suite, {one.key}) == {one.key}
    assert given_away(suite, {one.key, two.key}) == frozenset()
    within = Suite("within", tuple(replace(item, phenomenon="p") for item in suite.items))
    for seed in range(5):
        assert not given_away(within, reserve(within, 0.5, seed))


def test_shared_sentences_keep_to_one_side() -> None:
    """Ten sentences in two phenomena and two pairs: half of them, everywhere the same."""
    items = suite_of(*["A/p"] * 10, *["A/q"] * 10).items
    twins = [replace(item, source=f"Satz {number % 10}.") for number, item in enumerate(items)]
    suite = Suite("twins", (*twins, *(replace(item, pair=Pair("de", "fr")) for item in twins)))
    for seed in range(5):
        kept = reserve(suite, 0.5, seed)
        assert len(kept) == 20
        assert not given_away(suite, kept)


@pytest.mark.real_data
def test_a_real_suite(real_data: Path) -> None:
    """Half of the published half, and hardly a sentence of it given away."""
    suite = read_suite(real_data / "dfki" / "de-en" / "items.json")
    kept = reserve(suite, 0.5, seed=1)
    assert len(kept) in (len(suite.items) // 2, len(suite.items) // 2 + 1)
    assert len(given_away(suite, kept)) < 0.01 * len(kept)
