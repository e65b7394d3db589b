"""Read a returned rating sheet: the ratings of one annotator by the keys of texts."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from lackmus.core.base.plurals import counted
from lackmus.core.ratings.tasks import SHEET_COLUMNS, RatingScale, TaskError
from lackmus.errors import LackmusError
from lackmus.read.files import read_lines

_KEY, _RATING = SHEET_COLUMNS[0], SHEET_COLUMNS[-1]
_DELIMITERS = "\t,;"  # spreadsheets of some countries use semicolons
_SHOWN = 5  # mistakes listed in a message


def read_sheet(path: Path, scale: RatingScale, known: frozenset[str]) -> dict[str, int]:
    """Ratings by key; texts without a rating are left out. All mistakes are reported together.

    `known` are the keys of this annotator in this task.
    """
    header, lines = _lines(path)
    key_at, rating_at = (_place(path, header, name) for name in (_KEY, _RATING))
    ratings: dict[str, int] = {}
    first: dict[str, int] = {}
    mistakes: list[str] = []
    for number, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        key, written = (cells[at].strip() if at < len(cells) else "" for at in (key_at, rating_at))
        if key not in known:
            said = f"“{key[:40]}” is no key of this annotator in this task" if key else "there is no key"
            mistakes.append(f"line {number}: {said}")
        elif key in first:
            mistakes.append(f"line {number}: the key {key} stands in line {first[key]} already")
        elif written:
            try:
                ratings[key] = scale.check(_whole(written), "the rating")
            except (TaskError, ValueError) as problem:
                mistakes.append(
                    f"line {number}: {str(problem).removesuffix('.').removeprefix('the rating: ')}"
                )
        first.setdefault(key, number)
    if mistakes:
        more = len(mistakes) - _SHOWN
        rest = f"; and {counted(more, 'more mistake')}" if more > 0 else ""
        raise LackmusError(
            f"{path}, {'; '.join(mistakes[:_SHOWN])}{rest}.",
            "Nothing was saved. Correct the sheet and send it again.",
        )
    if not ratings:
        raise LackmusError(
            f"{path} has no rating.",
            f"Write numbers from {scale.lowest} to {scale.highest} under “{_RATING}”.",
        )
    return ratings


def _whole(written: str) -> int:
    """A whole number, also if a spreadsheet wrote it as 85.0."""
    whole, _, rest = written.replace(",", ".").partition(".")
    if not (whole.isascii() and whole.isdecimal() and len(whole) < 10 and not rest.strip("0")):
        raise ValueError(f"“{written[:40]}” is no whole number")
    return int(whole)


def _lines(path: Path) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """The header, and the other lines with their numbers in the file."""
    lines = read_lines(path)
    heading = lines[0].removeprefix("\ufeff") if lines else ""
    delimiter = max(_DELIMITERS, key=heading.count)
    reader = csv.reader([heading, *lines[1:]], delimiter=delimiter)

    def rows() -> Iterator[tuple[int, list[str]]]:
        try:
            for cells in reader:
                yield reader.line_num, cells
        except csv.Error as problem:
            raise LackmusError(
                f"{path}, line {reader.line_num}: {problem}. Write the sheet as TSV or CSV."
            ) from None

    found = rows()
    _, header = next(found, (1, []))
    return header, found


def _place(path: Path, header: Sequence[str], name: str) -> int:
    names = [cell.strip().lower() for cell in header]
    if name not in names:
        there = ", ".join(cell for cell in names[:8] if cell) or "nothing"
        raise LackmusError(
            f"{path}, line 1: there is no column {name} (there is {there[:200]}).",
            "Keep the first line of the sheet as it was exported.",
        )
    return names.index(name)
