"""The verbs, from files to values."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from lackmus.cli.remedies import worded
from lackmus.core.base.choices import Choices, Semantics
from lackmus.core.verdicts.judging import VERDICTS, judge
from lackmus.errors import LackmusError, NoAnswerError
from lackmus.flows.outputs import outputs as outputs_flow
from lackmus.flows.outputs.outputs import judge_parquet
from lackmus.flows.verdicts import comparing
from lackmus.flows.verdicts.material import Request
from lackmus.flows.verdicts.requests import ReadOptions, open_suite
from lackmus.flows.workspaces import demo
from lackmus.read import read_suite
from tests.core.campaigns import TEXTS
from tests.core.outputs.test_misalignment import invented
from tests.read.drafts import entry, numbered, write_signs, write_suite, write_tsv
from tests.refusals import refuses


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Items 1 to 4."""
    return write_suite(tmp_path / "suite.json", numbered(4))


# From Parquet to Parquet

ROWS = pl.DataFrame(
    [
        (f"de-en:{number}", system, text)
        for system, signs in {"A": "+-?+", "B": "++-?", "C": "+-?+"}.items()
        for number, text in enumerate((TEXTS[sign] for sign in signs), start=1)
    ],
    schema=["item", "system", "text"],
    orient="row",
)


@pytest.mark.parametrize("batch", [1, 5, 12, 1000])
@pytest.mark.parametrize("semantics", Semantics)
def test_batches_are_judged_as_one(suite: Path, tmp_path: Path, batch: int, semantics: Semantics) -> None:
    """Whatever the batch, the verdicts are those of the frame as a whole, in its order."""
    source, target = tmp_path / "outputs.parquet", tmp_path / "verdicts.parquet"
    ROWS.with_columns(more=pl.lit(1)).write_parquet(source)
    judge_parquet(suite, source, target, Choices(semantics), batch)
    written = pl.read_parquet(target)
    assert written.schema == VERDICTS.schema
    assert written.equals(judge(read_suite(suite), ROWS, semantics))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "outputs.parquet", "suite.json", "verdicts.parquet",
    ]  # fmt: skip


def changed(**columns: pl.Expr) -> Callable[[Path], object]:
    return lambda path: ROWS.with_columns(**columns).write_parquet(path)


@pytest.mark.parametrize(
    "make, said",
    [
        (
            changed(item=pl.when(pl.col("system") == "C").then(pl.lit("de-en:9")).otherwise("item")),
            "{}: 1 items are not in suite.json (de-en:9). Use the suite these outputs belong to.",
        ),
        (
            lambda path: ROWS.drop("text").write_parquet(path),
            "{}: “text” is missing. Needed are texts in columns item, system, text.",
        ),
        (
            changed(text=pl.lit(1, pl.Int64)),
            "{}: “text” is Int64. Needed are texts in columns item, system, text.",
        ),
        (
            changed(text=pl.when(pl.col("system") != "C").then("text")),
            "{}: “text” is null in some rows. Fill or drop them.",
        ),
        (lambda path: path.write_text("id\ttext\n"), None),
        (lambda path: None, None),
    ],
    ids=["unknown item", "no texts", "numbers", "nulls", "not Parquet", "no file"],
)
def test_outputs_that_cannot_be_judged(
    make: Callable[[Path], object], said: str | None, suite: Path, tmp_path: Path
) -> None:
    """What a user can mend is said in one line, and the verdicts of an earlier run survive."""
    source, target = tmp_path / "outputs.parquet", tmp_path / "verdicts.parquet"
    make(source)
    target.write_text("old")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(LackmusError) as raised:
        judge_parquet(suite, source, target, batch=2)
    if said is None:
        assert worded(raised.value).startswith(f"{source} cannot be read as Parquet (")
    else:
        assert worded(raised.value) == said.format(source)
    assert "\n" not in worded(raised.value)
    assert target.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == before


def test_a_pattern_that_does_not_compile(tmp_path: Path) -> None:
    """Named as in every other command."""
    suite = write_suite(tmp_path / "suite.json", [*numbered(3), entry("4", positive_regex="a{2,1}")])
    ROWS.write_parquet(tmp_path / "outputs.parquet")
    with refuses(LackmusError, match=r"suite\.json, item 4: positive pattern does not compile \(min"):
        judge_parquet(suite, tmp_path / "outputs.parquet", tmp_path / "verdicts.parquet", batch=3)
    assert not (tmp_path / "verdicts.parquet").exists()


