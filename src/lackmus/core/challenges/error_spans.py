"""Where a text is wrong: stretches of characters, marked in a text as SPAN-ACES does, or given as numbers."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

# Half-open, in characters from 0; an empty stretch is a place where something is missing.
SPANS = pl.List(pl.Struct({"start": pl.Int64, "end": pl.Int64, "severity": pl.String, "category": pl.String}))

_MARK = re.compile(r"(</?v>)")
_OPEN, _CLOSE = "<v>", "</v>"
_WEIGHTS = {"critical": 5, "major": 5}  # as in MQM; all others count once


@dataclass(frozen=True)
class ErrorSpan:
    """A stretch of a text that is wrong, with its severity and kind where they are known."""

    start: int
    end: int
    severity: str = ""
    category: str = ""

    @property
    def values(self) -> dict[str, Any]:
        """The span as a row of SPANS."""
        return {
            "start": self.start,
            "end": self.end,
            "severity": self.severity or None,
            "category": self.category or None,
        }


Spans = Sequence[ErrorSpan]


def spans_of(cell: Iterable[Mapping[str, Any]] | None) -> tuple[ErrorSpan, ...] | None:
    """The spans in a cell of type SPANS; None where nothing is known."""
    if cell is None:
        return None
    return tuple(
        ErrorSpan(one["start"], one["end"], one.get("severity") or "", one.get("category") or "")
        for one in cell
    )


def unmarked(text: str) -> tuple[str, tuple[ErrorSpan, ...]] | None:
    """A text without its marks <v> and </v>, and the spans between them; None if they do not pair up."""
    plain, spans, start = "", list[ErrorSpan](), None
    for part in _MARK.split(text):
        if part == _OPEN:
            if start is not None:
                return None
            start = len(plain)
        elif part == _CLOSE:
            if start is None:
                return None
            spans.append(ErrorSpan(start, len(plain)))
            start = None
        else:
            plain += part
    return None if start is not None else (plain, tuple(spans))


def placed(annotated: str, text: str) -> tuple[ErrorSpan, ...] | None:
    """The marked spans of an annotated text in the text itself; None where they have no place in it.

    White space may differ: some published annotations fold it.
    """
    found = unmarked(annotated)
    if found is None:
        return None
    plain, spans = found
    if plain == text:
        return spans
    if "".join(plain.split()) != "".join(text.split()):
        return None
    # The place in the text of each character of the annotated one that is no white space.
    places = [place for place, sign in enumerate(text) if not sign.isspace()]
    before = [0]
    for sign in plain:
        before.append(before[-1] + (not sign.isspace()))

    def moved(span: ErrorSpan) -> ErrorSpan:
        first, last = before[span.start], before[span.end]
        start = places[first] if first < len(places) else len(text)
        return ErrorSpan(start, places[last - 1] + 1 if last > first else start)

    return tuple(map(moved, spans))


def marked(text: str, spans: Spans) -> str:
    """The text with <v> and </v> around its spans; spans that overlap are one."""
    written, done = "", 0
    for start, end in merged(spans):
        written += f"{text[done:start]}{_OPEN}{text[start:end]}{_CLOSE}"
        done = end
    return written + text[done:]


def merged(spans: Spans) -> list[tuple[int, int]]:
    """The stretches of the spans in the order of the text; those that overlap are one."""
    found: list[tuple[int, int]] = []
    for one in sorted(spans, key=lambda span: (span.start, span.end)):
        if found and one.start < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], one.end)
        elif not found or (one.start, one.end) != found[-1]:
            found.append((one.start, one.end))
    return found


def fits(text: str, spans: Spans) -> bool:
    """Whether all spans lie in the text."""
    return all(0 <= one.start <= one.end <= len(text) for one in spans)


def penalty(spans: Spans) -> float:
    """A score of a text by its errors, 0 at best: −5 for each major or critical one, −1 for all others."""
    return 0.0 - sum(_WEIGHTS.get(one.severity.casefold(), 1) for one in spans)


@dataclass(frozen=True)
class TextPart:
    """A piece of a text, inside or outside of error spans."""

    text: str
    wrong: bool


def parts(text: str, spans: Spans) -> tuple[TextPart, ...]:
    """The text piece by piece; an empty wrong piece is a place where something is missing."""
    found, done = list[TextPart](), 0
    for start, end in merged(spans):
        if start > done:
            found.append(TextPart(text[done:start], wrong=False))
        found.append(TextPart(text[start:end], wrong=True))
        done = end
    if done < len(text):
        found.append(TextPart(text[done:], wrong=False))
    return tuple(found)
