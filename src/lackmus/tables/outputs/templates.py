"""Templates as tables: what was handed out, and their items."""

from collections import Counter
from collections.abc import Mapping, Sequence

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.outputs.campaigns import day
from lackmus.core.outputs.templates import TemplateShown
from lackmus.core.suites.suite import Item
from lackmus.tables.table import Column, ColumnOf, Row, Table, Unit


def templates_table(templates: Sequence[TemplateShown]) -> Table:
    """One line per template."""
    return Table.of(
        counted(len(templates), "template"),
        templates,
        (
            ColumnOf("Template", lambda one: one.token),
            ColumnOf("Suite", lambda one: one.suite),
            ColumnOf("Pair", lambda one: one.pair),
            ColumnOf("Lines", lambda one: one.lines, Unit.COUNT),
            ColumnOf("Distractors", lambda one: one.distractors, Unit.COUNT),
            ColumnOf("Public", lambda one: "yes" if one.public else "no"),
            ColumnOf("Seed", lambda one: str(one.seed)),
            ColumnOf("Made (UTC)", lambda one: day(one.at)),
            ColumnOf("By", lambda one: one.person),
            ColumnOf("How", lambda one: one.drawn),
        ),
        signature({"templates": len(templates)}),
    )


def template_items_table(token: str, items: Sequence[Item]) -> Table:
    """How many items of each phenomenon a template contains."""
    many = Counter((item.category, item.phenomenon) for item in items)
    return Table(
        title=f"{token}: {counted(len(items), 'item')}",
        columns=(Column("Category"), Column("Phenomenon"), Column("Items", Unit.COUNT)),
        rows=tuple(
            Row.of(category, phenomenon, count) for (category, phenomenon), count in sorted(many.items())
        ),
        signature=signature({"template": token, "items": len(items)}),
    )


def template_values(
    one: TemplateShown, lines: Mapping[int, Sequence[str]] | None = None
) -> dict[str, object]:
    """A template as plain values, with its items by line number if `lines`."""
    items = {} if lines is None else {"items": {str(number): list(keys) for number, keys in lines.items()}}
    return {**vars(one), **items}
