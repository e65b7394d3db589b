"""The paragraphs of a text, and where they stand in it."""

import html
import re
from collections.abc import Iterable, Sequence

from lackmus.core.base.texts import text_key

_BORDER = re.compile(r"</?p(?:\s[^>]*)?>", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n[ \t\r]*\n\s*")

Bounds = tuple[int, int]  # where it starts and ends


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a document: between `<p>` and `</p>` where it has such, else between blank lines."""
    pieces = [text[start:end] for start, end in paragraph_spans(text)]
    return [html.unescape(piece).strip() for piece in pieces] if _tagged(text) else pieces


def plain_paragraphs(text: str) -> list[str]:
    """The paragraphs of a text in which tags are words like others: between blank lines."""
    return [piece.strip() for piece in _BLANK_LINES.split(text) if piece.strip()]


def document_text(text: str, tagged: bool = False) -> str:
    """A plain text as documents are written: paragraphs between tags, if asked for or if it needs them."""
    if not (tagged or _tagged(text)):
        return text
    return "\n".join(f"<p>{html.escape(piece, quote=False)}</p>" for piece in plain_paragraphs(text))


def joined(parts: Iterable[str]) -> str:
    """A document as one text, with a blank line between paragraphs."""
    return "\n\n".join(parts)


def paragraph_spans(text: str) -> list[Bounds]:
    """Where the paragraphs of a text start and end, without the white space around them."""
    borders = [found.span() for found in (_BORDER if _tagged(text) else _BLANK_LINES).finditer(text)]
    starts, ends = [0, *(end for _, end in borders)], [*(start for start, _ in borders), len(text)]
    spans = []
    for start, end in zip(starts, ends, strict=True):
        piece = text[start:end]
        if bare := piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            spans.append((first, first + len(bare)))
    return spans


def _tagged(text: str) -> bool:
    """Whether paragraphs stand between tags; a text without any such sign is known at once."""
    return "<" in text and _BORDER.search(text) is not None


def place_in(spans: Sequence[Bounds], start: int) -> int | None:
    """Which paragraph a place is in."""
    return next((place for place, (first, end) in enumerate(spans) if first <= start < end), None)


def key_spans(raw: str) -> list[Bounds]:
    """Where the paragraphs of a text start and end in its key, which has no line breaks."""
    key = text_key(raw)
    if _tagged(key):
        return paragraph_spans(key)
    spans, start = [], 0
    for first, last in paragraph_spans(raw):
        end = start + len(text_key(raw[first:last]))
        spans.append((start, end))
        start = end + 1
    return spans if not spans or spans[-1][1] == len(key) else [(0, len(key))]
