"""The door works: an engine of somebody else, exactly as docs/engines.md shows it, fetches like ours."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lackmus.cli.commands import everything
from lackmus.errors import LackmusError
from lackmus.flows.fetching.engines import engines
from tests.refusals import refuses
from tests.strangers import install, shown_on

PACKAGE = Path(__file__).parent / "stranger"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package, as an installer leaves it."""
    install(PACKAGE, tmp_path, monkeypatch)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite of two sentences."""
    monkeypatch.setenv("LACKMUS_WORKSPACE", str(tmp_path / "lackmus.db"))
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    (tmp_path / "suite.yaml").write_text(
        "pair: de-en\nphenomena:\n- category: C\n  phenomenon: P\n  items:\n"
        "  - {id: '1', source: Es regnet., positive: [REGNET]}\n"
        "  - {id: '2', source: Es schneit., positive: [xxx], negative: [SCHNEIT]}\n"
    )
    run("suite", "import", str(tmp_path / "suite.yaml"))
    return tmp_path


def run(*arguments: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(everything(), arguments)
    if result.exception is not None:
        raise result.exception
    return result.output


def test_the_page_shows_this_package() -> None:
    """What readers copy is what is tested, and an engine is twenty lines."""
    assert shown_on("engines.md", PACKAGE)
    assert len((PACKAGE / "loud.py").read_text().splitlines()) <= 20


def test_it_is_listed_and_fetches(installed: None, workspace: Path) -> None:
    """By its name, with its option, into a campaign that is judged as any other."""
    (shown,) = [one for one in engines() if one.name == "loud"]
    assert (shown.label, shown.ready, [one.name for one in shown.options]) == ("Loud", True, ["mark"])
    told = run("outputs", "fetch", "--engine", "loud", "--campaign", "2026")
    assert "Loud: 2 sentences fetched, 0 known before" in told
    report = json.loads(run("report", "2026", "--format", "json"))
    assert (report["systems"], report["averages"]["micro"]["accuracy"]) == (["Loud"], {"Loud": 50.0})
    again = run("outputs", "fetch", "--engine", "loud", "--campaign", "2027")
    assert "Loud: 0 sentences fetched, 2 known before" in again
    other = run("outputs", "fetch", "--engine", "loud", "--campaign", "2028", "--option", "mark=?")
    assert "Loud: 2 sentences fetched, 0 known before" in other


def test_its_errors_are_told(installed: None, workspace: Path) -> None:
    """With its own remedy."""
    with refuses(LackmusError, match=r"Loud needs a mark\. Give it one: --option mark=!\.$"):
        run("outputs", "fetch", "--engine", "loud", "--campaign", "2026", "--option", "mark=")


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--engine", "load"], r"--engine: there is no engine load\. There are .*loud"),
        (["--engine", "loud", "--option", "volume=11"], r"loud has no option volume\. It has mark\."),
        (["--engine", "loud", "--option", "mark"], r"--option: write NAME=VALUE, not mark"),
        (["--engine", "loud", "--context", "2"], r"Loud cannot be shown the sentences before"),
        (["--engine", "loud", "--pair", "en-de"], r"no items for en-de"),
    ],
)
def test_mistakes_are_found_before_anything_is_sent(
    installed: None, workspace: Path, arguments: list[str], said: str
) -> None:
    """Each names what would be right."""
    with refuses(LackmusError, match=said):
        run("outputs", "fetch", "--campaign", "2026", *arguments)
