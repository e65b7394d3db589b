"""Hits of a query as tables and plain values: marked sentences, keywords in context, counts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lackmus.core.base.plurals import counted
from lackmus.core.base.signatures import signature
from lackmus.core.trees.hits import ConcordanceLine, CountedField, Counts
from lackmus.core.trees.matching import Match
from lackmus.core.trees.query import Query
from lackmus.core.trees.treebank import Treebank
from lackmus.tables.table import Column, Row, Table, Unit

FOCUS = "Word"  # heading of an unnamed focus; names never begin with a capital letter
_DETAILS = ("lemma", "upos", "feats", "deprel")


def hits_table(bank: Treebank, matches: Sequence[Match], query: Query, details: bool = True) -> Table:
    """One row for each hit: its sentence with marked words, and each word with its parse."""
    names = _names(query)
    about = ("form", *(_DETAILS if details else ()), "number")
    columns = [
        Column("Sentence"),
        Column("Text"),
        *(
            Column(name if one == "form" else f"{name} {one}", Unit.COUNT if one == "number" else Unit.TEXT)
            for name in names
            for one in about
        ),
    ]
    rows = []
    for match in matches:
        words = _words(bank, match, query)
        cells = [words[name].get(one) if name in words else None for name in names for one in about]
        shown = marked(bank, match, query)
        rows.append(Row.of(bank.ids[match.sentence], shown, *cells))
    found = counted(len({match.sentence for match in matches}), "sentence")
    return Table(
        f"Hits of {' '.join(query.text.split())}",
        tuple(columns),
        tuple(rows),
        signature({"query": query.text, "sentences": len(bank), "words": bank.words, "hits": len(matches)}),
        (f"{counted(len(matches), 'hit')} in {found} of {len(bank):,}.",),
    )


def hits_values(bank: Treebank, matches: Sequence[Match], query: Query) -> dict[str, Any]:
    """The hits as plain values; words count from 1, starts and ends are code points from 0."""
    return {
        "query": query.text,
        "names": list(_own(query)),
        "sentences": len(bank),
        "words": bank.words,
        "hits": [
            {
                "sentence": bank.ids[match.sentence],
                "text": bank.texts[match.sentence],
                "marked": marked(bank, match, query),
                "focus": word_values(bank, match.row),
                "nodes": {name: word_values(bank, match.nodes[name]) for name in _shown(match, query)},
            }
            for match in matches
        ],
    }


def word_values(bank: Treebank, row: int) -> dict[str, Any]:
    """A word with its parse as plain values; numbers count from 1, a root has head 0."""
    word = bank.word(row)
    number = row - int(bank.bounds[bank.sentence_of[row]]) + 1
    return {"number": number, **word._asdict()}


def marked(bank: Treebank, match: Match, query: Query) -> str:
    """The sentence with the words of a hit in brackets: k[leaving], or [leaving] without a name."""
    rows: Mapping[str, int] = {name: match.nodes[name] for name in _shown(match, query)}
    if not query.focus:
        rows = {"": match.row, **rows}
    return between_brackets(
        bank.texts[match.sentence], [(name, *bank.spans[row].tolist()) for name, row in rows.items()]
    )


def between_brackets(text: str, spans: Iterable[tuple[str, int, int]]) -> str:
    """A text with spans (name, start, end) in brackets; words of one contraction share them."""
    names: dict[tuple[int, int], list[str]] = {}
    for name, start, end in spans:
        names.setdefault((start, end), []).append(name)
    signs = []
    for (start, end), several in names.items():
        opening = f"{'+'.join(several)}["
        if start == end:
            signs.append((start, 1, 0, f"{opening}]"))
        else:
            signs += [(start, 2, -end, opening), (end, 0, -start, "]")]
    parts, last = [], 0
    for place, _, _, sign in sorted(signs):
        parts += [text[last:place], sign]
        last = place
    return "".join([*parts, text[last:]])


def _own(query: Query) -> tuple[str, ...]:
    """The names of words on this side."""
    return tuple(name for name in query.names if not query.sides[name])


def _names(query: Query) -> tuple[str, ...]:
    return _own(query) if query.focus else (FOCUS, *_own(query))


def _shown(match: Match, query: Query) -> list[str]:
    return [name for name in _own(query) if name in match.nodes]


def _words(bank: Treebank, match: Match, query: Query) -> dict[str, dict[str, Any]]:
    rows = {FOCUS: match.row, **match.nodes}
    return {name: word_values(bank, rows[name]) for name in _names(query) if name in rows}


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
