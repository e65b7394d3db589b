"""Core values as Polars frames in long form: one row for each row of a report and each system."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import polars as pl

from lackmus.core.outputs.outputs import items_of
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.accuracies import Average, Score, Warnings, fair_items
from lackmus.core.verdicts.trend import CampaignTrend, TrendRow

_SCORED = {"n": pl.Int64, "accuracy": pl.Float64, "best": pl.Boolean}


def accuracies_frame(rows: Iterable[Score], systems: Sequence[str], called: str = "system") -> pl.DataFrame:
    """Return accuracies in percent by category and phenomenon (null on rows of categories) and system."""
    return pl.DataFrame(
        [(row.category, row.phenomenon, system, *_scored(row, system)) for row in rows for system in systems],
        schema={"category": pl.String, "phenomenon": pl.String, called: pl.String, **_SCORED},
        orient="row",
    )


def averages_frame(
    averages: Mapping[Average, Score], systems: Sequence[str], called: str = "system"
) -> pl.DataFrame:
    """Return the averages in percent by kind and system."""
    return pl.DataFrame(
        [(str(kind), system, *_scored(row, system)) for kind, row in averages.items() for system in systems],
        schema={"average": pl.String, called: pl.String, **_SCORED},
        orient="row",
    )


def _scored(row: Score, system: str) -> tuple[int, float | None, bool]:
    return row.counts.get(system, 0), row.accuracy.get(system), system in row.best


def items_frame(suite: Suite, verdicts: pl.DataFrame) -> pl.DataFrame:
    """Return the items that systems have, with whether they are fair, and a column of verdicts by system."""
    fair = fair_items(verdicts)["item"].to_list()
    wide = verdicts.select("item", "system", "verdict").pivot(
        on="system", index="item", values="verdict", aggregate_function="first"
    )
    return (
        items_of(suite)
        .join(wide.select("item"), on="item", how="semi", maintain_order="left")
        .with_columns(pl.col("item").is_in(fair).alias("fair"))
        .join(wide, on="item", how="left", maintain_order="left")
    )


def warnings_frame(warnings: Mapping[str, Warnings], prices: Mapping[str, int]) -> pl.DataFrame:
    """Return how many texts of each system are warnings, and how many items would be fair without it."""
    return pl.DataFrame(
        [(system, one.count, one.share, prices.get(system, 0)) for system, one in warnings.items()],
        schema={"system": pl.String, "count": pl.Int64, "share": pl.Float64, "price": pl.Int64},
        orient="row",
    )


def trend_frame(trend: CampaignTrend, rows: Iterable[TrendRow]) -> pl.DataFrame:
    """Return accuracies in percent by category, phenomenon, campaign and system; the average has none."""
    found: list[tuple[object, ...]] = []
    for row in rows:
        for campaign in trend.campaigns:
            for (of, system), accuracy in row.accuracy.items():
                if of == campaign:
                    found.append((row.category, row.phenomenon, campaign, system, row.n, accuracy))
            found.append((row.category, row.phenomenon, campaign, None, row.n, row.average.get(campaign)))
    schema = {"category": pl.String, "phenomenon": pl.String, "campaign": pl.String, "system": pl.String}
    return pl.DataFrame(found, schema={**schema, "n": pl.Int64, "accuracy": pl.Float64}, orient="row")


def listing(values: Sequence[Any], kind: type[Any], *, without: Sequence[str] = ()) -> pl.DataFrame:
    """Return frozen values as a frame, one row each, with the fields of their class as columns."""
    kinds = {name: of for name, of in get_type_hints(kind).items() if name not in without}
    names = [one.name for one in fields(kind) if one.name in kinds]
    rows = [[_plain(getattr(value, name)) for name in names] for value in values]
    return pl.DataFrame(rows, schema={name: _dtype(kinds[name]) for name in names}, orient="row")


def _plain(value: Any) -> Any:
    """Return a value that a column can hold."""
    if isinstance(value, tuple):
        return list(map(str, value))
    return str(value) if isinstance(value, str) else value  # a choice is a text


def _dtype(kind: Any) -> pl.DataType:
    """Return the type of the column for a field: texts and choices, numbers, lists of texts."""
    if NoneType in get_args(kind):  # of “str | None” the first
        kind = get_args(kind)[0]
    if get_origin(kind) is tuple:
        return pl.List(pl.String)
    return {bool: pl.Boolean(), int: pl.Int64(), float: pl.Float64()}.get(kind, pl.String())
