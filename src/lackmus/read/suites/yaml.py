"""Lackmus' own YAML: a suite as people write it, phenomenon by phenomenon."""

from collections.abc import Iterator, Mapping
from typing import Any

from lackmus.core.suites import Draft, Item, Phenomenon
from lackmus.errors import LackmusError
from lackmus.read.files import File, digest_of, with_line_feeds
from lackmus.read.suites.entries import check, item_of

FITS = "Lackmus' YAML: “pair:” and “phenomena:”, each with its items"
_TOP = {"pair", "phenomena"}
_PHENOMENON = {"category", "phenomenon", "guideline", "items"}
_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_TAGS = {None, "!", *(f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map"))}  # say nothing new
_MOST_BY_ALIAS = 1_000_000  # values; what is shared again and again grows without end
_DEEPEST = 20  # a suite needs seven levels; a file nested deeper is an attack or no suite


def recognises(file: File) -> bool:
    """A line that only such a file has at its left edge."""
    return any(
        line.startswith((b"phenomena:", b"%YAML")) or line.rstrip() in (b"---", b"phenomena :")
        for line in with_line_feeds(file.start).split(b"\n")[:2000]
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
        place = f"{path}{_line(block)}, phenomenon {number}"
        phenomena.append(_phenomenon(block, place))
        around = {**given, "category": block["category"], "phenomenon": block["phenomenon"]}
        entries = block.get("items") or []
        if not isinstance(entries, list):
            raise LackmusError(f"{place}: “items” must be a list.")
        items += [item_of(_typed(one), f"{path}{_line(one)}", given=around) for one in entries]
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
    return Phenomenon(block["category"], block["phenomenon"], guideline)


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
    return f", line {entry.line}" if isinstance(entry, _Mapping) else ""


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


class _Anchors:
    """What was given a name to be used again, and how much that is once written out."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._values: dict[str, Any] = {}
        self._sizes: dict[str, int] = {}
        self._open: list[tuple[str | None, int]] = []  # of collections not yet closed: name, size before it
        self._size = self._by_alias = 0

    def begin(self, event: Any, value: Any, closed: bool) -> None:
        """A value, which may have a name; a collection is `closed` later."""
        name = event.anchor
        if name:
            self._values[name] = value
            self._sizes.pop(name, None)  # the name may have been given before
            if closed:
                self._sizes[name] = 1
        if not closed:
            self._open.append((name, self._size))
        self._size += 1

    def end(self) -> None:
        """The innermost collection ends."""
        name, before = self._open.pop()
        if name:
            self._sizes[name] = self._size - before

    def meant(self, event: Any) -> Any:
        """What an alias stands for."""
        name, where = event.anchor, f"{self._place}, line {_line_of(event)}"
        if name not in self._values:
            raise LackmusError(f"{where}: no anchor &{name}.")
        if name not in self._sizes:
            raise LackmusError(f"{where}: *{name} stands within &{name}. Write it out.")
        self._size += self._sizes[name]
        self._by_alias += self._sizes[name]
        if self._by_alias > _MOST_BY_ALIAS:
            raise LackmusError(f"{where}: aliases stand for more than {_MOST_BY_ALIAS:,} values. Use fewer.")
        return self._values[name]


def _document(events: Iterator[Any], place: str) -> Any:
    import yaml

    anchors = _Anchors(place)
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
        if getattr(event, "tag", None) not in _TAGS:
            raise LackmusError(f"{place}, line {_line_of(event)}: a tag (“{event.tag}”). Delete it.")
        value: Any
        match event:
            case yaml.ScalarEvent():
                empty = event.value == "" and event.style is None
                value = None if empty else event.value
                anchors.begin(event, value, closed=True)
            case yaml.AliasEvent():
                value = anchors.meant(event)
            case yaml.SequenceStartEvent():
                value = []
                anchors.begin(event, value, closed=False)
            case yaml.MappingStartEvent():
                value = _Mapping()
                value.line = _line_of(event)
                anchors.begin(event, value, closed=False)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                anchors.end()
                open_.pop()
                keys.pop()
                continue
            case _:
                continue
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
