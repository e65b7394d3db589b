"""What a decision won, said in words."""

import polars as pl
import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.outcomes import DecisionOutcome, ItemFairness, fairness_of
from lackmus.core.reviews.queue import STANDING
from lackmus.tables.reviews.outcomes import outcomes_table, outcomes_values

PASS, FAIL, WARNING = Verdict.PASS, Verdict.FAIL, Verdict.WARNING


@pytest.mark.parametrize(
    "signs, told, fair",
    [
        ("+-", "fair", True),
        ("+?", "1 more open", False),
        ("xy", "2 more open", False),
        ("xx", "1 more open", False),  # one text, two systems
        ("+ ", "1 output missing", False),
        ("x ", "1 more open, 1 output missing", False),
    ],
)
def test_fairness(signs: str, told: str, fair: bool) -> None:
    """Of one item, a sign for each system; letters are open texts."""
    rows = [
        (
            None if sign == " " else ord(sign),
            "1",
            "C",
            "P",
            f"system {place}",
            None if sign == " " else sign,
            {"+": PASS, "-": FAIL}.get(sign, WARNING),
            {"+": None, "-": None, " ": "missing"}.get(sign, "unmatched"),
        )
        for place, sign in enumerate(signs)
    ]
    found = fairness_of(pl.DataFrame(rows, schema=STANDING.schema, orient="row"), "WMT26")
    assert (str(found), found.fair) == (told, fair)


def outcome(**more: object) -> DecisionOutcome:
    """Ben says pass, and so it is."""
    said = {
        "number": 7,
        "item": "de-en:1",
        "text": "her husband",
        "decided": PASS,
        "before": None,
        "changed": True,
        "verdict": PASS,
        "reason": None,
        "ruled": WARNING,
        "campaigns": (ItemFairness("2025", 0, 0), ItemFairness("2026", 2, 0)),
        **more,
    }
    return DecisionOutcome(**said)  # type: ignore[arg-type]


def test_a_line_for_every_campaign() -> None:
    """A text that occurs in no campaign has a line, too."""
    table = outcomes_table([outcome(), outcome(campaigns=())], 12)
    assert [tuple(cell.value for cell in row.cells)[3:] for row in table.rows] == [
        ("pass", "pass", "2025", "fair"),
        ("pass", "pass", "2026", "2 more open"),
        ("pass", "pass", None, None),
    ]
    assert (table.title, table.notes) == ("Decided", ())


@pytest.mark.parametrize(
    "more, contradicts, note",
    [
        ({}, False, ""),
        ({"ruled": FAIL}, True, "On 1 text the rules say something else; the decision counts."),
        ({"ruled": PASS}, False, ""),
        ({"ruled": FAIL, "decided": None}, False, ""),  # withdrawn
        ({"verdict": WARNING, "reason": "disputed"}, False, "1 text is disputed: an editor must adjudicate."),
    ],
)
def test_what_must_be_said(more: dict[str, object], contradicts: bool, note: str) -> None:
    """Rules that contradict, people who differ."""
    one = outcome(**more)
    assert outcomes_table([one], 12).notes == ((note,) if note else ())
    assert outcomes_values([one], 12)["decisions"][0]["contradicts_rules"] is contradicts


def test_nothing_changed() -> None:
    """The same decision again."""
    assert outcomes_table([outcome(changed=False)], None).title.startswith("Nothing changed")
