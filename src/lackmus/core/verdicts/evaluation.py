"""An evaluation: outputs -> systems that took part -> verdicts -> scores -> clusters -> findings."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from lackmus.core.base.choices import Choices, Order, Repeats, Semantics
from lackmus.core.base.columns import Columns
from lackmus.core.base.compact_frames import compact
from lackmus.core.base.signatures import signature
from lackmus.core.outputs.outputs import (
    absences,
    differing_repeats,
    first_of_pairs,
    identical_systems,
    items_of,
    outputs_digest,
    systems_of,
)
from lackmus.core.rules.judge import JudgementStep, judge_of
from lackmus.core.suites.suite import Suite, SuitePart
from lackmus.core.verdicts.accuracies import (
    AccuracyBounds,
    Average,
    Fairness,
    Score,
    Warnings,
    averages,
    bounds,
    counted_rows,
    fairness,
    ordered,
    scores,
    warnings,
    wins,
)
from lackmus.core.verdicts.clusters import with_best
from lackmus.core.verdicts.error_profile import ErrorProfileRow, error_profile, labelled
from lackmus.core.verdicts.findings import Findings, findings, sentences
from lackmus.core.verdicts.judging import (
    VERDICTS,
    Advance,
    judge,
    refuse_unknown,
    with_decisions,
    with_missing,
    worst_of_repeats,
)
from lackmus.core.verdicts.many_systems import listed
from lackmus.core.verdicts.paired_tests import PairedTest, paired_test
from lackmus.core.verdicts.untestable import (
    PhenomenonUntestable,
    Untestable,
    untestable,
    untestable_phenomena,
)

# Verdicts of the rules (`text` is the key), with `raw` where the output differs from its key. Most outputs
# equal their key and are stored once.
JUDGED = Columns(**VERDICTS, raw=pl.String)
HANDED_IN = pl.coalesce("raw", "text").alias("text")  # each output of JUDGED as it was handed in
_COUNTED = ("item", "category", "phenomenon", "system", "verdict", "reason")


@dataclass(frozen=True)
class SuiteEvaluation:
    """Systems compared on one suite."""

    suite: Suite
    systems: tuple[str, ...]  # in column order
    left_out: Mapping[str, str]
    verdicts: pl.DataFrame
    fairness: Fairness
    uncovered: int  # items that no system has
    warnings: Mapping[str, Warnings]
    before: Mapping[str, Warnings]  # open warnings by the rules alone, before people decided
    rows: tuple[Score, ...]  # each category, followed by its phenomena
    averages: Mapping[Average, Score]
    bounds: AccuracyBounds
    wins: Mapping[str, int]
    phenomenon_wins: Mapping[str, int]
    differing_repeats: Mapping[str, int]
    identical: tuple[tuple[str, ...], ...]  # systems with identical texts
    findings: Findings
    paired: PairedTest | None  # what an exact paired test would change, if an unpaired one was chosen
    digest: str  # of the compared outputs
    untestable: Mapping[str, Untestable]  # texts that people call not testable
    untestable_phenomena: tuple[PhenomenonUntestable, ...]  # those with any
    error_profile: tuple[ErrorProfileRow, ...]  # what people say is wrong; empty if they name nothing
    signature: str
    order: Order = Order.GIVEN  # of the systems

    @property
    def categories(self) -> list[Score]:
        """The rows of the category level."""
        return [row for row in self.rows if row.phenomenon is None]

    @property
    def phenomena(self) -> list[Score]:
        """The rows of the phenomenon level."""
        return [row for row in self.rows if row.phenomenon is not None]

    @property
    def any_untestable(self) -> int:
        """How many outputs are not testable."""
        return sum(one.count for one in self.untestable.values())

    @property
    def in_short(self) -> str:
        """The summary of the evaluation, as a paragraph."""
        return self.in_short_by({})

    def in_short_by(self, labels: Mapping[str, str]) -> str:
        """The summary, with short labels for systems."""
        total, fair = self.fairness.total, self.fairness.fair
        if not fair:
            who = "the system" if len(self.systems) == 1 else f"all {len(self.systems)} systems"
            return f"No item is settled for {who}, so nothing can be compared."
        micro = self.averages[Average.MICRO]
        best = listed([f"{labels.get(one, one)} ({micro.accuracy[one]:.1f} %)" for one in _ranked(micro)])
        counted = f"{fair:,} of {total:,} items ({100 * fair / total:.0f} %)"
        if len(self.systems) == 1:
            alone = labels.get(self.systems[0], self.systems[0])
            said = [f"{alone} passes {micro.average:.1f} % of its settled items, {counted}."]
        else:
            said = [
                f"{len(self.systems)} systems are compared on {counted}, those settled for all of them.",
                f"Best on all items together: {best}.",
                *self._other_order(labels),
            ]
        return " ".join(said + sentences(self.findings, alone=len(self.systems) == 1))

    def _other_order(self, labels: Mapping[str, str]) -> list[str]:
        """A sentence on the order of columns, if its first system is not the best over all items."""
        average = _AVERAGES.get(self.order)
        first, best = self.systems[0], _ranked(self.averages[Average.MICRO])
        if average is None or not best or first == best[0]:
            return []
        row = self.averages[average]
        led = f"{labels.get(first, first)} leads ({row.accuracy[first]:.1f} %)"
        return [f"The columns follow the {_IN_WORDS[average]}, in which {led}."]


# The order follows a mean; the sentence about the best is about all items.
_AVERAGES = {
    Order.CATEGORY_MACRO: Average.CATEGORY_MACRO,
    Order.PHENOMENON_MACRO: Average.PHENOMENON_MACRO,
}
_IN_WORDS = {
    Average.CATEGORY_MACRO: "mean of the categories",
    Average.PHENOMENON_MACRO: "mean of the phenomena",
}


def _ranked(row: Score) -> list[str]:
    return sorted(row.best, key=lambda system: -row.accuracy[system])


def evaluate(
    suite: Suite,
    outputs: pl.DataFrame,
    choices: Choices | None = None,
    advance: Advance | None = None,
    decided: pl.DataFrame | None = None,
    part: SuitePart | None = None,
    marked: pl.DataFrame | None = None,
) -> SuiteEvaluation:
    """Judge the outputs of systems on the suite and compare them on the items that are fair to all.

    `decided` are the texts that people decided (DECIDED, perhaps with an error_type); `part` narrows the
    suite to some categories or phenomena; `marked` are texts that look verbose or refused (MARKED).
    """
    choices = choices or Choices()
    field = _field(suite, outputs, pl.col("text"), choices, part)
    verdicts = judge(field.suite, field.rows, choices.semantics, advance=advance, marked=marked)
    _check_rules(field.suite, set(field.rows["item"].unique()), choices)
    return _evaluation(field, verdicts, choices, decided)


def evaluate_judged(
    suite: Suite,
    judged: pl.DataFrame,
    choices: Choices | None = None,
    decided: pl.DataFrame | None = None,
    part: SuitePart | None = None,
) -> SuiteEvaluation:
    """Evaluate outputs that were judged before (JUDGED), with exactly the result of `evaluate`.

    One row for every output, repeats included, in the order of their lines, with the verdicts of the rules
    alone. Rules are not compiled again.
    """
    choices = choices or Choices()
    if choices.semantics is not Semantics.DEFAULT:
        raise ValueError(
            f"verdicts are kept with default semantics: judge the outputs anew by {choices.semantics}"
        )
    refuse_unknown(judged, suite)
    field = _field(suite, JUDGED.of(judged), HANDED_IN, choices, part)
    return _evaluation(field, field.rows.drop("raw"), choices, decided)


@dataclass(frozen=True)
class _Participants:
    """The systems that take part: the compared rows, and notes about the others."""

    suite: Suite
    rows: pl.DataFrame
    left_out: Mapping[str, str]
    differing: Mapping[str, int]
    digest: str


def _field(
    suite: Suite, rows: pl.DataFrame, raw: pl.Expr, choices: Choices, part: SuitePart | None
) -> _Participants:
    """Determine who takes part; `raw` gives each output as it was handed in."""
    # Participation depends on everything that a system handed in, not on the selected items.
    texts = compact(rows.select("item", "system", "text"))
    absent = absences(texts, items_of(suite))
    left_out = {name: absence.reason for name, absence in absent.items() if name not in choices.keep}

    def only(chosen: pl.Series) -> None:
        nonlocal rows, texts
        if not chosen.all():
            rows, texts = rows.filter(chosen), texts.filter(chosen)

    if part is not None:
        suite = suite.only(part)
        only(rows["item"].is_in(list(suite.by_key)))
    differing = differing_repeats(texts)
    if choices.repeats is Repeats.FIRST:
        only(first_of_pairs(texts))
    if left_out:
        only(~rows["system"].is_in(list(left_out)))
    digest = outputs_digest(texts.with_columns(rows.select(raw).to_series()))
    return _Participants(suite, rows, left_out, differing, digest)


def _evaluation(
    field: _Participants, verdicts: pl.DataFrame, choices: Choices, decided: pl.DataFrame | None
) -> SuiteEvaluation:
    """Build the evaluation from the verdicts of the rules and people's decisions."""
    compared, named = [_whole(verdicts, choices)], None
    if decided is not None and choices.semantics is Semantics.DEFAULT:
        compared.append(_whole(with_decisions(verdicts, decided), choices))
        if "error_type" in decided.columns:
            named = decided.drop_nulls("error_type").select("item", "text", "error_type")
    return compare_verdicts(
        field.suite,
        compared[-1],
        choices,
        field.left_out,
        field.differing,
        field.digest,
        before=compared[0],
        named_errors=named,
    )


