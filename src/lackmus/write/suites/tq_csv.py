"""A suite as TQ-AutoTest's table with semicolons."""

from lackmus.core.suites.suite import Draft
from lackmus.write.suites.tq import table_of

ENDINGS = (".csv",)
_HEAD = ("direction", "category", "phenomenon", "source")


def write(suite: Draft) -> str:
    """The suite as a table."""
    return table_of(suite, ";", _HEAD, ("correct", "correct2"), ("incorrect", "incorrect2"))
