"""Challenges, scores and rankings of metrics as results, for files and workspaces."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from lackmus.api.arguments import PathArgument, choice, path
from lackmus.api.frames import accuracies_frame, averages_frame
from lackmus.api.results import Chart, Result
from lackmus.api.wording import worded
from lackmus.core.base.choices import By, RankingTable, ScoresForm
from lackmus.core.challenges import challenge as core
from lackmus.core.challenges import ranking
from lackmus.core.challenges.building import Built
from lackmus.core.challenges.lists import shown_tuples
from lackmus.core.challenges.metrics import Scored
from lackmus.core.challenges.preferences import outcomes
from lackmus.flows.challenges.challenges import ChallengePart, by_pair, ranked
from lackmus.flows.challenges.reports import built_report, ranking_report, scores_report, tuples_report
from lackmus.plugins import PluginGroup, names
from lackmus.tables.table import Report
from lackmus.write.challenges import challenge_format, write_challenge
from lackmus.write.charts import RankingKind, Theme, ranking_chart
from lackmus.write.scores import write_returned, write_scores

_SPANS = {
    **{"category": pl.String, "phenomenon": pl.String, "metric": pl.String, "n": pl.Int64},
    **{"precision": pl.Float64, "recall": pl.Float64, "f1": pl.Float64, "exact_f1": pl.Float64},
    "best": pl.Boolean,
}
_FILES = (".jsonl", ".tsv")  # endings of challenges; all others are those of reports


class Challenge(Result):
    """Tuples of source, reference, better and worse translation, by which metrics are judged."""

    def __init__(
        self,
        value: core.ChallengeSet,
        built: Built | None = None,
        key: core.BlindKey | None = None,
        files: Sequence[Path] = (),
    ) -> None:
        self.value = value  # as the core has it
        self._built, self._key, self._files = built, key, tuple(files)

    def _report(self, form: str) -> Report:
        if self._built is not None:
            return built_report(self._built)
        return tuples_report(
            shown_tuples(self.value, None), form, more="--show"
        )  # the bytes of the command line

    @property
    def name(self) -> str:
        """The name of the challenge."""
        return self.value.name

    @property
    def tuples(self) -> pl.DataFrame:
        """One row for each tuple: its names, the source, the reference, both texts, and who wrote them."""
        return self.value.tuples

    @property
    def signature(self) -> str:
        """The line that says how the challenge was built."""
        return self.value.signature

    @worded
    def save(self, file: PathArgument, format: str | None = None) -> Path:
        """Write the challenge to a file (.jsonl, .tsv), or a report on it; return the path.

        The formats of challenges are jsonl, aces-tsv, mtme, blind and wmt; the last three make a folder.
        """
        target = path(file)
        if format in names(PluginGroup.WRITE_CHALLENGE) or (
            format is None and target.suffix.lower() in _FILES
        ):
            write_challenge(self.value, challenge_format(format, target), target)
            return target
        return super().save(file, format)


class Scores(Result):
    """The scores of metrics for both texts of every tuple of a challenge."""

    def __init__(
        self,
        challenge: core.ChallengeSet,
        value: Sequence[Scored],
        groups: Mapping[str, str],
        key: core.BlindKey | None = None,
    ) -> None:
        self.value = tuple(value)  # as the core has them, a value for each metric
        self._challenge, self._groups, self._key = challenge, dict(groups), key

    @property
    def _ranked(self) -> ranking.MetricRanking:
        return ranked(self._challenge, self.value, ChallengePart(), ranking.RankingChoices(self._groups))

    def _report(self, form: str) -> Report:
        return scores_report(self._ranked)

    @property
    def grouped(self) -> list[Scored]:
        """The scores as core values, each with the group of its metric."""
        return self._ranked.regrouped

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics."""
        return [one.about.name for one in self.value]

    @property
    def scores(self) -> pl.DataFrame:
        """One row for each tuple and metric: both scores, and whether the better text was preferred."""
        frames = [
            self._challenge.tuples.select("tuple", "pair", "category", "phenomenon").with_columns(
                pl.lit(one.about.name).alias("metric"),
                one.better.alias("better_score"),
                one.worse.alias("worse_score"),
                outcomes(one).alias("outcome"),
            )
            for one in self.value
        ]
        return pl.concat(frames)

    @worded
    def save_scores(self, folder: PathArgument, form: str = "tuples") -> Path:
        """Write the scores into a folder, a file for each metric; return the folder.

        The form is tuples, or wmt: as organisers return the scores of a WMT hand-in.
        """
        if choice(ScoresForm, "form", form) is ScoresForm.WMT:
            write_returned(path(folder), self.grouped, self._key)
        else:
            write_scores(path(folder), self.value, self._challenge)
        return path(folder)


