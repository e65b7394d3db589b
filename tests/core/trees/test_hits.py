"""Keywords in context: cut at whole words, sorted, below each other."""

import pytest

from lackmus.core.base.choices import Sorting
from lackmus.core.trees.hits import FieldError, concordance, field, hit_counts
from lackmus.core.trees.matching import Finder
from lackmus.core.trees.query import compile_query
from lackmus.core.trees.treebank import Treebank, treebank
from lackmus.tables.trees.hits import concordance_table, concordance_values, counts_table, counts_values
from tests.core.small_trees import tree
from tests.studied import sentence

QUERY = compile_query("k: upos=VERB")


def bank() -> Treebank:
    """Three sentences with a verb each."""
    return treebank(
        [
            sentence(
                name, *((word, word, "VERB" if word.isupper() else "X", 0, "root") for word in text.split())
            )
            for name, text in (
                ("1", "a wise old owl SAW it"),
                ("2", "owls EAT"),
                ("3", "RUN along now dear child"),
            )
        ]
    )


def lines(width: int = 40, sorting: Sorting = Sorting.PLACE) -> list[tuple[str, str, str]]:
    found = concordance(bank(), Finder(bank()).matches(QUERY), width, sorting)
    return [(one.left, one.keyword, one.right) for one in found]


@pytest.mark.parametrize(
    "width, first, last",
    [
        (40, "a wise old owl", "along now dear child"),
        (14, "a wise old owl", "along now dear…"),
        (13, "…wise old owl", "along now…"),
        (8, "…old owl", "along…"),
        (7, "…old owl", "along…"),
        (2, "…wl", "al…"),  # a word that has no room is cut
    ],
)
def test_contexts_are_cut_at_words(width: int, first: str, last: str) -> None:
    found = lines(width)
    assert (found[0][0], found[2][2]) == (first, last)


@pytest.mark.parametrize(
    "sorting, keywords",
    [
        (Sorting.PLACE, ["SAW", "EAT", "RUN"]),
        (Sorting.LEFT, ["RUN", "SAW", "EAT"]),  # nothing, owl, owls
        (Sorting.KEYWORD, ["EAT", "RUN", "SAW"]),
        (Sorting.RIGHT, ["EAT", "RUN", "SAW"]),  # nothing, along, it
    ],
)
def test_lines_are_sorted(sorting: Sorting, keywords: list[str]) -> None:
    assert [keyword for _, keyword, _ in lines(sorting=sorting)] == keywords


def test_keywords_stand_below_each_other() -> None:
    """On a screen; files have the texts as they are."""
    found = concordance(bank(), Finder(bank()).matches(QUERY))
    on_screen = concordance_table(bank(), found, QUERY, padded=True)
    assert {len(str(row.cells[1].value)) for row in on_screen.rows} == {len("a wise old owl")}
    in_files = concordance_table(bank(), found, QUERY)
    assert [row.cells[1].value for row in in_files.rows] == ["a wise old owl", "owls", ""]
    assert in_files.notes == ("3 hits in 3 sentences.",)
    assert concordance_values(bank(), found, QUERY)["lines"][1] == {
        "sentence": "2", "left": "owls", "keyword": "EAT", "right": "",
    }  # fmt: skip


def test_no_hits() -> None:
    assert concordance_table(bank(), [], QUERY, padded=True).rows == ()


BANK = treebank(
    [
        tree("1 to to PART _ 2 mark\n2 go go VERB VerbForm=Inf 0 root"),
        tree("1 to to PART _ 2 mark\n2 be be AUX VerbForm=Inf 0 root"),
        tree("1 by by SCONJ _ 2 mark\n2 going go VERB VerbForm=Ger 0 root"),
        tree("1 go go VERB Mood=Imp 0 root"),
    ]
)
COUNTED = compile_query("k: upos=VERB|AUX and child(m: deprel=mark) or Mood=Imp")


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
    asked = [field(one, COUNTED) for one in fields]
    found = hit_counts(BANK, Finder(BANK).matches(COUNTED), asked)
    assert found == counts
    table = counts_table(BANK, found, asked, COUNTED, most=1)
    assert [column.name for column in table.columns] == [*fields, "Hits", "%"]
    assert [cell.value for cell in table.rows[0].cells] == [*counts[0][0], counts[0][1], 25.0 * counts[0][1]]
    assert len(table.rows) == 1 and (f"The 1 most frequent of {len(counts)}." in table.notes) == (
        len(counts) > 1
    )
    assert counts_values(BANK, found, asked, COUNTED)["hits"] == 4


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
        field(written, COUNTED)
