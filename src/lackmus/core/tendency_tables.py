"""A study as tables: shares of Good, contrast by contrast and system by system."""

from collections.abc import Iterator, Sequence

import polars as pl

from lackmus.core.choices import TendencyTable
from lackmus.core.scores import Average
from lackmus.core.tables import Cell, Column, Level, Row, Table, Unit
from lackmus.core.tendencies import Panel, Place, Tally, Tendencies, mean
from lackmus.core.tendency_checks import alignment_table, correlation_table, unknown_table
from lackmus.core.tendency_words import (
    Labels,
    best_note,
    lead,
    leading_name,
    named,
    selection,
    set_name,
    title_of,
)

__all__ = ["contrasts_table", "lead", "systems_table", "tendency_tables"]

_SIGNS = {Place.HIGHER: "↑", Place.LOWER: "↓"}
_CONSTRUCTED = "°"
_MARKS = (
    (_SIGNS[Place.HIGHER], "out of the order of the mean shares: higher than its place"),
    (_SIGNS[Place.LOWER], "out of the order of the mean shares: lower than its place"),
    (_CONSTRUCTED, "Good by construction: this reference selected the keywords"),
)
_WINS = "Best: in how many contrasts a system is among the best."
_SIDE_BY_SIDE = 2  # sets of items for which a table of contrasts has room


def tendency_tables(
    found: Tendencies, names: Sequence[TendencyTable], labels: Labels | None = None
) -> list[Table]:
    """The tables by their names; the first of them says what concerns all."""
    labels = labels or {}
    makers = {
        TendencyTable.CONTRASTS: contrasts_table,
        TendencyTable.SYSTEMS: systems_table,
        TendencyTable.UNKNOWN: unknown_table,
        TendencyTable.ALIGNMENT: alignment_table,
        TendencyTable.CORRELATION: correlation_table,
    }
    tables = [makers[name](found, labels) for name in names]
    first = (lead(found, labels), *found.study.notes, *selection(found, labels))
    return [table if place else table.with_notes(first) for place, table in enumerate(tables)]


def contrasts_table(found: Tendencies, labels: Labels) -> Table:
    """Contrast by contrast, systems in the order of their mean shares, references below them."""
    panels = list(found.panels.values())[:_SIDE_BY_SIDE]
    rows: list[Row] = []
    empty = []
    for phenomenon in found.phenomena:
        sizes = [_size(found, panel, phenomenon) for panel in panels]
        rows.append(_head(found, panels, phenomenon, sizes))
        if not any(sizes):
            empty.append(phenomenon)
            continue
        for who in found.everybody:
            cells = [cell for panel in panels for cell in _tally_cells(found, panel, phenomenon, who)]
            rows.append(Row((Cell(named(found, who, labels)), *cells), Level.MEMBER, phenomenon))
    if len(found.phenomena) - len(empty) > 1:
        rows += _means(found, panels, labels)
    groups = [set_name(found, panel.chosen) if len(panels) > 1 else "" for panel in panels]
    return Table(
        title=f"{title_of(found)}: contrasts and systems, in percent",
        columns=(Column("Contrast"), *(column for group in groups for column in _columns(group))),
        rows=tuple(rows),
        signature=found.signature,
        notes=(
            "n: keywords. Share: Good in percent of Good and Bad; Bad, Good and Unknown are percent of n. "
            f"Systems stand in the order of their mean shares ({leading_name(found)}); the row of a contrast "
            "is their mean.",
            *([best_note(found.testing)] if len(found.systems) > 1 else []),
            *([f"No keyword is left for: {'; '.join(empty)}."] if empty else []),
        ),
        best_of="contrast",
        marks=_MARKS,
    )


def _columns(group: str) -> Iterator[Column]:
    yield Column("n", Unit.COUNT, group=group)
    for name in ("Bad", "Good", "Unknown", "Share"):
        yield Column(name, Unit.PERCENT, group=group)


def _head(found: Tendencies, panels: Sequence[Panel], phenomenon: str, sizes: Sequence[int]) -> Row:
    """The name of a contrast, and the means over systems."""
    cells = [Cell(phenomenon)]
    for panel, size in zip(panels, sizes, strict=True):
        tallies = [panel.tally(phenomenon, system) for system in found.systems]
        cells += [Cell(size), *map(Cell, _mean_percents(tallies))]
    return Row(tuple(cells), Level.GROUP)


