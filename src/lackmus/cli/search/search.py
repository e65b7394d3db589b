"""`lackmus search`: a concordance over everything that is stored."""

import shutil
import sys
from typing import Annotated

import typer

from lackmus.cli.answers import Printout
from lackmus.cli.commands import app
from lackmus.cli.desks import ReadingDesk
from lackmus.cli.options import TERMINAL, CampaignOption
from lackmus.core.search.folding import Fold
from lackmus.core.search.query import (
    Matching,
    Place,
    SearchOrder,
    SearchQuery,
    SearchState,
    SystemsShown,
)
from lackmus.flows.search.searching import search as find
from lackmus.tables.search.concordance import concordance_report

_LINES = 50  # in a terminal
_BESIDE = 44  # columns of a terminal for all but the context
_PLAIN = 30  # columns of context where there is no terminal


def _filter(name: str, about: str) -> typer.models.OptionInfo:
    return typer.Option(f"--{name}", help=about, show_default=False)  # type: ignore[no-any-return]


@app.command()
def search(
    wanted: Annotated[
        str, typer.Argument(metavar="WORDS", help="A word, a phrase or a pattern.", show_default=False)
    ],
    matching: Annotated[
        Matching,
        typer.Option(
            "--match", help="Whole words (* stands for letters), any part, or a pattern as in rules."
        ),
    ] = Matching.WORDS,
    fold: Annotated[
        list[Fold] | None, typer.Option("--fold", help="Ignore case or accents (repeatable).")
    ] = None,
    places: Annotated[
        list[Place] | None,
        typer.Option("--in", help="Only where texts stand so, such as in outputs or comments (repeatable)."),
    ] = None,
    suite: Annotated[str, _filter("suite", "Only of this suite.")] = "",
    pair: Annotated[str, _filter("pair", "Only of this pair.")] = "",
    category: Annotated[str, _filter("category", "Only of this category.")] = "",
    phenomenon: Annotated[str, _filter("phenomenon", "Only of this phenomenon.")] = "",
    campaign: CampaignOption = None,
    system: Annotated[str, _filter("system", "Only texts of this system.")] = "",
    verdict: Annotated[
        str, _filter("verdict", "Only texts that are pass, fail, warning or untestable.")
    ] = "",
    reason: Annotated[str, _filter("reason", "Only texts with this reason, such as unmatched.")] = "",
    state: Annotated[
        SearchState | None, _filter("state", "Only texts that are open, settled, or decided by people.")
    ] = None,
    decided_by: Annotated[str, _filter("decided-by", "Only texts that this person decided.")] = "",
    assigned: Annotated[str, _filter("assigned", "Only texts assigned to this person, or to nobody.")] = "",
    order: Annotated[
        SearchOrder,
        typer.Option("--sort", help="By place, left or right neighbour, frequency, or system."),
    ] = SearchOrder.PLACE,
    systems: Annotated[
        SystemsShown, typer.Option("--systems", help="Count the systems, name them, or a line for each.")
    ] = SystemsShown.COUNT,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Show systems under their aliases.")] = False,
    width: Annotated[
        int | None,
        typer.Option("--width", min=5, max=1000, help="Columns of context on each side.", show_default=False),
    ] = None,
    lines: Annotated[
        int | None,
        typer.Option(
            "--lines",
            "-n",
            min=1,
            help="So many lines; by default 50 in a terminal, else all.",
            show_default=False,
        ),
    ] = None,
    *,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """Find a word, a phrase or a pattern in all texts: outputs, sources, rules, comments and more.

    A line is a text with the match in its context. Ends with 1 if nothing is found.
    """
    narrow = printout.form == TERMINAL and printout.output is None
    query = SearchQuery(
        wanted,
        matching,
        tuple(dict.fromkeys(fold or ())),
        tuple(dict.fromkeys(places or ())),
        suite,
        pair,
        category,
        phenomenon,
        campaign or "",
        system,
        verdict,
        reason,
        state,
        order,
        systems,
        width or (_room() if narrow else SearchQuery.width),
        anonymous,
        decided_by=decided_by,
        assigned=assigned,
    )
    found = find(desk, query, 0, lines or (_LINES if narrow else None))
    printout.show(concordance_report(found, narrow))
    if not found.total:
        raise typer.Exit(1)


def _room() -> int:
    """The columns of context on each side that fit this terminal."""
    if not sys.stdout.isatty():
        return _PLAIN
    return max(12, min(60, (shutil.get_terminal_size().columns - _BESIDE) // 2))
