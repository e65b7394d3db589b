"""The error profile: how often each error type is named for each system, and of how many outputs."""

import polars as pl

from lackmus.core.base.choices import Choices
from lackmus.core.reviews.decisions import DECISIONS, decided_with_errors, errors_held
from lackmus.core.verdicts.error_profile import NamedErrors, error_profile
from lackmus.core.verdicts.evaluation import compare_verdicts
from lackmus.tables.many_systems import readable
from lackmus.tables.verdicts.error_profile import error_profile_table, error_profile_values
from tests.core.campaigns import suite_of, verdicts_of

SUITE = suite_of("Ambiguity", "Negation/Not", items=2)
SIGNS = {"A": "--x+", "B": "+-+-"}
KEYS = {f"{number:03}": item.key for number, item in enumerate(SUITE.items)}
VERDICTS = verdicts_of([(item.category, item.phenomenon) for item in SUITE.items], SIGNS).with_columns(
    pl.col("item").replace_strict(KEYS), text=pl.col("system")
)


def named(**errors: str) -> pl.DataFrame:
    """The error types of what A wrote, by the place of its item."""
    of_a = VERDICTS.filter(pl.col("system") == "A")
    rows = [(*of_a.select("item", "text").row(int(place[1:])), label) for place, label in errors.items()]
    return pl.DataFrame(rows, schema=["item", "text", "error_type"], orient="row")


def test_by_phenomenon_and_on_all_items() -> None:
    """Shares are of the outputs that fail or are not testable, on fair items or not."""
    rows = error_profile(VERDICTS, named(_0="wrong", _2="untranslated", _3="wrong"), ["A", "B"])
    told = [(row.phenomenon, row.error_type, row.systems["A"], row.systems["B"].count) for row in rows]
    assert told == [
        ("Ambiguity", "wrong", NamedErrors(1, 50.0), 0),
        ("Ambiguity", None, NamedErrors(1, 50.0), 1),
        ("Not", "untranslated", NamedErrors(1, 100.0), 0),
        ("Not", None, NamedErrors(0, 0.0), 1),
        (None, "untranslated", NamedErrors(1, 100 / 3), 0),
        (None, "wrong", NamedErrors(1, 100 / 3), 0),  # not that of a text that passes
        (None, None, NamedErrors(1, 100 / 3), 2),
    ]


def test_nothing_without_error_types() -> None:
    """Tables and signatures are then as they were."""
    assert error_profile(VERDICTS, None, ["A"]) == error_profile(VERDICTS, named(), ["A"]) == ()
    without = compare_verdicts(SUITE, VERDICTS, Choices())
    one = compare_verdicts(SUITE, VERDICTS, Choices(), named_errors=named(_0="wrong"))
    assert without.signature == one.signature.replace("|error-types:1", "") != one.signature
    assert error_profile_values(without) == {"error_profile": []}


def test_the_table() -> None:
    """Two columns for each system; of very many systems readers see the first and the last."""
    one = compare_verdicts(SUITE, VERDICTS, Choices(), named_errors=named(_0="wrong"))
    table = error_profile_table(one, {"A": "Ahorn"})
    assert [(column.group, column.name) for column in table.columns[3:5]] == [
        ("Ahorn", "n"),
        ("Ahorn", "%"),
    ] or ("Ahorn" in {column.group for column in table.columns})
    assert [row.cells[1].value for row in table.rows] == ["wrong", "(none named)"] * 2
    assert readable(table) is table


def test_whose_error_type_counts() -> None:
    """The adjudicated decision's, else the latest that names one; on a disputed text nobody's."""
    said = [
        ("1", "a", "Ada", "fail", False, "first"), ("1", "a", "Ben", "fail", False, "second"),
        ("1", "a", "Cem", "fail", False, None),
        ("2", "b", "Ada", "fail", False, "first"), ("2", "b", "Ben", "pass", False, None),
        ("3", "c", "Ben", "fail", False, "first"), ("3", "c", "Cem", "pass", False, None),
        ("3", "c", "Ada", "untestable", True, "final"),
        ("4", "d", "Ada", "fail", False, "first"), ("4", "d", "Ada", "fail", False, None),
    ]  # fmt: skip
    made = pl.DataFrame(said, schema={**DECISIONS, "error_type": pl.String}, orient="row")
    assert errors_held(made).sort("item").rows() == [("1", "a", "second"), ("3", "c", "final")]
    found = dict(decided_with_errors(made).select("item", "error_type").iter_rows())
    assert found == {"1": "second", "2": None, "3": "final", "4": None}
