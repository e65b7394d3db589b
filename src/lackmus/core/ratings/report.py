"""The report of ratings: by system, structure, agreement with the reference, and annotator."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import polars as pl

from lackmus.core.base.agreement_measures import Coefficient, Resampling, interval_alpha
from lackmus.core.base.columns import Columns
from lackmus.core.base.correlations import Correlation, spearman
from lackmus.core.base.signatures import signature
from lackmus.core.base.significance import holm
from lackmus.core.base.verdict import BY_RULES, Verdict
from lackmus.core.contrasts.counterparts import keyword_counterparts
from lackmus.core.contrasts.shares import SAID, Panel, tendencies
from lackmus.core.contrasts.study import ContrastStudy, digest
from lackmus.core.ratings.statistics import (
    SAMPLES,
    SEED,
    Mean,
    Paired,
    mean_of,
    paired,
    pearson,
    standardised,
)
from lackmus.core.ratings.tasks import RatedText, TaskShown

# Ratings: one row per person, text and turn. `place` is that of the text in its task.
RATINGS = Columns(place=pl.Int64, person=pl.String, repeat=pl.Int64, value=pl.Int64)

SAME, OTHER, UNKNOWN = "same", "other", "unknown"
GOOD, BAD = SAID[Verdict.PASS], SAID[Verdict.FAIL]


@dataclass(frozen=True)
class SystemRating:
    """How a system's translations were rated."""

    system: str
    reference: bool
    raw: Mean
    z: Mean
    share: float | None  # its mean share of Good in the study


@dataclass(frozen=True)
class GroupRating:
    """Ratings of all translations of one kind: with one verdict, say."""

    contrast: str | None  # None: all
    kind: str
    n: int  # keywords × systems
    raw: float | None
    z: float | None


@dataclass(frozen=True)
class Within:
    """Two kinds compared within the same sentences."""

    contrast: str | None
    one: str
    other: str
    raw: Paired
    z: Paired
    corrected: float | None = None  # p of the raw difference, by Holm over the contrasts


@dataclass(frozen=True)
class Rater:
    """What one person did, and how consistently."""

    person: str
    ratings: int
    mean: float
    spread: float | None  # standard deviation
    repeats: int
    same: float | None  # repeats that got the same value, in percent
    apart: float | None  # mean distance of the two values


@dataclass(frozen=True)
class RaterPair:
    """Two people on the texts that both rated."""

    one: str
    other: str
    texts: int
    apart: float  # mean distance
    correlation: float | None  # Pearson's


@dataclass(frozen=True)
class WithShare:
    """Mean ratings of systems beside their shares of Good."""

    contrast: str | None  # None: the mean over contrasts
    correlation: Correlation


@dataclass(frozen=True)
class RatingReport:
    """Everything that the ratings of a task show."""

    task: TaskShown
    study: ContrastStudy = field(repr=False)
    rated: int  # texts with a rating
    ratings: int  # without repeats
    reference: str  # with whose structure translations are compared; empty: none
    systems: tuple[SystemRating, ...]
    verdicts: tuple[GroupRating, ...]
    agreement: tuple[GroupRating, ...]
    counterparts: tuple[GroupRating, ...]
    within: tuple[Within, ...]
    shares: tuple[WithShare, ...]
    raters: tuple[Rater, ...]
    pairs: tuple[RaterPair, ...]
    alpha: Coefficient
    alpha_z: Coefficient
    lines: pl.DataFrame = field(repr=False)  # one per keyword and rated translation
    signature: str = ""


