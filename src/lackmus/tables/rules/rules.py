"""The rules of an item as a table, and the effect of editing them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import polars as pl

from lackmus.core.base.signatures import signature
from lackmus.core.outputs.campaigns import day
from lackmus.core.reviews.rule_conflicts import flip_counts
from lackmus.core.rules.lines import RuleLine
from lackmus.tables.reviews.rule_conflicts import conflicts_table, flips_tables
from lackmus.tables.table import Column, Row, Table, Unit

MOST_TEXTS = 50


def rules_table(item: str, rules: Sequence[RuleLine], about: Mapping[str, object]) -> Table:
    """The rules of one item by number."""
    columns = (
        Column("Rule", Unit.TEXT),
        Column("Side"),
        Column("Kind"),
        Column("Wording"),
        Column("Texts", Unit.COUNT),
        Column("By"),
        Column("Since (UTC)"),
        Column("Instead of"),
        Column("Why"),
    )
    return Table(
        f"{item}: its rules",
        columns,
        tuple(
            Row.of(
                str(one.number),
                one.side,
                one.kind,
                one.value,
                one.texts,
                one.by,
                day(one.at),
                None if one.follows is None else str(one.follows),
                one.comment or None,
            )
            for one in rules
        ),
        signature({"item": item, **about, "rules": len(rules)}),
        ("Texts: those on whose verdict the rule spoke.",),
    )


def rules_values(item: str, rules: Sequence[RuleLine]) -> dict[str, Any]:
    """The rules as plain values."""
    return {"item": item, "rules": [asdict(one) for one in rules]}


def rejudged_tables(
    flips: pl.DataFrame, contradicted: pl.DataFrame, about: Mapping[str, object], notes: Sequence[str] = ()
) -> list[Table]:
    """The flipped verdicts and, if any, where rules now contradict people."""
    counts, texts = flips_tables(flips, about, MOST_TEXTS)
    tables = [counts.with_notes(notes)]
    if flips.height:
        tables.append(texts)
    if contradicted.height:
        tables.append(conflicts_table(contradicted, about, MOST_TEXTS))
    return tables


def rejudged_values(flips: pl.DataFrame, contradicted: pl.DataFrame) -> dict[str, Any]:
    """All flips and conflicts as plain values."""
    return {
        "flips": flips.to_dicts(),
        "flip_counts": [
            {"before": before, "after": after, "texts": many}
            for (before, after), many in flip_counts(flips).items()
        ],
        "contradicted": contradicted.to_dicts(),
    }
