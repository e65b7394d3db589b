"""The scores that a metric gave to a challenge, in any of four shapes, recognised by their content."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import polars as pl

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.base.plurals import counted
from lackmus.core.challenges.challenge import BlindKey, ChallengeSet, document_order
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.errors import LackmusError
from lackmus.read.challenges import aces_tsv
from lackmus.read.files import File
from lackmus.read.remote import located
from lackmus.read.scores.files import (
    SHAPES,
    ScoreFile,
    about_of,
    both_or_none,
    check_gaps,
    opened,
    short,
    time_of,
)
from lackmus.read.scores.returned import is_returned, pairs_of, returned_about, returned_scores

_SIDES = ("better", "worse")


def read_scores(
    path: Path,
    challenge: ChallengeSet,
    key: BlindKey | None = None,
    about: MetricInfo | None = None,
    gaps: bool = False,
) -> Scored:
    """The scores of every tuple; `about` from the user overrides what the file says.

    Whole language pairs may be left out; with `gaps`, single tuples as well.
    """
    file = opened(path)
    first = [cell.strip().casefold() for cell in file.lines[0][1].split("\t")]
    marks = file.lines[0][1].split()
    if sorted(first) == ["better", "tuple", "worse"]:
        scores = _by_tuple(file, challenge, gaps)
    elif sorted(first) in (["line", "score"], ["line", "pair", "score"]):
        scores = _by_line(file, challenge, _needed(key, challenge, path), gaps)
    elif is_returned(first):
        needed = _needed(key, challenge, path)
        scores = _scores_of(challenge, needed, returned_scores(file, needed, gaps))
        about = about or returned_about(file)
    elif len(marks) == 2 and marks[0] in _SIDES:
        scores = _by_side(file, challenge)
    elif len(first) == 1:
        scores = _in_order(file, challenge, _needed(key, challenge, path))
    else:
        raise file.problem(file.lines[0][0], f"neither a score nor the names of columns. {SHAPES}")
    seconds, computed = time_of(file, challenge)
    better, worse = (pl.Series(side, scores[side], dtype=pl.Float64) for side in _SIDES)
    return Scored(about or about_of(file), better, worse, seconds, computed, path.name)


_Sides = dict[str, list[float | None]]  # of each tuple; none where it is not scored


def _by_tuple(file: ScoreFile, challenge: ChallengeSet, gaps: bool) -> _Sides:
    """A table with tuple, better and worse, in any order."""
    tuples = challenge.tuples["tuple"].to_list()
    known, found = set(tuples), dict[str, tuple[float, float]]()
    lines: dict[str, int] = {}
    for line, row in _table(file):
        name = row["tuple"]
        if name not in known:
            raise file.problem(line, f"there is no tuple “{short(name)}”. Is this the right challenge?")
        if name in found:
            raise file.problem(line, f"tuple {short(name)} stands in line {lines[name]:,} already. Keep one.")
        lines[name] = line
        found[name] = (file.number(line, row["better"]), file.number(line, row["worse"]))
    scored = [name in found for name in tuples]
    check_gaps(file.path, challenge.tuples["pair"].to_list(), scored, tuples.__getitem__, "tuple", gaps)
    both = [found.get(name, (None, None)) for name in tuples]
    return {side: [one[column] for one in both] for column, side in enumerate(_SIDES)}


def _by_line(file: ScoreFile, challenge: ChallengeSet, key: BlindKey, gaps: bool) -> _Sides:
    """A table with line and score, in any order, and with pair where there are several."""
    before, several = key.before, len(key.lines) > 1
    total = sum(key.lines.values())
    scores: list[float | None] = [None] * total
    lines: dict[int, int] = {}
    for line, row in _table(file):
        written = row["line"].strip()
        pair = _pair(file, line, row["pair"], key) if "pair" in row else ""
        if several and not pair:
            raise file.problem(
                file.lines[0][0],
                f"the blind files have {len(key.lines)} language pairs, so lines need a column pair.",
            )
        most = key.lines[pair] if pair else total
        if not re.fullmatch("[0-9]{1,12}", written) or not 1 <= int(written) <= most:
            of_pair = f" of {pair}" if several else ""
            raise file.problem(
                line, f"there is no line “{short(written)}”: the blind files{of_pair} have 1 to {most:,}."
            )
        place = (before[pair] if pair else 0) + int(written) - 1
        if place in lines:
            raise file.problem(line, f"line {written} stands in line {lines[place]:,} already. Keep one.")
        lines[place] = line
        scores[place] = file.number(line, row["score"])
    done = [score is not None for score in scores]
    check_gaps(file.path, pairs_of(key), done, lambda place: _named_line(key, place), "line", gaps)
    return _scores_of(challenge, key, scores)


def _in_order(file: ScoreFile, challenge: ChallengeSet, key: BlindKey) -> _Sides:
    """One number a line, in the order of the blind files."""
    scores = [file.number(line, written) for line, written in file.lines]
    total = sum(key.lines.values())
    if len(scores) < total:
        names = [_named_line(key, place) for place in range(len(scores), total)]
        raise LackmusError(
            f"{file.path} has {counted(len(scores), 'score')}, the blind files {total:,} lines: "
            f"{_listed('line', names)} missing."
        )
    if len(scores) > total:
        raise file.problem(
            file.lines[total][0],
            f"one score too many: the file has {len(scores):,}, the blind files {total:,} lines.",
        )
    return _scores_of(challenge, key, scores)


def _by_side(file: ScoreFile, challenge: ChallengeSet) -> _Sides:
    """mt-metrics-eval's lines of a “system” and its score, each system in the order of the folder's lines."""
    if len(challenge.pairs) > 1:
        raise LackmusError(
            f"{file.path} has scores of one language pair, the challenge {len(challenge.pairs)} pairs. "
            "Write a table with tuple, better and worse."
        )
    total = challenge.tuples.height
    found: dict[str, list[float]] = {side: [] for side in _SIDES}
    for line, content in file.lines:
        cells = content.split()
        if len(cells) != 2 or cells[0] not in found:
            raise file.problem(line, "neither better nor worse and a number.")
        side, written = cells
        if len(found[side]) == total:
            raise file.problem(line, f"one score of {side} too many: the challenge has {total:,} tuples.")
        found[side].append(file.number(line, written))
    for side, scores in found.items():
        if len(scores) < total:
            names = [f"{number:,}" for number in range(len(scores) + 1, total + 1)]
            raise LackmusError(
                f"{file.path} has {counted(len(scores), 'score')} of {side}, the folder's files {total:,} "
                f"lines: {_listed('line', names)} missing."
            )
    rows = document_order(challenge.tuples).to_list()
    ordered: _Sides = {}
    for side, scores in found.items():
        by_row = dict(zip(rows, scores, strict=True))
        ordered[side] = [by_row[row] for row in range(total)]
    return ordered


def _table(file: ScoreFile) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the names of the columns."""
    names = [cell.strip().casefold() for cell in file.lines[0][1].split("\t")]
    for line, content in file.lines[1:]:
        cells = content.split("\t")
        if len(cells) != len(names):
            raise file.problem(line, f"{len(cells)} cells under {len(names)} columns ({', '.join(names)}).")
        yield line, dict(zip(names, cells, strict=True))


