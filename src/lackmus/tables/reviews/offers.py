"""Texts offered for review, as tables and as plain values."""

from collections.abc import Mapping, Sequence
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.reviews.offers import Offer, OtherText
from lackmus.core.rules.spans import marks_values
from lackmus.core.suites.suite import Side
from lackmus.tables.suites.examples import example_values
from lackmus.tables.table import Column, ColumnOf, Row, Table, Unit


def _line(offers: Sequence[Offer], left: int, about: Mapping[str, object]) -> str:
    return signature({"review": "next", **about, "texts": len(offers), "left": left})


def offers_table(offers: Sequence[Offer], left: int, about: Mapping[str, object]) -> Table:
    """One row for each text, for spreadsheets and scripts."""
    return Table.of(
        "Texts to decide",
        offers,
        (
            ColumnOf("Number", lambda one: one.text_id),
            ColumnOf("Item", lambda one: one.item),
            ColumnOf("Category", lambda one: one.category),
            ColumnOf("Phenomenon", lambda one: one.phenomenon),
            ColumnOf("Source", lambda one: one.source),
            ColumnOf("Text", lambda one: one.marked),
            ColumnOf("Why", lambda one: one.why),
            ColumnOf("Systems", lambda one: one.systems, Unit.COUNT),
            ColumnOf("Others open", lambda one: one.others_open, Unit.COUNT),
        ),
        _line(offers, left, about),
        (told_left(offers, left),),
    )


def told_left(offers: Sequence[Offer], left: int) -> str:
    """How many more texts there are for this person, in words."""
    if not offers and left:
        waiting = counted(left, "text that waits for you is", "texts that wait for you are")
        return f"The {waiting} being looked at by others. Come back in a quarter of an hour."
    if not offers:
        return "There is nothing for you to decide."
    return f"{counted(left, 'more text is', 'more texts are')} waiting for you."


def offer_table(one: Offer, offers: Sequence[Offer], left: int, about: Mapping[str, object]) -> Table:
    """One text with its context, to be judged."""
    rows = [
        ("Source", one.marked_source, ""),
        *([("Prompt", one.prompt, "")] if one.prompt else []),
        ("Text", one.marked, one.why),
        *([("Guideline", one.guideline, "")] if one.guideline else []),
        *(
            (f"Example: {shown.verdict}", f"{shown.source} → {shown.translation}", shown.note)
            for shown in one.examples
        ),
        *(("Plain rule", rule, "") for rule in one.plain_rules),
        *((f"{rule.side.capitalize()} {rule.kind}", rule.value, _SAYS[rule.side]) for rule in one.rules),
        *(("Other text", other.text, _verdict(other)) for other in one.others),
    ]
    return Table(
        title=f"Text {one.text_id} ({one.item}, {one.category} > {one.phenomenon})",
        columns=(Column("What"), Column("Text"), Column("Verdict")),
        rows=tuple(Row.of(*row) for row in rows),
        signature=_line(offers, left, about),
        notes=(f"{counted(one.systems, 'system')} wrote it. {_won(one)}",),
    )


def _won(one: Offer) -> str:
    """The effect of deciding it."""
    if one.blocked:
        return "Its item lacks an output, so that no decision makes it fair."
    if one.others_open:
        return f"{counted(one.others_open, 'other text of its item is', 'other texts of its item are')} open."
    return "Once it is settled its item is fair."


_SAYS = {Side.POSITIVE: Verdict.PASS.value, Side.NEGATIVE: Verdict.FAIL.value}


def _verdict(other: OtherText) -> str:
    return f"{other.verdict} ({other.reason})" if other.reason else other.verdict.value


def offers_values(offers: Sequence[Offer], left: int, about: Mapping[str, object]) -> dict[str, Any]:
    """The offered texts as plain values; `text` is unmarked, `marks` are positions."""
    return {
        "signature": _line(offers, left, about),
        "left": left,
        "texts": [_values(one) for one in offers],
    }


def _values(one: Offer) -> dict[str, Any]:
    return {
        "text_id": one.text_id,
        "occasion": one.occasion.value,
        "item": one.item,
        "category": one.category,
        "phenomenon": one.phenomenon,
        "guideline": one.guideline,
        "examples": [example_values(shown) for shown in one.examples],
        "source": one.source,
        "prompt": one.prompt,
        "plain_rules": list(one.plain_rules),
        "stretch": one.stretch,
        "source_paragraphs": one.source_paragraphs,
        "paragraphs": one.paragraphs,
        "paragraph": one.paragraph,
        "text": one.text,
        "marks": marks_values(one.marks),
        "reason": one.reason,
        "opinions": {person: verdict.value for person, verdict in one.opinions.items()},
        "systems": one.systems,
        "others_open": one.others_open,
        "blocked": one.blocked,
        "rules": [
            {"side": rule.side.value, "kind": rule.kind.value, "value": rule.value} for rule in one.rules
        ],
        "others": [
            {
                "text": other.text,
                "systems": other.systems,
                "verdict": other.verdict.value,
                "reason": other.reason,
            }
            for other in one.others
        ],
    }
