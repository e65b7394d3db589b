"""What a user is told at the command line, tested where the error is raised."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from lackmus.cli.remedies import worded
from lackmus.errors import LackmusError

Kind = TypeVar("Kind", bound=LackmusError)


@contextmanager
def refuses(kind: type[Kind], *, match: str) -> Iterator[pytest.ExceptionInfo[Kind]]:
    """Expect an error whose line at the command line matches, as `pytest.raises` does for other errors."""
    with pytest.raises(kind) as caught:
        yield caught
    line = worded(caught.value)
    assert re.search(match, line), f"{match!r} is not in {line!r}"