def rating_report(
    task: TaskShown, study: ContrastStudy, texts: Sequence[RatedText], ratings: pl.DataFrame
) -> RatingReport:
    """Combine ratings (RATINGS) with the verdicts of the study."""
    given = standardised(RATINGS.of(ratings).sort("place", "person", "repeat"))
    first = given.filter(pl.col("repeat") == 0)
    reference = study.selected_by or next(iter(study.references), "")
    lines = _lines(task, study, _scores(texts, first), reference)
    own = lines.filter(~pl.col("reference"))
    contrasts = [one.phenomenon for one in study.contrasts if (lines["contrast"] == one.phenomenon).any()]
    contrasts = list(dict.fromkeys(contrasts))
    everything: list[str | None] = [*contrasts, *([None] if len(contrasts) != 1 else [])]
    panel = tendencies(study).leading
    systems = _systems(task, texts, first, panel.means)
    within = [
        *_within(own, everything, "verdict", GOOD, BAD),
        *(_within(own, everything, "agreement", SAME, OTHER) if reference else ()),
    ]
    by_place = first.group_by("place", maintain_order=True).agg("value", "z")
    how = Resampling(SAMPLES, SEED)
    return RatingReport(
        task=task,
        study=study,
        rated=first["place"].n_unique(),
        ratings=first.height,
        reference=reference,
        systems=systems,
        verdicts=_groups(own, everything, "verdict", [SAID[one] for one in BY_RULES]),
        agreement=_groups(own, everything, "agreement", [SAME, OTHER, UNKNOWN]) if reference else (),
        counterparts=_groups(own, [None], "structure", _kinds(own)),
        within=tuple(within),
        shares=_shares(panel, systems, contrasts),
        raters=_raters(given),
        pairs=_pairs(first),
        alpha=interval_alpha(by_place["value"].to_list(), how),
        alpha_z=interval_alpha([[z for z in values if z is not None] for values in by_place["z"]], how),
        lines=lines,
        signature=signature(
            {
                "rating": task.name,
                "study": task.study_name,
                "digest": digest(study),
                "scale": task.plan.scale.written,
                "keywords": task.plan.chosen,
                "texts": task.texts,
                "ratings": first.height,
                "people": first["person"].n_unique(),
                "test": f"sign-flip({SAMPLES} resamples)",
                "seed": SEED,
            }
        ),
    )


def _scores(texts: Sequence[RatedText], first: pl.DataFrame) -> pl.DataFrame:
    """The mean rating of each text, repeated for every system that wrote it."""
    means = first.group_by("place").agg(
        pl.col("value").mean().alias("raw"), pl.col("z").mean(), pl.len().alias("ratings")
    )
    wrote = pl.DataFrame(
        [(place, one.sentence, one.text, who) for place, one in enumerate(texts) for who in one.systems],
        schema={"place": pl.Int64, "sentence": pl.UInt32, "text": pl.String, "system": pl.String},
        orient="row",
    )
    return wrote.join(means, on="place")


def _lines(task: TaskShown, study: ContrastStudy, scores: pl.DataFrame, reference: str) -> pl.DataFrame:
    """One row per keyword and rated translation: its verdict, its structure, its rating."""
    items = study.chosen(task.plan.chosen)
    if task.plan.contrasts:
        items = items.filter(pl.col("contrast").is_in(task.plan.contrasts))
    said = (
        study.verdicts_on(task.plan.chosen)
        .select("item", "system", "verdict")
        .join(
            items.with_row_index("at").select(
                "at", "item", "sentence", pl.col("phenomenon").alias("contrast")
            ),
            on="item",
        )
    )
    known = said.with_columns(
        pl.col("verdict").cast(pl.String).replace_strict({one.value: SAID[one] for one in BY_RULES}),
    )
    known = known.join(keyword_counterparts(study, items), on=["item", "system"], how="left")
    of_reference = known.filter(pl.col("system") == reference).select(
        "item", pl.col("structure").alias("expected")
    )
    same = pl.col("structure") == pl.col("expected")
    agreement = pl.when(same).then(pl.lit(SAME)).when(~same).then(pl.lit(OTHER)).otherwise(pl.lit(UNKNOWN))
    return (
        known.join(of_reference, on="item", how="left")
        .join(scores, on=["sentence", "system"])
        .with_columns(
            agreement.alias("agreement"), pl.col("system").is_in(study.references).alias("reference")
        )
        .sort("at", "reference", "system")
    )


def _kinds(lines: pl.DataFrame) -> list[str]:
    """Structures, the most frequent first."""
    counts = lines.drop_nulls("structure").group_by("structure").len()
    return counts.sort(["len", "structure"], descending=[True, False])["structure"].to_list()


def _systems(
    task: TaskShown, texts: Sequence[RatedText], first: pl.DataFrame, shares: Mapping[str, float]
) -> tuple[SystemRating, ...]:
    """All systems and references, best rated first."""
    by_system = _scores(texts, first).sort("place").partition_by("system", as_dict=True)
    found = []
    for system in (*task.plan.systems, *task.plan.references):
        own = by_system.get((system,))
        raw = own["raw"].to_list() if own is not None else []
        z = own["z"].drop_nulls().to_list() if own is not None else []
        reference = system in task.plan.references
        found.append(
            SystemRating(
                system, reference, mean_of(raw), mean_of(z), None if reference else shares.get(system)
            )
        )

    def order(one: SystemRating) -> tuple[float, float, str]:
        low = float("-inf")
        z, raw = (low if mean.value is None else mean.value for mean in (one.z, one.raw))
        return -z, -raw, one.system.casefold()

    return tuple(sorted(found, key=order))