@pytest.mark.parametrize("target", ["nowhere/verdicts.parquet", "suite.json/verdicts.parquet", "folder"])
def test_verdicts_that_cannot_be_written(target: str, suite: Path, tmp_path: Path) -> None:
    """No such folder, a file where a folder is needed, a folder where a file is needed."""
    (tmp_path / "folder").mkdir()
    ROWS.write_parquet(tmp_path / "outputs.parquet")
    before = sorted(tmp_path.rglob("*"))
    with refuses(LackmusError, match="cannot be written"):
        judge_parquet(suite, tmp_path / "outputs.parquet", tmp_path / target)
    assert sorted(tmp_path.rglob("*")) == before


# Suites of several pairs


@pytest.fixture
def both_ways(tmp_path: Path) -> Path:
    """One id, two directions."""
    entries = [entry("1", langpair="deen"), entry("1", langpair="ende"), entry("2", langpair="ende")]
    return write_suite(tmp_path / "both.json", entries)


@pytest.mark.parametrize(
    "pair, items", [("de-en", 1), ("DE->EN", 1), ("deu-eng", 1), ("ende", 2), ("en_de", 2)]
)
def test_one_pair_of_several(pair: str, items: int, both_ways: Path) -> None:
    """However it is spelled."""
    assert len(open_suite(both_ways, pair).items) == items


@pytest.mark.parametrize(
    "pair, said",
    [
        (None, "{} has items for de-en, en-de. Choose one with --pair."),
        ("Deutsch", "--pair: “Deutsch” is no language pair; write it like de-en."),
        ("de-fr", "--pair: there are no items for de-fr, only for de-en, en-de."),
        (
            "German",
            "--pair: there are no items for German, only for de-en, en-de.",
        ),  # ger-man: two codes of three
    ],
)
def test_a_pair_must_be_chosen(pair: str | None, said: str, both_ways: Path) -> None:
    """Only items of one pair can be compared with each other."""
    with pytest.raises(LackmusError) as raised:
        open_suite(both_ways, pair)
    assert worded(raised.value) == said.format(both_ways)


# Evaluating, following, checking


def test_progress_is_told(suite: Path, tmp_path: Path) -> None:
    """What is being done and how much of it, never backwards within a stage, until all is done."""
    told: list[tuple[str, int, int]] = []
    outputs = write_signs(tmp_path, A="+-?+", B="++-?")
    comparing.evaluate(Request(suite, outputs), lambda *one: told.append(one))
    assert list(dict.fromkeys(stage for stage, _, _ in told)) == ["Looking for shifted lines", "Judging"]
    judging = [(done, total) for stage, done, total in told if stage == "Judging"]
    assert judging == sorted(judging)
    assert judging[-1][0] == judging[-1][1] > 0


def test_a_misaligned_hand_in_is_suspected(tmp_path: Path) -> None:
    """Only the one that is, of files that share a source."""
    sources, texts = invented(300, seed=4, names=False)
    entries = [entry(str(n), source_sentence=source, positive_regex=".") for n, source in enumerate(sources)]
    suite = write_suite(tmp_path / "suite.json", entries)
    (tmp_path / "src").write_text("\n".join(sources), encoding="utf-8")
    for name, written in {"good": texts, "shifted": ["–", *texts[:-1]], "shuffled": texts[::-1]}.items():
        (tmp_path / name).write_text("\n".join(written), encoding="utf-8")
    outputs = [str(tmp_path / name) for name in ("good", "shifted", "shuffled")]
    found = comparing.evaluate(Request(suite, outputs, ReadOptions(source=tmp_path / "src"))).suspicions
    assert {system: [one.kind for one in suspected] for system, suspected in found.items()} == {
        "shifted": ["shifted"],
        "shuffled": ["shuffled"],
    }
    assert found["shifted"][0].shift == 1
    # The same texts by id, each file with its own list of sources, in an order of its own.
    by_id = {str(n): text for n, text in enumerate(texts)}
    lost_one = {str(n): text for n, text in enumerate([*texts[1:], "–"])}
    backwards = dict(reversed(by_id.items()))
    files = [
        str(write_tsv(tmp_path / f"{name}.tsv", written))
        for name, written in {"good": by_id, "backwards": backwards, "shifted": lost_one}.items()
    ]
    assert list(comparing.evaluate(Request(suite, files)).suspicions) == ["shifted"]


