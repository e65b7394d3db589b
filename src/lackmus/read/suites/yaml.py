"""Lackmus' own YAML: a suite as people write it, phenomenon by phenomenon."""

from collections.abc import Mapping
from typing import Any

from lackmus.core.suites.suite import Draft, Item, Phenomenon
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of, with_line_feeds
from lackmus.read.suites.entries import (
    check,
    checked_error_types,
    error_types_of,
    examples_of,
    item_of,
    wider_error_types,
)
from lackmus.read.yaml_documents import line_of, load, refuse_unknown

FITS = "Lackmus' YAML: “pair:” and “phenomena:”, each with its items"
_TOP = {"pair", "phenomena", "error_types"}
_PHENOMENON = {"category", "phenomenon", "guideline", "examples", "error_types", "items"}
_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def recognises(file: File) -> bool:
    """Whether a line starts with a key that only such a file has."""
    return any(
        line.startswith((b"phenomena:", b"%YAML")) or line.rstrip() in (b"---", b"phenomena :")
        for line in with_line_feeds(file.start).split(b"\n")[:2000]
    )


def read(file: File) -> Draft:
    """The suite in the file. All scalars are texts: `no` is a word and `007` an id."""
    path, text = file.path, file.text
    top = load(text, str(path))
    if not isinstance(top, Mapping) or not isinstance(top.get("phenomena"), list):
        raise LackmusError(f"{path} has no list “phenomena” at its top. Is this a suite?")
    refuse_unknown(top, _TOP, str(path))
    given = {}
    if top.get("pair"):
        check(top["pair"], str, "pair", str(path))
        given["pair"] = top["pair"]
    items: list[Item] = []
    phenomena = []
    error_types = wider_error_types(top.get("error_types"), str(path))
    for number, block in enumerate(top["phenomena"], start=1):
        place = f"{path}{line_of(block)}, phenomenon {number}"
        phenomena.append(_phenomenon(block, place))
        error_types += error_types_of(block.get("error_types"), place, block["category"], block["phenomenon"])
        around = {**given, "category": block["category"], "phenomenon": block["phenomenon"]}
        entries = block.get("items") or []
        if not isinstance(entries, list):
            raise LackmusError(f"{place}: “items” must be a list.")
        items += [item_of(_typed(one), f"{path}{line_of(one)}", given=around) for one in entries]
    if not items:
        raise LackmusError(f"{path} has no items.")
    found = checked_error_types(error_types, items, str(path))
    return Draft(path.name, tuple(items), tuple(phenomena), digest_of(text), error_types=found)


def _phenomenon(block: Any, place: str) -> Phenomenon:
    if not isinstance(block, Mapping):
        raise LackmusError(f"{place}: not a phenomenon with keys such as “category” and “items”.")
    refuse_unknown(block, _PHENOMENON, place)
    for key in ("category", "phenomenon"):
        check(block.get(key), str, key, place)
        if not block[key].strip():
            raise LackmusError(f"{place}: “{key}” is blank.")
    guideline = block.get("guideline") or ""
    check(guideline, str, "guideline", place)
    examples = examples_of(block.get("examples"), place)
    return Phenomenon(block["category"], block["phenomenon"], guideline, examples)


def _typed(entry: Any) -> Any:
    """The values of an item with those that are not text (a boolean, a number) converted."""
    if not isinstance(entry, Mapping):
        return entry
    if isinstance(entry.get("reserved"), str):
        entry = {**entry, "reserved": _TRUTHS.get(entry["reserved"].lower(), entry["reserved"])}
    which = entry.get("occurrence")
    if isinstance(which, str) and which.isdecimal() and len(which) < 10:
        entry = {**entry, "occurrence": int(which)}
    return entry
