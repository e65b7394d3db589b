"""Packages of somebody else, as an installer leaves them, and the pages that show them."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from lackmus import plugins
from tests.conftest import PROJECT


def install(package: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The modules of a package into a folder from which Python imports, with its entry points."""
    for module in package.glob("*.py"):
        shutil.copy(module, folder)
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    (about / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
            for group, points in project["entry-points"].items()
        )
    )
    monkeypatch.syspath_prepend(folder)
    for cached in (plugins._ours, plugins._others):
        cached.cache_clear()
        monkeypatch.setattr(plugins, cached.__name__, cached.__wrapped__)


def shown_on(page: str, package: Path) -> bool:
    """Whether a page of the documentation shows all files of the package as they are."""
    text = (PROJECT / "docs" / page).read_text()
    files = [*package.glob("*.py"), package / "pyproject.toml"]
    fenced = (rf"^```\w+ {re.escape(file.name)}\n(.*?)^```$" for file in files)
    shown = [re.findall(one, text, re.MULTILINE | re.DOTALL) for one in fenced]
    return shown == [[file.read_text()] for file in files]
