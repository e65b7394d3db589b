"""Examples of the Last Translation Benchmark: JSON with texts, rules in plain language and translations."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.base.plurals import counted
from lackmus.core.engines.languages import NAMES
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.objects import elements, parsed

HINT = "An example is an object with id, source_text, source_lang, target_lang and verification_rules."
HUMAN = "human"  # names the reference among the translations
_BEGINNING = re.compile(rb'\s*(\[\s*\{|\{.*?"examples"\s*:\s*\[\s*\{|\{\s*"(id|source_text)"\s*:)', re.DOTALL)
_CODES = {name: code for code, name in NAMES.items()}
_UNCODED = "mis"  # in ISO 639: a language that has no code
_TEXTS = ("source_text", "source_lang", "target_lang")
_OPTIONAL = ("source_lang_iso", "target_lang_iso", "source_instructions", "source_media", "attribution")
_LISTS = ("translations", "verification_rules", "linguistics", "tags")
_WHOLE = {"contains": "The translation contains “{}”.", "not_contains": "The translation lacks “{}”."}


@dataclass(frozen=True)
class Translation:
    """What a system or a person wrote for an example; None: nothing."""

    model: str
    text: str | None
    verified: bool  # whether verdicts of the benchmark's own judge stand beside it


@dataclass(frozen=True)
class LtbExample:
    """One example, checked."""

    id: str
    pair: Pair
    languages: str  # as the file names them
    source: str
    rules: tuple[str, ...]
    instructions: str
    media: str  # the type of an image, a recording or a video; its bytes are not kept
    attribution: str
    linguistics: tuple[str, ...]  # what is difficult
    remarks: str  # on what is difficult
    tags: tuple[str, ...]
    translations: tuple[Translation, ...]
    others: tuple[str, ...]  # keys that are not known


def looks_like_examples(file: File) -> bool:
    """Whether the file begins with an example."""
    start = file.start
    return (
        _BEGINNING.match(start) is not None
        and b'"source_text"' in start
        and (b'"target_lang"' in start or b'"verification_rules"' in start)
    )


def examples_of(file: File) -> tuple[list[LtbExample], list[str]]:
    """The examples of a file, and the keys beside them."""
    place, text = str(file.path), file.text
    if "\n" in text.strip() and _is_whole(file.first_line):
        lines = [(f"{place}, line {n}", line) for n, line in enumerate(file.lines, 1) if line.strip()]
        return [_example(parsed(line, where, HINT), where) for where, line in lines], []
    if text.lstrip().startswith("["):
        listed = elements(text, place, HINT)
        found = [_example(one, f"{place}, example {number}") for number, one in enumerate(listed, 1)]
        if not found:
            raise LackmusError(f"{place} has no examples.")
        return found, []
    content = parsed(text, place, HINT)
    beside: list[str] = []
    if isinstance(content, Mapping) and "examples" in content:
        beside = [key for key in content if key != "examples"]
        content = content["examples"]
    elif isinstance(content, Mapping):
        content = [content]
    if not isinstance(content, list):
        raise LackmusError(f"{place}: “examples” must be a list. {HINT}")
    if not content:
        raise LackmusError(f"{place} has no examples.")
    return [_example(one, f"{place}, example {number}") for number, one in enumerate(content, 1)], beside


def _is_whole(line: str) -> bool:
    """Whether an object begins and ends on this line, as in JSON Lines."""
    return line.lstrip().startswith("{") and line.rstrip().endswith("}")


def _example(entry: Any, place: str) -> LtbExample:
    if not isinstance(entry, Mapping):
        raise LackmusError(f"{place}: not an object. {HINT}")
    named = entry.get("id")
    if isinstance(named, bool) or not isinstance(named, int | str) or not str(named).strip():
        raise LackmusError(f"{place}: “id” must be a number or a text.")
    place = f"{place} (id {named})"
    for key in _TEXTS:
        if not isinstance(entry.get(key), str):
            raise LackmusError(f"{place}: “{key}” must be a text.")
    for key in _OPTIONAL:
        if not isinstance(entry.get(key), str | None):
            raise LackmusError(f"{place}: “{key}” must be a text or null.")
    for key in _LISTS:
        if not isinstance(entry.get(key), list | None) and not (
            key == "linguistics" and isinstance(entry[key], Mapping)
        ):
            raise LackmusError(f"{place}: “{key}” must be a list.")
    linguistics, remarks = _difficulties(entry.get("linguistics") or (), place)
    return LtbExample(
        id=str(named).strip(),
        pair=_pair(_code(entry, "source", place), _code(entry, "target", place), place),
        languages=f"{entry['source_lang'].strip()} to {entry['target_lang'].strip()}",
        source=entry["source_text"],
        rules=tuple(_rules(entry.get("verification_rules") or (), place)),
        instructions=(entry.get("source_instructions") or "").strip(),
        media=_media(entry.get("source_media") or ""),
        attribution=(entry.get("attribution") or "").strip(),
        linguistics=linguistics,
        remarks=remarks,
        tags=tuple(_strings(entry.get("tags") or (), "tags", place)),
        translations=tuple(_translations(entry.get("translations") or (), place)),
        others=tuple(key for key in entry if key not in ("id", *_TEXTS, *_OPTIONAL, *_LISTS)),
    )


def _code(entry: Mapping[str, Any], side: str, place: str) -> str:
    """The code of a language: as given, else by its English name."""
    code = (entry.get(f"{side}_lang_iso") or "").strip()
    if code:
        return code
    name = str(entry[f"{side}_lang"]).strip()
    if not name:
        raise LackmusError(f"{place}: “{side}_lang” is blank. Name the language.")
    bare = re.split(r"\s*[(,]", name)[0]
    return _CODES.get(name) or _CODES.get(bare) or (name if len(name) in (2, 3) else _UNCODED)


def _pair(source: str, target: str, place: str) -> Pair:
    try:
        return _parsed(source, target)
    except PairError as problem:
        raise LackmusError(f"{place}: {problem}.") from None


@lru_cache(maxsize=1024)
def _parsed(source: str, target: str) -> Pair:
    return Pair.parse(f"{source}>{target}")


def _rules(written: Any, place: str) -> Iterator[str]:
    """Rules are texts; earlier files had objects with a value, and a type for plain strings."""
    for rule in written:
        value = rule.get("value") if isinstance(rule, Mapping) else rule
        if not isinstance(value, str):
            raise LackmusError(f"{place}: “verification_rules” must be a list of texts.")
        kind = rule.get("type") if isinstance(rule, Mapping) else None
        said = _WHOLE.get(str(kind), "{}").format(value) if value.strip() else ""
        if said:
            yield said.strip()


def _difficulties(written: Any, place: str) -> tuple[tuple[str, ...], str]:
    """The difficulties in one list; earlier files had lists by kind, and remarks."""
    if isinstance(written, Mapping):
        remarks = written.get("observations") or ""
        lists = [value for key, value in written.items() if key != "observations" and value]
        if not isinstance(remarks, str) or not all(isinstance(one, list) for one in lists):
            raise LackmusError(f"{place}: “linguistics” must hold lists of texts.")
        return tuple(dict.fromkeys(one for some in lists for one in _strings(some, "linguistics", place))), (
            remarks.strip()
        )
    return tuple(dict.fromkeys(_strings(written, "linguistics", place))), ""


def _strings(written: Any, key: str, place: str) -> list[str]:
    if not all(isinstance(one, str) for one in written):
        raise LackmusError(f"{place}: “{key}” must be a list of texts.")
    return [one.strip() for one in written if one.strip()]


def _translations(written: Any, place: str) -> Iterator[Translation]:
    for one in written:
        model = one.get("model") if isinstance(one, Mapping) else None
        if not isinstance(model, str) or not model.strip():
            raise LackmusError(f"{place}: a translation has no “model”.")
        text = one.get("translation")
        if not isinstance(text, str | None):
            raise LackmusError(f"{place}: the translation of {model} must be a text or null.")
        yield Translation(model.strip(), text, bool(one.get("verified")))


def _media(written: str) -> str:
    """The type of a data URI: image/png."""
    found = re.match(r"data:([\w.+-]+/[\w.+-]+)", written)
    return found[1] if found else ("media" if written else "")


def unknown_keys(examples: list[LtbExample], beside: list[str]) -> list[str]:
    """Sentences that name what is in no key that is known."""
    found = Counter(key for one in examples for key in one.others)
    said = [f"“{key}” ({counted(many, 'example')})" for key, many in found.items()]
    said += [f"“{key}” beside the examples" for key in beside]
    return [f"Keys that are not known: {', '.join(said)}. Not kept."] if said else []
