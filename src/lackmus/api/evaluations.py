"""Evaluations, comparisons, trends and profiles as results, for files and workspaces."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from lackmus.api.arguments import Groups, Named, PathArgument, Strings, choice, look_of, strings
from lackmus.api.frames import accuracies_frame, averages_frame, items_frame, trend_frame, warnings_frame
from lackmus.api.results import Chart, Result
from lackmus.api.wording import warn, warn_of, worded
from lackmus.core.base.choices import TableName
from lackmus.core.verdicts import comparison, profile, trend
from lackmus.core.verdicts import evaluation as evaluations
from lackmus.flows.verdicts import comparing
from lackmus.flows.verdicts.comparing import Evaluated, TrendOfFiles, checkpoints_of
from lackmus.flows.verdicts.material import Campaigns
from lackmus.flows.verdicts.profile import profile_of
from lackmus.flows.verdicts.reports import (
    ReportLayout,
    comparison_report,
    evaluation_report,
    profile_report,
    trend_report,
)
from lackmus.tables.table import Report
from lackmus.write.charts import ChartKind, Theme
from lackmus.write.charts import chart as drawn
from lackmus.write.reports.frames import frame_of

if TYPE_CHECKING:
    from lackmus.flows.verdicts.comparing import MaterialSource


class Evaluation(Result):
    """Systems compared on the items that are settled for all of them."""

    def __init__(self, evaluated: Evaluated, look: ReportLayout) -> None:
        self._evaluated, self._look = evaluated, look
        self._drawn = evaluation_report(evaluated, look)

    def _report(self, form: str) -> Report:
        return self._drawn

    @property
    def value(self) -> evaluations.SuiteEvaluation:
        """The evaluation as a core value: rows, averages, bounds, findings, the suite."""
        return self._evaluated.evaluation

    @property
    def in_short(self) -> str:
        """The summary, as a paragraph."""
        return self._drawn.lead

    @property
    def systems(self) -> list[str]:
        """The compared systems, in the order of the columns."""
        return list(self.value.systems)

    @property
    def left_out(self) -> dict[str, str]:
        """The systems that did not take part, and why."""
        return dict(self.value.left_out)

    @property
    def verdicts(self) -> pl.DataFrame:
        """One row for each item and system: text, verdict, reason, and the matching rule and span."""
        return self.value.verdicts

    @property
    def accuracies(self) -> pl.DataFrame:
        """Accuracies in percent by category, phenomenon (null on rows of categories) and system."""
        return accuracies_frame(self.value.rows, self.value.systems)

    @property
    def averages(self) -> pl.DataFrame:
        """Averages in percent over items, categories and phenomena, by system."""
        return averages_frame(self.value.averages, self.value.systems)

    @property
    def items(self) -> pl.DataFrame:
        """One row for each item: its names, its source, whether it is fair, and each system's verdict."""
        return items_frame(self.value.suite, self.value.verdicts)

    @property
    def warnings(self) -> pl.DataFrame:
        """How many texts of each system are warnings, and its price in fair items."""
        return warnings_frame(self.value.warnings, self.value.fairness.prices)

    @worded
    def table(self, name: str) -> pl.DataFrame:
        """Return one of the tables of the papers by its name, as a frame (docs/tables.md)."""
        look = replace(self._look, tables=[choice(TableName, "table", name)])
        look.refuse_wrong_tables()
        tables = evaluation_report(self._evaluated, look).tables
        return pl.concat([frame_of(table) for table in tables], how="diagonal_relaxed")

    @worded
    def view(
        self,
        *,
        by: str = "category",
        table: Strings | None = None,
        label: Named | None = None,
        examples: int = 1,
        worst: bool = False,
        group_by: Strings | None = None,
        group: Groups | None = None,
        tags: PathArgument | Mapping[str, Strings] | None = None,
    ) -> "Evaluation":
        """Return the same evaluation in other tables or under other labels; nothing is judged again."""
        look = look_of(
            by,
            table,
            label,
            examples,
            worst,
            group_by,
            group,
            tags,
            self._look.thresholds,
            self._look.scores,
        )
        look.refuse_wrong_tables()
        look = replace(look, tags=look.tags or self._look.tags)
        return Evaluation(self._evaluated, look)

    @worded
    def chart(self, kind: str = "heatmap", *, theme: str = "light") -> Chart:
        """Return a picture: heatmap, phenomena, verdicts, agreement or checkpoints."""
        wanted = choice(ChartKind, "kind", kind)
        answer: evaluations.SuiteEvaluation | trend.CampaignTrend = self.value
        if wanted is ChartKind.CHECKPOINTS:
            answer = checkpoints_of(self.value, self._evaluated.choices)
        return Chart(wanted, drawn(wanted, answer, self._look.labels, choice(Theme, "theme", theme)))


