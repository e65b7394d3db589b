"""The studies of a workspace as a table and as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.signatures import signature
from lackmus.core.contrasts.study_lists import StudyShown
from lackmus.core.outputs.campaigns import day
from lackmus.tables.table import ColumnOf, Table, Unit


def studies_table(studies: Sequence[StudyShown], hint: str = "") -> Table:
    """One row for each study."""
    return Table.of(
        "Studies of the workspace",
        studies,
        (
            ColumnOf("Study", lambda one: one.name),
            ColumnOf("Pair", lambda one: one.pair),
            ColumnOf("Contrasts", lambda one: len(one.contrasts), Unit.COUNT),
            ColumnOf("Items", lambda one: one.items, Unit.COUNT),
            ColumnOf("Selected", lambda one: one.selected, Unit.COUNT),
            ColumnOf("Kept", lambda one: one.kept, Unit.COUNT),
            ColumnOf("Dropped", lambda one: one.dropped, Unit.COUNT),
            ColumnOf("Systems", lambda one: ", ".join(one.systems)),
            ColumnOf("References", lambda one: ", ".join(one.references) or None),
            ColumnOf("Made (UTC)", lambda one: day(one.at)),
            ColumnOf("By", lambda one: one.person),
        ),
        signature({"studies": len(studies)}),
        () if studies else (f"There is none yet. {hint}".strip(),),
    )


def studies_values(studies: Sequence[StudyShown]) -> dict[str, Any]:
    """The studies as plain values."""
    return {"studies": [asdict(one) for one in studies]}
