"""Protocols of writer modules: the file endings and one function."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from lackmus.core.challenges.challenge import ChallengeSet
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Draft
from lackmus.tables.table import Report


class ReportWriter(Protocol):
    """A module of the plug-in group `lackmus.write_report`."""

    ENDINGS: tuple[str, ...]  # of files in this format, such as (".html", ".htm")

    def write(self, report: Report) -> str | bytes:
        """The report as file content."""


class SuiteWriter(Protocol):
    """A module of the plug-in group `lackmus.write_suite`."""

    ENDINGS: tuple[str, ...]

    def write(self, suite: Draft) -> str:
        """The suite as file content; a suite that does not fit the format is refused, not cut."""


class OutputWriter(Protocol):
    """A module of the plug-in group `lackmus.write_outputs`."""

    NAMES_SYSTEMS: bool  # one file holds all systems; otherwise the files make up a folder

    def write(self, hand_ins: Sequence[HandIn]) -> Mapping[str, str | bytes]:
        """Files by their path in the folder; outputs that do not fit the format are refused, not cut."""


class ChallengeWriter(Protocol):
    """A module of the plug-in group `lackmus.write_challenge`."""

    ENDINGS: tuple[str, ...]  # empty if the files make up a folder
    FOLDER: bool

    def write(self, challenge: ChallengeSet) -> Mapping[str, str | bytes]:
        """Files by their path in the folder; a single file has the name "", and the user names it."""
