"""The house: imports point inward, the command line is light, and browser tests wait for the page."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lackmus.core import __file__ as core_file

SOURCE = Path(core_file).parent.parent
EDGES = {"read", "write", "engines", "metrics", "parsers", "aligners", "store"}
# Who may import whom. A writer is an edge too, but only the faces call it.
ALLOWED = {
    "core": {"core"},
    **{edge: {"core", "errors", "plugins", "machine", edge} for edge in EDGES},
    "flows": {"core", "errors", "plugins", "machine", "flows", *EDGES - {"write"}},
    "api": {"core", "errors", "plugins", "flows", "write", "api"},  # only the package itself imports it
    "cli": {"core", "errors", "plugins", "flows", "write", "cli", "web"},  # `serve` starts the other face
    "web": {"core", "errors", "plugins", "flows", "write", "web"},
    "plugins": {"errors", "plugins"},
    "machine": {"core", "errors", "machine"},  # what engines, metrics, parsers and aligners share
    "errors": set(),
    "__main__": {"cli"},
}


def room(module: str) -> str:
    """lackmus.core.suites -> core; the package itself (its version) is nobody's room."""
    return module.split(".")[1] if "." in module else ""


def outward_arrows(files: dict[str, str]) -> Iterator[str]:
    """Imports that point outward, given source code by module name."""
    for module, code in files.items():
        for node in ast.walk(ast.parse(code)):
            match node:
                case ast.Import(names=names):
                    imported = [alias.name for alias in names]
                case ast.ImportFrom(module="lackmus", names=names):
                    imported = [f"lackmus.{alias.name}" for alias in names]
                case ast.ImportFrom(module=str(name)):
                    imported = [name]
                case _:
                    imported = []
            for name in imported:
                target = room(name) if name.split(".")[0] == "lackmus" else ""
                if target and not target.startswith("__") and target not in ALLOWED[room(module)]:
                    yield f"{module} imports {name}"


def modules() -> dict[str, str]:
    """The source code of every module of the house."""
    return {
        ".".join(["lackmus", *path.relative_to(SOURCE).with_suffix("").parts]): path.read_text()
        for path in SOURCE.rglob("*.py")
        if path != SOURCE / "__init__.py"
    }


def test_imports_point_inward() -> None:
    """The faces import flows, flows import core and edges, core imports core."""
    assert not list(outward_arrows(modules()))


@pytest.mark.parametrize(
    "module, code",
    [
        ("lackmus.core.suites", "from lackmus.read import tsv"),
        ("lackmus.core.suites", "import lackmus.errors"),
        ("lackmus.core.suites", "from lackmus import flows"),
        ("lackmus.read.outputs.tsv", "from lackmus.write.reports.csv import table_csv"),
        ("lackmus.write.reports.csv", "def late():\n    from lackmus.read.files import read_text"),
        ("lackmus.flows", "from lackmus.cli import app"),
        ("lackmus.cli.comparing", "from lackmus.api.verdicts import evaluate"),
        ("lackmus.cli.comparing", "from lackmus import evaluate"),
        ("lackmus.api.verdicts", "from lackmus.read import read_suite"),
    ],
)
def test_an_outward_import_is_seen(module: str, code: str) -> None:
    """The test above can fail."""
    assert list(outward_arrows({module: code}))


HEAVY = [
    *("altair", "jinja2", "lxml", "numpy", "polars", "regex", "rich.console", "scipy"),
    *("sqlalchemy", "vl_convert", "xlsxwriter", "yaml"),
]


def test_the_command_line_is_light() -> None:
    """`lackmus --help` must answer at once."""
    load = "import sys; from lackmus.cli.commands import load; load()"
    code = f"{load}; print(*sorted(set({HEAVY!r}) & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    assert loaded.stdout.split() == []


def test_every_command_has_a_home() -> None:
    """A command that loads only its own modules finds all that belongs to it there."""
    from typer.main import get_command

    from lackmus.cli.commands import HOMES, everything

    def names(command: object) -> object:
        inner = getattr(command, "commands", None)
        return None if inner is None else {name: names(one) for name, one in inner.items()}

    whole = names(get_command(everything()))
    assert isinstance(whole, dict)
    assert set(whole) == set(HOMES)
    for command in HOMES:
        code = (
            "import sys; from typer.main import get_command; from lackmus.cli.app import app;"
            f"from lackmus.cli.commands import load; load({command!r});"
            f"print(*sorted(getattr(get_command(app).commands[{command!r}], 'commands', ())))"
        )
        printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert printed.stdout.split() == sorted(whole[command] or ())