@pytest.fixture
def years(tmp_path: Path) -> dict[str, str]:
    """Campaigns as a user names them."""
    campaigns = {
        "x": {"A": "+-?+", "B": "++++"},
        "y": {"A": "++++", "C": "-+++"},
        "open": {"A": "??+?", "B": "++?+"},
    }
    for year, systems in campaigns.items():
        write_signs(tmp_path / year, **systems)
    return {year: f"{year}={tmp_path / year}" for year in campaigns}


def test_trend(suite: Path, years: dict[str, str]) -> None:
    """Campaigns in the order named."""
    followed = comparing.trend(Request(suite), [years["y"], years["x"]])
    assert followed.trend.campaigns == ("y", "x")
    assert (followed.trend.common, followed.trend.systems) == (3, ("A",))
    assert followed.suspicions == {}


@pytest.mark.parametrize(
    "campaigns, options, error, said",
    [
        ("x", {}, LackmusError, "A trend needs at least two campaigns."),
        ("x x", {}, LackmusError, "Two campaigns are named x. Give them different names."),
        ("x folder", {}, LackmusError,
         "“folder” names no campaign. Write NAME=FOLDER, such as WMT22=outputs/2022."),
        ("x =folder", {}, LackmusError,
         "“=folder” names no campaign. Write NAME=FOLDER, such as WMT22=outputs/2022."),
        ("x z=", {}, LackmusError,
         "“z=” names no campaign. Write NAME=FOLDER, such as WMT22=outputs/2022."),
        ("x z=nowhere", {}, LackmusError, "nowhere does not exist. Check the name."),
        ("x y", {"exclude": ["A", "C"]}, LackmusError, "No system of y is left to compare."),
        ("x y", {"exclude": ["Z"]}, LackmusError, "--exclude: there is no system Z. There are A, B, C."),
        ("x y", {"systems": ["Z"]}, LackmusError, "--systems: there is no system Z. There are A, B, C."),
        ("x y", {"choices": Choices(keep=("Z",))}, LackmusError,
         "--keep: there is no system Z. There are A, B, C."),
        ("x open", {}, NoAnswerError,
         "No item is fair in all campaigns (fair items: x 3, open 0)."),
    ],
)  # fmt: skip
def test_campaigns_that_cannot_be_followed(
    campaigns: str,
    options: dict[str, object],
    error: type[LackmusError],
    said: str,
    suite: Path,
    years: dict[str, str],
) -> None:
    """Spelled wrong, too few, of one name, or without a common item: that last one is an answer."""
    named = [years.get(name, name) for name in campaigns.split()]
    with pytest.raises(LackmusError) as raised:
        comparing.trend(Request(suite, **options), named)  # type: ignore[arg-type]
    assert type(raised.value) is error
    assert worded(raised.value) == said


def test_compare_needs_two(suite: Path, tmp_path: Path) -> None:
    """One alone cannot be compared."""
    with refuses(LackmusError, match=r"compare needs two systems or more, but got A\."):
        comparing.compare(Request(suite, write_signs(tmp_path, A="++++")))


def test_compare_in_the_order_named(suite: Path, tmp_path: Path) -> None:
    """Whoever is better, and however many they are."""
    written = write_signs(tmp_path, A="----", B="++++", C="+-+-")
    comparison, _ = comparing.compare(Request(suite, written))
    assert comparison.systems == ("A", "B", "C")
    comparison, _ = comparing.compare(Request(suite, written, systems=["C", "A"]))
    assert comparison.systems == ("C", "A")


def test_a_trend_with_systems_outside_its_average(suite: Path, years: dict[str, str]) -> None:
    """By name, in every campaign where they are; somebody must be left."""
    campaigns = [years["x"], years["y"]]
    followed = comparing.trend(Request(suite), campaigns, unaveraged=["C"]).trend
    assert followed.unaveraged == {"y": ("C",)}
    with refuses(LackmusError, match=r"--unaveraged: no system of y is left for the average\."):
        comparing.trend(Request(suite), campaigns, unaveraged=["A", "C"])
    with refuses(LackmusError, match=r"--unaveraged: there is no system Z\."):
        comparing.trend(Request(suite), campaigns, unaveraged=["Z"])


