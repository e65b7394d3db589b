"""`lackmus challenge list|import|export|group|remove`: challenges in the workspace."""

from dataclasses import replace as changed
from pathlib import Path
from typing import Annotated

import typer

from lackmus.cli.answers import Printout, say
from lackmus.cli.challenges.options import (
    ChallengeArg,
    FormOption,
    GroupOption,
    HypothesesOption,
    LangpairOption,
    NameArg,
    ToOption,
    opened,
)
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.cli.options import AllowLargeOption
from lackmus.core.base.plurals import counted
from lackmus.errors import LackmusError
from lackmus.flows.challenges.challenges import metric_groups, open_challenge
from lackmus.flows.challenges.keeping import challenges, keep, regroup, remove, remove_scores
from lackmus.tables.challenges.lists import challenges_table, challenges_values
from lackmus.tables.table import Report
from lackmus.write.challenges import challenge_format, write_challenge

challenge_app = group("challenge")


@challenge_app.command("list")
def list_challenges(*, desk: ReadingDesk, printout: Printout) -> None:
    """List the challenges of the workspace."""
    found = challenges(desk)
    report = Report(
        "Lackmus: challenges",
        (challenges_table(found, "Build one: lackmus challenge build SUITE."),),
        challenges_values(found),
    )
    printout.show(report)


@challenge_app.command("import")
def import_challenge(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A challenge.", show_default=False)],
    name: Annotated[
        str | None, typer.Option("--name", help="Its name; else as in the file.", show_default=False)
    ] = None,
    order: HypothesesOption = None,
    langpair: LangpairOption = None,
    form: FormOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace one with this name.")] = False,
    *,
    desk: ActingDesk,
    allow_large: AllowLargeOption = False,
) -> None:
    """Import a challenge into the workspace: JSON Lines, ACES-style TSV, the key of blind files."""

    challenge, _ = open_challenge(file, form, order, langpair)
    if name:
        challenge = changed(challenge, name=name)
    kept = keep(desk, challenge, "challenge import", replace)
    say(f"{kept.name}: {counted(kept.tuples, 'tuple')}.")


@challenge_app.command("export")
def export_challenge(
    challenge: ChallengeArg,
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            help="Write to this file (mtme, blind, wmt: into this folder).",
            show_default=False,
        ),
    ],
    to: ToOption = None,
    order: HypothesesOption = None,
    langpair: LangpairOption = None,
    form: FormOption = None,
    *,
    desk: ReadingDesk,
) -> None:
    """Write a challenge in another format; `blind` makes files for a shared task, and their key."""
    found = opened(challenge, form, None, desk, order, langpair)
    for path in write_challenge(found.challenge, challenge_format(to, output), output):
        say(f"Written: {path}")


@challenge_app.command("group")
def group_metrics(
    name: NameArg,
    group: GroupOption = None,
    *,
    desk: ActingDesk,
) -> None:
    """Set the groups in which the metrics of a challenge are ranked."""
    groups = metric_groups(group or ())
    if not groups:
        raise LackmusError("Say which metrics belong together: --group GROUP=METRIC,METRIC.")
    regroup(desk, name, groups)
    say(f"{name}: {', '.join(f'{metric} in {of}' for metric, of in groups.items())}.")


@challenge_app.command("remove")
def remove_challenge(
    name: NameArg,
    metric: Annotated[
        list[str] | None,
        typer.Option("--metric", help="Only the scores of this metric (repeatable).", show_default=False),
    ] = None,
    *,
    desk: ActingDesk,
) -> None:
    """Remove a challenge from the workspace, or scores of metrics; lackmus undo restores them."""
    if metric:
        remove_scores(desk, name, metric)
        say(f"{name}: the scores of {', '.join(metric)} are removed.")
    else:
        remove(desk, name)
        say(f"{name} is removed.")
