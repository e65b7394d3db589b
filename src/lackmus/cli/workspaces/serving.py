"""`lackmus serve`: the web application."""

from typing import Annotated

import typer

from lackmus.cli.answers import say
from lackmus.cli.commands import app
from lackmus.cli.options import AsOption, WorkspaceOption
from lackmus.flows.workspaces.workspaces import Desk


@app.command()
def serve(
    workspace: WorkspaceOption = None,
    host: Annotated[
        str, typer.Option(help="The address to listen on; any but this machine's own needs accounts.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = 8000,
    name: Annotated[
        list[str] | None,
        typer.Option(
            help="A name under which visitors call the server, such as that of a proxy. Repeatable."
        ),
    ] = None,
    https: Annotated[bool, typer.Option("--https", help="Users connect by https, through a proxy.")] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy in front, by address or network: it may say for whom it asks. Repeatable.",
        ),
    ] = None,
    create: Annotated[bool, typer.Option("--create", help="Make the workspace if it is not there.")] = False,
    browser: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    person: AsOption = None,
) -> None:
    """Open the workspace in the browser: review, write rules, read results."""
    from lackmus.web.serving import Address, serve

    def started(place: str, login: bool) -> None:
        whose = "log in there" if login else "only for you, on this machine"
        say(f"Lackmus is at {place} ({whose}). Ctrl-C ends it.")
        if browser:
            typer.launch(place)

    address = Address(host, port, tuple(name or ()), https, tuple(proxy or ()))
    serve(Desk(workspace, person), address, create, started)
