"""The whole of a comparison: from outputs, or from verdicts that somebody kept, to the same numbers."""

from dataclasses import fields, replace
from pathlib import Path
from random import Random

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lackmus.core.base.choices import Choices, Order, Repeats, Semantics
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.outputs import OUTPUTS, outputs_of
from lackmus.core.suites.suite import Suite, SuitePart, UnknownNameError
from lackmus.core.verdicts.evaluation import SuiteEvaluation, evaluate, evaluate_judged
from lackmus.core.verdicts.judging import DECIDED, UnknownItemError, judge
from lackmus.flows.suites.samples import samples
from lackmus.read import ReadOptions, hand_ins_of, read_suite
from tests.core.campaigns import outputs_of_signs, suite_of

SUITE = suite_of("Ambiguity/Lexical", "Ambiguity/Structural", "Negation/Scope", items=2)
EVERY_CHOICE = [Choices(), Choices(repeats=Repeats.ALL), Choices(keep=("gone",))]


def judged(suite: Suite, outputs: pl.DataFrame) -> pl.DataFrame:
    """What a workspace keeps: the verdict of the rules on every output, and the output where it is no key."""
    raw = outputs["text"].alias("raw")
    return judge(suite, outputs).with_columns(pl.when(raw != pl.col("text")).then(raw).alias("raw"))


def decided_on(judged: pl.DataFrame, every: int) -> pl.DataFrame:
    """A person fails every third text, or seventh …"""
    chosen = judged.select("item", "text").unique(maintain_order=True).gather_every(every)
    said = chosen.with_columns(
        pl.lit(Verdict.FAIL, dtype=DECIDED["verdict"]).alias("verdict"),
        pl.lit(None, dtype=DECIDED["reason"]).alias("reason"),
    )
    return DECIDED.of(said)


def assert_same(one: SuiteEvaluation, other: SuiteEvaluation) -> None:
    """Equal in every field; frames row by row."""
    for name in (field.name for field in fields(SuiteEvaluation)):
        mine, yours = getattr(one, name), getattr(other, name)
        same = mine.equals(yours) if isinstance(mine, pl.DataFrame) else mine == yours
        assert same, name
    assert one.suite.part == other.suite.part


@pytest.mark.parametrize("choices", EVERY_CHOICE)
@pytest.mark.parametrize(
    "part", [None, SuitePart(("Ambiguity",)), SuitePart(phenomena=("Structural", "Scope"))]
)
@pytest.mark.parametrize("people", [None, 3])
def test_verdicts_take_the_same_path_as_files(
    choices: Choices, part: SuitePart | None, people: int | None
) -> None:
    """Repeats, a missing line, white space, somebody who did not take part: all as from the outputs."""
    drawn = outputs_of_signs(SUITE, A="+-?+-+", B="++ --+", gone="+     ")
    repeats = pl.DataFrame(
        [(SUITE.items[0].key, "A", "bad  001 "), (SUITE.items[4].key, "B", " bad 005")],
        schema=OUTPUTS.schema,
        orient="row",
    )
    outputs = pl.concat([drawn, repeats])
    kept = judged(SUITE, outputs)
    decided = None if people is None else decided_on(kept, people)
    from_files = evaluate(SUITE, outputs, choices, decided=decided, part=part)
    assert_same(evaluate_judged(SUITE, kept, choices, decided, part), from_files)
    assert ("gone" in from_files.left_out) is ("gone" not in choices.keep)


TEXTS = st.sampled_from(["good", "bad", "  bad\u00a0", "unclear", "e\u0301", "\u00e9", ""])
SYSTEMS = st.dictionaries(st.sampled_from("uvwxyz"), st.lists(TEXTS, min_size=6, max_size=6), min_size=1)


