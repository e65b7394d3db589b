"""The texts of systems as a list, for whoever wants to see, assign or review many of them."""

from dataclasses import replace

from lackmus.core.search.query import Place, SearchQuery
from lackmus.core.search.text_lists import TextColumn, TextList, text_lines
from lackmus.flows.search.searching import listed_texts, review_parts, searched_corpus
from lackmus.flows.verdicts.requests import refuse_unknown
from lackmus.flows.workspaces.workspaces import Desk


def text_list(
    desk: Desk, query: SearchQuery, order: str = "", first: int = 0, many: int | None = None
) -> TextList:
    """The texts that pass the filters, in their order, from one on."""
    if order:
        refuse_unknown("sort", order.removeprefix("-"), list(TextColumn))
    query = replace(query, places=(Place.OUTPUT,))
    source = searched_corpus(desk)
    corpus, writers, systems = listed_texts(source, query)
    lines = text_lines(corpus, writers, source.stored.suites, order, first, many)
    parts = review_parts(source, corpus.select("text_id"), corpus, writers, systems)
    return TextList(query, order, lines, first, corpus.height, parts, source.stored.reserved)


def text_numbers(desk: Desk, query: SearchQuery) -> list[int]:
    """The numbers of all texts that pass the filters."""
    numbers: list[int] = listed_texts(searched_corpus(desk), query)[0]["text_id"].to_list()
    return numbers
