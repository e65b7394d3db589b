"""TQ-AutoTest's tables: direction, category, phenomenon, source, right and wrong translations."""

import csv
from io import StringIO
from itertools import pairwise

from lackmus.core.base.texts import without_zero_width
from lackmus.core.suites.suite import Draft, Item, Kind, Rule, Side
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of
from lackmus.read.suites.entries import pair_of

_NEEDED = ("direction", "category", "phenomenon", "source")
_SIDES = {"correct": Side.POSITIVE, "incorrect": Side.NEGATIVE}
MAX_FIELD = 1_000_000  # characters in one cell; a missing quotation mark would swallow the rest of the file


def recognised(file: File, delimiter: str) -> bool:
    """The first line names the columns."""
    return {"direction", "source"} <= set(_names(file.first_line.split(delimiter)))


def read_table(file: File, delimiter: str) -> Draft:
    """The items, numbered by their row unless a column has their ids."""
    path, text = file.path, file.text
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    previous_limit = csv.field_size_limit(MAX_FIELD)
    items: list[Item] = []
    try:
        names = _names(next((row for row in rows if any(cell.strip() for cell in row)), []))
        _check_header(names, str(path), delimiter)
        for row in rows:
            if any(cell.strip() for cell in row):
                items.append(_item(row, names, f"{path}, line {rows.line_num}", len(items) + 1))
    except csv.Error as problem:
        raise LackmusError(
            f"{path}, line {rows.line_num}: {problem}. Is a quotation mark lost there?"
        ) from None
    finally:
        csv.field_size_limit(previous_limit)
    if not items:
        raise LackmusError(f"{path} has no items.")
    return Draft(path.name, tuple(items), (), digest_of(text))


def _names(header: list[str]) -> list[str]:
    return [without_zero_width(name).strip().strip('"').casefold() for name in header]


def _check_header(names: list[str], path: str, delimiter: str) -> None:
    missing = [name for name in _NEEDED if name not in names]
    if missing:
        between = "tabs" if delimiter == "\t" else f"“{delimiter}”"
        raise LackmusError(
            f"{path}: no column {', '.join(missing)}. The first line names the columns, {between} between: "
            "direction, category, phenomenon, source, correct …, incorrect …"
        )
    unknown = [name for name in names if name not in (*_NEEDED, "id") and _side(name) is None]
    if unknown:
        raise LackmusError(
            f"{path}: unknown column “{unknown[0]}”. Known are direction, category, phenomenon, source, "
            "correct …, incorrect … and id."
        )
    for first, second in pairwise(sorted(name for name in names if _side(name) is None)):
        if first == second:
            raise LackmusError(f"{path}: two columns are named {first}. Keep one.")


def _side(name: str) -> Side | None:
    """The side of a column: “Correct Translation”, “correct2” are right, “incorrect …” is wrong."""
    return next((side for word, side in _SIDES.items() if name.startswith(word)), None)


def _item(row: list[str], names: list[str], place: str, number: int) -> Item:
    if len(row) > len(names):
        raise LackmusError(
            f"{place}: {len(row)} cells under {len(names)} columns. Quote what holds a separator."
        )
    cells = [without_zero_width(cell) for cell in row] + [""] * (len(names) - len(row))
    values = dict(zip(names, cells, strict=True))
    for name in _NEEDED:
        if not values[name].strip():
            raise LackmusError(f"{place}: “{name}” is blank.")
    strings = [
        Rule(side, Kind.FIXED, cell)
        for name, cell in zip(names, cells, strict=True)
        if (side := _side(name)) and cell
    ]
    return Item(
        pair=pair_of(values["direction"], place),
        id=values.get("id", "").strip() or f"{number:04}",
        category=values["category"],
        phenomenon=values["phenomenon"],
        source=values["source"],
        rules=tuple(strings),
    )
