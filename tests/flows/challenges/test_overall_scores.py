"""Overall scores: by sacrebleu on a test set, or from a table, and what is wrong with either."""

from pathlib import Path

import pytest
import sacrebleu

from lackmus.errors import LackmusError
from lackmus.flows.challenges.overall_scores import OverallScoresRequest, overall_scores, read_table
from lackmus.flows.contrasts.material import StudyMaterial, TextFile
from tests.refusals import refuses

SYSTEMS = ("Ahorn", "Linde")
REFERENCE = ["Der Hund schläft auf dem Sofa .", "Sie bestritt , früh gegangen zu sein ."]
TEXTS = {
    "Ahorn": ["Der Hund schläft auf dem Sofa .", "Sie verneinte frühes Gehen ."],
    "Linde": ["Ein Hund schläft auf einem Sofa .", "Sie bestritt , dass sie früh ging ."],
}
OTHER = ["Auf dem Sofa schläft der Hund .", "Sie bestritt , dass sie früh ging ."]


def material(*references: tuple[str, list[str]]) -> StudyMaterial:
    return StudyMaterial(
        TextFile("source", "source.en", ["The dog sleeps on the sofa .", "She denied leaving early ."]),
        [TextFile(name, f"{name}.de", texts) for name, texts in TEXTS.items()],
        [TextFile(name, f"{name}.de", texts) for name, texts in references],
    )


@pytest.mark.parametrize(
    "metric, theirs", [("bleu", sacrebleu.BLEU), ("chrf", sacrebleu.CHRF), ("ter", sacrebleu.TER)]
)
def test_scores_are_those_of_sacrebleu(metric: str, theirs: type) -> None:
    """To the last bit, and with its signature; of TER less is better."""
    (found,) = overall_scores(OverallScoresRequest([metric]), material(("human", REFERENCE)), "")
    for system, texts in TEXTS.items():
        assert found.values[system] == theirs().corpus_score(texts, [REFERENCE]).score
    assert "version:" in found.signature and found.signature.endswith("by:human")
    assert found.higher is (metric != "ter")


def test_the_reference_that_selected_is_used_up() -> None:
    """Scores are computed by the other, unless somebody says by which."""
    both = material(("B", REFERENCE), ("C", OTHER))
    (by_other,) = overall_scores(OverallScoresRequest(["bleu"]), both, "B")
    assert by_other.values["Linde"] == sacrebleu.BLEU().corpus_score(TEXTS["Linde"], [OTHER]).score
    assert by_other.signature.endswith("by:C")
    (asked,) = overall_scores(OverallScoresRequest(["bleu"], reference="B"), both, "B")
    assert asked.signature.endswith("by:B")
    (alone,) = overall_scores(OverallScoresRequest(["bleu"]), material(("B", REFERENCE)), "B")
    assert (by_other.references, asked.references, alone.references) == (("C",), ("B",), ("B",))
    (all_of_them,) = overall_scores(OverallScoresRequest(["bleu"]), both, "")
    both_there = sacrebleu.BLEU().corpus_score(TEXTS["Linde"], [REFERENCE, OTHER]).score
    assert all_of_them.values["Linde"] == both_there


def test_another_test_set(tmp_path: Path) -> None:
    """Given as files; systems are found by their names."""
    (tmp_path / "news.ref.de").write_text("".join(f"{line}\n" for line in OTHER))
    for system, lines in TEXTS.items():
        (tmp_path / f"news.hyp.{system}.de").write_text("".join(f"{line}\n" for line in lines))
    wanted = OverallScoresRequest(
        ["bleu"], test_references=[tmp_path / "news.ref.de"], test_hyps=[str(tmp_path / "news.hyp.*")]
    )
    (found,) = overall_scores(wanted, material(), "")
    assert found.values["Ahorn"] == sacrebleu.BLEU().corpus_score(TEXTS["Ahorn"], [OTHER]).score


@pytest.mark.parametrize(
    "wanted, said",
    [
        (OverallScoresRequest(["bleurt"]), "--score: there is no score bleurt. There are bleu, chrf, ter."),
        (OverallScoresRequest(["bleu"]), "BLEU, chrF and TER need a reference."),
        (OverallScoresRequest(["bleu"], reference="D"), "--score-reference: there is no reference D."),
        (OverallScoresRequest(["bleu"], test_hyps=["x"]), "A test set needs both"),
    ],
)
def test_what_cannot_be_scored(wanted: OverallScoresRequest, said: str) -> None:
    """One line, with what helps."""
    with refuses(LackmusError, match=said):
        overall_scores(wanted, material(), "")


@pytest.mark.parametrize(
    "content, found",
    [
        ("Ahorn\t71.5\nLinde\t80\n", {"scores": {"Ahorn": 71.5, "Linde": 80.0}}),
        (
            "system\thuman\tCOMET\nLinde\t80\t0.9\nAhorn\t-3\t\nEiche\t1\t1\n",
            {"human": {"Linde": 80.0, "Ahorn": -3.0}, "COMET": {"Linde": 0.9}},
        ),
    ],
)
def test_a_table(tmp_path: Path, content: str, found: dict[str, dict[str, float]]) -> None:
    """With or without a head; systems of others are passed over, and a score may be missing."""
    file = tmp_path / "scores.tsv"
    file.write_text(content)
    assert {one.name: dict(one.values) for one in read_table(file, SYSTEMS)} == found


@pytest.mark.parametrize(
    "content, said",
    [
        ("Ahorn\t71.5\nAhorn\t80\n", "line 2: Ahorn stands there twice. Keep one."),
        ("Ahorn\t71.5\nLinde\tgood\n", "line 2: good is no number."),
        ("Ahorn\t71.5\nLinde\tnan\n", "line 2: nan is no number."),
        ("Ahorn\t71.5\nLinde\t80\t7\n", "line 2: 2 scores where 1 are named."),
        ("Ahorn\nLinde\n", "line 1: write a system, a tab and its score."),
        ("Eiche\t1\nBirke\t2\n", "has no score of Ahorn, Linde."),
    ],
)
def test_a_table_that_is_none(tmp_path: Path, content: str, said: str) -> None:
    """The line is named."""
    file = tmp_path / "scores.tsv"
    file.write_text(content)
    with refuses(LackmusError, match=said):
        read_table(file, SYSTEMS)
