"""A challenge of graded texts as JSON Lines: on each line an item of WMT26, and what people say of its texts.

An item has `item_id`, `src`, `ref` and `hyps` (texts by the names of systems), and either `grades` or
`error_free` by the same names. Grades become pairs of differently graded texts; a text with a yes or a no
stands by itself.
"""

import json
from typing import Any

from lackmus.core.base.pairs import Pair, PairError
from lackmus.core.challenges.challenge import ERROR_FREE, KIND, SEVERITY, ChallengeSet
from lackmus.core.challenges.severity import NAMES, differing, grade
from lackmus.errors import LackmusError
from lackmus.read.challenges.rows import TupleRows, file_signature, plain_name
from lackmus.read.files import File
from lackmus.read.objects import parsed

FITS = "on each line an object with item_id, src, hyps, and grades or error_free"
TAKES_PAIR = True  # a language pair, where items do not name it

_HINT = "Each line is an item: item_id, src, hyps, and grades or error_free."
_PARTS = "_###_"  # between the parts of an id of WMT26: kind, languages, domain, document, segment


def recognises(file: File) -> bool:
    """Whether the first line is an item with texts by system."""
    try:
        first = json.loads(file.first_line)
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "hyps" in first


def read(file: File, pair: str | None = None) -> ChallengeSet:
    """The challenge in the file; `pair` is the language pair of items that name none."""
    rows, kinds, equal = TupleRows(file.path), set[str](), 0
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        place = f"{file.path}, line {number}"
        entry = parsed(line, place, _HINT)
        if not isinstance(entry, dict):
            raise LackmusError(f"{place}: not an object. {_HINT}")
        texts = _texts(entry.get("hyps"), place, "hyps")
        told = [key for key in ("grades", "error_free") if key in entry]
        kinds.update(told)
        if len(told) != 1 or len(kinds) > 1:
            raise LackmusError(f"{place}: all items need “grades”, or all “error_free”. {_HINT}")
        said = entry[told[0]]
        if not isinstance(said, dict) or set(said) != set(texts):
            raise LackmusError(f"{place}: “{told[0]}” and “hyps” do not name the same systems.")
        common = _common(entry, place, pair)
        if told == ["error_free"]:
            for name, free in said.items():
                if type(free) is not bool and free not in (0, 1):
                    raise LackmusError(f"{place}: “error_free” of {name} is neither true nor false.")
                side = "better" if free else "worse"
                row = {"better": "", "worse": "", side: texts[name], f"{side}_from": name}
                rows.add(number, {**common, "tuple": f"{common['item']}/{name}", **row}, single=True)
            continue
        grades = {name: _grade(value, place, name) for name, value in said.items()}
        names = list(texts)
        found = differing([grades[name][1] for name in names])
        equal += not found
        for one, other in ((names[a], names[b]) for a, b in found):
            row = {"better": texts[one], "worse": texts[other], "better_from": one, "worse_from": other}
            gold = {"better_grade": grades[one][0], "worse_grade": grades[other][0]}
            rows.add(number, {**common, "tuple": f"{common['item']}/{one}>{other}", **row}, gold=gold)
    kind = ERROR_FREE if "error_free" in kinds else SEVERITY
    about = {KIND: kind, **({"items of one grade": f"{equal:,}"} if equal else {})}
    return ChallengeSet(plain_name(file.path), rows.tuples(), file_signature(file), about)


def _texts(value: Any, place: str, name: str) -> dict[str, str]:
    if not isinstance(value, dict) or not value:
        raise LackmusError(f"{place}: “{name}” is not an object of texts by system.")
    for system, text in value.items():
        if not isinstance(text, str) or not text.strip():
            raise LackmusError(f"{place}: the text of {system} in “{name}” is blank or no text.")
    return value


def _common(entry: dict[str, Any], place: str, pair: str | None) -> dict[str, str]:
    """What all tuples of the item share."""
    item, source, reference = str(entry.get("item_id") or ""), entry.get("src"), entry.get("ref")
    reference = reference.get("text") if isinstance(reference, dict) else reference
    if not item or not isinstance(source, str) or not isinstance(reference or "", str):
        raise LackmusError(f"{place}: an item needs the texts item_id and src, and perhaps ref. {_HINT}")
    parts = item.split(_PARTS)
    written = entry.get("pair") or (f"{parts[1]}->{parts[2]}" if len(parts) > 2 else pair)
    if not written:
        raise LackmusError(f"{place}: it names no language pair.", code="no-langpair")
    try:
        languages = str(Pair.parse(str(written)))
    except PairError as problem:
        raise LackmusError(f"{place}: {problem}.") from None
    phenomenon = str(entry.get("phenomenon") or (parts[3] if len(parts) > 3 else "all"))
    return {
        **{"item": item, "pair": languages, "source": source, "reference": reference or ""},
        **{"phenomenon": phenomenon, "category": str(entry.get("category") or phenomenon)},
    }


def _grade(value: Any, place: str, name: str) -> tuple[str, float]:
    number = None if isinstance(value, bool) else grade(str(value))
    if number is None:
        raise LackmusError(f"{place}: the grade of {name} is neither a number nor one of {', '.join(NAMES)}.")
    return str(value), number
