"""`lackmus review …`: open texts, the next texts, and decisions."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from lackmus.cli.answers import Printout
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, PersonalDesk, ReadingDesk
from lackmus.cli.options import (
    TERMINAL,
    CampaignOption,
    PairOption,
    StoredSuiteOption,
)
from lackmus.cli.reviews.options import TextFilters
from lackmus.core.base.verdict import BY_PEOPLE, Verdict
from lackmus.core.reviews.offers import AssignedTo
from lackmus.core.search.query import SearchQuery
from lackmus.errors import LackmusError
from lackmus.flows.reviews import deciding, reviews
from lackmus.flows.reviews.deciding import SavedDecisions
from lackmus.flows.reviews.reviews import Offers, Scope
from lackmus.flows.reviews.reviews import status as status_of
from lackmus.flows.reviews.second_looks import contradicted, disputed
from lackmus.tables.reviews.assignments import own_notes
from lackmus.tables.reviews.disputes import disputes_table, disputes_values
from lackmus.tables.reviews.offers import offer_table, offers_table, offers_values, told_left
from lackmus.tables.reviews.outcomes import outcomes_table, outcomes_values
from lackmus.tables.reviews.rule_conflicts import conflicts_table, conflicts_values
from lackmus.tables.reviews.status import status_tables, status_values
from lackmus.tables.table import Report

review_app = group("review")


@review_app.command("status")
def status(
    campaign: CampaignOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    *,
    desk: PersonalDesk,
    printout: Printout,
) -> None:
    """Show how many texts are open, by category and system, how long they will take, and what is yours."""
    found = status_of(desk, Scope(campaign, suite, pair))
    notes = [
        *own_notes(found.yours),
        *(
            f"{name} did not take part, and is not waited for ({why})."
            for name, why in found.left_out.items()
        ),
    ]
    first, *others = status_tables(found.review)
    tables = (first.with_notes(notes), *others)
    printout.show(Report("Lackmus: review", tables, status_values(found.review, found.left_out, found.yours)))


@review_app.command("next")
def next_texts(
    campaign: CampaignOption = None,
    many: Annotated[int, typer.Option("--n", "-n", min=1, max=100, help="So many texts.")] = 1,
    *,
    texts: TextFilters,
    mine: Annotated[
        bool, typer.Option("--mine", help="Texts that you have decided, the latest first.")
    ] = False,
    flagged: Annotated[
        bool, typer.Option("--flagged", help="Texts marked for discussion, the latest first.")
    ] = False,
    double: Annotated[bool, typer.Option("--double", help="What is meant to be judged by two.")] = False,
    assigned: Annotated[
        AssignedTo | None,
        typer.Option(
            help="me: only what is assigned to you; anyone: also what is assigned to others.",
            show_default=False,
        ),
    ] = None,
    numbers: Annotated[
        str | None,
        typer.Option(
            "--texts",
            help="Texts by the numbers that review texts shows, settled or not: 12-40,45.",
            show_default=False,
        ),
    ] = None,
    interactive: Annotated[
        bool, typer.Option("--interactive", "-i", help="Judge text after text with single keys.")
    ] = False,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Show the next texts to judge, with their context; they are claimed for you for a quarter of an hour.

    Texts of items with the fewest open texts come first, because an item does not count until its last text
    is settled. --mine, --flagged and --double also show texts that are settled.
    """
    scope = reviews.Scope(campaign, suite, pair)
    filters = replace(texts, mine=mine, flagged=flagged, double=double, assigned=assigned)
    if numbers is not None:
        filters = replace(filters, found=SearchQuery("", texts=numbers).written)
    if interactive:
        from lackmus.cli.reviews.rounds import play_round

        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise LackmusError(
                "--interactive needs a terminal. Without one: review next, then review decide."
            )
        play_round(desk, scope, filters)
        return
    printout.show(_offers_report(reviews.next_texts(desk, scope, many, filters), printout.form))


def _offers_report(found: Offers, format: str) -> Report:

    details = [offer_table(one, found.offers, found.left, found.about) for one in found.offers]
    if format == TERMINAL and details:
        last = details[-1]
        details[-1] = replace(last, notes=(*last.notes, told_left(found.offers, found.left)))
        tables = tuple(details)
    else:
        tables = (offers_table(found.offers, found.left, found.about), *details)
    return Report("Lackmus: review", tables, offers_values(found.offers, found.left, found.about))


@review_app.command("decide")
def decide(
    decisions: Annotated[
        list[str],
        typer.Argument(
            metavar="TEXT VERDICT | TEXT=VERDICT…",
            help="Texts by number; pass, fail or untestable.",
            show_default=False,
        ),
    ],
    adjudicate: Annotated[
        bool, typer.Option("--adjudicate", help="Settle texts on which others differ (editors only).")
    ] = False,
    error_type: Annotated[
        str | None,
        typer.Option(
            help="What is wrong with them: an error type of the phenomenon by label or key; empty: none.",
            show_default=False,
        ),
    ] = None,
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Decide texts: 12 pass, or several: 12=pass 13=fail. Earlier decisions are kept in the history.

    A text that avoids the phenomenon, or is unusable for it, is untestable: it counts for no accuracy.
    """
    said = _said(decisions)
    errors = None if error_type is None else {text: error_type for text, _ in said}
    decided = deciding.decide(desk, said, adjudicate, errors=errors)
    printout.show(_decided_report(decided))


def _said(written: Sequence[str]) -> "list[tuple[int, Verdict]]":
    """Decisions as TEXT VERDICT, or any number of TEXT=VERDICT."""
    parts = [f"{written[0]}={written[1]}"] if len(written) == 2 and "=" not in "".join(written) else written
    said = []
    for part in parts:
        number, _, verdict = part.partition("=")
        if verdict not in BY_PEOPLE:
            raise LackmusError(
                f"“{part}” is no decision. Write 12 pass, 12 untestable, or several: 12=pass 13=fail."
            )
        said.append((_number(number), Verdict(verdict)))
    return said


def _number(written: str) -> int:
    if not (written.isascii() and written.isdigit() and len(written) < 10):
        raise LackmusError(f"“{written}” is no number of a text. lackmus review next shows them.")
    return int(written)


def _decided_report(decided: SavedDecisions) -> Report:

    table = outcomes_table(decided.outcomes, decided.change)
    return Report("Lackmus: decisions", (table,), outcomes_values(decided.outcomes, decided.change))


@review_app.command("withdraw")
def withdraw(
    texts: Annotated[list[str], typer.Argument(metavar="TEXT…", help="Texts by number.", show_default=False)],
    *,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Withdraw your own decisions on texts; the history keeps them."""
    decided = deciding.withdraw(desk, [_number(text) for text in texts])
    printout.show(_decided_report(decided))


@review_app.command("conflicts")
def conflicts(
    campaign: CampaignOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """List texts on which people and rules disagree; people's decisions count."""
    found = contradicted(desk, Scope(campaign, suite, pair))
    table, values = conflicts_table(found.texts, found.about), conflicts_values(found.texts, found.about)
    printout.show(Report("Lackmus: conflicts", (table,), values))


@review_app.command("disputes")
def disputes(
    campaign: CampaignOption = None,
    suite: StoredSuiteOption = None,
    pair: PairOption = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """List disputed texts, on which people differ until an editor adjudicates."""
    found = disputed(desk, Scope(campaign, suite, pair))
    settle = "lackmus review decide NUMBER pass|fail|untestable --adjudicate"
    table, values = (
        disputes_table(found.texts, found.about, settle=settle),
        disputes_values(found.texts, found.about),
    )
    printout.show(Report("Lackmus: disputes", (table,), values))
