"""Studies of contrasts and query hits as reports."""

from collections.abc import Mapping, Sequence

from lackmus.core.base.choices import CONTEXT, USUAL_TENDENCIES, Sorting, TendencyTable
from lackmus.core.contrasts.shares import Tendencies
from lackmus.core.trees.concordance import concordance
from lackmus.core.trees.hit_counts import CountedField, hit_counts
from lackmus.flows.contrasts.contrasts import QueryHits
from lackmus.flows.verdicts.reports import TERMINAL, check_labels
from lackmus.tables.contrasts.shares import SHORT_FORMATS, lead, tendency_tables
from lackmus.tables.table import Report
from lackmus.tables.trees.concordance import concordance_table, concordance_values
from lackmus.tables.trees.hit_counts import counts_table, counts_values
from lackmus.tables.trees.hits import hits_table, hits_values


def study_report(
    found: Tendencies,
    form: str,
    tables: Sequence[TendencyTable] = (),
    labels: Mapping[str, str] | None = None,
) -> Report:
    """Return the results of a study, with as much detail as the format allows."""
    labels = labels or {}
    check_labels(labels, list(found.study.everybody), "translation")
    usual = (*USUAL_TENDENCIES, *([TendencyTable.CORRELATION] if found.correlated else []))
    drawn = list(dict.fromkeys(tables or usual))
    return Report(
        f"Lackmus: {found.study.name}",
        tuple(tendency_tables(found, drawn, labels, form not in SHORT_FORMATS)),
        found,
        lead(found, labels),
        labels=labels,
        chosen=bool(tables),
    )


def hits_report(found: QueryHits, form: str, most: int = 0) -> Report:
    """Return the hits of a query. A screen shows the words, files have all details."""
    matches = found.matches[: most or None]
    table = hits_table(found.bank, matches, found.query, details=form != TERMINAL)
    return Report("Lackmus: hits", (table,), hits_values(found.bank, matches, found.query))


def counts_report(found: QueryHits, fields: Sequence[CountedField], most: int = 0) -> Report:
    """Return how often each value of some fields occurs among the hits."""
    counts = hit_counts(found.bank, found.matches, fields)
    table = counts_table(found.bank, counts, fields, found.query, most)
    return Report("Lackmus: hits", (table,), counts_values(found.bank, counts, fields, found.query))


def kwic_report(
    found: QueryHits, form: str, width: int = CONTEXT, sort: Sorting = Sorting.PLACE, most: int = 0
) -> Report:
    """Return the hits of a query as keywords in context."""
    lines = concordance(found.bank, found.matches, width, sort)[: most or None]
    table = concordance_table(found.bank, lines, found.query, padded=form == TERMINAL)
    return Report("Lackmus: hits", (table,), concordance_values(found.bank, lines, found.query))
