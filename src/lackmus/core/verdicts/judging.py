"""Rules + texts -> a table of verdicts. Each distinct text is judged once for all systems."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

import polars as pl

from lackmus.core.base.choices import Semantics
from lackmus.core.base.columns import Columns
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import OUTPUTS, HandIn, items_of, keys_of
from lackmus.core.rules.judge import OUTCOMES, JudgementStep, RawForms, Reason, Search, judge_of, judged_key
from lackmus.core.rules.patterns import Memory, TimeLeft, always
from lackmus.core.suites.suite import RuleScope, Suite

VERDICT = pl.Enum(Verdict)
REASON = pl.Enum(Reason)
STEP = pl.Enum(JudgementStep)
SETTLED = [Verdict.PASS, Verdict.FAIL]

_EVIDENCE = {
    f"{side}_{part}": dtype
    for side in ("right", "wrong")
    for part, dtype in (("rule", pl.UInt32), ("start", pl.UInt32), ("end", pl.UInt32))
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
MARKED = Columns(item=pl.String, text=pl.String, mark=REASON)  # texts that look verbose or refused

_WIDTH = 1 + len(_EVIDENCE)  # numbers of one judgement
_MANY = 20_000  # judgements that are kept as numbers before they become columns

Advance = Callable[[int, int], None]  # texts judged so far, and in total; for a progress bar


def judge_texts(
    suite: Suite,
    texts: pl.DataFrame,
    semantics: Semantics = Semantics.DEFAULT,
    advance: Advance | None = None,
    memory: Memory | None = None,
    patient: TimeLeft = always,
    raws: Mapping[str, RawForms] | None = None,
) -> pl.DataFrame:
    """Judge texts (columns item and text, as keys): a row of TEXT_VERDICTS each, in their order.

    `memory` keeps the results of searches under the time limit, for judging the same texts again. When
    `patient` runs out, searches that are not in it give up. `raws` are the forms in which texts were written,
    for items whose rules look at a paragraph.
    """
    raws = raws or {}
    # Item by item: rules are prepared once and stay in the processor's cache.
    order = texts["item"].arg_sort()
    items, in_order = texts["item"].gather(order), texts["text"].gather(order)
    ready: dict[str, Search] = {}
    said: list[int | None] = []  # numbers in a row, no tuples: Python's garbage collector passes over them
    columns = [_columns(said)]
    for key, start, count in _runs(items):
        say = judge_of(suite.by_key[key], semantics, ready, memory, patient, raws.get(key))
        said += chain.from_iterable(map(say, in_order.slice(start, count).to_list()))
        if len(said) >= _MANY * _WIDTH or start + count == texts.height:
            columns.append(_columns(said))
            said.clear()
        if advance is not None:
            advance(start + count, texts.height)
    return TEXT_VERDICTS.of(texts.hstack(pl.concat(columns)[order.arg_sort()]))


def _runs(items: pl.Series) -> Iterator[tuple[str, int, int]]:
    """Each item of a sorted column with its first row and its number of rows."""
    start = 0
    for key, count in items.rle().struct.unnest().select("value", "len").iter_rows():
        yield key, start, count
        start += count


def _columns(said: list[int | None]) -> pl.DataFrame:
    """The results of judges, one after another, as columns."""
    outcomes = pl.DataFrame(
        OUTCOMES, schema={"verdict": VERDICT, "reason": REASON, "step": STEP}, orient="row"
    )
    columns = outcomes[pl.Series(said[::_WIDTH], dtype=pl.UInt32)]
    evidence = enumerate(_EVIDENCE.items(), 1)
    return columns.hstack([pl.Series(name, said[place::_WIDTH], dtype) for place, (name, dtype) in evidence])


def judge(
    suite: Suite,
    outputs: pl.DataFrame,
    semantics: Semantics = Semantics.DEFAULT,
    decided: pl.DataFrame | None = None,
    advance: Advance | None = None,
    marked: pl.DataFrame | None = None,
) -> pl.DataFrame:
    """Judge the outputs of systems: a row of VERDICTS for every output, in their order.

    `decided` are the texts that people decided (DECIDED); no rule overrides a person. `marked` are texts that
    look like more, or less, than a translation (MARKED). The classic semantics ignores both.
    """
    outputs = OUTPUTS.of(outputs)
    refuse_unknown(outputs, suite)
    keyed = outputs.with_columns(keys_of(outputs["text"], partial(judged_key, semantics=semantics)))
    # The first row of each text: verdicts are found there and copied from there.
    rows = keyed.with_row_index("row").select(
        "row", pl.col("row").first().over("item", "text").alias("first")
    )
    first, new = rows["first"], rows["first"] == rows["row"]
    texts = keyed.filter(new).select("item", "text")
    raws = raw_forms_of(suite, outputs["item"], keyed["text"], outputs["text"])
    judged = judge_texts(suite, texts, semantics, advance, raws=raws)
    if marked is not None and semantics is Semantics.DEFAULT:
        found = MARKED.of(marked).unique(["item", "text"], keep="last")
        found = texts.join(found, on=["item", "text"], how="left", maintain_order="left")
        judged = with_marks(judged, found["mark"])
    if decided is not None and semantics is Semantics.DEFAULT:
        judged = with_decisions(judged, decided)
    names = items_of(suite).select("item", "category", "phenomenon")
    judged = judged.join(names, on="item", maintain_order="left").drop("item", "text")
    if judged.height < keyed.height:
        judged = judged[(new.cum_sum() - 1).gather(first)]
    return VERDICTS.of(keyed.hstack(judged))


def raw_forms_of(
    suite: Suite, items: pl.Series, keys: pl.Series, raws: pl.Series
) -> dict[str, dict[str, set[str]]]:
    """How texts were written, by item and key, for items whose rules look at a paragraph."""
    scoped = [item.key for item in suite.items if item.scope is RuleScope.PARAGRAPH]
    found: dict[str, dict[str, set[str]]] = {}
    if scoped:
        rows = pl.DataFrame([items.alias("item"), keys.alias("key"), raws.alias("raw")])
        for item, key, raw in rows.filter(pl.col("item").is_in(scoped)).unique().iter_rows():
            found.setdefault(item, {}).setdefault(key, set()).add(raw)
    return found


def marked_in(hand_ins: Iterable[HandIn]) -> pl.DataFrame | None:
    """The marked texts of files (MARKED); None if there are none."""
    rows = [
        (item, one.texts[line], one.marks[line])
        for one in hand_ins
        if one.marks
        for item, line in one.places
        if one.marks[line]
    ]
    if not rows:
        return None
    found = pl.DataFrame(rows, schema=MARKED.schema, orient="row")
    return found.with_columns(keys_of(found["text"]))


def with_marks(judged: pl.DataFrame, marks: pl.Series) -> pl.DataFrame:
    """A marked text stays open for a person, even if rules match: chatter may contain any word.

    `marks` stand beside the texts, null where there is none. A blank text is blank, and the evidence of the
    rules stays.
    """
    speaks = marks.is_not_null() & (judged["text"] != "")
    if not speaks.any():
        return judged
    said = {
        "verdict": pl.lit(Verdict.WARNING, dtype=VERDICT),
        "reason": pl.lit(marks),
        "step": pl.lit(JudgementStep.MARK, dtype=STEP),
    }
    return judged.with_columns(
        pl.when(speaks).then(value).otherwise(pl.col(name)).alias(name) for name, value in said.items()
    )


def with_decisions(
    judged: pl.DataFrame, decided: pl.DataFrame, text: Sequence[str] = ("item", "text")
) -> pl.DataFrame:
    """The verdicts that hold: people's decisions (DECIDED) replace the verdicts of rules, evidence included.

    `text` are the columns that identify a text.
    """
    spoken = decided.select(
        *text, "verdict", "reason", pl.lit(JudgementStep.DECISION, dtype=STEP).alias("step")
    )
    said = judged.select(*text).join(spoken, on=list(text), how="left", maintain_order="left")
    by_people = said["step"].is_not_null()
    return judged.with_columns(
        pl.when(by_people)
        .then(said[name] if name in said.columns else None)
        .otherwise(pl.col(name))
        .alias(name)
        for name in ("verdict", "reason", "step", *_EVIDENCE)
        if name in judged.columns
    )


class UnknownItemError(ValueError):
    """Outputs name an item that the suite does not have."""


def refuse_unknown(outputs: pl.DataFrame, suite: Suite) -> None:
    """Raise an error if outputs name an item that is not in the suite."""
    unknown = set(outputs["item"].unique()) - suite.by_key.keys()
    if unknown:
        some = ", ".join(sorted(unknown)[:3]) + (" …" if len(unknown) > 3 else "")
        raise UnknownItemError(f"{len(unknown):,} items are not in {suite.name} ({some})")


def with_missing(verdicts: pl.DataFrame) -> pl.DataFrame:
    """Add a warning for every system that has no line for an item that others have."""
    if verdicts.height == verdicts["item"].n_unique() * verdicts["system"].n_unique():
        return verdicts
    items = verdicts.select("item", "category", "phenomenon").unique(maintain_order=True)
    systems = verdicts.select("system").unique(maintain_order=True)
    absent = items.join(systems, how="cross").join(verdicts, on=["item", "system"], how="anti")
    absent = absent.with_columns(
        pl.lit(Verdict.WARNING, dtype=VERDICT).alias("verdict"),
        pl.lit(Reason.MISSING, dtype=REASON).alias("reason"),
    )
    return VERDICTS.of(pl.concat([verdicts, absent], how="diagonal"))


def worst_of_repeats(verdicts: pl.DataFrame) -> pl.DataFrame:
    """One row per item and system: an item passes only if each repeat of its sentence does."""
    worst_first = {"fail": 0, "warning": 1, "untestable": 2, "pass": 3}  # an open repeat may still fail
    order = pl.col("verdict").replace_strict(worst_first, return_dtype=pl.UInt8)
    worst = (
        verdicts.with_row_index("line")
        .with_columns(order.alias("rank"))
        .sort("rank", "line")
        .unique(["item", "system"], keep="first", maintain_order=True)
        .sort("line")
    )
    return VERDICTS.of(worst)
