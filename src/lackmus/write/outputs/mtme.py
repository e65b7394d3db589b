"""A folder as mt-metrics-eval lays it out: sources, documents, and one file of lines per system."""

import re
from collections.abc import Mapping, Sequence

from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError
from lackmus.write.outputs.grid import grid, pair_of
from lackmus.write.outputs.rows import file_names

NAMES_SYSTEMS = False

_BREAK = re.compile(r"[\n\r]")
_REFERENCE = re.compile(r"ref(?:erence)?[-_.]?[A-Z0-9]?")  # readers of the folder skip these
_DOMAIN = "suite"


def write(hand_ins: Sequence[HandIn]) -> Mapping[str, str]:
    """Files by path. Every system must have every line; documents are written if known."""
    pair, lines = pair_of(hand_ins, "mtme"), grid(hand_ins, "mtme")
    systems = [hand_in.system for hand_in in hand_ins]
    for system in systems:
        if _REFERENCE.fullmatch(system):
            raise LackmusError(f"{system} is how mtme names references, not systems. Rename it.")
        for line in lines:
            if system not in line.texts:
                where = " ".join(part for part in (line.document, line.segment) if part)
                raise LackmusError(
                    f"{system} has no line {where}, and mtme needs one from every system. "
                    "Use another format, such as jsonl."
                )
    files = {f"sources/{pair}.txt": _lines([line.source for line in lines], "The source")}
    if any(line.document for line in lines):
        names = [line.document for line in lines]
        files[f"documents/{pair}.docs"] = _lines([f"{_DOMAIN}\t{name}" for name in names], "A document")
    for system, name in zip(systems, file_names(systems, ".txt"), strict=True):
        texts = [line.texts[system] for line in lines]
        files[f"system-outputs/{pair}/{name}"] = _lines(texts, system)
    return files


def _lines(texts: Sequence[str], whose: str) -> str:
    for number, text in enumerate(texts, start=1):
        if _BREAK.search(text):
            raise LackmusError(
                f"{whose} has a line break within line {number}, which mtme cannot hold. "
                "Use another format, such as jsonl."
            )
    content = "".join(f"{text}\n" for text in texts)
    # A reader drops one U+FEFF at the beginning as a BOM, so it gets an additional one.
    return f"\ufeff{content}" if content.startswith("\ufeff") else content
