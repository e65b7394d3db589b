"""`lackmus review texts`: the texts of systems as a list."""

from dataclasses import dataclass, fields
from typing import Annotated

import typer

from lackmus.cli.answers import Printout
from lackmus.cli.commands import group
from lackmus.cli.desks import ReadingDesk
from lackmus.core.search.query import SearchQuery, SearchState, SystemsShown
from lackmus.core.search.text_lists import TextColumn
from lackmus.flows.search.text_lists import text_list
from lackmus.tables.search.text_lists import texts_report

review_app = group("review")


def _option(name: str, about: str) -> typer.models.OptionInfo:
    return typer.Option(f"--{name}", help=about, show_default=False)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class WhichTexts(SearchQuery):
    """Which texts of systems."""

    wanted: Annotated[str, _option("search", "Only texts with this word or phrase.")] = ""
    suite: Annotated[str, _option("suite", "Only of this suite.")] = ""
    pair: Annotated[str, _option("pair", "Only of this pair.")] = ""
    category: Annotated[str, _option("category", "Only of this category.")] = ""
    phenomenon: Annotated[str, _option("phenomenon", "Only of this phenomenon.")] = ""
    item: Annotated[str, _option("item", "Only of this item: 17, or de-en:17.")] = ""
    campaign: Annotated[
        str, typer.Option("--campaign", "-c", help="Only of this campaign.", show_default=False)
    ] = ""
    system: Annotated[str, _option("system", "Only texts that this system wrote.")] = ""
    verdict: Annotated[str, _option("verdict", "Only texts that are pass, fail, warning or untestable.")] = ""
    reason: Annotated[str, _option("reason", "Only texts with this reason, such as unmatched.")] = ""
    state: Annotated[
        SearchState | None, _option("state", "Only texts that are open, settled, or decided by people.")
    ] = None
    texts: Annotated[str, _option("texts", "Only texts of these numbers: 12-40,45.")] = ""
    items: Annotated[str, _option("items", "Only texts of items of these numbers: 12-40,45.")] = ""
    decided_by: Annotated[str, _option("decided-by", "Only texts that this person decided.")] = ""
    assigned: Annotated[str, _option("assigned", "Only texts assigned to this person, or to nobody.")] = ""
    systems: Annotated[SystemsShown, typer.Option("--systems", help="Count the systems, or name them.")] = (
        SystemsShown.COUNT
    )
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Name systems by their aliases.")] = False

    @property
    def query(self) -> SearchQuery:
        """The filters as flows take them."""
        return SearchQuery(**{one.name: getattr(self, one.name) for one in fields(SearchQuery)})


@review_app.command("texts")
def list_texts(
    *,
    which: WhichTexts,
    sort: Annotated[
        str,
        typer.Option(
            "--sort",
            help=f"By a column, with a hyphen in front from the last on: {', '.join(TextColumn)}.",
            show_default=False,
        ),
    ] = "",
    lines: Annotated[
        int | None, typer.Option("--lines", "-n", min=1, help="So many; all by default.", show_default=False)
    ] = None,
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """List the texts of systems, filtered by any field and sorted by any column."""
    found = text_list(desk, which.query, sort, 0, lines)
    printout.show(texts_report(found))
