"""`lackmus review assign|unassign|assignments`: who judges what."""

from dataclasses import asdict
from typing import Annotated

import typer

from lackmus.cli.answers import Printout
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, PersonalDesk
from lackmus.cli.options import CampaignOption, PairOption, StoredSuiteOption
from lackmus.core.reviews.assignments import AssignedPhenomena, AssignedTexts
from lackmus.errors import LackmusError
from lackmus.flows.reviews import assigning
from lackmus.flows.reviews.assigning import Asked
from lackmus.flows.reviews.reviews import Scope
from lackmus.flows.reviews.second_looks import assign as assign_texts
from lackmus.tables.reviews.assignments import (
    assigned_phenomena_table,
    assigned_table,
    assigned_texts_table,
    assignments_tables,
    assignments_values,
)
from lackmus.tables.table import Report

review_app = group("review")

_SHARE = "10%"
CategoryOption = Annotated[
    str | None,
    typer.Option("--category", help="A category, or the category of the phenomenon.", show_default=False),
]
PhenomenaOption = Annotated[
    list[str] | None,
    typer.Option("--phenomenon", help="A phenomenon of the suite; may be repeated.", show_default=False),
]


TextsOption = Annotated[
    str | None,
    typer.Option(
        "--texts", help="Texts by the numbers that review texts shows: 12-40,45.", show_default=False
    ),
]


@review_app.command("assign")
def assign(
    to: Annotated[str, typer.Option("--to", help="Who judges them.", show_default=False)],
    phenomenon: PhenomenaOption = None,
    category: CategoryOption = None,
    double: Annotated[
        str | None,
        typer.Option(
            "--double",
            help="Texts for a second opinion: a share (10% if nothing is said), a number, or all.",
            show_default=False,
        ),
    ] = None,
    campaign: CampaignOption = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="Seed of the draw; by default random, and shown.", show_default=False),
    ] = None,
    texts: TextsOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Assign phenomena or a category to a person; otherwise a random share of texts for a second opinion.

    The open texts of an assigned phenomenon are that person's, also those of later imports: they come first
    for them, and others are not offered them unless they ask for them. A second opinion is given on texts
    that people judge, drawn at random.
    """
    scope = Scope(campaign, suite, pair)
    if texts is not None:
        if phenomenon or category or double or seed is not None:
            raise LackmusError("--texts names texts one by one. Leave the other choices out.")
        _show_texts(assigning.assign_numbered_texts(desk, texts, to), printout)
        return
    if not phenomenon and category is None:
        given = assign_texts(desk, scope, double or _SHARE, to, seed)
        printout.show(Report("Lackmus: review", (assigned_table(given),), asdict(given)))
        return
    if double is not None or seed is not None:
        raise LackmusError(
            "--double and --seed draw texts for a second opinion. Leave them out to assign a phenomenon."
        )
    _show(assigning.assign_phenomena(desk, scope, _asked(category, phenomenon), to), printout)


@review_app.command("unassign")
def unassign(
    phenomenon: PhenomenaOption = None,
    category: CategoryOption = None,
    campaign: CampaignOption = None,
    texts: TextsOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Assign phenomena or a category to nobody: their open texts go to all people again."""
    if texts is not None:
        _show_texts(assigning.assign_numbered_texts(desk, texts, ""), printout)
        return
    scope = Scope(campaign, suite, pair)
    _show(assigning.assign_phenomena(desk, scope, _asked(category, phenomenon), None), printout)


def _asked(category: str | None, phenomena: list[str] | None) -> list[Asked]:
    """The phenomena; without any the whole category."""
    return [(category, one) for one in phenomena] if phenomena else [(category, None)]


def _show(done: AssignedPhenomena, printout: Printout) -> None:
    printout.show(Report("Lackmus: review", (assigned_phenomena_table(done),), asdict(done)))


def _show_texts(done: AssignedTexts, printout: Printout) -> None:
    printout.show(Report("Lackmus: review", (assigned_texts_table(done),), asdict(done)))


@review_app.command("assignments")
def list_assignments(
    campaign: CampaignOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    *,
    desk: PersonalDesk,
    printout: Printout,
) -> None:
    """List to whom the phenomena of a campaign are assigned, how much of them is open, and what is yours."""
    found = assigning.assignments(desk, Scope(campaign, suite, pair))
    printout.show(Report("Lackmus: assignments", tuple(assignments_tables(found)), assignments_values(found)))
