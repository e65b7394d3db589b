"""`lackmus --help` against an empty Typer application."""

import sys
from pathlib import Path

from benchmarks.measure import report, slowness

EMPTY = """
import typer
app = typer.Typer()

@app.command()
def nothing() -> None:
    "Do nothing."

app()
"""


def main() -> None:
    """Print the ratio of whole programs, from start to exit."""
    empty = [sys.executable, "-c", EMPTY, "--help"]
    lackmus = [str(Path(sys.executable).parent / "lackmus"), "--help"]
    theirs, own, ratio = slowness(empty, lackmus, rounds=15)
    report(
        "lackmus --help, against an empty Typer application",
        f"{ratio:.2f} × ({own:.2f} s / {theirs:.2f} s)",
        "≤ 1.3 ×",
        ratio <= 1.3,
    )
