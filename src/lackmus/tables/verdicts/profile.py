"""The profile of a system as a table, in a few sentences, and as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from lackmus.core.base.choices import By
from lackmus.core.base.plurals import counted
from lackmus.core.verdicts.accuracies import AVERAGES, Average
from lackmus.core.verdicts.profile import ProfileRow, ProfileSide, SystemProfile
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit, points

_NAMED = 8  # rows named in a sentence before the rest is only counted
_LEAST_P = 0.001


def profile_table(
    profile: SystemProfile, by: By = By.PHENOMENON, labels: Mapping[str, str] | None = None
) -> Table:
    """Categories (and phenomena) in rows: the system, the mean of the others, and the difference."""
    labels = labels or {}
    name = labels.get(profile.system, profile.system)
    rows = [
        _row(row, row.name, _level(row, by), labels)
        for row in profile.rows
        if by is By.PHENOMENON or row.phenomenon is None
    ]
    rows += [_row(profile.averages[kind], words, Level.AVERAGE, labels) for kind, words in AVERAGES.items()]
    suite = profile.evaluation.suite
    return Table(
        title=f"{name}: a profile on {suite.name}, {', '.join(map(str, suite.pairs))}",
        columns=(
            Column(by.capitalize()),
            Column("n", Unit.COUNT),
            Column(name, Unit.PERCENT, heat=True),
            Column("Others", Unit.PERCENT, heat=True),
            Column("Difference", Unit.POINTS),
            Column("p", Unit.P),
            Column("Mean"),
            Column("Cluster"),
            Column("Best other", Unit.PERCENT),
            Column("Which"),
        ),
        rows=tuple(rows),
        signature=profile.signature,
        notes=(profile_in_short(profile, labels), *_notes(profile)),
    )


def _row(row: ProfileRow, name: str, level: Level, labels: Mapping[str, str]) -> Row:
    other = None if row.best_other is None else labels.get(row.best_other, row.best_other)
    cells = (
        Cell(name),
        Cell(row.n),
        Cell(row.accuracy),
        Cell(row.others),
        Cell(row.difference),
        Cell(row.corrected),
        Cell(row.standing.value if row.standing else None),
        Cell(_cluster(row)),
        Cell(row.best_other_accuracy),
        Cell(other),
    )
    return Row(cells, level, (row.category or "") if level is Level.MEMBER else "")


def _cluster(row: ProfileRow) -> str | None:
    """Whether the system is in the best or the worst cluster; both if the row shows no difference."""
    sides = [side for side, there in (("best", row.best), ("worst", row.worst)) if there]
    return " and ".join(sides) or None


def _level(row: ProfileRow, by: By) -> Level:
    if by is By.CATEGORY:
        return Level.BODY
    return Level.GROUP if row.phenomenon is None else Level.MEMBER


def _notes(profile: SystemProfile) -> list[str]:
    testing = profile.evaluation.signature
    test = next((part for part in testing.split("|") if part.startswith("test:")), "test:z")
    return [
        f"Others: the mean of the other {counted(len(profile.others), 'system')}. Mean: above or below it "
        "(p ≤ 0.05). p: two-tailed and exact (systems and signs exchanged on each item; the larger p "
        "counts), corrected by Holm over all categories, and over all phenomena. Macro-averages are not "
        "tested.",
        f"Cluster: among the significantly best or worst of the row ({test.removeprefix('test:')}); best and "
        "worst where the row's items tell it from neither.",
    ]


def profile_in_short(profile: SystemProfile, labels: Mapping[str, str] | None = None) -> str:
    """The summary of a profile, as in a paper."""
    name = (labels or {}).get(profile.system, profile.system)
    micro = profile.averages[Average.MICRO]
    if micro.accuracy is None or micro.others is None or micro.difference is None:
        return f"No item is settled for {name} and all others, so nothing can be compared."
    others = counted(len(profile.others), "other system")
    said = [
        f"{name} passes {micro.accuracy:.1f} % of {counted(micro.n, 'item')}; the {others} "
        f"{'passes' if len(profile.others) == 1 else 'pass on average'} {micro.others:.1f} % "
        f"({points(micro.difference)} points, {_p(micro.corrected)})."
    ]
    rows = profile.categories
    for side, other, found in (
        ("best", "worst", [row for row in rows if row.best and not row.worst]),
        ("worst", "best", [row for row in rows if row.worst and not row.best]),
    ):
        many = f"{len(found) or 'none'} of {counted(len(rows), 'category', 'categories')}"
        said.append(f"Among the {side} and not the {other} in {many}{_names(found)}.")
    for standing in ProfileSide:
        of_rows = [row for row in profile.phenomena if row.standing is standing]
        of_rows.sort(key=lambda row: -abs(row.difference or 0))
        where = f"{standing.capitalize()} the mean of the others"
        many = f"{len(of_rows) or 'none'} of {counted(len(profile.phenomena), 'phenomenon', 'phenomena')}"
        said.append(f"{where} in {many}{_names(of_rows, differences=True)}.")
    return " ".join(said)


def _names(rows: Sequence[ProfileRow], differences: bool = False) -> str:
    if not rows:
        return ""
    each = [f"{row.name} ({points(row.difference or 0)})" if differences else row.name for row in rows]
    more = f" and {len(each) - _NAMED} more" if len(each) > _NAMED else ""
    return f": {', '.join(each[:_NAMED])}{more}"


def _p(value: float | None) -> str:
    if value is None:
        return "not tested"
    return f"p < {_LEAST_P}" if value < _LEAST_P else f"p = {value:.3f}"


def profile_values(profile: SystemProfile, labels: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The profile as plain values, not rounded."""
    return {
        "signature": profile.signature,
        "system": profile.system,
        "others": list(profile.others),
        "labels": dict(labels or {}),
        "left_out": dict(profile.evaluation.left_out),
        "rows": [_values(row) for row in profile.rows],
        "averages": {str(kind): _values(row) for kind, row in profile.averages.items()},
        "in_short": profile_in_short(profile),
    }


def _values(row: ProfileRow) -> dict[str, Any]:
    return {**asdict(row), "standing": row.standing and row.standing.value, "difference": row.difference}
