"""The material of a command: files or the workspace."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lackmus.cli.options import (
    CollectionOption,
    ColumnsOption,
    DecisionsOption,
    FromOption,
    TestsuiteOption,
    UnknownOption,
    named_outputs,
)
from lackmus.core.base.addresses import address_in
from lackmus.core.base.choices import Choices
from lackmus.errors import LackmusError

if TYPE_CHECKING:
    from lackmus.flows.verdicts.comparing import MaterialSource
    from lackmus.flows.verdicts.requests import ReadOptions


def is_named(named: str, workspace: str | None, what: str, there: Callable[[str | None], list[str]]) -> bool:
    """Whether a name refers to the workspace: if a workspace is given, or if the workspace has it and no file
    does.

    `there` lists the names in the workspace; if it has none of the kind, a file is meant.
    """
    if workspace is not None:
        return True
    if address_in(named) or os.path.exists(named):  # noqa: PTH110  (a name that no file can have is no error here)
        return False
    known = there(None)
    if known and named not in known:
        raise LackmusError(
            f"There is no file {named}, and no {what} of that name in the workspace. "
            f"It has {', '.join(known)}."
        )
    return bool(known)


def is_stored(
    suite: Path, workspace: str | None, of_files: Mapping[str, object], of_workspaces: Mapping[str, object]
) -> bool:
    """Whether a suite of the workspace is meant; options of the other kind are refused."""
    stored = is_named(str(suite), workspace, "suite", _suites)
    for option, given in (of_files if stored else of_workspaces).items():
        if given:
            where = (
                "files, and this is about a workspace" if stored else "a workspace, and this is about files"
            )
            remedy = "Leave it out." if stored else "Leave it out, or name the workspace: --workspace."
            raise LackmusError(f"{option} is about {where}. {remedy}")
    return stored


def _suites(workspace: str | None) -> list[str]:
    # Late import: commands on files need no database.
    from lackmus.flows.workspaces.workspaces import suites_there

    return suites_there(workspace)


@dataclass(frozen=True)
class ReadingOptions:
    """How files of outputs and decisions are read."""

    form: FromOption = None
    testsuite: TestsuiteOption = None
    collection: CollectionOption = None
    skip_unknown: UnknownOption = False
    columns: ColumnsOption = None
    decisions: DecisionsOption = None

    def about(self, source: Path | None) -> "ReadOptions":
        """The options for outputs, with the file whose lines were translated."""
        from lackmus.flows.verdicts.requests import ReadOptions, named_columns

        columns = named_columns(self.columns or ())
        return ReadOptions(
            self.form, source, self.testsuite, self.collection, self.skip_unknown, columns=columns
        )


@dataclass(frozen=True)
class OfFiles:
    """Options that only files have."""

    reading: ReadingOptions
    outputs: Sequence[str] | None = None
    hyp: Sequence[str] | None = None
    source: Path | None = None

    @property
    def options(self) -> dict[str, object]:
        """The options for reading outputs."""
        return {
            "--source": self.source,
            "--hyp": self.hyp,
            "--from": self.reading.form,
            "--testsuite": self.reading.testsuite,
            "--collection": self.reading.collection,
            "--skip-unknown": self.reading.skip_unknown,
            "--columns": self.reading.columns,
            "--decisions": self.reading.decisions,
        }


@dataclass(frozen=True)
class OfWorkspace:
    """Options that only a workspace has."""

    workspace: str | None = None
    person: str | None = None
    comment: str = ""
    campaign: str | None = None
    compared: Sequence[str] = ()
    tags: Sequence[str] | None = None
    exclude_tags: Sequence[str] | None = None
    category: Sequence[str] | None = None
    phenomenon: Sequence[str] | None = None
    as_of: str | None = None

    @property
    def options(self) -> dict[str, object]:
        """The options for stored systems and items."""
        return {
            "--tag": self.tags,
            "--exclude-tag": self.exclude_tags,
            "--category": self.category,
            "--phenomenon": self.phenomenon,
            "--as-of": self.as_of,
        }


def material_source(
    suite: Path,
    files: OfFiles,
    stored: OfWorkspace,
    pair: str | None,
    systems: Sequence[str] | None,
    exclude: Sequence[str] | None,
    choices: Choices,
    only_files: dict[str, object] | None = None,
    only_stored: dict[str, object] | None = None,
) -> "MaterialSource":
    """The material of a comparison; `only_files` and `only_stored` are further options of the command."""
    of_files, of_workspaces = files.options | (only_files or {}), stored.options | (only_stored or {})
    if not is_stored(suite, stored.workspace, of_files, of_workspaces):
        from lackmus.flows.verdicts.material import Request

        reading, source = files.reading, files.source
        outputs = named_outputs(files.outputs, files.hyp, source)
        return Request(
            suite,
            outputs,
            reading.about(source),
            pair,
            systems or (),
            exclude or (),
            choices,
            reading.decisions,
        )
    from lackmus.core.suites.suite import SuitePart
    from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
    from lackmus.flows.workspaces.workspaces import Desk

    request = StoredRequest(
        str(suite),
        pair,
        systems or (),
        exclude or (),
        stored.tags or (),
        stored.exclude_tags or (),
        SuitePart(tuple(stored.category or ()), tuple(stored.phenomenon or ())),
        choices,
        stored.as_of,
    )
    desk = Desk(stored.workspace, stored.person, stored.comment)
    return FromWorkspace(desk, request, stored.campaign, stored.compared)
