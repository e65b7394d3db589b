"""Names that no file can have, and disks that are full: one line, exit 2, nothing half-written."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from lackmus.flows.suites.samples import FIRST, samples

SUITE = str(samples()[FIRST])
LONG = "x" * 300


def run(folder: Path, *arguments: str, most: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, perhaps where files may have so many bytes at most."""

    def confine() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    command = [sys.executable, "-m", "lackmus", *arguments]
    return subprocess.run(
        command, cwd=folder, preexec_fn=confine, capture_output=True, text=True, timeout=300
    )


def refused(done: subprocess.CompletedProcess[str]) -> bool:
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    return "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("suite", "import", SUITE, "-w", LONG),
        ("review", "status", "-w", LONG),
        ("restore", LONG, "-w", "new.db"),
        ("suite", "sample", LONG),
        ("suite", "show", LONG),
        ("suite", "convert", SUITE, "--to", "yaml", "-o", LONG),
        ("suite", "convert", SUITE, "--to", "yaml", "-o", "loop"),
    ],
)
def test_names_that_no_file_can_have(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert refused(run(tmp_path, *arguments))
    assert [file.name for file in tmp_path.iterdir()] == ["loop"]


def test_a_full_disk(tmp_path: Path) -> None:
    """A copy of a workspace that does not fit leaves nothing."""
    assert run(tmp_path, "suite", "import", SUITE).returncode == 0
    assert refused(run(tmp_path, "export", "--everything", "out", most=3000))
    assert refused(run(tmp_path, "backup", "copy.db", most=3000))
    assert refused(run(tmp_path, "suite", "convert", SUITE, "--to", "yaml", "-o", "a.yaml", most=3000))
    assert {file.name.partition("-")[0] for file in tmp_path.iterdir()} == {"lackmus.db"}
