"""Links from the numbers of a study's tables to their items."""

from collections.abc import Callable, Iterator, Mapping

from lackmus.core.base.choices import ItemSet, TendencyTable
from lackmus.core.base.verdict import Verdict
from lackmus.core.contrasts.shares import Tendencies
from lackmus.tables.table import Column, Level, Table
from lackmus.web.http.answers import query

# Links of cells: row and column of the table, and the URL parameters of the items.
Cells = Iterator[tuple[int, int, dict[str, object]]]
Way = Callable[[Mapping[str, object]], str]
_VERDICTS = {"Good": Verdict.PASS, "Bad": Verdict.FAIL, "Unknown": Verdict.WARNING}


def links(name: TendencyTable, table: Table, found: Tendencies, way: Way) -> dict[tuple[int, int], str]:
    """The URLs of all cells of a table that have items."""
    cells = {
        TendencyTable.CONTRASTS: _contrasts,
        TendencyTable.SYSTEMS: _systems,
        TendencyTable.UNKNOWN: _unknown,
    }.get(name)
    if cells is None:
        return {}
    return {
        (row, column): way(where)
        for row, column, where in cells(table, found)
        if table.rows[row].cells[column].value not in (None, 0)
    }


def example_links(table: Table, found: Tendencies, here: str) -> dict[tuple[int, int], str]:
    """The URLs of the examples in the table of counterparts."""
    numbers = {item: number for number, item in enumerate(found.study.items["item"].to_list(), 1)}
    (column,) = (place for place, head in enumerate(table.columns) if head.name == "Example")
    addresses: dict[tuple[int, int], str] = {}
    row = 0
    for structure in found.structures:
        for below, kind in enumerate(structure.counts, 1):
            if example := structure.examples.get(kind):
                way = f"{here}/items/{numbers[example.item]}{query({'system': example.system})}"
                addresses[row + below, column] = way
        row += 1 + len(structure.counts)
    return addresses


def _contrasts(table: Table, found: Tendencies) -> Cells:
    """Links of the contrasts table: one row per system below each contrast; columns of a set begin with n."""
    left = iter(found.panels)
    sets: list[ItemSet] = [found.leading.chosen]
    for head in table.columns[1:]:
        sets.append(next(left) if head.name == "n" else sets[-1])
    contrast: str | None = None
    place = 0
    for number, row in enumerate(table.rows):
        group = row.level is Level.GROUP
        if group:
            value = row.cells[0].value
            contrast, place = (str(value) if value in found.phenomena else None), 0
        for column, head in enumerate(table.columns[1:], start=1):
            where: dict[str, object] = {"set": sets[column], "contrast": contrast}
            if group and head.name == "n":
                yield number, column, where
            # Means of percents have no items.
            elif not group and (contrast is not None or _verdict(head) is None):
                yield number, column, {**where, "system": found.everybody[place], "verdict": _verdict(head)}
        place += not group


def _verdict(head: Column) -> Verdict | None:
    return _VERDICTS.get(head.name.removesuffix(" %"))


def _systems(table: Table, found: Tendencies) -> Cells:
    leading = found.leading.chosen
    means = iter(found.panels)
    sets: dict[int, ItemSet] = {
        column: next(means) for column, head in enumerate(table.columns) if head.group == "mean share"
    }
    shares = [column for column, head in enumerate(table.columns) if head.heat]
    for number, who in enumerate(found.everybody):
        for column, head in enumerate(table.columns):
            where: dict[str, object] = {"set": sets.get(column, leading), "system": who}
            if column in shares:
                yield number, column, {**where, "contrast": found.phenomena[shares.index(column)]}
            elif column in sets:
                yield number, column, where
            elif _verdict(head):
                yield number, column, {**where, "verdict": _verdict(head)}


def _unknown(table: Table, found: Tendencies) -> Cells:
    for number, who in enumerate(found.everybody):
        for column, head in enumerate(table.columns[1:], start=1):
            where: dict[str, object] = {"set": found.leading.chosen, "system": who}
            match head.group:
                case "Unknown because":
                    where["reason"] = head.name
                case "word found by":
                    where["found_by"] = head.name
                case _ if head.name != "n":
                    where["verdict"] = Verdict.WARNING
            yield number, column, where
