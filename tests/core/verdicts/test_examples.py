"""Examples as the papers print them: chosen where systems disagree, always the same ones."""

from dataclasses import replace

import polars as pl

from lackmus.core.verdicts.evaluation import evaluate
from lackmus.core.verdicts.examples import examples
from lackmus.tables.table import Level
from lackmus.tables.verdicts.examples import examples_table, verdicts_table
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity/Idiom", "Negation", items=4)


def chosen(per_phenomenon: int = 1, **systems: str) -> list[tuple[str, str, str, list[str]]]:
    """(item, verdict, text, systems) of each text that is shown."""
    verdicts = evaluate(SUITE, outputs_of_signs(SUITE, **systems)).verdicts
    shown = examples(verdicts, per_phenomenon).select("item", "verdict", "text", "system")
    return [
        (item.removeprefix("de-en:"), verdict, text, names)
        for item, verdict, text, names in shown.iter_rows()
    ]


def test_where_systems_disagree_most_evenly() -> None:
    """002 divides four systems in halves; 001 and 003 set one apart; 004 is easy for all."""
    found = chosen(A="++++++++", B="+++++++?", C="--++++++", D="+--+++++")
    assert found == [
        ("002", "pass", "good 002", ["A", "B"]),
        ("002", "fail", "bad 002", ["C", "D"]),
    ]


def test_warnings_are_no_examples() -> None:
    """Only what is settled passes or fails; items need both."""
    assert chosen(A="+?+-++++", B="-????-?-")[0][0] == "001"
    assert chosen(A="++++++++", B="??????? ") == []


def test_more_than_one_per_phenomenon() -> None:
    """In the order of how evenly they divide the systems, then of the suite."""
    found = chosen(3, A="++++++++", B="-+-+-+++", C="---+++++")
    assert list(dict.fromkeys(item for item, *_ in found)) == ["001", "002", "003", "005"]


def test_texts_of_most_systems_come_first() -> None:
    """At most two of each verdict, those that most systems wrote."""
    outputs = outputs_of_signs(SUITE, A="+" * 8, B="+" * 8, C="+" * 8, D="+" * 8, E="-" * 8)
    other = pl.col("text") + pl.when(pl.col("system").is_in(["C", "D"])).then(pl.lit(" indeed")).otherwise(
        pl.lit("")
    )
    third = pl.when(pl.col("system") == "D").then(pl.lit("a good one")).otherwise(other)
    found = examples(evaluate(SUITE, outputs.with_columns(third.alias("text"))).verdicts)
    passing = found.filter(pl.col("item") == "de-en:001", pl.col("verdict") == "pass")
    assert passing["system"].to_list() == [["A", "B"], ["C"]]


def test_texts_that_are_nearly_the_same_are_shown_once() -> None:
    """Another apostrophe or capital letter is no other translation."""
    outputs = outputs_of_signs(SUITE, A="+" * 8, B="+" * 8, C="+" * 8, D="-" * 8)
    written = {"A": "It's good.", "B": "it’s good.", "C": "Quite good.", "D": "bad"}
    text = pl.col("system").replace_strict(written) + pl.col("item")
    outputs = outputs.with_columns(text.alias("text"))
    found = examples(evaluate(SUITE, outputs).verdicts).filter(pl.col("item") == "de-en:001")
    texts = [text.removesuffix("de-en:001") for text in found["text"]]
    assert texts == ["It's good.", "Quite good.", "bad"]


def test_the_table_of_examples() -> None:
    """The source above, outputs with their verdicts and systems below."""
    evaluation = evaluate(SUITE, outputs_of_signs(SUITE, A="++++++++", B="-+++++++"))
    table = examples_table(evaluation, labels={"B": "Bee"})
    assert [(row.level, [cell.value for cell in row.cells]) for row in table.rows] == [
        (Level.GROUP, ["Idiom", "Satz 1.", "", ""]),
        (Level.MEMBER, ["", "good 001", "pass", "A"]),
        (Level.MEMBER, ["", "bad 001", "fail", "Bee"]),
    ]
    assert table.notes[0] == "In 1 phenomenon no systems disagree on a settled item."


def test_reserved_items_are_no_examples() -> None:
    """Examples are printed, and what is reserved stays at home."""
    items = tuple(replace(item, reserved=item.id in ("001", "002")) for item in SUITE.items)
    suite = replace(SUITE, items=items)
    evaluation = evaluate(suite, outputs_of_signs(suite, A="++++++++", B="---+++++"))
    table = examples_table(evaluation)
    assert [row.cells[1].value for row in table.rows] == ["Satz 3.", "good 003", "bad 003"]
    assert "Reserved items are not shown." in table.notes
    assert (
        "Reserved items are not shown."
        not in examples_table(evaluate(SUITE, outputs_of_signs(SUITE, A="++++++++", B="---+++++"))).notes
    )


def test_the_table_of_verdicts() -> None:
    """Every output, with what was said about it and whether its item counts."""
    evaluation = evaluate(SUITE, outputs_of_signs(SUITE, A="+-?+++++", B="++++++++"))
    table = verdicts_table(evaluation)
    assert len(table.rows) == 16
    rows = [[cell.value for cell in row.cells] for row in table.rows if row.cells[4].value == "A"]
    assert rows[1][:1] + rows[1][3:] == [
        "de-en:002",
        "Satz 2.",
        "A",
        "bad 002",
        "fail",
        None,
        "pattern",
        "yes",
    ]
    assert rows[2][6:] == ["warning", "unmatched", None, "no"]
