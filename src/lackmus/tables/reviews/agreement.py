"""Agreement as tables and as plain values."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.agreement_measures import Coefficient
from lackmus.core.base.plurals import counted
from lackmus.core.reviews.agreement import Agreement, AgreementRow, PairAgreement
from lackmus.tables.table import Cell, Column, ColumnOf, Level, Row, Table, Unit


def agreement_tables(one: Agreement) -> list[Table]:
    """Agreement by category and, with more than two people, pair by pair."""
    rows = [*one.categories, one.overall]
    two = len(one.people) == 2
    categories = Table(
        title="Agreement by category",
        columns=(
            Column("Category"),
            Column("Texts", Unit.COUNT),
            Column("People", Unit.COUNT),
            Column("Same, %", Unit.PERCENT),
            *(_columns("κ") if two else ()),
            *_columns("α"),
        ),
        rows=tuple(_category_row(row) for row in rows),
        signature=one.signature,
        notes=(
            f"{counted(one.overall.texts, 'text was', 'texts were')} judged by at least two people. "
            f"{'κ: Cohen’s kappa. ' if two else ''}α: Krippendorff’s alpha (nominal). "
            "Low and high: 95 % intervals, by bootstrap over texts.",
            *_reasons((row.category or _ALL, [one for one in (row.kappa, row.alpha) if one]) for row in rows),
        ),
    )
    pairs = [] if len(one.people) <= 2 else [_matrix(one), _pairs(one)]
    return [categories, *pairs, *_proposal_tables(one)]


def agreement_values(one: Agreement) -> dict[str, Any]:
    """Agreement as plain values."""
    return {
        "signature": one.signature,
        "people": list(one.people),
        "overall": asdict(one.overall),
        "categories": [asdict(row) for row in one.categories],
        "pairs": [asdict(pair) for pair in one.pairs],
        "without_proposal": asdict(one.unaided),
        "with_proposal": asdict(one.aided),
        "proposals": [asdict(each) for each in one.proposals],
        "not_recorded": one.unrecorded,
    }


_ALL = "All categories"


def _proposal_tables(one: Agreement) -> list[Table]:
    """Agreement with and without a proposal in view, and how often proposals were followed."""
    kinds = {"No proposal in view": one.unaided, "Proposal in view": one.aided, "Together": one.overall}
    two = any(row.kappa for row in kinds.values())
    nothing = (Cell(None),) * 3
    unknown = counted(one.unrecorded, "decision does", "decisions do")
    apart = Table(
        title="Agreement with and without a proposal in view",
        columns=(
            Column("Decisions"),
            Column("Texts", Unit.COUNT),
            Column("People", Unit.COUNT),
            Column("Same, %", Unit.PERCENT),
            *(_columns("κ") if two else ()),
            *_columns("α"),
        ),
        rows=tuple(
            Row.of(
                name,
                row.texts,
                row.people,
                _percent(row.percent),
                *((_ratio(row.kappa) if row.kappa else nothing) if two else ()),
                *_ratio(row.alpha),
                level=Level.AVERAGE if name == "Together" else Level.BODY,
            )
            for name, row in kinds.items()
        ),
        signature=one.signature,
        notes=(
            "A kind counts the texts on which two people decided in that way; Together also those on which "
            "one saw a proposal and the other did not.",
            *([f"{unknown} not tell what was in view: not recorded."] if one.unrecorded else []),
            *_reasons((name, [row.alpha]) for name, row in kinds.items() if row.texts),
        ),
    )
    if not one.proposals:
        return [apart]
    followed = Table.of(
        "Proposals that were followed",
        one.proposals,
        (
            ColumnOf("Proposer", lambda each: each.proposer or "not named"),
            ColumnOf("Decisions", lambda each: each.followed + each.overruled, Unit.COUNT),
            ColumnOf("Followed", lambda each: each.followed, Unit.COUNT),
            ColumnOf("Overruled", lambda each: each.overruled, Unit.COUNT),
            ColumnOf(
                "Followed, %",
                lambda each: 100 * each.followed / (each.followed + each.overruled),
                Unit.PERCENT,
            ),
        ),
        one.signature,
    )
    return [apart, followed]


def _matrix(one: Agreement) -> Table:
    """Kappa of every pair of people, as a matrix."""
    found = {pair: each.kappa.value for each in one.pairs for pair in _both_ways(each)}
    return Table(
        title="Cohen’s kappa, two by two",
        columns=(Column("Person"), *(Column(name, Unit.RATIO) for name in one.people)),
        rows=tuple(Row.of(name, *(found.get((name, other)) for other in one.people)) for name in one.people),
        signature=one.signature,
    )


def _both_ways(each: PairAgreement) -> tuple[tuple[str, str], tuple[str, str]]:
    return (each.one, each.other), (each.other, each.one)


def _pairs(one: Agreement) -> Table:
    """Kappa of every pair of people, with counts and intervals."""
    return Table(
        title="Agreement of two people on the texts that both judged",
        columns=(
            Column("Person"),
            Column("Other"),
            Column("Texts", Unit.COUNT),
            Column("Same, %", Unit.PERCENT),
            *_columns("κ"),
        ),
        rows=tuple(
            Row.of(each.one, each.other, each.texts, _percent(each.percent), *_ratio(each.kappa))
            for each in one.pairs
        ),
        signature=one.signature,
        notes=_reasons((f"{each.one} and {each.other}", [each.kappa]) for each in one.pairs),
    )


def _category_row(row: AgreementRow) -> Row:
    cells = (Cell(row.category or _ALL), Cell(row.texts), Cell(row.people), _percent(row.percent))
    level = Level.AVERAGE if row.category is None else Level.BODY
    return Row.of(*cells, *(_ratio(row.kappa) if row.kappa else ()), *_ratio(row.alpha), level=level)


def _columns(sign: str) -> tuple[Column, ...]:
    return tuple(Column(f"{sign}{end}", Unit.RATIO) for end in ("", " low", " high"))


def _percent(one: Coefficient) -> Cell:
    return Cell(one.value, interval=one.interval)


def _ratio(one: Coefficient) -> tuple[Cell, ...]:
    """A coefficient and its interval in separate columns, since rounding would hide the interval."""
    low, high = one.interval or (None, None)
    return Cell(one.value), Cell(low), Cell(high)


def _reasons(rows: Iterable[tuple[str, Sequence[Coefficient]]]) -> tuple[str, ...]:
    """Why numbers are missing, each reason once."""
    names: dict[str, list[str]] = {}
    for name, measures in rows:
        for note in dict.fromkeys(one.note for one in measures if one.note):
            names.setdefault(note, []).append(name)
    return tuple(f"{', '.join(who)}: {note}." for note, who in names.items())
