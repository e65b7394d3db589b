"""Counts of query hits as a table and as plain values."""

from collections.abc import Sequence
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.trees.hit_counts import CountedField, Counts
from lackmus.core.trees.query import Query
from lackmus.core.trees.treebank import Treebank
from lackmus.tables.table import Column, Row, Table, Unit


def counts_table(
    bank: Treebank, counts: Counts, fields: Sequence[CountedField], query: Query, most: int = 0
) -> Table:
    """One row for each combination of values; at most `most`."""
    total = sum(many for _, many in counts)
    shown = counts[:most] if most else counts
    left = [f"The {len(shown):,} most frequent of {len(counts):,}."] if len(shown) < len(counts) else []
    return Table(
        f"Hits of {' '.join(query.text.split())}, by {' and '.join(field.written for field in fields)}",
        (
            *(Column(field.written) for field in fields),
            Column("Hits", Unit.COUNT),
            Column("%", Unit.PERCENT),
        ),
        tuple(Row.of(*values, many, 100 * many / total) for values, many in shown),
        signature({"query": query.text, "sentences": len(bank), "words": bank.words, "hits": total}),
        (f"{counted(total, 'hit')} in {len(bank):,} sentences.", *left),
    )


def counts_values(
    bank: Treebank, counts: Counts, fields: Sequence[CountedField], query: Query
) -> dict[str, Any]:
    """The counts as plain values."""
    return {
        "query": query.text,
        "sentences": len(bank),
        "words": bank.words,
        "hits": sum(many for _, many in counts),
        "fields": [field.written for field in fields],
        "counts": [{"values": list(values), "hits": many} for values, many in counts],
    }
