"""Who is offered which text, and what they see of it."""

from typing import Any

import polars as pl
import pytest

from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.offers import (
    Filters,
    NumberedRule,
    Occasion,
    Offer,
    OtherText,
    PersonContext,
    why_asked,
    why_unfair,
)
from lackmus.core.reviews.queue import STANDING
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.core.rules.judge import Reason
from lackmus.core.rules.spans import MarkedSpan
from lackmus.core.suites.suite import Item, Side
from lackmus.tables.reviews.offers import offer_table, offers_table, offers_values, told_left

# text, item, category, system, verdict, reason: item 1 has two open texts, items 2 and 3 one each.
ROWS = [
    (1, "1", "Word", "A", "warning", "unmatched"),
    (2, "1", "Word", "B", "warning", "contradiction"),
    (3, "2", "Word", "A", "warning", "unmatched"),
    (4, "2", "Word", "B", "pass", None),
    (5, "3", "Scope", "A", "fail", None),
    (6, "3", "Scope", "B", "warning", "disputed"),
]
STANDS = pl.DataFrame(
    [
        (number, item, name, name, system, f"text {number}", *said)
        for number, item, name, system, *said in ROWS
    ],
    schema=STANDING.schema,
    orient="row",
).with_columns(pl.col("item").cast(pl.Int64).alias("item_id"))


@pytest.mark.parametrize(
    "wanted, filters, texts",
    [
        (PersonContext(), Filters(), "3 1 2"),  # a disputed text is nothing for annotators
        (PersonContext(editor=True), Filters(), "6 3 1 2"),
        (PersonContext(mine=[3, 6]), Filters(), "1 2"),
        (PersonContext(mine=[3, 6], editor=True), Filters(), "6 1 2"),  # whatever the editor said before
        (PersonContext(assigned=[5, 2]), Filters(), "2a 5a 3 1"),  # settled ones too
        (PersonContext(assigned=[5, 2], mine=[5]), Filters(), "2a 3 1"),
        (PersonContext(assigned=[6]), Filters(), "6a 3 1 2"),  # a third opinion was asked for
        (PersonContext(seconds=[4, 1], assigned=[5]), Filters(), "5a 1s 4s 3 2"),
        (PersonContext(seconds=[4], mine=[4]), Filters(), "3 1 2"),
        (PersonContext(), Filters(category="Word", reason="unmatched"), "3 1"),
        (PersonContext(editor=True), Filters(reason="disputed"), "6"),
        (PersonContext(editor=True), Filters(phenomenon="Scope"), "6"),
        (PersonContext(editor=True, assigned=[5]), Filters(reason="disputed"), "6"),
        (PersonContext(), Filters(system="B"), "2"),
    ],
)
def test_offered(wanted: PersonContext, filters: Filters, texts: str) -> None:
    """Texts in their order; a: assigned to this person, s: waits for a second one."""
    line = WorkQueue(STANDS).offered(wanted, filters)
    signs = {Occasion.OPEN: "", Occasion.ASSIGNED: "a", Occasion.SECOND: "s"}
    assert " ".join(f"{number}{signs[why]}" for number, why in line.first(9)) == texts


def offer(item: Item, *marks: MarkedSpan, **more: Any) -> Offer:
    """A text about a husband and a man."""
    rules = (NumberedRule(at, rule.side, rule.kind, rule.value) for at, rule in enumerate(item.rules))
    said: dict[str, Any] = {
        "text_id": 7,
        "guideline": "Only a husband passes.",
        "text": "her husband, a man",
        "occasion": Occasion.OPEN,
        "reason": Reason.CONTRADICTION,
        "why": why_asked(Occasion.OPEN, Reason.CONTRADICTION, {}),
        "opinions": {},
        "systems": 2,
        "others_open": 1,
        "blocked": False,
        "others": (
            OtherText(8, "her wife", 1, Verdict.WARNING, Reason.UNMATCHED, ()),
            OtherText(9, "man", 3, Verdict.FAIL, None, ()),
        ),
        **more,
    }
    return Offer(
        item_id=1,
        item=item.key,
        suite="de-en",
        category=item.category,
        phenomenon=item.phenomenon,
        source=item.source,
        marks=marks,
        rules=tuple(rules),
        comments=(),
        flags=(),
        unfair="",
        own=None,
        own_since=0,
        **said,
    )


