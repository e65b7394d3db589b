"""Outputs as a data set: Parquet, Arrow or JSON Lines whose columns bear names, in a file or a folder."""

from collections.abc import Sequence
from dataclasses import replace

from lackmus.core.base.plurals import counted
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Suite
from lackmus.errors import LackmusError
from lackmus.read.datasets.columns import ColumnRole, no_column
from lackmus.read.datasets.folders import is_data_set, set_name
from lackmus.read.datasets.rows import DataRows, chosen_rows, data_rows
from lackmus.read.datasets.tables import TableForm, form_of
from lackmus.read.files import File
from lackmus.read.formats import ReadOptions
from lackmus.read.outputs import jsonl, ltb, parquet, wmt_jsonl
from lackmus.read.outputs.rows import OutputRows

FITS = "a data set (Parquet, Arrow, JSON Lines, a folder of save_to_disk or of the hub) with named columns"
NAMES_SYSTEMS = True

_ENDINGS = (".parquet", ".arrow", ".feather", ".jsonl", ".ndjson", ".json")
_FORM = "Each row is a translation of an item or a sentence."


def recognises(file: File, asked: ReadOptions) -> bool:
    """Whether it is a folder of a data set, or a file of rows that no other format knows."""
    if file.path.is_dir():
        return is_data_set(file.path)
    form = form_of(file)
    if form is None or asked.columns:
        return form is not None
    if form is TableForm.PARQUET:
        return not parquet.recognises(file, asked)
    return not any(one.recognises(file, asked) for one in (jsonl, ltb, wmt_jsonl))


def read(file: File, system: str, suite: Suite, asked: ReadOptions) -> Sequence[HandIn]:
    """The outputs of all systems: those in a column of names, of several columns, or one by its file."""
    for ending in _ENDINGS:
        system = system.removesuffix(ending)
    found = data_rows(file, asked.columns, suite)
    columns = found.columns
    if not columns.texts:
        raise no_column(str(file.path), "no column is known as the texts", found.there, ColumnRole.TEXT)
    chosen = chosen_rows(found, suite)
    rows = OutputRows(file.path, suite, found.unit)
    translated = _DataSetTranslations(found, suite, asked)
    lacking = 0
    for column in columns.texts:
        if not found.holds(column):
            raise no_column(str(file.path), f"“{column}” holds no texts", found.there, ColumnRole.TEXT)
        named = found.values(ColumnRole.SYSTEM)
        for place, (here, number, text) in enumerate(
            zip(chosen.kept, found.numbers(), found.taken(column, column == columns.texts[-1]), strict=True)
        ):
            if text is None:
                lacking += here
            elif here:
                name = column if len(columns.texts) > 1 else set_name(system)
                if ColumnRole.SYSTEM in columns.one:
                    name = named[place] or ""
                translated.add(rows, place, number, name, text)
    notes = list(chosen.notes)
    if lacking:
        notes.append(f"{counted(lacking, 'row')} without a text {'is' if lacking == 1 else 'are'} left out.")
    if columns.references:
        notes.append(f"References are no outputs: {', '.join(columns.references)}.")
    if columns.unread:
        notes.append(f"Of its columns these are not read: {', '.join(columns.unread)}.")
    return [replace(one, notes=notes) for one in rows.hand_ins(file.path.name, asked, _FORM)]


class _DataSetTranslations:
    """What each row translates: an item by its id, or a sentence, perhaps by its id in the test set."""

    def __init__(self, found: DataRows, suite: Suite, asked: ReadOptions) -> None:
        self._found = found
        self._items, self._sources = found.values(ColumnRole.ITEM), found.values(ColumnRole.SOURCE)
        self._segments = [one or "" for one in found.values(ColumnRole.SEGMENT)]
        self._documents = [one or "" for one in found.values(ColumnRole.DOCUMENT)]
        self._seen: dict[tuple[str, str, str, str], int] = {}
        self._by_id: dict[str, str] | None = None
        if ColumnRole.ITEM not in found.columns.one and ColumnRole.SOURCE not in found.columns.one:
            if ColumnRole.SEGMENT not in found.columns.one:
                raise no_column(
                    str(found.path), "no column says what is translated", found.there, ColumnRole.SOURCE
                )
            self._by_id = asked.beside.by_id(suite) if asked.beside is not None else None
            if not self._by_id:  # then they are ids of items
                self._items, self._segments = found.values(ColumnRole.SEGMENT), [""] * found.height
                self._by_id = None

    def add(self, rows: OutputRows, place: int, number: int, system: str, text: str) -> None:
        """Hand one text over."""
        document, segment = self._documents[place], self._segments[place]
        item, source = self._items[place], self._sources[place]
        if self._by_id is not None:
            source = self._by_id.get(segment)
            if source is None:
                rows.miss(segment)
                return
        if item is not None:
            rows.add(number, system, item, text, document, segment, source)
        elif source is not None:
            self._refuse_again((system, document, segment, source), number)
            rows.add_sentence(number, system, source, text, document, segment)
        else:
            raise LackmusError(
                f"{self._found.path}, {self._found.unit} {number}: nothing says what is translated. "
                "Fill in its item or its source."
            )

    def _refuse_again(self, key: tuple[str, str, str, str], number: int) -> None:
        """Refuse a second row for one segment of a system; without segments, sentences may repeat."""
        if not key[2]:
            return
        first = self._seen.setdefault(key, number)
        if first != number:
            unit = self._found.unit
            raise LackmusError(
                f"{self._found.path}, {unit} {number}: segment {key[2]} of {key[0]} again "
                f"(first in {unit} {first}). Keep one."
            )