@given(SYSTEMS, st.sampled_from(EVERY_CHOICE), st.randoms())
def test_any_outputs_give_the_same_from_verdicts(
    systems: dict[str, list[str]], choices: Choices, random: Random
) -> None:
    """Whatever was written, in whatever order it came, some of it twice."""
    rows = [
        (item.key, system, text)
        for system, texts in systems.items()
        for item, text in zip(SUITE.items, texts, strict=True)
    ]
    rows += random.choices(rows, k=4)
    random.shuffle(rows)
    outputs = pl.DataFrame(rows, schema=OUTPUTS.schema, orient="row")
    assert_same(evaluate_judged(SUITE, judged(SUITE, outputs), choices), evaluate(SUITE, outputs, choices))


def test_the_digest_is_of_what_was_handed_in() -> None:
    """Two files that differ only in white space have the same texts, and are two files all the same."""
    outputs = outputs_of_signs(SUITE, A="+-++-+")
    spaced = outputs.with_columns(pl.col("text") + " ")
    one, other = (evaluate_judged(SUITE, judged(SUITE, each)) for each in (outputs, spaced))
    assert one.verdicts.equals(other.verdicts)
    assert one.digest != other.digest


def test_only_default_semantics_is_kept() -> None:
    """Classic reads texts differently, so verdicts that were kept say nothing about it."""
    kept = judged(SUITE, outputs_of_signs(SUITE, A="++++++"))
    with pytest.raises(ValueError, match="judge the outputs anew by classic"):
        evaluate_judged(SUITE, kept, Choices(semantics=Semantics.CLASSIC))


def test_verdicts_keep_their_promise() -> None:
    """Without the output as handed in there is no digest, and an unknown item belongs to another suite."""
    kept = judged(SUITE, outputs_of_signs(SUITE, A="++++++"))
    with pytest.raises(TypeError, match="raw"):
        evaluate_judged(SUITE, kept.drop("raw"))
    with pytest.raises(UnknownItemError):
        evaluate_judged(replace(SUITE, items=SUITE.items[1:]), kept)


@pytest.mark.parametrize(
    "part, rows, uncovered, said",
    [
        (SuitePart(("Ambiguity",)), ["Ambiguity", "Lexical", "Structural"], 1, "only:Ambiguity|"),
        (SuitePart(phenomena=("Scope",)), ["Negation", "Scope"], 0, "only:Scope|"),
        (SuitePart(("Ambiguity",), ("Lexical",)), ["Ambiguity", "Lexical"], 0, "only:Ambiguity > Lexical|"),
        (SuitePart(("Negation", "Ambiguity"), ("Scope", "Lexical")),
         ["Ambiguity", "Lexical", "Negation", "Scope"], 0, "only:Ambiguity+Negation > Lexical+Scope|"),
        (SuitePart(), ["Ambiguity", "Lexical", "Structural", "Negation", "Scope"], 1, None),
    ],
)  # fmt: skip
def test_a_part_of_the_suite(part: SuitePart, rows: list[str], uncovered: int, said: str | None) -> None:
    """Categories, and of them phenomena; uncovered are items of the part; the signature names it."""
    outputs = outputs_of_signs(SUITE, A="++ +-+", B="-+ +++")
    one = evaluate(SUITE, outputs, part=part)
    assert [row.phenomenon or row.category for row in one.rows] == rows
    assert one.uncovered == uncovered
    assert "only:" not in one.signature if said is None else said in one.signature


def test_who_took_part_shows_in_everything() -> None:
    """Blank on the few items somebody looks at is a failure there, not an absence."""
    outputs = outputs_of_signs(SUITE, A="++++++", B="++++  ")
    blank = pl.DataFrame(
        [(item.key, "B", "") for item in SUITE.items[4:]], schema=OUTPUTS.schema, orient="row"
    )
    one = evaluate(SUITE, pl.concat([outputs, blank]), part=SuitePart(("Negation",)))
    assert one.left_out == {}
    assert one.categories[0].accuracy == {"A": 100.0, "B": 0.0}


