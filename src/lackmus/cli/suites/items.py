"""`lackmus item …`: the items of a suite as a list, and what is done to many of them at once."""

from dataclasses import asdict, dataclass, replace
from typing import Annotated

import typer

from lackmus.cli.answers import Printout
from lackmus.cli.commands import group
from lackmus.cli.desks import ActingDesk, ReadingDesk
from lackmus.cli.options import StoredSuiteOption
from lackmus.cli.outputs.campaigns import AddOption, RemoveOption, tags_in
from lackmus.core.suites.item_edits import ItemAction, ItemsEdit
from lackmus.core.suites.item_filters import ItemColumn, ItemFilter, ItemState
from lackmus.errors import LackmusError
from lackmus.flows.suites import item_lists
from lackmus.flows.suites.item_lists import ItemListPage
from lackmus.flows.suites.many_items import edit_items, edited_in_words
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.tables.suites.items import edited_table, items_table, items_values
from lackmus.tables.table import Report

item_app = group("item")


def _option(name: str, about: str) -> typer.models.OptionInfo:
    return typer.Option(f"--{name}", help=about, show_default=False)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class WhichItems(ItemFilter):
    """Which items of which suite: the filters of `item list`, which all commands of items take."""

    suite: StoredSuiteOption = None
    items: Annotated[
        str | None, _option("items", "Only items of these numbers: 12-40,45 (item list shows them).")
    ] = None
    q: Annotated[str, _option("search", "Only where id, source, comment, prompt or a rule has it.")] = ""
    pair: Annotated[str, _option("pair", "Only of this pair.")] = ""
    category: Annotated[str, _option("category", "Only of this category.")] = ""
    phenomenon: Annotated[str, _option("phenomenon", "Only of this phenomenon.")] = ""
    tag: Annotated[str, _option("tag", "Only with this tag.")] = ""
    paradigm: Annotated[str, _option("paradigm", "Only of this paradigm.")] = ""
    state: Annotated[
        ItemState | None, _option("state", "Only what stands so; retired items are listed by this alone.")
    ] = None
    finding: Annotated[str, _option("finding", "Only with findings of lint: any, a level, or a code.")] = ""
    assigned: Annotated[str, _option("assigned", "Only assigned to this person, or to nobody.")] = ""
    since: Annotated[str, _option("since", "Only changed on this day or later: 2026-05-01.")] = ""
    by: Annotated[str, _option("by", "Only changed last by this person.")] = ""
    campaign: Annotated[
        str,
        typer.Option("--campaign", "-c", help="Count open texts and fair items of it.", show_default=False),
    ] = ""
    everything: Annotated[bool, typer.Option("--all", help="All items of the suite.")] = False

    @property
    def filter(self) -> ItemFilter:
        """The filters alone."""
        return ItemFilter(**self.values | {"state": self.state})  # type: ignore[arg-type]

    @property
    def chooses(self) -> bool:
        """Whether anything was said about which items."""
        about = {**self.values, "campaign": ""}
        return self.everything or self.items is not None or any(about.values())


def _listed(desk: Desk, chosen: WhichItems, order: str = "") -> tuple[str, ItemListPage]:
    """The name of the suite, and the chosen items in their order."""
    lint = bool(chosen.finding) or order.removeprefix("-") == ItemColumn.FINDINGS
    book = item_lists.stored_book(desk, chosen.suite, lint)
    found = item_lists.item_list(desk, book, item_lists.known_filter(book, chosen.filter), order)
    if chosen.items is not None:
        found = replace(found, lines=item_lists.only_numbered(found.lines, chosen.items))
    return book.suite.name, item_lists.page_of(desk, found, per_page=None)


