"""Protocols of reader modules: each describes its format, recognises it, and reads it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Draft, Suite
from lackmus.errors import LackmusError
from lackmus.plugins import PluginGroup, added, named
from lackmus.read.datasets.columns import ColumnsByRole
from lackmus.read.files import File
from lackmus.read.sentences import SourceLines
from lackmus.read.test_sets import TestSet


class SuiteReader(Protocol):
    """A module of the plug-in group `lackmus.read_suite`."""

    FITS: str  # what the format looks like, for messages

    def recognises(self, file: File) -> bool:
        """Whether the content looks like this format."""

    def read(self, file: File) -> Draft:
        """The suite in the file."""


@dataclass(frozen=True)
class ReadOptions:
    """What a user said about outputs beside their paths."""

    form: str | None = None  # the format; None: by content
    source: Path | None = None  # outputs stand line by line beside this file
    testsuite: str | None = None  # only documents of this test suite
    collection: str | None = None  # only documents of this collection
    skip_unknown: bool = False  # skip ids that the suite does not have
    whole: bool = False  # keep documents as they stand, to write them again
    columns: ColumnsByRole = field(default_factory=dict)  # of a data set, as the user names them

    @cached_property
    def beside(self) -> "SourceLines | None":
        """The lines of the source file, read once for all outputs."""
        return None if self.source is None else SourceLines(self.source, self.columns)

    @cached_property
    def documents(self) -> "TestSet | None":
        """The documents of the source file where it is a test set as JSON Lines."""
        return TestSet(self.source) if self.source is not None and TestSet.recognises(self.source) else None


class OutputReader(Protocol):
    """A module of the plug-in group `lackmus.read_outputs`.

    A format with test suites sets `HAS_TESTSUITES = True`, one with collections `HAS_COLLECTIONS = True`. A
    format that accepts any text sets `ANY_TEXT = True`: it is tried last. Where `FITS` names an option,
    `FITS_ON_PAGE` says the same without it.
    """

    FITS: str
    NAMES_SYSTEMS: bool  # the file names its systems; otherwise its own name does

    def recognises(self, file: File, asked: ReadOptions) -> bool:
        """Whether the content looks like this format; the file may be a folder, or the start of a pipe."""

    def read(self, file: File, system: str, suite: Suite, asked: ReadOptions) -> Sequence[HandIn]:
        """The outputs in the file or folder; `system` is the name that the file's name suggests."""


class ChallengeReader(Protocol):
    """A module of the plug-in group `lackmus.read_challenge`.

    A format whose files may lack the language pair sets `TAKES_PAIR = True`, and `read` takes it as `pair`.
    """

    FITS: str

    def recognises(self, file: File) -> bool:
        """Whether the content looks like this format."""

    def read(self, file: File) -> ChallengeSet:
        """The challenge in the file."""


def suite_format(file: File, form: str | None = None) -> SuiteReader:
    """The requested format, otherwise the first that recognises the content."""
    found: SuiteReader
    if form is not None:
        found = named(PluginGroup.READ_SUITE, form, "from")
    else:
        found = _first(added(PluginGroup.READ_SUITE), lambda one: one.recognises(file), file, "a suite")
    return found


def output_format(file: File, asked: ReadOptions) -> OutputReader:
    """The requested format, otherwise the first that recognises the content."""
    found: OutputReader
    if asked.form is not None:
        found = named(PluginGroup.READ_OUTPUTS, asked.form, "from")
    else:
        # Formats that accept any text come last: they would swallow the files of others.
        formats = sorted(added(PluginGroup.READ_OUTPUTS), key=lambda one: getattr(one[1], "ANY_TEXT", False))
        found = _first(formats, lambda one: one.recognises(file, asked), file, "outputs")
    return found


def challenge_format(file: File, form: str | None = None) -> ChallengeReader:
    """The requested format, otherwise the first that recognises the content."""
    found: ChallengeReader
    if form is not None:
        found = named(PluginGroup.READ_CHALLENGE, form, "from")
    else:
        found = _first(
            added(PluginGroup.READ_CHALLENGE), lambda one: one.recognises(file), file, "a challenge"
        )
    return found


def reads_folder(file: File, asked: ReadOptions) -> bool:
    """Whether the folder as a whole is in some format; otherwise its files are read one by one."""
    if asked.form is not None:
        return bool(output_format(file, asked).recognises(file, asked))
    return any(one.recognises(file, asked) for _, one in added(PluginGroup.READ_OUTPUTS))


def _first(formats: Iterable[tuple[str, Any]], fits: Callable[[Any], bool], file: File, what: str) -> Any:
    seen = []
    for name, one in formats:
        if fits(one):
            return one
        seen.append((name, one))
    if file.content.isspace():  # blank; an empty file raises an error
        raise file.empty
    raise LackmusError(
        f"{file.path}: no format for {what} recognises it.",
        code="no-format-fits",
        formats={name: one.FITS for name, one in seen},
        plainly={name: one.FITS_ON_PAGE for name, one in seen if hasattr(one, "FITS_ON_PAGE")},
    )
