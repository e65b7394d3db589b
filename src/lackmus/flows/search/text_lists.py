"""The texts of systems as a list, for whoever wants to see, assign or review many of them."""

from dataclasses import replace

from lackmus.core.base.plurals import counted
from lackmus.core.search.query import Place, SearchQuery, SystemsShown
from lackmus.core.search.text_lists import TextColumn, TextList, text_lines
from lackmus.flows.search.searching import listed_texts, log_reveal, review_parts, searched_corpus
from lackmus.flows.verdicts.requests import refuse_unknown
from lackmus.flows.workspaces.workspaces import Desk


def text_list(
    desk: Desk,
    query: SearchQuery,
    order: str = "",
    first: int = 0,
    many: int | None = None,
    logged: bool = False,
) -> TextList:
    """The texts that pass the filters, from one on; the log records who looked at the systems."""
    if order:
        refuse_unknown("sort", order.removeprefix("-"), list(TextColumn))
    query = replace(query, places=(Place.OUTPUT,))
    source = searched_corpus(desk)
    corpus, writers, systems = listed_texts(source, query)
    named = query.systems is not SystemsShown.COUNT
    lines = text_lines(
        corpus, writers, source.stored.suites, order, first, many, source.people(), systems, named
    )
    if logged and named and not query.anonymous and first == 0 and lines:
        log_reveal(desk, f"list: who wrote {counted(corpus.height, 'text')}")
    parts = review_parts(source, corpus.select("text_id"), corpus, writers, systems)
    return TextList(query, order, lines, first, corpus.height, parts, source.stored.reserved)


def text_numbers(desk: Desk, query: SearchQuery) -> list[int]:
    """The numbers of all texts that pass the filters."""
    numbers: list[int] = listed_texts(searched_corpus(desk), query)[0]["text_id"].to_list()
    return numbers