def _needed(key: BlindKey | None, challenge: ChallengeSet, path: Path) -> BlindKey:
    """The key of the blind files, which scores of lines need; an error if it is of another challenge."""
    if key is None:
        raise LackmusError(
            f"{path} has scores of lines in blind files, and only their key tells whose they are.",
            code="key-missing",
        )
    what = ["tuple", "pair", "source", "reference", "better", "worse"]
    ours, theirs = (one.tuples.select(what).sort("tuple") for one in (challenge, key.challenge))
    if not ours.equals(theirs):
        raise LackmusError(
            f"{path}: the key is that of another challenge ({key.challenge.name}, not {challenge.name}). "
            "Take the one that was written with these blind files."
        )
    return key


def _scores_of(challenge: ChallengeSet, key: BlindKey, scores: Sequence[float | None]) -> _Sides:
    """Map scores of lines to tuples, which the key may have in another order."""
    tuples, before = key.challenge.tuples, key.before
    found: list[list[float | None]] = []
    for numbers in (key.better, key.worse):
        by_name = {
            name: scores[before[pair] + number - 1]
            for name, pair, number in zip(tuples["tuple"], tuples["pair"], numbers, strict=True)
        }
        found.append([by_name[name] for name in challenge.tuples["tuple"]])
    return both_or_none(*found)


