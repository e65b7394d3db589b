"""Shares of Good per contrast and system, their means, and their correlation with other scores."""

# A contrast is a tendency and no count of errors: a Bad output may be a fine translation, only different from
# the human one. All reports of these numbers say so.

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from statistics import fmean

import polars as pl

from lackmus.core.base.choices import Counted, Fallback, ItemSet, Symmetry, Testing
from lackmus.core.base.correlations import Correlation, spearman
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import BY_RULES, Verdict
from lackmus.core.contrasts.counterparts import Structure, counterparts
from lackmus.core.contrasts.out_of_order import Deviation, out_of_order
from lackmus.core.contrasts.study import ContrastStudy, Overall, digest
from lackmus.core.verdicts.accuracies import Average, Score, averages, fair_items, scores
from lackmus.core.verdicts.clusters import with_best
from lackmus.core.verdicts.judging import VERDICT

TENDENCY = (
    "A contrast shows a tendency, not errors: a Bad output chose another structure than the human "
    "translator, and may be a good translation all the same."
)


# The verdicts of a contrast as people read them.
SAID = {Verdict.PASS: "Good", Verdict.FAIL: "Bad", Verdict.WARNING: "Unknown"}


class ShareMeasure(StrEnum):
    """The numbers of a contrast by which systems can be put in order."""

    BAD = "bad"  # percent of keywords
    GOOD = "good"
    SHARE = "share"  # Good in percent of Good and Bad


@dataclass(frozen=True)
class CounterpartTally:
    """Counts of Good, Bad and Unknown."""

    good: int
    bad: int
    unknown: int

    @property
    def total(self) -> int:
        """All keywords."""
        return self.good + self.bad + self.unknown

    @property
    def share(self) -> float | None:
        """Good in percent of Good and Bad; none where nothing is known."""
        known = self.good + self.bad
        return 100 * self.good / known if known else None

    def percent(self, count: int) -> float | None:
        """A count in percent of all keywords; None without keywords."""
        return 100 * count / self.total if self.total else None

    def part(self, part: ShareMeasure) -> float | None:
        """Return one of the numbers by which systems are put in order."""
        match part:
            case ShareMeasure.BAD:
                return self.percent(self.bad)
            case ShareMeasure.GOOD:
                return self.percent(self.good)
            case ShareMeasure.SHARE:
                return self.share

    def __add__(self, other: "CounterpartTally") -> "CounterpartTally":
        return CounterpartTally(self.good + other.good, self.bad + other.bad, self.unknown + other.unknown)


@dataclass(frozen=True)
class Panel:
    """One set of items: tallies, shares and means of all systems and references."""

    chosen: ItemSet
    tallies: Mapping[tuple[str, str], CounterpartTally]  # phenomenon, system
    means: Mapping[str, float]  # the mean share over contrasts; only of those that have one
    rows: tuple[Score, ...]  # of systems alone, each contrast with its cluster
    averages: Mapping[Average, Score]

    def tally(self, phenomenon: str, system: str) -> CounterpartTally:
        """The counts of one contrast and system."""
        return self.tallies.get((phenomenon, system), CounterpartTally(0, 0, 0))

    def total(self, system: str) -> CounterpartTally:
        """The counts of a system over all contrasts."""
        return sum(
            (tally for (_, who), tally in self.tallies.items() if who == system), CounterpartTally(0, 0, 0)
        )

    def best(self, phenomenon: str) -> tuple[str, ...]:
        """Systems whose share in this contrast is not significantly below the highest."""
        return next((row.best for row in self.rows if row.phenomenon == phenomenon), ())

    def intervals(self, phenomenon: str) -> Mapping[str, tuple[float, float]]:
        """Confidence intervals of the systems' shares in this contrast; empty if not requested."""
        return next((row.intervals for row in self.rows if row.phenomenon == phenomenon), {})

    def mean_over(self, phenomenon: str, systems: Sequence[str]) -> float | None:
        """The mean share of systems in one contrast."""
        return mean([self.tally(phenomenon, system).share for system in systems])

    def out_of_order(
        self, phenomenon: str, systems: Sequence[str], part: ShareMeasure = ShareMeasure.SHARE
    ) -> dict[str, Deviation]:
        """Systems out of order by one number of a contrast; for Bad, a higher number is worse."""
        column = {system: self.tally(phenomenon, system).part(part) for system in systems}
        return out_of_order(column, rising=part is ShareMeasure.BAD)


