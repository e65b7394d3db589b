"""How soon decisions make items fair: the working order of `WorkQueue` against a random one."""

import random
from collections.abc import Callable
from dataclasses import replace
from statistics import fmean

import polars as pl

from benchmarks.measure import campaign, report, seconds
from lackmus.core.base.choices import Semantics
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import OUTPUTS
from lackmus.core.reviews.offers import PersonContext
from lackmus.core.reviews.queue import STANDING, open_texts, review_status
from lackmus.core.reviews.work_queue import WorkQueue
from lackmus.core.rules.judge import Reason
from lackmus.core.suites.suite import Kind, Suite
from lackmus.core.verdicts.judging import REASON, VERDICT, judge

SHARES = (0.10, 0.25, 0.50)
ROUND = 20  # decisions before the order is asked for anew
RANDOM_ORDERS = 10  # their mean is what a random order makes
SYSTEMS, ITEMS = 100, 5560  # of a large workspace

Order = Callable[[pl.DataFrame], list[int]]  # the open texts in the order in which they are taken


def main() -> None:
    """Print how many items decisions make fair, and how long the order of a large workspace takes."""
    suite, rows = campaign()
    outputs = pl.DataFrame(rows, schema=OUTPUTS.schema, orient="row")
    standing, answers = reopened(suite, outputs)
    texts = open_texts(standing)
    print(f"WMT21 German–English: {texts.height:,} open texts in {texts['item'].n_unique():,} items")
    ours = fair_after(standing, answers, queued, ROUND)
    random_ones = [fair_after(standing, answers, shuffled(seed)) for seed in range(RANDOM_ORDERS)]
    by_chance = {share: fmean(one[share] for one in random_ones) for share in SHARES}
    for share, made in ours.items():
        first = share == SHARES[0]
        report(
            f"items made fair by the first {share:.0%} of decisions, against random",
            f"{made:,} / {by_chance[share]:,.0f}",
            "≥ 480" if first else "more",
            made >= 480 if first else made > by_chance[share],
        )
    large = enlarged(standing)
    queued(large)  # the start of thread pools is not what is measured
    taken = sorted(seconds(lambda: queued(large)) for _ in range(5))[2]
    report(
        f"the order of {open_texts(large).height:,} open texts of {large.height:,} outputs",
        f"{taken:.2f} s",
        "< 1 s",
        taken < 1,
    )


def reopened(suite: Suite, outputs: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The campaign as `published` has it, with an answer for every text.

    What is open under the full rules too, somebody must settle all the same; how does not matter here.
    """
    standing, answers = published(suite, outputs)
    still_open = pl.col("answer") == Verdict.WARNING
    fail = pl.lit(Verdict.FAIL, dtype=VERDICT)
    return standing, answers.with_columns(answer=pl.when(still_open).then(fail).otherwise("answer"))


def published(suite: Suite, outputs: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The campaign (STANDING) without fixed sentences, and what the full rules say about its texts.

    Read the way of TQ-AutoTest, which settled those texts by hand in the first place.
    """
    bare = replace(
        suite,
        items=tuple(
            replace(item, rules=tuple(rule for rule in item.rules if rule.kind is Kind.PATTERN))
            for item in suite.items
        ),
    )
    open_again, full = (judge(one, outputs, Semantics.CLASSIC) for one in (bare, suite))
    number = pl.struct("item", "text").rank("dense").cast(pl.Int64).alias("text_id")
    standing = STANDING.of(open_again.with_columns(number))
    return standing, standing.select("text_id", full["verdict"].alias("answer")).unique("text_id")


def queued(standing: pl.DataFrame) -> list[int]:
    """As `review next` gives them to an editor."""
    numbered = standing.with_columns(pl.col("item").rank("dense").cast(pl.Int64).alias("item_id"))
    return WorkQueue(numbered).offered(PersonContext(editor=True)).numbers()


def shuffled(seed: int) -> Order:
    """In any order; whoever comes in again finds any order again."""
    chance = random.Random(seed)

    def order(standing: pl.DataFrame) -> list[int]:
        texts = sorted(queued(standing))
        return chance.sample(texts, len(texts))

    return order


def fair_after(
    standing: pl.DataFrame, answers: pl.DataFrame, order: Order, size: int | None = None
) -> dict[float, int]:
    """How many items are fair, and were not before, after SHARES of all decisions.

    The order is asked for anew after every round of so many decisions, from what then stands.
    """
    at_first, texts = review_status(standing).total.fair, open_texts(standing).height
    made, found = 0, {}
    for share in SHARES:
        wanted = int(share * texts)
        while made < wanted:
            taken = order(standing)[: min(size or texts, wanted - made)]
            standing = settled(standing, answers.filter(pl.col("text_id").is_in(taken)))
            made += len(taken)
        found[share] = review_status(standing).total.fair - at_first
    return found


def settled(standing: pl.DataFrame, answers: pl.DataFrame) -> pl.DataFrame:
    """What stands once these texts are decided."""
    joined = standing.join(answers, on="text_id", how="left", maintain_order="left")
    said = pl.col("answer").is_not_null()
    return STANDING.of(
        joined.with_columns(
            pl.coalesce("answer", "verdict").alias("verdict"),
            pl.when(said).then(None).otherwise("reason").alias("reason"),
        )
    )


def enlarged(standing: pl.DataFrame) -> pl.DataFrame:
    """A workspace of a hundred systems made of the campaign, with every text open: the worst case."""
    texts = standing.height  # more than there are ids, so that none is given twice
    items = -(-ITEMS // standing["item"].n_unique())
    systems = -(-SYSTEMS // standing["system"].n_unique())
    again = pl.concat(
        standing.with_columns(
            pl.format("{}.{}", "item", pl.lit(half)).alias("item"),
            pl.format("{}.{}", "system", pl.lit(time)).alias("system"),
            pl.col("text_id") + texts * (items * time + half),
        )
        for time in range(systems)
        for half in range(items)
    )
    for name, most in (("item", ITEMS), ("system", SYSTEMS)):
        kept = again[name].unique(maintain_order=True).head(most)
        again = again.filter(pl.col(name).is_in(kept.implode()))
    return STANDING.of(
        again.with_columns(
            pl.lit(Verdict.WARNING, dtype=VERDICT).alias("verdict"),
            pl.lit(Reason.UNMATCHED, dtype=REASON).alias("reason"),
        )
    )
