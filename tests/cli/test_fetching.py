"""`lackmus outputs fetch` and `lackmus engine …` at the terminal, with a real program as the engine."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lackmus.cli.commands import everything
from lackmus.errors import LackmusError

SUITE = """pair: en-de
phenomena:
- category: C
  phenomenon: P
  items:
  - {id: a, source: One., positive: [ONE]}
  - {id: b, source: Two., positive: [two], negative: [TWO]}
  - {id: c, source: Three., positive: [three]}
"""
# Writes what it is given in capitals, and into a file what it was asked, slowly if it is told to.
PROGRAM = """import sys, time
for line in sys.stdin:
    time.sleep(float(sys.argv[2]))
    with open(sys.argv[1], "a") as asked:
        asked.write(line)
    print(line.strip().upper(), flush=True)
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace with three sentences, and a program that translates."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LACKMUS_WORKSPACE", str(tmp_path / "lackmus.db"))
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    (tmp_path / "suite.yaml").write_text(SUITE)
    (tmp_path / "capitals.py").write_text(PROGRAM)
    run("suite", "import", "suite.yaml")
    return tmp_path


def run(*arguments: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(everything(), arguments)
    if result.exception is not None:
        raise result.exception
    return result.output


def fetching(campaign: str, slowly: str = "0", *more: str) -> list[str]:
    """The command; one sentence at a time."""
    program = f"{sys.executable} capitals.py asked.txt {slowly}"
    return [
        *("outputs", "fetch", "--engine", "command", "--campaign", campaign),
        *("--option", f"cmd={program}", "--option", "lines=1", "--system", "Capitals", *more),
    ]


def asked(desk: Path) -> list[str]:
    return (desk / "asked.txt").read_text().split() if (desk / "asked.txt").exists() else []


def test_fetch_and_report(desk: Path) -> None:
    """Judged like any other outputs; the log tells where they come from."""
    assert "fetched, 0 known before" in run(*fetching("2026"))
    assert asked(desk) == ["One.", "Two.", "Three."]
    report = json.loads(run("report", "2026", "--format", "json"))
    assert report["averages"]["micro"]["accuracy"] == {"Capitals": 50.0}
    assert report["warnings"]["Capitals"]["reasons"] == {"unmatched": 1}
    assert "outputs fetch" in run("log")


def test_json_alone_on_standard_output(desk: Path) -> None:
    """What was asked, what came of it, how it was made."""
    told = json.loads(CliRunner().invoke(everything(), fetching("2026", "0", "--format", "json")).stdout)
    assert (told["asked"], told["imported"]["systems"][0]["outcome"]) == (3, "new")
    assert told["signature"].startswith("engine:command|")


def test_a_dry_run_sends_nothing(desk: Path) -> None:
    """And says what would be sent."""
    told = run(*fetching("2026", "0", "--dry-run"))
    assert "Nothing was sent (--dry-run). 3 of 3 sentences would be; cost: nothing." in told
    assert asked(desk) == []
    values = json.loads(
        CliRunner().invoke(everything(), fetching("2026", "0", "--dry-run", "--format", "json")).stdout
    )
    assert (values["sentences"], values["characters"], values["cached"]) == (3, 14, 0)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_stopped_and_gone_on(desk: Path, how: signal.Signals) -> None:
    """By Ctrl-C, by a service manager, or the hard way: nothing that was answered is asked again."""
    running = subprocess.Popen(
        [sys.executable, "-m", "lackmus", *fetching("2026", "0.3")], stderr=subprocess.PIPE, text=True
    )
    over = time.monotonic() + 60
    while not asked(desk) and time.monotonic() < over:
        time.sleep(0.02)
    time.sleep(0.1)  # the first answer is on its way home
    running.send_signal(how)
    told = running.communicate(timeout=60)[1]
    first = asked(desk)
    if how is signal.SIGKILL:
        assert running.returncode == -signal.SIGKILL
    else:
        assert running.returncode == 130, told
        assert "Stopped. What was fetched is kept" in told
        assert "Traceback" not in told
    (desk / "asked.txt").unlink()
    run(*fetching("2026", "0.3"))
    again = asked(desk)
    assert set(first) | set(again) == {"One.", "Two.", "Three."}
    if how is not signal.SIGKILL:  # whoever is killed may lose what came in that very instant
        assert not set(first) & set(again)
    assert 0 < len(first) < 3


def test_engines_are_listed(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the keys that they need, by name alone."""
    monkeypatch.setenv("DEEPL_AUTH_KEY", "very-secret-key")
    told = run("engine", "list", "--format", "json")
    assert "very-secret-key" not in told
    engines = {one["name"]: one for one in json.loads(told)["engines"]}
    assert {"deepl", "google-v2", "google-v3", "azure", "amazon", "modernmt", "chat"} <= engines.keys()
    assert {"libretranslate", "apertium-apy", "apertium", "transformers", "ctranslate2"} <= engines.keys()
    assert {"argos", "command"} <= engines.keys()
    assert (engines["deepl"]["ready"], engines["azure"]["ready"]) == (True, False)
    assert not any(one["problem"] for one in engines.values())
    assert "AZURE_TRANSLATOR_KEY (missing)" in run("engine", "list")


def test_one_engine(desk: Path) -> None:
    """Options with their defaults, and keys."""
    told = run("engine", "show", "deepl")
    assert "--option formality=" in told
    assert "DEEPL_AUTH_KEY" in told
    with pytest.raises(LackmusError, match=r"there is no engine deeply\. There are amazon, apertium"):
        run("engine", "show", "deepl" + "y")


def test_a_document_is_one_of_a_template(desk: Path) -> None:
    """A suite's sentences do not follow each other."""
    with pytest.raises(LackmusError, match=r"--document: .*--template"):
        run(*fetching("2026", "0", "--document"))
