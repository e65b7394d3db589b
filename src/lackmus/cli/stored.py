"""On files, or on what is stored: which of the two a user means, and what only one of them knows."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from lackmus.cli.answers import say
from lackmus.errors import LackmusError


def is_stored(
    suite: Path, workspace: str | None, of_files: Mapping[str, object], of_workspaces: Mapping[str, object]
) -> bool:
    """Whether a suite of the workspace is meant; options that only the other of the two knows are refused.

    So it is if a workspace is named, or if there is no such file but a workspace that has such a suite.
    """
    there = os.path.exists(suite)  # noqa: PTH110  (a name that no file can have is no error here)
    stored = workspace is not None or (not there and _is_suite(str(suite)))
    for option, given in (of_files if stored else of_workspaces).items():
        if given:
            where = (
                "files, and this is about a workspace" if stored else "a workspace, and this is about files"
            )
            remedy = "Leave it out." if stored else "Leave it out, or name the workspace: --workspace."
            raise LackmusError(f"{option} is about {where}. {remedy}")
    return stored


def _is_suite(name: str) -> bool:
    """Whether the workspace has it; where there is none, a file was meant."""
    from lackmus.flows.workspaces.workspaces import (
        suites_there,  # only now: whoever works on files needs no database
    )

    there = suites_there(None)
    if there and name not in there:
        raise LackmusError(
            f"There is no file {name}, and no suite of that name in the workspace. It has {', '.join(there)}."
        )
    return bool(there)


def only_files(
    source: Path | None,
    form: str | None,
    testsuite: str | None,
    collection: str | None,
    skip_unknown: bool,
    decisions: Path | None,
) -> dict[str, object]:
    """What is asked about files, by option."""
    return {
        "--source": source,
        "--from": form,
        "--testsuite": testsuite,
        "--collection": collection,
        "--skip-unknown": skip_unknown,
        "--decisions": decisions,
    }


def tell_notes(notes: Sequence[str]) -> None:
    """Say aloud what must be known before all else; the report has it on its first table."""
    for note in notes:
        say(note)
