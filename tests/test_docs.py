"""The documentation is true: its commands run, its links lead somewhere, its names exist."""

import json
import re
import runpy
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from lackmus.cli.commands import everything
from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError
from lackmus.flows.suites import samples
from tests.conftest import PROJECT
from tests.engines.bringing import need_apertium

DOCS = PROJECT / "docs"
SOURCE = PROJECT / "src" / "lackmus"
SAMPLE = SOURCE / "sample" / "de-en"
PAGES = [PROJECT / "README.md", *sorted(DOCS.glob("*.md"))]
LINKED = [*PAGES, *(PROJECT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"))]


@dataclass
class Shown:
    """A command as a page shows it: what it prints (… stands for anything) and how it ends."""

    command: str
    prints: list[str] = field(default_factory=list)
    exit_code: int = 0


@dataclass(frozen=True)
class Block:
    """A fenced block: ```language name-of-a-file."""

    language: str
    name: str
    content: str

    @property
    def shown(self) -> list[Shown]:
        """The commands of a console block; the line after `$ echo $?` is the exit code of the last one."""
        found: list[Shown] = []
        asked = False
        for line in self.content.splitlines():
            if line == "$ echo $?":
                asked = True
            elif line.startswith("$ "):
                found.append(Shown(line.removeprefix("$ ")))
            elif asked:
                found[-1].exit_code, asked = int(line), False
            elif line.strip() not in ("", "…"):
                found[-1].prints.append(line.strip())
        return found


def named(page: Path) -> str:
    """As the reader calls it."""
    return page.relative_to(PROJECT).as_posix()


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    fenced = re.finditer(r"^```(\w*) ?(\S*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Block(one[1], one[2], one[3]) for one in fenced]


def prose(text: str) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def run(command: str) -> tuple[int, str]:
    """Exit code and everything printed."""
    program, *arguments = shlex.split(command)
    assert program == "lackmus", f"pages show only lackmus with $: {command}"
    result = CliRunner().invoke(everything(), arguments)
    if isinstance(result.exception, LackmusError):  # `main` says it in one line
        return result.exception.exit_code, f"{result.output}\nlackmus: {worded(result.exception)}"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def complaints(shown: Shown) -> list[str]:
    """What a page promises about a command and the command does not keep."""
    code, output = run(shown.command)
    found = [] if code == shown.exit_code else [f"exit {code}, not {shown.exit_code}: {output}"]
    lines = [" ".join(line.split()) for line in output.splitlines()]
    for promised in shown.prints:
        pattern = ".*".join(re.escape(" ".join(part.split())) for part in promised.split("…"))
        place = next((place for place, line in enumerate(lines) if re.fullmatch(pattern, line)), None)
        if place is None:
            found.append(f"does not print (in this order): {promised}")
        else:
            lines = lines[place + 1 :]
    return [f"{shown.command}: {complaint}" for complaint in found]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What `lackmus suite sample` gives a reader to play with."""
    for name, content in samples.sample_files("de-en").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LACKMUS_WORKSPACE", raising=False)
    monkeypatch.setenv("LACKMUS_USER", "Ada")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


TUTORIAL = DOCS / "tutorial.md"
WITH_APERTIUM = {
    TUTORIAL: [pytest.mark.apertium, pytest.mark.slow],
    DOCS / "engines.md": [pytest.mark.apertium],
}
SHOWING = [pytest.param(page, marks=WITH_APERTIUM.get(page, [])) for page in PAGES]


@pytest.mark.parametrize("page", SHOWING, ids=named)
def test_what_a_page_shows_is_what_happens(
    page: Path, desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files shown are written, commands run and print what is shown, Python runs, in the page's order."""
    if page in WITH_APERTIUM:
        need_apertium(showing=page.read_text() if page == TUTORIAL else "")
    found: list[str] = []
    for block in blocks(page.read_text()):
        if block.name:
            (desk / block.name).parent.mkdir(exist_ok=True)
            (desk / block.name).write_text(block.content)
        if block.language == "console":
            for shown in block.shown:
                found += complaints(shown)
        elif block.language == "python" and not block.name:
            (desk / "snippet.py").write_text(block.content)
            runpy.run_path(str(desk / "snippet.py"))
            assert capsys.readouterr().out
        elif block.language == "json":
            json.loads(block.content)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "content",
    [
        "$ lackmus evaluate items.json\n",
        "$ lackmus evaluate items.json outputs/2026 --no-such-option\n",
        "$ lackmus --version\n$ echo $?\n1\n",
        "$ lackmus --version\nlackmus 1.…2.3.4\n",
        "$ lackmus evaluate items.json outputs/2026 -f csv\naverage,Micro…\nbody,Ambiguity…\n",
    ],
    ids=["exit code", "option", "other exit code", "output", "order of the output"],
)
def test_a_false_example_is_seen(content: str, desk: Path) -> None:
    """The test above can fail."""
    assert [c for shown in Block("console", "", content).shown for c in complaints(shown)]


def test_the_newcomer_sees_examples() -> None:
    """README has a command, a suite file and Python; no page forgets to close a block."""
    languages = {block.language for block in blocks((PROJECT / "README.md").read_text())}
    assert {"console", "yaml", "python"} <= languages
    for page in LINKED:
        assert page.read_text().count("\n```") % 2 == 0, page


# --- commands.md and the picture -----------------------------------------------------------------------


@cache
def script(name: str) -> dict[str, Any]:
    """The names in one of the scripts of docs/."""
    return runpy.run_path(str(DOCS / name))


def test_the_commands_page_is_up_to_date() -> None:
    """It comes from the program; `make docs` writes it anew."""
    assert (DOCS / "commands.md").read_text() == script("make_commands.py")["commands_page"](), (
        "docs/commands.md is out of date: run `make docs`"
    )


def texts_of(svg: str) -> list[str]:
    """What a picture says, piece by piece."""
    pieces = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return [piece.replace("&#160;", " ").strip() for piece in pieces]


PICTURES = ["table", "heatmap", "phenomena", "verdicts", "agreement", "trend", "metrics", "contrasts"]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_up_to_date(name: str) -> None:
    """It shows the sample's figures of today; `make screenshots` draws it anew. Nothing in it is fetched."""
    pictures = script("make_pictures.py")
    kept = (DOCS / "pictures" / f"{name}.svg").read_text()
    drawn = pictures["picture"]() if name == "table" else pictures["drawing"](name)
    assert texts_of(kept) == texts_of(drawn), "run `make screenshots`"
    assert len(texts_of(kept)) > 10
    assert not re.search(r"url\(\s*[\"']?http|href=", kept)


def test_there_is_a_picture_of_the_report() -> None:
    """A browser draws it, so that it cannot be compared letter by letter."""
    assert (DOCS / "pictures" / "report.png").read_bytes().startswith(b"\x89PNG")
    drawn_elsewhere = {"query-grammar"}  # tests/test_query_page.py
    assert {path.stem for path in (DOCS / "pictures").glob("*.svg")} == set(PICTURES) | drawn_elsewhere


# --- names and links -----------------------------------------------------------------------------------


def options_of(command: Any) -> Iterator[str]:
    """Every option of a command and of the commands in it."""
    for parameter in command.params:
        yield from (name for name in parameter.opts if name.startswith("-"))
    for inner in getattr(command, "commands", {}).values():
        yield from options_of(inner)


def unknown_options(text: str) -> set[str]:
    """Options that a text names and the program does not have."""
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))
    return named - known_options()


