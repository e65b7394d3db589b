"""`lackmus campaign …`: campaigns of the workspace."""

from dataclasses import replace
from typing import Annotated

import typer

from lackmus.cli.answers import say, show
from lackmus.cli.commands import group
from lackmus.cli.options import (
    AsOfOption,
    AsOption,
    CommentOption,
    FormatOption,
    OutOption,
    WorkspaceOption,
    format_of,
)
from lackmus.errors import LackmusError

campaign_app = group("campaign")

NameArg = Annotated[
    str | None,
    typer.Argument(metavar="[CAMPAIGN]", help="The campaign, where there are several.", show_default=False),
]
AnonymousOption = Annotated[
    bool, typer.Option("--anonymous", help="Systems behind aliases that stay the same.")
]
AddOption = Annotated[
    list[str] | None, typer.Option("--add", help="Add tags (commas or repeated).", show_default=False)
]
RemoveOption = Annotated[
    list[str] | None, typer.Option("--remove", help="Remove tags (commas or repeated).", show_default=False)
]


def tags_in(given: list[str] | None) -> tuple[str, ...]:
    """Tags from repeated options or comma-separated."""
    from lackmus.core.base.tags import tags_in as read_tags

    return read_tags(given or ())


@campaign_app.command("list")
def list_campaigns(
    workspace: WorkspaceOption = None,
    as_of: AsOfOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """List the campaigns: year, systems, suites, pairs, outputs, distinct texts, open warnings."""
    from lackmus.flows.outputs.campaigns import campaigns
    from lackmus.flows.workspaces.workspaces import Desk
    from lackmus.tables.outputs.campaigns import campaign_values, campaigns_table
    from lackmus.tables.table import Report

    chosen = format_of(format, output)
    found = campaigns(Desk(workspace), as_of=as_of)
    # A list of campaigns only names their systems; hand-ins are shown for one campaign at a time.
    names = [[system.name for system in one.systems] for one in found]
    answer = {
        "campaigns": [
            {**campaign_values(one), "systems": systems} for one, systems in zip(found, names, strict=True)
        ]
    }
    show(Report("Lackmus: campaigns", (campaigns_table(found),), answer), chosen, output)


@campaign_app.command("show")
def show_campaign(
    name: NameArg = None,
    anonymous: AnonymousOption = False,
    workspace: WorkspaceOption = None,
    as_of: AsOfOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Show a campaign with its systems and their hand-ins, replaced ones included."""
    from lackmus.flows.outputs.campaigns import campaign
    from lackmus.flows.workspaces.workspaces import Desk
    from lackmus.tables.outputs.campaigns import (
        campaign_values,
        campaigns_table,
        hand_ins_table,
        origin_tables,
        systems_table,
    )
    from lackmus.tables.table import Report

    chosen = format_of(format, output)
    found = campaign(Desk(workspace), name, anonymous, as_of)
    tables = (
        campaigns_table([found]),
        systems_table(f"{found.name}: systems", found.systems),
        hand_ins_table(found.systems),
        *origin_tables(found.systems),
    )
    show(Report(f"Lackmus: {found.name}", tables, campaign_values(found), found.comment), chosen, output)


@campaign_app.command("rename")
def rename(
    name: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Its name.", show_default=False)],
    to: Annotated[str, typer.Argument(metavar="NAME", help="Its new name.", show_default=False)],
    year: Annotated[
        int | None, typer.Option("--year", min=1900, max=2999, help="Its year.", show_default=False)
    ] = None,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
) -> None:
    """Rename a campaign, and change its year if given; a name in use is refused."""
    from lackmus.flows.outputs.campaigns import change_campaign
    from lackmus.flows.workspaces.workspaces import Desk

    before, after = change_campaign(
        Desk(workspace, person, comment),
        name,
        "campaign rename",
        lambda one: replace(one, name=to.strip(), year=year or one.year),
    )
    say(f"{before.name} is {after.name} now." if before != after else f"{before.name} has that name already.")


@campaign_app.command("tag")
def tag(
    name: NameArg = None,
    add: AddOption = None,
    remove: RemoveOption = None,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
) -> None:
    """Add tags to a campaign, or remove some."""
    from lackmus.flows.outputs.campaigns import change_campaign, check_tags
    from lackmus.flows.workspaces.workspaces import Desk

    more, less = tags_in(add), tags_in(remove)
    refuse_no_tags(more, less)
    _, after = change_campaign(
        Desk(workspace, person, comment),
        name,
        "campaign tag",
        lambda one: replace(one, tags=check_tags(one.tags, more, less)),
    )
    say(f"{after.name}: {', '.join(after.tags) or 'no tags'}.")


def refuse_no_tags(add: tuple[str, ...], remove: tuple[str, ...]) -> None:
    """Refuse a call without any tag."""
    if not add and not remove:
        raise LackmusError("Say which tags: --add neural,online or --remove unsupervised.")


@campaign_app.command("delete")
def delete(
    name: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Its name.", show_default=False)],
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
) -> None:
    """Remove a campaign with all its systems from the workspace; `lackmus undo` restores it.

    Nothing is erased: `--as-of` and saved reports still include it.
    """
    from lackmus.flows.outputs.removals import delete_campaign
    from lackmus.flows.workspaces.workspaces import Desk

    removed = delete_campaign(Desk(workspace, person, comment), name)
    say(f"{removed}. Bring it back: lackmus undo {removed.change}.")
