"""What a format is to its writer: a module with the endings of its files and one verb."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from lackmus.core.challenges.challenge import Challenge
from lackmus.core.outputs.outputs import HandIn
from lackmus.core.suites.suite import Draft
from lackmus.tables.table import Report


class ReportFormat(Protocol):
    """A module behind the door `lackmus.write_report`."""

    ENDINGS: tuple[str, ...]  # of files in this format, such as (".html", ".htm")

    def write(self, report: Report) -> str | bytes:
        """The report as it stands in a file."""


class SuiteFormat(Protocol):
    """A module behind the door `lackmus.write_suite`."""

    ENDINGS: tuple[str, ...]

    def write(self, suite: Draft) -> str:
        """The suite as it stands in a file; a suite that the format cannot hold is refused, not cut."""


class OutputFormat(Protocol):
    """A module behind the door `lackmus.write_outputs`."""

    NAMES_SYSTEMS: bool  # one file holds all systems; else the files make up a folder

    def write(self, hand_ins: Sequence[HandIn]) -> Mapping[str, str | bytes]:
        """Files by their place in the folder; outputs that the format cannot hold are refused, not cut."""


class ChallengeFormat(Protocol):
    """A module behind the door `lackmus.write_challenge`."""

    ENDINGS: tuple[str, ...]  # none where the files make up a folder
    FOLDER: bool

    def write(self, challenge: Challenge) -> Mapping[str, str | bytes]:
        """Files by their place in the folder; a single file has the name "" and gets one from the user."""
