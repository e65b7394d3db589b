"""Groups of systems as a table, in a few sentences, and as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.choices import By
from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import AVERAGES, Average
from lackmus.core.verdicts.many_systems import listed
from lackmus.core.verdicts.system_groups import GroupedSystems, GroupRow, GroupTest
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit, points

_NAMED = 6  # rows named in a sentence before the rest is only counted
_LEAST_P = 0.001


def groups_table(
    found: GroupedSystems, by: By = By.CATEGORY, labels: Mapping[str, str] | None = None
) -> Table:
    """Categories (and their phenomena) in rows: mean and best of each group, differences and their p."""
    labels = labels or {}
    rows = [
        _row(row, found, row.phenomenon or row.category or "", _level(row, by), labels)
        for row in found.rows
        if by is By.PHENOMENON or row.phenomenon is None
    ]
    rows += [
        _row(found.averages[kind], found, name, Level.AVERAGE, labels) for kind, name in AVERAGES.items()
    ]
    pairs = [(test.first, test.second) for test in found.averages[Average.MICRO].tests]
    columns = [Column(by.capitalize()), Column("n", Unit.COUNT)]
    for name, systems in found.groups.items():
        group = f"{name} ({len(systems)})"
        columns += [
            Column("Mean", Unit.PERCENT, heat=True, group=group),
            Column("Best", Unit.PERCENT, heat=True, group=group),
            Column("Which", group=group),
        ]
    for one, other in pairs:
        columns += [
            Column("Difference", Unit.POINTS, group=f"{one} − {other}"),
            Column("p", Unit.P, group=f"{one} − {other}"),
        ]
    return Table(
        title=f"Groups of systems by {by}",
        columns=tuple(columns),
        rows=tuple(rows),
        signature=found.signature,
        notes=(groups_in_short(found, labels), _NOTE),
    )


_NOTE = (
    "Mean and best: of the systems of a group. p: of the difference of the means, two-tailed and exact "
    "(systems and signs exchanged on each item; the larger p counts); corrected by Holm over all rows of a "
    "level and all pairs of groups. Macro-averages are not tested. The items are a sample, the systems are "
    "not: this is a statement about these systems, not about their kinds."
)


def _row(row: GroupRow, found: GroupedSystems, name: str, level: Level, labels: Mapping[str, str]) -> Row:
    cells = [Cell(name), Cell(row.n)]
    for group in found.groups:
        best = row.best.get(group)
        cells += [Cell(row.mean.get(group)), Cell(row.best_accuracy.get(group))]
        cells.append(Cell(None if best is None else labels.get(best, best)))
    tests: Sequence[GroupTest | None] = row.tests or [None] * len(found.averages[Average.MICRO].tests)
    for test in tests:
        cells += [Cell(test.difference if test else None), Cell(test.corrected if test else None)]
    return Row(tuple(cells), level, (row.category or "") if level is Level.MEMBER else "")


def _level(row: GroupRow, by: By) -> Level:
    if by is By.CATEGORY:
        return Level.BODY
    return Level.GROUP if row.phenomenon is None else Level.MEMBER


def groups_in_short(found: GroupedSystems, labels: Mapping[str, str] | None = None) -> str:
    """The members of groups, the differences between them, and the rows that show them."""
    labels = labels or {}
    micro = found.averages[Average.MICRO]
    said = []
    for name, systems in found.groups.items():
        mean = f"; {micro.mean[name]:.1f} % on average" if micro.mean else ""
        named = listed([labels.get(system, system) for system in systems])
        said.append(f"{name}: {counted(len(systems), 'system')} ({named}){mean}.")
    if found.outside:
        said.append(f"In no group: {listed([labels.get(name, name) for name in found.outside])}.")
    for place, test in enumerate(micro.tests):
        p = test.corrected
        chance = "" if p is None else f", p < {_LEAST_P}" if p < _LEAST_P else f", p = {p:.3f}"
        rows = [row for row in found.categories if row.tests]
        apart = [row for row in rows if row.tests[place].significant]
        each = [f"{row.category} ({points(row.tests[place].difference)})" for row in apart]
        more = f" and {len(each) - _NAMED} more" if len(each) > _NAMED else ""
        where = f": {', '.join(each[:_NAMED])}{more}" if each else ""
        said.append(
            f"{test.first} against {test.second}: {points(test.difference)} points on all items{chance}; "
            f"more than chance in {len(apart) or 'none'} of "
            f"{counted(len(rows), 'category', 'categories')}{where}."
        )
    return " ".join(said)


def groups_values(found: GroupedSystems) -> dict[str, Any]:
    """The groups as plain values, not rounded."""
    return {
        "signature": found.signature,
        "groups": {name: list(systems) for name, systems in found.groups.items()},
        "outside": list(found.outside),
        "rows": [_values(row) for row in found.rows],
        "averages": {str(kind): _values(row) for kind, row in found.averages.items()},
        "in_short": groups_in_short(found),
    }


def _values(row: GroupRow) -> dict[str, Any]:
    return {**asdict(row), "tests": [asdict(test) for test in row.tests]}
