"""The result of building a challenge as tables: tuples by category, items without tuples, writers."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.challenges.building import Built
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit


def build_tables(built: Built) -> tuple[Table, ...]:
    """Tables of the built tuples, of items without tuples and why, and of the balance of systems."""
    return (contents_table(built), lacks_table(built), balance_table(built))


def contents_table(built: Built) -> Table:
    """Items and tuples by category."""
    rows = _categories(built)
    several = len({row["pair"] for row in rows}) > 1
    total = {name: sum(row[name] for row in rows) for name in _COUNTS}
    secret = counted(built.reserved, "item is", "items are")
    return Table(
        built.challenge.name,
        (
            *([Column("Pair")] if several else []),
            Column("Category"),
            Column("Items", Unit.COUNT),
            Column("Giving tuples", Unit.COUNT),
            Column("Phenomena", Unit.COUNT),
            Column("Tuples", Unit.COUNT),
        ),
        (
            *(
                Row.of(
                    *([Cell(row["pair"])] if several else []),
                    row["category"],
                    *(row[name] for name in _COUNTS),
                )
                for row in rows
            ),
            Row.of(
                *([Cell(None)] if several else []),
                "All",
                *(total[name] for name in _COUNTS),
                level=Level.AVERAGE,
            ),
        ),
        built.challenge.signature,
        (
            "Phenomena: those of which an item gave a tuple.",
            *([f"{secret} left out, because the sentence is kept secret."] if built.reserved else []),
            *_free(built),
        ),
    )


def _free(built: Built) -> Iterator[str]:
    """What free combinations mean for the numbers."""
    if built.challenge.free:
        yield (
            "Every right text of an item is a reference for every other right one, so its tuples depend on "
            "each other: rankings resample items, and blind files would tell which texts are right."
        )
    if built.challenge.free and built.capped:
        most = built.challenge.about["per item"]
        yield f"{counted(built.capped, 'item has', 'items have')} more combinations than it gives: {most}."


_COUNTS = ("items", "giving", "phenomena", "tuples")


def _categories(built: Built) -> list[dict[str, Any]]:
    """One row for each category, in the order of the suite."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for (pair, category, _), items in built.offered.items():
        names = {"pair": pair, "category": category}
        line = found.setdefault((pair, category), {**names, **dict.fromkeys(_COUNTS, 0)})
        line["items"] += items
    of_phenomena = built.challenge.tuples.group_by("pair", "category", "phenomenon").agg(
        pl.col("item").n_unique(), pl.len()
    )
    for pair, category, _, giving, tuples in of_phenomena.iter_rows():
        line = found[pair, category]
        line["giving"] += giving
        line["phenomena"] += 1
        line["tuples"] += tuples
    return list(found.values())


_ONE_ROLE = " In a whole challenge, a text is a reference or a hypothesis, never both."


def lacks_table(built: Built) -> Table:
    """Why items gave no tuple."""
    return Table(
        "Items that give no tuple",
        (Column("Why"), Column("Items", Unit.COUNT)),
        (
            *(Row.of(str(lack), count) for lack, count in built.without.items()),
            Row.of("All", sum(built.without.values()), level=Level.AVERAGE),
        ),
        built.challenge.signature,
        (
            "A tuple takes two right texts and a wrong one of an item."
            + ("" if built.challenge.free else _ONE_ROLE),
        ),
    )


_IN_TURN = (
    " Drawn in turn, as far as there were texts to choose from: systems with more errors give more of the "
    "wrong ones."
)


def balance_table(built: Built) -> Table:
    """How many texts each campaign and system contributed."""
    named = any(built.uses)  # outputs from files may have no campaign
    rows: list[Row] = []
    for campaign, systems in built.uses.items():
        if named:
            rows.append(Row.of(campaign, round(sum(systems.values())), level=Level.GROUP))
        level = Level.MEMBER if named else Level.BODY
        rows += [Row.of(system, round(uses), level=level, group=campaign) for system, uses in systems.items()]
    return Table(
        "Whose texts were drawn",
        (Column("Campaign and system" if named else "System"), Column("Texts", Unit.COUNT)),
        tuple(rows),
        built.challenge.signature,
        (
            "Each text of an item is counted once, in any role; campaigns, and systems of one campaign, "
            "share what several wrote. Rounded." + ("" if built.challenge.free else _IN_TURN),
        ),
    )


def built_values(built: Built) -> dict[str, Any]:
    """The result of building a challenge as plain values."""
    challenge = built.challenge
    return {
        "challenge": challenge.name,
        "signature": challenge.signature,
        "about": dict(challenge.about),
        "pairs": challenge.pairs,
        "tuples": challenge.tuples.height,
        "items": built.items,
        "giving": built.giving,
        "reserved": built.reserved,
        "capped": built.capped,
        "without": {str(lack): count for lack, count in built.without.items()},
        "categories": _categories(built),
        "uses": {campaign: dict(systems) for campaign, systems in built.uses.items()},
    }
