"""Hand-ins to the WMT metrics task: blind files, their key, and the scores that come back by it."""

from pathlib import Path

import polars as pl
import pytest

from lackmus.core.challenges.challenge import BlindKey, ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.errors import LackmusError
from lackmus.flows.challenges.challenges import MetricFacts, open_challenge, scores_in
from lackmus.read.challenges.wmt import parse_order, read_wmt_challenge
from lackmus.read.files import read_lines
from lackmus.write.challenges import write_challenge
from lackmus.write.challenges.blind import KEY, PUBLIC
from lackmus.write.challenges.wmt import write
from lackmus.write.scores import write_returned, write_scores
from tests.read.challenges.test_wmt import handed_in
from tests.read.tuples import ROWS, SPANISH, challenge_of, same, swapped
from tests.refusals import refuses

BOTH = challenge_of(*ROWS, {**SPANISH, "pair": "de-es-419"})  # one item has three texts: a line a tuple


def handed_out(challenge: ChallengeSet, folder: Path) -> tuple[ChallengeSet, BlindKey]:
    write_challenge(challenge, "wmt", folder)
    found, key = open_challenge(folder / KEY)
    assert key is not None
    return found, key


def hypothesis(folder: Path, key: BlindKey, tuple_: int, side: str) -> str:
    """The text on the line that the key names, read from the files themselves."""
    pair = key.challenge.tuples["pair"][tuple_]
    texts = [
        line
        for path in sorted((folder / PUBLIC).glob(f"*.{pair.replace('-419', '_419')}.hyp-*.txt"))
        for line in read_lines(path)
    ]
    line: int = getattr(key, side)[tuple_]
    return texts[line - 1]


def test_files_and_key(tmp_path: Path) -> None:
    """What is written is read again as the same challenge, and its lines hold its texts."""
    found, key = handed_out(BOTH, tmp_path / "task")
    assert same(found, BOTH)
    assert key.hypotheses == 2
    names = {path.name for path in (tmp_path / "task" / PUBLIC).iterdir()}
    roles = ("src", "ref", "meta", "hyp-1", "hyp-2")
    assert names == {
        f"Spring and autumn.{pair}.{role}.txt" for pair in ("de-en", "de-es_419") for role in roles
    }
    for number in range(BOTH.tuples.height):
        for side in ("better", "worse"):
            assert hypothesis(tmp_path / "task", key, number, side) == BOTH.tuples[side][number]


def test_an_item_is_a_line_where_all_have_equally_many_texts(tmp_path: Path) -> None:
    """Three hypotheses of two sources stay three files of two lines, and come back with their key."""
    three = handed_in(tmp_path / "theirs", hyp_3=["I.", "II."])
    challenge = read_wmt_challenge(three, parse_order("3 > 2 > 1")).challenge
    found, key = handed_out(challenge, tmp_path / "ours")
    assert (same(found, challenge), key.hypotheses, key.lines) == (True, 3, {"de-en-US": 6})
    texts = [read_lines(tmp_path / "ours" / PUBLIC / f"set.de-en_US.hyp-{n}.txt") for n in (1, 2, 3)]
    assert {frozenset(line) for line in zip(*texts, strict=True)} == {
        frozenset({"One", "Won.", "I."}), frozenset({"Too.", "Two", "II."})
    }  # fmt: skip


def test_files_do_not_tell_which_is_better() -> None:
    """With better and worse in each other's place they are the same, byte for byte."""
    ours, other = (write(one, secret="s") for one in (BOTH, swapped(BOTH)))
    assert {name: text for name, text in ours.items() if name != KEY} == {
        name: text for name, text in other.items() if name != KEY
    }
    assert write(BOTH, secret="t") != ours


def test_tuples_without_references(tmp_path: Path) -> None:
    """No file of references is written, and the key is read all the same."""
    challenge = challenge_of(*({**row, "reference": ""} for row in ROWS))
    found, _ = handed_out(challenge, tmp_path / "task")
    assert found.tuples["reference"].to_list() == ["", "", ""]
    assert not list((tmp_path / "task" / PUBLIC).glob("*.ref.txt"))


def test_returned_scores_come_back_by_the_key(tmp_path: Path) -> None:
    """Better and worse have the scores that they were given, whatever line they stood on."""
    found, key = handed_out(BOTH, tmp_path / "task")
    better, worse = (pl.Series(values, dtype=pl.Float64) for values in ([0.5, 1, 1, 3], [4.5, 5, 6, 7e-9]))
    given = [
        Scored(MetricInfo(name, group=group), better, worse)
        for name, group in (("TER", "baseline"), ("x", ""))
    ]
    written = write_returned(tmp_path / "back", given, key)
    assert [path.relative_to(tmp_path) for path in written] == [
        Path("back/baseline/TER.tsv"),
        Path("back/x.tsv"),
    ]
    facts = MetricFacts(lower=["TER"], reference_free=["x"])
    scored = {one.about.name: one for one in scores_in(found, [tmp_path / "back"], key, facts)}
    for one in scored.values():
        assert (one.better.to_list(), one.worse.to_list()) == (better.to_list(), worse.to_list())
    assert (scored["TER"].about.higher, scored["TER"].about.group) == (False, "baseline")
    assert (scored["x"].about.higher, scored["x"].about.usual_group) == (True, "reference-free")


def test_a_table_may_say_what_lower_means(tmp_path: Path) -> None:
    """The head of other files of scores is understood in those of organisers too."""
    found, key = handed_out(BOTH, tmp_path / "task")
    number = pl.Series([1.0] * 4)
    (path,) = write_returned(tmp_path / "back", [Scored(MetricInfo("x"), number, number)], key)
    path.write_text("# metric: Mine\n# higher: worse\n# group: ours\n" + path.read_text())
    (scored,) = scores_in(found, [path], key)
    assert scored.about == MetricInfo("Mine", higher=False, group="ours")


@pytest.mark.parametrize(
    "rows, said",
    [
        ([{"worse": "He missed\nthe flight."}], "better and worse are the same line"),
        ([{"better": "He missed the plane."}], "is also a reference of its source"),
    ],
)
def test_what_cannot_be_handed_in(tmp_path: Path, rows: list[dict[str, str]], said: str) -> None:
    """Nothing is written."""
    with refuses(LackmusError, match=said):
        write_challenge(challenge_of(*rows), "wmt", tmp_path / "task")
    assert not (tmp_path / "task").exists()


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('"files": {"de-en"', '"files": {"de-fr"', "does not name the files of hypotheses of de-en"),
        ("He missed the flight.", "He missed a flight.", "does not hold the texts of blind/Spring and"),
    ],
)
def test_a_changed_key(tmp_path: Path, old: str, new: str, said: str) -> None:
    write_challenge(challenge_of(), "wmt", tmp_path / "task")
    key = tmp_path / "task" / KEY
    key.write_text(key.read_text().replace(old, new))
    with refuses(LackmusError, match=said):
        open_challenge(key)


def test_facts_about_unknown_metrics(tmp_path: Path) -> None:
    number = pl.Series([1.0] * 4)
    write_scores(tmp_path, [Scored(MetricInfo("x"), number, number)], BOTH)
    with refuses(LackmusError, match="there is no metric TER. There are x."):
        scores_in(BOTH, [tmp_path / "x.tsv"], facts=MetricFacts(lower=["TER"]))
