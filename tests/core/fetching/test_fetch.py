"""What a fetch would do and did, as people and programs read it."""

from dataclasses import replace

import pytest

from lackmus.core.engines.engine import About, Limits, Price, PriceUnit, price_list
from lackmus.core.fetching.fetch import Estimate, FetchResult, fetch_signature
from lackmus.tables.fetching.fetches import estimate_table, estimate_values, fetched_values

ABOUT = About("m-1", "v2", Price(20, "EUR", as_of="2026-05"), Limits(texts=50), {"asked as": "EN to DE"})
ESTIMATE = Estimate(
    "deepl", "DeepL", "DeepL", "2026", "small", "en-de", None, 100, 40, 3_000, ("Very long …",), 2, 0.06,
    True, ABOUT, "engine:deepl", "2026-03-01T10:00:00Z",
)  # fmt: skip


@pytest.mark.parametrize(
    "change, said",
    [
        ({}, "about 0.06 EUR"),
        ({"cost": 0.000_24}, "about 0.0002 EUR"),
        ({"cost": 1234.5}, "about 1,234.50 EUR"),
        ({"cost": None}, "unknown, for want of a price list"),
        ({"about": replace(ABOUT, price=None)}, "unknown, for want of a price list"),
        ({"about": replace(ABOUT, price=None), "paid": False}, "nothing"),
        ({"cached": 99}, "nothing"),  # all that could be asked is known
    ],
)
def test_costs_in_words(change: dict[str, object], said: str) -> None:
    """Never a number that nobody knows."""
    assert replace(ESTIMATE, **change).said_cost == said  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "price, said",
    [
        (None, "unknown"),
        (ABOUT.price, "20.00 EUR for a million characters (price list of 2026-05)"),
        (Price(2.5, "USD", PriceUnit.TOKENS), "2.50 USD for a million tokens"),
    ],
)
def test_price_lists(price: Price | None, said: str) -> None:
    """With their day, where it is known."""
    assert price_list(price) == said


def test_a_table_for_people() -> None:
    """What is not the case is not there."""
    rows = {str(row.cells[0].value): row.cells[1].value for row in estimate_table(ESTIMATE).rows}
    assert rows["Known already"] == "40 (the oldest of 2026-03-01)"
    assert (rows["To be asked"], rows["Characters"], rows["Too long"]) == ("59", "3,000", "1")
    assert rows["asked as"] == "EN to DE"
    fine = estimate_table(replace(ESTIMATE, too_long=(), reserved=0, oldest=None))
    names = [row.cells[0].value for row in fine.rows]
    assert not {"Too long", "Reserved, not sent"} & set(names)


def test_values_for_programs() -> None:
    """The same, with what follows from it."""
    told = estimate_values(ESTIMATE)
    assert (told["signature"], told["left"], told["dry_run"]) == ("engine:deepl", 59, True)
    done = fetched_values(FetchResult(ESTIMATE, 59, 3, {"verbose": 2}))
    assert (done["asked"], done["marked"], done["imported"]) == (59, {"verbose": 2}, None)


def test_one_line() -> None:
    """Only what happened."""
    assert FetchResult(ESTIMATE, 1, 0).in_short == "DeepL: 1 sentence fetched, 40 known before"
    assert FetchResult(ESTIMATE, 59, 1, missing=("x",)).in_short == (
        "DeepL: 59 sentences fetched, 40 known before, 1 request sent again, 1 sentence missing"
    )


def test_every_option_is_in_the_signature() -> None:
    """In an order of its own, without those that say nothing."""
    said = fetch_signature(
        "deepl", "en-de", {"z": "1", "a": "x", "n": ""}, ABOUT, "tok", "2026-11-16T10:00:00Z"
    )
    assert said.startswith(
        "engine:deepl|model:m-1|engine-version:v2|pair:en-de|options:a=x,z=1|template:tok|fetched:2026-11-16|"
    )
