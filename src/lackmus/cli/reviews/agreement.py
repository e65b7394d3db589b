"""`lackmus agreement` and `lackmus effort`: agreement of people, cost and effect of reviewing."""

import typer

from lackmus.cli.answers import show
from lackmus.cli.commands import app
from lackmus.cli.options import (
    AsOfOption,
    CampaignOption,
    FormatOption,
    OutOption,
    SamplesOption,
    SeedOption,
    WorkspaceOption,
    format_of,
)
from lackmus.core.base.agreement_measures import Resampling
from lackmus.core.reviews.effort import effort_values
from lackmus.flows.reviews.effort import effort_of
from lackmus.flows.reviews.second_looks import agreement_of
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.reviews.agreement import agreement_tables, agreement_values
from lackmus.tables.reviews.effort import effort_tables
from lackmus.tables.table import Report


@app.command()
def agreement(
    campaign: CampaignOption = None,
    as_of: AsOfOption = None,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    workspace: WorkspaceOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Show how well people agree on texts that several of them judged: Cohen's kappa, Krippendorff's alpha.

    For one campaign, or for the whole workspace. Ends with 1 if no text was judged by two people.
    """
    chosen = format_of(format, output)
    found = agreement_of(Desk(workspace), campaign, as_of, Resampling(samples, seed))
    report = Report("Lackmus: agreement", tuple(agreement_tables(found)), agreement_values(found))
    show(report, chosen, output)
    if not found.overall.texts:
        raise typer.Exit(1)


@app.command()
def effort(
    campaign: CampaignOption = None,
    workspace: WorkspaceOption = None,
    format: FormatOption = None,
    output: OutOption = None,
) -> None:
    """Show the effort and effect of reviewing: decisions, hours, warnings before and after.

    For one campaign, or for the whole workspace: the figures for the setup section of a paper.
    """
    chosen = format_of(format, output)
    found = effort_of(Desk(workspace), campaign)
    show(Report("Lackmus: effort", tuple(effort_tables(found)), effort_values(found)), chosen, output)
