"""MQM ratings: tables of marked errors, and ratings of mt-metrics-eval; weighed, added up and negated."""

import re
from collections.abc import Sequence
from typing import Any

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.base.texts import printable
from lackmus.core.verdicts.human_scores import HumanScores, mean_by_system, mean_scores
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.objects import parsed
from lackmus.read.scores.files import ScoreFile, short

MQM_COLUMNS = ("system", "doc", "rater", "category", "severity")
_IN_DOCUMENT, _IN_TEST_SET = ("doc_id", "docsegid"), ("seg_id", "globalsegid")
_SEVERITIES = {"critical": 5.0, "major": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0, "no error": 0.0}
_NON_TRANSLATION, _PUNCTUATION = 25.0, 0.1
_FREE = ("source issue", "reinterpretation")  # not the fault of the translation, as in WMT24
_HOW = "negated penalties (major 5, minor 1, minor punctuation 0.1, non-translation 25), higher is better"
_MARKS = re.compile(r"</?v>")
Key = tuple[str, str | None, int | None, int | None, str | None, str | None]  # of mean_scores


def rating_rows(file: File) -> HumanScores:
    """A table with a line for each error of a segment, its category and its severity."""
    lines = file.lines
    names = [cell.strip().casefold() for cell in lines[0].split("\t")]
    at = {name: names.index(name) for name in names}
    place_at, line_at = (
        next((at[name] for name in several if name in at), None) for several in (_IN_DOCUMENT, _IN_TEST_SET)
    )
    if place_at is None and line_at is None:
        raise LackmusError(f"{file.path}, line 1: no column tells the segment ({' or '.join(_IN_TEST_SET)}).")
    found: dict[tuple[Key, str], float] = {}
    wordings: dict[tuple[str, str, int | None, int | None], tuple[str | None, str | None]] = {}
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        place = f"{file.path}, line {number}"
        cells = line.split("\t")
        if len(cells) < len(names) - ("metadata" in at):
            raise LackmusError(f"{place}: {len(cells)} cells under {len(names)} columns.")
        system, document = printable(cells[at["system"]].strip()), printable(cells[at["doc"]].strip())
        in_document, in_test_set = (
            None if where is None else _number(cells[where], place) for where in (place_at, line_at)
        )
        # Where a span is marked depends on the error: the first line's wording stands for all.
        where = (system, document, in_document, in_test_set)
        source, text = wordings.setdefault(
            where, (_plain(cells, at.get("source")), _plain(cells, at.get("target")))
        )
        key = ((system, document, in_document, in_test_set, source, text), cells[at["rater"]].strip())
        found[key] = found.get(key, 0.0) + _weight(cells[at["severity"]], cells[at["category"]], place)
    return _added_up(found)


def rated_lines(file: ScoreFile) -> HumanScores:
    """Lines of a system, its rating as JSON or None, and the rater; a block for each system, in order."""
    found: dict[tuple[Key, str], float] = {}
    lines: dict[str, int] = {}
    last = ""
    for number, line in file.lines:
        cells = line.split("\t")
        if len(cells) not in (2, 3):
            raise file.problem(
                number, f"{len(cells)} cells. Each line is a system, its rating and the rater."
            )
        system = printable(cells[0].strip())
        if system in lines and system != last:
            raise file.problem(
                number, f"{system} again, after {last}. All ratings of a system stand together, in order."
            )
        last = system
        lines[system] = lines.get(system, 0) + 1
        if cells[1].strip() != "None":
            place = f"{file.path}, line {number}"
            rating = parsed(cells[1], place, "A rating is {“errors”: […]}, or None.")
            key = (system, None, None, lines[system], None, None), "".join(cells[2:]).strip()
            found[key] = _penalty(rating, place)
    if len(set(lines.values())) > 1:
        (leading, expected), *_ = lines.items()
        system, many = next(one for one in lines.items() if one[1] != expected)
        raise LackmusError(
            f"{file.path}: {system} has {many:,} ratings, but {leading} has {expected:,}. "
            "Each system needs one for each segment, None where there is none."
        )
    return _added_up(found, next(iter(lines.values())))


