"""An item as review shows it: sentence, guideline, rules, and rule matches in its texts."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from lackmus.core.base.paragraphs import Bounds, key_spans, paragraph_spans
from lackmus.core.reviews.offers import NumberedRule
from lackmus.core.rules.spans import SPANS, MarkedSpan, marks_at
from lackmus.core.suites.error_types import ErrorType, error_types_for
from lackmus.core.suites.examples import GuidelineExample
from lackmus.core.suites.suite import Item
from lackmus.store.db import schema
from lackmus.store.db.changes import holds
from lackmus.store.outputs.raw_forms import raw_forms
from lackmus.store.suites.suites import load_suite


@dataclass(frozen=True)
class ReviewItem:
    """Everything about an item that does not depend on the person."""

    number: int
    item: Item
    guideline: str
    examples: tuple[GuidelineExample, ...]
    error_types: tuple[ErrorType, ...]  # in the order of their keys
    rules: tuple[NumberedRule, ...]
    marks: Mapping[int, tuple[MarkedSpan, ...]]  # of each text that rules matched
    paragraphs: Mapping[str, tuple[Bounds, ...]]  # of each text, by key, if the source has several


_MARKS = (
    select(schema.texts.c.id, *(schema.verdicts.c[name] for name in SPANS))
    .join(schema.verdicts, schema.verdicts.c.text == schema.texts.c.id)
    .where(schema.texts.c.item == bindparam("number"), holds(schema.verdicts))
)


def review_item(connection: Connection, suite: int, item: int) -> ReviewItem | None:
    """The details of an item; None if it is not in its suite any more."""
    stored = load_suite(connection, suite, only=[item])
    if not stored.suite.items:
        return None
    (found,) = stored.suite.items
    told = stored.suite.described(found.category, found.phenomenon)
    return ReviewItem(
        item,
        found,
        told.guideline,
        told.examples,
        error_types_for(stored.suite.error_types, found.category, found.phenomenon),
        tuple(
            NumberedRule(number, rule.side, rule.kind, rule.value)
            for number, rule in zip(stored.rules[found.key], found.rules, strict=True)
        ),
        _marks(connection, item),
        _paragraphs(connection, suite, item, found.source),
    )


def _paragraphs(connection: Connection, suite: int, item: int, source: str) -> dict[str, tuple[Bounds, ...]]:
    """Where the paragraphs of the texts are; a text that was written in several ways has those of one."""
    if len(paragraph_spans(source)) < 2:
        return {}
    forms = raw_forms(connection, suite, [item]).get(item, {})
    return {key: tuple(key_spans(min(raws))) for key, raws in forms.items()}


def _marks(connection: Connection, item: int) -> dict[int, tuple[MarkedSpan, ...]]:
    rows = connection.execute(_MARKS, {"number": item})
    found = {text: marks_at(*spans) for text, *spans in rows}
    return {text: marks for text, marks in found.items() if marks}
