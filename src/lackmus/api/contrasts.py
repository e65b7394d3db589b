"""Grammatical contrasts: which there are, studies of them on translations, and what a study shows."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

import polars as pl

from lackmus.api.arguments import (
    Columns,
    Named,
    OutputsArgument,
    PathArgument,
    Paths,
    Strings,
    by_name,
    choice,
    choices_in,
    columns_of,
    optional_path,
    outputs_of,
    path,
    paths,
    strings,
    within,
)
from lackmus.api.results import Chart, Result
from lackmus.api.wording import warn, warn_of, worded
from lackmus.core.base.choices import Fallback, Intervals, Symmetry, TendencyTable, Testing
from lackmus.core.contrasts import study as core
from lackmus.core.contrasts.runs import KeywordLimits
from lackmus.core.contrasts.shares import Tendencies, tendencies
from lackmus.errors import LackmusError
from lackmus.flows.challenges.overall_scores import OverallScoresRequest
from lackmus.flows.contrasts.contrasts import bundled, study_report
from lackmus.flows.contrasts.material import StudyFiles as Material
from lackmus.flows.contrasts.studies import VERDICTS, StudyRequest, fallbacks_of, opened, run, study_in
from lackmus.flows.verdicts.requests import Progress, limited_reading, silent
from lackmus.flows.verdicts.requests import ReadOptions as AskedOutputs
from lackmus.tables.table import Report
from lackmus.write.charts import TendencyKind, Theme, tendency_chart
from lackmus.write.studies import ENDINGS, write_study

_ANSWERS = {str(verdict): str(answer) for answer, verdict in VERDICTS.items()}
# References as FILE, NAME=FILE or {NAME: FILE}; ready links in the same way.
NamedPaths = Mapping[str, PathArgument] | Paths


class Study(Result):
    """Contrasts judged on translations: Good, Bad and Unknown, shares of systems, and correlations."""

    def __init__(
        self,
        value: core.ContrastStudy,
        tables: Sequence[TendencyTable] = (),
        labels: Mapping[str, str] | None = None,
        intervals: Intervals = Intervals.NONE,
    ) -> None:
        self.value = value  # as the core has it: items, verdicts, trees, links
        self._tables, self._labels = tables, dict(labels or {})
        self._testing = Testing(intervals=intervals)
        self._report("terminal")  # refuses labels of unknown translations

    @cached_property
    def tendencies(self) -> Tendencies:
        """The results of the study as a core value: tallies, shares, means, correlations."""
        return tendencies(self.value, self._testing)

    def _report(self, form: str) -> Report:
        return study_report(self.tendencies, form, self._tables, self._labels)

    @property
    def systems(self) -> list[str]:
        """The systems by their mean share, highest first; references are rows of their own."""
        return list(self.tendencies.systems)

    @property
    def items(self) -> pl.DataFrame:
        """One row for each keyword that was found, and whether it was selected and kept."""
        return self.value.items

    @property
    def verdicts(self) -> pl.DataFrame:
        """One row for each keyword, translation and symmetry: pass (Good), fail (Bad), warning (Unknown)."""
        return self.value.verdicts

    @property
    def shares(self) -> pl.DataFrame:
        """Good, Bad and Unknown by contrast and translation, and the share of Good in percent."""
        leading = self.tendencies.leading
        rows = [
            (phenomenon, system, tally.good, tally.bad, tally.unknown, tally.share)
            for phenomenon in self.tendencies.phenomena
            for system in (*self.tendencies.systems, *self.tendencies.references)
            for tally in [leading.tally(phenomenon, system)]
        ]
        counts = dict.fromkeys(("good", "bad", "unknown"), pl.Int64)
        schema = {"contrast": pl.String, "system": pl.String, **counts, "share": pl.Float64}
        return pl.DataFrame(rows, schema=schema, orient="row")

    @property
    def means(self) -> pl.DataFrame:
        """The mean share over contrasts by translation, in percent."""
        means = self.tendencies.leading.means
        return pl.DataFrame({"system": list(means), "share": list(means.values())})

    @property
    def correlations(self) -> pl.DataFrame:
        """Spearman's rho of mean shares with each overall score."""
        rows = [
            (one.overall.name, one.correlation.n, one.correlation.rho, one.correlation.p_value)
            for one in self.tendencies.correlated
        ]
        schema = {"score": pl.String, "systems": pl.Int64, "rho": pl.Float64, "p_value": pl.Float64}
        return pl.DataFrame(rows, schema=schema, orient="row")

    @worded
    def chart(self, kind: str = "systems", *, theme: str = "light") -> Chart:
        """Return a picture: systems, contrasts or correlation."""
        drawn = choice(TendencyKind, "kind", kind)
        return Chart(
            drawn, tendency_chart(drawn, self.tendencies, self._labels, choice(Theme, "theme", theme))
        )

    @worded
    def save(self, file: PathArgument, format: str | None = None) -> Path:
        """Write the study (.jsonl, .jsonl.gz), or a report on it in any other format; return the path."""
        target = path(file)
        if format is None and target.name.endswith(ENDINGS):
            write_study(target, self.value)
            return target
        return super().save(file, format)


