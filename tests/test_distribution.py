"""What pip installs: one wheel with all that the pages need, and nothing that they would have to fetch."""

import json
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import hatch_build
import pytest
import release
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from lackmus import __version__
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
    assert not [name for name in wheel if re.search("axe|eslint|^tests/", name)]


def test_packages_are_locked_by_content_and_name_no_server() -> None:
    locked = json.loads((PROJECT / "package-lock.json").read_text())["packages"]
    package = json.loads((PROJECT / "package.json").read_text())
    wanted = {f"node_modules/{name}" for name in [*package["dependencies"], *package["devDependencies"]]}
    assert wanted <= set(locked)
    for name, entry in locked.items():
        assert not name or (entry["integrity"].startswith("sha512-") and "resolved" not in entry), name


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


def requirements() -> list[Requirement]:
    """All that pyproject.toml asks for, but for what is optional."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    groups = settings["dependency-groups"].values()
    written = [*settings["project"]["dependencies"], *(one for group in groups for one in group)]
    return [Requirement(one) for one in written]


@pytest.mark.parametrize("requirement", requirements(), ids=lambda requirement: requirement.name)
def test_the_lock_file_has_a_version_that_is_wanted(requirement: Requirement) -> None:
    """Who changes pyproject.toml runs `make lock`."""
    lines = [line for line in (PROJECT / "constraints.txt").read_text().splitlines() if line[:1] != "#"]
    locked = {canonicalize_name(one.name): one for one in map(Requirement, lines)}
    (pinned,) = locked[canonicalize_name(requirement.name)].specifier
    assert pinned.operator == "==" and requirement.specifier.contains(pinned.version)


def test_the_lock_file_names_no_server_and_no_folder() -> None:
    assert not re.search(r"//|^-|@", (PROJECT / "constraints.txt").read_text(), re.MULTILINE)


def test_the_citation_is_of_this_version() -> None:
    cited = yaml.safe_load((PROJECT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (cited["cff-version"], cited["version"]) == ("1.2.0", __version__)
    assert all({"type", "title", "authors"} <= set(reference) for reference in cited["references"])


class Fetching:
    """The build hook, with what it did: fetched, warned."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, missing: bool, problem: Exception | None) -> None:
        self.did: list[str] = []
        self.problem = problem
        monkeypatch.setattr(hatch_build, "complete", lambda: not missing)
        monkeypatch.setattr(hatch_build, "fetch", self.fetch)

    def fetch(self) -> None:
        self.did.append("fetched")
        if self.problem:
            raise self.problem

    def run(self, version: str) -> list[str]:
        app = SimpleNamespace(display_warning=lambda text: self.did.append("warned"))
        hook: Any = SimpleNamespace(app=app)
        hatch_build.PackagesHook.initialize(hook, version, {})
        return self.did


AWAY = subprocess.CalledProcessError(1, "npm")


@pytest.mark.parametrize(
    "version, missing, problem, did",
    [
        ("standard", True, None, ["fetched"]),
        ("editable", True, None, ["fetched"]),  # `pip install -e .` alone gives pages that work
        ("editable", False, None, []),
        ("editable", True, AWAY, ["fetched", "warned"]),  # all but `lackmus serve` works, which says so
    ],
)
def test_every_install_brings_what_the_pages_need(
    monkeypatch: pytest.MonkeyPatch, version: str, missing: bool, problem: Exception | None, did: list[str]
) -> None:
    assert Fetching(monkeypatch, missing, problem).run(version) == did


def test_no_wheel_is_built_without_what_the_pages_need(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        Fetching(monkeypatch, True, AWAY).run("standard")


def test_a_release_that_lacks_something_is_refused(tmp_path: Path) -> None:
    """`make release` looks into both files before it tries the wheel."""
    wheel, source = tmp_path / "lackmus-1-py3-none-any.whl", tmp_path / "lackmus-1.tar.gz"
    with ZipFile(wheel, "w") as packed:
        packed.writestr("lackmus-1.dist-info/METADATA", "Name: lackmus\nSummary: none\n\nshort")
        packed.writestr("tests/test_docs.py", "")
    tarfile.open(source, "w:gz").close()
    told = "\n".join(release.complaints(source, wheel))
    for fault in (
        "whl lacks lackmus/py.typed",
        "has tests/",
        "Summary is",
        "not the README",
        "gz lacks LICENSE",
    ):
        assert fault in told


def test_every_requirement_says_up_to_which_version_it_holds() -> None:
    """A new major version of a library must not change what is installed without anybody looking."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    optional = settings["project"]["optional-dependencies"].values()
    wanted = [
        *settings["build-system"]["requires"],
        *settings["project"]["dependencies"],
        *(one for some in optional for one in some),
        *(one for some in settings["dependency-groups"].values() for one in some),
    ]
    assert [one for one in wanted if "<" not in one and "==" not in one] == []
