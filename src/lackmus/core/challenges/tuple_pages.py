"""The tuples behind a number of a ranking, page by page, with what every metric gave to their two texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import polars as pl

from lackmus.core.base.choices import Preference
from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.error_spans import ErrorSpan, spans_of
from lackmus.core.challenges.metrics import Scored
from lackmus.core.challenges.preferences import MetricTally, margins, outcomes

PAGE = 25  # tuples that are shown at once
_TEXTS = ("item", "pair", "category", "phenomenon", "source", "reference", "better", "worse")
_WHENCE = ("reference_from", "better_from", "worse_from")


class TupleMode(StrEnum):
    """Which tuples a page shows."""

    ALL = "all"
    WRONG = "wrong"  # by the chosen metric, else by any
    RIGHT = "right"  # by the chosen metric, else by every one
    TIES = "ties"  # of the chosen metric, else of any


class TupleOrder(StrEnum):
    """Which tuple comes first."""

    MARGIN = "margin"  # the worst misjudged; without a metric, that which most metrics misjudge
    GIVEN = "given"  # as in the challenge


@dataclass(frozen=True)
class BehindRanking:
    """Which number of a ranking is opened: a row, a column, or a cell."""

    category: str | None = None
    phenomenon: str | None = None
    metric: str | None = None
    mode: TupleMode = TupleMode.ALL
    order: TupleOrder = TupleOrder.MARGIN


@dataclass(frozen=True)
class TupleScore:
    """The numbers that a metric gave to the two texts of a tuple."""

    metric: str
    higher: bool  # is better
    better: float
    worse: float
    outcome: Preference
    spans: tuple[ErrorSpan, ...] | None = None  # errors that it marked in the worse text

    @property
    def shown(self) -> tuple[str, str]:
        """Both scores as text, with enough digits to tell them apart."""
        digits, better, worse = 4, _digits(self.better, 4), _digits(self.worse, 4)
        while better == worse and self.outcome is not Preference.TIE and digits < 17:
            digits += 1
            better, worse = _digits(self.better, digits), _digits(self.worse, digits)
        return better, worse


def _digits(value: float, digits: int) -> str:
    """The number with at least so many significant digits; its integer part is never rounded."""
    written = repr(value) if digits > 16 else f"{value:.{max(len(f'{abs(value):.0f}'), digits)}g}"
    return written.replace("-", "−")


@dataclass(frozen=True)
class ListedTuple:
    """A tuple, and what metrics gave to its texts, if they scored it; the chosen metric stands first."""

    name: str
    item: str
    pair: str
    category: str
    phenomenon: str
    source: str
    reference: str
    better: str
    worse: str
    reference_from: str
    better_from: str
    worse_from: str
    given: tuple[TupleScore, ...]
    worse_spans: tuple[ErrorSpan, ...] | None = None  # marked errors; None where none were marked
    better_grade: str | None = None
    worse_grade: str | None = None


@dataclass(frozen=True)
class TuplePage:
    """One page of the tuples behind a number, and the number itself."""

    behind: BehindRanking
    n: int  # tuples of the row
    tallies: Mapping[str, MetricTally]  # by metric, in the order of the columns
    counts: Mapping[TupleMode, int]  # how many tuples each mode has
    page: int
    pages: int
    tuples: tuple[ListedTuple, ...]


class NoSuchTuplesError(ValueError):
    """There is no such category, phenomenon or metric."""


@dataclass(frozen=True)
class TupleIndex:
    """The outcomes of every metric on every tuple, computed once for all pages."""

    challenge: ChallengeSet
    scored: tuple[Scored, ...]  # in the order of the columns
    outcomes: pl.DataFrame  # place, category, phenomenon and, under the place of each metric, its outcome


def tuple_index(challenge: ChallengeSet, scored: Sequence[Scored]) -> TupleIndex:
    """A row for each tuple, in the order of the challenge."""
    rows = challenge.tuples.select("category", "phenomenon").with_row_index("place")
    kinds = [outcomes(one).alias(str(at)) for at, one in enumerate(scored)]
    return TupleIndex(challenge, tuple(scored), rows.with_columns(kinds))


def tuples_behind(index: TupleIndex, behind: BehindRanking, page: int = 1, size: int = PAGE) -> TuplePage:
    """A page of the tuples; only what it shows is taken out of the challenge."""
    names = [one.about.name for one in index.scored]
    if behind.metric is not None and behind.metric not in names:
        raise NoSuchTuplesError(f"there is no metric {behind.metric}")
    rows = index.outcomes
    for name, value in (("category", behind.category), ("phenomenon", behind.phenomenon)):
        if value is not None:
            rows = rows.filter(pl.col(name) == value)
    if not rows.height:
        raise NoSuchTuplesError(f"there is no row {behind.phenomenon or behind.category}")
    columns = [str(at) for at, name in enumerate(names) if behind.metric in (None, name)]
    shown = {mode: rows.filter(_wanted(mode, columns)) for mode in TupleMode}
    places = _ordered(shown[behind.mode], index, behind, columns)["place"]
    pages = max(1, -(-len(places) // size))
    page = min(max(1, page), pages)
    return TuplePage(
        behind,
        n=rows.height,
        tallies={name: _tally(rows[str(at)]) for at, name in enumerate(names)},
        counts={mode: found.height for mode, found in shown.items()},
        page=page,
        pages=pages,
        tuples=tuple(_listed(index, place, behind) for place in places.slice((page - 1) * size, size)),
    )


def _wanted(mode: TupleMode, columns: Sequence[str]) -> pl.Expr:
    if mode is TupleMode.ALL:
        return pl.lit(True)
    if not columns:  # no metric has scored the challenge yet
        return pl.lit(False)
    kind = {
        TupleMode.WRONG: Preference.WRONG,
        TupleMode.RIGHT: Preference.RIGHT,
        TupleMode.TIES: Preference.TIE,
    }[mode]
    such = [pl.col(column) == kind.value for column in columns]
    # Null where a metric did not score the tuple.
    right = pl.all_horizontal(one.fill_null(value=True) for one in such) & pl.any_horizontal(such)
    return right if mode is TupleMode.RIGHT else pl.any_horizontal(such)


def _ordered(
    rows: pl.DataFrame, index: TupleIndex, behind: BehindRanking, columns: Sequence[str]
) -> pl.DataFrame:
    if behind.order is TupleOrder.GIVEN or not columns:
        return rows
    if behind.metric is None:
        agreeing = pl.sum_horizontal(pl.col(column) == Preference.RIGHT.value for column in columns)
        return rows.sort(agreeing, maintain_order=True)
    one = index.scored[int(columns[0])]
    return rows.sort(margins(one).gather(rows["place"]), maintain_order=True, nulls_last=True)


def _tally(outcomes: pl.Series) -> MetricTally:
    return MetricTally(*(int((outcomes == kind.value).sum()) for kind in Preference))


def _listed(index: TupleIndex, place: int, behind: BehindRanking) -> ListedTuple:
    row = index.challenge.tuples.row(place, named=True)
    given = [
        TupleScore(
            one.about.name,
            one.about.higher,
            one.better[place],
            one.worse[place],
            Preference(index.outcomes[str(at)][place]),
            None if one.spans is None else spans_of(one.spans[place]),
        )
        for at, one in enumerate(index.scored)
        if index.outcomes[str(at)][place] is not None
    ]
    given.sort(key=lambda one: one.metric != behind.metric)  # stable sort: the other metrics keep their order
    spans = spans_of(row.pop("worse_spans", None))
    return ListedTuple(row.pop("tuple"), **row, given=tuple(given), worse_spans=spans)


def tuple_page_values(found: TuplePage) -> dict[str, Any]:
    """The page of tuples as plain values, for JSON."""
    return {
        "n": found.n,
        "tallies": {
            name: {"right": tally.right, "wrong": tally.wrong, "ties": tally.ties}
            for name, tally in found.tallies.items()
        },
        "counts": {mode.value: many for mode, many in found.counts.items()},
        "page": found.page,
        "pages": found.pages,
        "tuples": [_values(one) for one in found.tuples],
    }


def _spans(spans: Sequence[ErrorSpan] | None) -> list[dict[str, Any]] | None:
    return None if spans is None else [one.values for one in spans]


def _values(one: ListedTuple) -> dict[str, Any]:
    return {
        "tuple": one.name,
        **{name: getattr(one, name) for name in (*_TEXTS, *_WHENCE)},
        "scores": [
            {
                **{"metric": each.metric, "better": each.better, "worse": each.worse},
                "outcome": each.outcome.value,
                "spans": _spans(each.spans),
            }
            for each in one.given
        ],
        "worse_spans": _spans(one.worse_spans),
        "better_grade": one.better_grade,
        "worse_grade": one.worse_grade,
    }
