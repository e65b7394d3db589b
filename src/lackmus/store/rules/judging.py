"""Judge the texts of a workspace: new ones, and those whose rules changed."""

from collections.abc import Collection

import polars as pl
from sqlalchemy import Connection, bindparam, select, update

from lackmus.core.base.columns import ColumnType
from lackmus.core.base.texts import folded
from lackmus.core.rules.judge import pattern_of
from lackmus.core.rules.patterns import GAVE_UP, Memory, always
from lackmus.core.suites.suite import Kind, RuleScope
from lackmus.core.verdicts.judging import REASON, STEP, VERDICT, judge_texts, raw_forms_of, with_marks
from lackmus.store.db import bulk, schema
from lackmus.store.db.changes import Change, holds
from lackmus.store.outputs.marks import marks_of
from lackmus.store.outputs.raw_forms import raw_forms
from lackmus.store.suites.suites import StoredSuite

# A stored verdict: evidence refers to rules by number.
STORED: dict[str, ColumnType] = {
    "verdict": VERDICT,
    "reason": REASON,
    "step": STEP,
    "right_rule": pl.Int64,
    "right_start": pl.Int64,
    "right_end": pl.Int64,
    "wrong_rule": pl.Int64,
    "wrong_start": pl.Int64,
    "wrong_end": pl.Int64,
}
TEXTS: dict[str, ColumnType] = {"text_id": pl.Int64, "item": pl.String, "text": pl.String}


def judge_new(
    change: Change, stored: StoredSuite, texts: pl.DataFrame, lines: pl.DataFrame | None = None
) -> pl.DataFrame:
    """Judge new texts (columns TEXTS) and store the verdicts; `lines` are outputs not stored yet."""
    judged = judged_texts(change.connection, stored, texts, change, lines=lines)
    _add(change, judged)
    return judged


