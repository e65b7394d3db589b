"""What other rules change."""

import polars as pl
import pytest

from lackmus.core.reviews.rule_conflicts import JUDGED, conflicts, flip_counts, flips
from lackmus.core.verdicts.judging import DECIDED
from lackmus.tables.reviews.rule_conflicts import conflicts_table, flips_tables

Said = str | tuple[str, str]  # a verdict, or a verdict with its reason


def judged(*said: Said, first: int = 0) -> pl.DataFrame:
    """Texts of one item with their verdicts."""
    both = [(one, None) if isinstance(one, str) else one for one in said]
    rows = [(first + i, "de-en:1", f"text {first + i}", *one) for i, one in enumerate(both)]
    return pl.DataFrame(rows, schema=JUDGED.schema, orient="row")


def decided(*said: Said) -> pl.DataFrame:
    """What people said about the same texts."""
    return DECIDED.of(judged(*said))


OPEN, TORN, DISPUTED = ("warning", "unmatched"), ("warning", "contradiction"), ("warning", "disputed")


@pytest.mark.parametrize(
    "before, after, flipped",
    [
        ("pass", "pass", False),
        ("pass", "fail", True),
        (OPEN, "pass", True),
        ("fail", OPEN, True),
        (OPEN, OPEN, False),
        (OPEN, TORN, True),  # only the reason
        (("fail", "empty"), "fail", True),
    ],
)
def test_what_flips(before: Said, after: Said, flipped: bool) -> None:
    """Another verdict, or the same for another reason."""
    assert flips(judged(before), judged(after)).height == flipped


def test_a_flip_tells_both_sides() -> None:
    """In the order of the texts as they are now."""
    found = flips(judged("pass", OPEN, "fail"), judged("pass", "fail", TORN))
    assert found.rows() == [
        (1, "de-en:1", "text 1", "warning", "fail", "unmatched", None),
        (2, "de-en:1", "text 2", "fail", "warning", None, "contradiction"),
    ]


def test_texts_that_come_or_go_do_not_flip() -> None:
    """They were not judged twice."""
    assert flips(judged("pass", "pass"), judged("fail", "fail", first=1))["text_id"].to_list() == [1]


def test_flip_counts_and_tables() -> None:
    """The most frequent first; the list can be cut, and says so."""
    found = flips(judged("pass", OPEN, OPEN, OPEN), judged("fail", "pass", TORN, "pass"))
    assert list(flip_counts(found).items()) == [
        (("warning", "pass"), 2),
        (("pass", "fail"), 1),
        (("warning", "warning"), 1),
    ]
    counts, texts = flips_tables(found, {"suite": "drawn"}, most=3)
    assert [cell.value for cell in counts.rows[0].cells] == ["warning", "pass", 2]
    assert counts.notes == ("4 texts flipped.",)
    assert [cell.value for cell in texts.rows[2].cells] == [
        "de-en:1", "text 2", "warning (unmatched)", "warning (contradiction)",
    ]  # fmt: skip
    assert (len(texts.rows), texts.notes) == (3, ("1 text is not shown.",))
    assert texts.signature.startswith("review:flips|suite:drawn|texts:4|")
    assert len(flips_tables(found)[1].rows) == 4


@pytest.mark.parametrize(
    "people, rules, conflict",
    [
        ("pass", "fail", True),
        ("fail", "pass", True),
        ("pass", "pass", False),
        ("pass", OPEN, False),  # that is what people decide for
        ("pass", TORN, False),
        (DISPUTED, "pass", False),  # people must first agree among themselves
    ],
)
def test_conflicts(people: Said, rules: Said, conflict: bool) -> None:
    """People and rules say the opposite."""
    assert conflicts(decided(people), judged(rules)).height == conflict


def test_conflicts_table() -> None:
    """Who says what; texts on which nobody has decided are not there."""
    found = conflicts(decided("pass"), judged("fail", "fail"))
    assert found.rows() == [(0, "de-en:1", "text 0", "pass", "fail")]
    table = conflicts_table(found)
    assert [cell.value for cell in table.rows[0].cells] == [0, "de-en:1", "text 0", "pass", "fail"]
    assert table.notes[0].startswith("On 1 text ")
    assert "review:conflicts|texts:1" in table.signature
