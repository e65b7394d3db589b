"""The house: imports point inward, and importing the command line imports nothing heavy."""

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
