"""Agreement of people on texts that several of them judged: overall, by category, pair by pair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import polars as pl

from lackmus.core.base.agreement_measures import Coefficient, Resampling, measures_of_many, measures_of_two
from lackmus.core.base.columns import Columns
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import BY_PEOPLE
from lackmus.core.verdicts.judging import VERDICT

# The current opinions: one row per person and text.
OPINIONS = Columns(item=pl.String, category=pl.String, text_id=pl.Int64, person=pl.String, verdict=VERDICT)
# The proposal that was shown: pass, fail or none, and by which proposer; null where not recorded.
IN_VIEW = Columns(proposed=pl.String, proposer=pl.String)


@dataclass(frozen=True)
class AgreementRow:
    """Agreement on the texts of a category, or on all."""

    category: str | None
    texts: int
    people: int
    percent: Coefficient
    kappa: Coefficient | None  # only if exactly two people have judged in the whole campaign
    alpha: Coefficient


@dataclass(frozen=True)
class PairAgreement:
    """Agreement of two people on the texts that both have judged."""

    one: str
    other: str
    texts: int
    percent: Coefficient
    kappa: Coefficient


@dataclass(frozen=True)
class FollowedProposals:
    """How often people agreed with a proposer."""

    proposer: str
    followed: int
    overruled: int


@dataclass(frozen=True)
class Agreement:
    """Agreement of all people, with its signature."""

    people: tuple[str, ...]
    overall: AgreementRow
    categories: tuple[AgreementRow, ...]
    pairs: tuple[PairAgreement, ...]  # people who have judged the same texts
    unaided: AgreementRow  # of decisions made without a proposal in view
    aided: AgreementRow  # of decisions made with one
    proposals: tuple[FollowedProposals, ...]  # of all decisions, also where one person alone has judged
    unrecorded: int  # decisions without a record of what was in view
    signature: str


def agreement(
    opinions: pl.DataFrame,
    about: Mapping[str, object] | None = None,
    resampling: Resampling | None = None,
) -> Agreement:
    """How well people agree (OPINIONS); texts with a single opinion do not count.

    `about` says in the signature whose opinions these are.
    """
    how = resampling or Resampling()
    if "proposed" not in opinions.columns:  # opinions from files do not record it
        opinions = opinions.with_columns(pl.lit(None, pl.String).alias(name) for name in IN_VIEW)
    told = Columns(**OPINIONS, **IN_VIEW)
    given = told.of(opinions).filter(pl.col("verdict").is_in(BY_PEOPLE))
    if given.select("text_id", "person").is_duplicated().any():
        raise ValueError("a person has two opinions on one text: pass only the latest")
    shared = _shared(given)
    people = shared["person"].unique().sort().to_list()
    overall = _row(shared, None, people, how)
    by_category = shared.partition_by("category", as_dict=True)
    pairs = (_pair(shared, one, other, how) for one, other in combinations(people, 2))
    return Agreement(
        people=tuple(people),
        overall=overall,
        categories=tuple(_row(by_category[name], str(name[0]), people, how) for name in sorted(by_category)),
        pairs=tuple(pair for pair in pairs if pair.texts),
        unaided=_kind(given, pl.col("proposed") == "none", how),
        aided=_kind(given, pl.col("proposed") != "none", how),
        proposals=_followed(given),
        unrecorded=given["proposed"].null_count(),
        signature=signature(
            {
                "agreement": "percent+kappa+alpha",
                **(about or {}),
                "people": len(people),
                "texts": overall.texts,
                "intervals": "95%-bootstrap(texts)",
                "samples": how.samples,
                "seed": how.seed,
            }
        ),
    )


def _shared(given: pl.DataFrame) -> pl.DataFrame:
    """Opinions on texts that several people judged, sorted, so that intervals are reproducible."""
    return given.filter(pl.len().over("text_id") >= 2).sort("text_id", "person")


def _kind(given: pl.DataFrame, kind: pl.Expr, how: Resampling) -> AgreementRow:
    """Agreement among the opinions of one kind alone: a text counts if two of them are about it."""
    shared = _shared(given.filter(kind))
    return _row(shared, None, shared["person"].unique().sort().to_list(), how)


def _followed(given: pl.DataFrame) -> tuple[FollowedProposals, ...]:
    same = pl.col("verdict").cast(pl.String) == pl.col("proposed")
    counts = (
        given.filter(pl.col("proposed") != "none")
        .group_by(pl.col("proposer").fill_null(""))
        .agg(same.sum().alias("followed"), (~same).sum().alias("overruled"))
        .sort("proposer")
    )
    return tuple(FollowedProposals(*row) for row in counts.iter_rows())


def _row(shared: pl.DataFrame, category: str | None, people: Sequence[str], how: Resampling) -> AgreementRow:
    said = [(pl.col("verdict") == verdict).sum().cast(pl.Int64).alias(verdict) for verdict in BY_PEOPLE]
    counts = shared.group_by("text_id", maintain_order=True).agg(said).select(BY_PEOPLE).to_numpy()
    percent, alpha = measures_of_many(counts, how)
    kappa = _pair(shared, people[0], people[1], how).kappa if len(people) == 2 else None
    return AgreementRow(category, len(counts), shared["person"].n_unique(), percent, kappa, alpha)


def _pair(shared: pl.DataFrame, one: str, other: str, how: Resampling) -> PairAgreement:
    code = pl.col("verdict").replace_strict({said: place for place, said in enumerate(BY_PEOPLE)})
    left, right = (
        shared.filter(pl.col("person") == name).select("text_id", code.cast(pl.Int64).alias("code"))
        for name in (one, other)
    )
    both = left.join(right, on="text_id", maintain_order="left")
    many = len(BY_PEOPLE)
    codes = both.select(many * pl.col("code") + pl.col("code_right")).to_series().to_numpy()
    return PairAgreement(one, other, len(codes), *measures_of_two(codes, how, many))
