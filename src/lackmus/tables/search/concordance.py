"""A concordance as tables and as plain values: keywords in context, wordings, systems."""

from dataclasses import asdict, fields
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.search.concordance import Concordance, Frequency, SearchLine
from lackmus.core.search.query import SearchQuery, SystemsShown
from lackmus.tables.table import Cell, Column, ColumnOf, Report, Row, Table, Unit

_WORDINGS = 20  # in a table for readers
_FEW = ("Before", "Match", "After", "Item", "Verdict", "Systems")  # columns that fit a terminal


def concordance_report(found: Concordance, narrow: bool = False) -> Report:
    """A search as tables and as its values; `narrow`: for a terminal."""
    tables = concordance_tables(found, narrow)
    return Report(f"Lackmus: {found.query.wanted}", tuple(tables), concordance_values(found))


def concordance_tables(found: Concordance, narrow: bool = False) -> list[Table]:
    """The lines, the wordings that were found, and the systems if they are named."""
    return [
        _lines(found, narrow),
        _wordings(found, narrow),
        *([_systems(found)] if found.query.shown_systems is not SystemsShown.COUNT else []),
    ]


def counts_in_words(found: Concordance) -> str:
    """How much was found, in a sentence."""
    if not found.total:
        return f"Nothing was found in {counted(found.searched, 'text')}."
    told = f"{counted(found.total, 'line')} in {counted(found.texts, 'text')} of {found.searched:,}"
    return f"{told}; {counted(found.outputs, 'output')}." if found.outputs else f"{told}."


def remarks(found: Concordance) -> tuple[str, ...]:
    """What a reader must know of a search: texts that were given up, items that are hidden."""
    given_up, reserved = found.given_up, found.reserved
    return tuple(
        note
        for said, note in (
            (given_up, f"{counted(given_up, 'text')} took the pattern too long and may have more matches."),
            (reserved, f"{counted(reserved, 'reserved item')} cannot be searched: only editors see them."),
        )
        if said
    )


def _lines(found: Concordance, narrow: bool) -> Table:
    columns = [
        Column("Before", Unit.BEFORE),
        *map(Column, ("Match", "After", "Where", "Item", "Suite", "Category", "Phenomenon")),
        *map(Column, ("Verdict", "Reason")),
        Column("Systems", Unit.TEXT if _is_named(found) else Unit.COUNT),
        Column("Text number", Unit.COUNT),
        *map(Column, ("About", "Text")),
    ]
    shown = [place for place, column in enumerate(columns) if not narrow or column.name in _FEW]
    rows = [_line(one, _is_named(found)) for one in found.lines]
    last = found.first + len(found.lines)
    part = (
        [f"Lines {found.first + 1:,} to {last:,} of {found.total:,}."] if rows and last < found.total else []
    )
    return Table(
        "Keyword in context",
        tuple(columns[place] for place in shown),
        tuple(Row(tuple(row[place] for place in shown)) for row in rows),
        found.signature,
        (counts_in_words(found), *part, *remarks(found)),
    )


def _is_named(found: Concordance) -> bool:
    return found.query.shown_systems is not SystemsShown.COUNT


def _line(one: SearchLine, named: bool) -> tuple[Cell, ...]:
    return (
        Cell(one.left.strip()),
        Cell(one.match),
        Cell(one.right.strip()),
        Cell(one.place.value),
        Cell(one.item),
        Cell(one.suite),
        Cell(one.category),
        Cell(one.phenomenon),
        Cell(one.verdict.value if one.verdict else ""),
        Cell(one.reason.value if one.reason else ""),
        Cell(", ".join(map(str, one.written_by)) if named else one.systems),
        Cell(one.text_id),
        Cell(one.about),
        Cell(one.text),
    )


def _wordings(found: Concordance, narrow: bool) -> Table:
    shown = found.wordings[:_WORDINGS] if narrow else found.wordings
    more = len(found.wordings) - len(shown)
    return Table.of(
        "Wordings",
        shown,
        (
            ColumnOf("Wording", lambda one: one.name),
            ColumnOf("Hits", lambda one: one.hits, Unit.COUNT),
            ColumnOf("Texts", lambda one: one.texts, Unit.COUNT),
            ColumnOf("Outputs", lambda one: one.outputs, Unit.COUNT),
        ),
        found.signature,
        ("Outputs: each text as often as systems wrote it.", *([f"And {more:,} more."] if more else [])),
    )


def _systems(found: Concordance) -> Table:
    return Table.of(
        "Systems",
        found.by_system,
        (
            ColumnOf("Campaign", lambda one: one.campaign),
            ColumnOf("System", lambda one: one.name),
            ColumnOf("Hits", lambda one: one.hits, Unit.COUNT),
            ColumnOf("Texts", lambda one: one.texts, Unit.COUNT),
            ColumnOf("Of texts", lambda one: one.of, Unit.COUNT),
            ColumnOf("%", share_of, Unit.PERCENT),
        ),
        found.signature,
        ("%: how many of the texts of the system have a hit.",),
    )


def share_of(one: Frequency) -> float | None:
    """The share of a system's texts that have a hit, in percent."""
    return 100 * one.texts / one.of if one.of else None


def query_values(query: SearchQuery) -> dict[str, Any]:
    """A search as plain values."""
    values = {field.name: getattr(query, field.name) for field in fields(query)}
    return {
        name: [str(one) for one in value] if isinstance(value, tuple) else value
        for name, value in values.items()
    }


def concordance_values(found: Concordance) -> dict[str, Any]:
    """A search as plain values for JSON."""
    return {
        "signature": found.signature,
        "query": query_values(found.query),
        "total": found.total,
        "texts": found.texts,
        "outputs": found.outputs,
        "searched": found.searched,
        "first": found.first,
        "given_up": found.given_up,
        "reserved": found.reserved,
        "review": found.query.written,
        "lines": [asdict(one) for one in found.lines],
        "wordings": [
            {"wording": one.name, "hits": one.hits, "texts": one.texts, "outputs": one.outputs}
            for one in found.wordings
        ],
        "systems": [
            {
                "campaign": one.campaign,
                "system": one.name,
                "hits": one.hits,
                "texts": one.texts,
                "of_texts": one.of,
                "share": share_of(one),
            }
            for one in found.by_system
        ],
        "parts": [asdict(one) for one in found.parts],
    }
