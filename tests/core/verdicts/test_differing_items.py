"""Where compared systems part."""

import polars as pl
import pytest

from lackmus.core.base.choices import Choices
from lackmus.core.verdicts.comparison import SystemComparison, compare
from lackmus.core.verdicts.differing_items import (
    ComparedItemsFilter,
    ComparedItemsMode,
    NoSuchComparedSystemError,
    compared_items,
    compared_items_values,
)
from lackmus.core.verdicts.evaluation import evaluate
from lackmus.tables.verdicts.similarity import likeness_table, likeness_values
from tests.core.campaigns import outputs_of_signs, suite_of


def compared(*signs: str) -> SystemComparison:
    """Systems A, B …; half of the items are Ambiguity, half Negation."""
    suite = suite_of("Ambiguity", "Negation", items=len(signs[0]) // 2)
    systems = dict(zip("ABCDE", signs, strict=False))
    return compare(evaluate(suite, outputs_of_signs(suite, **systems)), list(systems), Choices())


TWO = ("++--?+", "+-+-+ ")
THREE = ("+-+-", "+--+", "+--+")


@pytest.mark.parametrize(
    "signs, mode, system, category, wanted",
    [
        (TWO, ComparedItemsMode.ONLY, "A", None, ["002"]),
        (TWO, ComparedItemsMode.ONLY, "B", None, ["003"]),
        (TWO, ComparedItemsMode.ONLY, "B", "Negation", []),
        (TWO, ComparedItemsMode.DIFFER, None, None, ["002", "003"]),
        (TWO, ComparedItemsMode.PASS, None, None, ["001"]),
        (TWO, ComparedItemsMode.FAIL, None, None, ["004"]),
        (TWO, ComparedItemsMode.ALIKE, None, None, ["004"]),
        (TWO, ComparedItemsMode.UNLIKE, None, None, []),
        (TWO, ComparedItemsMode.OPEN, None, None, ["005", "006"]),
        (TWO, ComparedItemsMode.ALL, None, "Ambiguity", ["001", "002", "003"]),
        (THREE, ComparedItemsMode.ONLY, "A", None, ["003"]),
        # Two of three pass: nobody alone does.
        (THREE, ComparedItemsMode.ONLY, "B", None, []),
        (THREE, ComparedItemsMode.DIFFER, None, None, ["003", "004"]),
    ],
)
def test_the_items_that_are_looked_for(
    signs: tuple[str, ...],
    mode: ComparedItemsMode,
    system: str | None,
    category: str | None,
    wanted: list[str],
) -> None:
    found = compared_items(compared(*signs), ComparedItemsFilter(mode, system, category))
    assert [one.item.id for one in found.items] == wanted
    assert found.total == len(wanted)
    assert wanted == [] or [said.system for said in found.items[0].said] == list("ABC")[: len(signs)]


def test_counts_are_those_of_the_comparison() -> None:
    one = compared(*TWO)
    found = compared_items(one, ComparedItemsFilter())
    assert tuple(found.only.values()) == one.total.only
    assert found.counts[ComparedItemsMode.DIFFER] == one.total.differ
    assert (
        found.counts[ComparedItemsMode.UNLIKE] + found.counts[ComparedItemsMode.ALIKE] == one.total.all_fail
    )
    assert found.counts[ComparedItemsMode.ALL] == one.items.height


def test_failing_with_other_words_is_another_failure() -> None:
    suite = suite_of("Ambiguity", items=2)
    outputs = outputs_of_signs(suite, A="--", B="--")
    of_b = (pl.col("system") == "B") & (pl.col("text") == "bad 002")
    outputs = outputs.with_columns(pl.when(of_b).then(pl.lit("quite bad")).otherwise("text").alias("text"))
    one = compare(evaluate(suite, outputs), ["A", "B"], Choices())
    assert [
        each.item.id for each in compared_items(one, ComparedItemsFilter(ComparedItemsMode.UNLIKE)).items
    ] == ["002"]
    assert [
        each.item.id for each in compared_items(one, ComparedItemsFilter(ComparedItemsMode.ALIKE)).items
    ] == ["001"]


def test_spans_and_pages() -> None:
    one = compared(*TWO)
    found = compared_items(one, ComparedItemsFilter(ComparedItemsMode.DIFFER), page=2, size=1)
    assert (found.page, found.pages, [each.item.id for each in found.items]) == (2, 2, ["003"])
    assert compared_items(one, ComparedItemsFilter(ComparedItemsMode.DIFFER), page=99, size=1).page == 2
    first, second = found.items[0].said
    assert [(mark.start, mark.end) for mark in (*first.marks, *second.marks)] == [(0, 3), (0, 4)]
    assert compared_items(one, ComparedItemsFilter(ComparedItemsMode.OPEN)).items[1].said[1].text is None


def test_somebody_else_cannot_pass_alone() -> None:
    with pytest.raises(NoSuchComparedSystemError, match="Z is not among"):
        compared_items(compared(*TWO), ComparedItemsFilter(ComparedItemsMode.ONLY, "Z"))


def test_values_name_items_and_systems() -> None:
    values = compared_items_values(
        compared_items(compared(*TWO), ComparedItemsFilter(ComparedItemsMode.ONLY, "A")), {"de-en:002": 17}
    )
    (item,) = values["items"]
    assert (item["item_id"], item["outcome"], values["only"]) == (17, "differ", {"A": 1, "B": 1})
    assert [said.verdict for said in item["systems"]] == ["pass", "fail"]


def test_how_alike_systems_are() -> None:
    evaluation = compared("++--", "++-+", "--+-").evaluation
    values = likeness_values(evaluation)
    same = {frozenset((pair["one"], pair["other"])): pair["same"] for pair in values["pairs"]}
    assert same == {frozenset("AB"): 3, frozenset("AC"): 1, frozenset("BC"): 0} and values["n"] == 4
    table = likeness_table(evaluation, {"A": "first"})
    assert table is not None
    assert sorted(str(row.cells[0].value) for row in table.rows) == ["B", "C", "first"]
    assert all(row.cells[1 + place].value is None for place, row in enumerate(table.rows))


@pytest.mark.parametrize("signs", [("++",), ("??", "+?")])
def test_nothing_can_be_said_of_one_system_or_without_fair_items(signs: tuple[str, ...]) -> None:
    suite = suite_of("Ambiguity", items=2)
    evaluation = evaluate(suite, outputs_of_signs(suite, **dict(zip("AB", signs, strict=False))))
    assert likeness_table(evaluation) is None and likeness_values(evaluation)["pairs"] == []
