"""Test sets of shared tasks as JSON Lines: on each line a document with its source, domain and prompt."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lackmus.core.base.paragraphs import joined, paragraphs
from lackmus.core.outputs.documents import DocumentId, DocumentIdError, document_key
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.files import File
from lackmus.read.objects import parsed
from lackmus.read.remote import located

_FORM = 'Each line is an object such as {"doc_id": "…", "src_text": "…"}.'
_SIGN = re.compile(r'\s*\{.*"src_text"\s*:', re.DOTALL)
_LANGUAGES = ("src_lang", "tgt_lang")

Unit = tuple[str, str, tuple[str, ...]]  # source, which paragraph ("" for the whole), keys of its items


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a test set."""

    id: DocumentId
    paragraphs: tuple[str, ...]


class TestSet:
    """The documents of a test set, and where the items of a suite stand in them; searched once per suite."""

    __test__ = False  # not a class of tests, although its name begins like one

    def __init__(self, path: Path) -> None:
        self.path = path
        self.documents = _documents(File(path))
        self._found: tuple[Suite, dict[str, list[Unit]]] | None = None

    @classmethod
    def recognises(cls, path: Path) -> bool:
        """Does the file look like a test set as JSON Lines?"""
        # os.path, because asking about a name that no file can have is no error here.
        path = located(path)
        return os.path.isfile(path) and _SIGN.match(File(path).first_line) is not None  # noqa: PTH113

    def units(self, suite: Suite) -> dict[str, list[Unit]]:
        """The paragraphs and documents that are items of the suite, by the document's id."""
        if self._found is None or self._found[0] is not suite:
            searched = Items(suite)
            found = {name: searched.units(one.paragraphs) for name, one in self.documents.items()}
            self._found = suite, {name: units for name, units in found.items() if units}
        return self._found[1]


class Items:
    """Finds the items of a suite by their sources, whole documents and single paragraphs alike."""

    def __init__(self, suite: Suite) -> None:
        self._keys: dict[str, list[str]] = {}
        for item in suite.items:
            self._keys.setdefault(document_key(joined(paragraphs(item.source))), []).append(item.key)

    def units(self, parts: tuple[str, ...]) -> list[Unit]:
        """The paragraphs of a document that are items, and the document as a whole where it is one."""
        found: list[Unit] = []
        if len(parts) > 1:
            for number, part in enumerate(parts, start=1):
                found += self._unit(part, str(number))
        return [*found, *self._unit(joined(parts), "")]

    def _unit(self, source: str, segment: str) -> list[Unit]:
        keys = self._keys.get(document_key(source))
        return [(source, segment, tuple(keys))] if keys else []


def document_id(record: dict[str, Any], place: str) -> DocumentId:
    """The id of a document; languages that stand beside it must be those of the id."""
    try:
        found = DocumentId.parse(record["doc_id"])
    except DocumentIdError as problem:
        raise LackmusError(f"{place}: {problem}.") from None
    source, target = (one if isinstance(one := record.get(key), str) else "" for key in _LANGUAGES)
    if source or target:
        from lackmus.core.base.pairs import Pair, PairError

        try:
            beside = Pair.parse(f"{source or found.pair.source}->{target or found.pair.target}")
        except PairError as problem:
            raise LackmusError(f"{place}: {problem}.") from None
        if not beside.is_like(found.pair):
            raise LackmusError(
                f"{place}: {_LANGUAGES[0]} and {_LANGUAGES[1]} say {beside}, but the doc_id says "
                f"{found.pair}. Mend one of them."
            )
    return found


def checked_record(line: str, place: str, needed: tuple[str, ...], form: str) -> dict[str, Any]:
    """The object on a line, with texts for the keys that are needed."""
    record = parsed(line, place, form)
    if not isinstance(record, dict):
        raise LackmusError(f"{place}: not an object. {form}")
    for key in needed:
        if not isinstance(record.get(key), str):
            what = "is not a text in quotation marks" if key in record else "is missing"
            raise LackmusError(f"{place}: “{key}” {what}. {form}")
    return record


def _documents(file: File) -> dict[str, Document]:
    found: dict[str, Document] = {}
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        place = f"{file.path}, line {number}"
        record = checked_record(line, place, ("doc_id", "src_text"), _FORM)
        id_ = document_id(record, place)
        if id_.written in found:
            raise LackmusError(f"{place}: document {id_.written} stands there twice. Keep one.")
        found[id_.written] = Document(id_, tuple(paragraphs(record["src_text"])))
    return found
