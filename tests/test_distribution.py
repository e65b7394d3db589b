"""What pip installs: one wheel with all that the pages need, and nothing that they would have to fetch."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.conftest import PROJECT

STATIC = "lackmus/web/static"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The files in the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=PROJECT,
        check=True,
        capture_output=True,
        timeout=120,
    )
    (built,) = folder.glob("*.whl")
    with ZipFile(built) as content:
        return content.namelist()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        f"{STATIC}/packages/htmx.js",
        f"{STATIC}/packages/htmx.LICENSE",
        f"{STATIC}/app.css",
        f"{STATIC}/js/app.js",
        "lackmus/web/http/templates/base.html",
        "lackmus/store/db/migrations/versions/0004.py",
    ],
)
def test_the_wheel_carries_what_the_pages_need(wheel: list[str], name: str) -> None:
    assert name in wheel


@pytest.mark.slow
def test_the_wheel_carries_nothing_that_only_tests_need(wheel: list[str]) -> None:
    assert not [name for name in wheel if "axe" in name or name.startswith("tests/")]


def test_packages_are_locked_by_content_and_name_no_server() -> None:
    locked = json.loads((PROJECT / "package-lock.json").read_text())["packages"]
    package = json.loads((PROJECT / "package.json").read_text())
    for name in [*package["dependencies"], *package["devDependencies"]]:
        entry = locked[f"node_modules/{name}"]
        assert entry["integrity"].startswith("sha512-") and "resolved" not in entry


def pages() -> list[Path]:
    folder = PROJECT / "src" / "lackmus" / "web"
    own = [*folder.rglob("*.html"), *folder.rglob("*.js"), *folder.rglob("*.css")]
    return [file for file in own if "packages" not in file.parts]


@pytest.mark.parametrize("file", pages(), ids=lambda file: file.name)
def test_nothing_is_loaded_from_elsewhere_or_inline(file: Path) -> None:
    """No address of another server, no inline script, handler or style: the policy would refuse them."""
    written = file.read_text(encoding="utf-8")
    assert not re.search(r"(?:src|href|url\(|import|fetch\()\s*[=(]?\s*[\"\']?https?://", written)
    if file.suffix == ".html":
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", written)
        assert not re.search(r"\son[a-z]+=|\sstyle=|<style|\|\s*safe\b", written)
    if file.suffix == ".js":
        assert not re.search(
            r"innerHTML\s*=|outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(", written
        )


def test_every_requirement_says_up_to_which_version_it_holds() -> None:
    """A new major version of a library must not change what is installed without anybody looking."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    optional = settings["project"]["optional-dependencies"].values()
    wanted = [
        *settings["build-system"]["requires"],
        *settings["project"]["dependencies"],
        *(one for some in optional for one in some),
        *settings["dependency-groups"]["test"],
    ]
    assert [one for one in wanted if "<" not in one and "==" not in one] == []