def _tally_cells(found: Tendencies, panel: Panel, phenomenon: str, who: str) -> list[Cell]:
    tally = panel.tally(phenomenon, who)
    place = panel.out_of_order(phenomenon, found.systems).get(who)
    mark = _SIGNS[place] if place else _CONSTRUCTED if found.selecting(who, panel.chosen) else ""
    share = Cell(
        tally.share,
        best=len(found.systems) > 1 and who in panel.best(phenomenon),  # one system alone is no cluster
        interval=panel.intervals(phenomenon).get(who),
        mark=mark if tally.share is not None else "",
    )
    return [Cell(tally.total), *(Cell(tally.percent(count)) for count in _counts(tally)), share]


def _means(found: Tendencies, panels: Sequence[Panel], labels: Labels) -> Iterator[Row]:
    """Everybody's means over contrasts: by these systems are ordered."""
    name = "Mean of the contrasts"
    heads = [Cell(name)]
    for panel in panels:
        own = [_mean_percents([panel.tally(one, who) for one in found.phenomena]) for who in found.systems]
        over = [mean(values) for values in zip(*own, strict=True)] or [None] * 4
        heads += [Cell(sum(_size(found, panel, one) for one in found.phenomena)), *map(Cell, over)]
    yield Row(tuple(heads), Level.GROUP)
    for who in found.everybody:
        cells = [Cell(named(found, who, labels))]
        for panel in panels:
            *parts, _ = _mean_percents([panel.tally(one, who) for one in found.phenomena])
            cells += [Cell(panel.total(who).total), *map(Cell, parts), _mean_share(found, panel, who)]
        yield Row(tuple(cells), Level.MEMBER, name)


def _mean_share(found: Tendencies, panel: Panel, who: str) -> Cell:
    share, row = panel.means.get(who), panel.averages.get(Average.PHENOMENON_MACRO)
    best = row is not None and len(found.systems) > 1 and who in row.best
    constructed = share is not None and found.selecting(who, panel.chosen)
    return Cell(share, best, mark=_CONSTRUCTED if constructed else "")


def systems_table(found: Tendencies, labels: Labels) -> Table:
    """One row for each system and reference: means, counts, and the shares of all contrasts side by side."""
    leading, several = found.leading, len(found.systems) > 1
    shown = leading_name(found)
    rows = []
    for who in found.everybody:
        total = leading.total(who)
        means = [_mean_share(found, panel, who) for panel in found.panels.values()]
        counts = [Cell(total.good), Cell(total.bad), Cell(total.unknown), Cell(total.percent(total.unknown))]
        wins = sum(who in leading.best(one) for one in found.phenomena) if who in found.systems else None
        shares = [
            Cell(leading.tally(one, who).share, several and who in leading.best(one))
            for one in found.phenomena
        ]
        won = [Cell(wins)] if several else []
        rows.append(Row((Cell(named(found, who, labels)), *means, *counts, *won, *shares)))
    keywords = f"{shown} keywords"
    return Table(
        title=f"{title_of(found)}: systems",
        columns=(
            Column("System"),
            *(Column(set_name(found, one), Unit.PERCENT, group="mean share") for one in found.panels),
            *(Column(name, Unit.COUNT, group=keywords) for name in ("Good", "Bad", "Unknown")),
            Column("Unknown %", Unit.PERCENT, group=keywords),
            *([Column("Best", Unit.COUNT, group=keywords)] if several else []),
            *(Column(one, Unit.PERCENT, True, f"share of Good, {shown}") for one in found.phenomena),
        ),
        rows=tuple(rows),
        signature=found.signature,
        notes=(
            "Mean share: the mean over contrasts of Good in percent of Good and Bad.",
            *([_WINS, best_note(found.testing)] if several else []),
        ),
        best_of="column",
        marks=_MARKS,
    )


def _size(found: Tendencies, panel: Panel, phenomenon: str) -> int:
    return found.study.chosen(panel.chosen).filter(pl.col("phenomenon") == phenomenon).height


def _counts(tally: Tally) -> tuple[int, int, int]:
    """In the order of the columns."""
    return tally.bad, tally.good, tally.unknown


def _mean_percents(tallies: Sequence[Tally]) -> list[float | None]:
    """The means of Bad, Good, Unknown and share."""
    parts = [[*(tally.percent(count) for count in _counts(tally)), tally.share] for tally in tallies]
    return [mean(values) for values in zip(*parts, strict=True)] if parts else [None] * 4
