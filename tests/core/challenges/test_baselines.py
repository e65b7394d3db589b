"""What length and position alone reach: learnt on some items, tried on others, the same in any order."""

import polars as pl
import pytest

from lackmus.core.base.choices import By
from lackmus.core.challenges.baselines import MIN_ITEMS, baselines
from lackmus.core.challenges.challenge import TUPLES, ChallengeSet
from lackmus.core.challenges.preferences import outcomes
from lackmus.core.challenges.ranking import rank
from lackmus.tables.challenges.baselines import baselines_note, baselines_table, baselines_values
from tests.core.rankings import metric_of

Texts = tuple[str, str, str, str]  # better, worse, and who wrote them

SHORTER: Texts = ("He would have been waiting.", "He waits.", "S1", "S2")
LONGER: Texts = ("He waits.", "He would have been waiting.", "S2", "S1")
EQUAL: Texts = ("He waits.", "He walks.", "S1", "S1")


def challenge_of(*items: Texts, per_item: int = 1) -> ChallengeSet:
    """A tuple, or several alike, for each item."""
    rows = [
        (f"{item}-{n}", f"{item}", "de-en", "Verbs", "Tense", f"Er wartet {item}.", "He waits here.", *texts)
        for item, texts in enumerate(items)
        for n in range(per_item)
    ]
    columns = ["tuple", "item", "pair", "category", "phenomenon", "source", "reference"]
    frame = pl.DataFrame(
        rows, schema=[*columns, "better", "worse", "better_from", "worse_from"], orient="row"
    )
    return ChallengeSet("small", TUPLES.of(frame.with_columns(pl.lit("").alias("reference_from"))))


@pytest.mark.parametrize(
    "items, length, position",
    [
        ([SHORTER] * 20, 100, 100),  # the worse text is always the shorter one, and always of S2
        ([EQUAL] * 20, 0, 0),  # nothing to tell them by: ties are not right
        ([SHORTER] * 15 + [LONGER] * 5, 75, 75),  # the larger part is learnt, the smaller one is lost
    ],
)
def test_what_can_be_learnt(items: list[Texts], length: int, position: int) -> None:
    """A rule that holds for most items is right for those and wrong for the others."""
    challenge = challenge_of(*items)
    alone = rank(challenge, [metric_of("any", "+" * 20)]).alone
    if items[0] is EQUAL:  # one writer alone has no position
        assert alone is not None
        assert alone.metrics == ["length"]
        assert alone.tallies["length"].ties == 20
        return
    assert alone is not None
    assert {name: tally.accuracy for name, tally in alone.tallies.items()} == {
        "length": length,
        "position": position,
    }


def test_neither_order_nor_repetition_matter() -> None:
    """Shuffled tuples get the same answers, and all tuples of an item are held out together."""
    challenge = challenge_of(*[SHORTER, SHORTER, LONGER, SHORTER, EQUAL] * 5, per_item=3)
    shuffled = ChallengeSet("small", challenge.tuples.sample(fraction=1, shuffle=True, seed=3))
    found = []
    for one in (challenge, shuffled):
        said = one.tuples.select("tuple", "item").with_columns(outcomes(baselines(one)[0]).alias("said"))
        assert said.group_by("item").agg(pl.col("said").n_unique())["said"].max() == 1
        found.append(said.sort("tuple"))
    assert found[0].equals(found[1])


def test_too_few_items() -> None:
    """Of few items nothing is learnt, and the report says so."""
    ranking = rank(challenge_of(*[SHORTER] * (MIN_ITEMS - 1)), [metric_of("any", "+" * (MIN_ITEMS - 1))])
    assert ranking.alone is None
    assert not baselines_values(ranking)
    assert not list(baselines_note(ranking))
    assert baselines_table(ranking).notes == ("Fewer than 10 items teach nothing about lengths.",)


def test_shown_beside_the_metrics() -> None:
    """With intervals in table, sentence and values; no metric is called so, and no cell is among the best."""
    ranking = rank(challenge_of(*[SHORTER] * 15, *[LONGER] * 5), [metric_of("any", "+" * 20)])
    table = baselines_table(ranking, By.PHENOMENON)
    assert [column.name for column in table.columns] == ["Phenomenon", "#", "Length alone", "Position alone"]
    assert table.rows[0].cells[2].interval == pytest.approx((53.1, 88.8), abs=0.05)
    assert not any(cell.best for row in table.rows for cell in row.cells)
    (note,) = baselines_note(ranking)
    assert "length alone 75.0 % (53.1 to 88.8)" in note
    (length, position) = baselines_values(ranking)
    assert (length["name"], length["right"], length["wrong"], length["accuracy"]) == ("length", 15, 5, 75)
    assert position["rows"][1] == {"category": "Verbs", "phenomenon": "Tense", "n": 20, "accuracy": 75}
    assert ranking.metrics == ["any"]
