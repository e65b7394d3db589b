"""The studies of a workspace as a table and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.contrasts.study_lists import StudyShown
from lackmus.tables.table import Cell, Column, Row, Table, Unit


def studies_table(studies: Sequence[StudyShown], hint: str = "") -> Table:
    """One row for each study."""
    counts = ("Contrasts", "Items", "Selected", "Kept", "Dropped")
    return Table(
        "Studies of the workspace",
        (
            *map(Column, ("Study", "Pair")),
            *(Column(name, Unit.COUNT) for name in counts),
            *map(Column, ("Systems", "References", "Made (UTC)", "By")),
        ),
        tuple(
            Row(
                tuple(
                    Cell(value)
                    for value in (
                        *(one.name, one.pair),
                        *(len(one.contrasts), one.items, one.selected, one.kept, one.dropped),
                        *(", ".join(one.systems), ", ".join(one.references) or None),
                        *(one.at[:16].replace("T", " "), one.person),
                    )
                )
            )
            for one in studies
        ),
        signature({"studies": len(studies)}),
        () if studies else (f"There is none yet. {hint}".strip(),),
    )


def studies_values(studies: Sequence[StudyShown]) -> dict[str, Any]:
    """The studies as plain values."""
    return {"studies": [asdict(one) for one in studies]}
