"""Lackmus' own JSON Lines: an item on each line, guidelines and examples on lines of their own."""

import json
import re

from lackmus.core.suites.suite import Draft
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of
from lackmus.read.objects import parsed
from lackmus.read.suites.entries import item_of, phenomenon_of

FITS = "Lackmus' JSON Lines: on each line an object with id, pair, category, phenomenon, source and rules"
_HINT = "Each line is an item, or what is said about a phenomenon."
_BEGINNING = re.compile(r'\s*\{\s*"(id|pair|category|phenomenon|guideline|source)"\s*:')


def recognises(file: File) -> bool:
    """Whether the first line is an item or a guideline, or a broken one."""
    try:
        first = json.loads(file.first_line)
    except (ValueError, RecursionError):
        return _BEGINNING.match(file.first_line) is not None
    told = {"source", "guideline", "phenomenon"}
    return isinstance(first, dict) and "items" not in first and bool(told & first.keys())


def read(file: File) -> Draft:
    """The suite in the file."""
    path, items, phenomena = file.path, [], []
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        entry = parsed(line, place, _HINT)
        if isinstance(entry, dict) and {"guideline", "examples"} & entry.keys() and "id" not in entry:
            phenomena.append(phenomenon_of(entry, place))
        else:
            items.append(item_of(entry, place))
    if not items:
        raise LackmusError(f"{path} has no items.")
    return Draft(path.name, tuple(items), tuple(phenomena), digest_of(file.text))
