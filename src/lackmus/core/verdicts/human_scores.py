"""Accuracies beside human scores: correlation over systems, and the scores of passed and failed texts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import fmean

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.base.correlations import Correlation, spearman
from lackmus.core.base.signatures import prefixed
from lackmus.core.base.significance import holm
from lackmus.core.base.texts import text_key
from lackmus.core.base.verdict import Verdict
from lackmus.core.outputs.documents import document_key
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.verdicts.accuracies import Average, Score
from lackmus.core.verdicts.evaluation import SuiteEvaluation

# A segment as people scored it, once for each system. What a file does not tell is null.
SEGMENTS = Columns(
    system=pl.String,
    document=pl.String,
    place=pl.Int64,  # in the document, from 1
    line=pl.Int64,  # in the test set, from 1
    source=pl.String,
    text=pl.String,
    score=pl.Float64,  # the mean over raters
)
# Where the items stand in what a system handed in.
PLACES = Columns(item=pl.String, system=pl.String, document=pl.String, place=pl.Int64, line=pl.Int64)
_RATED = ("system", "document", "place", "line", "source", "text")
_SCORED = ("item", "system")


class SegmentMatch(StrEnum):
    """By what segments were matched to items."""

    SOURCE = "source"
    DOCUMENT = "document"
    LINE = "line"


@dataclass(frozen=True)
class HumanScores:
    """Human scores as a file has them; higher is better."""

    name: str  # MQM, ESA …
    systems: Mapping[str, float]  # the mean over segments, or as the file says
    segments: pl.DataFrame = field(default_factory=SEGMENTS.empty)
    how: str = ""  # how ratings became scores, for the signature
    file: str = ""
    lines: int | None = None  # of the test set, where the file has a score for each line
    raters: int = 0  # 0 if unknown
    left_out: Mapping[str, int] = field(default_factory=dict)  # rows of the file that count for nothing: why

    @property
    def counts(self) -> dict[str, int]:
        """How many segments of each system have a score."""
        return dict(self.segments.group_by("system").len().iter_rows())


@dataclass(frozen=True)
class OutputPlaces:
    """Where items stand in the outputs (PLACES), and how many lines the files have if they have as many."""

    places: pl.DataFrame = field(default_factory=PLACES.empty)
    lines: int | None = None


@dataclass(frozen=True)
class MeanOfTexts:
    """The mean human score of some texts."""

    n: int
    mean: float | None


@dataclass(frozen=True)
class HumanRow:
    """A row of a report beside the human score."""

    category: str | None
    phenomenon: str | None
    n: int  # items that count
    correlation: Correlation  # of accuracy with the human score, over systems
    corrected: float | None = None  # its p-value by Holm, over the rows of a level
    passed: MeanOfTexts = MeanOfTexts(0, None)  # texts with a human score
    failed: MeanOfTexts = MeanOfTexts(0, None)

    @property
    def difference(self) -> float | None:
        """How much higher people score passed texts."""
        if self.passed.mean is None or self.failed.mean is None:
            return None
        return self.passed.mean - self.failed.mean


@dataclass(frozen=True)
class HumanComparison:
    """An evaluation beside human scores of its systems."""

    scores: HumanScores
    systems: Mapping[str, float]  # compared systems that have one, by their names in the report
    counts: Mapping[str, int]  # how many segments they rest on
    without: tuple[str, ...]  # compared systems that have none
    others: tuple[str, ...]  # systems of the file that are not compared
    rows: tuple[HumanRow, ...]
    averages: Mapping[Average, HumanRow]
    matched_by: SegmentMatch | None
    texts: int  # of compared systems that have a human score of their own
    other_texts: int  # whose system wrote another text than people judged
    signature: str


def mean_scores(ratings: Iterable[tuple[object, ...]]) -> pl.DataFrame:
    """Segments (SEGMENTS) from ratings: the columns of a segment, the rater, the score."""
    schema = {**{name: SEGMENTS[name] for name in _RATED}, "rater": pl.String, "score": pl.Float64}
    frame = pl.DataFrame(list(ratings), schema=schema, orient="row")
    return SEGMENTS.of(frame.group_by(_RATED, maintain_order=True).agg(pl.col("score").mean()))


def mean_by_system(segments: pl.DataFrame) -> dict[str, float]:
    """The mean over the segments of each system."""
    return dict(segments.group_by("system", maintain_order=True).agg(pl.col("score").mean()).iter_rows())


def output_places(hand_ins: Mapping[str, HandIn]) -> OutputPlaces:
    """Where items stand in files, by the names of their systems; of a repeated sentence, the first place."""
    rows = []
    for system, one in hand_ins.items():
        seen: set[str] = set()
        for item, line in one.places:
            if item not in seen:
                seen.add(item)
                document = one.documents[line] if one.documents else None
                segment = one.segments[line] if one.segments else ""
                place = int(segment) if segment.isascii() and segment.isdecimal() else None
                rows.append((item, system, document, place, line + 1))
    lengths = {len(one.texts) for one in hand_ins.values()}
    places = pl.DataFrame(rows, schema=PLACES.schema, orient="row")
    return OutputPlaces(places, lengths.pop() if len(lengths) == 1 else None)


def beside_humans(
    evaluation: SuiteEvaluation, scores: HumanScores, names: Mapping[str, str], found: OutputPlaces
) -> HumanComparison:
    """Put human scores beside an evaluation; `names` are compared systems by their names in the file."""
    human = {names[name]: score for name, score in scores.systems.items() if name in names}
    ordered = {system: human[system] for system in evaluation.systems if system in human}
    renamed = scores.segments.filter(pl.col("system").is_in(list(names))).with_columns(
        pl.col("system").replace_strict(dict(names), return_dtype=pl.String)
    )
    matched_by, texts, other = _matched(evaluation, renamed, scores.lines, found)
    counts = scores.counts
    return HumanComparison(
        scores=scores,
        systems=ordered,
        counts={system: counts.get(name, 0) for name, system in names.items()},
        without=tuple(system for system in evaluation.systems if system not in human),
        others=tuple(name for name in scores.systems if name not in names),
        rows=tuple(_rows(evaluation.rows, ordered, texts)),
        averages={
            kind: _row(row, ordered, texts if kind is Average.MICRO else texts.clear())
            for kind, row in evaluation.averages.items()
        },
        matched_by=matched_by,
        texts=texts.height,
        other_texts=other,
        signature=prefixed(
            {
                "scores": scores.name,
                **({"as": scores.how} if scores.how else {}),
                "file": scores.file,
                "with": len(ordered),
                "correlation": "spearman+permutation+bootstrap(systems)+holm(level)",
                **({"segments": f"{texts.height} by {matched_by}"} if matched_by else {}),
            },
            evaluation.signature,
        ),
    )


def _rows(rows: Sequence[Score], human: Mapping[str, float], texts: pl.DataFrame) -> Iterable[HumanRow]:
    """Each row; p-values are corrected over all categories, and over all phenomena."""
    found = [_row(row, human, texts) for row in rows]
    for level in (True, False):
        tested = [
            place
            for place, row in enumerate(found)
            if (row.phenomenon is None) is level and row.correlation.p_value is not None
        ]
        corrected = holm([found[place].correlation.p_value or 0.0 for place in tested])
        for place, p_value in zip(tested, corrected, strict=True):
            found[place] = replace(found[place], corrected=p_value)
    return found


def _row(row: Score, human: Mapping[str, float], texts: pl.DataFrame) -> HumanRow:
    both = [system for system in human if system in row.accuracy]
    correlation = spearman([row.accuracy[one] for one in both], [human[one] for one in both])
    for name, value in (("category", row.category), ("phenomenon", row.phenomenon)):
        if value is not None:
            texts = texts.filter(pl.col(name) == value)
    passed, failed = (_mean(texts, verdict) for verdict in (Verdict.PASS, Verdict.FAIL))
    return HumanRow(row.category, row.phenomenon, row.n, correlation, None, passed, failed)


def _mean(texts: pl.DataFrame, verdict: Verdict) -> MeanOfTexts:
    values = texts.filter(pl.col("verdict") == verdict)["score"].to_list()
    return MeanOfTexts(len(values), fmean(values) if values else None)


def _matched(
    evaluation: SuiteEvaluation, segments: pl.DataFrame, lines: int | None, found: OutputPlaces
) -> tuple[SegmentMatch | None, pl.DataFrame, int]:
    """By what segments match, the judged texts with their scores, and how many are of other texts."""
    verdicts = evaluation.verdicts.select("item", "system", "category", "phenomenon", "verdict", "text")
    empty = verdicts.clear().with_columns(pl.lit(None, dtype=pl.Float64).alias("score"))
    for way, scored in _ways(evaluation, segments, lines, found):
        if scored.is_empty():
            continue
        # A sentence that stands in several documents was scored several times.
        together = scored.group_by(_SCORED).agg(pl.col("score").mean(), pl.col("text").alias("judged"))
        texts = verdicts.filter(pl.col("text").is_not_null()).join(
            together, on=list(_SCORED), maintain_order="left"
        )
        same = pl.Series(
            [
                any(judged is None or text_key(judged) == text_key(text) for judged in several)
                for text, several in texts.select("text", "judged").iter_rows()
            ],
            dtype=pl.Boolean,
        )
        kept = texts.filter(same)
        if kept.height:
            return way, kept.drop("judged"), texts.height - kept.height
    return None, empty, 0


def _ways(
    evaluation: SuiteEvaluation, segments: pl.DataFrame, lines: int | None, found: OutputPlaces
) -> Iterable[tuple[SegmentMatch, pl.DataFrame]]:
    """Items with scores, by each way in turn: the sentence itself, the document, the line."""
    columns = (*_SCORED, "text", "score")
    with_source = segments.drop_nulls("source")
    if with_source.height:
        keyed = with_source.with_columns(_keys(with_source["source"]))
        items = pl.DataFrame(
            {"item": [item.key for item in evaluation.suite.items]}, schema={"item": pl.String}
        ).with_columns(_keys(pl.Series("source", [item.source for item in evaluation.suite.items])))
        yield SegmentMatch.SOURCE, keyed.join(items, on="source").select(columns)
    places = found.places
    by = ["system", "document", "place"]
    yield (
        SegmentMatch.DOCUMENT,
        segments.drop_nulls(["document", "place"])
        .join(places.drop_nulls(["document", "place"]), on=by)
        .select(columns),
    )
    if lines is not None and lines == found.lines:
        yield SegmentMatch.LINE, segments.join(places, on=["system", "line"]).select(columns)


def _keys(sources: pl.Series) -> pl.Series:
    return pl.Series("source", [document_key(source) for source in sources], dtype=pl.String)