@cache
def known_options() -> set[str]:
    """Those of all commands."""
    return {*options_of(get_command(everything())), "--help"}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_option_exists(page: Path) -> None:
    """No page speaks of an option that is not there."""
    assert not unknown_options(page.read_text())


def test_an_unknown_option_is_seen() -> None:
    """The test above can fail."""
    assert unknown_options("Use `--workshop`, or --by.") == {"--workshop"}


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", prose(page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page: Path, text: str) -> list[str]:
    """Relative links of a page that lead nowhere."""
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(text)) + re.findall(r"src=\"([^\"]+)\"", prose(text)):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        aim = page.parent / path if path else page
        if not aim.exists() or (anchor and anchor not in anchors(aim)):
            found.append(target)
    return found


@pytest.mark.parametrize("page", LINKED, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    """Files and headings that a page links to exist."""
    assert not broken_links(page, page.read_text())


def test_a_broken_link_is_seen() -> None:
    """The test above can fail."""
    text = "[a](docs/nowhere.md) [b](docs/README.md#no-such-heading) [c](docs/README.md)"
    assert len(broken_links(PROJECT / "README.md", text)) == 2


def test_the_index_names_every_page() -> None:
    """Whoever starts at docs/README.md finds everything."""
    linked = set(re.findall(r"\]\((\w+\.md)\)", (DOCS / "README.md").read_text()))
    assert linked == {page.name for page in DOCS.glob("*.md")} - {"README.md"}


def test_files_that_pages_name_exist() -> None:
    """A path in backticks that ends like a file of ours is one."""
    ours = re.compile(
        r"`((?:src|tests|docs|benchmarks|core|tables|read|write|engines|metrics|parsers|aligners|machine|store|flows|cli|web|api)/[\w/.-]+\.\w+)`"
    )
    for page in LINKED:
        for path in ours.findall(page.read_text()):
            assert (PROJECT / path).exists() or (SOURCE / path).exists(), f"{page.name} names {path}"


def test_every_room_of_the_house_is_described() -> None:
    """architecture.md names every folder of modules, and none that is not there."""
    house = (DOCS / "architecture.md").read_text().split("\n## ")[1]
    rooms = {path.parent.name for path in SOURCE.rglob("*.py")} - {"lackmus", "versions"}
    named = {name for name in re.findall(r"`(\w+)/`", house) if name != "tests"}
    assert rooms <= named
    assert [name for name in named if not list(SOURCE.rglob(f"{name}/*"))] == []


# --- tables.md -----------------------------------------------------------------------------------------


def keys_of(value: Any, names: set[str]) -> Iterator[str]:
    """The keys of a JSON value, without those that are names from the user's files."""
    if isinstance(value, dict):
        yield from (key for key in value if key not in names)
        for inner in value.values():
            yield from keys_of(inner, names)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner, names)


