"""Keywords in context as a table and as plain values."""

from collections.abc import Sequence
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.trees.concordance import ConcordanceLine
from lackmus.core.trees.query import Query
from lackmus.core.trees.treebank import Treebank
from lackmus.tables.table import Column, Row, Table


def concordance_table(
    bank: Treebank, lines: Sequence[ConcordanceLine], query: Query, padded: bool = False
) -> Table:
    """One row per hit; `padded` aligns keywords where cells are left-aligned."""
    wide = max((len(line.left) for line in lines), default=0) if padded else 0
    rows = [Row.of(line.sentence, line.left.rjust(wide), line.keyword, line.right) for line in lines]
    return Table(
        f"Hits of {' '.join(query.text.split())}",
        tuple(map(Column, ("Sentence", "Left", "Keyword", "Right"))),
        tuple(rows),
        signature({"query": query.text, "sentences": len(bank), "words": bank.words, "hits": len(lines)}),
        (f"{counted(len(lines), 'hit')} in {len(bank):,} sentences.",),
    )


def concordance_values(bank: Treebank, lines: Sequence[ConcordanceLine], query: Query) -> dict[str, Any]:
    """The concordance as plain values."""
    return {
        "query": query.text,
        "sentences": len(bank),
        "words": bank.words,
        "lines": [
            {"sentence": line.sentence, "left": line.left, "keyword": line.keyword, "right": line.right}
            for line in lines
        ],
    }
