"""How often hits have which lemma, tag or feature."""

import pytest

from lackmus.core.trees.hit_counts import FieldError, field, hit_counts
from lackmus.core.trees.matching import Finder
from lackmus.core.trees.query import compile_query
from lackmus.core.trees.treebank import treebank
from lackmus.tables.trees.hit_counts import counts_table, counts_values
from tests.core.small_trees import tree

BANK = treebank(
    [
        tree("1 to to PART _ 2 mark\n2 go go VERB VerbForm=Inf 0 root"),
        tree("1 to to PART _ 2 mark\n2 be be AUX VerbForm=Inf 0 root"),
        tree("1 by by SCONJ _ 2 mark\n2 going go VERB VerbForm=Ger 0 root"),
        tree("1 go go VERB Mood=Imp 0 root"),
    ]
)
QUERY = compile_query("k: upos=VERB|AUX and child(m: deprel=mark) or Mood=Imp")


@pytest.mark.parametrize(
    "fields, counts",
    [
        (["lemma"], [(("go",), 3), (("be",), 1)]),
        (["k.lemma"], [(("go",), 3), (("be",), 1)]),
        (["VerbForm"], [(("Inf",), 2), ((None,), 1), (("Ger",), 1)]),
        (["feats.VerbForm"], [(("Inf",), 2), ((None,), 1), (("Ger",), 1)]),
        (["k.feats.VerbForm"], [(("Inf",), 2), ((None,), 1), (("Ger",), 1)]),
        (["m.form"], [(("to",), 2), ((None,), 1), (("by",), 1)]),  # an imperative has no m
        (["m.feats"], [((None,), 4)]),
        (
            ["lemma", "VerbForm"],
            [(("be", "Inf"), 1), (("go", None), 1), (("go", "Ger"), 1), (("go", "Inf"), 1)],
        ),
    ],
)
def test_counts(fields: list[str], counts: list[tuple[tuple[str | None, ...], int]]) -> None:
    """The most frequent first; several fields are counted together."""
    asked = [field(one, QUERY) for one in fields]
    found = hit_counts(BANK, Finder(BANK).matches(QUERY), asked)
    assert found == counts
    table = counts_table(BANK, found, asked, QUERY, most=1)
    assert [column.name for column in table.columns] == [*fields, "Hits", "%"]
    assert [cell.value for cell in table.rows[0].cells] == [*counts[0][0], counts[0][1], 25.0 * counts[0][1]]
    assert len(table.rows) == 1 and (f"The 1 most frequent of {len(counts)}." in table.notes) == (
        len(counts) > 1
    )
    assert counts_values(BANK, found, asked, QUERY)["hits"] == 4


@pytest.mark.parametrize(
    "written, said",
    [
        ("lema", "lema cannot be counted. There are form, lemma, upos"),
        ("", "cannot be counted"),
        ("k.", "k. cannot be counted"),
        ("feats.", "feats. cannot be counted"),
        ("x.lemma", "the query names no word x. Its names: k, m."),
    ],
)
def test_what_no_word_has(written: str, said: str) -> None:
    with pytest.raises(FieldError, match=said):
        field(written, QUERY)
