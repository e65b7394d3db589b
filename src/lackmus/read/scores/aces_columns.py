"""Scores in columns X-good and X-bad of a table in the form of ACES, as its programs write them."""

import os
from pathlib import Path

import polars as pl

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.challenges.metrics import MetricInfo, Scored
from lackmus.errors import LackmusError
from lackmus.read.challenges import aces_tsv
from lackmus.read.files import File
from lackmus.read.remote import located
from lackmus.read.scores.files import ScoreFile, short
from lackmus.read.scores.gaps import check_gaps

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
