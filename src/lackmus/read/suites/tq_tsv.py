"""TQ-AutoTest's example table with tabs."""

from lackmus.core.suites.suite import Draft
from lackmus.read.files import File
from lackmus.read.suites.tq import read_table, recognised

FITS = "TQ-AutoTest's table with tabs: Direction, Category, Phenomenon, Source, Correct …, Incorrect …"


def recognises(file: File) -> bool:
    """The first line names the columns."""
    return recognised(file, "\t")


def read(file: File) -> Draft:
    """The suite in the table."""
    return read_table(file, "\t")
