"""WMT XML: documents with their source, references and the outputs of many systems, segment by segment."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.budgets import Weight, current
from lackmus.read.files import File
from lackmus.read.formats import ReadOptions
from lackmus.read.sentences import OWN_SOURCES, find_items, refuse_nothing_found, refuse_unknown

if TYPE_CHECKING:
    from lxml.etree import _Element

FITS = "WMT XML: dataset, collection, doc, src and hyp, seg"
NAMES_SYSTEMS = True
HAS_TESTSUITES = True
HAS_COLLECTIONS = True

_ROOT = re.compile(rb"<([A-Za-z_][\w.:-]*)")
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_ENTITIES = b"<!ENTITY"
_PIECE = 64 * 1024


def recognises(file: File, asked: ReadOptions) -> bool:
    """Whether it is XML with a dataset as first element; XML with entities is refused later."""
    start = file.start.lstrip()
    if not start.startswith((b"<?xml", b"<!DOCTYPE", b"<!--", b"<dataset")):
        return False
    root = _ROOT.search(_COMMENT.sub(b"", start))
    return _ENTITIES in start or (root is not None and root[1] == b"dataset")


class _Lines:
    """The segments of all documents in sequence, and which of them each system has."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.sources: list[str] = []
        self.documents: list[str] = []
        self.segments: list[str] = []
        self.texts: dict[str, list[str]] = defaultdict(list)
        self.lines: dict[str, list[range]] = defaultdict(list)
        self._document = self._system = ""
        self._span: range | None = None  # the lines of the document, set after its src
        self._source_ids: list[str | None] = []
        self._ids: list[str | None] = []  # of the current src or hyp

    def begin_document(self, name: str) -> None:
        """Start a document."""
        self.end_part()
        self._document, self._span = name, None

    def begin_source(self) -> tuple[list[str | None], list[str]]:
        """Where to put the ids and texts of the segments of a src."""
        self.end_part()
        if self._span is not None:
            raise self._wrong(" has two src. Keep one")
        self._ids = self._source_ids = []
        self._span, self._system = range(len(self.sources), len(self.sources)), ""
        return self._ids, self.sources

    def begin_output(self, system: str) -> tuple[list[str | None], list[str]]:
        """Where to put the ids and texts of the segments of a hyp."""
        self.end_part()
        if self._span is None:
            raise self._wrong(" has no src before its first hyp")
        if not system.strip():
            raise self._wrong(" has a hyp that names no system")
        theirs = self.lines[system]
        if theirs and theirs[-1] is self._span:
            raise self._wrong(f", system {system}: stands there twice. Keep one")
        theirs.append(self._span)
        self._ids, self._system = [], system
        return self._ids, self.texts[system]

    def end_part(self) -> None:
        """End the current src or hyp: the segments of a hyp must be those of its src."""
        if self._system:
            if self._ids != self._source_ids:
                what = _difference(self._ids, self._source_ids)
                raise self._wrong(f", system {self._system}: {what}")
            self._system = ""
        elif self._span is not None and not self._span:
            self._span = range(self._span.start, len(self.sources))
            self.documents += [self._document] * len(self._span)
            self.segments += [id_ or "" for id_ in self._source_ids]

    def _wrong(self, what: str) -> LackmusError:
        return LackmusError(f"{self._path}: document {self._document}{what}.")


def read(file: File, system: str, suite: Suite, asked: ReadOptions) -> Sequence[HandIn]:
    """The outputs of all systems in the file; items are found by their source sentence."""
    root = _root(file)  # kept to the end: freeing a large tree makes what follows slow
    every = _lines(root, file.path, asked)
    if not every.texts:
        raise LackmusError(f"{file.path} holds no output (no hyp). Is it the file that was handed out?")
    places = find_items(every.sources, suite, every.documents)
    refuse_nothing_found(places, file.path, suite, OWN_SOURCES)
    return [_hand_in(name, file.path.name, every, places) for name in every.texts]


