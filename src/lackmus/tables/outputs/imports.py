"""The result of importing outputs, as a table and as plain values."""

from lackmus.core.outputs.fit import alarms
from lackmus.core.outputs.imports import ImportedOutputs, import_signature
from lackmus.tables.table import Cell, Column, Row, Table, Unit


def imported_table(imported: ImportedOutputs) -> Table:
    """One line per system."""
    return Table(
        title=f"{imported.campaign}, {imported.suite}, {imported.pair}"
        + (": what would be done" if imported.tried else ""),
        columns=(
            Column("System"),
            Column("File"),
            Column("Outputs are"),
            Column("Items", Unit.COUNT),
            Column("Outputs", Unit.COUNT),
            Column("Compared with before"),
        ),
        rows=tuple(
            Row(
                (
                    Cell(one.system),
                    Cell(one.file),
                    Cell(one.outcome),
                    Cell(one.items),
                    Cell(one.outputs),
                    Cell(None if one.difference is None else str(one.difference)),
                )
            )
            for one in imported.systems
        ),
        signature=import_signature(imported),
        notes=tuple(told for one in imported.systems for told in alarms(one.system, one.suspicions)),
    )
