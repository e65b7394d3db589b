"""Challenges from Python: built, saved, read, scored and ranked as by the command line."""

from pathlib import Path

import pytest

import lackmus
from tests.api.told import printed, run

CAMPAIGNS = {"2025": "outputs/2025", "2026": "outputs/2026"}


@pytest.fixture
def challenge(desk: Path) -> "lackmus.api.Challenge":
    """A challenge of both years."""
    return lackmus.build_challenge("items.json", CAMPAIGNS)


def test_a_challenge_is_that_of_the_command_line(challenge: "lackmus.api.Challenge") -> None:
    build = "challenge build items.json 2025=outputs/2025 2026=outputs/2026"
    assert challenge.tuples.height == 117
    assert challenge.save("own.jsonl").read_bytes() == run(f"{build} -o theirs.jsonl", Path("theirs.jsonl"))
    assert challenge.to("json") == printed(f"{build} -f json")
    assert challenge.save("report.md").read_text() == printed(f"{build} -f markdown")
    assert sorted(one.name for one in challenge.save("blind", "blind").iterdir())


def test_a_challenge_is_read_again(challenge: "lackmus.api.Challenge") -> None:
    again = lackmus.read_challenge(challenge.save("own.jsonl"))
    assert again.tuples.equals(challenge.tuples)
    assert again.signature == challenge.signature
    assert str(again) == printed("challenge tuples own.jsonl").rstrip("\n")


def test_metrics_are_ranked_as_by_the_command_line(challenge: "lackmus.api.Challenge") -> None:
    challenge.save("own.jsonl")
    scores = lackmus.score(challenge, metric="chrf,length-ratio", group={"mine": "chrF"})
    assert scores.metrics[0] == "chrF"
    assert scores.scores.height == 2 * 117
    scores.save_scores("scores")
    ranking = lackmus.rank(challenge, scores, group={"mine": "chrF"}, by="phenomenon")
    told = printed("challenge report own.jsonl scores --group mine=chrF --by phenomenon -f json")
    assert ranking.to("json") == told
    assert lackmus.rank("own.jsonl", "scores", group="mine=chrF", by="phenomenon").to("json") == told
    best = ranking.averages.filter(average="micro", metric="chrF").row(0, named=True)
    assert (best["n"], round(best["accuracy"], 1)) == (117, 80.3)
    assert ranking.tallies.filter(metric="chrF")["group"].to_list() == ["mine"]
    assert ranking.chart("sorted").svg.startswith("<svg")
    assert "chrF" in ranking.in_short


def test_a_challenge_of_frames(desk: Path) -> None:
    frames = {year: lackmus.read_outputs("items.json", folder) for year, folder in CAMPAIGNS.items()}
    built = lackmus.build_challenge("items.json", frames)
    assert built.tuples.equals(lackmus.build_challenge("items.json", CAMPAIGNS).tuples)


def test_without_scores_there_is_nothing_to_rank(challenge: "lackmus.api.Challenge") -> None:
    with pytest.raises(lackmus.LackmusError, match=r"metric='bleu,chrf'"):
        lackmus.rank(challenge)


def test_a_wmt_hand_in_wants_its_order(tmp_path: Path) -> None:
    """What the error says to write is what the function takes."""
    for role, text in {"src": "Die Bank.", "hyp-1": "The bank.", "hyp-2": "The bench."}.items():
        (tmp_path / f"mine.de-en.{role}.txt").write_text(f"{text}\n")
    with pytest.raises(lackmus.LackmusError, match="order='hyp-2 > hyp-1'"):
        lackmus.read_challenge(tmp_path)
    found = lackmus.read_challenge(tmp_path, order="hyp-2 > hyp-1")
    assert found.value.tuples["better"].to_list() == ["The bench."]
