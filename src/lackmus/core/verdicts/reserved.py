"""Results for people who may not see reserved items: all numbers, but not the wording of these items."""

from collections.abc import Mapping
from dataclasses import replace

import polars as pl

from lackmus.core.rules.spans import SPANS
from lackmus.core.suites.suite import Item, item_key
from lackmus.core.verdicts.comparison import SystemComparison
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.trend import CampaignTrend

RESERVED = "(reserved)"  # instead of a sentence
_EVIDENCE = (*SPANS, "right_rule", "wrong_rule")


def hidden_id(number: int) -> str:
    """The name of a reserved item instead of its id, from its number in the workspace."""
    return f"reserved-{number}"


def hide_evaluation(evaluation: SuiteEvaluation, hidden: Mapping[str, int]) -> SuiteEvaluation:
    """The evaluation without the wording of some items (by key, with their numbers)."""
    if not hidden:
        return evaluation
    items = tuple(
        _hidden(item, hidden[item.key]) if item.key in hidden else item for item in evaluation.suite.items
    )
    is_hidden = pl.col("item").is_in(list(hidden))
    secret = {
        # Different texts stay different: who wrote the same text is part of the numbers.
        "text": pl.when(is_hidden & pl.col("text").is_not_null())
        .then(pl.format("(reserved text {})", pl.col("text").rank("dense").over("item")))
        .otherwise(pl.col("text")),
        **{name: pl.when(~is_hidden).then(pl.col(name)) for name in _EVIDENCE},
    }
    there = evaluation.verdicts.columns
    verdicts = evaluation.verdicts.with_columns(
        *(made.alias(name) for name, made in secret.items() if name in there), _renamed(evaluation, hidden)
    )
    return replace(evaluation, suite=replace(evaluation.suite, items=items), verdicts=verdicts)


def hide_comparison(comparison: SystemComparison, hidden: Mapping[str, int]) -> SystemComparison:
    """The comparison without the wording of some items. Hide last: item order affects the bootstrap."""
    if not hidden:
        return comparison
    evaluation = comparison.evaluation
    is_hidden = pl.col("item").is_in(list(hidden))
    numbered = pl.col("text").list.eval(
        pl.when(pl.element().is_not_null()).then(pl.format("(reserved text {})", pl.element().rank("dense")))
    )
    items = comparison.items.with_columns(
        pl.when(is_hidden).then(pl.lit(RESERVED)).otherwise(pl.col("source")).alias("source"),
        pl.when(is_hidden).then(numbered).otherwise(pl.col("text")).alias("text"),
        _renamed(evaluation, hidden),
    )
    return replace(comparison, evaluation=hide_evaluation(evaluation, hidden), items=items)


def hide_trend(trend: CampaignTrend, hidden: Mapping[str, int]) -> CampaignTrend:
    """The trend without the wording of some items."""
    found = {name: hide_evaluation(one, hidden) for name, one in trend.evaluations.items()}
    return replace(trend, evaluations=found) if hidden else trend


def _hidden(item: Item, number: int) -> Item:
    """The item with only its category and phenomenon."""
    return Item(item.pair, hidden_id(number), item.category, item.phenomenon, RESERVED, reserved=True)


def _renamed(evaluation: SuiteEvaluation, hidden: Mapping[str, int]) -> pl.Expr:
    pairs = {item.key: item.pair for item in evaluation.suite.items if item.key in hidden}
    names = {key: item_key(pair, hidden_id(hidden[key])) for key, pair in pairs.items()}
    return pl.col("item").replace(names)
