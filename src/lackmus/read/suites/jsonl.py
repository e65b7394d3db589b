"""Lackmus' own JSON Lines: an item on each line, guidelines on lines of their own."""

import json
from typing import Any

from lackmus.core.suites import Draft
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of
from lackmus.read.suites.entries import item_of, phenomenon_of, refuse_half_characters

FITS = "Lackmus' JSON Lines: on each line an object with id, pair, category, phenomenon, source and rules"


def recognises(file: File) -> bool:
    """The first line is a whole item, or what is said about a phenomenon."""
    try:
        first = json.loads(file.first_line)
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "items" not in first and bool({"source", "guideline"} & first.keys())


def read(file: File) -> Draft:
    """The suite in the file."""
    path, items, phenomena = file.path, [], []
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        entry = _parsed(line, place)
        if isinstance(entry, dict) and "guideline" in entry and "id" not in entry:
            phenomena.append(phenomenon_of(entry, place))
        else:
            items.append(item_of(entry, place))
    if not items:
        raise LackmusError(f"{path} has no items.")
    return Draft(path.name, tuple(items), tuple(phenomena), digest_of(file.text))


def _parsed(line: str, place: str) -> Any:
    try:
        entry = json.loads(line, object_pairs_hook=lambda pairs: _object(pairs, place))
    except json.JSONDecodeError as problem:
        raise LackmusError(f"{place}, column {problem.colno}: not JSON ({problem.msg}).") from None
    except ValueError as problem:  # a number of thousands of digits
        raise LackmusError(f"{place}: not an item ({problem}).") from None
    except RecursionError:
        raise LackmusError(f"{place} is nested too deeply to be an item.") from None
    if "\\ud" in line.lower():
        refuse_half_characters(json.dumps(entry, ensure_ascii=False), place)
    return entry


def _object(pairs: list[tuple[str, Any]], place: str) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise LackmusError(f"{place}: “{twice}” stands there twice. Keep one.")
    return found
