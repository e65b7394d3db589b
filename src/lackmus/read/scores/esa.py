"""ESA scores: the CSV of WMT24 and WMT25 as their annotation tool exports it, and the JSON Lines of WMT25."""

import csv
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.base.texts import printable
from lackmus.core.verdicts.human_scores import HumanScores, mean_by_system, mean_scores
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.scores.files import ScoreFile, short

# Annotator, system, segment, its type, both languages, score, document, whether the score is that of a whole
# document, errors, start, end. WMT25 has the full id of the segment after the annotator, and more at the end.
ESA_CELLS = 12
_ID_SIGN = "_#_"
_CHECK, _TUTORIAL = "attention checks", "tutorials"
_REPEATED, _INCOMPLETE = "repeated documents", "incomplete documents"
_WHOLE, _OTHER_PAIR = "scores of whole documents", "other language pairs"
_EARLIER, _UNSCORED = "earlier scores of the same annotator", "segments without a score"
_HOW = "0 to 100, higher is better"
_MOST = 100


@dataclass(frozen=True)
class _EsaRow:
    """What a line of the CSV says."""

    line: int
    rater: str
    system: str
    segment: int
    kind: str
    pair: str
    score: str
    document: str
    whole: bool
    end: str
    id: str  # as it is written, with marks of quality control
    in_document: bool  # the segment is numbered in its document from 0, not in the test set

    @property
    def useless(self) -> str:
        """Why the row counts for nothing; blank if it counts."""
        if "tutorial" in self.system or "tutorial" in self.id:
            return _TUTORIAL
        if self.kind.upper() != "TGT" or "#bad" in self.id:
            return _CHECK
        if "#incomplete" in self.id:
            return _INCOMPLETE
        if "#dup" in self.id:
            return _REPEATED
        return _WHOLE if self.whole else ""


def esa_rows(file: File, pairs: Sequence[Pair]) -> HumanScores:
    """The CSV, without quality control; of one annotator's scores of a segment, the latest counts."""
    scores, left_out = ScoreFile(file.path, {}, []), Counter[str]()
    like = _Pairs(pairs)
    found: dict[tuple[str, str, int, str], tuple[float, float]] = {}
    firsts: dict[str, int] = {}  # of each document: its segments are numbered through the test set
    for row in _rows(file):
        if not like(row.pair, f"{file.path}, line {row.line}"):
            left_out[_OTHER_PAIR] += 1
            continue
        if not row.in_document:
            firsts[row.document] = min(firsts.get(row.document, row.segment), row.segment)
        if row.useless:
            left_out[row.useless] += 1
            continue
        score = scores.number(row.line, row.score)
        if not 0 <= score <= _MOST:
            raise scores.problem(row.line, f"{score:g} is no ESA score, which is from 0 to {_MOST}.")
        key = (row.system, row.document, row.segment, row.rater)
        end = scores.number(row.line, row.end) if row.end.strip() else 0.0
        before = found.get(key)
        left_out[_EARLIER] += before is not None
        if before is None or before[0] <= end:
            found[key] = end, score
    like.refuse_none(file.path)
    rows = (
        (system, document, segment + 1 - firsts.get(document, 0), None, None, None, rater, score)
        for (system, document, segment, rater), (_, score) in found.items()
    )
    return _whole(rows, {rater for *_, rater in found}, left_out)


def _rows(file: File) -> Iterator[_EsaRow]:
    reader = csv.reader(file.lines, strict=True)
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            place = f"{file.path}, line {reader.line_num}"
            if reader.line_num == 1 and not any(cell.strip().isdecimal() for cell in cells):
                continue  # names of columns
            if len(cells) < ESA_CELLS:
                raise LackmusError(f"{place}: {len(cells)} cells, and ESA has {ESA_CELLS} or more.")
            yield _row(reader.line_num, cells, place)
    except csv.Error as problem:
        raise LackmusError(f"{file.path}, line {reader.line_num}: {problem}. Is it whole?") from None