def rating_records(records: Sequence[tuple[str, dict[str, Any]]], pairs: Sequence[Pair]) -> HumanScores:
    """Ratings that stand alone: each with its texts, document, segment, system and rater."""
    found: dict[tuple[Key, str], float] = {}
    places: dict[tuple[str, str | None, int | None, str], str] = {}
    for place, record in records:
        _refuse_pair(record, pairs, place)
        system, segment = record.get("system_id"), record.get("segment_id")
        if not isinstance(system, str) or not isinstance(segment, int) or isinstance(segment, bool):
            raise LackmusError(f"{place}: a rating needs its system_id, and its segment_id as a number.")
        document, rater = record.get("document_id"), str(record.get("rater_id") or "")
        first = places.setdefault((system, document, segment, rater), place)
        if first != place:
            said = first.rpartition(", ")[2]
            raise LackmusError(
                f"{place}: {rater or 'the rater'} rated this segment in {said} already. Keep one."
            )
        texts = (record.get(name) for name in ("source", "hypothesis"))
        source, text = (one if isinstance(one, str) else None for one in texts)
        key = (printable(system), document, None, segment + 1, source, text), rater
        found[key] = _penalty(record, place)
    return _added_up(found)


def _added_up(found: dict[tuple[Key, str], float], lines: int | None = None) -> HumanScores:
    segments = mean_scores((*key, rater, -penalty) for (key, rater), penalty in found.items())
    raters = {rater for _, rater in found if rater}
    return HumanScores("MQM", mean_by_system(segments), segments, _HOW, lines=lines, raters=len(raters))


def _penalty(rating: Any, place: str) -> float:
    """The penalty of a rating of mt-metrics-eval."""
    errors = rating.get("errors") if isinstance(rating, dict) else None
    if not isinstance(errors, list) or not all(isinstance(one, dict) for one in errors):
        raise LackmusError(f"{place}: a rating has a list “errors”, which may be empty.")
    return sum(_error_penalty(one, place) for one in errors)


def _error_penalty(error: dict[str, Any], place: str) -> float:
    severity, score = error.get("severity"), error.get("score")
    if severity is None and isinstance(score, int | float) and not isinstance(score, bool):
        return abs(float(score))
    return _weight(str(severity or ""), str(error.get("category") or ""), place)


def _weight(severity: str, category: str, place: str) -> float:
    severity, category = severity.strip().casefold(), category.strip().casefold()
    if not severity and category in ("no-error", "no error", ""):
        severity = "no-error"
    if severity not in _SEVERITIES:
        known = ", ".join(one for one in _SEVERITIES if one != "no error")
        raise LackmusError(f"{place}: unknown severity “{short(severity)}”. There are {known}.")
    weight = _SEVERITIES[severity]
    if not weight or category.startswith(_FREE) or "reinterpretation" in category:
        return 0.0
    if category.startswith("non-translation"):
        return _NON_TRANSLATION
    if severity == "minor" and category.startswith("fluency/punctuation"):
        return _PUNCTUATION
    return weight


def _number(written: str, place: str) -> int:
    written = written.strip()
    if not (written.isascii() and written.isdecimal() and len(written) < 10):
        raise LackmusError(f"{place}: “{short(written)}” is no number of a segment.")
    return int(written)


def _plain(cells: Sequence[str], at: int | None) -> str | None:
    """A text without the signs around the marked error."""
    return None if at is None else _MARKS.sub("", cells[at])


def _refuse_pair(record: dict[str, Any], pairs: Sequence[Pair], place: str) -> None:
    source, target = record.get("src_lang"), record.get("tgt_lang")
    if not pairs or not isinstance(source, str) or not isinstance(target, str):
        return
    try:
        pair = Pair.parse(f"{source}->{target}")
    except PairError as problem:
        raise LackmusError(f"{place}: {problem}.") from None
    if not any(pair.is_like(own) for own in pairs):
        own = ", ".join(map(str, pairs))
        raise LackmusError(f"{place}: a rating of {pair}, and the suite is of {own}. Name those of {own}.")