@item_app.command("list")
def list_items(
    *,
    chosen: WhichItems,
    sort: Annotated[
        str,
        typer.Option(
            "--sort",
            help=f"By a column, with a hyphen in front from the last on: {', '.join(ItemColumn)}.",
            show_default=False,
        ),
    ] = "",
    desk: ReadingDesk,
    printout: Printout,
) -> None:
    """List the items of a suite, filtered by any field and sorted by any column."""
    suite, found = _listed(desk, chosen, sort)
    linted = bool(chosen.finding) or sort.removeprefix("-") == ItemColumn.FINDINGS
    table = items_table(suite, found.lines, found.standings, chosen.filter, sort, linted)
    values = items_values(suite, found.lines, found.standings, linted)
    printout.show(Report("Lackmus: items", (table,), values))


@item_app.command("tag")
def tag(
    add: AddOption = None,
    remove: RemoveOption = None,
    *,
    chosen: WhichItems,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Add tags to items, or remove some."""
    _edit(desk, chosen, ItemsEdit(ItemAction.TAG, tags_in(add), tags_in(remove)), printout)


@item_app.command("move")
def move(
    to: Annotated[str, typer.Option("--to", help="The phenomenon.", show_default=False)],
    to_category: Annotated[
        str, _option("to-category", "Its category, where several have a phenomenon of this name.")
    ] = "",
    new: Annotated[bool, typer.Option("--new", help="The phenomenon may be new.")] = False,
    *,
    chosen: WhichItems,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Move items to another phenomenon."""
    _edit(desk, chosen, ItemsEdit(ItemAction.MOVE, (), (), to, to_category, new), printout)


@item_app.command("retire")
def retire(*, chosen: WhichItems, desk: ActingDesk, printout: Printout) -> None:
    """Retire items from their suite; nothing of them is lost."""
    _edit(desk, chosen, ItemsEdit(ItemAction.RETIRE), printout)


@item_app.command("restore")
def restore(*, chosen: WhichItems, desk: ActingDesk, printout: Printout) -> None:
    """Bring retired items back."""
    _edit(desk, replace(chosen, state=ItemState.RETIRED), ItemsEdit(ItemAction.RESTORE), printout)


@item_app.command("reserve")
def reserve(*, chosen: WhichItems, desk: ActingDesk, printout: Printout) -> None:
    """Keep items secret: they are left out of exports unless asked for."""
    _edit(desk, chosen, ItemsEdit(ItemAction.RESERVE), printout)


@item_app.command("release")
def release(*, chosen: WhichItems, desk: ActingDesk, printout: Printout) -> None:
    """Make reserved items public."""
    _edit(desk, chosen, ItemsEdit(ItemAction.RELEASE), printout)


@item_app.command("assign")
def assign(
    to: Annotated[str, typer.Option("--to", help="Who judges their open texts.", show_default=False)],
    *,
    chosen: WhichItems,
    desk: ActingDesk,
    printout: Printout,
) -> None:
    """Assign the open texts of items to a person, in every campaign."""
    _edit(desk, chosen, ItemsEdit(ItemAction.ASSIGN, person=to), printout)


@item_app.command("unassign")
def unassign(*, chosen: WhichItems, desk: ActingDesk, printout: Printout) -> None:
    """Assign items to nobody: their open texts go to all people again."""
    _edit(desk, chosen, ItemsEdit(ItemAction.UNASSIGN), printout)


def _edit(desk: Desk, chosen: WhichItems, edit: ItemsEdit, printout: Printout) -> None:
    """Do something to the chosen items, and say to how many."""
    if not chosen.chooses and edit.action is not ItemAction.RESTORE:
        raise LackmusError(
            "Say which items: --items 12-40,45, filters as those of lackmus item list, or --all."
        )
    _, found = _listed(desk, chosen)
    if not found.lines:
        raise LackmusError("No item is chosen: lackmus item list with the same options lists none.")
    done = edit_items(desk, [line.number for line in found.lines], edit)
    printout.show(Report("Lackmus: items", (edited_table(done, edited_in_words(done)),), asdict(done)))
