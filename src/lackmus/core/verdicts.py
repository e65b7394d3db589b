"""Rules + texts -> a table of verdicts. Each distinct text is judged once, however many systems wrote it."""

from collections.abc import Callable

import polars as pl

from lackmus.core.choices import Semantics
from lackmus.core.columns import Columns
from lackmus.core.judges import OUTCOMES, ItemJudge, Reason, Said, Step, Verdict, judged_key
from lackmus.core.outputs import OUTPUTS, items_of
from lackmus.core.suites import Suite

VERDICT = pl.Enum(Verdict)
REASON = pl.Enum(Reason)
STEP = pl.Enum(Step)
SETTLED = [Verdict.PASS, Verdict.FAIL]

_EVIDENCE = {
    f"{side}_{part}": dtype
    for side in ("right", "wrong")
    for part, dtype in (("rule", pl.UInt16), ("start", pl.UInt32), ("end", pl.UInt32))
}
TEXT_VERDICTS = Columns(
    item=pl.String, text=pl.String, verdict=VERDICT, reason=REASON, step=STEP, **_EVIDENCE
)
VERDICTS = Columns(
    item=pl.String,
    category=pl.String,
    phenomenon=pl.String,
    system=pl.String,
    text=pl.String,
    verdict=VERDICT,
    reason=REASON,
    step=STEP,
    **_EVIDENCE,
)
DECIDED = Columns(item=pl.String, text=pl.String, verdict=VERDICT, reason=REASON)

Advance = Callable[[int, int], None]  # how many of how many texts are judged, for a progress bar


def judge_texts(
    suite: Suite,
    texts: pl.DataFrame,
    semantics: Semantics = Semantics.DEFAULT,
    advance: Advance | None = None,
) -> pl.DataFrame:
    """Judge distinct texts (columns item and text, as keys): a row of TEXT_VERDICTS each."""
    grouped = texts.group_by("item").agg("text")
    said: list[Said] = []
    told = 0
    for key, keys in zip(grouped["item"], grouped["text"].to_list(), strict=True):
        say = ItemJudge(suite.by_key[key], semantics).say
        said += [say(text) for text in keys]
        if advance is not None and len(said) - told >= 1000:
            told = len(said)
            advance(told, texts.height)
    if not said:
        return TEXT_VERDICTS.empty()
    codes, *evidence = zip(*said, strict=True)
    outcomes = pl.DataFrame(OUTCOMES, schema=["verdict", "reason", "step"], orient="row")
    return TEXT_VERDICTS.of(
        grouped.explode("text").hstack(
            [
                *(
                    outcomes[column].cast(dtype).gather(pl.Series(codes, dtype=pl.UInt32))
                    for column, dtype in (("verdict", VERDICT), ("reason", REASON), ("step", STEP))
                ),
                *(
                    pl.Series(name, values, dtype=dtype)
                    for (name, dtype), values in zip(_EVIDENCE.items(), evidence, strict=True)
                ),
            ]
        )
    )


def judge(
    suite: Suite,
    outputs: pl.DataFrame,
    semantics: Semantics = Semantics.DEFAULT,
    decided: pl.DataFrame | None = None,
    advance: Advance | None = None,
) -> pl.DataFrame:
    """Judge the outputs of systems: a row of VERDICTS for every output, in their order.

    `decided` are the texts on which people have spoken (DECIDED); no rule overrides a person.
    """
    outputs = OUTPUTS.of(outputs)
    _refuse_unknown(outputs, suite)
    written = outputs.select("item", "text").unique()
    keys = pl.Series("key", [judged_key(text, semantics) for text in written["text"]], dtype=pl.String)
    written = written.with_columns(keys)
    texts = written.select("item", pl.col("key").alias("text")).unique()
    if decided is not None and not decided.is_empty():
        ruled = judge_texts(suite, texts.join(decided, on=["item", "text"], how="anti"), semantics, advance)
        said = texts.join(DECIDED.of(decided), on=["item", "text"])
        said = said.with_columns(pl.lit(Step.DECISION, dtype=STEP).alias("step"))
        judged = pl.concat([ruled, said], how="diagonal")
    else:
        judged = judge_texts(suite, texts, semantics, advance)
    named = judged.join(items_of(suite).select("item", "category", "phenomenon"), on="item")
    table = written.join(named.rename({"text": "key"}), on=["item", "key"])
    return VERDICTS.of(
        outputs.join(table, on=["item", "text"], how="left", maintain_order="left")
        .drop("text")
        .rename({"key": "text"})
    )


class UnknownItemError(ValueError):
    """Outputs name an item that the suite does not have."""


def _refuse_unknown(outputs: pl.DataFrame, suite: Suite) -> None:
    unknown = set(outputs["item"].unique()) - suite.by_key.keys()
    if unknown:
        some = ", ".join(sorted(unknown)[:3]) + (" …" if len(unknown) > 3 else "")
        raise UnknownItemError(f"{len(unknown):,} items are not in {suite.name} ({some})")


def with_missing(verdicts: pl.DataFrame) -> pl.DataFrame:
    """Add a warning for every system that has no line for an item that others have."""
    items = verdicts.select("item", "category", "phenomenon").unique(maintain_order=True)
    systems = verdicts.select("system").unique(maintain_order=True)
    if len(verdicts) == len(items) * len(systems):
        return verdicts
    absent = items.join(systems, how="cross").join(verdicts, on=["item", "system"], how="anti")
    absent = absent.with_columns(
        pl.lit(Verdict.WARNING, dtype=VERDICT).alias("verdict"),
        pl.lit(Reason.MISSING, dtype=REASON).alias("reason"),
    )
    return VERDICTS.of(pl.concat([verdicts, absent], how="diagonal"))


def worst_of_repeats(verdicts: pl.DataFrame) -> pl.DataFrame:
    """One row per item and system: an item passes only if each repeat of its sentence does."""
    order = pl.col("verdict").replace_strict({"fail": 0, "warning": 1, "pass": 2}, return_dtype=pl.UInt8)
    worst = (
        verdicts.with_row_index("line")
        .with_columns(order.alias("rank"))
        .sort("rank", "line")
        .unique(["item", "system"], keep="first", maintain_order=True)
        .sort("line")
    )
    return VERDICTS.of(worst)
