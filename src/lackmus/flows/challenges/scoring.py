"""Score a challenge with metrics; scores are cached at once and never computed twice."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from math import isfinite
from numbers import Real
from pathlib import Path, PurePath

import polars as pl

from lackmus.core.base.plurals import counted
from lackmus.core.base.texts import printable
from lackmus.core.challenges.challenge import ChallengeSet, Segments
from lackmus.core.challenges.metrics import MetricInfo, Need, Scored, Segment
from lackmus.errors import LackmusError
from lackmus.flows.fetching.transport import shown
from lackmus.flows.verdicts.requests import Progress, silent
from lackmus.machine.options import options_in
from lackmus.metrics import Metric, metric_class, open_metric
from lackmus.store.challenges.score_cache import ScoreCache, Scorer, segment_keys

_LINE = 200  # characters of a plug-in's message


@dataclass(frozen=True)
class MetricSpec:
    """A requested metric."""

    name: str  # of its entry point
    options: Mapping[str, str] = field(default_factory=dict)
    label: str = ""  # its name in reports; default: the metric's own


def wanted(written: Sequence[str]) -> list[MetricSpec]:
    """Parse metrics: `bleu`, `bleu,chrf`, `embedding:model=FOLDER,against=source`, `mini=embedding:…`."""
    found = []
    for one in written:
        head, colon, options = one.partition(":")
        if colon:
            found.append(_one(head, options_in(head.strip(), options, "metric")))
        else:
            found += [_one(part, {}) for part in one.split(",") if part.strip()]
    if written and not found:
        raise LackmusError("name a metric, such as bleu.", argument="metric")
    return found


def labels(wanted: Sequence[MetricSpec]) -> list[str]:
    """The names of metrics in reports: the user's, or the metric's own (with options if needed)."""
    own = [one.label or metric_class(one.name).LABEL or one.name for one in wanted]
    often = Counter(own)
    called = [
        f"{name} ({_said(one.options)})" if often[name] > 1 and not one.label and one.options else name
        for name, one in zip(own, wanted, strict=True)
    ]
    for name, times in Counter(called).items():
        if times > 1:
            raise LackmusError(
                f"{times} metrics would be called {name}. Name one of them otherwise: NAME=METRIC.",
                argument="metric",
            )
    return called


def score(
    challenge: ChallengeSet,
    wanted: Sequence[MetricSpec],
    *,
    device: str = "cpu",
    batch: int | None = None,
    cache: ScoreCache | None = None,
    progress: Progress = silent,
    fresh: bool = False,
) -> list[Scored]:
    """The scores of every metric; `fresh` ignores cached ones.

    With a cache, an interrupted run resumes after the last finished batch.
    """
    if batch is not None and batch < 1:
        raise LackmusError("a batch has at least one segment.", argument="batch")
    segments, keys = challenge.segments, _Keys(challenge.segments)
    with ExitStack() as stack:
        # Output of a metric or its library must not get into the report.
        stack.enter_context(redirect_stdout(sys.stderr))
        # All are opened before the first one scores, so that errors show at once.
        opened = [
            _opened(one, label, device, stack.enter_context(ExitStack()))
            for one, label in zip(wanted, labels(wanted), strict=True)
        ]
        _refuse_without_references(challenge, opened)
        scored = []
        for one in opened:
            run = _ScoringRun(one, segments, keys.of(one.about.needs), cache, progress)
            scored.append(run.scored(batch or one.metric.BATCH, fresh))
            one.closing.close()  # free a model as soon as it is done
    return scored


def score_cache(told: Callable[[str], None] | None = None, file: Path | None = None) -> ScoreCache:
    """The user's score cache; `told` is called once with the reason if it cannot be used."""
    return ScoreCache(file, told)


@dataclass(frozen=True)
class _Opened:
    """An opened metric."""

    metric: Metric
    about: MetricInfo
    scorer: Scorer
    closing: ExitStack


def _opened(one: MetricSpec, label: str, device: str, closing: ExitStack) -> _Opened:
    with _blaming(label, (label, one.name)):
        metric = open_metric(one.name, one.options, device)
        closing.callback(_close, metric, label)
        return _Opened(metric, metric.about(label), Scorer(one.name, metric.identity()), closing)


def _refuse_without_references(challenge: ChallengeSet, opened: "Sequence[_Opened]") -> None:
    """A metric that compares with references cannot score tuples that have none."""
    without = int((challenge.tuples["reference"] == "").sum())
    needing = [one.about.name for one in opened if Need.REFERENCE in one.about.needs]
    if without and needing:
        raise LackmusError(
            f"{needing[0]} needs references, and {counted(without, 'tuple has', 'tuples have')} none. "
            "Choose metrics that need none."
        )


def _close(metric: Metric, label: str) -> None:
    with _blaming(label):
        metric.close()


class _Keys:
    """Cache keys of segments, computed once for all metrics with the same needs."""

    def __init__(self, segments: Segments) -> None:
        self._segments = segments
        self._made: dict[frozenset[Need], list[bytes]] = {}

    def of(self, needs: Sequence[Need]) -> list[bytes]:
        """Keys in segment order; segments that differ only in unneeded parts share one."""
        these = frozenset(needs)
        if these not in self._made:
            all_ = self._segments
            self._made[these] = segment_keys(these, all_.source, all_.reference, all_.hypothesis)
        return self._made[these]


