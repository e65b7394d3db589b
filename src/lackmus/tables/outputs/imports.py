"""The result of importing outputs, as a table and as plain values."""

from lackmus.core.outputs.fit import alarms
from lackmus.core.outputs.imports import ImportedOutputs, import_signature
from lackmus.tables.table import ColumnOf, Table, Unit


def imported_table(imported: ImportedOutputs) -> Table:
    """One line per system."""
    return Table.of(
        f"{imported.campaign}, {imported.suite}, {imported.pair}"
        + (": what would be done" if imported.tried else ""),
        imported.systems,
        (
            ColumnOf("System", lambda one: one.system),
            ColumnOf("File", lambda one: one.file),
            ColumnOf("Outputs are", lambda one: one.outcome),
            ColumnOf("Items", lambda one: one.items, Unit.COUNT),
            ColumnOf("Outputs", lambda one: one.outputs, Unit.COUNT),
            ColumnOf(
                "Compared with before", lambda one: None if one.difference is None else str(one.difference)
            ),
        ),
        import_signature(imported),
        tuple(told for one in imported.systems for told in alarms(one.system, one.suspicions)),
    )