def _whole(verdicts: pl.DataFrame, choices: Choices) -> pl.DataFrame:
    """Exactly one verdict for every item and system."""
    if choices.repeats is Repeats.ALL:
        verdicts = worst_of_repeats(verdicts)
    return with_missing(verdicts)


def _check_rules(suite: Suite, judged: set[str], choices: Choices) -> None:
    """Refuse a pattern that does not compile, even if no text was judged by it."""
    for item in suite.items:
        if item.key not in judged:
            judge_of(item, choices.semantics)


def compare_verdicts(
    suite: Suite,
    verdicts: pl.DataFrame,
    choices: Choices,
    left_out: Mapping[str, str] | None = None,
    differing: Mapping[str, int] | None = None,
    digest: str = "",
    before: pl.DataFrame | None = None,
    named_errors: pl.DataFrame | None = None,
) -> SuiteEvaluation:
    """Compute an evaluation from verdicts of any origin; `before` are those of the rules alone.

    `named_errors` are the error types that people name for texts (item, text, error_type).
    """
    ruled = verdicts if before is None else before
    given = systems_of(verdicts)
    counted = compact(verdicts.select(_COUNTED))
    rows = scores(counted, given)
    means = averages(rows, given)
    systems = ordered(given, means, choices.order)
    on_fair = counted_rows(counted)
    rows, means = with_best(rows, means, on_fair, systems, choices.testing, worst=True)
    count = fairness(counted, systems)
    return SuiteEvaluation(
        suite=suite,
        systems=tuple(systems),
        left_out=dict(left_out or {}),
        verdicts=verdicts,
        fairness=count,
        uncovered=len(suite.items) - count.total,
        warnings=(now := warnings(counted, systems)),
        before=now if ruled is verdicts else warnings(compact(ruled.select(_COUNTED)), systems),
        rows=tuple(rows),
        averages=means,
        bounds=bounds(counted, systems),
        wins=wins([row for row in rows if row.phenomenon is None], systems),
        phenomenon_wins=wins([row for row in rows if row.phenomenon is not None], systems),
        differing_repeats={name: n for name, n in (differing or {}).items() if name in set(systems)},
        identical=identical_systems(verdicts.select("item", "system", "text")),
        findings=findings(rows, choices.thresholds),
        paired=paired_test(rows, means[Average.MICRO], on_fair, systems, choices.testing),
        digest=digest,
        untestable=(apart := untestable(counted, systems)),
        untestable_phenomena=untestable_phenomena(counted, systems),
        error_profile=(profile := error_profile(verdicts, named_errors, systems)),
        order=choices.order,
        signature=signature(
            {
                "suite": suite.label,
                "pair": "+".join(map(str, suite.pairs)),
                "only": str(suite.part),
                "systems": len(systems),
                "outputs": digest,
                "items": f"{count.fair}/{count.total}",
                "counted": "fair",
                **({"marked": n} if (n := _said_by(JudgementStep.MARK, ruled)) else {}),
                **({"decided": n} if (n := _said_by(JudgementStep.DECISION, verdicts)) else {}),
                **({"untestable": n} if (n := sum(one.count for one in apart.values())) else {}),
                **({"error-types": n} if (n := labelled(profile)) else {}),
                **choices.parts,
                **choices.testing.parts,
            }
        ),
    )


def _said_by(step: JudgementStep, verdicts: pl.DataFrame) -> int:
    """How many outputs were settled by this step: a person's decision, or a mark."""
    return verdicts.filter(pl.col("step") == step).height
