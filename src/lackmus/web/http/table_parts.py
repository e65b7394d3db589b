"""Large tables in parts: rows that are sent at once, and rows that are loaded later."""

from dataclasses import dataclass

from lackmus.core.base.choices import By
from lackmus.tables.table import Level, Row, Table

CELLS = 400  # cells sent at once, so that a large table does not block the browser


@dataclass(frozen=True)
class Block:
    """Rows of a category sent at once; later ones are loaded when they scroll into view."""

    category: str
    phenomena: int
    rows: tuple[Row, ...]
    after: int  # position of the next row in its category
    left: int


def blocks(table: Table, by: By) -> list[Block]:
    """The first rows of each category."""
    found, fit = [], _fitting(table)
    for rows in _categories(table):
        found.append(_block(rows, by, 0, fit))
        fit -= len(found[-1].rows)
    return found


def block_of(table: Table, category: str | None, by: By, start: int) -> Block | None:
    """Rows of one category from a position on; None if there is no such category."""
    for rows in _categories(table):
        if rows[0].cells[0].value == category:
            return _block(rows, by, start, _fitting(table))
    return None


def averages_of(table: Table) -> list[Row]:
    """The average rows."""
    return [row for row in table.rows if row.level is Level.AVERAGE]


def _categories(table: Table) -> list[list[Row]]:
    """The row of each category followed by its phenomena."""
    found: list[list[Row]] = []
    for row in table.rows:
        if row.level is Level.GROUP:
            found.append([row])
        elif row.level is Level.MEMBER:
            found[-1].append(row)
    return found


def _fitting(table: Table) -> int:
    """How many rows are sent at once."""
    return max(1, CELLS // len(table.columns))


def _block(rows: list[Row], by: By, start: int, fit: int) -> Block:
    """As many rows as fit, from a position on; phenomena stay folded until requested."""
    end = 1 if by is By.CATEGORY and start == 0 else len(rows)
    after = min(end, start + fit)
    return Block(str(rows[0].cells[0].value), len(rows) - 1, tuple(rows[start:after]), after, end - after)
