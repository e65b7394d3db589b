"""Where rules matched in a text, to be shown in colour or between signs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lackmus.core.suites.suite import Side

SPANS = ("right_start", "right_end", "wrong_start", "wrong_end")  # columns of a verdict


@dataclass(frozen=True)
class MarkedSpan:
    """Where a rule matched, in code points."""

    side: Side
    start: int
    end: int


def marks_at(
    right_start: int | None, right_end: int | None, wrong_start: int | None, wrong_end: int | None
) -> tuple[MarkedSpan, ...]:
    """The marks of a verdict, from its spans; a side that matched nothing has none."""
    sides = ((Side.POSITIVE, right_start, right_end), (Side.NEGATIVE, wrong_start, wrong_end))
    return tuple(
        MarkedSpan(side, start, end) for side, start, end in sides if start is not None and end is not None
    )


def between_signs(text: str, marks: Iterable[MarkedSpan]) -> str:
    """The text with rule matches between signs, for places without colour: +[right] and −[wrong]."""
    signs = {Side.POSITIVE: "+[", Side.NEGATIVE: "−["}
    into = [
        sign
        for mark in marks
        for sign in ((mark.start, 1, -mark.end, signs[mark.side]), (mark.end, 0, -mark.start, "]"))
    ]
    parts, last = [], 0
    for place, _, _, sign in sorted(into):
        parts += [text[last:place], sign]
        last = place
    return "".join([*parts, text[last:]])


def marks_values(marks: Sequence[MarkedSpan]) -> list[dict[str, Any]]:
    """The marks as plain values."""
    return [{"side": mark.side.value, "start": mark.start, "end": mark.end} for mark in marks]
