"""The notebook of the documentation runs from its first cell to its last, and shows what it promises."""

import ast
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.conftest import PROJECT

NOTEBOOK = PROJECT / "docs" / "python.ipynb"


def run(code: str, names: dict[str, Any]) -> Any:
    """Run a cell and return the value of its last line, as a notebook does."""
    *before, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        exec(code, names)
        return None
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def shown(value: Any) -> str:
    """Return what a notebook shows of a value."""
    if hasattr(value, "_repr_mimebundle_"):
        return str(value._repr_mimebundle_()["image/svg+xml"])
    return str(value._repr_html_())


def test_the_notebook_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    names: dict[str, Any] = {}
    kinds = []
    for cell in cells("code"):
        value = run(cell, names)
        if value is None or isinstance(value, Path):
            continue
        kinds.append(type(value).__name__)
        assert len(shown(value)) > 300, cell
        if isinstance(value, pl.DataFrame):
            assert value.height, cell
    assert capsys.readouterr().out == "160 items for de-en\n"
    assert {"Evaluation", "DataFrame", "Chart", "Comparison", "Profile", "Ranking", "Hits"} <= set(kinds)
    assert Path("report.html").is_file()
    assert Path("phenomena.pdf").read_bytes().startswith(b"%PDF")


def cells(kind: str) -> list[str]:
    """Return the texts of the cells of a kind."""
    return ["".join(cell["source"]) for cell in notebook()["cells"] if cell["cell_type"] == kind]


def notebook() -> dict[str, Any]:
    """Return the notebook as it stands."""
    found: dict[str, Any] = json.loads(NOTEBOOK.read_text())
    return found


def test_the_notebook_is_one() -> None:
    """By the format's rules: version 4, an id for each cell, and no outputs, which would grow old."""
    found = notebook()
    assert (found["nbformat"], found["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in found["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(not cell["outputs"] for cell in found["cells"] if cell["cell_type"] == "code")
    assert cells("markdown")[0].startswith("# ")
