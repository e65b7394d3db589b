"""Profile of one system against all others: best and worst rows, above and below the mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lackmus.core.base.signatures import prefixed
from lackmus.core.verdicts.accuracies import Average, Score
from lackmus.core.verdicts.evaluation import SuiteEvaluation
from lackmus.core.verdicts.system_groups import BETWEEN, GroupRow, grouped

_SYSTEM, _OTHERS = "system", "others"


class ProfileSide(StrEnum):
    """Whether a system is significantly above or below the mean of the others."""

    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True)
class ProfileRow:
    """A category, a phenomenon or an average: the system, and the others."""

    category: str | None
    phenomenon: str | None
    n: int
    accuracy: float | None  # in percent; None if no item counts
    others: float | None  # the mean of the others
    best_other: str | None
    best_other_accuracy: float | None
    p_value: float | None  # two-tailed, against the mean of the others; None if not tested
    corrected: float | None  # by Holm, over all rows of the level
    standing: ProfileSide | None
    best: bool  # in the cluster of the best
    worst: bool

    @property
    def name(self) -> str:
        """The name for readers."""
        return self.phenomenon or self.category or ""

    @property
    def difference(self) -> float | None:
        """The difference to the mean of the others, in points."""
        return None if self.accuracy is None or self.others is None else self.accuracy - self.others


@dataclass(frozen=True)
class SystemProfile:
    """What one system does better and worse than the systems it was compared with."""

    system: str
    others: tuple[str, ...]
    evaluation: SuiteEvaluation
    rows: tuple[ProfileRow, ...]  # each category, followed by its phenomena
    averages: Mapping[Average, ProfileRow]
    signature: str

    @property
    def categories(self) -> list[ProfileRow]:
        """The rows of the category level that have items."""
        return [row for row in self.rows if row.phenomenon is None and row.n]

    @property
    def phenomena(self) -> list[ProfileRow]:
        """The rows of the phenomenon level that have items."""
        return [row for row in self.rows if row.phenomenon is not None and row.n]


def profile(evaluation: SuiteEvaluation, system: str) -> SystemProfile:
    """Compare one system with the mean of all others, row by row, on the fair items."""
    others = tuple(name for name in evaluation.systems if name != system)
    if system not in evaluation.systems or not others:
        raise ValueError(f"a profile needs {system} and others, not {', '.join(evaluation.systems)}")
    two = grouped(evaluation, {_SYSTEM: (system,), _OTHERS: others})
    return SystemProfile(
        system=system,
        others=others,
        evaluation=evaluation,
        rows=tuple(_rows(evaluation.rows, two.rows, system)),
        averages=dict(
            zip(
                evaluation.averages,
                _rows(list(evaluation.averages.values()), list(two.averages.values()), system),
                strict=True,
            )
        ),
        signature=prefixed({"profile": system, "between": BETWEEN}, evaluation.signature),
    )


def _rows(scores: Sequence[Score], rows: Sequence[GroupRow], system: str) -> list[ProfileRow]:
    found = []
    for score, row in zip(scores, rows, strict=True):
        test = row.tests[0] if row.tests else None
        significant = test is not None and test.significant
        standing = ProfileSide.ABOVE if test and test.difference > 0 else ProfileSide.BELOW
        found.append(
            ProfileRow(
                row.category,
                row.phenomenon,
                row.n,
                row.mean.get(_SYSTEM),
                row.mean.get(_OTHERS),
                row.best.get(_OTHERS),
                row.best_accuracy.get(_OTHERS),
                test.p_value if test else None,
                test.corrected if test else None,
                standing if significant else None,
                system in score.best,
                system in score.worst,
            )
        )
    return found