def _of(lines: pl.DataFrame, contrast: str | None) -> pl.DataFrame:
    return lines if contrast is None else lines.filter(pl.col("contrast") == contrast)


def _groups(
    lines: pl.DataFrame, contrasts: Sequence[str | None], column: str, kinds: Sequence[str]
) -> tuple[GroupRating, ...]:
    found = []
    for contrast in contrasts:
        of_contrast = _of(lines, contrast)
        for kind in kinds:
            some = of_contrast.filter(pl.col(column) == kind)
            found.append(GroupRating(contrast, kind, some.height, _mean(some["raw"]), _mean(some["z"])))
    return tuple(found)


def _mean(values: pl.Series) -> float | None:
    found = values.mean()
    return float(found) if isinstance(found, float | int) else None


def _within(
    lines: pl.DataFrame, contrasts: Sequence[str | None], column: str, one: str, other: str
) -> list[Within]:
    """For each sentence that has both kinds, the difference of their mean ratings."""
    found = []
    for contrast in contrasts:
        some = _of(lines, contrast).filter(pl.col(column).is_in([one, other]))
        raw, z = (paired(_differences(some, column, one, score)) for score in ("raw", "z"))
        found.append(Within(contrast, one, other, raw, z))
    tested = [row for row in found if row.contrast is not None and row.raw.p_value is not None]
    corrected = holm([row.raw.p_value or 0.0 for row in tested]) if tested else []
    by_contrast = {row.contrast: p for row, p in zip(tested, corrected, strict=True)}
    return [Within(row.contrast, one, other, row.raw, row.z, by_contrast.get(row.contrast)) for row in found]


def _differences(lines: pl.DataFrame, column: str, one: str, score: str) -> list[float]:
    means = (
        lines.drop_nulls(score)
        .group_by("sentence")
        .agg(
            pl.col(score).filter(pl.col(column) == one).mean().alias("one"),
            pl.col(score).filter(pl.col(column) != one).mean().alias("other"),
        )
        .drop_nulls()
        .sort("sentence")
    )
    return (means["one"] - means["other"]).to_list()


def _shares(panel: Panel, systems: Sequence[SystemRating], contrasts: Sequence[str]) -> tuple[WithShare, ...]:
    """Correlation of mean ratings (z) with shares of Good, over systems, without references."""
    rated = {one.system: one.z.value for one in systems if not one.reference and one.z.value is not None}
    found = []
    for contrast in (None, *(contrasts if len(contrasts) > 1 else ())):
        shares = {
            system: panel.means.get(system) if contrast is None else panel.tally(contrast, system).share
            for system in rated
        }
        both = [(rated[system], share) for system, share in shares.items() if share is not None]
        found.append(WithShare(contrast, spearman([one for one, _ in both], [other for _, other in both])))
    return tuple(found)


def _raters(given: pl.DataFrame) -> tuple[Rater, ...]:
    found = []
    for (person,), own in sorted(given.partition_by("person", as_dict=True).items()):
        first = own.filter(pl.col("repeat") == 0)
        again = own.filter(pl.col("repeat") == 1).join(first, on="place", suffix="_first")
        apart = (again["value"] - again["value_first"]).abs()
        spread = first["value"].std()
        found.append(
            Rater(
                str(person),
                first.height,
                _mean(first["value"]) or 0.0,
                float(spread) if isinstance(spread, float) else None,
                again.height,
                100 * int((apart == 0).sum()) / again.height if again.height else None,
                _mean(apart) if again.height else None,
            )
        )
    return tuple(found)


def _pairs(first: pl.DataFrame) -> tuple[RaterPair, ...]:
    by_person = {str(person): own for (person,), own in first.partition_by("person", as_dict=True).items()}
    found = []
    for one, other in combinations(sorted(by_person), 2):
        both = by_person[one].join(by_person[other], on="place", suffix="_other")
        if both.height:
            apart = _mean((both["value"] - both["value_other"]).abs()) or 0.0
            related = pearson(both["value"].to_list(), both["value_other"].to_list())
            found.append(RaterPair(one, other, both.height, apart, related))
    return tuple(found)
