"""Outputs as JSON Lines: on each line an object with item (or source), system and text."""

import re
from collections.abc import Sequence
from typing import Any

from lackmus.core.engines.engine import Mark
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.datasets.tables import first_object
from lackmus.read.files import File
from lackmus.read.formats import ReadOptions
from lackmus.read.ltb_examples import looks_like_examples
from lackmus.read.objects import parsed
from lackmus.read.outputs import wmt_jsonl
from lackmus.read.outputs.rows import OutputRows

_EXAMPLE = 'an object such as {"item": "amb-001", "system": "Linde", "text": "…"}'
FITS = f"on each line {_EXAMPLE}"
NAMES_SYSTEMS = True

_FORM = f"Each line is {_EXAMPLE}."
_KNOWN = ("item", "id", "source", "system", "text", "document", "segment", "mark")
_OBJECT = re.compile(r'\s*\{\s*"[^"]*"\s*:')
_ENDINGS = (".jsonl", ".ndjson", ".json")


def recognises(file: File, asked: ReadOptions) -> bool:
    """Whether the first line begins like an object with a text; the reader reports errors by line."""
    if asked.columns or _OBJECT.match(file.first_line) is None:
        return False
    if wmt_jsonl.recognises(file, asked) or looks_like_examples(file):
        return False
    first = first_object(file)
    return first is None or ("text" in first and not first.keys().isdisjoint(("item", "id", "source")))


def read(file: File, system: str, suite: Suite, asked: ReadOptions) -> Sequence[HandIn]:
    """The outputs of all systems in the file; where a line names none, the file name is used."""
    for ending in _ENDINGS:
        system = system.removesuffix(ending)
    rows = OutputRows(file.path, suite)
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        values = _values(parsed(line, f"{file.path}, line {number}", _FORM), f"{file.path}, line {number}")
        named, item, source = values.get("system", system), values.get("item"), values.get("source")
        document, segment, mark = (values.get(key, "") for key in ("document", "segment", "mark"))
        if item is not None:
            rows.add(number, named, item, values["text"], document, segment, source, mark)
        else:
            rows.add_sentence(number, named, values["source"], values["text"], document, segment, mark)
    return rows.hand_ins(file.path.name, asked, _FORM)


def _values(read: Any, place: str) -> dict[str, str]:
    """The texts of one object by key; `id` is an alias of `item`."""
    problem = _problem(read)
    if problem:
        raise LackmusError(f"{place}: {problem}. {_FORM}")
    strange = next((key for key in read if key not in _KNOWN), None)
    if strange is not None:
        known = ", ".join(_KNOWN)
        raise LackmusError(
            f"{place}: unknown key “{strange}” (known are {known}). {_FORM}", code="unknown-key"
        )
    if "id" in read:
        read["item"] = read.pop("id")
    found: dict[str, str] = read
    return found


def _problem(read: Any) -> str | None:
    """What is wrong with a line; None if nothing is."""
    if not isinstance(read, dict):
        return "not an object"
    for key, value in read.items():
        if key in _KNOWN and not isinstance(value, str):
            return f"“{key}” is not a text in quotation marks"
    if read.get("mark", Mark.VERBOSE) not in list(Mark):
        return f"“mark” is neither {' nor '.join(Mark)}"
    if "text" not in read:
        return "“text” is missing"
    if not {"item", "id", "source"} & read.keys():
        return "neither “item” nor “source”, so it is unclear what is translated"
    return (
        "“item” and “id” differ"
        if read.get("item", read.get("id")) != read.get("id", read.get("item"))
        else None
    )
