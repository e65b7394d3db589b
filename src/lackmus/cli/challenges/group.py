"""The group `lackmus challenge`."""

import typer

from lackmus.cli.app import app

challenge_app = typer.Typer(
    help="Challenge sets for metrics: which metrics see which errors?", no_args_is_help=True
)
app.add_typer(challenge_app, name="challenge")
