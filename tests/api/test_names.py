"""The public names: loaded on first use, known to `dir` and type checkers, with signatures that last."""

import ast
import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import lackmus
import lackmus.api

KEPT = Path(__file__).parent / "signatures.txt"
HEAVY = ("altair", "jinja2", "numpy", "polars", "regex", "rich", "scipy", "sqlalchemy", "typer", "yaml")


def loaded_after(code: str) -> list[str]:
    """Return which heavy packages a program has loaded at its end."""
    ending = f"import sys; print(*sorted(set({HEAVY!r}) & set(sys.modules)))"
    program = [sys.executable, "-c", f"{code}; {ending}"]
    return subprocess.run(program, capture_output=True, text=True, check=True).stdout.split()


def test_importing_the_package_costs_nothing() -> None:
    assert loaded_after("import lackmus, lackmus.api; dir(lackmus); lackmus.LackmusError") == []


def test_a_verb_on_files_loads_no_database() -> None:
    assert "sqlalchemy" not in loaded_after("import lackmus; lackmus.evaluate; lackmus.lint")


def test_every_name_is_there() -> None:
    """`__all__`, `dir`, what is loaded, and what type checkers see are the same names."""
    for package in (lackmus, lackmus.api):
        seen = {
            alias.name
            for node in ast.walk(ast.parse(inspect.getsource(package)))
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in node.body
            if isinstance(inner, ast.ImportFrom)
            for alias in inner.names
        }
        assert set(package.__all__) == seen == set(package._HOMES)
        assert set(package.__all__) <= set(dir(package))
        for name in package.__all__:
            assert getattr(package, name).__doc__, name
    assert list(lackmus.__all__) == sorted(lackmus.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    for package in (lackmus, lackmus.api):
        assert not hasattr(package, "evaluat")


def signatures() -> str:
    """Return every public name and method with its arguments, one a line."""
    lines = []
    for package, prefix in ((lackmus, "lackmus"), (lackmus.api, "lackmus.api")):
        for name in package.__all__:
            value = getattr(package, name)
            if not inspect.isclass(value):
                lines.append(f"{prefix}.{name}{_plain(value)}")
                continue
            lines.append(f"{prefix}.{name}")
            if value.__module__.startswith("lackmus.api"):
                lines += [f"{prefix}.{name}.{line}" for line in sorted(_members(value))]
    return "\n".join(lines) + "\n"


def _members(kind: type) -> list[str]:
    found = []
    for name, member in inspect.getmembers(kind):
        if name.startswith("_"):
            continue
        if inspect.isfunction(member):
            found.append(f"{name}{_plain(member)}")
        else:
            found.append(name)  # a property
    return found


def _plain(function: object) -> str:
    """Return the arguments with their defaults; annotations are for type checkers to compare."""
    assert callable(function)
    bare = [
        one.replace(annotation=inspect.Parameter.empty, default=Named(one.default))
        if inspect.isfunction(one.default)
        else one.replace(annotation=inspect.Parameter.empty)
        for one in inspect.signature(function).parameters.values()
    ]
    return str(inspect.Signature(bare))


class Named:
    """A function as a default, without its place in memory."""

    def __init__(self, function: Callable[..., object]) -> None:
        self._name = function.__name__

    def __repr__(self) -> str:
        return self._name


def test_signatures_last() -> None:
    """A changed argument breaks notebooks of others: it must be seen, and stand in CHANGELOG.md."""
    assert KEPT.read_text() == signatures(), (
        "The public API has changed. If that is meant: python -m tests.api.test_names, and CHANGELOG.md."
    )


def test_every_public_method_says_what_it_does() -> None:
    """In a sentence that ends."""
    for name in lackmus.api.__all__:
        for called, member in inspect.getmembers(getattr(lackmus.api, name)):
            if not called.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
                said = (member.__doc__ or "").partition("\n")[0]
                assert said.endswith("."), f"{name}.{called}"


def test_options_bear_the_names_of_the_command_line() -> None:
    """Verbs on files take what their commands take, and nothing else."""
    from lackmus.cli.option_groups import spread
    from lackmus.cli.verdicts import evaluate, profile, trend

    beside = {"output", "format", "workspace", "campaign", "category", "phenomenon", "as_of", "exclude_tag"}
    called = {"differing": "show"}
    for verb, command in (
        (lackmus.evaluate, evaluate.evaluate),
        (lackmus.compare, evaluate.compare),
        (lackmus.trend, trend.trend),
        (lackmus.profile, profile.profile),
    ):
        options = {called.get(one, one) for one in inspect.signature(spread(command)).parameters} - beside
        assert set(inspect.signature(verb).parameters) == options


if __name__ == "__main__":
    KEPT.write_text(signatures())
