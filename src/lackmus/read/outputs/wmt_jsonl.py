"""Outputs of the shared tasks since 2025: JSON Lines with a document and its translation on each line."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lackmus.core.base.paragraphs import joined, paragraphs
from lackmus.core.base.plurals import counted
from lackmus.core.engines.engine import Mark
from lackmus.core.outputs.documents import DocumentId, mismatch
from lackmus.core.outputs.fit import Suspicion
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.outputs.template_documents import ReturnedDocument, lines_in
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.file_pairs import FilePairs
from lackmus.read.files import File
from lackmus.read.formats import ReadOptions
from lackmus.read.sentences import Places, refuse_unknown
from lackmus.read.test_sets import Items, TestSet, Unit, checked_record, document_id

_EXAMPLE = '{"doc_id": "set_###_news_###_eng_Latn_###_deu_Latn_###_name", "hypothesis": "…"}'
FITS = f"WMT25 or WMT26 JSON Lines: on each line {_EXAMPLE}"
NAMES_SYSTEMS = False
HAS_TESTSUITES = True

_FORM = f"Each line is an object such as {_EXAMPLE}."
_READ = {"doc_id", "hypothesis", "source", "src_lang", "tgt_lang"}
_SIGN = re.compile(r'\s*\{.*"hypothesis"\s*:', re.DOTALL)
_DOCUMENT = re.compile(r'"doc_id"\s*:')
_SHOWN = 3  # missing documents that a note names
_OTHER_SET = re.compile(r'"(?:system|model|segment_id|seg_id)"\s*:')  # rows of a data set, not documents


def recognises(file: File, asked: ReadOptions) -> bool:
    """The first line is an object with a document and a hypothesis."""
    line = file.first_line
    return (
        not asked.columns
        and _SIGN.match(line) is not None
        and _DOCUMENT.search(line) is not None
        and _OTHER_SET.search(line) is None
    )


@dataclass
class _Translated:
    """The lines of one system's hand-in."""

    file: File
    scoped: Mapping[str, int]  # items whose rules look at one of so many paragraphs of the document
    sources: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    segments: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    places: Places = field(default_factory=list)
    suspicions: list[Suspicion] = field(default_factory=list)

    def add(self, document: str, unit: Unit, text: str, mark: str = "") -> None:
        """One translated paragraph or document, and the items that it is of."""
        source, segment, keys = unit
        self.places += [(key, len(self.texts)) for key in keys]
        self.sources.append(source)
        self.texts.append(text)
        self.documents.append(document)
        self.segments.append(segment)
        self.marks.append(mark)

    def put(self, document: str, units: Sequence[Unit], count: int, hypothesis: str, line: int) -> None:
        """What is translated of a document; a paragraph only where source and translation have as many.

        Whole documents whose rules look at a paragraph are open likewise, once they are judged.
        """
        if not units:
            return
        parts = paragraphs(hypothesis)
        whole = joined(parts)
        open_: set[str] = set()
        for unit in units:
            if not unit[1]:
                self.add(document, unit, whole)
                if whole:
                    open_ |= {key for key in unit[2] if self.scoped.get(key, len(parts)) != len(parts)}
            elif len(parts) == count:
                self.add(document, unit, parts[int(unit[1]) - 1])
            else:
                self.add(document, unit, whole, Mark.PARAGRAPHS if whole else "")
                open_ |= set(unit[2]) if whole else set()
        if open_:
            self.suspicions.append(
                mismatch(self.file.path.name, line, document, count, len(parts), len(open_))
            )


