"""The program: its name and global options."""

import logging
from typing import Annotated

import typer

from lackmus import __version__
from lackmus.cli.answers import say

app = typer.Typer(
    name="lackmus",
    help="Find out what a machine translation system can and cannot translate, phenomenon by phenomenon.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)
    ] = False,
) -> None:
    """Find out what a machine translation system can and cannot translate, phenomenon by phenomenon."""
    if version:
        print(f"lackmus {__version__}")
        raise typer.Exit


class _Told(logging.Handler):
    """Messages of flows, such as that a workspace was migrated."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one line."""
        say(record.getMessage())


logging.getLogger("lackmus").addHandler(_Told())