class Comparison(Result):
    """Two systems or more, item by item."""

    def __init__(self, value: comparison.SystemComparison, evaluated: Evaluated, show: int = 20) -> None:
        self.value = value  # as the core has it: outcomes by category, pairings, the evaluation behind it
        self._drawn = comparison_report(value, evaluated, show)

    def _report(self, form: str) -> Report:
        return self._drawn

    @property
    def systems(self) -> list[str]:
        """The compared systems, in the order in which they were named."""
        return list(self.value.systems)

    @property
    def items(self) -> pl.DataFrame:
        """One row for each item, with lists of texts and verdicts in the order of the systems."""
        return self.value.items

    @property
    def verdicts(self) -> pl.DataFrame:
        """One row for each item and system: text, verdict, reason, and the matching rule and span."""
        return self.value.evaluation.verdicts

    @property
    def pairings(self) -> pl.DataFrame:
        """Every pair of systems with its difference in points, interval and p-value."""
        columns = ("first", "second", "only_first", "only_second", "difference", "p_value", "corrected")
        rows = [
            {
                **{name: getattr(one, name) for name in columns},
                "low": one.interval[0],
                "high": one.interval[1],
            }
            for one in self.value.pairings
        ]
        return pl.DataFrame(rows)


class Trend(Result):
    """Campaigns over time, on the items that are fair in all of them."""

    def __init__(self, followed: TrendOfFiles, look: ReportLayout) -> None:
        self._followed, self._look = followed, look
        self._drawn = trend_report(followed, look)

    def _report(self, form: str) -> Report:
        return self._drawn

    @property
    def value(self) -> trend.CampaignTrend:
        """The trend as a core value: rows, tested changes, the evaluation of each campaign."""
        return self._followed.trend

    @property
    def campaigns(self) -> list[str]:
        """The campaigns, in order of time."""
        return list(self.value.campaigns)

    @property
    def systems(self) -> list[str]:
        """The systems of at least two campaigns, by their latest names."""
        return list(self.value.systems)

    @property
    def accuracies(self) -> pl.DataFrame:
        """Accuracies in percent by category, phenomenon, campaign and system (null: the average of all)."""
        return trend_frame(self.value, (*self.value.rows, *self.value.phenomena))

    @property
    def averages(self) -> pl.DataFrame:
        """Averages in percent by kind, campaign and system (null: the average of all)."""
        frames = [
            trend_frame(self.value, [row])
            .drop("category", "phenomenon")
            .insert_column(0, pl.lit(str(kind)).alias("average"))
            for kind, row in self.value.averages.items()
        ]
        return pl.concat(frames)

    @worded
    def chart(self, kind: str = "trend", *, theme: str = "light") -> Chart:
        """Return a picture: a line for each system over the campaigns."""
        wanted = choice(ChartKind, "kind", kind)
        return Chart(wanted, drawn(wanted, self.value, self._look.labels, choice(Theme, "theme", theme)))


class Profile(Result):
    """Where one system is better and worse than the others."""

    def __init__(self, value: profile.SystemProfile, evaluated: Evaluated, look: ReportLayout) -> None:
        self.value = value  # as the core has it: rows, averages, the evaluation behind it
        self._drawn = profile_report(value, evaluated, look)

    def _report(self, form: str) -> Report:
        return self._drawn

    @property
    def in_short(self) -> str:
        """The summary, as a paragraph."""
        return self._drawn.lead

    @property
    def rows(self) -> pl.DataFrame:
        """One row for each category and phenomenon: accuracy, the mean of the others, p-value, standing."""
        names = [one.name for one in fields(profile.ProfileRow)]
        rows = [{name: getattr(row, name) for name in names} for row in self.value.rows]
        return pl.DataFrame(rows, infer_schema_length=None)


# -- the verbs, of files and of a workspace ----------------------------------------------------------------


def evaluated(source: "MaterialSource", look: ReportLayout, scores: Sequence[Path] = ()) -> Evaluation:
    """Return an evaluation, with warnings of what is suspicious and of systems that were left out."""
    found = comparing.evaluate(source, scores=scores)
    _warn(found)
    look = replace(look, labels={**found.labels, **look.labels}, tags=look.tags or found.tags)
    return Evaluation(found, look)


def compared(source: "MaterialSource", show: int) -> Comparison:
    """Return systems side by side, likewise."""
    comparison, found = comparing.compare(source)
    _warn(found)
    return Comparison(comparison, found, show)


def profiled(source: "MaterialSource", system: str, look: ReportLayout) -> Profile:
    """Return the profile of a system, likewise."""
    found = comparing.evaluate(source)
    value = profile_of(found.evaluation, system)
    _warn(found)
    return Profile(value, found, replace(look, labels={**found.labels, **look.labels}))


def followed(
    source: "MaterialSource",
    campaigns: Campaigns,
    unaveraged: Strings | None,
    same: Named | None,
    exact_names: bool,
    look: ReportLayout,
) -> Trend:
    """Return campaigns over time, likewise."""
    alike = [f"{one}={other}" for one, other in same.items()] if isinstance(same, Mapping) else strings(same)
    found = comparing.trend(
        source, campaigns, unaveraged=strings(unaveraged), same=alike, exact_names=exact_names
    )
    warn_of(found.suspicions)
    for note in found.notes:
        warn(note)
    return Trend(found, replace(look, labels={**found.labels, **found.trend.joined.labels(look.labels)}))


def _warn(found: Evaluated) -> None:
    warn_of(found.suspicions, found.evaluation.left_out)
    for note in found.notes:
        warn(note)
