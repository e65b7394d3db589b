"""DFKI's `items.json`: a list of items, each with one pattern and any fixed strings per side."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from lackmus.core.pairs import Pair, PairError
from lackmus.core.suites import DuplicateItemError, Item, Kind, Phenomenon, Rule, Side, Suite
from lackmus.errors import LackmusError
from lackmus.read.files import read_text

_NEEDED: dict[str, type] = {
    "id": str,
    "langpair": str,
    "category": str,
    "phenomenon": str,
    "source_sentence": str,
}
_RULES = {
    "positive_regex": (Side.POSITIVE, Kind.PATTERN),
    "negative_regex": (Side.NEGATIVE, Kind.PATTERN),
    "positive_tokens": (Side.POSITIVE, Kind.FIXED),
    "negative_tokens": (Side.NEGATIVE, Kind.FIXED),
}
_OPTIONAL: dict[str, type] = {"paradigm": str, "comment": str, "tags": list, "reserved": bool}
_KEYS = {*_NEEDED, *_RULES, *_OPTIONAL}
_TYPES: dict[type, str] = {str: "a text", list: "a list of texts", bool: "true or false"}


def read(path: Path) -> Suite:
    """The suite in an `items.json`."""
    text = read_text(path)
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
        _refuse_half_characters(content, path)
    items = tuple(_item(entry, number, path) for number, entry in enumerate(content["items"], start=1))
    phenomena = tuple(_phenomenon(entry, path) for entry in _listed(content.get("phenomena", []), path))
    try:
        digest = sha256(text.encode()).hexdigest()[:8]
        return Suite(path.name, items, phenomena, digest)
    except DuplicateItemError as problem:
        raise LackmusError(f"{path}: {problem}. Give one of them another id.") from None


def _item(entry: Any, number: int, path: Path) -> Item:
    place = f"{path}, item {number}"
    if not isinstance(entry, dict):
        raise LackmusError(f"{place}: not an object with keys such as “id” and “source_sentence”.")
    place = f"{path}, item {entry.get('id') or number}"
    if not _NEEDED.keys() <= entry.keys():
        missing = [f"“{key}”" for key in _NEEDED if key not in entry]
        raise LackmusError(f"{place}: lacks {', '.join(missing)}.")
    if not entry.keys() <= _KEYS:
        unknown = next(key for key in entry if key not in _KEYS)
        raise LackmusError(f"{place}: unknown key “{unknown}”. Known are {', '.join(sorted(_KEYS))}.")
    for key, kind in _NEEDED.items():
        _check(entry[key], kind, key, place)
        if not entry[key].strip():
            raise LackmusError(f"{place}: “{key}” is blank.")
    for key, kind in _OPTIONAL.items():
        if entry.get(key) is not None:
            _check(entry[key], kind, key, place)
    try:
        pair = Pair.parse(entry["langpair"])
    except PairError as problem:
        raise LackmusError(f"{place}: {problem}.") from None
    return Item(
        pair=pair,
        id=entry["id"].strip(),
        category=entry["category"].strip(),
        phenomenon=entry["phenomenon"].strip(),
        source=entry["source_sentence"],
        rules=tuple(_rules(entry, place)),
        paradigm=entry.get("paradigm"),
        comment=entry.get("comment") or "",
        tags=tuple(entry.get("tags") or ()),
        reserved=bool(entry.get("reserved")),
    )


def _rules(entry: dict[str, Any], place: str) -> list[Rule]:
    rules = []
    for key, (side, kind) in _RULES.items():
        value = entry.get(key)
        if not value:
            continue
        _check(value, str if kind is Kind.PATTERN else list, key, place)
        rules += [Rule(side, kind, value)] if isinstance(value, str) else [Rule(side, kind, v) for v in value]
    return rules


def _phenomenon(entry: Any, path: Path) -> Phenomenon:
    if not isinstance(entry, dict) or not {"category", "phenomenon"} <= set(entry) <= {
        "category",
        "phenomenon",
        "guideline",
    }:
        raise LackmusError(f"{path}: an entry of “phenomena” needs category and phenomenon, and a guideline.")
    for key, value in entry.items():
        _check(value, str, key, f"{path}, phenomena")
    return Phenomenon(entry["category"].strip(), entry["phenomenon"].strip(), entry.get("guideline", ""))


def _listed(value: Any, path: Path) -> list[Any]:
    if not isinstance(value, list):
        raise LackmusError(f"{path}: “phenomena” must be a list.")
    return value


def _check(value: Any, kind: type, key: str, place: str) -> None:
    if not isinstance(value, kind) or (
        isinstance(value, list) and not all(isinstance(part, str) for part in value)
    ):
        raise LackmusError(f"{place}: “{key}” must be {_TYPES[kind]}.")


def _refuse_half_characters(content: Any, path: Path) -> None:
    """JSON can spell half of a surrogate pair, which is no character and fits no database."""
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError as problem:
        near = problem.object[max(0, problem.start - 30) : problem.start]
        raise LackmusError(f"{path}: half a character (a lone surrogate) after “{near}”. Mend it.") from None
