"""`lackmus system …`: the systems of campaigns in the workspace."""

from dataclasses import replace
from typing import Annotated

import typer

from lackmus.cli.answers import say, show
from lackmus.cli.commands import group
from lackmus.cli.options import (
    AsOfOption,
    AsOption,
    CampaignOption,
    CommentOption,
    FormatOption,
    OutOption,
    WorkspaceOption,
    format_of,
)
from lackmus.cli.outputs.campaigns import AddOption, AnonymousOption, RemoveOption, refuse_no_tags, tags_in
from lackmus.core.base.plurals import counted
from lackmus.flows.outputs.campaigns import campaigns, change_system, check_tags, renamed
from lackmus.flows.outputs.removals import delete_system
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.outputs.campaigns import hand_ins_table, origin_tables, system_values, systems_table
from lackmus.tables.table import Report

system_app = group("system")

SystemArg = Annotated[
    str,
    typer.Argument(metavar="SYSTEM", help="NAME with --campaign, or CAMPAIGN/NAME.", show_default=False),
]
TagOption = Annotated[
    list[str] | None,
    typer.Option("--tag", help="Only systems with all these tags (commas or repeated).", show_default=False),
]


@system_app.command("list")
def list_systems(
    campaign: CampaignOption = None,
    tag: TagOption = None,
    anonymous: AnonymousOption = False,
    workspace: WorkspaceOption = None,
    as_of: AsOfOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """List the systems of a campaign, or of all campaigns."""
    chosen, wanted = format_of(format, output), set(tags_in(tag))
    found = [
        system
        for one in campaigns(Desk(workspace), campaign, anonymous, as_of)
        for system in one.systems
        if wanted <= set(system.tags)
    ]
    table = systems_table(counted(len(found), "system"), found)
    answer = {"systems": [system_values(one) for one in found]}
    show(Report("Lackmus: systems", (table,), answer), chosen, output)


@system_app.command("show")
def show_system(
    system: SystemArg,
    campaign: CampaignOption = None,
    anonymous: AnonymousOption = False,
    workspace: WorkspaceOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Show a system with all its hand-ins, replaced ones included."""
    from lackmus.flows.outputs import campaigns

    chosen = format_of(format, output)
    found = campaigns.system(Desk(workspace), system, campaign, anonymous)
    tables = (
        systems_table(f"{found.campaign}/{found.name}", [found]),
        hand_ins_table([found]),
        *origin_tables([found]),
    )
    show(Report(f"Lackmus: {found.name}", tables, system_values(found)), chosen, output)


@system_app.command("rename")
def rename(
    system: SystemArg,
    to: Annotated[str, typer.Argument(metavar="NAME", help="Its new name.", show_default=False)],
    campaign: CampaignOption = None,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
) -> None:
    """Rename a system; a name in use in its campaign is refused."""
    desk = Desk(workspace, person, comment)
    _, after = change_system(desk, system, campaign, "system rename", renamed(to))
    say(f"{system} is {after.name} now.")


@system_app.command("tag")
def tag(
    system: SystemArg,
    add: AddOption = None,
    remove: RemoveOption = None,
    campaign: CampaignOption = None,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
) -> None:
    """Add tags to a system (neural, online, unsupervised …), or remove some."""
    more, less = tags_in(add), tags_in(remove)
    refuse_no_tags(more, less)
    _, after = change_system(
        Desk(workspace, person, comment),
        system,
        campaign,
        "system tag",
        lambda one: replace(one, tags=check_tags(one.tags, more, less)),
    )
    say(f"{after.name}: {', '.join(after.tags) or 'no tags'}.")


@system_app.command("label")
def label(
    system: SystemArg,
    short: Annotated[
        str, typer.Argument(metavar="LABEL", help="Short; empty for the name itself.", show_default=False)
    ],
    campaign: CampaignOption = None,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
) -> None:
    """Give a system a short label for tables."""
    _, after = change_system(
        Desk(workspace, person, comment),
        system,
        campaign,
        "system label",
        lambda one: replace(one, label=short.strip() or one.name),
    )
    say(f"{after.name} is labelled {after.label}.")


@system_app.command("comment")
def comment_on(
    system: SystemArg,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to say of it.", show_default=False)],
    campaign: CampaignOption = None,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
) -> None:
    """Comment on a system; the history keeps earlier comments."""
    _, after = change_system(
        Desk(workspace, person),
        system,
        campaign,
        "system comment",
        lambda one: replace(one, comment=text.strip()),
    )
    say(f"{after.name}: {after.comment or 'no comment'}")


@system_app.command("delete")
def delete(
    system: SystemArg,
    campaign: CampaignOption = None,
    workspace: WorkspaceOption = None,
    person: AsOption = None,
    comment: CommentOption = "",
) -> None:
    """Remove a system with its hand-ins from its campaign; `lackmus undo` restores it.

    Nothing is erased: `--as-of` and saved reports still include it.
    """
    removed = delete_system(Desk(workspace, person, comment), system, campaign)
    say(f"{removed}. Bring it back: lackmus undo {removed.change}.")
