"""Lackmus' own YAML: a suite as people write it, phenomenon by phenomenon."""

from collections.abc import Iterator, Mapping
from typing import Any

from lackmus.core.suites import Draft, Item, Phenomenon
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of
from lackmus.read.suites.entries import check, item_of

FITS = "Lackmus' YAML: “pair:” and “phenomena:”, each with its items"
_TOP = {"pair", "phenomena"}
_PHENOMENON = {"category", "phenomenon", "guideline", "items"}
_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_DEEPEST = 20  # a suite needs seven levels; a file nested deeper is an attack or no suite


def recognises(file: File) -> bool:
    """A line that only such a file has at its left edge."""
    return any(
        line.startswith((b"phenomena:", b"%YAML")) or line.rstrip() in (b"---", b"phenomena :")
        for line in file.start.split(b"\n")[:2000]
    )


def read(file: File) -> Draft:
    """The suite in the file. All scalars are texts: `no` is a word and `007` an id."""
    path, text = file.path, file.text
    top = _load(text, str(path))
    if not isinstance(top, Mapping) or not isinstance(top.get("phenomena"), list):
        raise LackmusError(f"{path} has no list “phenomena” at its top. Is this a suite?")
    _refuse_unknown(top, _TOP, str(path))
    given = {}
    if top.get("pair"):
        check(top["pair"], str, "pair", str(path))
        given["pair"] = top["pair"]
    items: list[Item] = []
    phenomena = []
    for number, block in enumerate(top["phenomena"], start=1):
        place = f"{path}, phenomenon {number}{_line(block)}"
        phenomena.append(_phenomenon(block, place))
        around = {**given, "category": block["category"], "phenomenon": block["phenomenon"]}
        entries = block.get("items") or []
        if not isinstance(entries, list):
            raise LackmusError(f"{place}: “items” must be a list.")
        items += [item_of(_typed(one), f"{path}, item{_line(one)}", given=around) for one in entries]
    if not items:
        raise LackmusError(f"{path} has no items.")
    return Draft(path.name, tuple(items), tuple(phenomena), digest_of(text))


def _phenomenon(block: Any, place: str) -> Phenomenon:
    if not isinstance(block, Mapping):
        raise LackmusError(f"{place}: not a phenomenon with keys such as “category” and “items”.")
    _refuse_unknown(block, _PHENOMENON, place)
    for key in ("category", "phenomenon"):
        check(block.get(key), str, key, place)
        if not block[key].strip():
            raise LackmusError(f"{place}: “{key}” is blank.")
    guideline = block.get("guideline") or ""
    check(guideline, str, "guideline", place)
    return Phenomenon(block["category"].strip(), block["phenomenon"].strip(), guideline)


def _refuse_unknown(entry: Mapping[str, Any], known: set[str], place: str) -> None:
    for key in entry:
        if key not in known:
            raise LackmusError(f"{place}: unknown key “{key}”. Known are {', '.join(sorted(known))}.")


def _typed(entry: Any) -> Any:
    """The one value of an item that is no text."""
    if isinstance(entry, Mapping) and isinstance(entry.get("reserved"), str):
        return {**entry, "reserved": _TRUTHS.get(entry["reserved"].lower(), entry["reserved"])}
    return entry


class _Mapping(dict[str, Any]):
    """Keys and values, and the line on which they begin."""

    line = 0


def _line(entry: Any) -> str:
    return f" (line {entry.line})" if isinstance(entry, _Mapping) else ""


def _load(text: str, place: str) -> Any:
    """The document, built from the parser's events: no type guessing, no deep recursion, no key twice."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        return _document(yaml.parse(text, Loader=loader), place)
    except yaml.reader.ReaderError as problem:
        sign = problem.character if isinstance(problem.character, str) else chr(problem.character)
        raise LackmusError(f"{place}: U+{ord(sign):04X} is not allowed in YAML. Remove it.") from None
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark
        where = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise LackmusError(f"{place}{where}: not YAML ({problem.problem}).") from None


def _line_of(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _document(events: Iterator[Any], place: str) -> Any:
    import yaml

    anchors: dict[str, Any] = {}
    open_: list[Any] = []  # collections not yet closed, innermost last
    keys: list[str | None] = []  # the key that waits for its value, for each of them
    result: Any = None
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise LackmusError(f"{place}, line {_line_of(event)}: a second document begins. Keep one.")
            continue
        value: Any
        match event:
            case yaml.ScalarEvent():
                empty = event.value == "" and event.style is None
                value = None if empty else event.value
            case yaml.AliasEvent():
                if event.anchor not in anchors:
                    raise LackmusError(f"{place}, line {_line_of(event)}: no anchor &{event.anchor}.")
                value = anchors[event.anchor]
            case yaml.SequenceStartEvent():
                value = []
            case yaml.MappingStartEvent():
                value = _Mapping()
                value.line = _line_of(event)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                open_.pop()
                keys.pop()
                continue
            case _:
                continue
        if getattr(event, "anchor", None) and not isinstance(event, yaml.AliasEvent):
            anchors[event.anchor] = value
        line = _line_of(event)
        if not open_:
            result = value
        elif isinstance(open_[-1], list):
            open_[-1].append(value)
        elif keys[-1] is None:
            if not isinstance(value, str):
                raise LackmusError(f"{place}, line {line}: a key must be a word.")
            if value in open_[-1]:
                raise LackmusError(f"{place}, line {line}: “{value}” stands there twice. Keep one.")
            keys[-1] = value
        else:
            open_[-1][keys[-1]] = value
            keys[-1] = None
        if isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent):
            open_.append(value)
            keys.append(None)
            if len(open_) > _DEEPEST:
                raise LackmusError(f"{place}, line {line}: nested too deeply to be a suite.")
    return result
