"""Two systems item by item: what both pass, what both fail, what only one wins."""

from dataclasses import dataclass

import polars as pl

from lackmus.core.choices import ALPHA, Choices
from lackmus.core.clusters import stacked, strata_of
from lackmus.core.evaluations import Evaluation
from lackmus.core.judges import Verdict
from lackmus.core.outputs import items_of
from lackmus.core.scores import counted_rows
from lackmus.core.signatures import signature
from lackmus.core.significance import bootstrap_means, coin_p
from lackmus.core.tables import Cell, Column, Level, Row, Table, Unit, counted, points


@dataclass(frozen=True)
class Outcome:
    """How two systems did on the items of one category, or on all."""

    category: str | None
    both_pass: int
    both_fail: int
    only_first: int
    only_second: int

    @property
    def n(self) -> int:
        """Items settled for both."""
        return self.both_pass + self.both_fail + self.only_first + self.only_second

    @property
    def difference(self) -> float | None:
        """By how many points the second is better than the first."""
        return 100 * (self.only_second - self.only_first) / self.n if self.n else None


@dataclass(frozen=True)
class Comparison:
    """Two systems on the items settled for both, with paired tests of their difference."""

    first: str
    second: str
    evaluation: Evaluation
    rows: tuple[Outcome, ...]
    total: Outcome
    p_value: float | None  # exact McNemar, two-tailed: nobody said beforehand who should win
    interval: tuple[float, float] | None  # of the difference in points, paired bootstrap, 95 %
    items: pl.DataFrame  # item, category, phenomenon, source, both texts and verdicts, and `outcome`
    signature: str

    @property
    def differing(self) -> int:
        """How many items only one of the two passes."""
        return self.total.only_first + self.total.only_second


def compare(evaluation: Evaluation, first: str, second: str, choices: Choices) -> Comparison:
    """Lay two systems of an evaluation side by side."""
    items = _side_by_side(evaluation, first, second)
    settled = items.filter(pl.col("outcome") != "open")
    groups = {name: rows for (name,), rows in settled.group_by("category")}
    categories = sorted(items["category"].unique())
    total = _outcome(None, settled)
    return Comparison(
        first=first,
        second=second,
        evaluation=evaluation,
        rows=tuple(_outcome(name, groups.get(name, settled.clear())) for name in categories),
        total=total,
        p_value=_two_tailed(total),
        interval=_interval(evaluation, first, second, choices),
        items=items,
        signature=signature(
            {
                "compare": f"{first}/{second}",
                "suite": evaluation.suite.label,
                "pair": "+".join(map(str, evaluation.suite.pairs)),
                "outputs": evaluation.digest,
                "items": f"{total.n}/{items.height}",
                **choices.parts,
                "test": "mcnemar(two-tailed)",
                "interval": "bootstrap95",
                "samples": choices.testing.samples,
                "seed": choices.testing.seed,
            }
        ),
    )


def _side_by_side(evaluation: Evaluation, first: str, second: str) -> pl.DataFrame:
    verdicts = evaluation.verdicts.select(
        "item", "category", "phenomenon", "system", "text", "verdict", "reason"
    )
    sides = [
        verdicts.filter(pl.col("system") == system)
        .drop("system")
        .rename({name: f"{side}_{name}" for name in ("text", "verdict", "reason")})
        for side, system in (("first", first), ("second", second))
    ]
    names = ["item", "category", "phenomenon"]
    one, other = pl.col("first_verdict"), pl.col("second_verdict")
    passed, failed, open_ = Verdict.PASS, Verdict.FAIL, Verdict.WARNING
    outcome = (
        pl.when((one == open_) | (other == open_))
        .then(pl.lit("open"))
        .when((one == passed) & (other == passed))
        .then(pl.lit("both pass"))
        .when((one == failed) & (other == failed))
        .then(pl.lit("both fail"))
        .when(one == passed)
        .then(pl.lit("only first"))
        .otherwise(pl.lit("only second"))
    )
    order = items_of(evaluation.suite).select("item", "source")
    return order.join(sides[0].join(sides[1], on=names), on="item", maintain_order="left").with_columns(
        outcome.alias("outcome")
    )


