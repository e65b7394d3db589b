"""Two systems item by item: what both pass, what both fail, what only one wins."""

from dataclasses import dataclass

import polars as pl

from lackmus.core.choices import Choices
from lackmus.core.evaluations import Evaluation
from lackmus.core.judges import Verdict
from lackmus.core.outputs import items_of
from lackmus.core.scores import counted_rows
from lackmus.core.signatures import signature


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
        interval=_interval(evaluation, first, second, choices) if total.n else None,
        items=items,
        signature=signature(
            {
                "compare": f"{first}/{second}",
                "suite": evaluation.suite.label,
                "pair": "+".join(map(str, evaluation.suite.pairs)),
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
    from lackmus.core.significance import coin_p

    if not total.n:
        return None
    more = max(total.only_first, total.only_second)
    return min(1.0, 2 * coin_p(more, total.only_first + total.only_second))


def _interval(evaluation: Evaluation, first: str, second: str, choices: Choices) -> tuple[float, float]:
    import numpy as np

    from lackmus.core.significance import bootstrap_means

    pair = evaluation.verdicts.filter(pl.col("system").is_in([first, second]))
    wide = (
        counted_rows(pair)
        .with_columns(pl.col("verdict") == Verdict.PASS)
        .pivot("system", index="item", values="verdict")
        .sort("item")
    )
    means = bootstrap_means(
        wide.select(first, second).to_numpy().astype(bool), choices.testing.samples, choices.testing.seed
    )
    low, high = np.percentile(100 * (means[:, 1] - means[:, 0]), [2.5, 97.5])
    return float(low), float(high)
