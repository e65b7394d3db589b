"""Workspaces from Python: the same verbs and results as on files, and what only a workspace can do."""

import sys
from pathlib import Path

import polars as pl
import pytest

import lackmus
from tests.api.told import printed


@pytest.fixture
def workspace(desk: Path) -> lackmus.Workspace:
    """A workspace with the sample of both years, brought in from files and from a frame."""
    found = lackmus.Workspace("lackmus.db")
    found.import_suite("items.json", name="sample")
    done = found.import_outputs("outputs/2026", campaign="2026", label={"Linde": "Li"}, tags="demo")
    assert "Ahorn" in str(done)
    found.import_outputs(lackmus.read_outputs("items.json", "outputs/2025"), campaign="2025")
    return found


def test_numbers_are_those_of_files(workspace: lackmus.Workspace) -> None:
    stored, files = workspace.evaluate("2026"), lackmus.evaluate("items.json", "outputs/2026")
    assert type(stored) is type(files)
    assert stored.averages.equals(files.averages)
    assert stored.accuracies.equals(files.accuracies)


@pytest.mark.parametrize("form", ["json", "markdown", "html", "terminal"])
def test_a_report_is_that_of_the_command_line(workspace: lackmus.Workspace, form: str) -> None:
    stored = workspace.evaluate("2026", by="phenomenon", exclude="Ahorn", test="paired")
    assert stored.to(form) == printed(f"report 2026 --by phenomenon --exclude Ahorn --test paired -f {form}")


def test_the_other_verbs_are_those_of_the_command_line(workspace: lackmus.Workspace) -> None:
    for result, command in (
        (workspace.compare(["Birke", "Eiche"], campaign="2026"), "compare sample Birke Eiche -c 2026"),
        (workspace.trend(["2025", "2026"]), "trend sample 2025 2026"),
        (workspace.trend(), "trend sample"),
        (workspace.profile("Ahorn", campaign="2026"), "profile sample Ahorn -c 2026"),
    ):
        assert result.to("json") == printed(f"{command} -f json"), command
        assert str(result) == printed(command).rstrip("\n"), command


def test_a_workspace_tells_what_it_holds(workspace: lackmus.Workspace) -> None:
    assert workspace.suites().select("name", "items", "pairs").rows() == [("sample", 160, ["de-en"])]
    assert workspace.campaigns().select("name", "systems").rows() == [("2025", 3), ("2026", 4)]
    systems = workspace.systems("2026")
    assert systems.filter(name="Linde").select("label", "tags").rows() == [("Li", ["demo"])]
    assert len(workspace.suite().items) == 160
    there = workspace.outputs("2026", systems="Linde")
    assert there.equals(lackmus.read_outputs("items.json", "outputs/2026/Linde.tsv"))
    assert workspace.lint(min_items=50).findings.height == 8
    assert workspace.log()["verb"].to_list() == ["outputs import", "outputs import", "suite import"]
    assert repr(workspace) == "<lackmus workspace: lackmus.db>"


def test_decisions_count_and_can_be_taken_back(workspace: lackmus.Workspace) -> None:
    """A saved report comes out again to the digit."""
    workspace.evaluate("2026", save="spring")
    texts = workspace.open_texts(2, campaign="2026")
    assert texts["reason"].to_list() == ["contradiction", "unmatched"]
    first = texts["number"][0]
    said = workspace.decide(first, "fail", comment="it gives both words")
    assert said.select("number", "verdict", "ruled").rows() == [(first, "fail", "warning")]
    assert micro(workspace.evaluate("2026"), "Linde") == (130, 93.8)
    assert micro(workspace.evaluate("2026", as_of="spring"), "Linde") == (129, 93.8)
    workspace.undo()
    assert micro(workspace.evaluate("2026"), "Linde") == (129, 93.8)
    with pytest.raises(lackmus.LackmusError, match=r"^An assignment needs a person\. Name one of "):
        workspace.assign("Idiom", to="", campaign="2026")
    change = workspace.assign(["Idiom", "Compound"], to="Ada", campaign="2026", suite="sample")
    listed = workspace.assignments("2026").filter(person="Ada")
    assert listed["phenomenon"].to_list() == ["Compound", "Idiom"]
    assert workspace.open_texts(99, campaign="2026", assigned="me").height == listed["open"].sum()
    workspace.undo(change)
    assert workspace.unassign("Idiom", campaign="2026") is None
    both = workspace.decide({first: "fail", texts["number"][1]: "pass"})
    assert both["decided"].to_list() == ["fail", "pass"]