@worded
def contrasts(pair: str | None = None) -> pl.DataFrame:
    """Return the bundled contrasts as a frame: name, pair, category, phenomenon and queries."""
    found = bundled(pair)
    return pl.DataFrame(
        {
            "name": [one.name for one in found],
            "pair": [str(one.pair) for one in found],
            "category": [one.category for one in found],
            "phenomenon": [one.phenomenon for one in found],
            "source": [one.source.text for one in found],
            "good": [one.good.text for one in found],
            "bad": [None if one.bad is None else one.bad.text for one in found],
            "about": [one.about for one in found],
        },
        schema_overrides={"bad": pl.String},
    )


@worded
def read_study(
    file: PathArgument,
    *,
    refined: PathArgument | None = None,
    scores: Paths | None = None,
    table: Strings | None = None,
    intervals: str = "none",
    label: Named | None = None,
    allow_large: bool = False,
) -> Study:
    """Return a saved study, with a person's choices of items and overall scores from tables."""
    tables = choices_in(TendencyTable, "table", table)
    with limited_reading(allow_large):
        found = opened(study_in(path(file)), optional_path(refined), paths(scores))
    return Study(found, tables, by_name("label", label), choice(Intervals, "intervals", intervals))


@worded
def study(
    source: PathArgument | None = None,
    hyp: Paths | None = None,
    *,
    suite: PathArgument | None = None,
    outputs: OutputsArgument | None = None,
    reference: NamedPaths | None = None,
    contrast: Strings | None = None,
    pair: str | None = None,
    source_parser: str = "",
    target_parser: str = "",
    aligner: str = "hmm",
    alignment: NamedPaths | None = None,
    more_pairs: tuple[str, str] | None = None,
    symmetry: str = "intersection",
    fallback: Strings | None = None,
    no_fallback: bool = False,
    select_by: str | None = None,
    all_hits: bool = False,
    longest: int = 0,
    most: int = 0,
    refined: PathArgument | None = None,
    score: Strings | None = None,
    score_reference: str = "",
    test_reference: Paths | None = None,
    test_hyp: Paths | None = None,
    scores: Paths | None = None,
    processes: int | None = None,
    whole_lines: bool = False,
    form: str | None = None,
    skip_unknown: bool = False,
    columns: Columns | None = None,
    name: str = "",
    table: Strings | None = None,
    intervals: str = "none",
    label: Named | None = None,
    progress: Progress = silent,
    allow_large: bool = False,
) -> Study:
    """Return a study: translations parsed, aligned and judged by contrasts of a language pair.

    Source and translations are lines of text with parsers, or trees (.conllu); or a `suite` of keywords with
    `outputs`. Parses and alignments are cached. The arguments are those of `lackmus contrast run`.
    """
    within("longest", longest, 0)
    within("most", most, 0)
    within("processes", processes, 1, 1000)
    tables = choices_in(TendencyTable, "table", table)
    shown = choice(Intervals, "intervals", intervals)
    wanted = StudyRequest(
        Material(
            optional_path(source),
            written(hyp),
            written(reference),
            optional_path(suite),
            _named_files(outputs),
            AskedOutputs(form, skip_unknown=skip_unknown, columns=columns_of(columns)),
            pair,
        ),
        contrasts=strings(contrast),
        source_parser=source_parser,
        target_parser=target_parser,
        aligner=aligner,
        alignments=written(alignment),
        symmetry=choice(Symmetry, "symmetry", symmetry),
        fallbacks=fallbacks_of(choices_in(Fallback, "fallback", fallback), no_fallback),
        select_by="" if all_hits else select_by,
        limits=KeywordLimits(longest, most),
        refined=optional_path(refined),
        scores=OverallScoresRequest(
            strings(score), score_reference, paths(scores), paths(test_reference), written(test_hyp)
        ),
        processes=processes,
        more_pairs=more_pairs,
        whole_lines=whole_lines,
        name=name,
    )
    with limited_reading(allow_large):
        found = run(wanted, progress, warn)
    warn_of(found.suspicions)
    return Study(found.study, tables, by_name("label", label), shown)


def written(values: NamedPaths | None) -> list[str]:
    """Return files, folders and globs as flows take them, those with a name as NAME=FILE."""
    if isinstance(values, Mapping):
        return [f"{name}={path(file)}" for name, file in values.items()]
    return [str(one) for one in paths(values)]


def _named_files(outputs: OutputsArgument | None) -> list[str]:
    """Return outputs of a suite; here they are files."""
    given = outputs_of(outputs)
    found = [one for one in given if isinstance(one, str)]
    if len(found) < len(given):
        raise LackmusError("outputs: a study takes files, folders and globs, no frame.")
    return found