def rejudge(
    change: Change, stored: StoredSuite, asked: Memory | None = None, lines: pl.DataFrame | None = None
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Judge all texts of these items again and store what changed. Returns the verdicts before and after."""
    numbers = list(stored.items.values())
    before = (
        stored_verdicts(change.connection, numbers).join(stored.item_numbers, on="item_id").drop("item_id")
    )
    after = judged_texts(change.connection, stored, before.select(*TEXTS), change, asked, lines=lines)
    before, after = before.select(*TEXTS, *STORED), after.select(*TEXTS, *STORED)
    differs = pl.any_horizontal(after[name].ne_missing(before[name]) for name in STORED)
    changed = after.filter(differs)
    _end(change, changed["text_id"].to_list())
    _add(change, changed)
    mark_judged(change, numbers)
    return before, after


def mark_judged(change: Change, items: Collection[int]) -> None:
    """Record that the texts of these items are judged up to this change."""
    if items:
        mark = update(schema.items).where(schema.items.c.id == bindparam("number"))
        change.connection.execute(mark.values(judged=change.number), [{"number": number} for number in items])


def stored_verdicts(
    connection: Connection, items: Collection[int] | None = None, revision: int | None = None
) -> pl.DataFrame:
    """Verdicts of the rules on texts, now or at a revision: text_id, item_id, text and STORED."""
    texts, verdicts = schema.texts, schema.verdicts
    query = (
        select(texts.c.id, texts.c.item, texts.c.key, *(verdicts.c[name] for name in STORED))
        .join(verdicts, verdicts.c.text == texts.c.id)
        .where(holds(verdicts, revision))
    )
    if items is not None:
        query = query.where(texts.c.item.in_(items))
    columns: dict[str, ColumnType] = {
        "text_id": pl.Int64,
        "item_id": pl.Int64,
        "text": pl.String,
        **STORED,
    }
    return bulk.frame(connection, query.order_by(texts.c.id), columns)


def judged_texts(
    connection: Connection,
    stored: StoredSuite,
    texts: pl.DataFrame,
    change: Change | None = None,
    asked: Memory | None = None,
    revision: int | None = None,
    lines: pl.DataFrame | None = None,
) -> pl.DataFrame:
    """The verdicts of rules and marks, now or at a revision, on texts (TEXTS and STORED, in order).

    Searches under the time limit reuse stored results; new ones are stored with the change, if there is one.
    `asked` are results computed before the change began, so that no one waits for them. `lines` (item, text,
    raw) are outputs that are not stored yet.
    """
    stored_memory = _memory(connection, stored)
    known = set(stored_memory)
    memory = {**(asked or {}), **stored_memory}
    patient = always if change is None else change.patient
    judged = judge_texts(
        stored.suite,
        texts.select("item", "text"),
        memory=memory,
        patient=patient,
        raws=paragraph_forms(connection, stored, lines),
    )
    if change is not None and len(memory) > len(known):
        _remember(change, stored, texts, {key: memory[key] for key in memory.keys() - known})
    judged = texts.select("text_id").hstack(judged)
    for side in ("right", "wrong"):
        place, number = f"{side}_rule", f"{side}_number"
        named = stored.rule_numbers.rename({"place": place, "rule_id": number})
        judged = judged.join(named, on=["item", place], how="left", maintain_order="left")
        judged = judged.with_columns(
            pl.col(number).alias(place), pl.col(f"{side}_start", f"{side}_end").cast(pl.Int64)
        )
    marks = marks_of(connection, judged["text_id"].to_list(), revision)
    if marks.height:
        beside = judged.select("text_id").join(marks, on="text_id", how="left", maintain_order="left")
        judged = with_marks(judged, beside["mark"])
    return judged.select(*TEXTS, *STORED)


def paragraph_forms(
    connection: Connection, stored: StoredSuite, lines: pl.DataFrame | None = None
) -> dict[str, dict[str, set[str]]]:
    """How the texts of items were written whose rules look at a paragraph, by item and key."""
    scoped = {
        item.key: stored.items[item.key]
        for item in stored.suite.items
        if item.scope is RuleScope.PARAGRAPH and item.key in stored.items
    }
    if not scoped:
        return {}
    known = raw_forms(connection, stored.id, scoped.values())
    found = {key: known.get(number, {}) for key, number in scoped.items()}
    if lines is not None:
        for item, forms in raw_forms_of(stored.suite, lines["item"], lines["text"], lines["raw"]).items():
            for key, raws in forms.items():
                found[item].setdefault(key, set()).update(raws)
    return found


def _add(change: Change, judged: pl.DataFrame) -> None:
    since = pl.lit(change.number, dtype=pl.Int64).alias("since")
    rows = judged.select("text_id", *STORED, since).rows()
    change.add(schema.verdicts, ["text", *STORED, "since"], rows)


def _end(change: Change, texts: Collection[int]) -> None:
    if texts:
        verdicts = schema.verdicts
        ending = update(verdicts).where(verdicts.c.text == bindparam("number"), holds(verdicts))
        change.connection.execute(
            ending.values(until=change.number), [{"number": number} for number in texts]
        )


def _memory(connection: Connection, stored: StoredSuite) -> Memory:
    """Stored results of slow searches on texts of these items."""
    searches, rules, texts = schema.searches, schema.rules, schema.texts
    query = (
        select(rules.c.id, texts.c.key, searches.c.start, searches.c.end)
        .select_from(searches)
        .join(texts, texts.c.id == searches.c.text)
        .join(rules, rules.c.id == searches.c.rule)
    )
    if len(stored.items) < bulk.FEW:  # a few edited items; otherwise the whole suite is read
        # By text, for which there is an index.
        query = query.where(texts.c.item.in_(list(stored.items.values())))
    patterns = {number: pattern for number, (_, pattern) in _patterns(stored).items()}
    memory: Memory = {}
    for rule, key, start, end in bulk.fetch(connection, query):
        if rule in patterns:
            span = None if start is None else (start, end)
            memory[patterns[rule], key] = memory[patterns[rule], folded(key)] = span
    return memory


def _patterns(stored: StoredSuite) -> dict[int, tuple[str, str]]:
    """The patterns by number, as searched, with their items."""
    return {
        number: (item.key, pattern_of(rule))
        for item in stored.suite.items
        for number, rule in zip(stored.rules[item.key], item.rules, strict=True)
        if rule.kind is Kind.PATTERN
    }


def _remember(change: Change, stored: StoredSuite, texts: pl.DataFrame, new: Memory) -> None:
    """Store new search results with their rule and text."""
    seen = {text for _, text in new}
    about: dict[tuple[str, str], list[int]] = {}  # item and text as the search sees it -> text numbers
    for number, item, text in texts.select(*TEXTS).iter_rows():
        for read in (text,) if text.isascii() else {text, folded(text)}:
            if read in seen:
                about.setdefault((item, read), []).append(number)
    asked: dict[str, list[tuple[str, int]]] = {}
    for rule, (item, pattern) in _patterns(stored).items():
        asked.setdefault(pattern, []).append((item, rule))
    rows = {
        (number, rule): span or (None, None)
        for (pattern, read), span in new.items()
        for item, rule in asked.get(pattern, ())
        for number in about.get((item, read), ())
    }
    change.add(
        schema.searches, ["text", "rule", "start", "end"], [(*key, *span) for key, span in rows.items()]
    )


__all__ = [
    "GAVE_UP",
    "STORED",
    "TEXTS",
    "judge_new",
    "judged_texts",
    "mark_judged",
    "paragraph_forms",
    "rejudge",
    "stored_verdicts",
]
