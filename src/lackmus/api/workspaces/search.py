"""Search a workspace: a word, a phrase or a pattern in all its texts."""

import polars as pl

from lackmus.api.arguments import Strings, choice, choices_in, within
from lackmus.api.results import TERMINAL, Result
from lackmus.api.wording import worded
from lackmus.api.workspaces.opened import WorkspaceHandle
from lackmus.core.search.concordance import Concordance
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
from lackmus.tables.table import Report


class WorkspaceSearch(WorkspaceHandle):
    """The verb of a workspace that finds texts."""

    @worded
    def search(
        self,
        words: str,
        *,
        match: str = Matching.WORDS,
        fold: Strings | None = None,
        places: Strings | None = None,
        suite: str | None = None,
        pair: str | None = None,
        category: str | None = None,
        phenomenon: str | None = None,
        campaign: str | None = None,
        system: str | None = None,
        verdict: str | None = None,
        reason: str | None = None,
        state: str | None = None,
        decided_by: str | None = None,
        assigned: str | None = None,
        sort: str = SearchOrder.PLACE,
        systems: str = SystemsShown.COUNT,
        anonymous: bool = False,
        width: int = SearchQuery.width,
        n: int | None = None,
    ) -> "SearchResult":
        """Find a word, a phrase or a pattern in all texts: outputs, sources, rules, comments and more.

        `match`: words (whole ones; * stands for letters), part, pattern. `fold`: case, accents.
        `sort`: place, left, right, frequency, system. `systems`: count, named, each. `n` lines, or all.
        """
        within("width", width, 5, 1000)
        within("n", n, 1)
        query = SearchQuery(
            words,
            choice(Matching, "match", match),
            choices_in(Fold, "fold", fold),
            choices_in(Place, "places", places),
            suite or "",
            pair or "",
            category or "",
            phenomenon or "",
            campaign or "",
            system or "",
            verdict or "",
            reason or "",
            choice(SearchState, "state", state) if state else None,
            choice(SearchOrder, "sort", sort),
            choice(SystemsShown, "systems", systems),
            width,
            anonymous,
            decided_by=decided_by or "",
            assigned=assigned or "",
        )
        return SearchResult(find(self._desk(), query, 0, n))


class SearchResult(Result):
    """Keywords in context, with counts over all lines."""

    def __init__(self, value: Concordance) -> None:
        self.value = value  # as the core has it

    def _report(self, form: str) -> Report:
        return concordance_report(self.value, narrow=form == TERMINAL)

    def __len__(self) -> int:
        return self.value.total

    @property
    def lines(self) -> pl.DataFrame:
        """A row for each line: before, match, after, item, verdict, systems and the whole text."""
        return self.tables["Keyword in context"].drop("signature")

    @property
    def wordings(self) -> pl.DataFrame:
        """What was found, and how often."""
        return self.tables["Wordings"].drop("signature")
