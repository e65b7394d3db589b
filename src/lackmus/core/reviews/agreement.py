"""How well people agree on the texts that several of them judged: overall, by category, two by two."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import polars as pl

from lackmus.core.base.agreement_measures import Coefficient, Resampling, measures_of_many, measures_of_two
from lackmus.core.base.columns import Columns
from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.base.verdict import Verdict
from lackmus.core.verdicts.judging import SETTLED, VERDICT
from lackmus.tables.table import Cell, Column, Level, Row, Table, Unit

# What everybody thinks now: one row per person and text.
OPINIONS = Columns(item=pl.String, category=pl.String, text_id=pl.Int64, person=pl.String, verdict=VERDICT)
# The proposal that was in view: pass, fail or none, and whose it was; null where it was not recorded.
IN_VIEW = Columns(proposed=pl.String, proposer=pl.String)


@dataclass(frozen=True)
class AgreementRow:
    """Agreement on the texts of a category, or on all."""

    category: str | None
    texts: int
    people: int
    percent: Coefficient
    kappa: Coefficient | None  # only where two people, and no more, have judged in the whole campaign
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
class Followed:
    """How often people said what a proposer had proposed."""

    proposer: str
    followed: int
    overruled: int


@dataclass(frozen=True)
class Agreement:
    """How well everybody agrees."""

    people: tuple[str, ...]
    overall: AgreementRow
    categories: tuple[AgreementRow, ...]
    pairs: tuple[PairAgreement, ...]  # those who have judged the same texts
    unaided: AgreementRow  # of decisions that were made without a proposal in view
    aided: AgreementRow  # of those made with one
    proposals: tuple[Followed, ...]  # of all decisions, also where one person alone has judged
    unrecorded: int  # decisions of which it is not known what was in view
    signature: str


def agreement(
    opinions: pl.DataFrame,
    about: Mapping[str, object] | None = None,
    resampling: Resampling | None = None,
) -> Agreement:
    """How well people agree (OPINIONS); a text that one person alone has judged says nothing about it.

    `about` says in the signature whose opinions these are.
    """
    how = resampling or Resampling()
    if "proposed" not in opinions.columns:  # from files, which do not tell
        opinions = opinions.with_columns(pl.lit(None, pl.String).alias(name) for name in IN_VIEW)
    told = Columns(**OPINIONS, **IN_VIEW)
    given = told.of(opinions).filter(pl.col("verdict").is_in(SETTLED))
    if given.select("text_id", "person").is_duplicated().any():
        raise ValueError("somebody has two opinions on one text: only the latest is wanted")
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
    """Opinions on texts that several judged, in an order of their own: so intervals are always the same."""
    return given.filter(pl.len().over("text_id") >= 2).sort("text_id", "person")


def _kind(given: pl.DataFrame, kind: pl.Expr, how: Resampling) -> AgreementRow:
    """Agreement among the opinions of one kind alone: a text counts if two of them are about it."""
    shared = _shared(given.filter(kind))
    return _row(shared, None, shared["person"].unique().sort().to_list(), how)


def _followed(given: pl.DataFrame) -> tuple[Followed, ...]:
    same = pl.col("verdict").cast(pl.String) == pl.col("proposed")
    counts = (
        given.filter(pl.col("proposed") != "none")
        .group_by(pl.col("proposer").fill_null(""))
        .agg(same.sum().alias("followed"), (~same).sum().alias("overruled"))
        .sort("proposer")
    )
    return tuple(Followed(*row) for row in counts.iter_rows())


def _row(shared: pl.DataFrame, category: str | None, people: Sequence[str], how: Resampling) -> AgreementRow:
    said = [(pl.col("verdict") == verdict).sum().cast(pl.Int64).alias(verdict) for verdict in SETTLED]
    counts = shared.group_by("text_id", maintain_order=True).agg(said).select(SETTLED).to_numpy()
    percent, alpha = measures_of_many(counts, how)
    kappa = _pair(shared, people[0], people[1], how).kappa if len(people) == 2 else None
    return AgreementRow(category, len(counts), shared["person"].n_unique(), percent, kappa, alpha)


def _pair(shared: pl.DataFrame, one: str, other: str, how: Resampling) -> PairAgreement:
    passed = (pl.col("verdict") == Verdict.PASS).cast(pl.Int64)
    left, right = (
        shared.filter(pl.col("person") == name).select("text_id", passed.alias("passed"))
        for name in (one, other)
    )
    both = left.join(right, on="text_id", maintain_order="left")
    codes = both.select(2 * pl.col("passed") + pl.col("passed_right")).to_series().to_numpy()
    return PairAgreement(one, other, len(codes), *measures_of_two(codes, how))


def agreement_tables(one: Agreement) -> list[Table]:
    """Agreement by category; and, of more than two people, two by two."""
    rows = [*one.categories, one.overall]
    two = len(one.people) == 2
    categories = Table(
        title="Agreement by category",
        columns=(
            Column("Category"),
            Column("Texts", Unit.COUNT),
            Column("People", Unit.COUNT),
            Column("Same, %", Unit.PERCENT),
            *(_columns("κ") if two else ()),
            *_columns("α"),
        ),
        rows=tuple(_category_row(row) for row in rows),
        signature=one.signature,
        notes=(
            f"{counted(one.overall.texts, 'text was', 'texts were')} judged by at least two people. "
            f"{'κ: Cohen’s kappa. ' if two else ''}α: Krippendorff’s alpha (nominal). "
            "Low and high: 95 % intervals, by drawing the texts anew.",
            *_reasons((row.category or _ALL, [one for one in (row.kappa, row.alpha) if one]) for row in rows),
        ),
    )
    pairs = [] if len(one.people) <= 2 else [_matrix(one), _pairs(one)]
    return [categories, *pairs, *_proposal_tables(one)]


def agreement_values(one: Agreement) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "signature": one.signature,
        "people": list(one.people),
        "overall": asdict(one.overall),
        "categories": [asdict(row) for row in one.categories],
        "pairs": [asdict(pair) for pair in one.pairs],
        "without_proposal": asdict(one.unaided),
        "with_proposal": asdict(one.aided),
        "proposals": [asdict(each) for each in one.proposals],
        "not_recorded": one.unrecorded,
    }


_ALL = "All categories"


def _proposal_tables(one: Agreement) -> list[Table]:
    """Agreement with and without a proposal in view, and how often proposals were followed."""
    kinds = {"No proposal in view": one.unaided, "Proposal in view": one.aided, "Together": one.overall}
    two = any(row.kappa for row in kinds.values())
    nothing = (Cell(None),) * 3
    unknown = counted(one.unrecorded, "decision does", "decisions do")
    apart = Table(
        title="Agreement with and without a proposal in view",
        columns=(
            Column("Decisions"),
            Column("Texts", Unit.COUNT),
            Column("People", Unit.COUNT),
            Column("Same, %", Unit.PERCENT),
            *(_columns("κ") if two else ()),
            *_columns("α"),
        ),
        rows=tuple(
            Row(
                (
                    *(Cell(name), Cell(row.texts), Cell(row.people), _percent(row.percent)),
                    *((_ratio(row.kappa) if row.kappa else nothing) if two else ()),
                    *_ratio(row.alpha),
                ),
                Level.AVERAGE if name == "Together" else Level.BODY,
            )
            for name, row in kinds.items()
        ),
        signature=one.signature,
        notes=(
            "A kind counts the texts on which two people decided in that way; Together also those on which "
            "one saw a proposal and the other did not.",
            *([f"{unknown} not tell what was in view: not recorded."] if one.unrecorded else []),
            *_reasons((name, [row.alpha]) for name, row in kinds.items() if row.texts),
        ),
    )
    if not one.proposals:
        return [apart]
    followed = Table(
        title="Proposals that were followed",
        columns=(
            Column("Proposer"),
            Column("Decisions", Unit.COUNT),
            Column("Followed", Unit.COUNT),
            Column("Overruled", Unit.COUNT),
            Column("Followed, %", Unit.PERCENT),
        ),
        rows=tuple(
            Row(
                (
                    Cell(each.proposer or "not named"),
                    Cell(each.followed + each.overruled),
                    Cell(each.followed),
                    Cell(each.overruled),
                    Cell(100 * each.followed / (each.followed + each.overruled)),
                )
            )
            for each in one.proposals
        ),
        signature=one.signature,
    )
    return [apart, followed]


def _matrix(one: Agreement) -> Table:
    """Kappa of everybody with everybody."""
    found = {pair: each.kappa.value for each in one.pairs for pair in _both_ways(each)}
    return Table(
        title="Cohen’s kappa, two by two",
        columns=(Column("Person"), *(Column(name, Unit.RATIO) for name in one.people)),
        rows=tuple(
            Row((Cell(name), *(Cell(found.get((name, other))) for other in one.people)))
            for name in one.people
        ),
        signature=one.signature,
    )


def _both_ways(each: PairAgreement) -> tuple[tuple[str, str], tuple[str, str]]:
    return (each.one, each.other), (each.other, each.one)


def _pairs(one: Agreement) -> Table:
    """The same with what it rests on."""
    return Table(
        title="Agreement of two people on the texts that both judged",
        columns=(
            Column("Person"),
            Column("Other"),
            Column("Texts", Unit.COUNT),
            Column("Same, %", Unit.PERCENT),
            *_columns("κ"),
        ),
        rows=tuple(
            Row(
                (
                    Cell(each.one),
                    Cell(each.other),
                    Cell(each.texts),
                    _percent(each.percent),
                    *_ratio(each.kappa),
                )
            )
            for each in one.pairs
        ),
        signature=one.signature,
        notes=_reasons((f"{each.one} and {each.other}", [each.kappa]) for each in one.pairs),
    )


def _category_row(row: AgreementRow) -> Row:
    cells = (Cell(row.category or _ALL), Cell(row.texts), Cell(row.people), _percent(row.percent))
    level = Level.AVERAGE if row.category is None else Level.BODY
    return Row((*cells, *(_ratio(row.kappa) if row.kappa else ()), *_ratio(row.alpha)), level)


def _columns(sign: str) -> tuple[Column, ...]:
    return tuple(Column(f"{sign}{end}", Unit.RATIO) for end in ("", " low", " high"))


def _percent(one: Coefficient) -> Cell:
    return Cell(one.value, interval=one.interval)


def _ratio(one: Coefficient) -> tuple[Cell, ...]:
    """A number around 0 to 1 would lose its interval to rounding, were it not in columns of its own."""
    low, high = one.interval or (None, None)
    return Cell(one.value), Cell(low), Cell(high)


def _reasons(rows: Iterable[tuple[str, Sequence[Coefficient]]]) -> tuple[str, ...]:
    """Why a number is missing, once for all rows that lack it for the same reason."""
    names: dict[str, list[str]] = {}
    for name, measures in rows:
        for note in dict.fromkeys(one.note for one in measures if one.note):
            names.setdefault(note, []).append(name)
    return tuple(f"{', '.join(who)}: {note}." for note, who in names.items())
