"""Translations of the Last Translation Benchmark: those beside its examples, or those of one system by id."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.formats import ReadOptions
from lackmus.read.ltb_examples import examples_of, looks_like_examples
from lackmus.read.objects import parsed
from lackmus.read.outputs.rows import OutputRows

_EXAMPLE = 'a list of objects such as {"id": 337, "translation": "…"}'
FITS = f"the Last Translation Benchmark: its examples with translations, or {_EXAMPLE}"
NAMES_SYSTEMS = True  # the examples do; for a hand-in its file name is used

_FORM = f"The file is {_EXAMPLE}."
_HAND_IN = re.compile(rb'\s*\[\s*\{\s*"(id|translation)"\s*:')


def recognises(file: File, asked: ReadOptions) -> bool:
    """Whether the file begins with an example or with a translation by id."""
    return looks_like_examples(file) or _is_hand_in(file)


def read(file: File, system: str, suite: Suite, asked: ReadOptions) -> Sequence[HandIn]:
    """The translations of all systems in the file; where none was made, the output is missing."""
    rows = OutputRows(file.path, suite, "example")
    if _is_hand_in(file):
        _add_hand_in(rows, file, system.removesuffix(".json"))
    else:
        for number, one in enumerate(examples_of(file)[0], start=1):
            if one.source.strip() and suite.read_as(one.pair):
                for other in one.translations:
                    if other.text is not None:
                        rows.add(number, other.model, one.id, other.text, source=one.source)
    return rows.hand_ins(file.path.name, asked, _FORM)


def _is_hand_in(file: File) -> bool:
    start = file.start
    return _HAND_IN.match(start) is not None and b'"translation"' in start and b'"source_text"' not in start


def _add_hand_in(rows: OutputRows, file: File, system: str) -> None:
    content = parsed(file.text, str(file.path), _FORM)
    for number, one in enumerate(content, start=1):
        place = f"{file.path}, example {number}"
        named, text = _checked(one, place)
        if text is not None:
            rows.add(number, system, named, text)


def _checked(one: Any, place: str) -> tuple[str, str | None]:
    """The id and the translation of one entry."""
    if not isinstance(one, Mapping):
        raise LackmusError(f"{place}: not an object. {_FORM}")
    unknown = [key for key in one if key not in ("id", "translation", "verification")]
    if unknown:
        raise LackmusError(f"{place}: unknown key “{unknown[0]}”. {_FORM}")
    named, text = one.get("id"), one.get("translation")
    if isinstance(named, bool) or not isinstance(named, int | str) or not str(named).strip():
        raise LackmusError(f"{place}: “id” must be a number or a text.")
    if not isinstance(text, str | None):
        raise LackmusError(f"{place}: “translation” must be a text or null.")
    return str(named).strip(), text
