"""`lackmus user …`: who works in the workspace."""

from typing import Annotated

import typer

from lackmus.cli.answers import say, show
from lackmus.cli.app import app
from lackmus.cli.options import AsOption, CommentOption, FormatOption, OutOption, WorkspaceOption, format_of
from lackmus.core.people import Role

user_app = typer.Typer(help="People who work in the workspace, and their roles.", no_args_is_help=True)
app.add_typer(user_app, name="user")

NameArg = Annotated[str, typer.Argument(metavar="NAME", help="The person's name.", show_default=False)]


@user_app.command("add")
def add(
    name: NameArg,
    role: Annotated[Role | None, typer.Option(help="What they may do.", show_default="annotator")] = None,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
) -> None:
    """Enter somebody; only an editor can enter another editor."""
    from lackmus.flows import people as flows
    from lackmus.flows.workspaces import Desk

    new = flows.add_person(Desk(workspace, person, comment), name, role)
    say(f"{name} is entered as {role or Role.ANNOTATOR}." if new else f"{name} is there already.")


@user_app.command("list")
def list_people(
    workspace: WorkspaceOption = None, format: FormatOption = None, output: OutOption = None
) -> None:
    """Who is there: role, decisions made, last seen."""
    from lackmus.core.people import people_table, people_values
    from lackmus.core.tables import Report
    from lackmus.flows import people as flows
    from lackmus.flows.workspaces import Desk

    chosen = format_of(format, output)
    people = flows.people(Desk(workspace))
    show(Report("Lackmus: people", (people_table(people),), people_values(people)), chosen, output)


@user_app.command("role")
def role(
    name: NameArg,
    role: Annotated[Role, typer.Argument(help="What they may do from now on.", show_default=False)],
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
) -> None:
    """Give somebody another role; only an editor may."""
    from lackmus.flows import people as flows
    from lackmus.flows.workspaces import Desk

    other = flows.give_role(Desk(workspace, person, comment), name, role)
    say(f"{name} is {'now' if other else 'already'} {role}.")
