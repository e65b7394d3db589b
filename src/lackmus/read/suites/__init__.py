"""Read a suite in any format."""

from pathlib import Path

from lackmus.core.suites.suite import Draft, DuplicateItemError, Suite
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.formats import suite_format


def read_suite(path: Path, form: str | None = None) -> Suite:
    """Read a suite; `form` forces a format instead of looking at the content."""
    try:
        return Suite.of(read_draft(path, form))
    except DuplicateItemError as problem:
        raise LackmusError(f"{path}: {problem}. Give one of them another id.") from None


def read_draft(path: Path, form: str | None = None) -> Draft:
    """Read the content of a suite file, which may still have errors such as repeated ids."""
    file = File(path)
    return suite_format(file, form).read(file)