def _row(line: int, cells: Sequence[str], place: str) -> _EsaRow:
    rater, *others = cells
    full = others.pop(0) if _ID_SIGN in cells[1] else ""  # WMT25
    system, segment, kind, source, target, score, document, whole, _, _, end = others[:11]
    if full:
        document, _, segment = full.rpartition(_ID_SIGN)
    segment = segment.partition("#")[0].strip()
    if not (segment.isascii() and segment.isdecimal() and len(segment) < 10):
        raise LackmusError(f"{place}: “{short(segment)}” is no number of a segment.")
    return _EsaRow(
        line,
        rater.strip(),
        printable(system.strip()),
        int(segment),
        kind.strip(),
        f"{source.strip()}->{target.strip()}",
        score,
        printable((document if full else document.partition("#")[0]).strip()),
        whole.strip().casefold() == "true",
        end,
        full or document,
        bool(full),
    )


def esa_records(records: Sequence[tuple[str, dict[str, Any]]], pairs: Sequence[Pair]) -> HumanScores:
    """The JSON Lines of WMT25: a segment with its texts, and for each system the scores of annotators."""
    like, left_out = _Pairs(pairs), Counter[str]()
    rows: list[tuple[object, ...]] = []
    raters: set[str] = set()
    seen: dict[str, str] = {}
    for place, record in records:
        full, scored = record.get("doc_id"), record.get("scores")
        if not isinstance(full, str) or not isinstance(scored, dict):
            raise LackmusError(f"{place}: a segment needs a doc_id, and its scores by system.")
        first = seen.setdefault(full, place)
        if first != place:
            line = first.rpartition(", ")[2]
            raise LackmusError(f"{place}: {short(full)} again (first in {line}). Keep one.")
        if not like(full.partition(_ID_SIGN)[0], place):
            left_out[_OTHER_PAIR] += 1
            continue
        document, _, segment = full.rpartition(_ID_SIGN)
        number = int(segment) + 1 if segment.isascii() and segment.isdecimal() and len(segment) < 10 else None
        source, texts = record.get("src_text"), record.get("tgt_text")
        for system, given in scored.items():
            text = texts.get(system) if isinstance(texts, dict) else None
            for rater, score in _given(given, f"{place}, {system}"):
                if score is None:
                    left_out[_UNSCORED] += 1
                    continue
                raters |= {rater} if rater else set()
                rows.append((printable(system), document, number, None, source, text, rater, score))
    if records:
        like.refuse_none(records[0][0].rpartition(", ")[0])
    return _whole(iter(rows), raters, left_out)


def _given(given: Any, place: str) -> Iterator[tuple[str, float | None]]:
    """Annotators and their scores: a list of annotations, or one with keys such as human1 and annotator1."""
    if isinstance(given, list):
        annotations = [
            (str(one.get("annotator") or ""), one.get("score")) if isinstance(one, dict) else ("", one)
            for one in given
        ]
    elif isinstance(given, Mapping):
        annotations = [
            (str(given.get(name.replace("human", "annotator")) or ""), value)
            for name, value in given.items()
            if name.startswith("human") or name == "score"
        ]
    else:
        annotations = [("", given)]
    for rater, value in annotations:
        if value is None:
            yield rater, None
        elif isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise LackmusError(f"{place}: “{short(str(value))}” is no number.")
        elif not 0 <= value <= _MOST:
            raise LackmusError(f"{place}: {value:g} is no ESA score, which is from 0 to {_MOST}.")
        else:
            yield rater, float(value)


def _whole(rows: Iterator[tuple[object, ...]], raters: set[str], left_out: Counter[str]) -> HumanScores:
    segments = mean_scores(rows)
    told = {why: many for why, many in left_out.items() if many}
    return HumanScores("ESA", mean_by_system(segments), segments, _HOW, raters=len(raters), left_out=told)


class _Pairs:
    """Whether rows are of the suite's pair."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self._own = pairs
        self._known: dict[str, bool] = {}
        self._there: list[Pair] = []

    def __call__(self, written: str, place: str) -> bool:
        if written not in self._known:
            try:
                pair = Pair.parse(written)
            except PairError as problem:
                raise LackmusError(f"{place}: {problem}.") from None
            self._there.append(pair)
            self._known[written] = not self._own or any(pair.is_like(own) for own in self._own)
        return self._known[written]

    def refuse_none(self, path: object) -> None:
        """Refuse a file without any row of the pair."""
        if not any(self._known.values()):
            own, there = (", ".join(map(str, sorted(set(some)))) for some in (self._own, self._there))
            raise LackmusError(f"{path} has scores of {there or 'nothing'}, and the suite is of {own}.")