@pytest.mark.parametrize(
    "part, said",
    [
        (SuitePart(("Tense",)), "there is no category Tense. There are Ambiguity, Negation"),
        (
            SuitePart(phenomena=("Tense",)),
            "there is no phenomenon Tense. There are Lexical, Scope, Structural",
        ),
        (SuitePart(("Negation",), ("Lexical",)), "there is no phenomenon Lexical. There are Scope"),
    ],
)
def test_a_part_that_is_not_there(part: SuitePart, said: str) -> None:
    """The valid choices are named; so a part is never empty."""
    with pytest.raises(UnknownNameError) as raised:
        SUITE.only(part)
    assert str(raised.value) == said


def test_a_part_keeps_its_guidelines() -> None:
    """What annotators are told stays with the items, and the rest is gone."""
    phenomena = tuple(replace(one, guideline=f"about {one.name}") for one in SUITE.phenomena)
    part = replace(SUITE, phenomena=phenomena).only(SuitePart(phenomena=("Scope",)))
    assert [(one.name, one.guideline) for one in part.phenomena] == [("Scope", "about Scope")]


@pytest.mark.slow
@pytest.mark.parametrize("choices", [Choices(), Choices(repeats=Repeats.ALL)])
def test_bundled_samples_from_verdicts(choices: Choices) -> None:
    """Every sample, with and without people's decisions."""
    for path in samples().values():
        suite = read_suite(path)
        outputs = outputs_of(hand_ins_of(suite, [str(path.parent / "outputs" / "2026")], ReadOptions()))
        kept = judged(suite, outputs)
        for decided in (None, decided_on(kept, 7)):
            from_files = evaluate(suite, outputs, choices, decided=decided)
            assert_same(evaluate_judged(suite, kept, choices, decided), from_files)


@pytest.mark.real_data
@pytest.mark.parametrize("choices", [Choices(), Choices(repeats=Repeats.ALL)])
def test_wmt22_from_verdicts(choices: Choices, real_data: Path) -> None:
    """Nine systems, repeats that were translated differently among them."""
    folder = real_data / "wmt22" / "de-en"
    suite = read_suite(real_data / "dfki" / "de-en" / "items.json")
    source = folder / "sources" / "generaltest2022.de-en.src.de"
    outputs = outputs_of(
        hand_ins_of(suite, [str(folder / "system-outputs" / "*")], ReadOptions(source=source))
    )
    from_files = evaluate(suite, outputs, choices)
    assert from_files.differing_repeats
    assert_same(evaluate_judged(suite, judged(suite, outputs), choices), from_files)


@pytest.mark.parametrize(
    "order, first, said",
    [
        (Order.CATEGORY_MACRO, "X", "follow the mean of the categories, in which X leads (70.0 %)."),
        (Order.PHENOMENON_MACRO, "X", "The columns follow the mean of the phenomena, in which X leads"),
        (Order.MICRO, "Y", None),
        (Order.NAME, "X", None),  # nobody takes the alphabet for a ranking
        (Order.GIVEN, "Y", None),
    ],
)
def test_the_order_of_columns_is_told_where_the_best_is_another(
    order: Order, first: str, said: str | None
) -> None:
    """Columns follow one average, the sentence about the best another: what differs is said."""
    suite = suite_of("Small", "Large", "Large", "Large", "Large", "Large")
    one = evaluate(suite, outputs_of_signs(suite, Y="-++++-", X="+++---"), Choices(order=order))
    assert one.systems[0] == first
    assert "Best on all items together: Y (66.7 %)" in one.in_short
    assert ("columns follow" in one.in_short) is (said is not None)
    assert said is None or said in one.in_short


def test_nothing_is_said_where_both_agree() -> None:
    suite = suite_of("Small", "Large", "Large")
    assert "columns" not in evaluate(suite, outputs_of_signs(suite, Y="+++", X="+--")).in_short
