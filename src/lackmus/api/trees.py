"""Tree queries on treebanks: single hits, keywords in context, or counts."""

from collections.abc import Sequence

import polars as pl

from lackmus.api.arguments import Paths, Strings, choice, paths, strings, within
from lackmus.api.results import Result
from lackmus.api.wording import warn, worded
from lackmus.core.base.choices import CONTEXT, Sorting
from lackmus.core.trees.hits import CountedField
from lackmus.errors import LackmusError
from lackmus.flows.contrasts.contrasts import (
    ParserArgument,
    QueryHits,
    compiled_query,
    counts_report,
    fields_of,
    hits_report,
    kwic_report,
    search,
)
from lackmus.flows.verdicts.requests import Progress, limited_reading, silent
from lackmus.tables.table import Report
from lackmus.write.reports.frames import frame_of


class Hits(Result):
    """The words that a tree query found."""

    def __init__(
        self,
        value: QueryHits,
        show: int = 0,
        kwic: bool = False,
        width: int = CONTEXT,
        sort: Sorting = Sorting.PLACE,
        fields: Sequence[CountedField] = (),
    ) -> None:
        self.value = value  # as flows have it: the query, the treebank, the matches
        self._show, self._kwic, self._width, self._sort, self._fields = show, kwic, width, sort, fields

    def _report(self, form: str) -> Report:
        if self._fields:
            return counts_report(self.value, self._fields, self._show)
        if self._kwic:
            return kwic_report(self.value, form, self._width, self._sort, self._show)
        return hits_report(self.value, form, self._show)

    def __len__(self) -> int:
        return len(self.value.matches)

    @property
    def hits(self) -> pl.DataFrame:
        """One row for each hit: its sentence with marked words, and the parse of each word."""
        return frame_of(hits_report(self.value, "parquet").tables[0]).drop("signature")

    @worded
    def count(self, fields: Strings) -> pl.DataFrame:
        """Return how often each value occurs, by lemma, upos, a feature, or k.lemma of a named word."""
        found = fields_of(strings(fields), self.value.query)
        return frame_of(counts_report(self.value, found).tables[0]).drop("signature")


@worded
def query(
    query: str,
    files: Paths,
    *,
    parser: str = "",
    kwic: bool = False,
    width: int = CONTEXT,
    sort: str = "place",
    count: Strings | None = None,
    show: int = 0,
    processes: int | None = None,
    whole_lines: bool = False,
    progress: Progress = silent,
    allow_large: bool = False,
) -> Hits:
    """Return the words that a tree query finds in files of trees (CoNLL-U), or in plain text with a parser.

    docs/queries.md describes the query language.
    """
    within("width", width, 1, 1000)
    within("show", show, 0)
    within("processes", processes, 1, 1000)
    if kwic and count:
        raise LackmusError("kwic and count contradict each other. Leave one out.")
    sorting, fields = choice(Sorting, "sort", sort), fields_of(strings(count), compiled_query(query))
    with limited_reading(allow_large):
        found = search(query, paths(files), progress, ParserArgument(parser, processes, whole_lines, warn))
    return Hits(found, show, kwic, width, sorting, fields)
