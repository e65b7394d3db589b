"""The studies of a workspace as a list: what each holds, who brought it, and how far it is refined."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.tables.table import Cell, Column, Row, Table, Unit


@dataclass(frozen=True)
class StudyShown:
    """All about a study but its trees and verdicts."""

    number: int
    name: str
    pair: str
    contrasts: tuple[str, ...]  # by name
    systems: tuple[str, ...]
    references: tuple[str, ...]
    items: int
    selected: int  # of them
    kept: int  # of the selected ones
    dropped: int
    person: str  # who ran it or brought it in
    at: str
    digest: str  # of all that never changes of it

    @property
    def in_short(self) -> str:
        """“5 contrasts, 3,512 items, 10 systems, en-cs”."""
        counts = (counted(len(self.contrasts), "contrast"), counted(self.items, "item"))
        return f"{', '.join(counts)}, {counted(len(self.systems), 'system')}, {self.pair}"

    @property
    def looked_at(self) -> int:
        """Selected items of which somebody has said whether they are kept."""
        return self.kept + self.dropped


@dataclass(frozen=True)
class Choice:
    """What somebody said of an item, and for how long it holds."""

    item: str
    kept: bool
    person: str
    at: str
    change: int  # that said it
    holds: bool


def studies_table(studies: Sequence[StudyShown]) -> Table:
    """One line for each study."""
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
        () if studies else ("There is none yet. Make one: lackmus contrast run.",),
    )


def studies_values(studies: Sequence[StudyShown]) -> dict[str, Any]:
    """The same as plain values."""
    return {"studies": [asdict(one) for one in studies]}
