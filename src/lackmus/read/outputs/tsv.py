"""Outputs as `id⇥text`, one line per item, the system named by the file."""

from collections.abc import Sequence

from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.files import File, with_line_feeds
from lackmus.read.formats import ReadOptions
from lackmus.read.outputs.rows import OutputRows

FITS = "an item's id, a tab and the translation on each line"
NAMES_SYSTEMS = False
ANY_TEXT = True

_HEADERS = {"id", "item", "item_id", "key"}
_FORM = "Each line is an id, a tab and the translation."
_FIRST_LINES = 10


def recognises(file: File, asked: ReadOptions) -> bool:
    """Whether it is text without a source file, with a tab in one of its first lines."""
    lines = with_line_feeds(file.start).split(b"\n")[:_FIRST_LINES]
    return asked.source is None and any(b"\t" in line for line in lines)


def read(file: File, system: str, suite: Suite, asked: ReadOptions) -> Sequence[HandIn]:
    """The outputs of one system; ids are those of the suite, with or without the language pair."""
    rows = OutputRows(file.path, suite)
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        item_id, tab, text = line.partition("\t")
        item_id = item_id.strip()
        if not tab:
            raise LackmusError(f"{file.path}, line {number}: no tab. {_FORM}")
        if number == 1 and item_id.lower() in _HEADERS and not rows.knows(item_id):
            continue
        rows.add(number, system, item_id, text)
    return rows.hand_ins(file.path.name, asked, _FORM)
