"""Free combinations: every right text is a reference for every other, and tests go by items."""

import pytest

from lackmus.core.base.choices import References, Test, Testing
from lackmus.core.challenges.building import Draw
from lackmus.core.challenges.challenge import FREE, REFERENCES, ChallengeSet
from lackmus.core.challenges.ranking import RankingChoices, rank
from lackmus.core.verdicts.accuracies import Average
from lackmus.errors import LackmusError
from lackmus.write.challenges.blind import write
from tests.core.challenges.test_building import built_of, many
from tests.core.rankings import challenge_of, metric_of

ALL = Draw(references=References.ALL)


@pytest.mark.parametrize(
    "right, wrong, per_item, tuples, capped",
    [(2, 1, None, 2, 0), (3, 2, None, 12, 0), (4, 3, None, 36, 0), (4, 3, 10, 10, 1), (3, 2, 12, 12, 0)],
)
def test_how_many(right: int, wrong: int, per_item: int | None, tuples: int, capped: int) -> None:
    """k · (k − 1) · m tuples, all different; more than wanted are cut and counted."""
    built = built_of(many(right, wrong), draw=Draw(per_item, references=References.ALL))
    drawn = built.challenge.tuples
    assert (drawn.height, built.capped) == (tuples, capped)
    assert drawn.select("reference", "better", "worse").unique().height == tuples
    assert not (drawn["reference"] == drawn["better"]).any()
    assert built.challenge.free


def test_by_the_seed() -> None:
    """The same seed gives the same tuples, another one others; the signature names the choice."""
    drawn = [
        built_of(many(5, 5), draw=Draw(20, seed, references=References.ALL)).challenge for seed in (1, 1, 2)
    ]
    assert drawn[0].tuples.equals(drawn[1].tuples)
    assert not drawn[0].tuples.equals(drawn[2].tuples)
    assert "|references:all|per-item:20|" in drawn[0].signature
    one = built_of(many(5, 5)).challenge
    assert not one.free
    assert "references" not in one.signature


def test_every_text_counts_once() -> None:
    """In the balance of systems a text counts once, whatever its roles."""
    built = built_of(many(3, 2), draw=ALL)
    assert built.uses == {"2020": {f"S{n:02}": 1.0 for n in range(5)}}


def test_no_blind_files() -> None:
    """A reference is a right text, so blind files would tell."""
    with pytest.raises(LackmusError, match="which texts are right"):
        write(built_of(many(3, 2), draw=ALL).challenge)


def free(challenge: ChallengeSet) -> ChallengeSet:
    return ChallengeSet(challenge.name, challenge.tuples, challenge.signature, {REFERENCES: FREE})


def test_items_are_few_witnesses() -> None:
    """Forty tuples of two items: by tuples the better metric is alone, by items two witnesses are too few."""
    challenge = challenge_of(*["A"] * 40, per_item=20)
    scored = [metric_of("sharp", "+" * 40), metric_of("blunt", "+" * 20 + "-" * 20)]
    by_tuples, by_items = rank(challenge, scored), rank(free(challenge), scored)
    assert by_tuples.averages[Average.MICRO].best == ("sharp",)
    assert by_items.averages[Average.MICRO].best == ("sharp", "blunt")
    assert by_items.choices.testing.test is Test.ITEMS
    assert "|test:item-bootstrap|" in by_items.signature
    assert by_items.intervals["blunt"] == (0, 100)  # either item may be drawn twice
    assert by_tuples.intervals["blunt"] == pytest.approx((35.2, 64.8), abs=0.05)


def test_many_items_tell() -> None:
    """With as many items as tuples both bootstraps find the same clusters."""
    challenge = challenge_of(*["A/x", "A/y", "B/z"] * 20)
    scored = [metric_of("sharp", "+" * 60), metric_of("blunt", "+-" * 30), metric_of("near", "+" * 59 + "-")]
    found = []
    for test in (Test.ITEMS, Test.BOOTSTRAP):
        ranking = rank(challenge, scored, RankingChoices(testing=Testing(test), test_chosen=True))
        found.append([row.best for row in (*ranking.rows, *ranking.averages.values())])
    assert found[0] == found[1]
    assert ("sharp", "near") in found[0]


def test_a_chosen_test_stays() -> None:
    """Who asks for the Z-test gets it, also for free combinations."""
    challenge = free(challenge_of(*["A"] * 4))
    choices = RankingChoices(test_chosen=True)
    assert rank(challenge, [metric_of("one", "++++")], choices).choices.testing.test is Test.Z
