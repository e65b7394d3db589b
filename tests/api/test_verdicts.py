"""Judging and comparing files from Python: the numbers and bytes of the command line, as frames."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import lackmus
from tests.api.told import printed, written

FORMATS = [
    "report.json",
    "report.csv",
    "report.html",
    "report.tex",
    "report.md",
    "report.txt",
    "report.parquet",
]


@pytest.mark.parametrize("file", FORMATS)
def test_a_saved_evaluation_is_that_of_the_command_line(desk: Path, file: str) -> None:
    """Byte for byte, in every format."""
    (desk / "own").mkdir()
    saved = lackmus.evaluate("items.json", "outputs/2026").save(f"own/{file}")
    assert saved.read_bytes() == written("evaluate items.json outputs/2026", file)


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("--by phenomenon", {"by": "phenomenon"}),
    ("--test paired", {"test": "paired"}),
    ("--test bootstrap --samples 200 --seed 3", {"test": "bootstrap", "samples": 200, "seed": 3}),
    ("--semantics classic --repeats all", {"semantics": "classic", "repeats": "all"}),
    ("--systems Linde,Ahorn --order given", {"systems": ["Linde", "Ahorn"], "order": "given"}),
    ("--exclude Ahorn --label Linde=L", {"exclude": "Ahorn", "label": {"Linde": "L"}}),
    ("--intervals wilson --correction holm", {"intervals": "wilson", "correction": "holm"}),
    ("--low 70 --high 90 --min-items 3 --worst", {"low": 70, "high": 90, "min_items": 3, "worst": True}),
    ("--table examples --examples 2", {"table": "examples", "examples": 2}),
    ("--group A=Linde,Eiche --group B=Ahorn", {"group": {"A": ["Linde", "Eiche"], "B": "Ahorn"}}),
]


@pytest.mark.parametrize("written_options, options", OPTIONS, ids=[one for one, _ in OPTIONS])
def test_options_are_those_of_the_command_line(
    desk: Path, written_options: str, options: dict[str, Any]
) -> None:
    evaluation = lackmus.evaluate("items.json", "outputs/2026", **options)
    assert evaluation.to("json") == printed(f"evaluate items.json outputs/2026 {written_options} -f json")
    assert evaluation.to("markdown") == printed(
        f"evaluate items.json outputs/2026 {written_options} -f markdown"
    )


def test_outputs_can_be_named_in_many_ways(desk: Path) -> None:
    """Folders, files, globs, paths, lists of them, lines beside their source, and frames."""
    suite = lackmus.read_suite("items.json")
    frame = lackmus.read_outputs(suite, "outputs/2026")
    names = ["Ahorn", "Birke", "Eiche", "Linde"]
    one = lackmus.evaluate("items.json", "outputs/2026").averages
    ways: list[Any] = [
        Path("outputs/2026"),
        "outputs/2026/*.tsv",
        [f"outputs/2026/{name}.tsv" for name in names],
        frame,
        frame.lazy(),
        frame.with_columns(pl.col("item").str.strip_prefix("de-en:")),
        ["outputs/2026/Ahorn.tsv", frame.filter(pl.col("system") != "Ahorn")],
    ]
    for outputs in ways:
        assert lackmus.evaluate(suite, outputs).averages.equals(one), outputs
    assert lackmus.evaluate(suite, source="source.de", hyp="hyps/*").averages.equals(one)


def test_a_frame_of_outputs_says_what_it_leaves_out(desk: Path) -> None:
    """Frames have no marks: a whole document that stands for each of its paragraphs is named."""
    first, second = lackmus.read_suite("items.json").items[:2]
    record = {
        "doc_id": "de-en_US_#_x_#_y",
        "hypothesis": "One paragraph.",
        "source": f"{first.source}\n\n{second.source}",
    }
    Path("Elm.jsonl").write_text(f"{json.dumps(record)}\n", encoding="utf-8")
    with (
        pytest.warns(UserWarning, match="2 marks .* were left out"),
        pytest.warns(UserWarning, match="looks misaligned"),
        pytest.warns(UserWarning, match="de-en_US in the file"),
    ):
        assert lackmus.read_outputs("items.json", "Elm.jsonl").height == 2


def test_a_frame_of_pandas_is_a_frame(desk: Path) -> None:
    """Anything of that library that gives its columns as lists."""
    frame = lackmus.read_outputs("items.json", "outputs/2026")

    class DataFrame:
        def to_dict(self, orient: str) -> dict[str, list[Any]]:
            assert orient == "list"
            return frame.to_dict(as_series=False)

    DataFrame.__module__ = "pandas.core.frame"
    given: Any = DataFrame()
    assert lackmus.evaluate("items.json", given).averages.height == 12


def test_an_evaluation_knows_its_frames(desk: Path) -> None:
    evaluation = lackmus.evaluate("items.json", "outputs/2026")
    assert evaluation.systems == ["Linde", "Eiche", "Birke", "Ahorn"]
    assert evaluation.left_out == {}
    assert evaluation.signature.startswith("suite:items.json@")
    assert evaluation.in_short.startswith("4 systems are compared on 129 of 160 items")
    micro = evaluation.averages.filter(average="micro", system="Linde").row(0, named=True)
    assert (micro["n"], round(micro["accuracy"], 1), micro["best"]) == (129, 93.8, True)
    rows = evaluation.accuracies
    assert rows.columns == ["category", "phenomenon", "system", "n", "accuracy", "best"]
    assert rows.height == 4 * 16  # eight categories with a phenomenon each
    assert rows.filter(pl.col("phenomenon").is_null())["n"].sum() == 4 * 129
    assert evaluation.verdicts.height == 640
    assert evaluation.items.filter("fair").height == 129
    assert evaluation.items["Ahorn"].to_list().count("warning") == 8
    assert evaluation.warnings.row(0) == ("Linde", 13, 8.125, 11)
    assert evaluation.value.fairness.fair == 129
    assert evaluation.table("systems")["System"].to_list() == evaluation.systems
    assert [*evaluation.tables] == [table.title for table in evaluation._report("html").tables]


def test_an_evaluation_can_be_looked_at_in_other_ways(desk: Path) -> None:
    """Without judging again: the tables of another call, to the byte."""
    evaluation = lackmus.evaluate("items.json", "outputs/2026")
    other = lackmus.evaluate("items.json", "outputs/2026", by="phenomenon", label="Linde=L", worst=True)
    assert evaluation.view(by="phenomenon", label={"Linde": "L"}, worst=True).to("html") == other.to("html")


def test_a_comparison_is_that_of_the_command_line(desk: Path) -> None:
    files = ["outputs/2026/Birke.tsv", "outputs/2026/Eiche.tsv"]
    comparison = lackmus.compare("items.json", files, show=5)
    assert comparison.to("json") == printed(f"compare items.json {' '.join(files)} --show 5 -f json")
    assert str(comparison) == printed(f"compare items.json {' '.join(files)} --show 5").rstrip("\n")
    assert comparison.systems == ["Birke", "Eiche"]
    assert comparison.items.height == 160
    pairing = comparison.pairings.row(0, named=True)
    assert (pairing["only_first"], pairing["only_second"]) == (2, 21)
    chosen = lackmus.compare("items.json", "outputs/2026", systems="Birke,Eiche")
    assert chosen.pairings.equals(comparison.pairings)


def test_a_trend_is_that_of_the_command_line(desk: Path) -> None:
    campaigns = {"2025": "outputs/2025", "2026": "outputs/2026"}
    trend = lackmus.trend("items.json", campaigns, unaveraged="Ahorn", by="phenomenon")
    asked = "trend items.json 2025=outputs/2025 2026=outputs/2026 --unaveraged Ahorn --by phenomenon"
    assert trend.to("json") == printed(f"{asked} -f json")
    assert str(trend) == printed(asked).rstrip("\n")
    assert trend.campaigns == ["2025", "2026"]
    assert trend.systems == ["Ahorn", "Birke", "Eiche"]
    average = trend.averages.filter(average="micro", campaign="2026").filter(pl.col("system").is_null())
    assert average.height == 1
    frame = lackmus.read_outputs("items.json", "outputs/2026")
    again = lackmus.trend("items.json", {"2025": "outputs/2025", "2026": frame}, unaveraged=["Ahorn"])
    assert again.averages.equals(trend.averages)


def test_a_profile_is_that_of_the_command_line(desk: Path) -> None:
    profile = lackmus.profile("items.json", "Ahorn", "outputs/2026", correction="holm")
    assert profile.to("json") == printed("profile items.json Ahorn outputs/2026 --correction holm -f json")
    assert profile.in_short
    assert profile.rows.height == 16


def test_outputs_are_judged_one_by_one(desk: Path) -> None:
    """Verdicts of outputs, before anything is compared; evaluate has the same ones."""
    verdicts = lackmus.judge("items.json", "outputs/2026", systems="Linde")
    assert verdicts["verdict"].to_list().count("warning") == 13
    evaluated = lackmus.evaluate("items.json", "outputs/2026/Linde.tsv").verdicts
    assert verdicts.sort("item").equals(evaluated.sort("item"))


def test_decisions_of_people_count(desk: Path) -> None:
    Path("decisions.tsv").write_text(
        "amb-001\tfail\t" + Path("outputs/2026/Ahorn.tsv").read_text().splitlines()[0].split("\t")[1] + "\n"
    )
    verdicts = lackmus.judge("items.json", "outputs/2026/Ahorn.tsv", decisions="decisions.tsv")
    assert verdicts.row(0, named=True)["step"] == "decision"


@pytest.mark.parametrize(
    "text, verdict",
    [
        ("Two old men sat on the bench.", "pass"),
        ("Two old men sat in the bank.", "fail"),
        ("Two old men sat on the bank/bench.", "warning"),
        ("", "fail"),
    ],
)
def test_one_text_is_judged(desk: Path, text: str, verdict: str) -> None:
    item = lackmus.read_suite("items.json").items[0]
    assert lackmus.judge_text(item, text).verdict == verdict


def test_a_suite_of_python(desk: Path) -> None:
    """Items and rules can be written as values."""
    from lackmus.core.base.pairs import Pair
    from lackmus.core.suites.suite import Kind, Side

    rules = (lackmus.Rule(Side.POSITIVE, Kind.FIXED, "bench"),)
    item = lackmus.Item(Pair.parse("de-en"), "1", "Ambiguity", "Bank", "Die Bank.", rules)
    suite = lackmus.Suite("own", (item,))
    frame = pl.DataFrame({"item": [1], "system": ["mine"], "text": ["The bench."]})
    assert lackmus.evaluate(suite, frame).averages["accuracy"].to_list() == [100.0] * 3


def test_what_is_suspicious_is_warned_of(desk: Path) -> None:
    """Shifted lines and systems that did not take part, at the line that called."""
    with pytest.warns(UserWarning) as told:
        lackmus.evaluate("items.json", source="source.de", hyp="late/*")
    assert {str(one.message).split()[1] for one in told} == {"Ahorn", "Birke", "Eiche", "Linde"}
    assert all(one.filename == __file__ for one in told)
    Path("outputs/2026/Idle.tsv").write_text(
        "".join(f"{item.id}\t\n" for item in lackmus.read_suite("items.json").items)
    )
    with pytest.warns(UserWarning, match=r"Idle was left out.*keep='Idle'"):
        assert [*lackmus.evaluate("items.json", "outputs/2026").left_out] == ["Idle"]
    assert "Idle" in lackmus.evaluate("items.json", "outputs/2026", keep="Idle").systems
