"""A suite as TQ-AutoTest's table with tabs."""

from lackmus.core.suites.suite import Draft
from lackmus.write.suites.tq import table_of

ENDINGS = (".tsv",)
_HEAD = ("Direction", "Category", "Phenomenon", "Source")


def write(suite: Draft) -> str:
    """The suite as a table."""
    return table_of(suite, "\t", _HEAD, ("Correct Translation",) * 2, ("Incorrect Translation",) * 2)
