"""Plain YAML: texts, lists and keys, each with its line; no type guessing, no code."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from lackmus.errors import LackmusError
from lackmus.read.budgets import current

_TAGS = {None, "!", *(f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map"))}  # add nothing
_MOST_BY_ALIAS = 1_000_000  # values; nested aliases grow without end
_DEEPEST = 20  # a suite needs seven levels; deeper files are an attack or no suite


class Keyed(dict[str, Any]):
    """Keys and values, with the line on which they begin."""

    line = 0


def line_of(entry: Any) -> str:
    return f", line {entry.line}" if isinstance(entry, Keyed) else ""


def refuse_unknown(entry: Mapping[str, Any], known: Collection[str], place: str) -> None:
    """Refuse unknown keys: their author expects an effect."""
    for key in entry:
        if key not in known:
            raise LackmusError(f"{place}: unknown key “{key}”. Known are {', '.join(sorted(known))}.")


def load(text: str, place: str, what: str = "a suite") -> Any:
    """The document, built from parser events: no type guessing, no deep recursion, no repeated key."""
    import yaml

    current().refuse_document(len(text), place)
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        return _document(yaml.parse(text, Loader=loader), place, what)
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
    """Named values and their sizes when written out."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._values: dict[str, Any] = {}
        self._sizes: dict[str, int] = {}
        self._open: list[tuple[str | None, int]] = []  # of open collections: name, size before it
        self._size = self._by_alias = 0

    def begin(self, event: Any, value: Any, closed: bool) -> None:
        """Record a value, which may have a name; a collection is `closed` later."""
        name = event.anchor
        if name:
            self._values[name] = value
            self._sizes.pop(name, None)  # the name may have been used before
            if closed:
                self._sizes[name] = 1
        if not closed:
            self._open.append((name, self._size))
        self._size += 1

    def end(self) -> None:
        """End the innermost collection."""
        name, before = self._open.pop()
        if name:
            self._sizes[name] = self._size - before

    def meant(self, event: Any) -> Any:
        """The value of an alias."""
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


def _document(events: Iterator[Any], place: str, what: str) -> Any:
    import yaml

    anchors = _Anchors(place)
    open_: list[Any] = []  # open collections, innermost last
    keys: list[str | None] = []  # the key waiting for its value, for each of them
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
                value = Keyed()
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
                raise LackmusError(f"{place}, line {line}: nested too deeply to be {what}.")
    return result
