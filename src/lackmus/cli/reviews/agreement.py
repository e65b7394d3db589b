"""`lackmus agreement` and `lackmus effort`: agreement of people, cost and effect of reviewing."""

import typer

from lackmus.cli.answers import Printout
from lackmus.cli.commands import app
from lackmus.cli.desks import ReadingDesk
from lackmus.cli.options import (
    AsOfOption,
    CampaignOption,
    SamplesOption,
    SeedOption,
)
from lackmus.core.base.agreement_measures import Resampling
from lackmus.core.reviews.effort import effort_values
from lackmus.flows.reviews.effort import effort_of
from lackmus.flows.reviews.known_choices import control_agreement
from lackmus.flows.reviews.second_looks import agreement_of
from lackmus.tables.reviews.agreement import agreement_tables, agreement_values
from lackmus.tables.reviews.effort import effort_tables
from lackmus.tables.reviews.known_verdicts import agreed_values, controls_agreed_table
from lackmus.tables.table import Report


@app.command()
def agreement(
    campaign: CampaignOption = None,
    as_of: AsOfOption = None,
    samples: SamplesOption = 1000,
    seed: SeedOption = 1,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """Show how well people agree on texts that several of them judged: Cohen's kappa, Krippendorff's alpha.

    For one campaign, or for the whole workspace; control texts by person and phenomenon. Ends with 1 if no
    text was judged by two people.
    """
    how = Resampling(samples, seed)
    found = agreement_of(desk, campaign, as_of, how)
    controls = control_agreement(desk, campaign, as_of, how)
    tables = (*agreement_tables(found), *([controls_agreed_table(controls)] if controls else []))
    values = {**agreement_values(found), "controls": agreed_values(controls)}
    printout.show(Report("Lackmus: agreement", tables, values))
    if not found.overall.texts:
        raise typer.Exit(1)


@app.command()
def effort(
    campaign: CampaignOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """Show the effort and effect of reviewing: decisions, hours, warnings before and after.

    For one campaign, or for the whole workspace: the figures for the setup section of a paper.
    """
    found = effort_of(desk, campaign)
    printout.show(Report("Lackmus: effort", tuple(effort_tables(found)), effort_values(found)))