@pytest.mark.parametrize(
    "command",
    [
        "evaluate items.json --source source.de --hyp late/Linde.en --hyp hyps --intervals wilson",
        "evaluate items.json outputs/2026 --low 70 --high 90 --group Ahorn=Linde,Eiche --group Birke=Ahorn",
        "profile items.json Ahorn outputs/2026",
        "compare items.json outputs/2026/Birke.tsv outputs/2026/Eiche.tsv",
        "trend items.json 2025=outputs/2025 2026=outputs/2026",
        "outputs check late --source source.de",
    ],
    ids=lambda command: command.split()[0],
)
def test_every_json_key_is_explained(command: str, desk: Path) -> None:
    """tables.md names every key that `--format json` writes."""
    (desk / "late" / "Linde.en").rename(desk / "late" / "Late.en")  # a name of its own
    run(f"lackmus {command.replace('late/Linde.en', 'late/Late.en')} -o answer.json")
    content = json.loads((desk / "answer.json").read_text())
    items = json.loads((SAMPLE / "items.json").read_text())["items"]
    names = {"2025", "2026", "Ahorn", "Birke", "Eiche", "Linde", "Late", "contradiction", "unmatched"}
    names |= {item["category"] for item in items}
    assert set(keys_of(content, names)) <= explained()


def explained() -> set[str]:
    """The keys that tables.md names."""
    return set(re.findall(r"`(\w+)`", (DOCS / "tables.md").read_text()))


def test_every_json_key_of_a_workspace_is_explained(desk: Path) -> None:
    """The same for what is stored, command after command; nothing but JSON is printed."""
    items = json.loads((desk / "items.json").read_text())
    first = items["items"].pop(0)
    items["items"][0]["comment"] += "!"
    items["items"][0]["positive_regex"] += "|x"
    items["items"][0]["negative_tokens"] = ["No."]
    (desk / "changed.json").write_text(json.dumps(items))
    for command in (
        "suite import items.json --name sample",
        "outputs import outputs/2025 --campaign 2025",
        "outputs import outputs/2026 --campaign 2026",
        "user add Ben",
        "user token Ada --for notebook",
        "review decide 2 fail",
        "review decide 2 pass --as Ben",
        "report 2026 --save spring",
        "template make --draw 2 --seed 1 -o handed-out",
    ):
        assert run(f"lackmus {command}")[0] == 0, command
    (handed_out,) = (desk / "handed-out").iterdir()
    (desk / f"{handed_out.stem}.Late.txt").write_text("One line.\nAnother line.\n")
    token = handed_out.stem.rpartition("-")[2]
    names = {"Ahorn", "Birke", "Eiche", "Linde", "Late", "Ada", "Ben", "pass", "fail", "warning", "1", "2"}
    names |= {"contradiction", "unmatched", "disputed"}
    for command in (
        "suite list",
        "suite show sample",
        "suite import changed.json --name sample --dry-run",
        "suite split --reserve 20% --seed 1 --dry-run",
        f"rule list {first['id']}",
        f"rule add {first['id']} --positive --pattern men --dry-run",
        "rule change 1 --to men",
        "judge --all",
        "outputs import outputs/2026/Birke.tsv outputs/2026/Ahorn.tsv --campaign 2025 --replace --dry-run",
        "campaign list",
        "campaign show 2026",
        "system list",
        "system show 2026/Ahorn",
        "template list",
        f"template show {token}",
        f"template unscramble {handed_out.stem}.Late.txt --campaign 2027",
        "report 2026",
        "report --saved",
        "log",
        f"history {first['id']}",
        "review status --campaign 2026",
        "review next --campaign 2026 -n 3",
        "review decide 1 fail",
        "review conflicts",
        "review disputes",
        "review withdraw 1",
        "review assign --to Ben --campaign 2026 --seed 1",
        "review assign --to Ben --campaign 2026 --phenomenon Idiom",
        "review unassign --campaign 2026 --phenomenon Idiom",
        "review assignments --campaign 2026",
        "agreement",
        "effort",
        "user list",
        "user tokens",
    ):
        printed = CliRunner().invoke(everything(), [*shlex.split(command), "--format", "json"])
        assert printed.exit_code == 0, command
        content = json.loads(printed.stdout)
        content.pop("counts", None)  # by what was done, in words
        for report in content.get("reports", []):
            report.pop("request")  # by option
        assert set(keys_of(content, names)) - {item["category"] for item in items["items"]} <= explained(), (
            command
        )