@pytest.fixture
def renamed(tmp_path: Path) -> list[str]:
    """A system that is spelled otherwise in the second year, and one with another name."""
    write_signs(tmp_path / "x", **{"Online-A": "+-+-", "Facebook": "++++"})
    write_signs(tmp_path / "y", **{"ONLINE_A": "++++", "Meta=AI": "-+++"})
    return [f"{year}={tmp_path / year}" for year in "xy"]


@pytest.mark.parametrize(
    "options, systems",
    [
        ({}, ("ONLINE_A",)),
        ({"exact_names": True}, ()),
        ({"same": ["Facebook=Meta=AI"]}, ("Meta=AI", "ONLINE_A")),  # a name with an equals sign
        ({"same": [" Online-A = ONLINE_A "], "exact_names": True}, ("ONLINE_A",)),
    ],
)
def test_names_that_a_trend_joins(
    suite: Path, renamed: list[str], options: dict[str, Any], systems: tuple[str, ...]
) -> None:
    """By spelling unless names count to the letter, and by what the user says."""
    assert comparing.trend(Request(suite), renamed, **options).trend.systems == systems


@pytest.mark.parametrize(
    "same, said",
    [
        ("Online", "--same: “Online” names no two systems. Write A=B."),
        ("Online-A=", "--same: “Online-A=” names no two systems. Write A=B."),
        ("Facebok=Meta=AI", "--same: there is no system Facebok. Did you mean Facebook?"),
        ("Facebook=Zzz", "--same: there is no system Zzz. There are Facebook, Meta=AI, ONLINE_A, Online-A."),
        ("Facebook=Facebook", "--same: Facebook is one name already. Write two names: A=B."),
        (
            "Facebook=Online-A",
            "--same: Facebook and Online-A are both systems of x, so they cannot be the same.",
        ),
    ],
)
def test_names_that_cannot_be_joined(suite: Path, renamed: list[str], same: str, said: str) -> None:
    """Unknown ones with the nearest that there is, and two of one campaign."""
    with pytest.raises(LackmusError) as raised:
        comparing.trend(Request(suite), renamed, same=[same])
    assert worded(raised.value) == said


@pytest.mark.parametrize(
    "texts, problems",
    [
        ({"1": "One.", "2": "Two.", "3": "Three.", "4": "Four."}, []),
        ({"1": "One.", "3": "Three.", "4": "Four."},
         ["1 of 4 items of the suite have no line (de-en:2)"]),
        ({"1": "", "2": "", "3": "", "4": "Four."},
         ["would be left out as not taking part (of 4 items: 3 blank)"]),
        ({"1": "Satz 1.", "2": "Satz 2.", "3": "Satz 3.", "4": "Four."},
         ["would be left out as not taking part (of 4 items: 3 copies of the source)"]),
    ],
)  # fmt: skip
def test_check_by_id(texts: dict[str, str], problems: list[str], suite: Path, tmp_path: Path) -> None:
    """A file of ids and texts beside its suite."""
    path = write_tsv(tmp_path / "A.tsv", texts)
    (checked,) = outputs_flow.check([str(path)], ReadOptions(), suite)
    assert list(checked.problems) == problems


def test_check_of_lines_asks_only_for_what_was_given(suite: Path, tmp_path: Path) -> None:
    """A source file with half of the suite is the organiser's choice, not the participant's loss."""
    (tmp_path / "src").write_text("Satz 1.\nSatz 2.\n")
    (tmp_path / "hyp").write_text("One.\nTwo.\n")
    (checked,) = outputs_flow.check([str(tmp_path / "hyp")], ReadOptions(source=tmp_path / "src"), suite)
    assert checked.problems == ()


def test_demo() -> None:
    """The bundled samples, and where the one lies that is shown in full."""
    shown = demo.demo()
    assert set(shown.evaluated) == {"de-en", "en-de", "en-es", "en-ru"}
    for evaluated in shown.evaluated.values():
        assert set(evaluated.evaluation.systems) == {"Ahorn", "Birke", "Eiche", "Linde"}
        assert evaluated.suspicions == {}
    assert shown.suite.is_file()
    assert shown.outputs.is_dir()
    assert shown.followed.trend.campaigns == ("2025", "2026")
    assert set(shown.ranking.metrics) == {"BLEU", "chrF", "TER", "edit distance", "length ratio"}
