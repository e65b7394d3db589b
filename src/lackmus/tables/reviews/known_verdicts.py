"""Control texts, training sets, and how people agree with known verdicts: as tables and as plain values."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.agreement_measures import Coefficient
from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.reviews.known_verdicts import Agreed, CampaignControls
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit

_ALL = "All phenomena"


def agreed_table(found: Sequence[Agreed], title: str, note: str = "") -> Table:
    """How people agree with known verdicts, by person and phenomenon."""
    return Table(
        title=title,
        columns=(
            Column("Person"),
            Column("Phenomenon"),
            Column("Texts", Unit.COUNT),
            Column("Same", Unit.COUNT),
            Column("Same, %", Unit.PERCENT),
            *(Column(f"κ{end}", Unit.RATIO) for end in ("", " low", " high")),
        ),
        rows=tuple(
            Row.of(
                Cell(one.person),
                Cell(f"{one.category} › {one.phenomenon}" if one.phenomenon else _ALL),
                Cell(one.texts),
                Cell(one.same),
                Cell(one.percent.value, interval=one.percent.interval),
                *_ratio(one.kappa),
                level=Level.BODY if one.phenomenon else Level.AVERAGE,
            )
            for one in found
        ),
        signature=signature(
            {
                "agreement": "percent+kappa(known verdicts)",
                "people": len({one.person for one in found}),
                "answers": sum(one.texts for one in found if one.phenomenon is None),
                "intervals": "95%-bootstrap(texts)",
            }
        ),
        notes=(
            *([note] if note else []),
            "κ: Cohen’s kappa with the known verdicts, none where all verdicts are the same. Low and high: "
            "95 % intervals, by bootstrap over texts.",
        ),
    )


def controls_agreed_table(found: Sequence[Agreed]) -> Table:
    """How people agree with control texts."""
    return agreed_table(found, "Agreement with control texts", "Answers to control texts are no decisions.")


def agreed_values(found: Iterable[Agreed]) -> list[dict[str, Any]]:
    """Agreement with known verdicts as plain values; no category and phenomenon: all of them."""
    return [asdict(one) for one in found]


def controls_table(found: Sequence[CampaignControls]) -> Table:
    """The control texts of all campaigns."""
    return Table(
        title="Control texts",
        columns=(
            Column("Campaign"),
            Column("Suite"),
            Column("Rate"),
            Column("Of"),
            Column("Phenomenon"),
            Column("Texts", Unit.COUNT),
        ),
        rows=tuple(
            Row.of(
                one.campaign,
                one.suite,
                one.rate,
                ", ".join(one.people) or "all annotators",
                f"{each.category} › {each.phenomenon}",
                each.texts,
            )
            for one in found
            for each in one.phenomena
        ),
        signature=signature({"controls": sum(one.texts for one in found)}),
        notes=tuple(f"{one.campaign}: {counted(one.texts, 'text')} ({one.about})." for one in found),
    )


def controls_values(found: Iterable[CampaignControls]) -> list[dict[str, Any]]:
    """Control texts as plain values."""
    return [asdict(one) for one in found]


def _ratio(one: Coefficient) -> tuple[Cell, ...]:
    low, high = one.interval or (None, None)
    return Cell(one.value), Cell(low), Cell(high)
