"""What ratings show, against tables worked out by hand."""

from collections.abc import Mapping
from dataclasses import replace

import polars as pl
import pytest

from lackmus.core.base.choices import ItemSet, RatingTable
from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.ratings.report import RATINGS, RatingReport, rating_report
from lackmus.core.ratings.tasks import TaskPlan, TaskShown, draw, planned
from lackmus.tables.ratings.ratings import rating_tables, rating_values
from tests.core.contrasts.test_counterparts import finite_study
from tests.studied import FINITE, small_study

# What Ann says of the clause and of the infinitive of each sentence; Ben says ten more.
CLAUSES, INFINITIVES = (80, 70, 60, 90), (40, 50, 60, 20)


def reported(
    plan: TaskPlan | None = None,
    study: ContrastStudy | None = None,
    people: Mapping[str, int] | None = None,
    repeats: Mapping[str, int] | None = None,
) -> RatingReport:
    """Everybody rates all texts; `people`: how much more than Ann, `repeats`: how far off the second time."""
    study = study or finite_study()
    plan = planned(study, plan or TaskPlan(references=("human",)))
    drawn = draw(study, plan)
    task = TaskShown(
        1, "t", 1, "small", "en-de", plan, len(drawn.texts), len(drawn.sentences), "x", "Ada", ""
    )
    rows = []
    for person, more in (people or {"Ann": 0, "Ben": 10}).items():
        for place, text in enumerate(drawn.texts):
            said = (CLAUSES if "dass" in text.text else INFINITIVES)[text.sentence] + more
            rows.append((place, person, 0, said))
            if person in (repeats or {}) and place < 4:
                rows.append((place, person, 1, said + (repeats or {})[person] * (place % 2)))
    frame = pl.DataFrame(rows, schema=RATINGS.schema, orient="row")
    return rating_report(task, study, drawn.texts, frame)


def test_systems_by_hand() -> None:
    """Ahorn wrote c c i i: 80, 70, 60 and 20 by Ann, ten more by Ben, so 85, 75, 65, 25: 62.5 on average."""
    found = {one.system: one for one in reported().systems}
    assert {name: one.raw.value for name, one in found.items()} == {
        "human": (85 + 75 + 65 + 95) / 4,
        "Linde": (85 + 75 + 65 + 25) / 4,
        "Ahorn": (85 + 75 + 65 + 25) / 4,
        "Birke": (45 + 55 + 65 + 95) / 4,
    }
    assert [one.system for one in reported().systems] == ["human", "Birke", "Ahorn", "Linde"]
    assert {one.raw.n for one in found.values()} == {4}
    # All of Ann's: mean 58.75, and Ben's the same ten higher: z is the same for both.
    values = [*CLAUSES, *INFINITIVES]
    mean = sum(values) / 8
    deviation = (sum((value - mean) ** 2 for value in values) / 7) ** 0.5
    assert found["human"].z.value == pytest.approx((75 - mean) / deviation)
    assert found["human"].reference and found["human"].share is None
    assert found["Linde"].share == 75.0


def test_by_verdict_by_hand() -> None:
    """Pre-selected are the dass-clauses: Good is a clause, Bad an infinitive; Ahorn's last is not aligned."""
    found = {one.kind: one for one in reported().verdicts if one.contrast == FINITE}
    good = (85, 75, 85, 75, 65, 95)  # Ahorn's first two, Linde's first three, Birke's last
    bad = (65, 45, 55, 65, 25)  # Ahorn's third, Birke's first three, Linde's last
    assert {kind: one.n for kind, one in found.items()} == {"Good": 6, "Bad": 5, "Unknown": 1}
    assert found["Good"].raw == pytest.approx(sum(good) / 6)
    assert found["Bad"].raw == pytest.approx(sum(bad) / 5)
    assert found["Unknown"].raw == 25


def test_within_sentences_by_hand() -> None:
    """Good − Bad: 85−45, 75−55, 65−65, 95−25. Of 16 signs only two give a sum of 130."""
    (first, *_) = [one for one in reported().within if one.one == "Good"]
    assert first.raw.difference.n == 4
    assert first.raw.difference.value == pytest.approx((40 + 20 + 0 + 70) / 4)
    assert first.raw.p_value == pytest.approx(4 / 16)  # the sign of 0 does not matter
    assert first.corrected == first.raw.p_value  # one contrast