def mean(values: Sequence[float | None]) -> float | None:
    """The mean of the known values; None if there are none."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


@dataclass(frozen=True)
class Correlated:
    """Mean shares beside an overall score of the same systems."""

    overall: Overall
    chosen: ItemSet
    points: Mapping[str, tuple[float, float]]  # system -> mean share, overall score
    correlation: Correlation
    circular: str = ""  # the reference that selected the keywords, where the score rests on it too


@dataclass(frozen=True)
class Tendencies:
    """The results of a study: its sets of items side by side, systems ordered by the first set."""

    study: ContrastStudy
    phenomena: tuple[str, ...]  # in the order of the study's contrasts
    systems: tuple[str, ...]  # by mean share, highest first
    references: tuple[str, ...]
    panels: Mapping[ItemSet, Panel]
    by_symmetry: Mapping[Symmetry, Panel]  # of the leading set, by symmetry of the links
    correlated: tuple[Correlated, ...]
    signature: str
    testing: Testing = field(default_factory=Testing)

    @property
    def leading(self) -> Panel:
        """The set by which systems are ordered: refined where there is one, else pre-selected."""
        return next(iter(self.panels.values()))

    @cached_property
    def structures(self) -> tuple[Structure, ...]:
        """The counterparts of each source structure in all translations."""
        return tuple(counterparts(self.study))

    @property
    def everybody(self) -> tuple[str, ...]:
        """Systems in their order, then the references."""
        return (*self.systems, *self.references)

    def selecting(self, who: str, chosen: ItemSet) -> bool:
        """Did this reference select the items of the set? Then it is Good there by construction."""
        return who == self.study.selected_by and chosen is not ItemSet.HITS


def tendencies(study: ContrastStudy, testing: Testing | None = None) -> Tendencies:
    """Compute shares, means, order and correlations of a study."""
    testing = testing or Testing()
    phenomena = tuple(dict.fromkeys(one.phenomenon for one in study.contrasts))
    panels = {which: _panel(study, which, testing) for which in study.sets}
    panels = {which: panel for which, panel in panels.items() if panel.tallies} or panels
    leading = next(iter(panels.values()))
    symmetries = [one for one in Symmetry if (study.verdicts["symmetry"] == one).any()]
    return Tendencies(
        study=study,
        phenomena=phenomena,
        systems=tuple(
            sorted(study.systems, key=lambda name: (-leading.means.get(name, -1.0), name.casefold()))
        ),
        references=study.references,
        panels=panels,
        by_symmetry={one: _panel(study, leading.chosen, testing, one) for one in symmetries},
        correlated=tuple(
            _correlated(study, overall, panel)
            for overall in study.scores
            for panel in panels.values()
            if panel.chosen is not ItemSet.HITS
        ),
        signature=signature_of(study, testing),
        testing=testing,
    )


def _panel(study: ContrastStudy, which: ItemSet, testing: Testing, symmetry: Symmetry | None = None) -> Panel:
    verdicts = study.verdicts_on(which, symmetry)
    if symmetry is not None:  # to compare symmetries, leave out fall-backs
        verdicts = _by_links_alone(verdicts)
    tallies = _tallies(verdicts)
    # Sorted by name, so that the order of files does not matter.
    systems = sorted(study.systems)
    own = verdicts.filter(pl.col("system").is_in(systems))
    rows = scores(own, systems, Counted.OWN)
    means = averages(rows, systems)
    if systems and own.height:
        # A paired test can only use items that are known for all systems.
        shared = own.join(fair_items(own), on="item", how="semi", maintain_order="left")
        rows, means = with_best(rows, means, shared, systems, testing)
    shares: dict[str, list[float]] = {}
    for (_, system), tally in tallies.items():
        if tally.share is not None:
            shares.setdefault(system, []).append(tally.share)
    mean_shares = {system: fmean(values) for system, values in shares.items()}
    return Panel(which, tallies, mean_shares, tuple(rows), means)


def _by_links_alone(verdicts: pl.DataFrame) -> pl.DataFrame:
    """The verdicts, with those of fall-backs as Unknown."""
    fallen_back = pl.col("found_by").cast(pl.String).is_in([one.value for one in Fallback]).fill_null(False)
    unknown = pl.lit(Verdict.WARNING, dtype=VERDICT)
    return verdicts.with_columns(
        pl.when(fallen_back).then(unknown).otherwise(pl.col("verdict")).alias("verdict")
    )


def _tallies(verdicts: pl.DataFrame) -> dict[tuple[str, str], CounterpartTally]:
    counts = verdicts.group_by("phenomenon", "system").agg(
        *((pl.col("verdict") == one).sum().alias(one) for one in BY_RULES)
    )
    ordered = counts.sort("phenomenon", "system")
    return {
        (phenomenon, system): CounterpartTally(good, bad, unknown)
        for phenomenon, system, good, bad, unknown in ordered.select(
            "phenomenon", "system", Verdict.PASS, Verdict.FAIL, Verdict.WARNING
        ).iter_rows()
    }


def counts_by(verdicts: pl.DataFrame, column: str) -> dict[str, dict[str, int]]:
    """System -> value of the column -> how many verdicts; values in the order of their kind."""
    found: dict[str, dict[str, int]] = {}
    counts = verdicts.drop_nulls(column).group_by("system", column).len().sort("system", column)
    for system, value, many in counts.iter_rows():
        found.setdefault(system, {})[value] = many
    return found


def _correlated(study: ContrastStudy, overall: Overall, panel: Panel) -> Correlated:
    both = [name for name in study.systems if name in panel.means and name in overall.values]
    points = {name: (panel.means[name], overall.values[name]) for name in both}
    shares, values = [points[name][0] for name in both], [points[name][1] for name in both]
    # A system that writes like the selecting reference has a higher share and a higher score for one reason.
    selecting = panel.chosen is not ItemSet.HITS and study.selected_by in overall.references
    circular = study.selected_by if selecting else ""
    return Correlated(overall, panel.chosen, points, spearman(shares, values), circular)


def signature_of(study: ContrastStudy, testing: Testing | None = None) -> str:
    """The signature of a study; without a test where only verdicts are shown."""
    return signature(
        {
            "study": study.name,
            "contrasts": study.about.get("contrasts") or len(study.contrasts),
            "queries": study.about.get("queries"),  # missing in studies made before queries were counted
            "pair": study.pair,
            "items": study.items.height,
            "selected": int(study.items["selected"].sum()),
            "by": study.selected_by or None,
            "systems": len(study.systems),
            "counted": Counted.OWN,
            "symmetry": study.symmetry,
            "fallbacks": "+".join(study.fallbacks) or "none",
            **{name: study.about.get(name) for name in ("source parser", "target parser", "aligner")},
            **(testing.parts if testing else {}),
            "digest": digest(study),
        }
    )