RIGHT, WRONG = MarkedSpan(Side.POSITIVE, 4, 11), MarkedSpan(Side.NEGATIVE, 15, 18)


def test_all_about_a_text(item: Item) -> None:
    """Source, text, guideline, rules and other texts, each with its verdict; nobody's name."""
    one = offer(item, RIGHT, WRONG)
    table = offer_table(one, [one], 3, {"campaign": "WMT26"})
    assert table.title == "Text 7 (de-en:1, Ambiguity > Lexical ambiguity)"
    assert [tuple(cell.value for cell in row.cells) for row in table.rows] == [
        ("Source", "Sie sprach von ihrem Mann.", ""),
        ("Text", "her +[husband], a −[man]", "rules of both sides match (contradiction)"),
        ("Guideline", "Only a husband passes.", ""),
        ("Positive pattern", r"\bhusband\b", "pass"),
        ("Negative pattern", r"\bman\b", "fail"),
        ("Other text", "her wife", "warning (unmatched)"),
        ("Other text", "man", "fail"),
    ]
    assert table.notes == ("2 systems wrote it. 1 other text of its item is open.",)
    assert table.signature.startswith("review:next|campaign:WMT26|texts:1|left:3|")
    listing = offers_table([one], 3, {})
    assert listing.rows[0].cells[0].value == 7
    assert listing.notes == ("3 more texts are waiting for you.",)
    values = offers_values([one], 3, {})["texts"][0]
    assert (values["text"], values["marks"][1]) == (one.text, {"side": "negative", "start": 15, "end": 18})


@pytest.mark.parametrize(
    "occasion, reason, opinions, why",
    [
        ("open", "contradiction", {}, "rules of both sides match (contradiction)"),
        ("open", "unmatched", {}, "no rule matches (unmatched)"),
        ("open", "verbose", {}, "it looks like more than a translation (verbose)"),
        ("open", "refused", {}, "it looks like a refusal to translate (refused)"),
        ("assigned", None, {}, "a second opinion is wanted"),
        ("again", None, {}, "no decision is needed"),
        ("open", "disputed", {"Ben": Verdict.PASS, "Cem": Verdict.FAIL}, "disputed (Ben: pass, Cem: fail)"),
    ],
)
def test_why(occasion: str, reason: str | None, opinions: dict[str, Verdict], why: str) -> None:
    """Who gives a second opinion is not told the first; who adjudicates is told both."""
    assert why_asked(Occasion(occasion), Reason(reason) if reason else None, opinions) == why


@pytest.mark.parametrize(
    "others, missing, itself, said",
    [
        (0, 0, False, ""),
        (0, 0, True, "Only this text is open."),
        (1, 0, True, "1 other text of it is open."),
        (2, 1, True, "2 other texts of it are open; 1 output is missing."),
        (0, 2, True, "2 outputs are missing."),
    ],
)
def test_why_an_item_is_not_fair(others: int, missing: int, itself: bool, said: str) -> None:
    """In words that name no system."""
    assert why_unfair(others, missing, itself) == said


@pytest.mark.parametrize(
    "more, end",
    [
        ({"others_open": 0}, "Once it is settled its item is fair."),
        ({"others_open": 0, "blocked": True}, "Its item lacks an output, so that no decision makes it fair."),
        ({"others_open": 2}, "2 other texts of its item are open."),
    ],
)
def test_what_it_would_win(item: Item, more: dict[str, Any], end: str) -> None:
    """Said before anybody decides."""
    one = offer(item, **more)
    assert offer_table(one, [one], 0, {}).notes[0].endswith(end)


def test_nothing_left() -> None:
    """Said in words, whatever the format."""
    assert told_left([], 0) == "There is nothing for you to decide."
    assert told_left([], 2).startswith("The 2 texts that wait for you are being looked at by others.")
    assert offers_values([], 0, {})["texts"] == []
