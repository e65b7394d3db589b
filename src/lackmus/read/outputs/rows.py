"""Collect outputs as rows of item, system and text, in any order."""

from dataclasses import dataclass, field
from pathlib import Path

from lackmus.core.base.texts import source_key
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.formats import ReadOptions
from lackmus.read.sentences import OWN_SOURCES, Places, find_items, refuse_nothing_found


@dataclass
class _System:
    """The rows of one system so far."""

    sources: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    segments: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    places: Places = field(default_factory=list)
    by_source: list[int] = field(default_factory=list)  # rows that name a sentence instead of an item


class OutputRows:
    """Collects rows and checks that each is a new output for an item of the suite."""

    def __init__(self, path: Path, suite: Suite, unit: str = "line") -> None:
        self._path, self._suite, self._unit = path, suite, unit
        by_key = {key: (item, key) for key, item in suite.by_key.items()}  # building a key takes time
        self._items = {item.id: (item, key) for item, key in by_key.values()} | by_key
        self._seen: dict[tuple[str, str, str, str], int] = {}
        self._unknown: dict[str, None] = {}
        self._systems: dict[str, _System] = {}
        self._sources: dict[str, str] = {}  # each once, however many systems translate it

    def knows(self, item_id: str) -> bool:
        """Whether it is an id of the suite, with or without the language pair."""
        return item_id in self._items

    def add(
        self,
        number: int,
        system: str,
        item_id: str,
        text: str,
        document: str = "",
        segment: str = "",
        source: str | None = None,
        mark: str = "",
    ) -> None:
        """Add a translation of an item. Document and segment distinguish repeats of an item."""
        self._refuse_no_name(number, system)
        found = self._items.get(item_id)
        if found is None:
            self._unknown[item_id] = None
            return
        item, key = found
        if source is not None and source_key(source) != source_key(item.source):
            raise LackmusError(
                f"{self._path}, {self._unit} {number}: the source is not that of item {item_id}. "
                "Use the suite these outputs belong to."
            )
        first = self._seen.setdefault((system, key, document, segment), number)
        if first != number:
            raise LackmusError(
                f"{self._path}, {self._unit} {number}: item {item_id} again "
                f"(first in {self._unit} {first}). Keep one."
            )
        self._put(system, key, item.source, text, document, segment, mark)

    def add_sentence(
        self,
        number: int,
        system: str,
        source: str,
        text: str,
        document: str = "",
        segment: str = "",
        mark: str = "",
    ) -> None:
        """Add a translation of a sentence, which may belong to one item, several, or none."""
        self._refuse_no_name(number, system)
        source = self._sources.setdefault(source, source)
        self._put(system, None, source, text, document, segment, mark)

    def miss(self, item_id: str) -> None:
        """Record an id that nothing knows."""
        self._unknown[item_id] = None

    def _refuse_no_name(self, number: int, system: str) -> None:
        if not system.strip():
            raise LackmusError(f"{self._path}, {self._unit} {number}: “system” is blank. Name it.")

    def _put(
        self, system: str, key: str | None, source: str, text: str, document: str, segment: str, mark: str
    ) -> None:
        rows = self._systems.get(system) or self._systems.setdefault(system, _System())
        if key is None:
            rows.by_source.append(len(rows.texts))
        else:
            rows.places.append((key, len(rows.texts)))
        rows.sources.append(source)
        rows.texts.append(text)
        rows.documents.append(document)
        rows.segments.append(segment)
        rows.marks.append(mark)

    def hand_ins(self, file: str, asked: ReadOptions, form: str) -> list[HandIn]:
        """The hand-ins of all systems; `form` describes a row in the error for an empty file."""
        if not self._systems and not self._unknown:
            raise LackmusError(f"{self._path} holds no translation. {form}")
        if not self._systems and asked.skip_unknown:
            raise LackmusError(
                f"{self._path}: none of its ids is in {self._suite.name}. Use the suite they belong to."
            )
        if self._unknown and not asked.skip_unknown:
            some = ", ".join(list(self._unknown)[:3]) + (" …" if len(self._unknown) > 3 else "")
            raise LackmusError(
                f"{self._path}: {len(self._unknown):,} of its ids are not in {self._suite.name} ({some}).",
                code="unknown-ids",
            )
        places = {system: self._places(rows) for system, rows in self._systems.items()}
        every = [place for found in places.values() for place in found]
        refuse_nothing_found(every, self._path, self._suite, OWN_SOURCES)
        return [
            HandIn(
                system,
                file,
                rows.sources,
                rows.texts,
                places[system],
                rows.documents if any(rows.documents) else [],
                rows.segments if any(rows.segments) else [],
                marks=rows.marks if any(rows.marks) else [],
            )
            for system, rows in self._systems.items()
        ]

    def _places(self, rows: _System) -> Places:
        if not rows.by_source:
            return rows.places
        found = find_items(
            [rows.sources[row] for row in rows.by_source],
            self._suite,
            [rows.documents[row] for row in rows.by_source],
        )
        return rows.places + [(key, rows.by_source[index]) for key, index in found]
