"""A simulated review as tables and as plain values."""

from dataclasses import asdict
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.proposals.simulation import Assistance
from lackmus.core.proposals.simulation_report import ReplaySummary, Simulation, Spread, TrustRow
from lackmus.tables.table import Cell, Column, Row, Table, Unit

_CAUTION = (
    "Real savings will be smaller: texts without a known answer are left out here, and annotators slip. "
    "These answers never do."
)


def simulation_tables(one: Simulation) -> tuple[Table, ...]:
    """Decisions, what each proposer covers at which trust, and whether trust is what it says."""
    return _decisions(one), _thresholds(one), *([_reliability(one)] if one.reliability else [])


def simulation_values(one: Simulation) -> dict[str, Any]:
    """The simulation as plain values."""
    return {"signature": one.signature, **asdict(one)}


def _decisions(one: Simulation) -> Table:
    before = one.campaigns[:-1]
    earlier = f" {' and '.join(before)} was settled before." if before else ""
    dealt = " The answers were dealt out anew within phenomena." if one.shuffled else ""
    return Table(
        title="What a review would take",
        columns=(
            Column("Proposals"),
            Column("Decisions", Unit.COUNT),
            Column("From", Unit.COUNT),
            Column("To", Unit.COUNT),
            Column("Screens", Unit.COUNT),
            Column("Corrections", Unit.COUNT),
            Column("Pairs confirmed", Unit.COUNT),
            Column("Texts read", Unit.COUNT),
            Column("Agreement, %", Unit.PERCENT),
        ),
        rows=tuple(_replayed(row) for row in one.replays),
        signature=one.signature,
        notes=(
            f"{counted(one.texts, 'text')} to settle ({one.rows:,} outputs), with {one.hidden.told} hidden; "
            f"mean of {counted(len(one.seeds), 'seed')}, with the lowest and the highest.{earlier}{dealt}",
            "Each confirmed screen, correction and confirmed pair is a decision. Agreement: settled texts "
            "whose verdict is the known answer.",
            _CAUTION,
            *(
                ["Without scikit-learn there is no model: wording pairs, siblings and the majority propose."]
                if one.replays[-1].assistance is Assistance.EVIDENCE
                else []
            ),
        ),
    )


def _replayed(row: ReplaySummary) -> Row:
    def mean(spread: Spread) -> int:
        return round(spread.mean)

    return Row.of(
        row.assistance.value,
        mean(row.decisions),
        round(row.decisions.low),
        round(row.decisions.high),
        mean(row.screens),
        mean(row.corrections),
        mean(row.pairs),
        mean(row.read),
        Cell(row.agreement.mean, interval=row.agreement_interval),
    )


def _thresholds(one: Simulation) -> Table:
    return Table(
        title="Proposals by trust",
        columns=(Column("Proposer"), Column("Trust at least"), *_MEASURED),
        rows=tuple(Row.of(row.proposer, f"{row.trust:.2f}", *_measured(row)) for row in one.thresholds),
        signature=one.signature,
        notes=("As they stood when a text came into view. Covered: of all lines that came into view.",),
    )


def _reliability(one: Simulation) -> Table:
    return Table(
        title="Whether trust is what it says",
        columns=(Column("Trust"), Column("Mean trust, %", Unit.PERCENT), *_MEASURED),
        rows=tuple(
            Row.of(f"{row.trust:.2f}–{row.upto or 1:.2f}", row.shown, *_measured(row))
            for row in one.reliability
        ),
        signature=one.signature,
    )


_MEASURED = (
    Column("Lines", Unit.COUNT),
    Column("Covered, %", Unit.PERCENT),
    Column("Right, %", Unit.PERCENT),
)


def _measured(row: TrustRow) -> tuple[int | float | Cell, ...]:
    return row.lines, row.covered, Cell(row.right, interval=row.interval)
