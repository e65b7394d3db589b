"""`lackmus outputs fetch` and `lackmus engine …` at the terminal, with a real program as the engine."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lackmus.cli.commands import everything
from lackmus.errors import LackmusError
from tests.refusals import refuses

SUITE = """pair: en-de
phenomena:
- category: C
  phenomenon: P
  items:
  - {id: a, source: One., positive: [ONE]}
  - {id: b, source: Two., positive: [two], negative: [TWO]}
  - {id: c, source: Three., positive: [three]}
"""
# Writes what it is given in capitals, and into a file what it was asked. With its second sentence it sends
# whoever runs it the signal that a file names: so a fetch is stopped while one answer is under way.
PROGRAM = """import os, sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as asked:
        asked.write(line)
    if line == "Two.\\n" and os.path.exists("signal.txt"):
        with open("signal.txt") as file:
            number = int(file.read())
        os.remove("signal.txt")
        os.kill(os.getppid(), number)
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


def fetching(campaign: str, *more: str) -> list[str]:
    """The command; one sentence at a time."""
    program = f"{sys.executable} capitals.py asked.txt"
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
    for shown in (run("campaign", "show", "2026"), run("system", "show", "Capitals")):
        told = shown.partition("Capitals, suite, en-de: how it was fetched")[2]
        assert re.search(r"^Engine +command$", told, re.M)
        assert re.search(r"^engine:command\|model:python[^|]*\|.*options:cmd=", told, re.M)


def test_json_alone_on_standard_output(desk: Path) -> None:
    """What was asked, what came of it, how it was made."""
    told = json.loads(CliRunner().invoke(everything(), fetching("2026", "--format", "json")).stdout)
    assert (told["asked"], told["imported"]["systems"][0]["outcome"]) == (3, "new")
    assert told["signature"].startswith("engine:command|")


def test_a_dry_run_sends_nothing(desk: Path) -> None:
    """And says what would be sent."""
    told = run(*fetching("2026", "--dry-run"))
    assert "Nothing was sent (--dry-run). 3 of 3 sentences would be; cost: nothing." in told
    assert asked(desk) == []
    values = json.loads(
        CliRunner().invoke(everything(), fetching("2026", "--dry-run", "--format", "json")).stdout
    )
    assert (values["sentences"], values["characters"], values["cached"]) == (3, 14, 0)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_stopped_and_gone_on(desk: Path, how: signal.Signals) -> None:
    """By Ctrl-C, by a service manager, or the hard way: nothing that was answered is asked again."""
    (desk / "signal.txt").write_text(str(int(how)))
    running = subprocess.Popen(
        [sys.executable, "-m", "lackmus", *fetching("2026")], stderr=subprocess.PIPE, text=True
    )
    told = running.communicate(timeout=120)[1]
    first = asked(desk)
    if how is signal.SIGKILL:
        assert running.returncode == -signal.SIGKILL
    else:
        assert running.returncode == 130, told
        assert "Stopped. What was fetched is kept" in told
        assert "Traceback" not in told
    (desk / "asked.txt").unlink()
    run(*fetching("2026"))
    again = asked(desk)
    assert set(first) | set(again) == {"One.", "Two.", "Three."}
    if how is not signal.SIGKILL:  # whoever is killed may lose what came in that very instant
        assert not set(first) & set(again)
    assert first == ["One.", "Two."]


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
    states = {line.split()[0]: line.split()[-1] for line in run("engine", "list").splitlines() if line}
    assert [states[name] for name in ("deepl", "azure", "chat", "command")] == [
        *("there", "missing", "set", "none")
    ]


def test_one_engine(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options with their defaults, keys, and where keys may stand."""
    monkeypatch.setenv("LACKMUS_KEYS", "my-keys")
    told = run("engine", "show", "azure")
    assert re.search(r"^category .* general$", told, re.M)
    assert re.search(r"^AZURE_TRANSLATOR_KEY .* missing$", told, re.M)
    assert re.search(r"^AZURE_TRANSLATOR_REGION .* not set$", told, re.M)
    assert "from my-keys (chmod 600)" in told
    with pytest.raises(LackmusError, match=r"there is no engine deeply\. There are amazon, apertium"):
        run("engine", "show", "deepl" + "y")


def test_names_of_ones_own(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each name once, one's own first; a mistake in one spoils no other."""
    (desk / "engines.toml").write_text(
        '[loud]\nengine = "command"\ncmd = "tr a-z A-Z"\n[deepl]\nengine = "command"\ncmd = "cat"\n'
        '[lost]\nengine = "nowhere"\n[odd]\nengine = "command"\ncmdd = "cat"\n'
    )
    monkeypatch.setenv("LACKMUS_ENGINES", "engines.toml")
    engines = json.loads(run("engine", "list", "--format", "json"))["engines"]
    assert [one["name"] for one in engines][:5] == ["loud", "deepl", "lost", "odd", "amazon"]
    assert [one["engine"] for one in engines if one["name"] == "deepl"] == ["command"]
    assert {one["name"]: one["problem"] for one in engines if one["problem"]} == {
        "lost": "engines.toml, [lost]: there is no engine nowhere.",
        "odd": "engines.toml, [odd]: command has no option cmdd. It has cmd, version, lines, timeout.",
    }
    assert run("engine", "show", "loud").startswith("loud (command): any command")
    with pytest.raises(LackmusError, match=r"engines\.toml, \[odd\]: command has no option cmdd"):
        run("outputs", "fetch", "--engine", "odd", "--campaign", "2026")


def test_what_is_odd_is_told(desk: Path) -> None:
    """Blank translations, and such as are none; the system is named, not the engine."""
    program = f"""cmd={sys.executable} -c "print('\\n \\nThree.')\""""
    told = run(
        "outputs",
        "fetch",
        "--engine",
        "command",
        "--campaign",
        "2026",
        "--option",
        program,
        "--system",
        "Odd",
    )
    assert "Odd: 3 sentences fetched, 0 known before." in told
    assert "2 translations without a word: reports call that empty." in told
    assert "1 translation the same as what was sent." in told
    assert "fetched from command" in told


def test_a_document_is_one_of_a_template(desk: Path) -> None:
    """A suite's sentences do not follow each other."""
    with refuses(LackmusError, match=r"--document: .*--template"):
        run(*fetching("2026", "--document"))


@pytest.mark.parametrize(
    "written, said",
    [
        (b"[loud\n", "engines.toml: it is no TOML (Expected ']' at the end of a table declaration"),
        (b"\xff", "engines.toml: it cannot be read (it is no text)."),
        (None, "engines.toml: it cannot be read (Is a directory)."),
        (b'engine = "chat"\n', 'engines.toml, [engine]: write engine = "…" and its options below it.'),
        (b'[a]\nengine = "chat"\nmodel = true\n', "engines.toml, [a]: model must be a text or a number."),
    ],
    ids=["no TOML", "no text", "a folder", "no table", "neither text nor number"],
)
def test_a_broken_file_of_names(
    desk: Path, monkeypatch: pytest.MonkeyPatch, written: bytes | None, said: str
) -> None:
    """In one line, without the words of a library about bytes."""
    file = desk / "engines.toml"
    file.mkdir() if written is None else file.write_bytes(written)
    monkeypatch.setenv("LACKMUS_ENGINES", "engines.toml")
    with pytest.raises(LackmusError, match=f"^{re.escape(said)}"):
        run("engine", "list")
