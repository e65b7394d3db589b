"""A challenge as JSON Lines: a head that says what it is, then a tuple on each line."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lackmus.core.challenges.aces import ACES as ACES_STYLE
from lackmus.core.challenges.aces import STYLE
from lackmus.core.challenges.challenge import ERROR_FREE, GOLD, KIND, TUPLES, ChallengeSet
from lackmus.core.challenges.error_spans import fits
from lackmus.errors import LackmusError
from lackmus.read.challenges.rows import ACES, ANNOTATED, IDS, NEEDED, TupleRows, file_signature, plain_name
from lackmus.read.files import File
from lackmus.read.objects import parsed
from lackmus.read.span_lists import read_spans

FITS = "on each line an object with source, reference, better, worse, phenomenon and pair, or with ACES' keys"
_HINT = "Each line is a tuple, and the first may say what the challenge is."
_HEAD = ("challenge", "signature", "about", "tuples", "blind")
_BLIND = ("better_line", "worse_line")  # lines of the two texts in the blind files
_KNOWN = frozenset((*TUPLES, *_BLIND))
_SIGNS = frozenset(("challenge", "better", "worse", "good-translation", "incorrect-translation"))
_BEGINNING = re.compile(r'\s*\{\s*"[^"]*"\s*:')


@dataclass
class Contents:
    """A challenge and, for a key, the places of its texts in the blind files."""

    challenge: ChallengeSet
    blind: Any = None  # the head's entry about the blind files
    better_lines: list[Any] = field(default_factory=list)  # unchecked, one a tuple; None where it is missing
    worse_lines: list[Any] = field(default_factory=list)
    places: list[int] = field(default_factory=list)  # the line of each tuple


def recognises(file: File) -> bool:
    """Whether the first line is a head or a tuple, or a broken one."""
    try:
        first = json.loads(file.first_line)
    except (ValueError, RecursionError):
        return _BEGINNING.match(file.first_line) is not None
    return isinstance(first, dict) and not _SIGNS.isdisjoint(first)


def read(file: File) -> ChallengeSet:
    """The challenge in the file; a key of blind files holds a whole challenge too."""
    return contents(file).challenge


def contents(file: File) -> Contents:
    """The whole content of the file."""
    path, rows = file.path, TupleRows(file.path)
    head: dict[str, Any] = {}
    aces = False
    found = Contents(ChallengeSet("", TUPLES.empty()))
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        entry = parsed(line, place, _HINT)
        if not isinstance(entry, dict):
            raise LackmusError(f"{place}: not an object. {_HINT}")
        if "challenge" in entry and not rows and not head:
            head = _checked_head(entry, place)
            continue
        lines = [entry.pop(name, None) for name in _BLIND]
        gold = gold_of(entry, place)
        values, spelling = _values(entry, place)
        single = head.get("about", {}).get(KIND) == ERROR_FREE
        rows.add(number, values, spelling, gold, single)
        aces = aces or spelling is not None
        found.better_lines.append(lines[0])
        found.worse_lines.append(lines[1])
        found.places.append(number)
    tuples = rows.tuples()
    if head.get("tuples", len(rows)) != len(rows):
        raise LackmusError(
            f"{path} holds {len(rows):,} tuples, though its first line says {head['tuples']:,}. "
            "Fetch it again, or correct that line."
        )
    found.challenge = ChallengeSet(
        head.get("challenge") or plain_name(path),
        tuples,
        head["signature"] if "signature" in head else file_signature(file),
        {**head.get("about", {}), **({STYLE: ACES_STYLE} if aces else {}), **rows.said},
    )
    found.blind = head.get("blind")
    return found


def _values(entry: dict[str, Any], place: str) -> tuple[dict[str, str], Mapping[str, str] | None]:
    """The texts of a tuple by our names, and the names in the file."""
    if ACES.keys().isdisjoint(entry):
        spelling = None
        if not entry.keys() <= _KNOWN:
            unknown = next(key for key in entry if key not in _KNOWN)
            known = ", ".join((*TUPLES, *GOLD))
            raise LackmusError(f"{place}: unknown key “{unknown}”. Known are {known}.")
    else:  # ACES' own files have more keys: ignored
        named = next((key for key in entry if key.casefold() in IDS), None)
        spelling = {here: there for there, here in ACES.items()}
        if named is not None:
            spelling["tuple"] = named
            entry[named] = str(entry[named])  # they may be numbers
        spelling["annotated"] = ANNOTATED
        wanted = {
            name: spelling.get(name, name) for name in (*NEEDED, "tuple", "item", "category", "annotated")
        }
        entry = {name: entry[there] for name, there in wanted.items() if there in entry}
    for name, value in entry.items():
        if not isinstance(value, str):
            raise LackmusError(
                f"{place}: “{(spelling or {}).get(name, name)}” is not a text in quotation marks."
            )
    return entry, spelling


def gold_of(entry: dict[str, Any], place: str) -> dict[str, Any]:
    """Take what is known of a tuple beyond its texts out of the entry, checked; absent where null."""
    found: dict[str, Any] = {}
    for name in GOLD:
        value = entry.pop(name, None)
        if value is None:
            continue
        if name == "worse_spans":
            spans = read_spans(value, place, name)
            worse = entry.get("worse")
            if isinstance(worse, str) and not fits(worse, spans):
                raise LackmusError(f"{place}: a span of “{name}” ends behind the text. Correct it.")
            found[name] = [one.values for one in spans]
        elif isinstance(value, str):
            found[name] = value
        else:
            raise LackmusError(f"{place}: “{name}” is not a text in quotation marks.")
    return found


def _checked_head(entry: dict[str, Any], place: str) -> dict[str, Any]:
    """The head of a challenge file, checked."""
    for key, value in entry.items():
        if key not in _HEAD:
            raise LackmusError(f"{place}: unknown key “{key}”. Known are {', '.join(_HEAD)}.")
        if key in ("challenge", "signature") and not isinstance(value, str):
            raise LackmusError(f"{place}: “{key}” is not a text in quotation marks.")
        if key == "tuples" and (not isinstance(value, int) or isinstance(value, bool)):
            raise LackmusError(f"{place}: “tuples” is not the number of tuples.")
        if key == "about" and not (
            isinstance(value, dict) and all(isinstance(one, str) for one in value.values())
        ):
            raise LackmusError(f"{place}: “about” is not an object of texts.")
    return entry
