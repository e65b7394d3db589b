"""The items of a suite as a list, and what was done to many of them."""

from dataclasses import asdict
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.suites.item_edits import ItemsEdited
from lackmus.core.suites.item_filters import CatalogueItem, ItemFilter, ItemStandings
from lackmus.tables.table import ColumnOf, Table, Unit

Listed = tuple[CatalogueItem, ItemStandings]


def items_table(
    suite: str,
    lines: tuple[CatalogueItem, ...],
    standings: ItemStandings,
    wanted: ItemFilter,
    order: str = "",
    linted: bool = False,
) -> Table:
    """A row for each item; columns without any value are left out."""
    fair = standings.fair
    columns: list[ColumnOf[CatalogueItem]] = [
        ColumnOf("Number", lambda one: one.number, Unit.COUNT),
        ColumnOf("Pair", lambda one: str(one.item.pair)),
        ColumnOf("Item", lambda one: one.item.id),
        ColumnOf("Category", lambda one: one.item.category),
        ColumnOf("Phenomenon", lambda one: one.item.phenomenon),
        ColumnOf("Source", lambda one: one.item.source),
        ColumnOf("Rules", lambda one: len(one.item.rules), Unit.COUNT),
        ColumnOf("Open", lambda one: standings.open.get(one.number, 0), Unit.COUNT),
    ]
    if fair is not None:
        columns.append(ColumnOf("Fair", lambda one: "yes" if one.number in fair else "no"))
    if linted:
        columns.append(ColumnOf("Findings", lambda one: ", ".join(each.code for each in one.findings)))
    beside: list[ColumnOf[CatalogueItem]] = [
        ColumnOf("Tags", lambda one: ", ".join(one.item.tags)),
        ColumnOf("Paradigm", lambda one: one.item.paradigm or ""),
        ColumnOf("Reserved", lambda one: "yes" if one.item.reserved else ""),
        ColumnOf("Assigned", lambda one: standings.assigned.get(one.number, "")),
        ColumnOf("Comment", lambda one: one.item.comment),
    ]
    columns += [column for column in beside if any(column.value(line) for line in lines)]
    columns.append(
        ColumnOf("Changed", lambda one: one.changed.at[:16].replace("T", " ") if one.changed else "")
    )
    columns.append(ColumnOf("By", lambda one: one.changed.by if one.changed else ""))
    about = {name: value for name, value in wanted.values.items() if value}
    return Table.of(
        f"{suite}: {counted(len(lines), 'item')}",
        lines,
        columns,
        signature({"suite": suite, **about, **({"sort": order} if order else {}), "items": len(lines)}),
    )


def items_values(
    suite: str, lines: tuple[CatalogueItem, ...], standings: ItemStandings, linted: bool = False
) -> dict[str, Any]:
    """The list as plain values."""
    return {"suite": suite, "items": [_values(line, standings, linted) for line in lines]}


def _values(line: CatalogueItem, standings: ItemStandings, linted: bool) -> dict[str, Any]:
    item = line.item
    return {
        "item_id": line.number,
        "item": item.key,
        "pair": str(item.pair),
        "id": item.id,
        "category": item.category,
        "phenomenon": item.phenomenon,
        "source": item.source,
        "paradigm": item.paradigm,
        "comment": item.comment,
        "tags": list(item.tags),
        "reserved": item.reserved,
        "positive": line.positive,
        "negative": line.negative,
        "open": standings.open.get(line.number, 0),
        "fair": None if standings.fair is None else line.number in standings.fair,
        "assigned": standings.assigned.get(line.number, ""),
        "changed": asdict(line.changed) if line.changed else None,
        "findings": [one.code for one in line.findings] if linted else None,
    }


def edited_table(done: ItemsEdited, said: str) -> Table:
    """What was done to items, in one row."""
    return Table.of(
        f"{done.suite}: {said}",
        [done],
        (
            ColumnOf("Action", lambda one: str(one.action)),
            ColumnOf("Changed", lambda one: len(one.items), Unit.COUNT),
            ColumnOf("So already", lambda one: one.unchanged, Unit.COUNT),
            ColumnOf("Change", lambda one: f"#{one.change}" if one.change else ""),
        ),
        signature({"suite": done.suite, "action": done.action, "items": len(done.items)}),
    )
