"""Lackmus' own JSON Lines: an item on each line, guidelines and examples on lines of their own."""

import json
import re

from lackmus.core.suites.error_types import ErrorType
from lackmus.core.suites.suite import Draft
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of
from lackmus.read.objects import parsed
from lackmus.read.suites.entries import check, checked_error_types, error_types_of, item_of, phenomenon_of

FITS = "Lackmus' JSON Lines: on each line an object with id, pair, category, phenomenon, source and rules"
_HINT = "Each line is an item, or what is said about a phenomenon."
_BEGINNING = re.compile(r'\s*\{\s*"(id|pair|category|phenomenon|guideline|source|error_types)"\s*:')


def recognises(file: File) -> bool:
    """Whether the first line is an item or a guideline, or a broken one."""
    try:
        first = json.loads(file.first_line)
    except (ValueError, RecursionError):
        return _BEGINNING.match(file.first_line) is not None
    told = {"source", "guideline", "phenomenon", "error_types"}
    return isinstance(first, dict) and "items" not in first and bool(told & first.keys())


def read(file: File) -> Draft:
    """The suite in the file."""
    path, items, phenomena = file.path, [], []
    error_types: list[ErrorType] = []
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        entry = parsed(line, place, _HINT)
        told = {"guideline", "examples", "error_types"} & entry.keys() if isinstance(entry, dict) else set()
        if told and "id" not in entry:
            if "phenomenon" in entry or told != {"error_types"}:
                phenomena.append(phenomenon_of(entry, place))
            elif not entry.keys() <= {"category", "error_types"}:
                raise LackmusError(f"{place}: beside “error_types” there may be category and phenomenon.")
            where = [entry.get(key) or "" for key in ("category", "phenomenon")]
            for key, value in zip(("category", "phenomenon"), where, strict=True):
                check(value, str, key, place)
            error_types += error_types_of(entry.get("error_types"), place, *where)
        else:
            items.append(item_of(entry, place))
    if not items:
        raise LackmusError(f"{path} has no items.")
    found = checked_error_types(error_types, items, str(path))
    return Draft(path.name, tuple(items), tuple(phenomena), digest_of(file.text), error_types=found)