def _outcome(category: str | None, rows: pl.DataFrame) -> Outcome:
    found = dict(rows.group_by("outcome").len().iter_rows())
    return Outcome(
        category,
        both_pass=found.get("both pass", 0),
        both_fail=found.get("both fail", 0),
        only_first=found.get("only first", 0),
        only_second=found.get("only second", 0),
    )


def _two_tailed(total: Outcome) -> float | None:
    if not total.n:
        return None
    more = max(total.only_first, total.only_second)
    return min(1.0, 2 * coin_p(more, total.only_first + total.only_second))


def _interval(
    evaluation: Evaluation, first: str, second: str, choices: Choices
) -> tuple[float, float] | None:
    pair = evaluation.verdicts.filter(pl.col("system").is_in([first, second]))
    passes = stacked(strata_of(counted_rows(pair), [first, second]))
    if passes is None:
        return None
    import numpy as np

    means = bootstrap_means(passes, choices.testing.samples, choices.testing.seed)
    low, high = np.percentile(100 * (means[:, 1] - means[:, 0]), [2.5, 97.5])
    return float(low), float(high)


def comparison_table(comparison: Comparison) -> Table:
    """What both systems pass, both fail, and what only one of them wins, by category."""
    first, second, total = comparison.first, comparison.second, comparison.total
    return Table(
        title=f"{first} and {second}, item by item",
        columns=(
            Column("Category"),
            Column("n", Unit.COUNT),
            Column("Both pass", Unit.COUNT),
            Column("Both fail", Unit.COUNT),
            Column(f"Only {first}", Unit.COUNT),
            Column(f"Only {second}", Unit.COUNT),
            Column("Difference", Unit.POINTS),
        ),
        rows=tuple(
            Row(
                (
                    Cell(row.category or "All items"),
                    Cell(row.n),
                    Cell(row.both_pass),
                    Cell(row.both_fail),
                    Cell(row.only_first),
                    Cell(row.only_second),
                    Cell(row.difference),
                ),
                Level.AVERAGE if row.category is None else Level.BODY,
            )
            for row in (*comparison.rows, total)
        ),
        signature=comparison.signature,
        notes=tuple(_comparison_notes(comparison)),
    )


def _comparison_notes(comparison: Comparison) -> list[str]:
    total = comparison.total
    open_ = comparison.items.height - total.n
    if comparison.interval is None or total.difference is None or comparison.p_value is None:
        return [f"No item is settled for both; {counted(open_, 'is', 'are')} open."]
    low, high = comparison.interval
    verb = "differ" if comparison.p_value <= ALPHA else "cannot be told apart"
    lead = (
        f"{comparison.second} is {abs(total.difference):.1f} points "
        f"{'better' if total.difference > 0 else 'worse'} than {comparison.first}"
        if total.difference
        else "Neither is better"
    )
    said = [
        f"{lead} (95 % interval {points(low)} to {points(high)}). "
        f"On {counted(total.n, 'item')} the two {verb}: "
        f"exact McNemar, two-tailed, p = {_p(comparison.p_value)}."
    ]
    if open_:
        many = counted(open_, "item does", "items do")
        said.append(f"{many} not count because one of the two has an open warning.")
    return said


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def differences_table(comparison: Comparison, most: int) -> Table:
    """The sentences on which the two systems differ, side by side."""
    items = comparison.evaluation.suite.by_key
    reserved = [key for key in comparison.items["item"] if items[key].reserved]
    outcome = comparison.items.filter(pl.col("outcome").is_in(["only first", "only second"]))
    differing = outcome.filter(~pl.col("item").is_in(reserved))
    secret = outcome.height - differing.height
    return Table(
        title=f"Where they differ ({min(most, differing.height):,} of {outcome.height:,} items)",
        columns=(
            Column("Item"),
            Column("Phenomenon"),
            Column("Source"),
            Column("Passes"),
            Column(comparison.first),
            Column(comparison.second),
        ),
        rows=tuple(
            Row(
                (
                    Cell(row["item"].partition(":")[2]),
                    Cell(row["phenomenon"]),
                    Cell(row["source"].strip()),
                    Cell(comparison.first if row["outcome"] == "only first" else comparison.second),
                    Cell(row["first_text"]),
                    Cell(row["second_text"]),
                )
            )
            for row in differing.head(most).iter_rows(named=True)
        ),
        signature=comparison.signature,
        notes=(f"{counted(secret, 'of them is', 'of them are')} reserved and not shown.",) if secret else (),
    )
