"""The rules of an item as a table, and what editing them does."""

import polars as pl
import pytest

from lackmus.core.reviews.rule_conflicts import CONFLICTS, FLIPS
from lackmus.core.rules.lines import RuleLine
from lackmus.tables.rules.rules import MOST_TEXTS, rejudged_tables, rejudged_values, rules_table, rules_values

LINE = RuleLine(
    7, "positive", "pattern", r"\bhusband\b", 3, "Ada", "2026-05-01T10:20:30.000000Z", 4, "clearer"
)
FLIP = (1, "de-en:1", "Her guy.", "warning", "fail", "unmatched", None)
CONFLICT = (1, "de-en:1", "Her guy.", "pass", "fail")


def flips(count: int) -> pl.DataFrame:
    return pl.DataFrame([FLIP] * count, schema=FLIPS.schema, orient="row")


def conflicts(count: int) -> pl.DataFrame:
    return pl.DataFrame([CONFLICT] * count, schema=CONFLICTS.schema, orient="row")


def test_rules_by_number() -> None:
    """A number is a name, not a count: 1234 is not written as 1,234."""
    table = rules_table("de-en:1", [LINE], {})
    cells = [cell.value for cell in table.rows[0].cells]
    assert cells == [
        *("7", "positive", "pattern", r"\bhusband\b", 3),
        *("Ada", "2026-05-01 10:20", "4", "clearer"),
    ]
    assert rules_values("de-en:1", [LINE])["rules"][0]["follows"] == 4


@pytest.mark.parametrize(
    "flipped, contradicted, titles",
    [
        (0, 0, ["What flipped"]),
        (2, 0, ["What flipped", "Texts that flipped"]),
        (1, 1, ["What flipped", "Texts that flipped", "Where the rules contradict people"]),
    ],
)
def test_only_tables_with_something_in_them(flipped: int, contradicted: int, titles: list[str]) -> None:
    """How much flipped is always told."""
    tables = rejudged_tables(flips(flipped), conflicts(contradicted), {}, ["First."])
    assert [table.title for table in tables] == titles
    assert tables[0].notes[0] == "First."


def test_a_table_is_short_and_values_are_whole() -> None:
    """People read some of the texts, programs all."""
    many = flips(MOST_TEXTS + 1)
    assert len(rejudged_tables(many, conflicts(0), {})[1].rows) == MOST_TEXTS
    values = rejudged_values(many, conflicts(1))
    assert len(values["flips"]) == MOST_TEXTS + 1
    assert values["flip_counts"] == [{"before": "warning", "after": "fail", "texts": MOST_TEXTS + 1}]
    assert values["contradicted"][0]["decided"] == "pass"
