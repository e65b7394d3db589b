"""`lackmus control …`: control texts, hidden among the open texts that people judge."""

from typing import Annotated

import typer

from lackmus.cli.answers import Printout
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.cli.options import AsOfOption, CampaignOption, PairOption, StoredSuiteOption
from lackmus.cli.reviews.options import KnownTexts
from lackmus.core.reviews.known_verdicts import CampaignControls
from lackmus.flows.reviews import controls as flows
from lackmus.flows.reviews.reviews import Scope
from lackmus.tables.reviews.known_verdicts import controls_table, controls_values
from lackmus.tables.table import Report

control_app = group("control")


@control_app.command("set")
def set_controls(
    rate: Annotated[
        str,
        typer.Argument(
            metavar="RATE", help="Of all texts that a person gets, so many: 1% to 50%.", show_default=False
        ),
    ],
    campaign: CampaignOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    to: Annotated[
        list[str] | None,
        typer.Option("--to", help="Only for this person; by default for all annotators.", show_default=False),
    ] = None,
    *,
    texts: KnownTexts,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Mix texts with known verdicts into what people judge; they look like open ones (editors only).

    Answers to them are no decisions: lackmus agreement tells them apart. Set again, rate and texts change.
    """
    scope = Scope(campaign, suite, pair)
    _show([flows.set_controls(desk, scope, rate, texts.choice, to or ())], printout)


@control_app.command("list")
def list_controls(as_of: AsOfOption = None, *, desk: ReadingDesk, printout: Printout) -> None:
    """List the control texts of campaigns: their rate, their people, how many of each phenomenon."""
    _show(flows.controls(desk, as_of), printout)


@control_app.command("remove")
def remove(
    campaign: CampaignOption = None,
    suite: StoredSuiteOption = None,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Mix in no more control texts; what people answered stays in the agreement (editors only)."""
    _show([flows.remove_controls(desk, Scope(campaign, suite))], printout)


def _show(found: list[CampaignControls], printout: Printout) -> None:
    values = {"controls": controls_values(found)}
    printout.show(Report("Lackmus: control texts", (controls_table(found),), values))
