"""`lackmus backup`, `lackmus restore` and `lackmus export`: copies of a whole workspace."""

from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import say
from lackmus.cli.commands import app
from lackmus.cli.desks import ReadingDesk
from lackmus.errors import LackmusError
from lackmus.flows.workspaces.copies import back_up
from lackmus.flows.workspaces.copies import restore as restore_workspace


@app.command("backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.", show_default=False)],
    replace: Annotated[bool, typer.Option("--replace", help="Replace the file if it is there.")] = False,
    *,
    desk: ReadingDesk,
) -> None:
    """Copy the workspace into a file, as it is at this moment, while others go on working."""
    back_up(desk, file, replace)
    say(f"Written: {file} ({file.stat().st_size / 1_000_000:,.1f} MB). Restore it: lackmus restore {file}")


@app.command("restore")
def restore(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A backup, or a folder of export --everything.", show_default=False
        ),
    ],
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace what the workspace holds; a copy of it is kept.")
    ] = False,
    *,
    desk: ReadingDesk,
) -> None:
    """Restore a backup or an exported folder into a workspace, in either database."""
    name, new = restore_workspace(desk, source, replace)
    say(f"{name} {'is a new workspace and now' if new else 'now'} holds what {source} held.")


@app.command("export")
def export(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A new folder to write to.", show_default=False)
    ],
    everything: Annotated[
        bool, typer.Option("--everything", help="The whole workspace, with its history.")
    ] = False,
    *,
    desk: ReadingDesk,
) -> None:
    """Write the whole workspace as Parquet and JSON Lines, one file per table, for any program."""
    if not everything:
        raise LackmusError(
            "Say that everything is meant: lackmus export --everything FOLDER. "
            "A suite alone: lackmus suite export. Outputs alone: lackmus outputs export."
        )
    from lackmus.flows.workspaces.copies import export as export_workspace

    counts = export_workspace(desk, folder)
    say(f"Written: {len(counts)} tables with {sum(counts.values()):,} rows to {folder}.")
