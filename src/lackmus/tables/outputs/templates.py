"""Templates as tables: what was handed out, and their items."""

from collections import Counter
from collections.abc import Mapping, Sequence

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.outputs.campaigns import day
from lackmus.core.outputs.templates import TemplateShown
from lackmus.core.suites.suite import Item
from lackmus.tables.table import Cell, Column, Row, Table, Unit


def templates_table(templates: Sequence[TemplateShown]) -> Table:
    """One line per template."""
    return Table(
        title=counted(len(templates), "template"),
        columns=(
            Column("Template"),
            Column("Suite"),
            Column("Pair"),
            Column("Lines", Unit.COUNT),
            Column("Distractors", Unit.COUNT),
            Column("Public"),
            Column("Seed"),
            Column("Made (UTC)"),
            Column("By"),
            Column("How"),
        ),
        rows=tuple(
            Row(
                (
                    Cell(one.token),
                    Cell(one.suite),
                    Cell(one.pair),
                    Cell(one.lines),
                    Cell(one.distractors),
                    Cell("yes" if one.public else "no"),
                    Cell(str(one.seed)),
                    Cell(day(one.at)),
                    Cell(one.person),
                    Cell(one.drawn),
                )
            )
            for one in templates
        ),
        signature=signature({"templates": len(templates)}),
    )


def template_items_table(token: str, items: Sequence[Item]) -> Table:
    """How many items of each phenomenon a template contains."""
    many = Counter((item.category, item.phenomenon) for item in items)
    return Table(
        title=f"{token}: {counted(len(items), 'item')}",
        columns=(Column("Category"), Column("Phenomenon"), Column("Items", Unit.COUNT)),
        rows=tuple(
            Row((Cell(category), Cell(phenomenon), Cell(count)))
            for (category, phenomenon), count in sorted(many.items())
        ),
        signature=signature({"template": token, "items": len(items)}),
    )


def template_values(
    one: TemplateShown, lines: Mapping[int, Sequence[str]] | None = None
) -> dict[str, object]:
    """A template as plain values, with its items by line number if `lines`."""
    items = {} if lines is None else {"items": {str(number): list(keys) for number, keys in lines.items()}}
    return {**vars(one), **items}
