"""Error spans as JSON has them: objects with start and end, and perhaps severity and category."""

from typing import Any

from lackmus.core.challenges.error_spans import ErrorSpan
from lackmus.errors import LackmusError

_CATEGORY = ("category", "type")  # what other tools call it


def read_spans(value: Any, place: str, name: str) -> tuple[ErrorSpan, ...]:
    """The spans in a list, checked; other keys, such as a confidence, are ignored."""
    if not isinstance(value, list):
        raise LackmusError(f"{place}: “{name}” is not a list of spans.")
    found = []
    for one in value:
        start, end = (one.get("start"), one.get("end")) if isinstance(one, dict) else (None, None)
        if type(start) is not int or type(end) is not int:
            raise LackmusError(f"{place}: each of “{name}” needs whole numbers “start” and “end”.")
        if not 0 <= start <= end:
            raise LackmusError(f"{place}: a span of “{name}” cannot go from {start} to {end}.")
        category = next((one[key] for key in _CATEGORY if one.get(key)), "")
        found.append(ErrorSpan(start, end, str(one.get("severity") or ""), str(category)))
    return tuple(found)
