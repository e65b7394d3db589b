"""DFKI's `items.json`: a list of items, each with patterns and fixed strings per side."""

import json

from lackmus.core.suites import Draft
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of
from lackmus.read.suites.entries import Spelling, item_of, phenomenon_of, refuse_half_characters

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
    """A JSON object, over as many lines as it likes; JSON Lines have a whole one on their first."""
    start = file.start.strip()
    if not start.startswith(b"{"):
        return False
    try:
        first = json.loads(file.first_line)
    except (ValueError, RecursionError):
        return True
    return "items" in first or (b"\n" not in start and not {"source", "guideline"} & set(first))


def read(file: File) -> Draft:
    """The suite in an `items.json`."""
    path, text = file.path, file.text
    try:
        content = json.loads(text)
    except json.JSONDecodeError as problem:
        raise LackmusError(
            f"{path}, line {problem.lineno}, column {problem.colno}: not JSON ({problem.msg}). "
            "A suite is a JSON file with a list “items”."
        ) from None
    except ValueError as problem:  # a number of thousands of digits
        raise LackmusError(f"{path}: not a suite ({problem}).") from None
    except RecursionError:
        raise LackmusError(f"{path} is nested too deeply to be a suite.") from None
    if not isinstance(content, dict) or not isinstance(content.get("items"), list):
        raise LackmusError(f"{path} has no list “items” at its top. Is this a suite?")
    if not content["items"]:
        raise LackmusError(f"{path} has no items.")
    if "\\ud" in text.lower():
        refuse_half_characters(json.dumps(content, ensure_ascii=False), str(path))
    described = content.get("phenomena", [])
    if not isinstance(described, list):
        raise LackmusError(f"{path}: “phenomena” must be a list.")
    return Draft(
        path.name,
        tuple(item_of(entry, f"{path}, item {n}", _SPELLING) for n, entry in enumerate(content["items"], 1)),
        tuple(phenomenon_of(entry, f"{path}, phenomena") for entry in described),
        digest_of(text),
    )
