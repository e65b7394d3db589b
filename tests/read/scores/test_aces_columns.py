"""Tables in the form of ACES: scores in columns X-good and X-bad, and the language pair by option."""

from pathlib import Path

import pytest

import lackmus
from lackmus.errors import LackmusError
from lackmus.flows.challenges.challenges import MetricFacts, open_challenge, own_scores, scores_in
from tests.refusals import refuses

TEXTS = "source\tgood-translation\tincorrect-translation\treference\tphenomena"
HEADER = f"{TEXTS}\tBLEU-good\tBLEU-bad\tTER-good\tTER-bad"
ROWS = (
    "Eins.\tOne\tWon\tOne.\taddition\t0.9\t0.1\t1\t2",
    "Zwei.\tTwo\tToo\tTwo.\taddition\t0.5\t0.5\t3\t2",
    "Drei.\tThree\tTree\tThree.\tmine\t0.25\t1e-2\t0\t0",
)  # fmt: skip


def file(folder: Path, *rows: str, header: str = HEADER, name: str = "set.tsv") -> Path:
    path = folder / name
    path.write_text("\n".join([header, *(rows or ROWS)]) + "\n")
    return path


def test_a_scored_table_is_a_challenge_and_its_scores(tmp_path: Path) -> None:
    path = file(tmp_path)
    challenge, _ = open_challenge(path, langpair="de-en")
    assert (challenge.pairs, challenge.tuples["category"].to_list()) == (
        ["de-en"],
        ["addition", "addition", "mine"],
    )
    bleu, ter = scores_in(challenge, own_scores(path), facts=MetricFacts(lower=["TER"]))
    assert (bleu.about.name, bleu.better.to_list(), bleu.worse.to_list()) == (
        "BLEU", [0.9, 0.5, 0.25], [0.1, 0.5, 0.01]
    )  # fmt: skip
    assert (ter.about.name, ter.about.higher) == ("TER", False)


def test_tuples_of_another_file_may_stand_in_any_order(tmp_path: Path) -> None:
    challenge, _ = open_challenge(file(tmp_path), langpair="de-en")
    (bleu, _) = scores_in(challenge, [file(tmp_path, *reversed(ROWS), name="back.tsv")])
    assert bleu.better.to_list() == [0.9, 0.5, 0.25]


def test_in_python(tmp_path: Path) -> None:
    """Tau counts ties as ACES does."""
    challenge = lackmus.read_challenge(file(tmp_path), langpair="de-en")
    tallies = lackmus.rank(challenge, lower="TER").tallies
    assert tallies.select("metric", "tau").rows() == [
        ("BLEU", pytest.approx(1 / 3)),
        ("TER", pytest.approx(-1 / 3)),
    ]


@pytest.mark.parametrize(
    "rows, header, said",
    [
        (ROWS[:2], HEADER, "has scores of 2 of 3 tuples"),
        ((*ROWS, ROWS[0]), HEADER, "line 5: a tuple of these texts stands above already"),
        ((*ROWS, ROWS[0].replace("Eins", "Acht")), HEADER, "line 5: there is no such tuple"),
        (ROWS, HEADER.replace("BLEU-bad", "BLEU-worse"), "BLEU needs one column BLEU-good and one BLEU-bad"),
        ((*ROWS[:2], ROWS[2].replace("0.25", "nan")), HEADER, "line 4: “nan” cannot be compared"),
        (ROWS, HEADER.replace("TER", "BLEU"), "BLEU needs one column BLEU-good and one BLEU-bad"),
    ],
)
def test_mistakes(tmp_path: Path, rows: tuple[str, ...], header: str, said: str) -> None:
    challenge, _ = open_challenge(file(tmp_path), langpair="de-en")
    with refuses(LackmusError, match=said):
        scores_in(challenge, [file(tmp_path, *rows, header=header, name="back.tsv")])


def test_the_language_pair_is_asked_for_once(tmp_path: Path) -> None:
    with refuses(LackmusError, match="has no column langpair. Say it: --langpair de-en."):
        open_challenge(file(tmp_path))
    whole = file(tmp_path, *(f"{row}\tde-en" for row in ROWS), header=f"{HEADER}\tlangpair")
    with refuses(LackmusError, match="has a column langpair"):
        open_challenge(whole, langpair="de-en")
    twice = [
        tmp_path / "set.tsv",
        file(tmp_path, *(f"{row}\tde-en" for row in ROWS), header=f"{HEADER}\tlangpair", name="b.tsv"),
    ]
    with refuses(LackmusError, match="its metric is called BLEU, as is that of .*/set.tsv"):
        scores_in(open_challenge(whole)[0], twice)
