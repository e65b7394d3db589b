"""`lackmus user …`: people, roles, passwords and tokens."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.core.base.plurals import counted
from lackmus.core.workspaces.people import Role
from lackmus.errors import LackmusError
from lackmus.flows.workspaces import accounts
from lackmus.flows.workspaces import people as flows
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.table import Report
from lackmus.tables.workspaces.people import people_table, people_values, tokens_table, tokens_values

user_app = group("user")

NameArg = Annotated[str, typer.Argument(metavar="NAME", help="The person's name.", show_default=False)]
FileOption = Annotated[
    str | None,
    typer.Option(
        "--password-file",
        metavar="FILE",
        help="Take the password from the first line of a file, or of standard input (-), for scripts.",
        show_default=False,
    ),
]


@user_app.command("add")
def add(
    name: NameArg,
    role: Annotated[Role | None, typer.Option(help="What they may do.", show_default="annotator")] = None,
    password: Annotated[
        bool, typer.Option("--password", help="Ask for a password by which they can log in.")
    ] = False,
    password_file: FileOption = None,
    create: Annotated[bool, typer.Option("--create", help="Make the workspace if it is not there.")] = False,
    *,
    desk: ActingDesk,
) -> None:
    """Add a person, with a password if they are to log in; only an admin can add editors and admins."""
    secret = _password(password_file) if password or password_file is not None else None
    if create:
        Desk(desk.workspace).open(create=True).close()
    new = flows.add_person(desk, name, role, secret)
    say(f"{name} is entered as {role or Role.ANNOTATOR}." if new else f"{name} is there already.")
    if secret is not None:
        say(f"{name} can log in.")


@user_app.command("list")
def list_people(*, desk: ReadingDesk, printout: Printout) -> None:
    """List people: role, number of decisions, last activity, and who can log in."""
    people = flows.people(desk)
    printout.show(Report("Lackmus: people", (people_table(people),), people_values(people)))


@user_app.command("role")
def role(
    name: NameArg,
    role: Annotated[Role, typer.Argument(help="What they may do from now on.", show_default=False)],
    *,
    desk: ActingDesk,
) -> None:
    """Set the role of a person; only for admins."""
    other = flows.give_role(desk, name, role)
    say(f"{name} is {'now' if other else 'already'} {role}.")


@user_app.command("remove")
def remove(name: NameArg, *, desk: ActingDesk) -> None:
    """Remove a person: no log-in, no tokens; their decisions stay. Only for admins."""
    flows.remove_person(desk, name)
    say(f"{name} is removed. What they decided stays.")


@user_app.command("password")
def password(
    name: NameArg,
    password_file: FileOption = None,
    *,
    desk: ActingDesk,
) -> None:
    """Set the password of a person, typed twice; they are logged out everywhere.

    Their tokens stay valid.
    """
    accounts.set_password(desk, name, _password(password_file))
    tokens = len(accounts.list_tokens(Desk(desk.workspace), name))
    kept = f" {counted(tokens, 'token stays', 'tokens stay')} valid: lackmus user revoke --all {name}."
    say(f"{name} has a new password and is logged out everywhere.{kept if tokens else ''}")


@user_app.command("token")
def token(
    name: NameArg,
    for_what: Annotated[
        str, typer.Option("--for", help="What it is for, such as “notebook”.", show_default=False)
    ],
    *,
    desk: ActingDesk,
) -> None:
    """Make a token by which a person's scripts can use the API; it is printed only once."""
    made = accounts.make_token(desk, name, for_what)
    typer.echo(made)
    say("Keep it like a password: it is not shown again. Revoke it: lackmus user revoke NUMBER.")


@user_app.command("tokens")
def tokens(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Only those of this person.", show_default=False)
    ] = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """List tokens: owner, purpose, and last use."""
    found = accounts.list_tokens(desk, name)
    printout.show(Report("Lackmus: tokens", (tokens_table(found),), tokens_values(found)))


@user_app.command("revoke")
def revoke(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[NUMBER]", min=1, help="See lackmus user tokens.", show_default=False),
    ] = None,
    all_of: Annotated[
        str | None, typer.Option("--all", metavar="NAME", help="All of this person.", show_default=False)
    ] = None,
    *,
    desk: ActingDesk,
) -> None:
    """Revoke a token, or all tokens of a person; for their owner and for admins."""
    if (number is None) == (all_of is None):
        raise LackmusError("Say which: the NUMBER of a token, or --all NAME for all tokens of a person.")
    if all_of is not None:
        many = len(accounts.revoke_tokens(desk, all_of))
        say(f"{counted(many, 'token')} of {all_of} revoked.")
    if number is None:
        return
    revoked = accounts.revoke_token(desk, number)
    say(f"Token {number} of {revoked.person} for {revoked.name} is revoked.")


def _password(file: str | None) -> str:
    """The password from a file, from standard input, or typed twice without echo."""
    if file is not None:
        from lackmus.flows.workspaces.accounts import password_in

        return password_in(sys.stdin.buffer if file == "-" else Path(file))
    if not sys.stdin.isatty():
        raise LackmusError("A password is asked for in a terminal. In a script: --password-file FILE, or -.")
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt="Once again", err=True))
