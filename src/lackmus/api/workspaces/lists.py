"""Lists of the items and texts of a workspace, and what is done to many of them at once."""

from collections.abc import Iterable

import polars as pl

from lackmus.api.arguments import Strings, choice, strings, within
from lackmus.api.frames import listing
from lackmus.api.wording import worded
from lackmus.api.workspaces.opened import WorkspaceHandle
from lackmus.core.search.query import SearchQuery, SearchState, SystemsShown
from lackmus.core.search.text_lists import TextLine
from lackmus.core.suites.item_edits import ItemAction, ItemsEdit
from lackmus.core.suites.item_filters import ItemColumn, ItemFilter, ItemState
from lackmus.flows.reviews.assigning import assign_texts
from lackmus.flows.search.text_lists import text_list
from lackmus.flows.suites import item_lists
from lackmus.flows.suites.many_items import edit_items
from lackmus.tables.suites.items import items_values

_ITEMS = {
    "number": pl.Int64(),
    **dict.fromkeys(("pair", "id", "category", "phenomenon", "source", "paradigm", "comment"), pl.String()),
    "tags": pl.List(pl.String),
    "reserved": pl.Boolean(),
    **dict.fromkeys(("positive", "negative", "open"), pl.Int64()),
    "fair": pl.Boolean(),
    "assigned": pl.String(),
    "changed": pl.String(),
    "by": pl.String(),
    "findings": pl.List(pl.String),
}
Numbers = int | Iterable[int]


class WorkspaceLists(WorkspaceHandle):
    """The verbs of a workspace that list items and texts, and change many of them in one change."""

    @worded
    def items(
        self,
        suite: str | None = None,
        *,
        search: str = "",
        pair: str = "",
        category: str = "",
        phenomenon: str = "",
        tag: str = "",
        paradigm: str = "",
        state: str | None = None,
        finding: str = "",
        assigned: str = "",
        since: str = "",
        by: str = "",
        campaign: str = "",
        sort: str = "",
    ) -> pl.DataFrame:
        """Return the items of a suite that pass the filters; `sort` has a hyphen in front from the last on.

        `state`: open, settled, fair, unfair, reserved, public, ruleless, untagged, retired.
        """
        wanted = ItemFilter(
            pair,
            category,
            phenomenon,
            search,
            finding,
            choice(ItemState, "state", state) if state else None,
            tag,
            paradigm,
            assigned,
            since,
            by,
            campaign,
        )
        linted = bool(finding) or sort.removeprefix("-") == ItemColumn.FINDINGS
        desk = self._desk()
        book = item_lists.stored_book(desk, suite, linted)
        found = item_lists.item_list(desk, book, item_lists.known_filter(book, wanted), sort)
        shown = item_lists.page_of(desk, found, per_page=None)
        values = items_values(book.suite.name, shown.lines, shown.standings, linted)["items"]
        rows = [
            {
                **one,
                "number": one["item_id"],
                "changed": one["changed"] and one["changed"]["at"],
                "by": one["changed"] and one["changed"]["by"],
            }
            for one in values
        ]
        return pl.DataFrame([{name: row[name] for name in _ITEMS} for row in rows], schema=_ITEMS)

    @worded
    def tag_items(
        self, items: Numbers, *, add: Strings | None = None, remove: Strings | None = None, comment: str = ""
    ) -> int:
        """Add tags to items by number, or remove some; return how many items changed."""
        return self._edit(items, ItemsEdit(ItemAction.TAG, strings(add), strings(remove)), comment)

    @worded
    def move_items(
        self, items: Numbers, to: str, *, to_category: str = "", new: bool = False, comment: str = ""
    ) -> int:
        """Move items to another phenomenon, which may be new; return how many changed."""
        edit = ItemsEdit(ItemAction.MOVE, phenomenon=to, category=to_category, new=new)
        return self._edit(items, edit, comment)

    @worded
    def retire_items(self, items: Numbers, *, comment: str = "") -> int:
        """Retire items from their suite, of which nothing is lost; return how many changed."""
        return self._edit(items, ItemsEdit(ItemAction.RETIRE), comment)

    @worded
    def restore_items(self, items: Numbers, *, comment: str = "") -> int:
        """Bring retired items back; return how many changed."""
        return self._edit(items, ItemsEdit(ItemAction.RESTORE), comment)

    @worded
    def reserve_items(self, items: Numbers, *, comment: str = "") -> int:
        """Keep items secret, out of exports unless asked for; return how many changed."""
        return self._edit(items, ItemsEdit(ItemAction.RESERVE), comment)

    @worded
    def release_items(self, items: Numbers, *, comment: str = "") -> int:
        """Make reserved items public; return how many changed."""
        return self._edit(items, ItemsEdit(ItemAction.RELEASE), comment)

    @worded
    def assign_items(self, items: Numbers, to: str | None, *, comment: str = "") -> int:
        """Assign the open texts of items to a person, or with None to nobody; return how many changed."""
        edit = ItemsEdit(ItemAction.UNASSIGN) if to is None else ItemsEdit(ItemAction.ASSIGN, person=to)
        return self._edit(items, edit, comment)

    def _edit(self, items: Numbers, edit: ItemsEdit, comment: str) -> int:
        return len(edit_items(self._desk(comment), _numbers(items), edit).items)

    @worded
    def texts(
        self,
        *,
        search: str = "",
        suite: str = "",
        pair: str = "",
        category: str = "",
        phenomenon: str = "",
        item: str = "",
        campaign: str = "",
        system: str = "",
        verdict: str = "",
        reason: str = "",
        state: str | None = None,
        decided_by: str = "",
        assigned: str = "",
        systems: str = SystemsShown.COUNT,
        anonymous: bool = False,
        sort: str = "",
        n: int | None = None,
    ) -> pl.DataFrame:
        """Return the texts of systems that pass the filters; `sort` has a hyphen in front from the last on.

        `systems`: count, named (then `written_by` names campaigns and systems). `n` texts, or all.
        """
        within("n", n, 1)
        query = SearchQuery(
            search,
            suite=suite,
            pair=pair,
            category=category,
            phenomenon=phenomenon,
            item=item,
            campaign=campaign,
            system=system,
            verdict=verdict,
            reason=reason,
            state=choice(SearchState, "state", state) if state else None,
            decided_by=decided_by,
            assigned=assigned,
            systems=choice(SystemsShown, "systems", systems),
            anonymous=anonymous,
        )
        return listing(text_list(self._desk(), query, sort, 0, n).lines, TextLine).rename(
            {"text_id": "number"}
        )

    @worded
    def assign_texts(self, texts: Numbers, to: str | None, *, comment: str = "") -> int:
        """Assign texts by number to a person, who judges them in any case, or to nobody; return how many."""
        return len(assign_texts(self._desk(comment), _numbers(texts), to or "").texts)


def _numbers(given: Numbers) -> list[int]:
    """One number or several, also a column of a frame."""
    return [given] if isinstance(given, int) else [int(one) for one in given]
