"""Read studies of contrasts as `lackmus contrast run` writes them, and choices of kept and dropped items."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from polars.exceptions import PolarsError

from lackmus.core.contrasts.study import ContrastStudy
from lackmus.core.contrasts.study_lines import study_of
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.objects import parsed

_HINT = "Is this a study?"
_DAMAGE = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, PolarsError)
_SAID = {"keep": True, "kept": True, "1": True, "drop": False, "dropped": False, "0": False}


def is_study(path: Path) -> bool:
    """Whether a file begins like a study."""
    return File(path).first_line.startswith('{"study"')


def read_study(path: Path) -> ContrastStudy:
    """The study in a file."""
    if not is_study(path):
        raise LackmusError(f"{path} is no study.", code="no-study")
    place = [0]
    try:
        return study_of(_lines(path, place))
    except _DAMAGE as problem:
        why = f"{problem.args[0]} is missing" if isinstance(problem, KeyError) else str(problem)
        raise LackmusError(
            f"{path}, line {place[0]}: not a line of a study ({' '.join(why.split())[:200]}). Make it anew."
        ) from None


def _lines(path: Path, place: list[int]) -> Iterator[dict[str, Any]]:
    """The objects of the file; `place` holds the current line number."""
    for number, line in enumerate(File(path).lines, start=1):
        place[0] = number
        entry = parsed(line, f"{path}, line {number}", _HINT, code="no-study")
        if not isinstance(entry, dict):
            raise LackmusError(f"{path}, line {number}: not an object. {_HINT}", code="no-study")
        yield entry


def read_choices(path: Path) -> dict[str, bool]:
    """Read kept and dropped items: id, tab, keep or drop; an id alone means keep."""
    found: dict[str, bool] = {}
    for number, line in enumerate(File(path).lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        item, _, said = (part.strip() for part in line.partition("\t"))
        if said and said.casefold() not in _SAID:
            raise LackmusError(f"{path}, line {number}: write keep or drop behind the tab, not {said}.")
        if item in found:
            raise LackmusError(f"{path}, line {number}: {item} stands there twice. Keep one.")
        found[item] = _SAID[said.casefold()] if said else True
    if not found:
        raise LackmusError(f"{path} names no item.")
    return found
