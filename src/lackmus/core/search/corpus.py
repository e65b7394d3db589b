"""All that can be searched, a frame of texts and who wrote them, and what a search found in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from lackmus.core.base.columns import Columns
from lackmus.core.search.finding import SearchHits
from lackmus.core.search.query import Place
from lackmus.core.verdicts.judging import REASON, VERDICT

PLACE = pl.Enum([one.value for one in Place])
# All that can be searched, one row a text; line breaks are spaces.
CORPUS = Columns(
    place=PLACE,
    item_id=pl.Int64(),  # null for guidelines and the log
    suite_id=pl.Int64(),  # null for the log
    pair=pl.String(),
    item=pl.String(),  # its key
    category=pl.String(),
    phenomenon=pl.String(),
    text_id=pl.Int64(),  # of outputs and of comments on them
    text=pl.String(),
    about=pl.String(),  # the kind of a rule, or who commented
    verdict=VERDICT,
    reason=REASON,
    decided=pl.Boolean(),  # by people
    change=pl.Int64(),  # of a comment in the log
)
WRITERS = Columns(text_id=pl.Int64(), system_id=pl.Int64())  # who wrote a text


@dataclass(frozen=True)
class SearchSystem:
    """A system as a search shows it."""

    number: int
    campaign: str
    name: str
    outputs: int = 0  # distinct texts that it wrote


@dataclass(frozen=True)
class Found:
    """Hits in a corpus, with who wrote the texts."""

    corpus: pl.DataFrame  # CORPUS: the rows that were searched
    hits: SearchHits
    writers: pl.DataFrame  # WRITERS, of the systems that pass the filters
    systems: Mapping[int, SearchSystem]
    suites: Mapping[int, str]


def texts_found(found: Found) -> Sequence[int]:
    """The numbers of all texts that were found, or on which a found comment is."""
    rows = found.hits.frame["row"].unique()
    return found.corpus["text_id"].gather(rows).drop_nulls().unique().to_list()
