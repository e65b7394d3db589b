"""Human scores beside a report: on files, in a workspace, in Python, on the page and in the API alike."""

import json
from pathlib import Path
from typing import Any

import pytest

import lackmus
from lackmus.store.db.workspaces import open_workspace
from tests.store.filled import SAMPLE, fill
from tests.test_cli import answer, command
from tests.web.conftest import Site, let_in, site_on

SCORES = "Linde\t-0.9\nEiche\t-1.4\nBIRKE\t-2.2\nrefA\t-0.1\nAhorn\t-4.0\n"
NAME = "de-en.mqm.sys.score"
FILES = (SAMPLE / "items.json", SAMPLE / "outputs" / "2026")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace and a file of human scores."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    with open_workspace(str(tmp_path / "lackmus.db"), create=True) as workspace:
        fill(workspace)
    (tmp_path / NAME).write_text(SCORES, encoding="utf-8")
    return tmp_path


def without_signature(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "signature"}


def test_every_face_says_the_same(here: Path) -> None:
    (found,) = answer("evaluate", *FILES, "--scores", NAME)["scores"]
    assert found["systems"] == {"Linde": -0.9, "Eiche": -1.4, "Birke": -2.2, "Ahorn": -4.0}
    assert found["others"] == ["refA"] and found["without"] == [] and found["name"] == "MQM"
    rows = {(row["category"], row["phenomenon"]): row["rho"] for row in found["rows"]}
    assert rows["Ambiguity", None] == pytest.approx(1) and found["averages"]["micro"]["systems"] == 4
    told = answer("report", "2026", "--scores", NAME)
    assert [without_signature(one) for one in told["scores"]] == [without_signature(found)]
    in_python = lackmus.evaluate(*map(str, FILES), scores=NAME)
    assert json.loads(in_python.to("json"))["scores"] == [found]
    assert in_python.table("correlations").height == 8 + 3
    kept = lackmus.Workspace(here / "lackmus.db").evaluate("2026", scores=[NAME])
    assert json.loads(kept.to("json")) == told
    for site in site_on(here / "lackmus.db", here):
        let_in(site.client, site.served, "any")
        check_site(site, told)


def check_site(site: Site, told: dict[str, Any]) -> None:
    path = "/report/scores?campaign=2026"
    sent = site.client.post(f"/api/v1{path}", files={"file": (NAME, SCORES.encode())})
    assert sent.status_code == 200 and sent.json()["scores"] == told["scores"]
    form = site.client.get("/report?campaign=2026").text
    assert 'action="/report/scores?campaign=2026' in form
    page = site.client.post(path, data={"csrf": site.csrf}, files={"file": (NAME, SCORES.encode())})
    assert page.status_code == 200 and "MQM: accuracy and human score by phenomenon" in page.text
    wrong = site.client.post(f"/api/v1{path}", files={"file": ("en-cs.mqm.sys.score", b"A\t1\n")})
    assert wrong.status_code == 400 and "en-cs.mqm.sys.score has scores of en-cs" in wrong.text


@pytest.mark.parametrize(
    "options, said",
    [
        (["--scores", NAME, "--anonymous"], "Human scores would tell who is who"),
        (["--table", "correlations"], "Tables of human scores need some. Name a file of them: --scores."),
        (["--scores", "none.score"], "none.score does not exist"),
    ],
)
def test_what_is_refused(here: Path, options: list[str], said: str) -> None:
    code, _, told = command("report", "2026", *options)
    assert code == 2 and said in told


def test_ratings_of_the_very_texts(here: Path) -> None:
    """The sample's first item: what people said of a text that passes, and of one that fails."""
    head = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    item = lackmus.read_suite(FILES[0]).items[0]
    rows = []
    for system, severity in (("Eiche", "No-error"), ("Linde", "Minor"), ("Birke", "No-error")):
        lines = (SAMPLE / "outputs" / "2026" / f"{system}.tsv").read_text(encoding="utf-8").splitlines()
        text = next(line.partition("\t")[2] for line in lines if line.startswith(item.id))
        cells = (system, "news", 1, 1, "r1", item.source, f"<v>{text}</v>", "Style", severity)
        rows.append("\t".join(map(str, cells)) + "\n")
    Path("mqm.tsv").write_text(head + "".join(rows), encoding="utf-8")
    for material in (("evaluate", *FILES), ("report", "2026")):
        (found,) = answer(*material, "--scores", "mqm.tsv")["scores"]
        assert (found["matched_by"], found["texts"]) == ("source", 3)
        row = next(row for row in found["rows"] if row["phenomenon"] == item.phenomenon)
        assert row["passed"] == {"n": 3, "mean": pytest.approx(-1 / 3)}