def test_commands_are_listed_in_one_order() -> None:
    """Also where a module was loaded before the others; then its commands would come first."""
    listed = "from typer.main import get_command; print(*get_command(everything()).commands)"
    start = "from lackmus.cli.commands import everything;"
    printed = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for code in (
            f"{start}{listed}",
            f"import lackmus.cli.users, lackmus.cli.serving, lackmus.cli.stored_suites; {start}{listed}",
        )
    }
    assert len(printed) == 1


# -- browser tests wait for the page -----------------------------------------------------------------------

BROWSER = Path(__file__).parent / "browser"
# Methods of Playwright that tell what a page shows at this moment, which may be a moment too early.
READS = {
    *("all_inner_texts", "all_text_contents", "aria_snapshot", "bounding_box", "evaluate", "evaluate_all"),
    *("evaluate_handle", "get_attribute", "inner_html", "inner_text", "input_value", "is_checked"),
    *("is_disabled", "is_editable", "is_enabled", "is_hidden", "is_visible", "query_selector"),
    *("query_selector_all", "text_content"),
}
BARE_READS = {"all", "content", "count", "title"}  # lists and strings have some of these too, with arguments
PAUSES = {"sleep", "wait_for_timeout"}


def readers(files: dict[str, str]) -> set[str]:
    """Return the names of functions that are given a page or a part of one."""
    return {
        node.name
        for code in files.values()
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef)
        for argument in node.args.args
        if argument.annotation is not None
        and ast.unparse(argument.annotation).strip("'\"") in {"Page", "Locator"}
    }


def hasty_lines(files: dict[str, str]) -> Iterator[str]:
    """Yield where an assert reads a page, which may not be there yet, or a test waits for the clock."""
    given_a_page = readers(files)
    for name, code in files.items():
        tree = ast.parse(code)
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(attr=word) | ast.Name(id=word) | ast.alias(name=word) if word in PAUSES:
                    yield f"{name}: {word}"
                case ast.Assert(test=claim):
                    for part in ast.walk(claim):
                        match part:
                            case ast.Call(func=ast.Attribute(attr=word)) if word in READS:
                                yield f"{name}:{node.lineno}: {word}"
                            case ast.Call(func=ast.Attribute(attr=word), args=[]) if word in BARE_READS:
                                yield f"{name}:{node.lineno}: {word}"
                            case ast.Call(func=ast.Name(id=word)) if word in given_a_page:
                                yield f"{name}:{node.lineno}: {word}"
                            case ast.Attribute(attr="url"):
                                yield f"{name}:{node.lineno}: url"


def test_browser_tests_wait_for_the_page() -> None:
    """What a page shows is said with `expect` or `eventually`, which wait for it."""
    assert not list(hasty_lines({path.name: path.read_text() for path in sorted(BROWSER.glob("*.py"))}))


@pytest.mark.parametrize(
    "code",
    [
        "assert page.locator('.item').count() == 2",
        "assert 'wrong' in page.url and ready",
        "assert {one.evaluate(LINES) for one in heads.all()} == {1}",
        "assert (\n    page.inner_text('h1')\n    == 'Report'\n)",
        "assert not page.locator('dialog').is_visible()",
        "def shown(page: 'Page') -> int: ...\nassert shown(page) == 3",
        "import time\ntime.sleep(1)",
        "from time import sleep",
        "page.wait_for_timeout(10)",
    ],
)
def test_a_hasty_line_is_seen(code: str) -> None:
    """The test above can fail."""
    assert list(hasty_lines({"test_it.py": code}))


@pytest.mark.parametrize(
    "code",
    [
        "expect(page.locator('.item')).to_have_count(2)",
        "assert deeds(desk).count('review decide') == 2",
        "before = page.inner_text('h1')\nassert before == 'Report'",
    ],
)
def test_a_patient_line_is_left_alone(code: str) -> None:
    assert not list(hasty_lines({"test_it.py": code}))
