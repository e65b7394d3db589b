"""Outputs as JSON Lines: on each line an object with item (or source), system and text."""

import json
import re
from collections.abc import Sequence
from typing import Any

from lackmus.core.outputs import HandIn
from lackmus.core.suites import Suite
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.formats import Asked
from lackmus.read.outputs.rows import Rows

_EXAMPLE = 'an object such as {"item": "amb-001", "system": "Linde", "text": "…"}'
FITS = f"on each line {_EXAMPLE}"
NAMES_SYSTEMS = True

_FORM = f"Each line is {_EXAMPLE}."
_KNOWN = ("item", "id", "source", "system", "text", "document", "segment")
_OBJECT = re.compile(r'\s*\{\s*"[^"]*"\s*:')
_ENDINGS = (".jsonl", ".ndjson", ".json")


def recognises(file: File, asked: Asked) -> bool:
    """The first line begins like an object; whether it ends like one, the reader tells with its number."""
    return _OBJECT.match(file.first_line) is not None


def read(file: File, system: str, suite: Suite, asked: Asked) -> Sequence[HandIn]:
    """The outputs of all systems in the file; one that a line does not name is named by the file."""
    for ending in _ENDINGS:
        system = system.removesuffix(ending)
    rows = Rows(file.path, suite)
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        try:
            values = _values(line)
            named, item, source = values.get("system", system), values.get("item"), values.get("source")
            document, segment = values.get("document", ""), values.get("segment", "")
            if item is not None:
                rows.add(number, named, item, values["text"], document, segment, source)
            elif source is not None:
                rows.add_sentence(number, named, source, values["text"], document, segment)
            else:
                raise _LineError("neither “item” nor “source”: whose translation is it?")
        except _LineError as problem:
            raise LackmusError(f"{file.path}, line {number}: {problem}. {_FORM}") from None
    return rows.hand_ins(file.path.name, asked, _FORM)


class _LineError(ValueError):
    """What is wrong with a line."""


def _values(line: str) -> dict[str, str]:
    """The texts of one object by their keys; `id` is another word for `item`."""
    try:
        read: Any = json.loads(line, object_pairs_hook=_once)
    except RecursionError:
        raise _LineError("nested too deeply") from None
    except json.JSONDecodeError as problem:
        raise _LineError(f"no JSON ({problem.msg} at character {problem.pos + 1})") from None
    except _LineError:
        raise
    except ValueError:  # a number of thousands of digits
        raise _LineError("a number that is too long") from None
    if not isinstance(read, dict):
        raise _LineError("not an object")
    for key, value in read.items():
        if key not in _KNOWN:
            raise _LineError(f"unknown key “{key}” (known are {', '.join(_KNOWN)})")
        if not isinstance(value, str):
            raise _LineError(f"“{key}” is not a text in quotation marks")
        if "\\u" in line and not _whole(value):
            raise _LineError(f"“{key}” has half of a surrogate pair")
    if "text" not in read:
        raise _LineError("“text” is missing")
    if "id" in read:
        if read.get("item", read["id"]) != read["id"]:
            raise _LineError("“item” and “id” differ")
        read["item"] = read.pop("id")
    return read


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _LineError("a key stands there twice")
    return found


def _whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
