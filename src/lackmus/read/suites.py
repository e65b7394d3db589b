"""Read a suite, whatever its format."""

from pathlib import Path

from lackmus.core.suites import Suite
from lackmus.read import dfki_json


def read_suite(path: Path) -> Suite:
    """The suite in a file."""
    return dfki_json.read(path)
