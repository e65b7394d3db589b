"""Scores with error spans, as JSON: our lines, what COMET writes, what participants of WMT26 hand in.

Each entry is about one text of a tuple: a score, the errors in it, or both. Where there are only errors, the
score follows from them.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.error_spans import SPANS, ErrorSpan, fits, penalty
from lackmus.core.challenges.metrics import MetricInfo, Need, Scored
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.objects import parsed
from lackmus.read.scores.files import ScoreFile, about_of, both_or_none, check_gaps, short
from lackmus.read.span_lists import read_spans

_HINT = "Each line is about a text: tuple, text (better or worse), score, spans."
_HEAD = ("metric", "higher", "needs", "group", "signature", "threshold")
_SIDES = ("better", "worse")
_COMET = ("COMET", "score")  # keys of a score in what COMET writes
_ERRORS = ("errors", "error_spans")
_DERIVED = "score from spans: −5 each major or critical error, −1 each other"

_Text = tuple[int, str]  # the place of a tuple, and which of its texts


@dataclass
class _TextScore:
    """What a file says of one text."""

    where: str
    score: float | None = None
    spans: tuple[ErrorSpan, ...] | None = None


@dataclass
class _TextScores:
    """Everything that a file says, text by text."""

    path: Path
    challenge: ChallengeSet
    said: dict[_Text, _TextScore] = field(default_factory=dict)

    def add(self, text: _Text, said: _TextScore) -> None:
        """Take what is said of a text, which must not be said twice."""
        place, side = text
        words = self.challenge.tuples[side][place]
        if said.spans is not None and not fits(words, said.spans):
            raise LackmusError(f"{said.where}: a span ends behind the text (“{short(words)}”). Correct it.")
        if text in self.said:
            name = self.challenge.tuples["tuple"][place]
            raise LackmusError(
                f"{said.where}: the {side} text of {name} stands in {self.said[text].where} already. "
                "Keep one."
            )
        self.said[text] = said

    def scored(self, about: MetricInfo, gaps: bool) -> Scored:
        """The scores and spans of all tuples."""
        if not self.said:
            raise LackmusError(f"{self.path} has no scores of {self.challenge.name}. {_HINT}")
        tuples = self.challenge.tuples
        derived = all(one.score is None for one in self.said.values())
        if derived:
            about = replace(
                about, signature="; ".join(filter(None, (about.signature, _DERIVED))), higher=True
            )
        numbers: dict[str, list[float | None]] = {side: [] for side in _SIDES}
        single, done = self.challenge.single, []
        for place in range(tuples.height):
            known = []
            for side in _SIDES:
                one = self.said.get((place, side))
                numbers[side].append(None if one is None else self._score(one, derived))
                known.append(one is not None or (single and not tuples[side][place]))
            done.append(all(known))
        names = tuples["tuple"].to_list()
        check_gaps(self.path, tuples["pair"].to_list(), done, names.__getitem__, "tuple", gaps)
        both = numbers if single else both_or_none(numbers["better"], numbers["worse"])
        better, worse = (pl.Series(side, both[side], dtype=pl.Float64) for side in _SIDES)
        spans = None
        if any(one.spans is not None for one in self.said.values()):
            cells = [self._cell(self.said.get((place, "worse"))) for place in range(tuples.height)]
            spans = pl.Series("spans", cells, dtype=SPANS)
        return Scored(about, better, worse, file=self.path.name, spans=spans)

    @staticmethod
    def _score(one: _TextScore, derived: bool) -> float:
        if derived:
            return penalty(one.spans or ())
        if one.score is None:
            raise LackmusError(f"{one.where}: no score, where other texts have one.")
        return one.score

    @staticmethod
    def _cell(one: _TextScore | None) -> list[dict[str, Any]] | None:
        return None if one is None or one.spans is None else [span.values for span in one.spans]


def is_span_file(path: Path) -> bool:
    """Whether it is a file of JSON."""
    # By `os.path`: a name that no file can have is no error here.
    return os.path.isfile(path) and File(path).text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")  # noqa: PTH113


def read_span_file(path: Path, challenge: ChallengeSet, gaps: bool = False) -> Scored:
    """The scores and spans in a file of JSON."""
    file = File(path)
    found, head = _TextScores(path, challenge), dict[str, tuple[int, str]]()
    name = path.name.removesuffix(".gz").removesuffix(".xz").removesuffix(".jsonl").removesuffix(".json")
    if _is_comet(file):
        return found.scored(MetricInfo(name, _comet(file, found)), gaps)
    by_id = False
    places = {one: place for place, one in enumerate(challenge.tuples["tuple"])}
    by_item = _by_item(challenge)
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        entry = parsed(line, where, _HINT)
        if not isinstance(entry, dict):
            raise LackmusError(f"{where}: not an object. {_HINT}")
        if "metric" in entry and not found.said and not head:
            head = _head(entry, where, number)
        elif "item_id" in entry:
            by_id = True
            _add_item(entry, where, by_item, found)
        else:
            named = str(entry.get("tuple"))
            place = places.get(named)
            if place is None:
                raise LackmusError(
                    f"{where}: there is no tuple “{short(named)}”. Is this the right challenge?"
                )
            if entry.get("text") not in _SIDES:
                raise LackmusError(f"{where}: “text” is neither better nor worse. {_HINT}")
            found.add((place, entry["text"]), _said(entry, where, ("score",), ("spans",)))
    about = about_of(ScoreFile(path, head, []))
    if by_id and "needs" not in head:  # at WMT26 most texts have no reference
        about = replace(about, needs=(Need.SOURCE,))
    about = about if "metric" in head else replace(about, name=name)
    if found.said and all(one.where.endswith(_YES_NO) for one in found.said.values()):
        about = replace(about, threshold=0.5, needs=(Need.SOURCE,))
    return found.scored(about, gaps)


def _head(entry: Mapping[str, Any], where: str, number: int) -> dict[str, tuple[int, str]]:
    for key, value in entry.items():
        if key not in _HEAD:
            raise LackmusError(f"{where}: unknown “{short(key)}”. Known are {', '.join(_HEAD)}.")
        if not isinstance(value, str | int | float):
            raise LackmusError(f"{where}: “{key}” is not a text.")
    return {key: (number, str(value)) for key, value in entry.items()}


def _said(
    entry: Mapping[str, Any], where: str, scores: tuple[str, ...], errors: tuple[str, ...]
) -> _TextScore:
    """The score and the spans of an entry."""
    score = next((entry[key] for key in scores if entry.get(key) is not None), None)
    if score is not None and (isinstance(score, bool) or not isinstance(score, int | float)):
        raise LackmusError(f"{where}: “{short(str(score))}” is no number.")
    name = next((key for key in errors if entry.get(key) is not None), None)
    spans = None if name is None else read_spans(entry[name], where, name)
    if score is None and spans is None:
        raise LackmusError(f"{where}: neither a score nor spans. {_HINT}")
    if score is not None and not -1e300 < score < 1e300:
        raise LackmusError(f"{where}: “{score}” cannot be compared with a number.")
    return _TextScore(where, None if score is None else float(score), spans)


# -- WMT26 -------------------------------------------------------------------------------------------------

_YES_NO = ", task3_pred"


def _by_item(challenge: ChallengeSet) -> dict[str, dict[str, list[_Text]]]:
    """The texts of each item by the names of those that wrote them."""
    found: dict[str, dict[str, list[_Text]]] = {}
    columns = challenge.tuples.select("item", "better_from", "worse_from").iter_rows()
    for place, (item, *writers) in enumerate(columns):
        for side, names in zip(_SIDES, writers, strict=True):
            for name in filter(None, names.split(", ")):
                found.setdefault(item, {}).setdefault(name, []).append((place, side))
    return found


def _add_item(
    entry: Mapping[str, Any], where: str, by_item: Mapping[str, Mapping[str, list[_Text]]], found: _TextScores
) -> None:
    """Take in predictions for all systems of an item: of spans, of scores, or of a yes or no (task 3)."""
    item = str(entry["item_id"])
    systems = by_item.get(item)
    if systems is None and found.challenge.graded:
        return  # items whose texts have one grade make no pairs
    if systems is None:
        raise LackmusError(f"{where}: there is no item “{short(item)}”. Is this the right challenge?")
    tasks = {key: entry.get(key) for key in ("task1_pred", "task2_pred", "task3_pred")}
    given = {key: value for key, value in tasks.items() if isinstance(value, dict)}
    for name in dict.fromkeys(name for value in given.values() for name in value):
        one: dict[str, Any] = {"score": given.get("task2_pred", {}).get(name)}
        place = where
        first = given.get("task1_pred", {}).get(name)
        if isinstance(first, dict):
            one["spans"] = first.get("errors") or []
        third = given.get("task3_pred", {}).get(name)
        if one["score"] is None and third is not None:
            one["score"], place = int(bool(third)), f"{where}{_YES_NO}"
        said = _said(one, place, ("score",), ("spans",))
        for text in systems.get(name, ()):  # texts of one grade alone are in no tuple
            found.add(text, said)


# -- COMET -------------------------------------------------------------------------------------------------


def _is_comet(file: File) -> bool:
    return '"mt"' in file.text[:100_000] and '"src"' in file.text[:100_000]


def _comet(file: File, found: _TextScores) -> tuple[Need, ...]:
    """Take in what `comet-score --to_json` writes: for each file of translations a list of objects.

    Texts are found by their wording, in any order; other translations are ignored.
    """
    content = parsed(file.text, str(file.path), "COMET writes an object of lists.")
    lists = content.values() if isinstance(content, dict) else [content]
    texts: dict[tuple[str, ...], list[_Text]] = {}
    for place, row in enumerate(
        found.challenge.tuples.select("source", "reference", "better", "worse").iter_rows()
    ):
        source, reference, *sides = (text.strip() for text in row)
        for side, text in zip(_SIDES, sides, strict=True):
            if text or not found.challenge.single:
                texts.setdefault((source, text), []).append((place, side))
                texts.setdefault((source, text, reference), []).append((place, side))
    referenced, seen = False, set[tuple[str, ...]]()
    for number, entry in enumerate(_entries(lists), start=1):
        where = f"{file.path}, segment {number}"
        if not isinstance(entry, dict) or not all(isinstance(entry.get(key), str) for key in ("src", "mt")):
            raise LackmusError(f"{where}: not an object with src and mt.")
        reference = entry.get("ref")
        referenced = referenced or isinstance(reference, str)
        own = (reference.strip(),) if isinstance(reference, str) else ()
        key = (entry["src"].strip(), entry["mt"].strip(), *own)
        if key in seen:  # the same segment in two files of translations
            continue
        seen.add(key)
        said = _said(entry, where, _COMET, _ERRORS)
        for place, side in texts.get(key, ()):
            text = found.challenge.tuples[side][place]
            wordings = [one.get("text") for one in entry.get("errors") or entry.get("error_spans") or ()]
            found.add((place, side), replace(said, spans=_located(said.spans, wordings, text)))
    return (Need.SOURCE, Need.REFERENCE) if referenced else (Need.SOURCE,)


def _entries(lists: Any) -> Iterator[Any]:
    for one in lists:
        yield from one if isinstance(one, list) else [one]


def _located(
    spans: tuple[ErrorSpan, ...] | None, wordings: list[Any], text: str
) -> tuple[ErrorSpan, ...] | None:
    """Spans where their wordings stand: the numbers of some versions are off by a blank."""
    if spans is None:
        return None
    found = []
    for one, wording in zip(spans, wordings, strict=True):
        words = wording.strip() if isinstance(wording, str) else ""
        starts = [start for start in range(len(text)) if words and text.startswith(words, start)]
        if words and text[one.start : one.end] != words and starts:
            start = min(starts, key=lambda place: abs(place - one.start))
            one = replace(one, start=start, end=start + len(words))
        found.append(one)
    return tuple(found)
