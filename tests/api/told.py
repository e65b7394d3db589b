"""What the command line writes, to be compared with the API."""

import shlex
from pathlib import Path

from typer.testing import CliRunner

from lackmus.cli.commands import everything


def written(command: str, file: str) -> bytes:
    """Run a command with -o and return the bytes of the file."""
    return run(f"{command} -o {shlex.quote(file)}", Path(file))


def run(command: str, file: Path) -> bytes:
    """Run a command that writes a file and return its bytes."""
    result = CliRunner().invoke(everything(), shlex.split(command), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return file.read_bytes()


def printed(command: str) -> str:
    """Run a command and return what it prints as data."""
    result = CliRunner().invoke(everything(), shlex.split(command), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout
