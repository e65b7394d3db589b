"""How well people agree."""

from itertools import product

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lackmus.core.base.agreement_measures import Resampling, alpha, kappa
from lackmus.core.reviews.agreement import IN_VIEW, OPINIONS, Agreement, agreement
from lackmus.tables.reviews.agreement import agreement_tables, agreement_values

SIGNS = {"+": "pass", "-": "fail"}


def opinions(category: str = "A", first: int = 0, /, **people: str) -> pl.DataFrame:
    """One sign per text: + passes, - fails, a blank is no opinion."""
    rows = [
        (f"de-en:{first + i}", category, first + i, person, SIGNS[sign])
        for person, signs in people.items()
        for i, sign in enumerate(signs)
        if sign != " "
    ]
    return pl.DataFrame(rows, schema=OPINIONS.schema, orient="row")


def test_two_people() -> None:
    """Percent, kappa and alpha, by hand: 6 of 8 alike, chance ½."""
    one = agreement(opinions(Anna="++++----", Ben="+++----+")).overall
    assert (one.texts, one.people, one.percent.value) == (8, 2, 75)
    assert one.kappa is not None
    assert one.kappa.value == pytest.approx(0.5)
    assert one.alpha.value == pytest.approx(1 - 15 * 4 / 128)  # Do = 4/16, De = 128/(16·15)


def test_more_than_two_people() -> None:
    """Alpha for all, kappa two by two on what both have judged."""
    one = agreement(opinions(Anna="++--+ ", Ben="++--- ", Eva=" +-- +"))
    assert one.people == ("Anna", "Ben", "Eva")
    assert (one.overall.texts, one.overall.kappa) == (5, None)  # the last text has one opinion only
    assert one.overall.percent.value == pytest.approx(80)
    assert [(pair.one, pair.other, pair.texts, pair.percent.value) for pair in one.pairs] == [
        ("Anna", "Ben", 5, 80),
        ("Anna", "Eva", 3, 100),
        ("Ben", "Eva", 3, 100),
    ]
    assert [pair.kappa.value for pair in one.pairs] == pytest.approx([8 / 13, 1, 1])


def test_categories_are_rows_of_their_own() -> None:
    """In alphabetical order, and all together."""
    both = pl.concat([opinions("B", 10, Anna="++-", Ben="+--"), opinions("A", Anna="+-", Ben="+-")])
    one = agreement(both)
    assert [(row.category, row.texts) for row in (*one.categories, one.overall)] == [
        ("A", 2), ("B", 3), (None, 5),
    ]  # fmt: skip
    assert one.categories[0].alpha.value == 1


@pytest.mark.parametrize(
    "people, note",
    [
        ({"Anna": "++++", "Ben": "++++"}, "all opinions are the same"),
        ({"Anna": "++  ", "Ben": "  ++"}, "no text was judged by two"),
        ({"Anna": "+--+"}, "no text was judged by two"),
        ({}, "no text was judged by two"),
    ],
)
def test_undefined_says_why(people: dict[str, str], note: str) -> None:
    """Without variation nobody can tell agreement from chance."""
    one = agreement(opinions(**people)).overall
    assert (one.alpha.value, one.alpha.interval) == (None, None)
    assert one.alpha.note.startswith(note)
    assert any(note in said for said in agreement_tables(agreement(opinions(**people)))[0].notes)


def test_little_variation_gives_no_interval() -> None:
    """One fail among many passes: many resamples would have none, and the rest would be a selection."""
    one = agreement(opinions(Anna="+" * 20 + "-", Ben="+" * 21)).overall
    assert one.alpha.value is not None
    assert one.alpha.interval is None
    assert "interval" in one.alpha.note
    assert one.percent.interval is not None


def test_intervals_hold_the_value_and_shrink_with_more_texts() -> None:
    """The same shares on ten times the texts are known better."""
    few, many = (agreement(opinions(Anna="+++---" * n, Ben="++-+--" * n)).overall for n in (5, 50))
    for name in ("percent", "kappa", "alpha"):
        (low, high), (lower, higher) = getattr(few, name).interval, getattr(many, name).interval
        assert low < getattr(few, name).value < high
        assert higher - lower < (high - low) / 2


def test_intervals_cover_as_bootstrap_theory_says() -> None:
    """For percent the bootstrap is a binomial: 80 ± 1.96·√(80·20/400)."""
    signs = "+" * 400, "+" * 160 + "-" * 80 + "+" * 160
    one = agreement(opinions(Anna=signs[0], Ben=signs[1]), resampling=Resampling(samples=4000)).overall
    assert one.percent.interval == pytest.approx((76.08, 83.92), abs=0.6)


def test_the_seed_decides() -> None:
    """Same opinions, same intervals, in whatever order they come; another seed, others."""
    frame = opinions(Anna="+++---+-+-", Ben="++-+--+--+")
    assert agreement(frame) == agreement(frame.reverse())
    assert agreement(frame).overall.alpha != agreement(frame, resampling=Resampling(seed=2)).overall.alpha


def test_a_person_has_one_opinion_on_a_text() -> None:
    """A double would count as agreement with oneself."""
    with pytest.raises(ValueError, match="two opinions"):
        agreement(pl.concat([opinions(Anna="+-")] * 2))


