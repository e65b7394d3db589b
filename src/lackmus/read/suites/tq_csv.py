"""TQ-AutoTest's example table with semicolons, as spreadsheets save it: a BOM, zero-width characters."""

from lackmus.core.suites.suite import Draft
from lackmus.read.files import File
from lackmus.read.suites.tq import read_table, recognised

FITS = "TQ-AutoTest's table with semicolons: direction;category;phenomenon;source;correct …;incorrect …"


def recognises(file: File) -> bool:
    """The first line names the columns."""
    return recognised(file, ";")


def read(file: File) -> Draft:
    """The suite in the table."""
    return read_table(file, ";")
