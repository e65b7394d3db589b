"""What a format is to its reader: a module that says what it takes, recognises it, and reads it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from lackmus.core.challenges.challenge import Challenge
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Draft, Suite
from lackmus.errors import LackmusError
from lackmus.plugins import Door, added, named
from lackmus.read.files import File
from lackmus.read.sentences import SourceLines


class SuiteFormat(Protocol):
    """A module behind the door `lackmus.read_suite`."""

    FITS: str  # what would have fit, as a user can check it

    def recognises(self, file: File) -> bool:
        """Does the content look like this format?"""

    def read(self, file: File) -> Draft:
        """The suite in the file."""


@dataclass(frozen=True)
class Asked:
    """What a user said about outputs beside naming them."""

    form: str | None = None  # the format, whatever the content looks like
    source: Path | None = None  # outputs stand line by line beside this file
    testsuite: str | None = None  # only documents of this test suite …
    collection: str | None = None  # … or of this collection
    skip_unknown: bool = False  # ids that the suite does not have are no mistake

    @cached_property
    def beside(self) -> "SourceLines | None":
        """The lines of the source file, read once however many outputs stand beside it."""
        return None if self.source is None else SourceLines(self.source)


class OutputFormat(Protocol):
    """A module behind the door `lackmus.read_outputs`.

    One that knows test suites and collections says so with `HAS_COLLECTIONS = True`, and one that takes any
    text, with `ANY_TEXT = True`: it is asked after all that have a sign of their own. Where `FITS` names an
    option, `FITS_ON_PAGE` says the same without it.
    """

    FITS: str
    NAMES_SYSTEMS: bool  # the file itself says whose outputs it holds; else its name does

    def recognises(self, file: File, asked: Asked) -> bool:
        """Does the content look like this format? The file may be a folder, or the first bytes of a pipe."""

    def read(self, file: File, system: str, suite: Suite, asked: Asked) -> Sequence[HandIn]:
        """The outputs in the file (or folder); `system` is the name that the file's own name suggests."""


class ChallengeFormat(Protocol):
    """A module behind the door `lackmus.read_challenge`."""

    FITS: str

    def recognises(self, file: File) -> bool:
        """Does the content look like this format?"""

    def read(self, file: File) -> Challenge:
        """The challenge in the file."""


def suite_format(file: File, form: str | None = None) -> SuiteFormat:
    """The format that was asked for, else the first that recognises the content."""
    found: SuiteFormat
    if form is not None:
        found = named(Door.READ_SUITE, form, "--from")
    else:
        found = _first(added(Door.READ_SUITE), lambda one: one.recognises(file), file, "a suite")
    return found


def output_format(file: File, asked: Asked) -> OutputFormat:
    """The format that was asked for, else the first that recognises the content."""
    found: OutputFormat
    if asked.form is not None:
        found = named(Door.READ_OUTPUTS, asked.form, "--from")
    else:
        # Whoever takes any text comes last: it would swallow the files of formats that are added.
        formats = sorted(added(Door.READ_OUTPUTS), key=lambda one: getattr(one[1], "ANY_TEXT", False))
        found = _first(formats, lambda one: one.recognises(file, asked), file, "outputs")
    return found


def challenge_format(file: File, form: str | None = None) -> ChallengeFormat:
    """The format that was asked for, else the first that recognises the content."""
    found: ChallengeFormat
    if form is not None:
        found = named(Door.READ_CHALLENGE, form, "--from")
    else:
        found = _first(added(Door.READ_CHALLENGE), lambda one: one.recognises(file), file, "a challenge")
    return found


def reads_folder(file: File, asked: Asked) -> bool:
    """Is the folder as a whole in some format? Else it is just its files."""
    if asked.form is not None:
        return bool(output_format(file, asked).recognises(file, asked))
    return any(one.recognises(file, asked) for _, one in added(Door.READ_OUTPUTS))


def _first(formats: Iterable[tuple[str, Any]], fits: Callable[[Any], bool], file: File, what: str) -> Any:
    seen = []
    for name, one in formats:
        if fits(one):
            return one
        seen.append((name, one))
    if file.content.isspace():  # or nothing at all in it, which says so
        raise file.empty
    fitting = "; ".join(f"{name} ({one.FITS})" for name, one in seen)
    on_page = "; ".join(f"{name} ({getattr(one, 'FITS_ON_PAGE', one.FITS)})" for name, one in seen)
    raise LackmusError(
        f"{file.path}: no format for {what} recognises it.",
        f"These would fit: {fitting}.",
        page=f"These would fit: {on_page}.",
    )