def _root(file: File) -> "_Element":
    """The file as a tree; nothing in it is resolved, fetched or expanded."""
    from lxml import etree

    parser = etree.XMLParser(
        encoding="utf-8",  # even if the file declares another: then nothing can hide from the check above
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        # collect_ids stays on: without it, libxml2 opens the DTD that a DOCTYPE names.
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for piece in _pieces(file):
            parser.feed(piece)
        root = parser.close()
    except etree.XMLSyntaxError as problem:
        file.text  # noqa: B018  (tells where it is not UTF-8)
        # The parser's log has the first error; the exception may only have the last.
        first = next(iter(parser.feed_error_log), None)
        line, said = (first.line, first.message) if first else (problem.lineno, problem.msg)
        said = str(said).partition("\n")[0].partition(", line ")[0]
        raise LackmusError(f"{file.path}, line {line}: broken XML ({said}). Correct it.") from None
    if root.tag != "dataset":
        raise LackmusError(f"{file.path}: its root is {root.tag}, not dataset. Needed is {FITS}.")
    # Without a DOCTYPE the parser refuses undeclared entities; with one they may be declared elsewhere.
    unknown = (
        next(root.iter(etree.Entity), None) if root.getroottree().docinfo.internalDTD is not None else None
    )
    if unknown is not None:
        raise LackmusError(
            f"{file.path}, line {unknown.sourceline}: {unknown.text} is declared nowhere. Write it out."
        )
    return root


def _pieces(file: File) -> Iterator[bytes]:
    """The file piece by piece; stops at an entity declaration before the parser sees it."""
    budget, tail, elements = current(), b"", 0
    with file.stream() as stream:
        while piece := stream.read(_PIECE):
            if _ENTITIES in piece or _ENTITIES in tail + piece[: len(_ENTITIES)]:
                raise LackmusError(
                    f"{file.path}: declares entities, which are never resolved here. Take them out."
                )
            tail = piece[-len(_ENTITIES) :]
            elements += piece.count(b"<") - piece.count(b"</")
            budget.charge(file.path, Weight(lines=elements))  # each takes more memory than a line
            yield piece


def _lines(root: "_Element", path: Path, asked: ReadOptions) -> _Lines:
    """The requested documents, in one pass, because files are large."""
    every = _Lines(path)
    suites: dict[str, None] = {}
    collections: dict[str, None] = {}
    collection = around = ""
    chosen = False
    ids: list[str | None] | None = None
    texts: list[str] = []
    for element in root.iter("collection", "doc", "src", "ref", "hyp", "seg"):
        tag = element.tag
        if tag == "seg":
            if ids is not None:
                ids.append(element.get("id"))
                texts.append("".join(map(str, element.itertext())) if len(element) else element.text or "")
        elif tag == "collection":
            collection, around = element.get("id", ""), element.get("testsuite", "")
        elif tag == "doc":
            testsuite = element.get("testsuite") or around
            suites[testsuite] = collections[collection] = None
            chosen = asked.testsuite in (None, testsuite) and asked.collection in (None, collection)
            every.begin_document(element.get("id", ""))
            ids = None
        elif tag == "ref" or not chosen:
            ids = None
        elif tag == "src":
            ids, texts = every.begin_source()
        else:
            ids, texts = every.begin_output(element.get("system", ""))
    every.end_part()
    refuse_unknown("testsuite", asked.testsuite, suites, path)
    refuse_unknown("collection", asked.collection, collections, path)
    if not every.sources:
        what = (
            " that is in both this test suite and this collection"
            if asked.testsuite and asked.collection
            else ""
        )
        raise LackmusError(f"{path} holds no document{what}.")
    return every


def _difference(own: Sequence[str | None], ids: Sequence[str | None]) -> str:
    """Why the segments of a hyp cannot be translations of those of its src."""
    if len(own) != len(ids):
        return f"{len(own):,} segments, but the source has {len(ids):,}"
    place = next(place for place, (one, other) in enumerate(zip(own, ids, strict=True)) if one != other)
    return f"segment {place + 1} has the id {own[place]}, but in the source it has {ids[place]}"


def _hand_in(system: str, file: str, every: _Lines, places: list[tuple[str, int]]) -> HandIn:
    """The hand-in of a system; systems with all documents share one list of lines."""
    texts = every.texts[system]
    sources, documents, segments = every.sources, every.documents, every.segments
    if len(texts) != len(sources):
        kept = [line for lines in every.lines[system] for line in lines]
        new = {line: place for place, line in enumerate(kept)}
        places = [(item, new[line]) for item, line in places if line in new]
        sources, documents, segments = (
            [values[line] for line in kept] for values in (sources, documents, segments)
        )
    return HandIn(
        system,
        file,
        sources,
        texts,
        places,
        documents if any(documents) else [],
        segments if any(segments) else [],
    )
