"""A comparison as tables: the counts by category, the systems two by two, and the sentences that differ."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from lackmus.core.base.choices import ALPHA
from lackmus.core.base.plurals import counted
from lackmus.core.base.verdict import Verdict
from lackmus.core.verdicts.comparison import DIFFER, ComparisonRow, Pairing, SystemComparison
from lackmus.tables.table import Column, Level, Row, Table, Unit, Value, points

_LEAST_P = 0.001  # smaller values are shown as “< 0.001”


def comparison_tables(comparison: SystemComparison, most: int) -> Iterator[Table]:
    """All tables, with at most `most` differing items."""
    yield comparison_table(comparison)
    if len(comparison.systems) > 2 and comparison.pairings:
        yield pairings_table(comparison)
    if most and comparison.total.differ:
        yield differences_table(comparison, most)


def listed(names: Sequence[str]) -> str:
    """“A and B”, “A, B and C”."""
    return " and ".join([*([", ".join(names[:-1])] if names[:-1] else []), *names[-1:]])


def comparison_table(comparison: SystemComparison) -> Table:
    """By category: what all systems pass, what all fail, and what only one passes."""
    two, systems = len(comparison.systems) == 2, comparison.systems
    every = "Both" if two else "All"
    return Table(
        title=f"{listed(systems)}, item by item",
        columns=(
            Column("Category"),
            Column("n", Unit.COUNT),
            Column(f"{every} pass", Unit.COUNT),
            Column(f"{every} fail", Unit.COUNT),
            # With two systems, a difference means that one alone passes, which its column shows.
            *([] if two else [Column("Differ", Unit.COUNT)]),
            *(Column(f"Only {system}", Unit.COUNT) for system in systems),
            Column("Difference", Unit.POINTS) if two else Column("Open", Unit.COUNT),
        ),
        rows=tuple(
            Row.of(*_counts(row, two), level=Level.AVERAGE if row.category is None else Level.BODY)
            for row in (*comparison.rows, comparison.total)
        ),
        signature=comparison.signature,
        notes=tuple(_two_notes(comparison) if two else _notes(comparison)),
    )


def _counts(row: ComparisonRow, two: bool) -> tuple[Value, ...]:
    name = row.category or "All items"
    if two:
        return name, row.n, row.all_pass, row.all_fail, *row.only, row.difference
    return name, row.n, row.all_pass, row.all_fail, row.differ, *row.only, row.open


def _two_notes(comparison: SystemComparison) -> list[str]:
    total = comparison.total
    if not comparison.pairings:
        return [f"No item is settled for both; {counted(total.open, 'is', 'are')} open.", *_untestable(total)]
    (pair,) = comparison.pairings
    low, high = pair.interval
    chance = "more than chance" if pair.p_value <= ALPHA else "that may be chance"
    lead = (
        f"{pair.second} is {abs(pair.difference):.1f} points "
        f"{'better' if pair.difference > 0 else 'worse'} than {pair.first}"
        if pair.difference
        else "Neither is better"
    )
    said = [
        f"{lead} (95 % interval {points(low)} to {points(high)}). "
        f"They differ on {total.differ:,} of {counted(total.n, 'item')}: {chance} "
        f"(exact McNemar, two-tailed, p {'' if pair.p_value < _LEAST_P else '= '}{_p(pair.p_value)})."
    ]
    if total.open:
        many = counted(total.open, "item does", "items do")
        said.append(f"{many} not count because one of the two has an open warning.")
    return [*said, *_untestable(total)]


def _untestable(total: ComparisonRow) -> list[str]:
    """A note on items with a text that is not testable; none if there are none."""
    many = counted(total.untestable, "item does", "items do")
    return [f"{many} not count because a text there is not testable."] if total.untestable else []


def _notes(comparison: SystemComparison) -> list[str]:
    total, many = comparison.total, len(comparison.systems)
    if not total.n:
        left = f"{counted(total.open, 'is', 'are')} open"
        return [f"No item is settled for all {many}; {left}.", *_untestable(total)]
    said = [f"Only …: what this system alone passes. n: items settled for all {many}."]
    if total.open:
        some = counted(total.open, "item does", "items do")
        said.append(f"{some} not count because at least one of the {many} has an open warning.")
    return [*said, *_untestable(total)]


def pairings_table(comparison: SystemComparison) -> Table:
    """Every pair of systems: difference in points, interval and p-value."""
    systems, total, pairs = comparison.systems, comparison.total, comparison.pairings
    written = {(pair.second, pair.first): _pairing(pair, 1) for pair in pairs}
    written |= {(pair.first, pair.second): _pairing(pair, -1) for pair in pairs}
    apart = sum(pair.corrected <= ALPHA for pair in pairs)
    return Table(
        title="Two by two: differences in points, with p",
        columns=(Column("System"), Column("Passes, %", Unit.PERCENT), *map(Column, systems)),
        rows=tuple(
            Row.of(system, 100 * passes / total.n, *(written.get((system, other)) for other in systems))
            for system, passes in zip(systems, total.passes, strict=True)
        ),
        signature=comparison.signature,
        notes=(
            "By how many points the system of the row is better than that of the column, "
            f"on the same {counted(total.n, 'item')}. In brackets p: exact McNemar, two-tailed, "
            f"corrected by Holm over all {len(pairs)} pairs. "
            f"{counted(apart, 'pair differs', 'pairs differ')} (p ≤ {ALPHA}).",
        ),
    )


def _pairing(pair: Pairing, sign: int) -> str:
    return f"{points(sign * pair.difference)} ({_p(pair.corrected)})"


def _p(value: float) -> str:
    """A p-value with non-breaking spaces."""
    return f"<\u00a0{_LEAST_P}" if value < _LEAST_P else f"{value:.3f}"


def differences_table(comparison: SystemComparison, most: int) -> Table:
    """The items on which systems differ, with all texts."""
    items = comparison.evaluation.suite.by_key
    reserved = [key for key in comparison.items["item"] if items[key].reserved]
    differing = comparison.items.filter(pl.col("outcome") == DIFFER)
    public = differing.filter(~pl.col("item").is_in(reserved))
    secret = differing.height - public.height
    shown = public.head(most)
    two = len(comparison.systems) == 2
    columns = (
        ("Source", "Passes", *comparison.systems) if two else ("Source and outputs", "Verdict", "Systems")
    )
    rows = (_two_beside if two else _one_below_another)(shown, comparison.systems)
    return Table(
        title=f"Where they differ ({shown.height:,} of {differing.height:,} items)",
        columns=tuple(map(Column, ("Item", "Phenomenon", *columns))),
        rows=tuple(rows),
        signature=comparison.signature,
        notes=(f"{counted(secret, 'of them is', 'of them are')} reserved and not shown.",) if secret else (),
    )


def _two_beside(items: pl.DataFrame, systems: Sequence[str]) -> Iterator[Row]:
    """One row per item, with both texts side by side."""
    for item in items.iter_rows(named=True):
        passing = systems[item["verdict"].index(Verdict.PASS)]
        yield Row.of(*_heading(item), passing, *item["text"])


def _one_below_another(items: pl.DataFrame, systems: Sequence[str]) -> Iterator[Row]:
    """The source of an item, and below it each distinct text with verdict and systems."""
    for item in items.iter_rows(named=True):
        yield Row.of(*_heading(item), "", "", level=Level.GROUP)
        written: dict[tuple[str, str], list[str]] = {}
        for system, text, verdict in zip(systems, item["text"], item["verdict"], strict=True):
            written.setdefault((text, verdict), []).append(system)
        for (text, verdict), names in written.items():
            cells = ("", "", text, verdict, ", ".join(names))
            yield Row.of(*cells, level=Level.MEMBER, group=item["phenomenon"])


def _heading(item: Mapping[str, Any]) -> tuple[str, str, str]:
    return item["item"].partition(":")[2], item["phenomenon"], item["source"].strip()
