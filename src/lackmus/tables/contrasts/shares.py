"""A study as tables: shares of Good, contrast by contrast and system by system."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import polars as pl

from lackmus.core.base.choices import TendencyTable
from lackmus.core.contrasts.out_of_order import Deviation, out_of_order
from lackmus.core.contrasts.shares import CounterpartTally, Panel, ShareMeasure, Tendencies, mean
from lackmus.core.verdicts.accuracies import Average
from lackmus.tables.contrasts.checks import alignment_table, correlation_table, unknown_table
from lackmus.tables.contrasts.counterparts import counterparts_table
from lackmus.tables.contrasts.sentences import (
    Labels,
    best_note,
    lead,
    leading_name,
    named,
    selection,
    set_name,
    title_of,
)
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit

__all__ = ["SHORT_FORMATS", "contrasts_table", "lead", "systems_table", "tendency_tables"]

SHORT_FORMATS = frozenset({"terminal", "latex", "markdown"})  # without room for whole sentences in a table

_SIGNS = {Deviation.HIGHER: "↑", Deviation.LOWER: "↓"}
_CONSTRUCTED = "°"
Out = Mapping[ShareMeasure, Mapping[str, Deviation]]  # systems out of order, by each number
_MARKS = (
    (_SIGNS[Deviation.HIGHER], "out of sequence, the order of the mean shares: higher than its place"),
    (_SIGNS[Deviation.LOWER], "out of sequence, the order of the mean shares: lower than its place"),
    (_CONSTRUCTED, "Good by construction: this reference selected the keywords"),
)
_SEQUENCE = (
    "In that order Good and Share should fall from system to system, and Bad rise. What does not is out of "
    "sequence and has an arrow; table 2 of Cinková and Bojar (2018) has ∧ for it."
)
_WINS = "Best: in how many contrasts a system is among the best."
_SIDE_BY_SIDE = 2  # sets of items that fit side by side


def tendency_tables(
    found: Tendencies, names: Sequence[TendencyTable], labels: Labels | None = None, details: bool = True
) -> list[Table]:
    """The tables by name; the first has the general notes. `details` show whole sentences."""
    labels = labels or {}
    makers: Mapping[TendencyTable, Callable[[Tendencies, Labels], Table]] = {
        TendencyTable.COUNTERPARTS: partial(counterparts_table, details=details),
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
        outs = [
            {part: panel.out_of_order(phenomenon, found.systems, part) for part in ShareMeasure}
            for panel in panels
        ]
        for who in found.everybody:
            cells = [
                cell
                for panel, out in zip(panels, outs, strict=True)
                for cell in _tally_cells(found, panel, phenomenon, who, out)
            ]
            rows.append(Row.of(named(found, who, labels), *cells, level=Level.MEMBER, group=phenomenon))
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
            *([_SEQUENCE, best_note(found.testing)] if len(found.systems) > 1 else []),
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
    """The heading row of a contrast, with the means over systems."""
    cells = [Cell(phenomenon)]
    for panel, size in zip(panels, sizes, strict=True):
        tallies = [panel.tally(phenomenon, system) for system in found.systems]
        cells += [Cell(size), *map(Cell, _mean_percents(tallies))]
    return Row(tuple(cells), Level.GROUP)


def _tally_cells(found: Tendencies, panel: Panel, phenomenon: str, who: str, out: Out) -> list[Cell]:
    tally = panel.tally(phenomenon, who)
    share = Cell(
        tally.share,
        best=len(found.systems) > 1 and who in panel.best(phenomenon),  # one system alone is no cluster
        interval=panel.intervals(phenomenon).get(who),
        mark=_sign(out, ShareMeasure.SHARE, who) or _constructed(found, panel, who, tally.share),
    )
    bad, good, unknown = (tally.percent(count) for count in _counts(tally))
    return [Cell(tally.total), *_parts(bad, good, unknown, out, who), share]


def _parts(
    bad: float | None, good: float | None, unknown: float | None, out: Out, who: str
) -> tuple[Cell, Cell, Cell]:
    """Return Bad, Good and Unknown; the first two with their signs."""
    return (
        Cell(bad, mark=_sign(out, ShareMeasure.BAD, who)),
        Cell(good, mark=_sign(out, ShareMeasure.GOOD, who)),
        Cell(unknown),
    )


def _sign(out: Out, part: ShareMeasure, who: str) -> str:
    place = out[part].get(who)
    return _SIGNS[place] if place else ""


def _constructed(found: Tendencies, panel: Panel, who: str, share: float | None) -> str:
    return _CONSTRUCTED if share is not None and found.selecting(who, panel.chosen) else ""


def _means(found: Tendencies, panels: Sequence[Panel], labels: Labels) -> Iterator[Row]:
    """Means over contrasts, by which systems are ordered."""
    name = "Mean of the contrasts"
    heads = [Cell(name)]
    means = [
        {who: _mean_percents([panel.tally(one, who) for one in found.phenomena]) for who in found.everybody}
        for panel in panels
    ]
    outs = [_means_out_of_order(found, own) for own in means]
    for panel, own in zip(panels, means, strict=True):
        columns = zip(*(own[who] for who in found.systems), strict=True)
        over = [mean(values) for values in columns] or [None] * 4
        heads += [Cell(sum(_size(found, panel, one) for one in found.phenomena)), *map(Cell, over)]
    yield Row(tuple(heads), Level.GROUP)
    for who in found.everybody:
        cells = [Cell(named(found, who, labels))]
        for panel, own, out in zip(panels, means, outs, strict=True):
            bad, good, unknown, _ = own[who]
            share = _mean_share(found, panel, who)
            sign = _sign(out, ShareMeasure.SHARE, who)
            cells += [
                Cell(panel.total(who).total),
                *_parts(bad, good, unknown, out, who),
                replace(share, mark=sign) if sign else share,
            ]
        yield Row(tuple(cells), Level.MEMBER, name)


def _means_out_of_order(found: Tendencies, means: Mapping[str, Sequence[float | None]]) -> Out:
    """Return the systems whose means over contrasts are out of order, by each number."""
    places = {ShareMeasure.BAD: 0, ShareMeasure.GOOD: 1, ShareMeasure.SHARE: 3}
    return {
        part: out_of_order({who: means[who][place] for who in found.systems}, rising=part is ShareMeasure.BAD)
        for part, place in places.items()
    }


def _mean_share(found: Tendencies, panel: Panel, who: str) -> Cell:
    share, row = panel.means.get(who), panel.averages.get(Average.PHENOMENON_MACRO)
    best = row is not None and len(found.systems) > 1 and who in row.best
    return Cell(share, best, mark=_constructed(found, panel, who, share))


def systems_table(found: Tendencies, labels: Labels) -> Table:
    """One row for each system and reference: means, counts, and the shares of all contrasts."""
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
        rows.append(Row.of(named(found, who, labels), *means, *counts, *won, *shares))
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


def _counts(tally: CounterpartTally) -> tuple[int, int, int]:
    """Counts in the order of the columns."""
    return tally.bad, tally.good, tally.unknown


def _mean_percents(tallies: Sequence[CounterpartTally]) -> list[float | None]:
    """The means of Bad, Good, Unknown and share."""
    parts = [[*(tally.percent(count) for count in _counts(tally)), tally.share] for tally in tallies]
    return [mean(values) for values in zip(*parts, strict=True)] if parts else [None] * 4
