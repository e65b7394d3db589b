"""A challenge built from the published suite and the outputs of WMT21 and WMT22, German–English."""

# How many items can give a tuple was measured independently, with TQ-AutoTest's semantics and the first of
# repeated sentences: 970 items over 102 phenomena.

from hashlib import sha256
from pathlib import Path

import polars as pl
import pytest

from lackmus.core.base.choices import References, Semantics
from lackmus.core.challenges.building import JUDGED_TEXTS, Built, Draw, Lack, build
from lackmus.core.outputs.outputs import HandIn, absences, first_of_repeats, items_of, outputs_of
from lackmus.core.suites.suite import Suite
from lackmus.core.verdicts.judging import judge
from lackmus.read import ReadOptions, hand_ins_of, read_suite

pytestmark = pytest.mark.real_data


@pytest.fixture(scope="module")
def suite(real_data: Path) -> Suite:
    """The public half of the German–English suite."""
    return read_suite(real_data / "dfki" / "de-en" / "items.json")


@pytest.fixture(scope="module")
def handed_in(real_data: Path, suite: Suite) -> dict[str, list[HandIn]]:
    """Eighteen systems as `id⇥text`, nine line by line."""
    folder = real_data / "wmt22" / "de-en"
    source = folder / "sources" / "generaltest2022.de-en.src.de"
    return {
        "WMT21": hand_ins_of(suite, [str(real_data / "wmt21" / "de-en")], ReadOptions()),
        "WMT22": hand_ins_of(suite, [str(folder / "system-outputs" / "*")], ReadOptions(source=source)),
    }


def judged(suite: Suite, handed_in: dict[str, list[HandIn]], semantics: Semantics) -> pl.DataFrame:
    """What the rules say about both campaigns; a sentence that stands there twice counts once."""
    frames = []
    for campaign, hand_ins in handed_in.items():
        outputs = first_of_repeats(outputs_of(hand_ins))
        assert not absences(outputs, items_of(suite))
        verdicts = judge(suite, outputs, semantics).with_columns(pl.lit(campaign).alias("campaign"))
        frames.append(JUDGED_TEXTS.of(verdicts))
    return pl.concat(frames)


@pytest.fixture(scope="module")
def default(suite: Suite, handed_in: dict[str, list[HandIn]]) -> pl.DataFrame:
    """With the exact step, and apostrophes folded."""
    return judged(suite, handed_in, Semantics.DEFAULT)


def phenomena(built: Built) -> int:
    """Of how many an item gave a tuple."""
    return built.challenge.tuples.select("category", "phenomenon").unique().height


def test_classic(suite: Suite, handed_in: dict[str, list[HandIn]]) -> None:
    """Every item that can give a tuple does, although no text is reference here and hypothesis there."""
    built = build(suite, judged(suite, handed_in, Semantics.CLASSIC), Draw(), "WMT21+22")
    assert (built.items, built.giving, phenomena(built)) == (2767, 970, 102)
    assert built.challenge.tuples.height == 2882
    assert built.without == {Lack.NOTHING: 3, Lack.NO_RIGHT: 155, Lack.ONE_RIGHT: 481, Lack.NO_WRONG: 1158}


@pytest.mark.parametrize("per_item, tuples", [(1, 979), (5, 2897), (1000, 4115)])
def test_default(suite: Suite, default: pl.DataFrame, per_item: int, tuples: int) -> None:
    """More texts are settled, and a few more items give tuples."""
    built = build(suite, default, Draw(per_item), "WMT21+22")
    assert (built.items, built.giving, phenomena(built)) == (2767, 979, 102)
    assert built.challenge.tuples.height == tuples
    assert built.without == {Lack.NOTHING: 3, Lack.NO_RIGHT: 155, Lack.ONE_RIGHT: 481, Lack.NO_WRONG: 1149}


def test_roles(suite: Suite, default: pl.DataFrame) -> None:
    """No text is both reference and hypothesis; each item has one reference."""
    tuples = build(suite, default, Draw(), "WMT21+22").challenge.tuples
    assert not set(tuples["reference"]) & ({*tuples["better"]} | {*tuples["worse"]})
    assert tuples.group_by("item").agg(pl.col("reference").n_unique())["reference"].max() == 1


def test_balance(suite: Suite, default: pl.DataFrame) -> None:
    """Eighteen systems of one year have as many texts as nine of the next, where there is a choice."""
    tuples = build(suite, default, Draw(per_item=1), "WMT21+22").challenge.tuples
    for role, off in (("reference", 0.01), ("better", 0.1), ("worse", 0.01)):
        whose = tuples[f"{role}_from"]
        older, newer = (int(whose.str.contains(campaign).sum()) for campaign in ("WMT21", "WMT22"))
        assert abs(older - newer) <= off * tuples.height


def test_same_seed_same_tuples(suite: Suite, default: pl.DataFrame) -> None:
    """On any machine: this signature of the tuples themselves was not computed on yours."""
    tuples = build(suite, default, Draw(), "WMT21+22").challenge.tuples
    drawn = "\n".join(f"{row}" for row in tuples.select("tuple", "reference", "better", "worse").iter_rows())
    assert sha256(drawn.encode()).hexdigest()[:16] == "cec5fcdda8e19d73"
    shuffled = default.sample(fraction=1, shuffle=True, seed=3)
    assert build(suite, shuffled, Draw(), "WMT21+22").challenge.tuples.equals(tuples)


def test_free_combinations(suite: Suite, default: pl.DataFrame) -> None:
    """The paper's way: every right text as reference for every other; few items have more than 1,000."""
    built = build(suite, default, Draw(references=References.ALL), "WMT21+22")
    assert (built.giving, built.capped) == (979, 0)
    assert built.challenge.tuples.height == 18_922