def micro(evaluation: "lackmus.api.Evaluation", system: str) -> tuple[int, float]:
    """Items and accuracy over all items."""
    row = evaluation.averages.filter(average="micro", system=system).row(0, named=True)
    return row["n"], round(row["accuracy"], 1)


def test_a_second_person_has_a_name(workspace: lackmus.Workspace) -> None:
    ben = lackmus.Workspace("lackmus.db", person="Ben")
    ben.decide(2, "pass")
    assert workspace.log(by="Ben")["about"].to_list() == ["text 2: pass"]


def test_challenges_stay_with_their_scores(workspace: lackmus.Workspace) -> None:
    built = workspace.build_challenge(name="both")
    assert workspace.challenges().select("name", "tuples", "metrics").rows() == [
        ("both", built.tuples.height, [])
    ]
    workspace.score("both", metric="chrf,length-ratio", group={"mine": "chrF"})
    ranking = workspace.rank("both")
    assert ranking.to("json") == printed("challenge report both -f json")
    assert ranking.tallies.filter(metric="chrF")["group"].to_list() == ["mine"]
    assert workspace.challenge("both").tuples.equals(built.tuples)
    workspace.add_challenge(lackmus.build_challenge("items.json", "outputs/2026", name="files"))
    assert workspace.challenges()["name"].to_list() == ["both", "files"]


def test_studies_stay(workspace: lackmus.Workspace, grammar: Path) -> None:
    study = lackmus.study(
        "grammar/source.en.conllu",
        "grammar/[ABEL]*.de.conllu",
        pair="en-de",
        reference={"human": "grammar/reference.de.conllu"},
        name="gerunds",
    )
    workspace.add_study(study)
    assert workspace.studies().select("name", "references").rows() == [("gerunds", ["human"])]
    assert workspace.study("gerunds").to("json") == study.to("json")


def test_everything_comes_out_again(workspace: lackmus.Workspace) -> None:
    suite = lackmus.read_suite(workspace.export_suite("out.yaml"))
    assert {item.key for item in suite.items} == {item.key for item in workspace.suite().items}
    (file,) = workspace.export_outputs("out.parquet", "2026")
    assert pl.read_parquet(file).height == 640
    assert workspace.backup("copy.db").is_file()
    assert lackmus.Workspace("copy.db").suites().equals(workspace.suites())
    assert any(workspace.export("everything").iterdir())


def test_outputs_are_fetched(desk: Path) -> None:
    """From any program; what it would cost is told before, and nothing is asked twice."""
    program = desk / "shout.py"
    program.write_text("import sys\nfor line in sys.stdin: print(line.strip().upper(), flush=True)\n")
    option = {"cmd": f"{sys.executable} {program}"}
    told = lackmus.fetch("items.json", "command", option=option, dry_run=True)
    assert told.value is None
    assert told.estimate.sentences == 160
    assert "what would be fetched" in str(told)
    fetched = lackmus.fetch("items.json", "command", option=option, campaign="new", system="Loud")
    assert fetched.value is not None and fetched.value.asked == 160
    assert fetched.outputs["system"].unique().to_list() == ["Loud"]
    assert fetched.outputs["text"][0].startswith("AUF DER BANK")
    again = lackmus.fetch("items.json", "command", option=option, campaign="new", system="Loud")
    assert again.value is not None and again.value.asked == 0
