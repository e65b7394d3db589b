"""Find suite sentences among thousands of other lines, by source sentence."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from lackmus.core.base.texts import source_key
from lackmus.core.suites.suite import Suite
from lackmus.errors import Argument, LackmusError
from lackmus.read.datasets.columns import ColumnRole, ColumnsByRole, no_column
from lackmus.read.datasets.rows import ChosenRows, DataRows, chosen_rows, data_rows, is_rows
from lackmus.read.files import File
from lackmus.read.remote import located

_SOURCE_FILE = "Is it the source file, and in the suite's source language?"
OWN_SOURCES = "Are the sources in it in the suite's source language?"  # a file with its own sources

_USUAL: ColumnsByRole = {}

Places = list[tuple[str, int]]  # item key, index of the line


class SourceLines:
    """A source file beside the outputs of many systems, or a data set of sources: read and searched once."""

    def __init__(self, path: Path, columns: ColumnsByRole = _USUAL) -> None:
        self.path = located(path)
        self._columns = columns
        self._found: tuple[Suite, Places] | None = None
        self._chosen: tuple[Suite | None, ChosenRows] | None = None

    @cached_property
    def rows(self) -> DataRows | None:
        """The rows of a data set; None where the file is one of lines."""
        if not is_rows(self.path):
            return None
        found = data_rows(File(self.path), self._columns, only_there=True)
        if found.columns.of(ColumnRole.SOURCE) is None:
            raise no_column(
                str(self.path), "no column is known as the source", found.there, ColumnRole.SOURCE
            )
        return found

    @cached_property
    def lines(self) -> list[str]:
        """Its lines; all callers share one list."""
        if self.rows is None:
            return File(self.path).lines
        return [source or "" for source in self.rows.values(ColumnRole.SOURCE)]

    def places(self, suite: Suite, documents: Sequence[str] = ()) -> Places:
        """Where the items stand; all callers share one list."""
        if self._found is None or self._found[0] is not suite:
            found = find_items(self.lines, suite, documents)
            if self.rows is not None:
                kept = self.chosen(suite).kept
                found = [one for one in found if kept[one[1]]]
            refuse_nothing_found(found, self.path, suite)
            self._found = suite, found
        return self._found[1]

    def chosen(self, suite: Suite | None) -> ChosenRows:
        """Which rows of a data set are of the suite's pair and have no bad source."""
        assert self.rows is not None
        if self._chosen is None or self._chosen[0] is not suite:
            self._chosen = suite, chosen_rows(self.rows, suite)
        return self._chosen[1]

    def kept_lines(self, suite: Suite) -> tuple[list[str], Places]:
        """The sources of the rows that count and where items stand, for files with lines for only these."""
        kept = self.chosen(suite).kept
        lines = [line for line, here in zip(self.lines, kept, strict=True) if here]
        after = list(accumulate(kept, initial=0))
        return lines, [(key, after[line]) for key, line in self.places(suite)]

    def by_id(self, suite: Suite) -> dict[str, str]:
        """The sources of a data set by their ids; empty for a file of lines."""
        if self.rows is None or self.rows.columns.of(ColumnRole.SEGMENT) is None:
            return {}
        found: dict[str, str] = {}
        kept = self.chosen(suite).kept
        for here, segment, source in zip(kept, self.rows.values(ColumnRole.SEGMENT), self.lines, strict=True):
            if here and segment is not None and found.setdefault(segment, source) != source:
                raise LackmusError(f"{self.path}: {segment} has two sources. Keep one.")
        return found


def find_items(sources: Sequence[str], suite: Suite, documents: Sequence[str] = ()) -> Places:
    """Where the suite's sentences stand: item key and index of the line, in the order of the suite.

    Every repeat of a sentence counts, and one sentence may belong to several items. A line whose document is
    the key of an item belongs to that item only.
    """
    wanted = {source_key(item.source) for item in suite.items}
    lines: dict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(sources):
        key = source_key(line)
        if key in wanted:
            lines[key].append(index)
    found = [(item.key, index) for item in suite.items for index in lines.get(source_key(item.source), ())]
    if not documents:
        return found
    owned = {index: key for key, index in found if documents[index] == key}
    return [(key, index) for key, index in found if owned.get(index, key) == key]


def refuse_nothing_found(places: Places, path: Path, suite: Suite, ask: str = _SOURCE_FILE) -> None:
    """Raise an error if no sentence of the suite was found: the wrong file or the wrong language."""
    if not places:
        raise LackmusError(
            f"{path}: none of the {len(suite.items):,} sentences of {suite.name} is in it. {ask}"
        )


def refuse_unknown(argument: str, wanted: str | None, found: Iterable[str], path: Path) -> None:
    """Refuse the name of a test suite or collection that is not there, with a list of those that are."""
    names = list(dict.fromkeys(name for name in found if name))
    if wanted is not None and wanted not in names:
        raise LackmusError(f"{path} has no {wanted}. There are: {', '.join(names) or 'none'}.").at(
            Argument(argument)
        )