class _ScoringRun:
    """One metric scoring the segments of a challenge."""

    def __init__(
        self,
        opened: _Opened,
        segments: Segments,
        keys: Sequence[bytes],
        cache: ScoreCache | None,
        progress: Progress,
    ) -> None:
        self._metric, self._about, self._scorer = opened.metric, opened.about, opened.scorer
        self._segments, self._keys, self._cache, self._progress = segments, keys, cache, progress
        self._seconds, self._computed = 0.0, 0

    def scored(self, batch: int, fresh: bool) -> Scored:
        """Cached scores, and the others computed batch by batch."""
        first: dict[bytes, int] = {}
        for place, key in enumerate(self._keys):
            first.setdefault(key, place)
        known = {} if self._cache is None or fresh else self._cache.known(self._scorer, list(first))
        todo = self._side_by_side([place for key, place in first.items() if key not in known])
        was_known = len(known)
        done, total = len(first) - len(todo), len(first)
        self._progress(self._about.name, done, total)
        for start in range(0, len(todo), batch):
            places = todo[start : start + batch]
            known.update(self._compute(places))
            done += len(places)
            self._progress(self._about.name, done, total)
        values = pl.Series([known[key] for key in self._keys], dtype=pl.Float64)
        seconds, computed = self._pace(was_known)
        return Scored(
            self._about,
            values.gather(self._segments.better).rename("better"),
            values.gather(self._segments.worse).rename("worse"),
            seconds,
            computed,
        )

    def _side_by_side(self, places: Sequence[int]) -> list[int]:
        """Segments of one item side by side: many metrics process a reference once per batch."""
        items: dict[tuple[str, str], list[int]] = {}
        for place in places:
            item = self._segments.source[place], self._segments.reference[place]
            items.setdefault(item, []).append(place)
        return [place for item in items.values() for place in item]

    def _compute(self, places: Sequence[int]) -> list[tuple[bytes, float]]:
        """One batch, scored, checked and cached."""
        batch = self._batch(places)
        where = self._place(places[0])
        start = time.perf_counter()
        with _blaming(f"{self._about.name}, from {where} on"):
            found = list(self._metric.score(batch))
        seconds = time.perf_counter() - start
        if len(found) != len(batch):
            raise LackmusError(
                f"{self._about.name} was given {_many(len(batch), 'segment')}, from {where} on, "
                f"and answered with {_many(len(found), 'score')}."
            )
        if not all(type(value) is float and isfinite(value) for value in found):  # hardly ever
            found = [self._checked(place, value) for place, value in zip(places, found, strict=True)]
        scores = list(zip([self._keys[place] for place in places], found, strict=True))
        self._seconds += seconds
        self._computed += len(scores)
        if self._cache is not None:
            self._cache.keep(self._scorer, scores, seconds)
        return scores

    def _batch(self, places: Sequence[int]) -> list[Segment]:
        """The segments without the parts that the metric does not need, so that scores can be cached."""
        sources = self._segments.source if Need.SOURCE in self._about.needs else None
        references = self._segments.reference if Need.REFERENCE in self._about.needs else None
        texts = self._segments.hypothesis
        return [
            Segment(sources[place] if sources else "", references[place] if references else "", texts[place])
            for place in places
        ]

    def _checked(self, place: int, value: object) -> float:
        """The score as a finite number; otherwise an error."""
        if isinstance(value, Real):  # of any library
            with suppress(OverflowError):
                if isfinite(number := float(value)):
                    return number
        gave = _words(value) if isinstance(value, Real) else f"{type(value).__name__} ({_words(value)})"
        raise LackmusError(
            f"{self._about.name}, {self._place(place)}: it gave {shown(gave)}, "
            "which is no number that could be compared."
        )

    def _place(self, place: int) -> str:
        text = " ".join(self._segments.hypothesis[place].split())
        return f"segment {place + 1:,} (“{shown(text)}”)"

    def _pace(self, was_known: int) -> tuple[float | None, int]:
        """The speed of this run if it computed everything, otherwise of all runs so far."""
        if was_known and self._cache is not None:
            spent = self._cache.spent(self._scorer)
            if spent.computed:
                return spent.seconds, spent.computed
        return (self._seconds, self._computed) if self._computed else (None, 0)


@contextmanager
def _blaming(place: str, names: Sequence[str] = ()) -> Iterator[None]:
    """Turn errors of a metric into one line that names it."""
    try:
        yield
    except LackmusError as problem:
        if any(name in problem.said for name in names):
            raise
        raise problem.at(place) from problem.__cause__
    except (Exception, SystemExit) as problem:  # any error of a plug-in
        line = shown(_words(problem), _LINE)
        why = f"{type(problem).__name__}: {line}" if line else type(problem).__name__
        raise LackmusError(f"{place}: it failed ({why}).", "Tell the author of this metric.") from problem


def _words(thing: object) -> str:
    """The text of an object in one line; a plug-in's may fail even at that."""
    try:
        return " ".join(str(thing).split())
    except Exception:  # noqa: BLE001
        return "?"


def _one(written: str, options: Mapping[str, str]) -> MetricSpec:
    """Parse `LABEL=NAME` or `NAME`; names of metrics contain no =."""
    label, sign, name = (printable(" ".join(part.split())) for part in written.rpartition("="))
    if "," in name:
        raise LackmusError(
            f"{name}: several metrics with commas between them cannot have options.",
            "Name each by itself.",
            code="options-of-several",
            argument="metric",
        )
    if not name or (sign and not label):
        raise LackmusError(f"write NAME or LABEL=NAME, not {written.strip()}.", argument="metric")
    return MetricSpec(name, options, label)


def _said(options: Mapping[str, str]) -> str:
    """Options as part of a name; of a path only the file name."""
    return ", ".join(f"{name}={PurePath(value).name or value}" for name, value in options.items())


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
