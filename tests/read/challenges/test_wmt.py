"""Challenge sets as they are handed in at WMT, and the scores that come back."""

from pathlib import Path

import pytest

from lackmus.core.challenges.challenge import BlindKey
from lackmus.errors import LackmusError
from lackmus.flows.challenges.challenges import open_challenge, scores_in
from lackmus.read.challenges.wmt import is_wmt_challenge, parse_order, read_wmt_challenge

HEAD = "doc_id\tsegment_id\tsource_lang\ttarget_lang\tset_id\tsystem_id\tdomain_name\tmethod\toverall"
FILES = {
    "src": ["Eins.", "Zwei."],
    "ref": ["One.", "Two."],
    "hyp-1": ["One", "Too."],
    "hyp-2": ["Won.", "Two"],
    "meta": ["news\tdoc-1", "social\tdoc-2"],
}


def handed_in(folder: Path, **changed: list[str] | None) -> Path:
    folder.mkdir(exist_ok=True)
    for role, lines in {
        **FILES,
        **{name.replace("_", "-"): lines for name, lines in changed.items()},
    }.items():
        if lines is not None:
            (folder / f"set.de-en_US.{role}.txt").write_text("".join(f"{line}\n" for line in lines))
    return folder


def scores(path: Path, *rows: tuple[int, int, object], source: str = "de", target: str = "en_US") -> Path:
    """Rows of segment, hypothesis and score."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"d\t{n}\t{source}\t{target}\tset\thyp-{hyp}\tnews\tNaN\t{score}" for n, hyp, score in rows]
    path.write_text("\n".join([HEAD, *lines]) + "\n")
    return path


ALL = ((2, 2, 0.4), (1, 1, 0.1), (2, 1, 0.3), (1, 2, -0.2))  # in any order


def key_of(folder: Path, order: str = "2>1") -> BlindKey:
    return read_wmt_challenge(folder, parse_order(order))


def test_tuples_of_a_hand_in(tmp_path: Path) -> None:
    tuples = key_of(handed_in(tmp_path / "a")).challenge.tuples
    assert tuples.drop("pair", "phenomenon", "worse_from").rows() == [
        ("de-en-US:1:hyp-2>hyp-1", "de-en-US:1", "news", "Eins.", "One.", "Won.", "One", "doc-1", "hyp-2"),
        ("de-en-US:2:hyp-2>hyp-1", "de-en-US:2", "social", "Zwei.", "Two.", "Two", "Too.", "doc-2", "hyp-2"),
    ]


@pytest.mark.parametrize(
    "order, compared",
    [
        ("3 > 2 > 1", ["3>2", "3>1", "2>1"]),
        ("hyp-1>hyp-3=hyp-2", ["1>3", "1>2"]),
        ("2,1,3", ["2>1", "2>3", "1>3"]),
    ],
)
def test_an_order_compares_each_with_all_below_it(tmp_path: Path, order: str, compared: list[str]) -> None:
    key = key_of(handed_in(tmp_path / "a", hyp_3=["I.", "II."]), order)
    names = key.challenge.tuples.filter(item="de-en-US:1")["tuple"].to_list()
    assert names == [f"de-en-US:1:{one.replace('>', '>hyp-')}".replace(":1:", ":1:hyp-") for one in compared]


def test_equal_hypotheses_make_no_tuple(tmp_path: Path) -> None:
    key = key_of(handed_in(tmp_path / "a", hyp_2=["One", "Two"]))
    assert key.challenge.tuples["item"].to_list() == ["de-en-US:2"]
    assert key.challenge.about["equal"] == "1"


def test_references_and_meta_may_be_missing(tmp_path: Path) -> None:
    tuples = key_of(handed_in(tmp_path / "a", ref=None, meta=None)).challenge.tuples
    assert tuples.select("reference", "category").rows() == [("", "set"), ("", "set")]


def test_scores_come_back_in_any_order(tmp_path: Path) -> None:
    folder = handed_in(tmp_path / "a")
    scores(tmp_path / "back" / "baseline" / "chrF.tsv", *ALL)
    scores(tmp_path / "back" / "primary" / "New-1.2.tsv", *ALL, source="deu_Latn", target="eng_Latn")
    challenge, key = open_challenge(folder, order="hyp-2 > hyp-1")
    chrf, new = scores_in(challenge, [tmp_path / "back"], key)
    assert (chrf.about.name, chrf.about.group) == ("chrF", "baseline")
    assert (new.about.name, new.about.group) == ("New-1.2", "primary")
    for one in (chrf, new):
        assert one.better.to_list() == [-0.2, 0.4]
        assert one.worse.to_list() == [0.1, 0.3]


@pytest.mark.parametrize(
    "rows, languages, said",
    [
        (ALL[:3], {}, "has scores of 3 of 4 texts: text of segment 1 of hyp-2, de-en-US is missing"),
        ((*ALL, (1, 1, 5)), {}, "line 6: segment 1 of hyp-1 stands in line 3 already"),
        ((*ALL, (3, 1, 5)), {}, "line 6: there is no segment “3” of de-en-US: they are 1 to 2"),
        ((*ALL, (1, 3, 5)), {}, "line 6: there is no system “hyp-3”: they are hyp-1, hyp-2"),
        (((1, 1, "nan"),), {}, "line 2: “nan” cannot be compared"),
        (((1, 1, ""),), {}, "line 2: a score is blank"),
        (ALL, {"target": "fr"}, "line 2: the challenge has no de-fr, only de-en-US"),
        (ALL, {"target": "x1"}, "line 2: “x1” in “de->x1” is no language code"),
    ],
)
def test_scores_that_do_not_fit(
    tmp_path: Path, rows: tuple[tuple[int, int, object], ...], languages: dict[str, str], said: str
) -> None:
    challenge, key = open_challenge(handed_in(tmp_path / "a"), order="2>1")
    with pytest.raises(LackmusError) as raised:
        scores_in(challenge, [scores(tmp_path / "m.tsv", *rows, **languages)], key)
    assert said in str(raised.value)


def test_two_metrics_of_one_name(tmp_path: Path) -> None:
    challenge, key = open_challenge(handed_in(tmp_path / "a"), order="2>1")
    for group in ("baseline", "primary"):
        scores(tmp_path / "back" / group / "chrF.tsv", *ALL)
    with pytest.raises(
        LackmusError,
        match=r"primary/chrF\.tsv: its metric is called chrF, as is that of .*/baseline/chrF\.tsv",
    ):
        scores_in(challenge, [tmp_path / "back"], key)


@pytest.mark.parametrize(
    "changed, order, said",
    [
        ({}, None, "does not tell which of hyp-1, hyp-2 is better"),
        ({}, "best", "“best” is no order of hypotheses"),
        ({}, "1>1", "names a hypothesis twice"),
        ({}, "1>2>3", "hyp-3 is not among the hypotheses of de-en-US"),
        ({"hyp_3": ["a", "b"]}, "1>2", "hyp-3 is not in the order"),
        ({"hyp_2": ["a"]}, "1>2", "hyp-2.txt has 1 lines, but its source has 2"),
        ({"src": None}, "1>2", "has no source"),
        ({"hyp_2": None}, "1>2", "has 1 hypothesis"),
        ({"hyp_2": ["One", "Too."]}, "1>2", "no line on which two hypotheses differ"),
    ],
)
def test_hand_ins_that_are_not_whole(
    tmp_path: Path, changed: dict[str, list[str] | None], order: str | None, said: str
) -> None:
    folder = handed_in(tmp_path / "a", **changed)
    with pytest.raises(LackmusError) as raised:
        read_wmt_challenge(folder, None if order is None else parse_order(order))
    assert said in str(raised.value)


def test_a_folder_of_two_sets_is_refused(tmp_path: Path) -> None:
    folder = handed_in(tmp_path / "a")
    (folder / "other.de-en.src.txt").write_text("a\n")
    with pytest.raises(LackmusError, match="holds the challenge sets other, set"):
        read_wmt_challenge(folder, parse_order("1>2"))


def test_what_is_no_hand_in(tmp_path: Path) -> None:
    assert not is_wmt_challenge(tmp_path)
    assert not is_wmt_challenge(tmp_path / "absent")
    assert is_wmt_challenge(handed_in(tmp_path / "a"))


@pytest.mark.real_data
def test_a_real_hand_in_and_the_scores_that_came_back(real_data: Path) -> None:
    """Six systems of rising quality, 32 documents, twenty metrics in three groups."""
    folder = real_data / "wmt25-mteval"
    challenge, key = open_challenge(folder / "1-submitted" / "mslc-a", order="6>5>4>3>2>1")
    found = scores_in(challenge, [folder / "4-to_return" / "mslc-a"], key)
    assert challenge.tuples.height == 15 * 32
    assert len(found) == 20
    right = {one.about.name: int((one.better > one.worse).sum()) for one in found}
    assert (right["YiSi-1"], right["BLEU"], right["Sentinel-ref"]) == (479, 463, 0)
    assert {one.about.group for one in found} == {"baseline", "primary", "secondary"}
