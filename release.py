"""Build both distributions into dist/ and try the wheel as a stranger would, who has only Python and pip.

`make release` runs it. The wheel is built from the source distribution, so that nothing is missing there. It
is installed by plain pip in a virtual environment of its own. The demo must run, and `lackmus serve` must
answer with a page whose styles and scripts are found. Whatever goes wrong ends it with another code than 0.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tomllib
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urljoin, urlsplit
from urllib.request import urlopen
from zipfile import ZipFile

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
PATIENCE = 60  # seconds for a server to start or to answer
NEEDED = ("lackmus/py.typed", "lackmus/web/static/packages/htmx.js", "lackmus/web/templates/base.html")
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def build() -> tuple[Path, Path]:
    """Build a source distribution, and of it a wheel; return both files."""
    shutil.rmtree(DIST, ignore_errors=True)
    _run(sys.executable, "-m", "build", "--outdir", str(DIST), str(ROOT))
    (source,), (wheel,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    return source, wheel


def complaints(source: Path, wheel: Path) -> list[str]:
    """Return what is wrong with the files: contents, or what they say of themselves."""
    with ZipFile(wheel) as packed:
        names = packed.namelist()
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(packed.read(about))
    found = [f"{wheel.name} lacks {name}" for name in NEEDED if name not in names]
    found += [f"{wheel.name} has {name}" for name in names if not name.startswith("lackmus")]
    found += [f"{wheel.name}: {complaint}" for complaint in _wrong(metadata)]
    with tarfile.open(source) as archive:
        members = {name.partition("/")[2] for name in archive.getnames()}
    needed = (
        *(f"src/{name}" for name in NEEDED),
        "hatch_build.py",
        "package-lock.json",
        "LICENSE",
        "tests/conftest.py",
    )
    return found + [f"{source.name} lacks {name}" for name in needed if name not in members]


def _wrong(metadata: Message) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {
        "Name": project["name"],
        "Summary": project["description"],
        "Requires-Python": project["requires-python"],
        "License-Expression": project["license"],
        "Description-Content-Type": "text/markdown",
    }
    found = [
        f"{key} is {metadata[key]!r}, not {value!r}"
        for key, value in wanted.items()
        if metadata[key] != value
    ]
    if len(str(metadata.get_payload())) < 1000:
        found.append("the description is not the README")
    return found


def try_out(wheel: Path, folder: Path) -> None:
    """Install the wheel in a new virtual environment, run the demo, and look at a page."""
    _run(sys.executable, "-m", "venv", str(folder / "venv"))
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    _run(
        str(scripts / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)
    )
    lackmus = str(scripts / "lackmus")
    _run(lackmus, "demo", cwd=folder)
    look(lackmus, folder / "lackmus-demo" / "lackmus.db")


def look(lackmus: str, workspace: Path) -> None:
    """Serve the workspace, fetch the first page and all that it loads, and end the server."""
    command = [lackmus, "serve", "--port", "0", "--workspace", str(workspace)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=_environment()) as server:  # noqa: S603
        try:
            place = _place(server)
            parts = {*re.findall(r'(?:src|href)="(/static/[^"]+)"', _fetch(place, "text/html"))}
            kinds = {part: KINDS[urlsplit(part).path.rpartition(".")[2]] for part in parts}
            for part, kind in kinds.items():
                _fetch(urljoin(place, part), kind)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(PATIENCE)
    if server.returncode:
        raise SystemExit(f"lackmus serve ended with {server.returncode}.")
    if not {"text/css", "text/javascript"} <= {*kinds.values()}:
        raise SystemExit(f"The first page loads only these files: {sorted(parts)}.")
    print(f"The first page and the {len(parts)} files that it loads were served.")


def _place(server: subprocess.Popen[str]) -> str:
    """Return the address that the server names when it listens."""
    told = []
    for line in server.stderr or ():
        told.append(line)
        if found := re.search(r"http://\S+", line):
            return found[0]
    raise SystemExit("".join(["lackmus serve does not start:\n", *told]))


def _fetch(address: str, kind: str) -> str:
    """Return what the server answers; anything but 200 is an error of `urlopen`."""
    with urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310  (our own server)
        if answer.headers.get_content_type() != kind:
            raise SystemExit(f"{address} is {answer.headers.get_content_type()}, not {kind}.")
        return str(answer.read().decode())


def _environment() -> dict[str, str]:
    """Return the environment without what would lead Python to this folder."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "LACKMUS", "VIRTUAL"))
    }


def _run(*command: str, cwd: Path | None = None) -> None:
    subprocess.run(command, cwd=cwd, env=_environment(), check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def main() -> None:
    """Build, check and try."""
    source, wheel = build()
    wrong = complaints(source, wheel)
    if wrong:
        raise SystemExit("\n".join(wrong))
    with TemporaryDirectory(prefix="lackmus-release-") as folder:
        try_out(wheel, Path(folder))
    print(f"{wheel} and {source.name} are ready.")


if __name__ == "__main__":
    main()
