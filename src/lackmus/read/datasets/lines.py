"""The lines of a text file, or the column of a data set that stands for them."""

from pathlib import Path

from lackmus.errors import LackmusError
from lackmus.read.datasets.columns import ColumnRole, no_column
from lackmus.read.datasets.rows import data_rows, is_rows
from lackmus.read.files import File
from lackmus.read.remote import located


def lines_of(path: Path, role: ColumnRole, name: str = "") -> list[str]:
    """The lines of a file; of a data set its sources, or its texts, or the column of this name.

    A data set without texts of systems has those of its references.
    """
    path = located(path)
    if not is_rows(path):
        return File(path).lines
    found = data_rows(File(path), {})
    if role is ColumnRole.SOURCE:
        known = [column] if (column := found.columns.of(role)) is not None else []
    else:
        known = [*found.columns.texts, *found.columns.references]
        known = [column for column in found.there if column == name] or known
    if not known:
        raise no_column(str(path), f"no column is known as the {role}", found.there, role)
    if not found.holds(known[0]):
        raise LackmusError(f"{path}: “{known[0]}” holds no texts.")
    return [line or "" for line in found.of(known[0])]