def direct_alpha(units: list[list[int]]) -> float | None:
    """Pair by pair, as alpha is defined: observed against expected disagreement of all pairs of opinions."""
    units = [unit for unit in units if len(unit) > 1]
    values = [value for unit in units for value in unit]
    n = len(values)
    observed = sum((a != b) / (len(unit) - 1) for unit in units for a, b in product(unit, unit))
    expected = sum(a != b for a, b in product(values, values)) / (n - 1) if n else 0
    return 1 - observed / expected if expected else None


@given(st.lists(st.lists(st.integers(0, 2), max_size=4), max_size=8))
def test_alpha_is_what_its_definition_says(units: list[list[int]]) -> None:
    """Any number of opinions per text, any of three verdicts."""
    counts = np.array([[unit.count(c) for c in range(3)] for unit in units]).reshape(-1, 3)
    wanted = direct_alpha(units)
    found = alpha(counts)
    assert found == (None if wanted is None else pytest.approx(wanted))


@settings(max_examples=50)
@given(st.text("+-", min_size=1, max_size=12).flatmap(lambda a: st.tuples(st.just(a), st.permutations(a))))
def test_kappa_is_what_its_definition_says(both: tuple[str, list[str]]) -> None:
    """(po − pe) / (1 − pe)."""
    one, other = both
    n = len(one)
    observed = sum(a == b for a, b in zip(one, other, strict=True)) / n
    chance = sum(one.count(c) * other.count(c) for c in "+-") / n**2
    found = agreement(opinions(Anna=one, Ben="".join(other)), resampling=Resampling(samples=10)).overall.kappa
    assert found is not None
    assert found.value == (None if chance == 1 else pytest.approx((observed - chance) / (1 - chance)))


def test_no_agreement_beyond_chance() -> None:
    """Whoever always says pass agrees by chance alone."""
    assert kappa(np.array([[30, 0], [10, 0]])) == 0


def cells(one: Agreement) -> list[list[list[object]]]:
    """The values of all tables."""
    return [[[cell.value for cell in row.cells] for row in table.rows] for table in agreement_tables(one)]


def test_tables_of_two_people() -> None:
    """One table, kappa and alpha with their intervals in columns of their own."""
    one = agreement(opinions(Anna="+++---" * 5, Ben="++-+--" * 5), {"campaign": "WMT21"})
    table, *_ = agreement_tables(one)
    assert [column.name for column in table.columns] == [
        "Category", "Texts", "People", "Same, %", "κ", "κ low", "κ high", "α", "α low", "α high",
    ]  # fmt: skip
    assert [row.cells[0].value for row in table.rows] == ["A", "All categories"]
    assert table.rows[0].cells[3].interval == one.overall.percent.interval
    assert table.signature.startswith("agreement:percent+kappa+alpha|campaign:WMT21|people:2|texts:30|")
    assert "samples:1000|seed:1" in table.signature


def test_tables_of_more_people() -> None:
    """No kappa for all, but a matrix of kappas, and what they rest on; who shared no text has none."""
    one = agreement(opinions(Anna="++-- ", Ben="+--- -", Eva="    +-"))
    categories, matrix, pairs, *_ = cells(one)
    assert len(categories[0]) == 7
    assert matrix == [["Anna", None, 0.5, None], ["Ben", 0.5, None, None], ["Eva", None, None, None]]
    assert [row[:4] for row in pairs] == [["Anna", "Ben", 4, 75.0], ["Ben", "Eva", 1, 100.0]]


def test_decisions_with_a_proposal_in_view_are_counted_apart() -> None:
    """A text counts for a kind if two people decided it in that way; what is not recorded is said."""
    rows = [
        # text, person, verdict, what was in view
        (1, "Ada", "pass", "none", None),
        (1, "Ben", "fail", "none", None),
        (2, "Ada", "pass", "pass", "nearest 1"),
        (2, "Ben", "pass", "pass", "nearest 1"),
        (3, "Ada", "fail", "pass", "nearest 1"),
        (3, "Ben", "fail", "none", None),
        (4, "Ada", "pass", None, None),
        (4, "Ben", "pass", None, None),
        (5, "Ada", "fail", "fail", "majority 1"),  # nobody else judged it
    ]
    opinions = pl.DataFrame(
        [("i", "C", *row) for row in rows],
        schema={**dict(OPINIONS), **dict(IN_VIEW)},
        orient="row",
    )
    found = agreement(opinions)
    assert [(row.texts, row.percent.value) for row in (found.unaided, found.aided, found.overall)] == [
        (1, 0.0), (1, 100.0), (4, 75.0),
    ]  # fmt: skip
    assert found.unrecorded == 2
    assert [(one.proposer, one.followed, one.overruled) for one in found.proposals] == [
        ("majority 1", 1, 0), ("nearest 1", 2, 1),
    ]  # fmt: skip
    apart, followed = agreement_tables(found)[-2:]
    assert [row.cells[0].value for row in apart.rows] == [
        "No proposal in view", "Proposal in view", "Together",
    ]  # fmt: skip
    assert "2 decisions do not tell what was in view: not recorded." in apart.notes
    assert [row.cells[3].value for row in followed.rows] == [0, 1]
    values = agreement_values(found)
    assert (values["without_proposal"]["texts"], values["not_recorded"]) == (1, 2)
