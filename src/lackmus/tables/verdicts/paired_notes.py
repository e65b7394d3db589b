"""What an exact paired test would change in clusters: as a sentence, and as plain values."""

from collections.abc import Mapping, Sequence
from typing import Any

from lackmus.core.base.choices import By, Correction, Test
from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import Average
from lackmus.core.verdicts.paired_tests import ClusterChange, PairedTest

_ROWS = 5  # rows named before the rest is only counted
_SYSTEMS = 4  # systems named in each row


def paired_note(
    paired: PairedTest | None, by: By, micro: str, labels: Mapping[str, str] | None = None
) -> list[str]:
    """A note for the rows of a table; empty if a paired test was chosen already.

    `micro` is the table's name for the micro-average.
    """
    if paired is None:
        return []
    rows = paired.categories + 1 + (paired.phenomena if by is By.PHENOMENON else 0)
    holm = ", Holm" if paired.correction is Correction.HOLM else ""
    changes = _of_table(paired.changes, by)
    said = [f"An exact paired test (McNemar{holm}) {_said(changes, rows, micro, labels or {})}."]
    in_groups = _of_table(paired.changes_in_groups, by)
    if paired.grouped:
        said.append(f"Within groups, it {_said(in_groups, rows, micro, labels or {})}.")
    signs = "+ joins the best, − leaves them; macro" if changes or in_groups else "Macro"
    return [" ".join([*said, f"{signs}-averages are not tested."])]


def _of_table(changes: Sequence[ClusterChange], by: By) -> list[ClusterChange]:
    """The changes in the rows of a table; first those where a system would leave the cluster."""
    shown = [change for change in changes if by is By.PHENOMENON or change.phenomenon is None]
    return sorted(shown, key=lambda change: (not change.leaves, change.phenomenon is not None))


def _said(changes: Sequence[ClusterChange], rows: int, micro: str, labels: Mapping[str, str]) -> str:
    if not changes:
        return f"finds the same best in all {rows:,} rows"
    each = [f"{_name(change, micro)}: {_systems(change, labels)}" for change in changes[:_ROWS]]
    if len(changes) > _ROWS:
        each.append(f"and {counted(len(changes) - _ROWS, 'more row', 'more rows')}, which that test shows")
    return f"would change the best in {len(changes):,} of {rows:,} rows: {'; '.join(each)}"


def _name(change: ClusterChange, micro: str) -> str:
    return change.phenomenon or change.category or micro


def _systems(change: ClusterChange, labels: Mapping[str, str]) -> str:
    parts = []
    for sign, systems in (("+", change.joins), ("−", change.leaves)):
        if systems:
            named = ", ".join(labels.get(system, system) for system in systems[:_SYSTEMS])
            more = f" and {len(systems) - _SYSTEMS:,} more" if len(systems) > _SYSTEMS else ""
            parts.append(f"{sign} {named}{more}")
    return ", ".join(parts)


def paired_values(paired: PairedTest | None) -> dict[str, Any] | None:
    """All rows that would change, for JSON; None if a paired test was chosen already."""
    if paired is None:
        return None
    return {
        "test": str(Test.MCNEMAR),
        "alpha": paired.alpha,
        "correction": str(paired.correction),
        **_values(paired.changes),
        **({"groups": _values(paired.changes_in_groups)} if paired.grouped else {}),
    }


def _values(changes: Sequence[ClusterChange]) -> dict[str, Any]:
    micro = next((one for one in changes if one.category is None), ClusterChange(None, None, (), ()))
    return {
        "rows": [
            {"category": one.category, "phenomenon": one.phenomenon, **_moves(one)}
            for one in changes
            if one.category is not None
        ],
        "averages": {str(Average.MICRO): _moves(micro)},
    }


def _moves(change: ClusterChange) -> dict[str, list[str]]:
    return {"joins": list(change.joins), "leaves": list(change.leaves)}
