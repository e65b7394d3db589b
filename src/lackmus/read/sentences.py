"""Find suite sentences among thousands of other lines, by source sentence."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from lackmus.core.base.texts import source_key
from lackmus.core.suites.suite import Suite
from lackmus.errors import Argument, LackmusError
from lackmus.read.files import File

_SOURCE_FILE = "Is it the source file, and in the suite's source language?"
OWN_SOURCES = "Are the sources in it in the suite's source language?"  # a file with its own sources

Places = list[tuple[str, int]]  # item key, index of the line


class SourceLines:
    """A source file beside the outputs of many systems: read once, searched once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._found: tuple[Suite, Places] | None = None

    @cached_property
    def lines(self) -> list[str]:
        """Its lines; all callers share one list."""
        return File(self.path).lines

    def places(self, suite: Suite, documents: Sequence[str] = ()) -> Places:
        """Where the items stand; all callers share one list."""
        if self._found is None or self._found[0] is not suite:
            found = find_items(self.lines, suite, documents)
            refuse_nothing_found(found, self.path, suite)
            self._found = suite, found
        return self._found[1]


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