def test_by_agreement_with_the_reference() -> None:
    """Among all hits the human is Good in one contrast and Bad in the other; the structure is the same."""
    found = reported(TaskPlan(references=("human",), chosen=ItemSet.HITS))
    kinds = {(one.contrast, one.kind): one.n for one in found.agreement}
    for contrast in {contrast for contrast, _ in kinds if contrast}:
        assert [kinds[contrast, kind] for kind in ("same", "other", "unknown")] == [6, 5, 1]
    assert [kinds[None, kind] for kind in ("same", "other", "unknown")] == [12, 10, 2]
    same = [one for one in found.within if one.one == "same" and one.contrast is None]
    assert same[0].raw.difference.value == pytest.approx((40 + 20 + 0 + 70) / 4)
    assert {one.contrast for one in found.within if one.corrected is not None} == {
        one.phenomenon for one in found.study.contrasts
    }


def test_by_counterpart() -> None:
    """Clauses and infinitives; what is not aligned is neither."""
    found = {one.kind: one for one in reported().counterparts}
    assert {kind: one.n for kind, one in found.items()} == {"subordinate clause": 6, "infinitive": 5}
    assert found["subordinate clause"].raw == pytest.approx((85 + 75 + 85 + 75 + 65 + 95) / 6)
    assert found["infinitive"].raw == pytest.approx((65 + 45 + 55 + 65 + 25) / 5)


def test_shares_beside_ratings() -> None:
    """Three systems: Birke 25 % and rated best, Ahorn 66.7 %, Linde 75 % and rated like Ahorn."""
    (found,) = reported().shares
    assert found.correlation.n == 3
    assert found.correlation.rho == pytest.approx(-0.866, abs=0.001)


def test_annotators_by_hand() -> None:
    """Ann gives two of four repeats the same, the others five off; Ben is always ten above her."""
    found = reported(repeats={"Ann": 5})
    ann, ben = found.raters
    assert (ann.ratings, ann.mean, ann.repeats, ann.same, ann.apart) == (8, 58.75, 4, 50.0, 2.5)
    assert (ben.mean, ben.repeats, ben.same, ben.apart) == (68.75, 0, None, None)
    (pair,) = found.pairs
    assert (pair.texts, pair.apart) == (8, 10.0)
    assert pair.correlation == pytest.approx(1.0)
    assert found.alpha_z.value == pytest.approx(1.0)
    assert found.alpha.value is not None and found.alpha.value < 1


def test_repeats_count_for_nothing_else() -> None:
    plain, repeated = reported(), reported(repeats={"Ann": 5, "Ben": 30})
    assert plain.systems == repeated.systems and plain.within == repeated.within


def test_one_person_who_says_the_same_of_all() -> None:
    """Nothing can be standardised; all else is there, and it is said."""
    study = small_study()
    plan = planned(study, TaskPlan())
    drawn = draw(study, plan)
    task = TaskShown(1, "t", 1, "small", "en-de", plan, len(drawn.texts), 4, "x", "Ada", "")
    rows = [(place, "Ann", 0, 50) for place in range(len(drawn.texts))]
    found = rating_report(task, study, drawn.texts, pl.DataFrame(rows, schema=RATINGS.schema, orient="row"))
    assert {one.z.value for one in found.systems} == {None}
    assert {one.raw.value for one in found.systems} == {50.0}
    said = " ".join(note for table in rating_tables(found) for note in table.notes)
    assert "No standardised ratings of Ann" in said and "no system has both" in said
    assert "none (no text was judged by two people)" in said


def test_tables_have_all_their_cells() -> None:
    """Every table can be drawn; without a reference there is none about it."""
    found = reported()
    for name, table in zip(RatingTable, rating_tables(found, list(RatingTable)), strict=True):
        assert table.rows, name
        assert table.signature.startswith("rating:t|study:small|")
    lonely = replace(
        small_study(), references=(), selected_by="", systems=("Ahorn", "Birke", "Linde", "human")
    )
    titles = [one.title for one in rating_tables(reported(TaskPlan(), lonely))]
    assert not any("reference" in title for title in titles)
    values = rating_values(found)
    assert values["ratings"] == 16 and values["wanted"] == 16 and len(values["lines"]) == 16
