"""Outputs as WMT25 and WMT26 have them: JSON Lines, a file per system, with a document on each line."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lackmus.core.base.pairs import Pair
from lackmus.core.base.paragraphs import document_text
from lackmus.core.outputs.documents import DocumentId, DocumentIdError, wmt26_id
from lackmus.core.outputs.outputs import HandIn
from lackmus.errors import LackmusError
from lackmus.write.outputs.rows import file_names

NAMES_SYSTEMS = False
KEEPS_DOCUMENTS = True

_SET, _DOMAIN = "lackmus", "testsuite"


def write(hand_ins: Sequence[HandIn]) -> Mapping[str, str]:
    """Documents as they stood in files of this format, else a document for each item, named by it."""
    names = file_names([hand_in.system for hand_in in hand_ins], ".jsonl")
    return {name: _lines(hand_in) for name, hand_in in zip(names, hand_ins, strict=True)}


def _lines(hand_in: HandIn) -> str:
    documents = hand_in.records or list(_documents(hand_in))
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in documents)


def _documents(hand_in: HandIn) -> Iterator[dict[str, Any]]:
    seen: set[str] = set()
    for key, line in hand_in.places:
        name = _id(hand_in, key, line)
        if name in seen:
            raise LackmusError(
                f"{hand_in.system}, item {key}: stands there more than once, which wmt-jsonl cannot hold. "
                "Use another format, such as jsonl."
            )
        seen.add(name)
        yield {"doc_id": name, "hypothesis": document_text(hand_in.texts[line])}


def _id(hand_in: HandIn, key: str, line: int) -> str:
    """The document that the item is as a whole, else one that is named by the item."""
    whole = hand_in.documents and not (hand_in.segments and hand_in.segments[line])
    if whole:
        try:
            return DocumentId.parse(hand_in.documents[line]).written
        except DocumentIdError:
            pass
    pair, _, name = key.partition(":")
    return wmt26_id(_SET, _DOMAIN, Pair.parse(pair), name)