class Ranking(Result):
    """Metrics, ranked by how often they prefer the better text."""

    def __init__(
        self,
        value: ranking.MetricRanking,
        tables: Sequence[RankingTable] = (),
        by: By = By.CATEGORY,
        labels: Mapping[str, str] | None = None,
    ) -> None:
        self.value = value  # as the core has it: rows, averages, tallies, groups
        self._labels = dict(labels or {})
        self._drawn = ranking_report(value, tables, by, self._labels)

    def _report(self, form: str) -> Report:
        return self._drawn

    @property
    def in_short(self) -> str:
        """The summary, as a paragraph."""
        return self._drawn.lead

    @property
    def metrics(self) -> list[str]:
        """The metrics, in the order of the columns."""
        return self.value.metrics

    @property
    def accuracies(self) -> pl.DataFrame:
        """Accuracies in percent by category, phenomenon (null on rows of categories) and metric."""
        return accuracies_frame(self.value.rows, self.value.metrics, "metric")

    @property
    def averages(self) -> pl.DataFrame:
        """Averages in percent over tuples, categories and phenomena, by metric."""
        return averages_frame(self.value.averages, self.value.metrics, "metric")

    @property
    def baselines(self) -> pl.DataFrame:
        """What length and position alone reach, by row as in `accuracies`; no rows where items are few."""
        alone = self.value.alone
        return accuracies_frame(alone.rows if alone else (), alone.metrics if alone else (), "baseline")

    @property
    def spans(self) -> pl.DataFrame:
        """Precision, recall and F1 of marked errors by row and metric; no rows without marked errors."""
        found = self.value.spans
        rows = [
            {
                **{"category": row.category, "phenomenon": row.phenomenon, "metric": metric, "n": one.n},
                **{"precision": one.precision, "recall": one.recall, "f1": one.f1},
                **{"exact_f1": 100 * one.exact, "best": metric in row.best},
            }
            for row in ((*found.rows, found.whole) if found else ())
            for metric, one in row.tallies.items()
        ]
        return pl.DataFrame(rows, schema=_SPANS)

    @property
    def tallies(self) -> pl.DataFrame:
        """How often each metric was right, wrong or undecided, with its group and Kendall's tau."""
        rows = [
            {
                "metric": metric,
                "group": self.value.groups[metric],
                "right": one.right,
                "wrong": one.wrong,
                "ties": one.ties,
                "scored": self.value.coverage[metric].scored,
                "accuracy": one.accuracy,
                "tau": self.value.tau(one),
            }
            for metric, one in self.value.tallies.items()
        ]
        return pl.DataFrame(rows)

    @worded
    def chart(self, kind: str = "heatmap", *, theme: str = "light") -> Chart:
        """Return a picture: heatmap, sorted (a panel for each language pair) or speed."""
        drawn = choice(RankingKind, "kind", kind)
        several = by_pair(self.value, self.value.choices) if drawn is RankingKind.SORTED else [self.value]
        return Chart(drawn, ranking_chart(drawn, several, self._labels, choice(Theme, "theme", theme)))
