"""The contents of suites, as the table at the start of papers."""

from collections.abc import Sequence

from lackmus.core.base.signatures import signature
from lackmus.core.suites.counts import only_plain_rules
from lackmus.core.suites.suite import Draft, Item, Kind
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit


def suite_table(suites: Sequence[Draft]) -> Table:
    """Each language pair with its sentences, categories and phenomena, followed by its categories."""
    by_pair: dict[str, list[Item]] = {}
    for suite in suites:
        for item in suite.items:
            by_pair.setdefault(str(item.pair), []).append(item)
    rows = []
    for pair, items in sorted(by_pair.items()):
        rows.append(_row(pair, items, Level.GROUP, ""))
        by_category: dict[str, list[Item]] = {}
        for item in items:
            by_category.setdefault(item.category, []).append(item)
        rows += [
            _row(name, by_category[name], Level.MEMBER, pair)
            for name in sorted(by_category, key=str.casefold)
        ]
    everything = [item for items in by_pair.values() for item in items]
    if len(by_pair) > 1:
        rows.append(_row("All pairs", everything, Level.AVERAGE, ""))
    described = {(one.category, one.name) for suite in suites for one in suite.phenomena if one.guideline}
    phenomena = {(item.category, item.phenomenon) for item in everything}
    silent = len(phenomena - described)
    return Table(
        title=f"{', '.join(suite.name for suite in suites)}: what is in it",
        columns=(
            Column("Pair and category"),
            Column("Sentences", Unit.COUNT),
            Column("Categories", Unit.COUNT),
            Column("Phenomena", Unit.COUNT),
            Column("Fewest", Unit.COUNT),
            Column("Most", Unit.COUNT),
            Column("Patterns", Unit.COUNT),
            Column("Fixed strings", Unit.COUNT),
            Column("Reserved", Unit.COUNT),
        ),
        rows=tuple(rows),
        signature=signature({"suite": "+".join(suite.label for suite in suites), "items": len(everything)}),
        notes=(
            "Fewest and most: sentences in the smallest and the largest phenomenon.",
            *([f"{silent} of {len(phenomena)} phenomena have no guideline."] if silent else []),
            *(note for suite in suites for note in (*only_plain_rules(suite), *suite.not_kept)),
        ),
    )


def _row(name: str, items: Sequence[Item], level: Level, group: str) -> Row:
    sizes: dict[tuple[str, str, str], int] = {}
    for item in items:
        key = (str(item.pair), item.category, item.phenomenon)
        sizes[key] = sizes.get(key, 0) + 1
    kinds = [rule.kind for item in items for rule in item.rules]
    cells = (
        Cell(name),
        Cell(len(items)),
        Cell(len({category for _, category, _ in sizes}) if level is not Level.MEMBER else None),
        Cell(len({(category, phenomenon) for _, category, phenomenon in sizes})),
        Cell(min(sizes.values())),
        Cell(max(sizes.values())),
        Cell(kinds.count(Kind.PATTERN)),
        Cell(kinds.count(Kind.FIXED)),
        Cell(sum(item.reserved for item in items)),
    )
    return Row(cells, level, group)
