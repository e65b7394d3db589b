"""The program itself: its name and its first options."""

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
    """What flows announce without having been asked: a workspace was migrated, a copy is kept."""

    def emit(self, record: logging.LogRecord) -> None:
        """One line, as all messages."""
        say(record.getMessage())


logging.getLogger("lackmus").addHandler(_Told())
