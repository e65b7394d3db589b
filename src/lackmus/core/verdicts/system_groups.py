"""Compare groups of systems on the same items: mean and best of each, and tests between them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING

from lackmus.core.base.choices import ALPHA
from lackmus.core.base.compact_frames import compact
from lackmus.core.base.exchange_tests import difference_p
from lackmus.core.base.signatures import prefixed
from lackmus.core.base.significance import holm
from lackmus.core.verdicts.accuracies import COUNTED, Average, Score, counted_rows
from lackmus.core.verdicts.clusters import stacked, strata_of
from lackmus.core.verdicts.evaluation import SuiteEvaluation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Passes = NDArray[np.bool_]


BETWEEN = "exchange+signs(two-tailed)+holm(level)"  # the test of groups, for the signature


@dataclass(frozen=True)
class GroupTest:
    """Test of two groups in one row."""

    first: str
    second: str
    difference: float  # mean of the first minus mean of the second, in points
    p_value: float | None  # two-tailed; None if not tested
    corrected: float | None  # by Holm, over all rows of the level and all pairs of groups

    @property
    def significant(self) -> bool:
        """Whether the difference is significant after the correction."""
        return self.corrected is not None and self.corrected <= ALPHA


@dataclass(frozen=True)
class GroupRow:
    """A category, a phenomenon or an average, with the accuracies of the groups."""

    category: str | None
    phenomenon: str | None
    n: int
    mean: Mapping[str, float]  # group: mean accuracy of its systems in percent; empty where no item counts
    best: Mapping[str, str]  # group: its best system in this row
    best_accuracy: Mapping[str, float]
    tests: tuple[GroupTest, ...]


@dataclass(frozen=True)
class GroupedSystems:
    """The systems of an evaluation by groups."""

    evaluation: SuiteEvaluation
    groups: Mapping[str, tuple[str, ...]]
    outside: tuple[str, ...]  # compared systems in no group; they still decide which items are fair
    rows: tuple[GroupRow, ...]  # each category, followed by its phenomena
    averages: Mapping[Average, GroupRow]
    signature: str

    @property
    def categories(self) -> list[GroupRow]:
        """The rows of the category level."""
        return [row for row in self.rows if row.phenomenon is None]

    @property
    def phenomena(self) -> list[GroupRow]:
        """The rows of the phenomenon level."""
        return [row for row in self.rows if row.phenomenon is not None]


def grouped(evaluation: SuiteEvaluation, groups: Mapping[str, Sequence[str]]) -> GroupedSystems:
    """Compare groups of systems row by row on the fair items; no system can be in two groups."""
    members = [system for systems in groups.values() for system in systems]
    if len(groups) < 2 or not all(groups.values()) or len(set(members)) < len(members):
        raise ValueError(f"two groups or more of different systems are needed, not {dict(groups)}")
    strata = strata_of(counted_rows(compact(evaluation.verdicts.select(COUNTED))), evaluation.systems)
    place_of = {system: place for place, system in enumerate(evaluation.systems)}
    places = {name: [place_of[system] for system in systems] for name, systems in groups.items()}

    def tested(passes: "Passes | None") -> Callable[[str, str], float | None]:
        return lambda one, other: None if passes is None else difference_p(passes, places[one], places[other])

    rows = [
        _row(row, groups, tested(stacked(strata, row.category, row.phenomenon))) for row in evaluation.rows
    ]
    levels = [
        [row for row in rows if row.phenomenon is None],
        [row for row in rows if row.phenomenon is not None],
    ]
    paid = {(row.category, row.phenomenon): row for level in levels for row in _corrected(level)}
    averages = {
        kind: _row(row, groups, tested(stacked(strata) if kind is Average.MICRO else None))
        for kind, row in evaluation.averages.items()
    }
    (averages[Average.MICRO],) = _corrected([averages[Average.MICRO]])
    named = "+".join(f"{name}({len(systems)})" for name, systems in groups.items())
    return GroupedSystems(
        evaluation=evaluation,
        groups={name: tuple(systems) for name, systems in groups.items()},
        outside=tuple(system for system in evaluation.systems if system not in set(members)),
        rows=tuple(paid[row.category, row.phenomenon] for row in rows),
        averages=averages,
        signature=prefixed({"groups": named, "between": BETWEEN}, evaluation.signature),
    )


def _row(
    row: Score, groups: Mapping[str, Sequence[str]], p_of: Callable[[str, str], float | None]
) -> GroupRow:
    if not row.accuracy:
        return GroupRow(row.category, row.phenomenon, row.n, {}, {}, {}, ())
    mean = {name: fmean(row.accuracy[system] for system in systems) for name, systems in groups.items()}
    best = {name: max(systems, key=lambda one: row.accuracy[one]) for name, systems in groups.items()}
    tests = [
        GroupTest(one, other, mean[one] - mean[other], p_of(one, other), None)
        for one, other in combinations(groups, 2)
    ]
    accuracy = {name: row.accuracy[system] for name, system in best.items()}
    return GroupRow(row.category, row.phenomenon, row.n, mean, best, accuracy, tuple(tests))


def _corrected(rows: Sequence[GroupRow]) -> list[GroupRow]:
    """The rows of one level with p-values corrected over all their tests."""
    given = [test.p_value for row in rows for test in row.tests if test.p_value is not None]
    paid = iter(holm(given))
    return [
        replace(
            row,
            tests=tuple(
                test if test.p_value is None else replace(test, corrected=next(paid)) for test in row.tests
            ),
        )
        for row in rows
    ]
