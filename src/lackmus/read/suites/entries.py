"""An item from a file: keys and values, checked one by one; errors name them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.suites.error_types import ErrorType, why_wrong
from lackmus.core.suites.examples import ExampleVerdict, GuidelineExample
from lackmus.core.suites.suite import (
    RULES,
    Item,
    MarkedFields,
    Phenomenon,
    Rule,
    RuleScope,
    StretchError,
    marked,
)
from lackmus.errors import LackmusError

_TYPES: dict[type, str] = {
    str: "a text",
    list: "a text or a list of texts",
    bool: "true or false",
    int: "a number",
}
_PLAIN: dict[str, type] = {
    "paradigm": str,
    "comment": str,
    "tags": list,
    "reserved": bool,
    "prompt": str,
    "stretch": str,
    "occurrence": int,
    "scope": str,
    "plain_rules": list,
}
_NEEDED = ("id", "pair", "category", "phenomenon", "source")


@dataclass(frozen=True)
class Spelling:
    """The keys of a format; keys that are not listed are those of the schema."""

    keys: Mapping[str, str]  # in the file -> here

    @property
    def known(self) -> list[str]:
        """All keys that an item of this format may have."""
        renamed = {here: there for there, here in self.keys.items()}
        return sorted(renamed.get(key, key) for key in (*_NEEDED, *RULES, *_PLAIN))

    def there(self, key: str) -> str:
        """The key as the file spells it."""
        return next((there for there, here in self.keys.items() if here == key), key)


PLAIN = Spelling({})


def item_of(
    entry: Any,
    where: str,
    spelling: Spelling = PLAIN,
    given: Mapping[str, str] | None = None,
    number: int | None = None,
) -> Item:
    """The item; `given` are values that hold for all entries around it.

    `where` is the file, and the line where that is known; an item without an id is named by its `number`.
    """
    named = entry.get("id") if isinstance(entry, Mapping) else None
    if isinstance(named, str) and named.strip():
        place = f"{where}, item {named.strip()}"
    else:
        place = where if number is None else f"{where}, item {number}"
    if not isinstance(entry, Mapping):
        raise LackmusError(f"{place}: not an item with keys such as “id” and “{spelling.there('source')}”.")
    # A suite has thousands of items, so checks run on the whole item first and on single keys only if needed.
    renamed = spelling.keys
    values = {renamed.get(key, key): value for key, value in entry.items()} if renamed else entry
    if not values.keys() <= _ALL:
        unknown = next(key for key in values if key not in _ALL)
        known = ", ".join(spelling.known)
        raise LackmusError(f"{place}: unknown key “{spelling.there(unknown)}”. Known are {known}.")
    if given:
        values = {**given, **values}
    if not values.keys() >= _NEEDED_ONES:
        missing = [f"“{spelling.there(key)}”" for key in _NEEDED if key not in values]
        raise LackmusError(f"{place}: lacks {', '.join(missing)}.")
    for key in _NEEDED:
        value = values[key]
        if not isinstance(value, str) or not value.strip():
            check(value, str, spelling.there(key), place)
            raise LackmusError(f"{place}: “{spelling.there(key)}” is blank.")
    if not values.keys().isdisjoint(_PLAIN):
        for key, kind in _PLAIN.items():
            if values.get(key) is not None:
                check(values[key], kind, key, place)
    return Item(
        pair=pair_of(values["pair"], place),
        id=values["id"].strip(),
        category=values["category"],
        phenomenon=values["phenomenon"],
        source=values["source"],
        rules=tuple(_rules(values, place, spelling)),
        paradigm=values.get("paradigm"),
        comment=values.get("comment") or "",
        tags=tuple(listed(values.get("tags") or ())),
        reserved=bool(values.get("reserved")),
        prompt=values.get("prompt") or "",
        plain_rules=tuple(one for one in listed(values.get("plain_rules") or ()) if one.strip()),
        **_marked(values, place),
    )


_MARKED = ("stretch", "occurrence", "scope")
_UNMARKED = MarkedFields(stretch="", occurrence=1, scope=RuleScope.TEXT)


def _marked(values: Mapping[str, Any], place: str) -> MarkedFields:
    """The stretch in question and what rules look at, checked against the source."""
    if values.keys().isdisjoint(_MARKED):
        return _UNMARKED
    words, occurrence, scope = (values.get(key) for key in _MARKED)
    if scope is not None and scope not in set(RuleScope):
        raise LackmusError(f"{place}: “scope” must be {' or '.join(RuleScope)}.")
    try:
        return marked(values["source"], words or "", occurrence, RuleScope(scope or RuleScope.TEXT))
    except StretchError as problem:
        raise LackmusError(f"{place}: {problem}.") from None


_NEEDED_ONES = frozenset(_NEEDED)
_ALL = frozenset((*_NEEDED, *RULES, *_PLAIN))


def _rules(values: Mapping[str, Any], place: str, spelling: Spelling) -> list[Rule]:
    rules = []
    for key, (side, kind) in RULES.items():
        value = values.get(key)
        if value is None or value == "":
            continue
        if isinstance(value, str):
            rules.append(Rule(side, kind, value))
        elif isinstance(value, list) and {str}.issuperset(map(type, value)):
            rules += [Rule(side, kind, one) for one in value]
        else:
            check(value, list, spelling.there(key), place)
    return rules


def phenomenon_of(entry: Any, place: str) -> Phenomenon:
    """A phenomenon with its guideline and examples."""
    keys = {"category", "phenomenon", "guideline", "examples", "error_types"}
    if not isinstance(entry, Mapping) or not {"category", "phenomenon"} <= set(entry) <= keys:
        raise LackmusError(
            f"{place}: an entry of “phenomena” needs category and phenomenon, and a guideline or examples."
        )
    for key, value in entry.items():
        if key not in ("examples", "error_types") and (key != "guideline" or value is not None):
            check(value, str, key, place)
    for key in ("category", "phenomenon"):
        if not entry[key].strip():
            raise LackmusError(f"{place}: “{key}” is blank.")
    examples = examples_of(entry.get("examples"), place)
    return Phenomenon(entry["category"], entry["phenomenon"], entry.get("guideline") or "", examples)


def examples_of(entries: Any, place: str) -> tuple[GuidelineExample, ...]:
    """The examples of a phenomenon; a mistake names which of them it is."""
    if not isinstance(entries or [], list):
        raise LackmusError(f"{place}: “examples” must be a list.")
    return tuple(_example(entry, f"{place}, example {at}") for at, entry in enumerate(entries or [], 1))


def error_types_of(
    entries: Any, place: str, category: str = "", phenomenon: str = ""
) -> tuple[ErrorType, ...]:
    """The error types of a phenomenon, of a category, or of the whole suite: a list of labels."""
    labels = [] if entries is None else entries
    check(labels, list, "error_types", place)
    return tuple(
        ErrorType(" ".join(label.split()), category.strip(), phenomenon.strip()) for label in listed(labels)
    )


def checked_error_types(
    found: Iterable[ErrorType], items: Iterable[Item], place: str
) -> tuple[ErrorType, ...]:
    """The error types of a file, if each phenomenon has a key for all of its own."""
    error_types = tuple(found)
    wrong = error_types and why_wrong(
        error_types, {(item.category.strip(), item.phenomenon.strip()) for item in items}
    )
    if wrong:
        raise LackmusError(f"{place}: {wrong}")
    return error_types


def wider_error_types(entries: Any, place: str) -> list[ErrorType]:
    """The error types of the whole suite, which are labels, and those of categories, which are lists."""
    if not isinstance(entries or [], list):
        raise LackmusError(f"{place}: “error_types” must be a list.")
    found: list[ErrorType] = []
    for entry in entries or []:
        if not isinstance(entry, Mapping):
            found += error_types_of([entry], place)
        elif set(entry) == {"category", "error_types"}:
            check(entry["category"], str, "category", place)
            found += error_types_of(entry["error_types"], place, entry["category"])
        else:
            raise LackmusError(f"{place}: the error types of a category need “category” and “error_types”.")
    return found


_EXAMPLE = ("source", "translation", "verdict", "note", "item")


def _example(entry: Any, place: str) -> GuidelineExample:
    if not isinstance(entry, Mapping) or not {*_EXAMPLE[:3]} <= set(entry) <= {*_EXAMPLE}:
        raise LackmusError(
            f"{place}: an example needs source, translation and verdict, and may have a note and an item."
        )
    for key in _EXAMPLE:
        if key in _EXAMPLE[:3] or entry.get(key) is not None:
            check(entry[key], str, key, place)
    for key in ("source", "translation"):
        if not entry[key].strip():
            raise LackmusError(f"{place}: “{key}” is blank.")
    if entry["verdict"] not in set(ExampleVerdict):
        raise LackmusError(f"{place}: “verdict” must be one of {', '.join(ExampleVerdict)}.")
    return GuidelineExample(
        entry["source"],
        entry["translation"],
        ExampleVerdict(entry["verdict"]),
        entry.get("note") or "",
        entry.get("item") or None,
    )


def pair_of(written: str, place: str) -> Pair:
    """The language pair, in any of the usual spellings."""
    try:
        return Pair.parse(written)
    except PairError as problem:
        raise LackmusError(f"{place}: {problem}.") from None


def listed(value: Any) -> list[str]:
    """A list; a single text becomes a list of one."""
    return [value] if isinstance(value, str) else list(value)


def check(value: Any, kind: type, key: str, place: str) -> None:
    """Check the type of a value; the error names the right type."""
    if kind is list and isinstance(value, str):
        return
    if (
        not isinstance(value, kind)
        or (isinstance(value, bool) and kind is int)
        or (isinstance(value, list) and not all(isinstance(part, str) for part in value))
    ):
        raise LackmusError(f"{place}: “{key}” must be {_TYPES[kind]}.")
