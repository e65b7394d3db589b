"""Evaluations, comparisons, trends and profiles as reports, in the requested tables.

The command line and the Python API both make their reports here.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lackmus.core.base.choices import By, TableName, Thresholds
from lackmus.core.verdicts.comparison import SystemComparison
from lackmus.core.verdicts.profile import SystemProfile
from lackmus.core.verdicts.trend import CampaignTrend
from lackmus.errors import LackmusError
from lackmus.flows.verdicts.comparing import Evaluated, TrendOfFiles
from lackmus.flows.verdicts.groups import groups_of
from lackmus.tables.suites.inventory import suite_table
from lackmus.tables.table import Report, Table
from lackmus.tables.verdicts.comparison import comparison_tables
from lackmus.tables.verdicts.comparison import listed as listed_systems
from lackmus.tables.verdicts.human_scores import beside_values
from lackmus.tables.verdicts.named import tables_of, usual_tables
from lackmus.tables.verdicts.profile import profile_in_short, profile_table, profile_values
from lackmus.tables.verdicts.trend import trend_table

TERMINAL = "terminal"  # the format for which some reports have other tables


@dataclass(frozen=True)
class ReportLayout:
    """How an evaluation is shown: tables and names. No number depends on it."""

    by: By = By.CATEGORY
    tables: Sequence[TableName] = ()  # by name; default: the usual ones
    examples: int = 1  # items per phenomenon in the table of examples
    worst: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)
    group_by: Sequence[str] = ()  # tags whose systems are compared as groups
    groups: Sequence[str] = ()  # NAME=SYSTEM,SYSTEM
    tags: Mapping[str, Sequence[str]] = field(default_factory=dict)  # of systems
    thresholds: Thresholds = field(default_factory=Thresholds)
    scores: bool = False  # human scores were given

    @property
    def names(self) -> list[TableName]:
        """The requested tables of one campaign, by default the usual ones."""
        groups = bool(self.group_by or self.groups)
        return list(dict.fromkeys(self.tables)) or usual_tables(self.by, self.thresholds, groups, self.scores)

    def refuse_wrong_tables(self) -> None:
        """Refuse tables that do not exist for one campaign, or without groups."""
        if TableName.GROUPS in self.tables and not (self.group_by or self.groups):
            raise LackmusError("The table of groups needs groups of systems.", code="no-groups")
        if not self.scores and {TableName.SCORES, TableName.CORRELATIONS} & set(self.tables):
            raise LackmusError("Tables of human scores need some.", code="no-human-scores")
        if TableName.TREND in self.tables:
            raise LackmusError("A trend compares campaigns, and here is only one.", code="one-campaign")


def evaluation_report(evaluated: Evaluated, look: ReportLayout) -> Report:
    """Return an evaluation in the requested tables."""
    evaluation = evaluated.evaluation
    grouped = groups_of(evaluation, look.tags, look.group_by, look.groups)
    check_labels(look.labels, [*evaluation.systems, *evaluation.left_out])
    drawn = tables_of(
        evaluation, look.names, look.labels, look.examples, look.worst, grouped, look.by, evaluated.human
    )
    return Report(
        title=f"Lackmus: {', '.join(filter(None, (evaluated.campaign, evaluation.suite.name)))}",
        tables=with_notes(drawn, evaluated.notes),
        answer=evaluation,
        lead=evaluation.in_short_by(look.labels),
        labels=look.labels,
        chosen=bool(look.tables),
        beside={"notes": list(evaluated.notes), **beside_values(grouped, evaluated.human)},
        suspicions=evaluated.suspicions,
    )


def comparison_report(comparison: SystemComparison, evaluated: Evaluated, most: int = 20) -> Report:
    """Return systems side by side, with at most `most` differing items."""
    return Report(
        f"Lackmus: {listed_systems(comparison.systems)}",
        with_notes(comparison_tables(comparison, most), evaluated.notes),
        comparison,
        suspicions=evaluated.suspicions,
    )


def trend_report(followed: TrendOfFiles, look: ReportLayout) -> Report:
    """Return campaigns over time; labels are by the latest names of systems."""
    trend = followed.trend
    check_labels(look.labels, trend.everybody)
    return Report(
        title="Lackmus: trend",
        tables=with_notes(_trend_tables(trend, look), followed.notes),
        answer=trend,
        labels=look.labels,
        chosen=bool(look.tables),
        suspicions=followed.suspicions,
    )


def _trend_tables(trend: CampaignTrend, look: ReportLayout) -> Iterator[Table]:
    """The tables of campaigns over time: the trend, and the common suite."""
    for name in dict.fromkeys(look.tables or [TableName.TREND]):
        match name:
            case TableName.TREND:
                yield trend_table(trend, look.labels, look.by)
            case TableName.SUITE:
                yield suite_table([next(iter(trend.evaluations.values())).suite])
            case _:
                raise LackmusError(
                    f"The table {name} is about one campaign.", code="several-campaigns", table=str(name)
                )


def profile_report(profile: SystemProfile, evaluated: Evaluated, look: ReportLayout) -> Report:
    """Return where one system is better and worse than the others."""
    evaluation = evaluated.evaluation
    check_labels(look.labels, [*evaluation.systems, *evaluation.left_out])
    return Report(
        title=f"Lackmus: {look.labels.get(profile.system, profile.system)}",
        tables=with_notes([profile_table(profile, look.by, look.labels)], evaluated.notes),
        answer=profile_values(profile, look.labels),
        lead=profile_in_short(profile, look.labels),
        labels=look.labels,
        suspicions=evaluated.suspicions,
    )


def with_notes(tables: Iterable[Table], notes: Sequence[str]) -> tuple[Table, ...]:
    """Return the tables, with these notes on the first of them."""
    first, *others = tables
    return (first.with_notes(notes), *others)


def check_labels(labels: Mapping[str, str], systems: Collection[str], what: str = "system") -> None:
    """Refuse labels of unknown systems, and one label for two systems."""
    for name in labels:
        if name not in systems:
            raise LackmusError(
                f"there is no {what} {name}. There are {', '.join(systems)}.", argument="label"
            )
    shown = [labels.get(system, system) for system in systems]
    for label in labels.values():
        if shown.count(label) > 1:
            raise LackmusError(
                f"two {what}s would be named {label}. Give them different labels.", argument="label"
            )