def read(file: File, system: str, suite: Suite, asked: ReadOptions) -> Sequence[HandIn]:
    """One system's translations of the documents, or single paragraphs, that are items of the suite.

    Items are found by their source, which the test set or the file itself tells, else by the document's name.
    Where a translation has other paragraphs than its source, nothing says which belongs to which: then the
    whole text stands for each of them, with a mark that keeps them open.
    """
    system = system.removesuffix(".jsonl")
    test_set = asked.documents
    by_name = {name: item for item in suite.items for name in (item.id, item.key)}
    items = Items(suite) if test_set is None else None
    scoped = {item.key: found[1] for item in suite.items if (found := item.paragraph) is not None}
    lines, languages = _Translated(file, scoped), FilePairs(suite)
    seen: list[DocumentId] = []
    taken: list[DocumentId] = []
    records: list[dict[str, Any]] = []
    others: Counter[str] = Counter()
    for number, record in _records(file):
        place = f"{file.path}, line {number}"
        document = document_id(record, place)
        seen.append(document)
        if asked.testsuite not in (None, document.set) or not languages.has(document, place):
            continue
        taken.append(document)
        others.update(record.keys() - _READ)
        if asked.whole:
            records.append(record)
        source = record.get("source")
        if test_set is not None:
            units = test_set.units(suite).get(document.written, [])
            count = len(test_set.documents[document.written].paragraphs) if units else 0
        elif items is not None and isinstance(source, str) and source.strip():
            parts = tuple(paragraphs(source))
            units, count = items.units(parts), len(parts)
        else:
            item = by_name.get(document.written) or by_name.get(document.name)
            units = [(item.source, "", (item.key,))] if item else []
            count = len(paragraphs(item.source)) if item else 0
        lines.put(document.written, units, count, record["hypothesis"], number)
    refuse_unknown("testsuite", asked.testsuite, (one.set for one in seen), file.path)
    if not lines.places:
        raise _nothing(file, suite, seen, test_set is not None)
    notes = languages.notes
    if test_set is not None:
        notes += _missing(test_set, suite, taken)
    if others and not asked.whole:
        notes.append(f"Keys of documents that are not read: {', '.join(sorted(others))}.")
    return [
        HandIn(
            system,
            file.path.name,
            lines.sources,
            lines.texts,
            lines.places,
            lines.documents,
            lines.segments,
            marks=lines.marks if any(lines.marks) else [],
            suspicions=lines.suspicions,
            notes=notes,
            records=records,
        )
    ]


def returned_documents(file: File) -> dict[str, dict[tuple[int, int], ReturnedDocument]]:
    """The documents of templates in a file, by template and lines; others are ignored."""
    found: dict[str, dict[tuple[int, int], ReturnedDocument]] = {}
    for number, record in _records(file):
        document = document_id(record, f"{file.path}, line {number}")
        told = lines_in(document.name)
        if told is not None:
            token, *lines = told
            returned = ReturnedDocument(document.written, number, record["hypothesis"])
            found.setdefault(token, {})[lines[0], lines[1]] = returned
    return found


def _records(file: File) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each document with its line in the file; one that stands there twice is refused."""
    seen: dict[str, int] = {}
    for number, line in enumerate(file.lines, start=1):
        if not line.strip():
            continue
        place = f"{file.path}, line {number}"
        record = checked_record(line, place, ("doc_id", "hypothesis"), _FORM)
        first = seen.setdefault(record["doc_id"], number)
        if first != number:
            raise LackmusError(f"{place}: {record['doc_id']} again (first in line {first}). Keep one.")
        yield number, record


def _missing(test_set: TestSet, suite: Suite, taken: Sequence[DocumentId]) -> list[str]:
    """What is said of documents with items that did not come back, of the pairs and sets that did."""
    there = {one.written for one in taken}
    groups = {(one.set, one.pair) for one in taken}
    units = test_set.units(suite)
    ids = (test_set.documents[name].id for name in units)
    asked = [one.written for one in ids if (one.set, one.pair) in groups]
    lost = [name for name in asked if name not in there]
    if not lost:
        return []
    items = len({key for name in lost for unit in units[name] for key in unit[2]})
    some = ", ".join(lost[:_SHOWN]) + (" …" if len(lost) > _SHOWN else "")
    return [
        f"{len(lost):,} of {counted(len(asked), 'document')} did not come back, "
        f"with {counted(items, 'item')}: {some}."
    ]


def _nothing(file: File, suite: Suite, seen: Sequence[DocumentId], tested: bool) -> LackmusError:
    pairs = sorted({one.pair for one in seen})
    if not any(suite.read_as(pair) for pair in pairs):
        return FilePairs(suite).foreign(pairs, file.path, "documents")
    said = f"{file.path}: none of the {len(suite.items):,} sources of {suite.name} is in its documents."
    if tested:
        return LackmusError(said, "Is it the test set that these outputs translate?")
    return LackmusError(said, code="no-test-set")