def _pair(file: ScoreFile, line: int, written: str, key: BlindKey) -> str:
    try:
        pair = str(Pair.parse(written))
    except PairError as problem:
        raise file.problem(line, f"{problem}.") from None
    if pair not in key.lines:
        known = ", ".join(sorted(key.lines))
        raise file.problem(line, f"there are no blind files of {pair}, only of {known}.")
    return pair


def _named_line(key: BlindKey, place: int) -> str:
    """A line as it is found in the blind files."""
    pair, before = [one for one in key.before.items() if one[1] <= place][-1]
    number = f"{place - before + 1:,}"
    return number if len(key.lines) == 1 else f"{number} of {pair}"


def _listed(what: str, names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{what} {names[0]} is"
    others = f" and {len(names) - 1:,} more"
    return f"{what} {names[0]}{others} are"


_GOOD, _BAD = "-good", "-bad"
_TEXTS = ("source", "reference", "better", "worse", "phenomenon")


def has_score_columns(path: Path) -> bool:
    """Whether the file is a table of ACES with scores of metrics."""
    path = located(path)
    if not os.path.isfile(path):  # noqa: PTH113  (a name that no file can have is no error here)
        return False
    file = File(path)
    return aces_tsv.recognises(file) and any(name.endswith(_GOOD) for name in file.first_line.split("\t"))


def scores_in_columns(path: Path, challenge: ChallengeSet, gaps: bool = False) -> list[Scored]:
    """The scores of every metric in the table, whose tuples may stand in any order.

    Whole language pairs may be left out, and with `gaps` single tuples.
    """
    file = File(path)
    table = aces_tsv.table_of(file)
    names = [cell.strip().strip('"').strip() for cell in table[0][1]]
    pair = None if "langpair" in [name.casefold() for name in names] else challenge.pairs[0]
    here, report = aces_tsv.read(file, pair).tuples, ScoreFile(path, {}, [])
    places: dict[tuple[str, ...], list[int]] = {}
    for place, texts in enumerate(challenge.tuples.select(_TEXTS).iter_rows()):
        places.setdefault(texts, []).append(place)
    rows = {}
    for (line, cells), texts in zip(table[1:], here.select(_TEXTS).iter_rows(), strict=True):
        if not places.get(texts):
            said = (
                "a tuple of these texts stands above already" if texts in places else "there is no such tuple"
            )
            raise report.problem(line, f"{said} (“{short(texts[0])}”). Is this the right challenge?")
        rows[places[texts].pop(0)] = line, cells
    height, tuples = challenge.tuples.height, challenge.tuples["tuple"]
    done = [place in rows for place in range(height)]
    check_gaps(path, challenge.tuples["pair"].to_list(), done, tuples.__getitem__, "tuple", gaps)
    found = []
    for name in (name.removesuffix(_GOOD) for name in names if name.endswith(_GOOD)):
        if names.count(f"{name}{_BAD}") != 1 or names.count(f"{name}{_GOOD}") != 1:
            raise LackmusError(f"{path}: {name} needs one column {name}{_GOOD} and one {name}{_BAD}.")
        sides = [
            pl.Series(
                [
                    report.number(rows[place][0], rows[place][1][names.index(column)])
                    if place in rows
                    else None
                    for place in range(height)
                ],
                dtype=pl.Float64,
            )
            for column in (f"{name}{_GOOD}", f"{name}{_BAD}")
        ]
        found.append(Scored(MetricInfo(name), sides[0], sides[1], file=path.name))
    return found
