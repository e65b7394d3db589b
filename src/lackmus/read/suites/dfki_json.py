"""DFKI's `items.json`: a list of items, each with patterns and fixed strings per side."""

import json

from lackmus.core.suites.suite import Draft
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of, with_line_feeds
from lackmus.read.ltb_examples import looks_like_examples
from lackmus.read.objects import parsed
from lackmus.read.suites import jsonl
from lackmus.read.suites.entries import (
    Spelling,
    checked_error_types,
    error_types_of,
    item_of,
    phenomenon_of,
    wider_error_types,
)

_HINT = "A suite is a JSON file with a list “items”."
FITS = "DFKI's items.json: a JSON object with a list “items”"
_SPELLING = Spelling(
    {
        "langpair": "pair",
        "source_sentence": "source",
        "positive_regex": "positive",
        "negative_regex": "negative",
        "positive_tokens": "positive_fixed",
        "negative_tokens": "negative_fixed",
    }
)


def recognises(file: File) -> bool:
    """Whether it is a JSON object over several lines; JSON Lines have a whole object on the first."""
    start = with_line_feeds(file.start).strip()
    if not start.startswith(b"{") or jsonl.recognises(file) or looks_like_examples(file):
        return False
    try:
        first = json.loads(file.first_line)
    except (ValueError, RecursionError):
        return True
    return "items" in first or b"\n" not in start


def read(file: File) -> Draft:
    """The suite in an `items.json`."""
    path, text = file.path, file.text
    where = str(path)
    content = parsed(text, where, _HINT)
    if not isinstance(content, dict) or not isinstance(content.get("items"), list):
        raise LackmusError(f"{path} has no list “items” at its top. Is this a suite?")
    if not content["items"]:
        raise LackmusError(f"{path} has no items.")
    described = content.get("phenomena", [])
    if not isinstance(described, list):
        raise LackmusError(f"{path}: “phenomena” must be a list.")
    items = tuple(item_of(one, where, _SPELLING, number=n) for n, one in enumerate(content["items"], 1))
    error_types = wider_error_types(content.get("error_types"), where)
    for one in described:
        if isinstance(one, dict) and "error_types" in one:
            names = [str(one.get(key) or "") for key in ("category", "phenomenon")]
            error_types += error_types_of(one["error_types"], where, *names)
    return Draft(
        path.name,
        items,
        tuple(
            phenomenon_of(entry, f"{where}, phenomenon {number}") for number, entry in enumerate(described, 1)
        ),
        digest_of(text),
        error_types=checked_error_types(error_types, items, where),
    )
