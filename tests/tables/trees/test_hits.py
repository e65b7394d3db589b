"""Hits: words marked in their sentence, as a table and as plain values."""

import json

import pytest

from lackmus.core.trees.matching import Finder, Match
from lackmus.core.trees.query import Query, compile_query
from lackmus.core.trees.treebank import Sentence, Treebank, Word, treebank
from lackmus.tables.table import Unit
from lackmus.tables.trees.hits import between_brackets, hits_table, hits_values
from tests.core.small_trees import tree

LEAVE = """
1 She she PRON Case=Nom 2 nsubj
2 hopes hope VERB VerbForm=Fin 0 root
3 to to PART _ 4 mark
4 leave leave VERB VerbForm=Inf 2 xcomp
"""
ZUM = Sentence(  # a contraction: both words stand at one place
    "d1",
    "zum Haus",
    (
        Word("zu", "zu", "ADP", "APPR", "_", 3, "case", 0, 3),
        Word("dem", "der", "DET", "ART", "_", 3, "det", 0, 3),
        Word("Haus", "Haus", "NOUN", "NN", "_", 0, "root", 4, 8),
    ),
)
BANK = treebank([tree(LEAVE, "e1"), ZUM, tree("1 Leave! leave VERB Mood=Imp 0 root", "e2")])


def asked(text: str) -> tuple[Treebank, list[Match], Query]:
    """What a query finds in the sentences above."""
    query = compile_query(text)
    return BANK, Finder(BANK).matches(query), query


def test_a_table_of_hits() -> None:
    """Each word has columns of its own; a word that an alternative does not name has empty ones."""
    table = hits_table(*asked("k: lemma=leave and child(m: lemma=to) or Mood=Imp"))
    assert [column.name for column in table.columns] == [
        *("Sentence", "Text"),
        *("k", "k lemma", "k upos", "k feats", "k deprel", "k number"),
        *("m", "m lemma", "m upos", "m feats", "m deprel", "m number"),
    ]
    assert [column.unit for column in table.columns].count(Unit.COUNT) == 2
    assert [[cell.value for cell in row.cells] for row in table.rows] == [
        [
            *("e1", "She hopes m[to] k[leave]"),
            *("leave", "leave", "VERB", "VerbForm=Inf", "xcomp", 4),
            *("to", "to", "PART", "_", "mark", 3),
        ],
        ["e2", "k[Leave!]", "Leave!", "leave", "VERB", "Mood=Imp", "root", 1, *[None] * 6],
    ]
    assert table.notes == ("2 hits in 2 sentences of 3.",)
    assert "sentences:3|words:8|hits:2" in table.signature


def test_a_short_table() -> None:
    """For a terminal; the focus may have no name, and a query several lines."""
    table = hits_table(*asked("lemma=to\n  and parent()"), details=False)
    assert table.title == "Hits of lemma=to and parent()"
    assert [column.name for column in table.columns] == ["Sentence", "Text", "Word", "Word number"]
    assert [[cell.value for cell in row.cells] for row in table.rows] == [
        ["e1", "She hopes [to] leave", "to", 3]
    ]


def test_no_hit() -> None:
    """The table says so, and has its columns."""
    table = hits_table(*asked("k: lemma=stay"))
    assert (table.rows, table.notes) == ((), ("0 hits in 0 sentences of 3.",))
    assert len(table.columns) == 8


def test_hits_as_values() -> None:
    """All that is known of each word, in plain JSON."""
    values = hits_values(*asked("k: lemma=leave and child(m: lemma=to)"))
    assert json.loads(json.dumps(values)) == values
    leave = {
        **{"number": 4, "form": "leave", "lemma": "leave", "upos": "VERB", "xpos": "_"},
        **{"feats": "VerbForm=Inf", "head": 2, "deprel": "xcomp", "start": 13, "end": 18},
    }
    (hit,) = values.pop("hits")
    assert values == {
        "query": "k: lemma=leave and child(m: lemma=to)",
        "names": ["k", "m"],
        "sentences": 3,
        "words": 8,
    }
    assert hit["nodes"].pop("m")["form"] == "to"
    assert hit == {
        "sentence": "e1",
        "text": "She hopes to leave",
        "marked": "She hopes m[to] k[leave]",
        "focus": leave,
        "nodes": {"k": leave},
    }


@pytest.mark.parametrize(
    "text, marked",
    [
        ("k: lemma=Haus and child(a: upos=ADP) and child(d: upos=DET)", "a+d[zum] k[Haus]"),
        ("lemma=Haus and child(a: upos=ADP)", "a[zum] [Haus]"),
        ("k: lemma=Haus and node(n: upos=NOUN)", "zum k+n[Haus]"),
    ],
)
def test_words_of_one_place(text: str, marked: str) -> None:
    """The words of a contraction are marked together, and so is a word of two names."""
    (hit,) = hits_values(*asked(text))["hits"]
    assert hit["marked"] == marked


@pytest.mark.parametrize(
    "spans, marked",
    [
        ([], "abcdef"),
        ([("x", 0, 6)], "x[abcdef]"),
        ([("x", 0, 2), ("y", 2, 4)], "x[ab]y[cd]ef"),
        ([("y", 1, 3), ("x", 0, 6), ("", 1, 2)], "x[ay[[b]c]def]"),
        ([("x", 2, 2), ("y", 2, 3)], "abx[]y[c]def"),
    ],
)
def test_brackets(spans: list[tuple[str, int, int]], marked: str) -> None:
    """Stretches stand inside each other or side by side."""
    assert between_brackets("abcdef", spans) == marked
